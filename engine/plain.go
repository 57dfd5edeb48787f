package engine

import "backfill/engine/eventlist"

// isPlain says whether nothing but arrivals, ends of jobs and wake-ups can happen, on a
// cluster and in batches, that no job outlives its estimate, and that nothing is recorded.
// Most runs are so. What runPlain and startPlain do then is what run and Start would do, with less to
// ask about every job, and they tell the one reservation of EASY directly of jobs that start and end.
func (s *State) isPlain() bool {
	o := &s.options
	return s.cluster != nil && s.moving == nil && s.observers == nil && o.Order == Batch && o.Kill == KillAtEstimate &&
		o.Clock == nil && o.Enough == nil && s.workload.After == nil && s.workload.Requested == nil
}

// runInParts is run of a plain run.
func (s *State) runInParts(p Policy) error {
	for {
		if more, err := s.runPlain(p); !more {
			return err
		}
	}
}

// runPlain is runInParts for progressEvery instants; it returns whether there may be more. In WebAssembly a function is
// compiled well for its next call only, so that a single long loop would end as slowly as it began.
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
			if err := s.options.Progress(len(o.EndOrder)); err != nil {
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
	o.Start[j], o.State[j], o.Overtook[j] = s.now, state, s.queue.First != j
	s.leave(j)
	s.ends.Push(eventlist.Entry{At: s.now + run, Seq: int32(len(o.StartOrder)), Job: j})
	o.StartOrder = append(o.StartOrder, j)
	s.cluster.Place(j, 0)
}
