package los

import (
	"slices"

	"backfill/engine"
)

// freezing is why a cycle of the LOS family or of EASY with a dedicated queue left
// jobs waiting: how everything stood before a job was started around the freezes,
// and which jobs were chosen then.
type freezing struct {
	free    int32  // processors that were free
	front   int32  // the first job in the queue
	holder  int32  // the front if it is blocked; engine.NoJob: it is a candidate as others are
	head    freeze // of the holder; if mixed, one for it and the group
	own     freeze // of the holder alone, if mixed
	mixed   bool
	first   int32  // of the group of dedicated jobs, engine.NoJob if there is none
	whole   freeze // of the group, as it binds the holder
	group   freeze // of the group, less what the holder will take of it
	stopped bool   // no job was looked at behind the heads that were started

	// If there was a packing and decisions are recorded:
	seen   *recollection
	chosen []int32 // the jobs, until the next packing
	used   int32   // processors of the chosen
	states int     // bound of the dynamic program
}

// recollection is what a packing was made from, kept to say later what it would have
// been with one job more.
type recollection struct {
	candidates []candidate
	others     []candidate // buffer
	packing    packing
}

// remember keeps what the packing by l chose.
func (f *freezing) remember(s *engine.State, l *Lookahead, jobs []int32) {
	f.seen, f.chosen, f.states, f.used = &l.seen, jobs, l.MaxStates, 0
	for _, k := range jobs {
		f.used += s.Occupies(k)
	}
}

// reason is one that names no job.
func (f *freezing) reason(rule engine.Rule) engine.Reason {
	return engine.Reason{Rule: rule, Blocker: engine.NoJob, Free: f.free}
}

// byHead is a reason that lies in the freeze of the head, if there is one. A mixed freeze
// belongs to no single job.
func (f *freezing) byHead(rule engine.Rule) engine.Reason {
	if f.holder == engine.NoJob {
		return f.reason(rule)
	}
	why := engine.Reason{Rule: rule, Blocker: f.holder, Shadow: f.head.end, Extra: f.head.extra, Free: f.free}
	if f.mixed {
		why.Blocker = engine.NoJob
	}
	return why
}

// within is a reason that lies in a packing: it names the freeze of the head or, if there is
// none, that of the group, and which jobs were chosen.
func (f *freezing) within(rule engine.Rule) engine.Reason {
	why := f.byHead(rule)
	if f.holder == engine.NoJob && f.first != engine.NoJob {
		why.Blocker, why.Shadow, why.Extra = f.first, f.group.end, f.group.extra
	}
	why.Chosen, why.Others, why.Used = f.chosen[0], int32(len(f.chosen)-1), f.used
	return why
}

// byGroup is the reason that lies in the freeze d of the dedicated jobs.
func (f *freezing) byGroup(d freeze) engine.Reason {
	return engine.Reason{Rule: engine.WouldDelayDedicated, Blocker: f.first, Shadow: d.end, Extra: d.extra, Free: f.free}
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
	s.Note(j, f.within(engine.StartedPacked))
}

// noteWaiting records why the jobs that were not started wait. Call it after all starts. Skips,
// by job, may be nil. O(waiting jobs), and a packing for each recorded job that could have been
// in the one that was made.
func (f *freezing) noteWaiting(s *engine.State, skips []int32, maxSkip int32) {
	if !s.Recording() {
		return
	}
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if !s.Records(j) {
			continue
		}
		why := f.waits(s, j)
		if skips != nil {
			why.Skips = skips[j]
			if j == f.front && !s.Workload().Dedicated(j) {
				why.MaxSkip = maxSkip
			}
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
	case j == f.front && size > f.free:
		why := f.byHead(engine.HeadBlocked)
		why.Blocker = engine.NoJob
		switch {
		case f.holder == engine.NoJob:
			why.Shadow = engine.Never
		case f.mixed:
			why.Shadow, why.Extra = f.own.end, f.own.extra
		}
		return why
	case size > f.free:
		return f.byHead(engine.TooWideNow)
	case f.stopped:
		return f.reason(engine.NextCycle)
	case j == f.holder:
		// It fits and was not started: only the group is in its way.
		return f.byGroup(f.whole)
	case !f.head.passes(expected, size):
		return f.byHead(engine.WouldDelay)
	case !f.group.passes(expected, size):
		return f.byGroup(f.group)
	}
	return f.leftOver(j)
}

// leftOver is the reason of job j, which the packing could have chosen.
func (f *freezing) leftOver(j int32) engine.Reason {
	at := f.seen.place(j)
	if at < 0 {
		return f.byHead(engine.OutOfSight)
	}
	rule := engine.NotPacked
	switch {
	case j == f.front:
		rule = engine.HeadSkipped
	case f.seen.place(f.chosen[len(f.chosen)-1]) < at:
		rule = engine.PackedAhead
	}
	why := f.within(rule)
	why.With = f.seen.with(at, f.free, [2]int32{f.head.extra, f.group.extra}, f.states)
	return why
}

// place is where job j stood among the candidates, -1 if it was none.
func (r *recollection) place(j int32) int {
	return slices.IndexFunc(r.candidates, func(c candidate) bool { return c.job == j })
}

// with is how many processors the best packing uses that the candidate at a place
// belongs to.
func (r *recollection) with(at int, free int32, extra [2]int32, maxStates int) int32 {
	c := r.candidates[at]
	for k, past := range c.past {
		if past {
			extra[k] -= c.size
		}
	}
	r.others = append(append(r.others[:0], r.candidates[:at]...), r.candidates[at+1:]...)
	jobs, _ := r.packing.choose(r.others, free-c.size, extra, maxStates)
	used := c.size
	for _, other := range r.candidates {
		if len(jobs) > 0 && jobs[0] == other.job {
			used += other.size
			jobs = jobs[1:]
		}
	}
	return used
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
