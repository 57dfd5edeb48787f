package engine

// queue is the list of waiting jobs in the order of their arrival, linked through
// two columns so that a job leaves from anywhere in constant time.
type queue struct {
	next, prev  []int32
	first, last int32
	length      int32
}

func newQueue(jobs int) queue {
	return queue{next: make([]int32, jobs), prev: make([]int32, jobs), first: NoJob, last: NoJob}
}

func (q *queue) append(j int32) {
	q.next[j], q.prev[j] = NoJob, q.last
	if q.last == NoJob {
		q.first = j
	} else {
		q.next[q.last] = j
	}
	q.last = j
	q.length++
}

// remove unlinks job j. Its own links stay, so that a walk which stands on j goes on.
func (q *queue) remove(j int32) {
	prev, next := q.prev[j], q.next[j]
	if prev == NoJob {
		q.first = next
	} else {
		q.next[prev] = next
	}
	if next == NoJob {
		q.last = prev
	} else {
		q.prev[next] = prev
	}
	q.length--
}
