package engine

import "backfill/engine/waiting"

// dedicated keeps the jobs with a requested start: those submitted and not due yet, and, under a
// DedicatedFirst, the last of the due ones at the head of the queue.
type dedicated struct {
	coming waiting.Queue // by requested start, ties by submission
	first  bool          // the policy is a DedicatedFirst
	newest bool          // and it is a NewestDedicatedFirst
	last   int32         // the last dedicated job at the head of the queue, NoJob if there is none
}

func newDedicated(q *waiting.Queue, p Policy) dedicated {
	d := dedicated{coming: q.Beside(), last: NoJob}
	_, d.first = p.(DedicatedFirst)
	_, d.newest = p.(NewestDedicatedFirst)
	return d
}

// Coming is the dedicated job with the earliest requested start among the submitted ones that are
// not due yet, ties by submission; NoJob if there is none.
func (s *State) Coming() int32 { return s.dedicated.coming.First }

// NextComing is the dedicated job whose requested start follows that of j.
func (s *State) NextComing(j int32) int32 { return s.dedicated.coming.Next[j] }

// announce takes in dedicated job j, submitted now. O(coming jobs with a later requested start).
func (s *State) announce(j int32) {
	d := &s.dedicated
	if !d.first && s.workload.Requested[j] <= s.now {
		s.enqueue(j)
		s.note(Event{Arrival, j})
		return
	}
	after := d.coming.Last
	for after != NoJob && s.workload.Requested[after] > s.workload.Requested[j] {
		after = d.coming.Prev[after]
	}
	d.coming.Insert(j, after)
	if d.first {
		s.note(Event{Announcement, j})
	}
}

// takeDedicated puts the next dedicated job whose requested start has come into the
// queue; false if there is none.
func (s *State) takeDedicated() bool {
	d := &s.dedicated
	j := d.coming.First
	if j == NoJob || s.workload.Requested[j] > s.now {
		return false
	}
	d.coming.Remove(j)
	if d.first {
		s.bySize.Exists = false // the index takes only jobs that arrive behind all others
	}
	switch {
	case !d.first:
		s.enqueue(j)
	case d.newest:
		s.queue.Insert(j, NoJob)
		if d.last == NoJob {
			d.last = j
		}
	default:
		s.queue.Insert(j, d.last)
		d.last = j
	}
	s.note(Event{Arrival, j})
	return true
}

// leaves notes that job j is about to leave queue q.
func (d *dedicated) leaves(j int32, q *waiting.Queue) {
	if j == d.last {
		d.last = q.Prev[j]
	}
}
