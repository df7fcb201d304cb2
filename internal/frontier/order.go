package frontier

import "math"

// Absorbing gives the number whose page is next to be absorbed in a lane. False
// means that none is known yet, or that the lane is finished.
func (f *Frontier) Absorbing(lane int) (n int, ok bool) {
	l := &f.lanes[lane]
	if l.absorbed == len(l.index) {
		return 0, false
	}
	return f.number(lane, l.absorbed), true
}

// Absorbed says that all that page n leads to has been admitted. It must be the
// number [Frontier.Absorbing] gave for its lane.
func (f *Frontier) Absorbed(n int) {
	lane := f.Lane(n)
	if now, ok := f.Absorbing(lane); !ok || now != n {
		panic("frontier: a page is absorbed out of its turn")
	}
	f.lanes[lane].absorbed++
	f.ended(lane)
}

// Finished says whether every number the lane will ever give has been absorbed.
func (f *Frontier) Finished(lane int) bool { return f.lanes[lane].finished() }

// Within says whether n is certain to be among the first Pages of the run, taking
// every lane that is not finished to go on for ever.
func (f *Frontier) Within(n int) bool { return n < f.limit.number() }

// Turn gives the number whose line is next in the run's order. False means that
// it cannot be said yet, or that nothing is left.
func (f *Frontier) Turn() (n int, ok bool) {
	if !f.write.settle(f.dead) {
		return 0, false
	}
	k := f.write.row
	if k < len(f.lanes[f.write.lane].index) && f.Within(f.write.number()) {
		return f.write.number(), true
	}
	return 0, false
}

// Pass says that the line of [Frontier.Turn] is written.
func (f *Frontier) Pass() { f.write.step() }

// ended moves the limit when the lane has just finished: numbers it leaves unused
// make room for others.
func (f *Frontier) ended(lane int) {
	l := &f.lanes[lane]
	if !l.finished() || f.max == math.MaxInt {
		return
	}
	below := f.limit.row // the lane's numbers under the limit
	if lane < f.limit.lane {
		below++
	}
	if unused := below - len(l.index); unused > 0 {
		f.under -= unused
	}
	for f.limit.settle(f.dead) && f.under < f.max {
		f.limit.step()
		f.under++
	}
}

// dead says whether number k of a lane will never be given.
func (f *Frontier) dead(lane, k int) bool {
	l := &f.lanes[lane]
	return l.finished() && k >= len(l.index)
}

// A cursor walks the merged order: row by row, in each row the lanes that still
// have numbers. A lane that has ended at a row has ended for all rows after, so it
// is unlinked for good and walking costs one step a number, however many lanes
// there were.
type cursor struct {
	row, lane int
	lanes     int
	after     []int32 // the next lane still linked, in the order of lanes; lanes itself ends the row
	before    int     // the linked lane before this one; -1 at the start of a row
	first     int     // the first lane linked
	unbounded bool    // past every number
}

func newCursor(lanes, n int) cursor {
	c := cursor{row: n / lanes, lane: n % lanes, lanes: lanes, after: make([]int32, lanes), unbounded: n == math.MaxInt}
	for i := range c.after {
		c.after[i] = int32(i + 1)
	}
	c.before = c.lane - 1
	return c
}

func (c *cursor) number() int {
	if c.unbounded {
		return math.MaxInt
	}
	return c.row*c.lanes + c.lane
}

// settle moves to the first number here or further on that is not dead. False
// means there is none, now or ever.
func (c *cursor) settle(dead func(lane, k int) bool) bool {
	for !c.unbounded {
		if c.first == c.lanes {
			c.unbounded = true
			break
		}
		if c.lane == c.lanes {
			c.row, c.lane, c.before = c.row+1, c.first, -1
			continue
		}
		if !dead(c.lane, c.row) {
			return true
		}
		c.unlink()
	}
	return false
}

// step moves on from a number that is not dead.
func (c *cursor) step() { c.before, c.lane = c.lane, int(c.after[c.lane]) }

func (c *cursor) unlink() {
	next := c.after[c.lane]
	if c.before < 0 {
		c.first = int(next)
	} else {
		c.after[c.before] = next
	}
	c.lane = int(next)
}
