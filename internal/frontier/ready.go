package frontier

// readyHeap holds the sites that have something and are not lent, the one whose
// first address has the lowest number at the top.
type readyHeap []readySite

type readySite struct {
	n    int
	site uint32
}

func (h *readyHeap) push(s readySite) {
	*h = append(*h, s)
	a := *h
	for i := len(a) - 1; i > 0; {
		up := (i - 1) / 2
		if a[up].n <= a[i].n {
			return
		}
		a[up], a[i] = a[i], a[up]
		i = up
	}
}

func (h *readyHeap) pop() readySite {
	a := *h
	top := a[0]
	last := len(a) - 1
	a[0] = a[last]
	a = a[:last]
	*h = a
	for i := 0; ; {
		low := 2*i + 1
		if low >= len(a) {
			return top
		}
		if right := low + 1; right < len(a) && a[right].n < a[low].n {
			low = right
		}
		if a[i].n <= a[low].n {
			return top
		}
		a[i], a[low] = a[low], a[i]
		i = low
	}
}

// links is a list of indexes that grows without being copied.
type links struct{ chunks [][]uint32 }

const linksChunk = 1 << 12

func (l *links) at(i uint32) uint32 { return l.chunks[i/linksChunk][i%linksChunk] }

func (l *links) set(i, to uint32) {
	for int(i/linksChunk) >= len(l.chunks) {
		l.chunks = append(l.chunks, make([]uint32, linksChunk))
	}
	l.chunks[i/linksChunk][i%linksChunk] = to
}
