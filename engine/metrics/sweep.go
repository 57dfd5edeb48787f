package metrics

import "backfill/engine"

// sweep goes through the instants of a run at which a job arrived, started or ended,
// in order of time, by merging the three orders that an Outcome holds. A step looks at
// each job at most once per kind of event, so the whole takes linear time.
type sweep struct {
	outcome                 *engine.Outcome
	arrived, started, ended int // next entry of the workload, of StartOrder, of EndOrder
	at                      engine.Time
	waiting                 int32         // jobs that wait after the decisions at this instant
	busy                    int64         // processors that running jobs asked for
	occupied                int64         // processors that running jobs take, rounded to the allocation unit
	waitingSizes            *waitingSizes // nil: not wanted
	waitingProcessors       int64         // requested by the waiting jobs
}

func newSweep(o *engine.Outcome) *sweep {
	s := &sweep{outcome: o}
	s.skipRefused()
	return s
}

// next moves to the following instant and says whether there is one.
func (s *sweep) next() bool {
	at := s.following()
	if at == engine.Never {
		return false
	}
	s.at = at
	o := s.outcome
	jobs := o.Workload.Jobs
	for s.arrived < len(jobs) && jobs[s.arrived].Submit == at {
		j := int32(s.arrived)
		// A job that starts at once is never seen waiting.
		if o.Start[j] != at {
			s.waiting++
			s.waitingProcessors += int64(jobs[j].Processors)
			if s.waitingSizes != nil {
				s.waitingSizes.push(o.Occupied(j), j)
			}
		}
		s.arrived++
		s.skipRefused()
	}
	for ; s.started < len(o.StartOrder) && o.Start[o.StartOrder[s.started]] == at; s.started++ {
		j := o.StartOrder[s.started]
		s.busy += int64(jobs[j].Processors)
		s.occupied += int64(o.Occupied(j))
		if jobs[j].Submit != at {
			s.waiting--
			s.waitingProcessors -= int64(jobs[j].Processors)
		}
	}
	for ; s.ended < len(o.EndOrder) && o.End[o.EndOrder[s.ended]] == at; s.ended++ {
		j := o.EndOrder[s.ended]
		s.busy -= int64(jobs[j].Processors)
		s.occupied -= int64(o.Occupied(j))
	}
	return true
}

// following is the instant after this one, Never if there is none.
func (s *sweep) following() engine.Time {
	o, at := s.outcome, engine.Never
	if s.arrived < len(o.Workload.Jobs) {
		at = o.Workload.Jobs[s.arrived].Submit
	}
	if s.started < len(o.StartOrder) {
		at = min(at, o.Start[o.StartOrder[s.started]])
	}
	if s.ended < len(o.EndOrder) {
		at = min(at, o.End[o.EndOrder[s.ended]])
	}
	return at
}

func (s *sweep) skipRefused() {
	for s.arrived < len(s.outcome.State) && s.outcome.State[s.arrived] == engine.Refused {
		s.arrived++
	}
}

// idle is the number of processors that nobody takes, given the machine's.
func (s *sweep) idle() int64 { return int64(s.outcome.Processors) - s.occupied }
