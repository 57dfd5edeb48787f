package queue

import "backfill/engine"

// lines are the waiting jobs, those of equal request in a line, in the order of arrival. A
// request is a number that the caller gives with each job. For an order of which nothing is
// known every job is a line of its own.
//
// A job enters and leaves in O(1).
type lines struct {
	apart     bool // every job in a line of its own
	byRequest map[int64]int32
	heads     []int32 // by line, NoJob: free for another request
	tails     []int32
	free      []int32 // lines without jobs

	arrived int32
	jobs    []waiting // by job
}

// waiting is where a waiting job stands.
type waiting struct {
	place      int32 // in the order of arrival
	line       int32
	next, prev int32 // in its line
	need       need  // set only by callers of add that use it
}

// clear takes out all of the given number of jobs that there may be.
func (l *lines) clear(apart bool, jobs int) {
	if len(l.jobs) < jobs {
		l.jobs = make([]waiting, jobs)
	}
	*l = lines{apart: apart, byRequest: map[int64]int32{}, heads: l.heads[:0], tails: l.tails[:0], free: l.free[:0], jobs: l.jobs}
}

// count is how many lines have jobs.
func (l *lines) count() int { return len(l.heads) - len(l.free) }

// add puts job j with the given request, which arrived last, at the end of its line.
func (l *lines) add(j int32, request int64) {
	line, exists := l.byRequest[request]
	if !exists || l.apart {
		line = l.open()
		l.byRequest[request] = line
	}
	tail := l.tails[line]
	l.jobs[j] = waiting{place: l.arrived, line: line, next: engine.NoJob, prev: tail}
	l.arrived++
	l.tails[line] = j
	if tail == engine.NoJob {
		l.heads[line] = j
	} else {
		l.jobs[tail].next = j
	}
}

// open is a line without jobs.
func (l *lines) open() int32 {
	if n := len(l.free); n > 0 {
		line := l.free[n-1]
		l.free = l.free[:n-1]
		return line
	}
	l.heads = append(l.heads, engine.NoJob)
	l.tails = append(l.tails, engine.NoJob)
	return int32(len(l.heads)) - 1
}

// remove takes out job j with the given request.
func (l *lines) remove(j int32, request int64) {
	w := l.jobs[j]
	if w.prev == engine.NoJob {
		l.heads[w.line] = w.next
	} else {
		l.jobs[w.prev].next = w.next
	}
	if w.next == engine.NoJob {
		l.tails[w.line] = w.prev
	} else {
		l.jobs[w.next].prev = w.prev
	}
	if l.heads[w.line] == engine.NoJob {
		delete(l.byRequest, request)
		l.free = append(l.free, w.line)
	}
}
