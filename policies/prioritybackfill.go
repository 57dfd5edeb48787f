package policies

import (
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
)

// PriorityBackfill looks at the waiting jobs in the order of a priority that is
// computed anew at every arrival and every completion. A job starts if it can run for
// its whole request without delaying a reservation; the first Reservations jobs that
// cannot are given one, at their earliest start; all others may start past them.
//
// Dynamic reservations are made anew in each pass, so that a job may lose its own to
// one whose priority has grown past it. With Fixed ones a job keeps it until it starts:
// each pass first places those who hold one, in the order in which they got theirs,
// now if that is possible and else at their earliest start, and then looks at the
// others.
//
// Only as many jobs are put in order as it takes to give out the reservations; of the
// others only those that fit the machine now. A pass costs O(q + (k + s) log q) for q
// waiting jobs, k reservations and s jobs that fit, beside what the forecast does for
// the k + s; one in which nobody fits costs O(q) comparisons.
//
// Source: Chiang, Arpaci-Dusseau, Vernon, The impact of more accurate requested
// runtimes on production job scheduling performance, JSSPP 2002, sections 3 and 4.
type PriorityBackfill struct {
	Priority
	Reservations int // at least 1
	Fixed        bool

	ranking ranking
	held    []int32 // fixed reservations, in the order in which they were made
}

func (p *PriorityBackfill) Schedule(s *engine.State) {
	p.find()
	reserved := 0
	if p.Fixed {
		p.placeHeld(s)
		reserved = len(p.held)
	}
	if (!p.Fixed || reserved >= p.Reservations) && !s.Recording() && s.Fitting(s.First()) == engine.NoJob {
		return
	}
	if !p.ranking.rank(s, &p.Priority) {
		return
	}
	for len(p.ranking) > 0 && reserved < p.Reservations {
		j := p.ranking.take()
		if _, holds := s.Reservation(j); holds {
			continue
		}
		if startOrReserve(s, j) {
			continue
		}
		reserved++
		if p.Fixed {
			p.held = append(p.held, j)
		}
	}
	p.startOthers(s)
	if !p.Fixed {
		s.DropAll()
	}
}

// placeHeld starts those who hold a fixed reservation and can, and gives the others
// their earliest start anew.
func (p *PriorityBackfill) placeHeld(s *engine.State) {
	s.DropAll()
	kept := p.held[:0]
	for _, j := range p.held {
		if !startOrReserve(s, j) {
			kept = append(kept, j)
		}
	}
	p.held = kept
}

// startOthers starts, of the jobs left in the ranking, those that can.
func (p *PriorityBackfill) startOthers(s *engine.State) {
	fitting := p.ranking[:0]
	for _, r := range p.ranking {
		if _, fits := s.Fits(r.job); fits || s.Recording() {
			fitting = append(fitting, r)
		}
	}
	slices.SortFunc(fitting, compareRanked)
	for _, r := range fitting {
		if _, holds := s.Reservation(r.job); holds {
			continue
		}
		s.NoteStartsNow(r.job)
		if place, ok := s.StartsNow(r.job); ok {
			s.Start(r.job, place)
		}
	}
}

func priorityBackfill(compile Compiler) scenario.PolicyKind {
	return scenario.PolicyKind{
		Description: describe("priority-backfill", "Priority backfilling",
			"Backfilling in the order of a priority, such as expansion factor, that changes while jobs wait.",
			"Chiang, Arpaci-Dusseau, Vernon 2002",
			param.Param{Name: "priority", Kind: param.Formula, Choices: priorityNames(), Default: "fcfs",
				Doc: "Who goes first, by wait J and request R in hours: fcfs J; sjf M/R, the shortest request; lxf (J+R)/R, the largest expansion factor; -w adds w J; sqrt- takes the root of the rest. M is maxRequest, w is waitWeight. Or an expression of one's own, the larger first, over wait (or J), R and submit in hours, processors, memory of the job in GB, waitWeight (or w) and maxRequest (or M), with + - * / **, comparisons, condition ? a : b and sqrt, abs, exp, log, pow, min, max: sqrt((wait+R)/R) + 0.01*wait."},
			param.Param{Name: "waitWeight", Kind: param.Number, Unit: "per hour", Min: 0, Max: 1000, Default: 0.01,
				Doc: "Weight w of the wait in the priorities that end in -w."},
			param.Param{Name: "reservations", Kind: param.Integer, Unit: "jobs", Min: 0, Max: 1000, Default: int64(1),
				Doc: "How many waiting jobs, by priority, hold a reservation that nobody may delay; 0: all."},
			param.Param{Name: "reservation", Kind: param.Choice, Choices: []string{"dynamic", "fixed"}, Default: "dynamic",
				Doc: "Whether reservations are given anew, by priority, whenever something changes, or kept by those who have one."},
			param.Param{Name: "maxRequest", Kind: param.Number, Unit: "h", Min: 0.001, Max: 1e6, Default: 400.0,
				Doc: "Longest request M in the priorities of short jobs, which sets how much a wait counts beside them."}),
		Needs: engine.Estimates,
		New: func(v param.Values) engine.Policy {
			k := int(v.Int("reservations"))
			if k == 0 {
				k = math.MaxInt
			}
			p := &PriorityBackfill{
				Priority:     Priority{Name: v.Text("priority"), WaitWeight: v.Float("waitWeight"), MaxRequest: v.Float("maxRequest")},
				Reservations: k, Fixed: v.Text("reservation") == "fixed",
			}
			if !slices.Contains(priorityNames(), p.Name) {
				var err error
				if p.Expression, err = compile(p.Name); err != nil {
					return broken{err}
				}
			}
			return p
		},
	}
}
