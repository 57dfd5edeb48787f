package export

import "backfill/engine"

// pieceRows finds the pieces of a job.
type pieceRows struct {
	first []int32 // by job, -1: none
	next  []int32 // by piece: the following one of the same job, -1: none; nil where no job has several
}

// index finds the pieces of jobs; o says how many there are. O(jobs + pieces).
func (b *Blocks) index(o *engine.Outcome) pieceRows {
	r := pieceRows{first: make([]int32, len(o.Start))}
	for j := range r.first {
		r.first[j] = -1
	}
	if o.Reruns() {
		r.next = make([]int32, len(b.Job))
	}
	for p := len(b.Job) - 1; p >= 0; p-- {
		j := b.Job[p]
		if r.next != nil {
			r.next[p] = r.first[j]
		}
		r.first[j] = int32(p)
	}
	return r
}

// of appends the pieces of job j, by their start.
func (r pieceRows) of(j int32, list []int32) []int32 {
	p := r.first[j]
	if r.next == nil && p >= 0 {
		return append(list, p)
	}
	for ; p >= 0; p = r.next[p] {
		list = append(list, p)
	}
	return list
}
