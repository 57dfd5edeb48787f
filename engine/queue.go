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

// beside is an empty queue for other jobs, in the same columns: a job is in one of
// the two at most.
func (q *queue) beside() queue {
	return queue{next: q.next, prev: q.prev, first: NoJob, last: NoJob}
}

func (q *queue) append(j int32) { q.insert(j, q.last) }

// insert puts job j behind job after, in front of all if that is NoJob.
func (q *queue) insert(j, after int32) {
	next := q.first
	if after != NoJob {
		next = q.next[after]
	}
	q.next[j], q.prev[j] = next, after
	if after == NoJob {
		q.first = j
	} else {
		q.next[after] = j
	}
	if next == NoJob {
		q.last = j
	} else {
		q.prev[next] = j
	}
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
