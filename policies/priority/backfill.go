package priority

import (
	"cmp"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/profile"
	"backfill/engine/scenario"
	"backfill/policies/belief"
	"backfill/policies/queue"
)

// Backfill looks at the waiting jobs in the order of a priority that is
// computed anew at every arrival and every completion. A job starts if it can run for
// its whole request without delaying a reservation; the first Reservations jobs that
// cannot are given one, at their earliest start; all others may start past them.
//
// Dynamic reservations are made anew in each pass, so that a job may lose its own to
// one whose priority has grown past it. With Fixed ones a job keeps it until it starts:
// each pass first places the jobs that hold one, in the order in which they got theirs,
// now if that is possible and else at their earliest start, and then looks at the
// others.
//
// Reservations outlast the pass. After mere arrivals, on a machine with firm places, they are
// as good as new, up to the first that another job would get now; and no job can start that
// could not, unless reservations change.
//
// Until the reservations are given out, a pass looks only at those heads of lines that may go
// first. After that it looks only at the first job of each line that may start now; if lines
// are many, at all jobs that may start, as long as these are few. A pass takes
// O(k log l + s l) for l lines of equal request, k reservations and s jobs that start, beside
// those that are looked at in vain and what the forecast does for all of them.
//
// Source: Chiang, Arpaci-Dusseau, Vernon, The impact of more accurate requested
// runtimes on production job scheduling performance, JSSPP 2002, sections 3 and 4.
type Backfill struct {
	Priority
	Reservations int // at least 1
	Fixed        bool
	Others       *queue.Order // in which jobs without a reservation are tried; nil: in that of the priority
	*belief.Belief

	waiting queue.ByRequest
	front   front
	held    []int32 // jobs that hold reservations, in the order in which they were made

	holes   []profile.Hole
	fitting []int32
	others  ranking // for startInOrder
}

func (p *Backfill) Schedule(s *engine.State) {
	p.begin(s)
	p.waiting.Update(s, p.apart())
	p.front.begun = false
	onlyArrived := s.OnlyArrivals(engine.FirmPlaces) && !s.Recording()
	if !onlyArrived {
		p.renew(s)
	}
	given := p.Fixed && len(p.held) == p.Reservations
	if (given || !p.Fixed) && !s.Recording() && p.nobodyFits(s, onlyArrived) {
		return
	}
	if !given && !p.reserve(s) {
		onlyArrived = false
	}
	if s.Recording() {
		p.startAll(s)
	} else {
		p.startOthers(s, onlyArrived)
	}
}

// renew drops the reservations. Jobs that held fixed ones start if they can, and get their
// earliest start anew if not.
func (p *Backfill) renew(s *engine.State) {
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
func (p *Backfill) startOrHold(s *engine.State, j int32) {
	if s.StartOrReserve(j) {
		p.waiting.Remove(s, j)
	} else {
		p.held = append(p.held, j)
	}
}

// nobodyFits says whether it is certain that no waiting job can start beside the
// reservations that there will be.
func (p *Backfill) nobodyFits(s *engine.State, onlyArrived bool) bool {
	if s.Free() == 0 {
		return true
	}
	if !p.Fixed && len(p.held) > 0 {
		return false // other reservations may leave more room
	}
	p.holes, _ = s.Holes(p.holes[:0])
	switch {
	case onlyArrived:
		return len(p.arrivedFitting(s)) == 0
	case p.waiting.Lines() > fewLines:
		return len(p.findFitting(s, 0)) == 0
	}
	return !p.waiting.SomeMayFit(p.holes)
}

// reserve looks at the waiting jobs by priority until all reservations are given out, and
// says whether the same jobs hold them as before and no other job has started. Dynamic
// ones are left with the first jobs that hold some already.
func (p *Backfill) reserve(s *engine.State) (unchanged bool) {
	unchanged = true
	if !p.Fixed {
		still := 0
		for still < len(p.held) && p.first(s) == p.held[still] {
			p.take(s, p.held[still])
			still++
		}
		for _, j := range p.held[still:] {
			s.Drop(j)
			unchanged = false
		}
		p.held = p.held[:still]
	}
	for len(p.held) < p.Reservations {
		j := p.first(s)
		if j == engine.NoJob {
			break
		}
		p.take(s, j)
		if p.Fixed {
			if _, holds := s.Reservation(j); holds {
				continue
			}
		}
		p.startOrHold(s, j)
		unchanged = false
	}
	return unchanged
}

// Of up to fewLines lines it is sooner asked whether they have a job that fits than of all sizes.
const fewLines = 128

// Up to few jobs are sooner compared with each other than found in the order of their priorities.
const few = 64

// startOthers starts, by priority, the jobs without a reservation that may start beside the
// reservations. No job that may start now has one: it would have got it because there was no
// room, and openings only shrink in a pass.
func (p *Backfill) startOthers(s *engine.State, onlyArrived bool) {
	exact := false
	for {
		p.holes, exact = s.Holes(p.holes[:0])
		switch {
		case onlyArrived:
			p.startInOrder(s, p.arrivedFitting(s))
			return
		case !exact || p.apart() || p.Others != nil:
			p.startInOrder(s, p.findFitting(s, s.Waiting()))
			return
		case p.waiting.Lines() > fewLines:
			if jobs := p.findFitting(s, few); len(jobs) <= few {
				p.startInOrder(s, jobs)
				return
			}
		}
		j := p.firstFitting(s)
		if j == engine.NoJob {
			return
		}
		place, _ := s.StartsNow(j)
		s.Start(j, place)
		p.waiting.Remove(s, j)
	}
}

// arrivedFitting are those of whom a hole holds that have just arrived.
func (p *Backfill) arrivedFitting(s *engine.State) []int32 {
	p.fitting = p.fitting[:0]
	for _, e := range s.Events() {
		if p.waiting.Fits(s, e.Job, p.holes) {
			p.fitting = append(p.fitting, e.Job)
		}
	}
	return p.fitting
}

// findFitting are those whom a hole holds if there are no more than most, and otherwise
// one more than that.
func (p *Backfill) findFitting(s *engine.State, most int) []int32 {
	if len(p.fitting) <= most {
		p.fitting = slices.Grow(p.fitting[:0], most+1)
		p.fitting = p.fitting[:cap(p.fitting)]
	}
	n := p.waiting.Fitting(s, p.holes, p.fitting[:most])
	return p.fitting[:n]
}

// startInOrder starts, by priority or in the order of Others, those of the jobs that may start. If decisions are recorded,
// it is noted why each starts or waits.
func (p *Backfill) startInOrder(s *engine.State, jobs []int32) {
	if p.Others != nil {
		slices.SortFunc(jobs, func(a, b int32) int { return cmp.Compare(p.waiting.Place(a), p.waiting.Place(b)) })
		p.Others.Sort(s, jobs)
		for _, j := range jobs {
			p.startIfPossible(s, j)
		}
		return
	}
	p.others = p.others[:0]
	for _, j := range jobs {
		p.others = append(p.others, p.ranked(s, j))
	}
	p.others.order()
	for len(p.others) > 0 && (s.Free() > 0 || s.Recording()) {
		j := p.others.first()
		p.others.remove()
		p.startIfPossible(s, j)
	}
}

func (p *Backfill) startIfPossible(s *engine.State, j int32) {
	s.NoteStartsNow(j)
	if place, ok := s.StartsNow(j); ok {
		s.Start(j, place)
		p.waiting.Remove(s, j)
	}
}

// startAll does the same with all jobs that hold no reservation.
func (p *Backfill) startAll(s *engine.State) {
	p.fitting = p.fitting[:0]
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if _, holds := s.Reservation(j); !holds {
			p.fitting = append(p.fitting, j)
		}
	}
	p.startInOrder(s, p.fitting)
}

// InOrder puts waiting jobs in the order of their priorities, behind those that hold fixed
// reservations.
func (p *Backfill) InOrder(s *engine.State, waiting []int32) {
	p.others = p.others[:0]
	for i, j := range waiting {
		r := ranked{p.of(s, j), int32(i), j, p.exactly(s, j)}
		if at := slices.Index(p.held, j); p.Fixed && at >= 0 {
			r = ranked{priority: math.Inf(1), place: int32(at), job: j}
		}
		p.others = append(p.others, r)
	}
	sortRanked(p.others, waiting)
}

// BackfillKind is priority backfilling as a scenario names it. Without a compiler a run fails
// whose priority is an expression.
func BackfillKind(compile Compiler) scenario.PolicyKind {
	return scenario.PolicyKind{
		Description: param.Description{
			Kind: "priority-backfill", Name: "Priority backfilling",
			Doc:    "Backfilling in the order of a priority, such as expansion factor, that changes while jobs wait.",
			Source: "Chiang, Arpaci-Dusseau, Vernon 2002",
			Params: slices.Concat([]param.Param{byPriority, waitWeight,
				{Name: "reservations", Kind: param.Integer, Unit: "jobs", Min: 0, Max: 1000, Default: int64(1),
					Doc: "How many waiting jobs, by priority, hold a reservation that nobody may delay; 0: all."},
				{Name: "reservation", Kind: param.Choice, Choices: []string{"dynamic", "fixed"}, Default: "dynamic",
					Doc: "Whether reservations are given anew, by priority, whenever something changes, or kept by those who have one."},
				{Name: "others", Title: "Order of the others", Kind: param.Choice, Choices: append([]string{byPriority.Name}, queue.OrderNames...), Default: byPriority.Name,
					Doc: "In which order jobs without a reservation are tried: that of the priority, or of arrival, or by size and believed run time as under EASY. In the words of Maui, the priority is its first fit, and longest and largestArea are its best fit by seconds and by processor-seconds."},
				maxRequest, halfLife,
			}, belief.Params),
			Presets: append(presets(" backfilling", " and gets a reservation; others start, in this order, if they do not delay it."), maui),
		},
		Needs:   engine.Estimates,
		Demands: demands,
		Check:   belief.Check,
		New: func(v param.Values) engine.Policy {
			k := int(v.Int("reservations"))
			if k == 0 {
				k = math.MaxInt
			}
			p := &Backfill{Reservations: k, Fixed: v.Text("reservation") == "fixed", Belief: belief.Of(v)}
			if at := slices.Index(queue.OrderNames, v.Text("others")); at >= 0 {
				others := queue.Order(at)
				p.Others = &others
			}
			if err := p.read(v, compile); err != nil {
				return broken{err}
			}
			return p
		},
	}
}
