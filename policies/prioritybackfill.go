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
// Reservations outlast the pass. Where nothing but arrivals has happened since, on a machine
// with firm places, they are as good as new, up to the first that another job would get now;
// and nobody can start who could not, unless reservations change.
//
// Only heads of lines are put in order, until the reservations are given out. Of the
// others only those are looked at that may start now, or if those are many, jobs by
// priority until one may. A pass costs O(l + (k + s) log l) for l lines of equal request,
// k reservations and s jobs that start, beside what the forecast does for the k + s and
// the few that are looked at in vain.
//
// Source: Chiang, Arpaci-Dusseau, Vernon, The impact of more accurate requested
// runtimes on production job scheduling performance, JSSPP 2002, sections 3 and 4.
type PriorityBackfill struct {
	Priority
	Reservations int // at least 1
	Fixed        bool

	waiting waitingJobs
	ranking ranking // of the heads of lines, without those that have been taken in this pass
	held    []int32 // those who hold reservations, in the order in which they were made

	openings []engine.Opening
	others   []ranked // for startInOrder
}

func (p *PriorityBackfill) Schedule(s *engine.State) {
	p.find()
	p.waiting.update(s, p.Expression != nil)
	p.ranking = p.ranking[:0]
	if !s.OnlyArrivals(engine.FirmPlaces) || s.Recording() {
		p.renew(s)
	}
	given := p.Fixed && len(p.held) == p.Reservations
	if (given || !p.Fixed) && !s.Recording() && p.nobodyFits(s) {
		return
	}
	if !given {
		p.reserve(s)
	}
	if s.Recording() {
		p.startInOrder(s)
	} else {
		p.startOthers(s)
	}
}

// renew drops the reservations. Those who held fixed ones start if they can, and get
// their earliest start anew if not.
func (p *PriorityBackfill) renew(s *engine.State) {
	s.DropAll()
	held := p.held
	p.held = held[:0]
	if p.Fixed {
		for _, j := range held {
			p.startOrHold(s, j)
		}
	}
}

// startOrHold starts waiting job j or gives it a reservation.
func (p *PriorityBackfill) startOrHold(s *engine.State, j int32) {
	if startOrReserve(s, j) {
		p.waiting.remove(s, j)
	} else {
		p.held = append(p.held, j)
	}
}

// nobodyFits says whether it is certain that no waiting job can start beside the
// reservations that there will be.
func (p *PriorityBackfill) nobodyFits(s *engine.State) bool {
	if s.Free() == 0 {
		return true
	}
	if !p.Fixed && len(p.held) > 0 {
		return false // other reservations may leave more room
	}
	p.openings, _ = s.Openings(p.openings[:0])
	for range p.waiting.sizes.within(p.openings) {
		return false
	}
	return true
}

// reserve looks at the waiting jobs by priority until all reservations are given out.
// Dynamic ones are left with the first who hold some already.
func (p *PriorityBackfill) reserve(s *engine.State) {
	p.rank(s)
	if !p.Fixed {
		still := 0
		for still < len(p.held) && p.ranking.first() == p.held[still] {
			p.take(s)
			still++
		}
		for _, j := range p.held[still:] {
			s.Drop(j)
		}
		p.held = p.held[:still]
	}
	for len(p.ranking) > 0 && len(p.held) < p.Reservations {
		j := p.take(s)
		if _, holds := s.Reservation(j); !holds {
			p.startOrHold(s, j)
		}
	}
}

// rank puts the heads of all lines into the ranking.
func (p *PriorityBackfill) rank(s *engine.State) {
	p.ranking = p.ranking[:0]
	for _, j := range p.waiting.lines.heads {
		if j != engine.NoJob {
			p.ranking = append(p.ranking, p.ranked(s, j))
		}
	}
	p.ranking.order()
}

// take is the job that goes first, which leaves the ranking to the next of its line.
func (p *PriorityBackfill) take(s *engine.State) int32 {
	j := p.ranking.first()
	if next := p.waiting.lines.jobs[j].next; next == engine.NoJob {
		p.ranking.remove()
	} else {
		p.ranking.replace(p.ranked(s, next))
	}
	return j
}

// ranked is waiting job j with its priority. One that is no finite number fails the run.
func (p *PriorityBackfill) ranked(s *engine.State, j int32) ranked {
	x := p.of(s, j)
	if x-x != 0 {
		s.Fail(p.notFinite(s, j, x))
	}
	return ranked{x, p.waiting.lines.jobs[j].place, j}
}

// startOthers starts by priority, of those without a reservation, who may start beside
// those that are held.
func (p *PriorityBackfill) startOthers(s *engine.State) {
	for {
		var exact bool
		if p.openings, exact = s.Openings(p.openings[:0]); !exact {
			p.startInOrder(s)
			return
		}
		j := p.next(s)
		if j == engine.NoJob {
			return
		}
		place, _ := s.StartsNow(j)
		s.Start(j, place)
		p.waiting.remove(s, j)
	}
}

// few jobs are sooner compared with each other than found in the ranking.
const few = 64

// next is the job that goes first of those which an opening holds, NoJob if there is
// none. It has no reservation: those who have got theirs because there was no room, and
// openings only shrink in a pass.
func (p *PriorityBackfill) next(s *engine.State) int32 {
	var fitting [few]int32
	n := 0
	for j := range p.waiting.sizes.within(p.openings) {
		if n == few {
			return p.takeFitting(s)
		}
		fitting[n] = j
		n++
	}
	best := ranked{job: engine.NoJob}
	for _, j := range fitting[:n] {
		if r := p.ranked(s, j); best.job == engine.NoJob || r.before(best) {
			best = r
		}
	}
	return best.job
}

// takeFitting takes jobs from the ranking up to the first that an opening holds, of which
// there is one. Those passed over need not be looked at again in this pass.
func (p *PriorityBackfill) takeFitting(s *engine.State) int32 {
	if len(p.ranking) == 0 {
		p.rank(s)
	}
	for {
		j := p.take(s)
		if job := s.Job(j); hold(p.openings, job.Processors, s.Workload().MemoryNeed(j), job.Estimate) {
			return j
		}
	}
}

// startInOrder does the same by asking for one after the other: of those that an opening
// holds or, if decisions are recorded, of all, and records why each starts or waits.
func (p *PriorityBackfill) startInOrder(s *engine.State) {
	p.others = p.others[:0]
	other := func(j int32) {
		if _, holds := s.Reservation(j); !holds {
			p.others = append(p.others, p.ranked(s, j))
		}
	}
	if s.Recording() {
		for j := s.First(); j != engine.NoJob; j = s.Next(j) {
			other(j)
		}
	} else {
		for j := range p.waiting.sizes.within(p.openings) {
			other(j)
		}
	}
	slices.SortFunc(p.others, compareRanked)
	for _, r := range p.others {
		s.NoteStartsNow(r.job)
		if place, ok := s.StartsNow(r.job); ok {
			s.Start(r.job, place)
			p.waiting.remove(s, r.job)
		}
	}
}

// InOrder puts waiting jobs in the order of their priorities, behind those who hold fixed
// reservations.
func (p *PriorityBackfill) InOrder(s *engine.State, waiting []int32) {
	p.others = p.others[:0]
	for i, j := range waiting {
		r := ranked{p.of(s, j), int32(i), j}
		if at := slices.Index(p.held, j); p.Fixed && at >= 0 {
			r.priority, r.place = math.Inf(1), int32(at)
		}
		p.others = append(p.others, r)
	}
	sortRanked(p.others, waiting)
}

func priorityBackfill(compile Compiler) scenario.PolicyKind {
	return scenario.PolicyKind{
		Description: describe("priority-backfill", "Priority backfilling",
			"Backfilling in the order of a priority, such as expansion factor, that changes while jobs wait.",
			"Chiang, Arpaci-Dusseau, Vernon 2002",
			param.Param{Name: "priority", Kind: param.Formula, Choices: priorityNames(), Default: "fcfs", Example: "sqrt((wait+R)/R) + 0.01*wait",
				Doc:      "Who goes first, by wait J and request R in hours: fcfs J; sjf M/R, the shortest request; lxf (J+R)/R, the largest expansion factor; -w adds w J; sqrt- takes the root of the rest. M is maxRequest, w is waitWeight. Or an expression: the larger goes first.",
				Language: "wait (or J), R (requested time) and submit in hours; processors; memory of the job in GB; waitWeight (or w), maxRequest (or M). Operators + - * / **, comparisons, condition ? a : b; functions sqrt, abs, exp, log, pow, min, max."},
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
