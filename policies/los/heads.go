package los

import "backfill/engine"

// fits says whether job j, if it is one, fits on the free processors of one pool.
func fits(s *engine.State, j int32) bool {
	// Free processors come in whole units.
	return j != engine.NoJob && s.Job(j).Processors <= s.Free()
}

// nobodyToStart says whether a cycle can end here: no job waits or no processor is
// free, and there is nothing to record.
func nobodyToStart(s *engine.State) bool {
	return s.First() == engine.NoJob || s.Free() == 0 && !s.Recording()
}

// startHead starts the first waiting job.
func startHead(s *engine.State) {
	noteHead(s, s.First())
	s.Start(s.First(), 0)
}

// dueHead says whether the first waiting job is a dedicated one, which under a policy
// with a dedicated queue has come due.
func dueHead(s *engine.State) bool {
	return s.First() != engine.NoJob && s.Workload().Dedicated(s.First())
}

// around is how a cycle stands when head is blocked and no dedicated jobs are
// protected.
func (b *freezes) around(s *engine.State, head int32) freezing {
	f := unfrozen(s)
	f.holder = head
	f.head = b.head(s, head, false, &group{first: engine.NoJob}, &f.group)
	return f
}

// unfrozen is how a cycle stands when every waiting job is a candidate.
func unfrozen(s *engine.State) freezing {
	return freezing{free: s.Free(), front: s.First(), holder: engine.NoJob, head: noFreeze(true), first: engine.NoJob, whole: noFreeze(true), group: noFreeze(true)}
}

// startsBeside says whether the head of the queue fits and may start beside the freeze
// d of a group of dedicated jobs: if it is dedicated itself, or passes.
func startsBeside(s *engine.State, d *freeze) bool {
	h := s.First()
	return fits(s, h) && (s.Workload().Dedicated(h) || d.passes(s.Now()+s.Job(h).Estimate, s.Occupies(h)))
}
