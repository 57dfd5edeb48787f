package policies

import (
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/policies/belief"
	"backfill/policies/queue"
)

// EASY is aggressive backfilling. In the order of arrival, a job starts if it can
// run for its whole estimate without delaying a reservation; the first
// Reservations jobs that cannot are given one, at their earliest start. With one
// reservation that is the rule of EASY: the head of the queue is promised the
// shadow time, the instant at which enough running jobs will have ended by their
// estimates, and a job behind it may start if it ends by the shadow time or needs
// no more than the extra processors, those left beside the head at that instant.
//
// Reservations are made anew at every call in which a job fits that could be better off than
// before; early ends move them earlier. On a machine with firm places a job that was refused is
// refused again until processors are freed, so after mere arrivals only the new jobs are looked at.
//
// A call costs O(q + r) for q waiting and r running jobs when there is one
// reservation, O(q (r + k)) at worst for k; where places are firm, O(1) for an arrival
// that does not fit. On a cluster with one reservation it is O(s log q + r) for s sizes of jobs.
//
// Source: Lifka, The ANL/IBM SP scheduling system (JSSPP 1995); Mu'alem and
// Feitelson, IEEE TPDS 12(6), 2001.
type EASY struct {
	Reservations int         // at least 1
	Others       queue.Order // in which jobs behind the reservations are tried
	// OnlyFitting says that a submission makes a pass only if the submitted job fits on the machine now. Where beliefs are corrected
	// meanwhile, a pass might start other jobs.
	OnlyFitting bool
	Reading     Reading
	ByPartition bool // every partition has heads of its own; without effect on a machine without partitions
	*belief.Belief

	skipped bool         // a call in which something may have changed for others
	waiting queue.BySize // if bySize
	bySize  bool         // the next of the others is found by size
	others  []int32
	running []int32 // jobs in the order in which they started, when FirstEnds were last counted
	started int     // jobs by then
	heads   heads   // if ByPartition
}

func (p *EASY) Schedule(s *engine.State) {
	if p.bySize = p.findsBySize(s); p.bySize {
		p.waiting.Update(s)
	} else {
		p.waiting.Clear()
	}
	if p.OnlyFitting && !p.calledFor(s) {
		p.skipped = true
		noteNoPass(s)
		return
	}
	if p.ByPartition && s.Partitions() > 0 {
		p.scheduleByPartition(s)
		return
	}
	usual := p.Reading == Reading{}
	onlyArrived := usual && !p.skipped && s.OnlyArrivals(engine.FirmPlaces)
	p.skipped = false
	candidate, held := s.First(), 0 // no job before the candidate may start; held jobs hold a reservation
	if candidate == engine.NoJob {
		return
	}
	if !s.Recording() {
		if onlyArrived {
			candidate = s.Events()[0].Job
		}
		j, place := s.Startable(candidate)
		for j == s.First() && j != engine.NoJob {
			p.start(s, j, place)
			j, place = s.Startable(s.First())
		}
		if j == engine.NoJob {
			return
		}
		s.Reserve(s.First())
		candidate, held = j, 1
	}
	if held < p.Reservations {
		candidate = p.reserve(s, held, candidate)
	}
	switch {
	case !usual:
		p.startAsRead(s)
	case p.bySize:
		p.startBySize(s)
	case p.Others != queue.ByArrival:
		p.startInOrder(s, candidate)
	default:
		j, place := s.Startable(candidate)
		for j != engine.NoJob {
			s.Start(j, place)
			j, place = s.Startable(s.Next(j))
		}
	}
	s.DropAll()
}

// A queue of longQueue jobs is kept by size, until fewer than shortQueue are left: it is faster to put so few into order.
const longQueue, shortQueue = 256, 64

// findsBySize says whether the next of the others is found by size.
func (p *EASY) findsBySize(s *engine.State) bool {
	if p.Others == queue.ByArrival || p.Reading != (Reading{}) || s.Recording() {
		return false
	}
	_, cluster := s.Machine().(*engine.Cluster)
	return cluster && (s.Waiting() >= longQueue || p.bySize && s.Waiting() >= shortQueue)
}

// start starts waiting job j.
func (p *EASY) start(s *engine.State, j int32, place engine.Placement) {
	if p.bySize {
		p.waiting.Remove(s, j)
	}
	s.Start(j, place)
}

// startBySize is startInOrder where the next job in the order is found by size. A job that has a reservation does not fit beside it.
func (p *EASY) startBySize(s *engine.State) {
	for {
		j := p.waiting.First(s, p.Others)
		if j == engine.NoJob {
			return
		}
		place, _ := s.StartsNow(j)
		p.start(s, j, place)
	}
}

// startInOrder starts, in the order of Others, the jobs from candidate on that may start. Where jobs that start make no room for others,
// those that cannot start at first need no second look.
func (p *EASY) startInOrder(s *engine.State, candidate int32) {
	p.others = p.others[:0]
	if s.Recording() || s.Machine().Offers()&engine.Monotone == 0 {
		for j := candidate; j != engine.NoJob; j = s.Next(j) {
			if _, held := s.Reservation(j); !held {
				p.others = append(p.others, j)
			}
		}
	} else {
		for j, _ := s.Startable(candidate); j != engine.NoJob; j, _ = s.Startable(s.Next(j)) {
			p.others = append(p.others, j)
		}
	}
	p.tryOthers(s)
}

// tryOthers starts, in the order of Others, those of the others that may start.
func (p *EASY) tryOthers(s *engine.State) {
	p.Others.Sort(s, p.others)
	for _, j := range p.others {
		s.NoteStartsNow(j)
		if place, ok := s.StartsNow(j); ok {
			s.Start(j, place)
		}
	}
}

// calledFor says whether anything but submissions of jobs that do not fit has happened.
func (p *EASY) calledFor(s *engine.State) bool {
	for _, e := range s.Events() {
		switch e.Kind {
		case engine.Overrun:
		case engine.Arrival:
			if _, fits := s.Fits(e.Job); fits {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// noteNoPass records of the waiting jobs that fit that nothing is done at this event.
func noteNoPass(s *engine.State) {
	if !s.Recording() {
		return
	}
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if _, fits := s.Fits(j); fits {
			s.Note(j, engine.Reason{Rule: engine.NextCycle, Blocker: engine.NoJob, Free: s.Free()})
		}
	}
}

// reserve starts or gives a reservation to one job after the other, behind those that hold one,
// until there are enough. It is the first from candidate on that it has not come to.
func (p *EASY) reserve(s *engine.State, held int, candidate int32) int32 {
	j, passed := s.First(), false
	if held > 0 {
		j = s.Next(j)
	}
	for ; j != engine.NoJob && held < p.Reservations; j = s.Next(j) {
		passed = passed || j == candidate
		switch started := s.StartOrReserve(j); {
		case !started:
			held++
		case p.bySize:
			p.waiting.Remove(s, j)
		}
	}
	if passed {
		return j
	}
	return candidate
}

var easy = scenario.PolicyKind{
	Description: param.Description{
		Kind: "easy", Name: "EASY backfilling",
		Doc:    "The job at the head of the queue gets a reservation; others may start past it if they do not delay it.",
		Source: "Lifka 1995; Mu'alem and Feitelson 2001",
		Params: slices.Concat([]param.Param{
			{Name: "reservations", Kind: param.Integer, Unit: "jobs", Min: 1, Max: 1000, Default: int64(1),
				Doc:    "How many waiting jobs, from the head of the queue, hold a reservation that nobody may delay.",
				Source: "Chiang, Arpaci-Dusseau, Vernon 2002"},
			{Name: "others", Title: "Order of the others", Kind: param.Choice, Choices: queue.OrderNames, Default: "arrival",
				Doc:    "In which order jobs behind the reservations are tried: by arrival; the shortest or the longest first; by area, processors times run time; by ratio, run time by processors. Run times are those that are believed; ties go by arrival.",
				Source: "Tsafrir, Etsion, Feitelson 2007 (shortest: EASY-SJBF, and EASY++ with userLastTwo and steps)"},
			{Name: "pass", Title: "Pass at a submission", Kind: param.Choice, Choices: []string{"always", "ifItFits"}, Default: "always",
				Doc: "Whether all waiting jobs are tried at every submission, or only if the submitted job fits on the machine. Where what is believed was corrected meanwhile, others may start."},
			headsParam("Which jobs get the reservations: the first of the queue, or the first of every partition; a job is at the head of all partitions in which it may run. partition is for a machine with partitions."),
		}, readingParams, belief.Params),
		Presets: easyPresets,
	},
	Needs: engine.Estimates,
	Demands: func(v param.Values) engine.Capability {
		all := headsDemand(v) | belief.Demands(v)
		if readingOf(v) != (Reading{}) {
			all |= engine.OnePool
		}
		return all
	},
	Check: checkEASY,
	New: func(v param.Values) engine.Policy {
		return &EASY{
			Reservations: int(v.Int("reservations")), Others: queue.Order(slices.Index(queue.OrderNames, v.Text("others"))),
			OnlyFitting: v.Text("pass") == "ifItFits", Reading: readingOf(v), ByPartition: byPartition(v), Belief: belief.Of(v),
		}
	},
	Shadow: func(v param.Values) bool { return v.Int("reservations") == 1 && !byPartition(v) },
}
