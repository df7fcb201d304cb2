package traps

import "curtsy/address"

// A deferred is an address kept for later.
type deferred[T any] struct {
	address address.Address
	shape   *space[T]
	payload T
}

// A queue gives back what was put in, in the order it came.
type queue[T any] struct {
	kept []deferred[T]
	head int
}

func (q *queue[T]) len() int { return len(q.kept) - q.head }

func (q *queue[T]) push(d deferred[T]) { q.kept = append(q.kept, d) }

func (q *queue[T]) pop() deferred[T] {
	d := q.kept[q.head]
	q.kept[q.head] = deferred[T]{}
	if q.head++; q.head == len(q.kept) {
		*q = queue[T]{}
	} else if q.head >= 1024 && 2*q.head >= len(q.kept) {
		q.kept, q.head = append([]deferred[T](nil), q.kept[q.head:]...), 0
	}
	return d
}
