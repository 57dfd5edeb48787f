package engine

// ending is the planned end of a running job. Seq is its place in the order of
// starts, which decides between ends at one instant.
type ending struct {
	at  Time
	seq int32
	job int32
}

func (e ending) before(f ending) bool { return e.at < f.at || e.at == f.at && e.seq < f.seq }

// endHeap is a binary heap, the next ending first. It is typed because
// container/heap costs five times as much in WebAssembly.
type endHeap []ending

func (h *endHeap) push(e ending) {
	*h = append(*h, e)
	a := *h
	i := len(a) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if !e.before(a[parent]) {
			break
		}
		a[i] = a[parent]
		i = parent
	}
	a[i] = e
}

func (h *endHeap) pop() ending {
	a := *h
	top, last := a[0], a[len(a)-1]
	a = a[:len(a)-1]
	*h = a
	if len(a) == 0 {
		return top
	}
	i := 0
	for {
		child := 2*i + 1
		if child >= len(a) {
			break
		}
		if child+1 < len(a) && a[child+1].before(a[child]) {
			child++
		}
		if !a[child].before(last) {
			break
		}
		a[i] = a[child]
		i = child
	}
	a[i] = last
	return top
}
