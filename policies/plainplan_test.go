package policies

import (
	"slices"

	"backfill/engine"
)

// plainPlan keeps the reservations of a plain version of a policy: it asks of every instant at which something ends whether a job has
// room from then on.
type plainPlan struct{ reserved map[int32]engine.Time }

func (p *plainPlan) start(s *engine.State, j int32) {
	delete(p.reserved, j)
	place, _ := s.Fits(j)
	s.Start(j, place)
}

// stays are the jobs that run, from now on, and those that have a reservation, each with its size.
func (p *plainPlan) stays(s *engine.State) (list []struct {
	from, to engine.Time
	size     int32
}) {
	for j := range int32(len(s.Workload().Jobs)) {
		from, to := s.Now(), max(s.ExpectedEnd(j), s.Now()+engine.Millisecond) // overdue: any moment
		at, holds := p.reserved[j]
		if holds {
			from, to = at, at+s.Job(j).Estimate
		}
		if holds || s.Runs(j) {
			list = append(list, struct {
				from, to engine.Time
				size     int32
			}{from, to, s.Occupies(j)})
		}
	}
	return list
}

// earliest is the first instant from which job j has room; nothing gets free but when something ends.
func (p *plainPlan) earliest(s *engine.State, j int32) engine.Time {
	return p.earliestFrom(s, j, s.Now())
}

// earliestFrom is the first such instant that is not before from.
func (p *plainPlan) earliestFrom(s *engine.State, j int32, from engine.Time) engine.Time {
	instants := []engine.Time{from}
	for _, stay := range p.stays(s) {
		instants = append(instants, stay.to)
	}
	slices.Sort(instants)
	for _, at := range instants {
		if at >= from && p.hasRoom(s, j, at) {
			return at
		}
	}
	return engine.Never
}

// wake has the policy called when the first reservation is due. As under conservative backfilling, nobody is woken while that waits for a
// job that is overdue.
func (p *plainPlan) wake(s *engine.State) {
	first := engine.Never
	for _, at := range p.reserved {
		first = min(first, at)
	}
	if first != engine.Never && !(s.Overdue() && first == s.Now()+engine.Millisecond) {
		s.WakeAt(first)
	}
}

// hasRoom says whether job j has room from the instant at on, for as long as it is believed to run. Room gets less only when something
// begins.
func (p *plainPlan) hasRoom(s *engine.State, j int32, at engine.Time) bool {
	stays := p.stays(s)
	instants := []engine.Time{at}
	for _, stay := range stays {
		if stay.from > at && stay.from < at+s.Job(j).Estimate {
			instants = append(instants, stay.from)
		}
	}
	for _, t := range instants {
		free := s.Processors() - s.Occupies(j)
		for _, stay := range stays {
			if stay.from <= t && t < stay.to {
				free -= stay.size
			}
		}
		if free < 0 {
			return false
		}
	}
	return true
}
