package policies

import "backfill/engine"

// freezing is why a cycle of the LOS family or of EASY with a dedicated queue left
// jobs waiting: the freezes as they stood before anybody was started around them.
type freezing struct {
	free   int32  // processors that were free
	holder int32  // first in the queue and blocked; engine.NoJob: the head is a candidate as others are
	head   freeze // of the holder
	first  int32  // of the group of dedicated jobs, engine.NoJob if there is none
	group  freeze // of the group
}

// reason is one that names no job.
func (f *freezing) reason(rule engine.Rule) engine.Reason {
	return engine.Reason{Rule: rule, Blocker: engine.NoJob, Free: f.free}
}

// byHead is a reason that lies in the freeze of the head, if there is one.
func (f *freezing) byHead(rule engine.Rule) engine.Reason {
	if f.holder == engine.NoJob {
		return f.reason(rule)
	}
	return engine.Reason{Rule: rule, Blocker: f.holder, Shadow: f.head.end, Extra: f.head.extra, Free: f.free}
}

// byGroup is the reason that lies in the freeze of the dedicated jobs.
func (f *freezing) byGroup() engine.Reason {
	return engine.Reason{Rule: engine.WouldDelayDedicated, Blocker: f.first, Shadow: f.group.end, Extra: f.group.extra, Free: f.free}
}

// noteChosen records why job j, one of a packing, starts.
func (f *freezing) noteChosen(s *engine.State, j int32) {
	if !s.Records(j) {
		return
	}
	if j == s.First() {
		noteHead(s, j)
		return
	}
	s.Note(j, f.byHead(engine.StartedPacked))
}

// noteWaiting records why those wait who were not started. Call it when all are
// started who are to be. Skips, by job, may be nil.
func (f *freezing) noteWaiting(s *engine.State, skips []int32) {
	if !s.Recording() {
		return
	}
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		why := f.waits(s, j)
		if skips != nil {
			why.Skips = skips[j]
		}
		s.Note(j, why)
	}
}

// noteWaits records why job j waits.
func (f *freezing) noteWaits(s *engine.State, j int32) {
	if s.Records(j) {
		s.Note(j, f.waits(s, j))
	}
}

// waits is the reason of job j, which waits.
func (f *freezing) waits(s *engine.State, j int32) engine.Reason {
	size, expected := s.Occupies(j), s.Now()+s.Job(j).Estimate
	switch {
	case j == s.First() && f.holder == engine.NoJob:
		return f.reason(engine.HeadSkipped)
	case j == f.holder && size > f.free:
		why := f.byHead(engine.HeadBlocked)
		why.Blocker = engine.NoJob
		return why
	case size > f.free:
		return f.byHead(engine.TooWideNow)
	case j != f.holder && !f.head.passes(expected, size):
		return f.byHead(engine.WouldDelay)
	case !f.group.passes(expected, size):
		return f.byGroup()
	case j == f.holder:
		return f.reason(engine.HeadBlocked)
	}
	return f.byHead(engine.NotPacked)
}

// noteHead records that job j starts at the head of the queue.
func noteHead(s *engine.State, j int32) {
	if !s.Records(j) {
		return
	}
	rule := engine.StartedInOrder
	if s.Workload().Dedicated(j) {
		rule = engine.StartedDue
	}
	s.Note(j, engine.Reason{Rule: rule, Blocker: engine.NoJob, Free: s.Free()})
}
