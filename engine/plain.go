package engine

import "backfill/engine/eventlist"

// isPlain says whether the run is on a cluster and in batches, with nothing but arrivals, ends of
// jobs and wake-ups, no job that outlives its estimate, and nothing recorded. Most runs are
// plain. Then runPlain and startPlain do what run and Start would do, with fewer questions about
// every job. They call the one reservation of EASY directly when jobs start and end.
func (s *State) isPlain() bool {
	o := &s.options
	return s.cluster != nil && s.moving == nil && s.beliefs.policy == nil && s.observers == nil && o.Order == Batch && o.Kill == KillAtEstimate &&
		o.Clock == nil && o.Enough == nil && s.arrivals.first == nil && s.workload.Requested == nil
}

// runInParts is run for a plain run.
func (s *State) runInParts(p Policy) error {
	for {
		if more, err := s.runPlain(p); !more {
			return err
		}
	}
}

// runPlain is runInParts for progressEvery instants; more says that there may be more. In
// WebAssembly a function gets its faster code only at its next call, so a single long loop would
// stay slow to the end.
//
//go:noinline
func (s *State) runPlain(p Policy) (more bool, err error) {
	o := s.outcome
	for instant := 0; instant < progressEvery && s.failure == nil; instant++ {
		t := min(s.arrivals.at(), s.ends.At(), s.wakeUp)
		if t == Never {
			return false, nil
		}
		if instant == 0 && s.options.Progress != nil {
			if err := s.options.Progress(len(o.EndOrder), s.now); err != nil {
				return false, err
			}
		}
		s.now = t
		if s.pool != nil {
			s.pool.Advance(t)
		}
		for s.ends.At() == t {
			s.endPlain(s.ends.Pop().Job)
		}
		for s.arrivals.at() == t {
			s.arrivePlain(s.arrivals.take())
		}
		if s.wakeUp == t {
			s.note(Event{WakeUp, NoJob})
		}
		if len(s.events) == 0 {
			continue
		}
		s.wakeUp, s.postponed = Never, false
		p.Schedule(s)
		if !s.postponed {
			o.PlanCount++
		}
		s.events = s.events[:0]
		s.saw = 0
		s.freed = false
	}
	return s.failure == nil, s.failure
}

// endPlain ends job j.
func (s *State) endPlain(j int32) {
	o := s.outcome
	s.cluster.Release(j)
	s.freed = true
	o.End[j] = s.now
	o.EndOrder = append(o.EndOrder, j)
	s.note(Event{Completion, j})
	if s.pool != nil && s.pool.single {
		s.pool.one.Ended(j, o.Start[j]+s.jobs[j].Estimate)
	} else if s.pool != nil {
		s.pool.Forecast.Ended(j, o.Start[j]+s.jobs[j].Estimate)
	}
}

// arrivePlain lets job j wait, if the machine can ever run it.
func (s *State) arrivePlain(j int32) {
	if !s.cluster.CanEver(j) {
		s.outcome.State[j] = Refused
		return
	}
	s.queue.Append(j)
	if s.bySize.Exists {
		s.bySize.Add(j, s.jobs[j].Processors, s.jobs[j].Estimate)
	}
	s.note(Event{Arrival, j})
}

// startPlain starts waiting job j.
func (s *State) startPlain(j int32) {
	o, job := s.outcome, &s.jobs[j]
	if s.pool != nil && s.pool.single {
		s.pool.one.Started(j, 0, s.now+job.Estimate)
	} else if s.pool != nil {
		s.pool.Forecast.Started(j, 0, s.now+job.Estimate)
	}
	run, state := job.Run, Completed
	if run > job.Estimate {
		run, state = job.Estimate, Killed
	}
	o.Start[j], o.State[j] = s.now, state
	s.leave(j)
	s.ends.Push(eventlist.Entry{At: s.now + run, Seq: int32(len(o.StartOrder)), Job: j})
	o.StartOrder = append(o.StartOrder, j)
	s.cluster.Place(j, 0)
}
