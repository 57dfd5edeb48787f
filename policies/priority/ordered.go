package priority

import (
	"cmp"
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/policies/belief"
)

// Ordered starts jobs in the order of a priority, without backfilling or with the little that some programs do.
//
// By default the job that goes first holds up all others until it starts, and which one that is is found anew at every call. With
// WhoeverFits others start in the order of the priority where that one does not fit.
//
// With Committed the job that goes first is chosen, and stays chosen until it has started, whoever is submitted meanwhile. With Besides,
// too, the others, in the order of arrival, start meanwhile if they fit and end, by their requests, strictly before the instant at which
// the chosen job can start by the requests of those that run. There are no extra processors.
//
// A call costs O(q) for q waiting jobs and each job that it starts, O(q log q) with WhoeverFits.
//
// Source: Zhang, Dai, He, Bao, Xie, RLScheduler: an automated HPC batch job scheduler using reinforcement learning, SC 2020 (Committed and
// Besides, as its program does).
type Ordered struct {
	Priority
	WhoeverFits bool
	Committed   bool
	Besides     bool
	*belief.Belief

	chosen  int32 // plus 1; 0: none
	running []end // with Besides
	list    []ranked
	jobs    []int32
}

// end is when a running job is to end by its request.
type end struct {
	at  engine.Time
	job int32
}

func (p *Ordered) Schedule(s *engine.State) {
	p.begin(s)
	if p.Besides {
		p.forget(s)
	}
	if p.WhoeverFits {
		p.startFitting(s)
		return
	}
	for s.First() != engine.NoJob {
		if p.chosen == 0 || !p.Committed {
			p.chosen = p.first(s) + 1
		}
		j := p.chosen - 1
		place, fits := p.fits(s, j)
		if !fits {
			break
		}
		s.Note(j, engine.Reason{Rule: engine.StartedInOrder, Blocker: engine.NoJob, Free: s.Free()})
		p.start(s, j, place)
		p.chosen = 0
	}
	if p.chosen == 0 {
		return
	}
	if p.Besides {
		p.startBesides(s, p.chosen-1)
	}
	p.noteBehind(s, p.chosen-1)
}

// forget takes out the running jobs whose end has been taken.
func (p *Ordered) forget(s *engine.State) {
	for _, e := range s.Events() {
		if e.Kind == engine.Completion {
			p.running = slices.DeleteFunc(p.running, func(r end) bool { return r.job == e.Job })
		}
	}
}

// fits says whether job j fits now. With Besides, processors are free once the end of their job has been taken, even where that was foreseen.
func (p *Ordered) fits(s *engine.State, j int32) (engine.Placement, bool) {
	place, fits := s.Fits(j)
	return place, fits && (!p.Besides || s.Occupies(j) <= p.free(s))
}

// free is how many processors no job holds whose end has not been taken.
func (p *Ordered) free(s *engine.State) int32 {
	free := s.Processors()
	for _, r := range p.running {
		free -= s.Occupies(r.job)
	}
	return free
}

// start starts waiting job j.
func (p *Ordered) start(s *engine.State, j int32, place engine.Placement) {
	if p.Besides {
		p.running = append(p.running, end{s.Now() + s.Job(j).Estimate, j})
	}
	s.Start(j, place)
}

// shadow is when job j, which does not fit, can start by the requests of those that run.
func (p *Ordered) shadow(s *engine.State, j int32) engine.Time {
	slices.SortStableFunc(p.running, func(a, b end) int { return cmp.Compare(a.at, b.at) })
	free := p.free(s)
	for _, r := range p.running {
		if free += s.Occupies(r.job); free >= s.Occupies(j) {
			return max(r.at, s.Now())
		}
	}
	return engine.Never
}

// first is the waiting job that goes first.
func (p *Ordered) first(s *engine.State) int32 {
	best := p.ranked(s, s.First(), 0)
	place := int32(0)
	for j := s.Next(s.First()); j != engine.NoJob; j = s.Next(j) {
		place++
		if r := p.ranked(s, j, place); r.before(&best) {
			best = r
		}
	}
	return best.job
}

// ranked is waiting job j, the place-th in the order of arrival, with its priority. One that is no finite number fails the run.
func (p *Ordered) ranked(s *engine.State, j, place int32) ranked {
	x := p.of(s, j)
	if x-x != 0 {
		s.Fail(p.notFinite(s, j, x))
	}
	return ranked{x, place, j, p.exactly(s, j)}
}

// startFitting starts, in the order of the priority, all jobs that fit.
func (p *Ordered) startFitting(s *engine.State) {
	p.list, p.jobs = p.list[:0], p.jobs[:0]
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		p.list = append(p.list, p.ranked(s, j, int32(len(p.list))))
		p.jobs = append(p.jobs, j)
	}
	sortRanked(p.list, p.jobs)
	passed, first := int32(0), engine.NoJob // of those that do not fit
	for _, j := range p.jobs {
		place, fits := s.Fits(j)
		if !fits {
			if passed++; passed == 1 {
				first = j
			}
			s.Note(j, engine.Reason{Rule: engine.TooWideNow, Blocker: engine.NoJob, Free: s.Free()})
			continue
		}
		why := engine.Reason{Rule: engine.StartedInOrder, Blocker: engine.NoJob, Free: s.Free()}
		if passed > 0 {
			why.Rule, why.Blocker, why.Others = engine.StartedFitting, first, passed-1
		}
		s.Note(j, why)
		s.Start(j, place)
	}
}

// startBesides starts other jobs while the chosen one waits.
func (p *Ordered) startBesides(s *engine.State, chosen int32) {
	shadow := p.shadow(s, chosen)
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if j == chosen || s.Now()+s.Job(j).Estimate >= shadow {
			continue
		}
		if place, fits := p.fits(s, j); fits {
			s.Note(j, engine.Reason{Rule: engine.StartedBeforeShadow, Blocker: chosen, Shadow: shadow, Free: p.free(s)})
			p.start(s, j, place)
		}
	}
}

// noteBehind records that the job that goes first is blocked and all others wait behind it.
func (p *Ordered) noteBehind(s *engine.State, first int32) {
	if !s.Recording() {
		return
	}
	s.Note(first, engine.Reason{Rule: engine.HeadBlocked, Blocker: engine.NoJob, Shadow: engine.Never, Free: s.Free()})
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if j != first && s.Records(j) {
			s.Note(j, engine.Reason{Rule: engine.BehindHead, Blocker: first, Free: s.Free()})
		}
	}
}

// InOrder puts waiting jobs in the order of their priorities, behind one that is chosen.
func (p *Ordered) InOrder(s *engine.State, waiting []int32) {
	list := make([]ranked, 0, len(waiting))
	for i, j := range waiting {
		list = append(list, ranked{p.of(s, j), int32(i), j, p.exactly(s, j)})
	}
	sortRanked(list, waiting)
	if at := slices.Index(waiting, p.chosen-1); p.Committed && at > 0 {
		copy(waiting[1:at+1], waiting[:at])
		waiting[0] = p.chosen - 1
	}
}

// OrderedKind is the order of a priority as a scenario names it. Without a compiler a run fails whose priority is an expression.
func OrderedKind(compile Compiler) scenario.PolicyKind {
	return scenario.PolicyKind{
		Description: param.Description{
			Kind: "priority", Name: "In the order of a priority",
			Doc:    "Jobs start in the order of a priority, without reservations.",
			Source: "Zhang, Dai, He, Bao, Xie 2020 (chosen)",
			Params: slices.Concat([]param.Param{byPriority, waitWeight,
				{Name: "who", Title: "Who may start", Kind: param.Choice, Choices: []string{"first", "whoeverFits", "chosen", "chosenAndBesides"}, Default: "first",
					Doc: "first: only the job that goes first at this instant, all others wait behind it. whoeverFits: others start, too, if that one does not fit. chosen: once a job goes first it is chosen, and nobody else starts before it does. " +
						"chosenAndBesides: meanwhile others start, in the order of arrival, that fit and end by their requests strictly before the chosen job can start."},
				{Name: "waits", Title: "Wait of a job", Kind: param.Choice, Choices: []string{"real", "untilNoStart"}, Default: "real", Only: &param.Only{Name: "priority", In: []string{"wfp3", "unicep"}},
					Doc: "What WFP3 and UNICEP take for the wait of a job that waits: real; untilNoStart, the time from its submission to a start at -1 s, which stands for none. That is a mistake of a published program, by which the job that has waited longest goes last; tables of several papers have it."},
				maxRequest, halfLife,
			}, belief.Params),
			Presets: append(presets("", "; all others wait behind it."), whoeverFits),
		},
		Needs:   engine.OnePool,
		Demands: demands,
		Check:   belief.Check,
		New: func(v param.Values) engine.Policy {
			p := &Ordered{Belief: belief.Of(v)}
			switch v.Text("who") {
			case "whoeverFits":
				p.WhoeverFits = true
			case "chosen":
				p.Committed = true
			case "chosenAndBesides":
				p.Committed, p.Besides = true, true
			}
			if err := p.read(v, compile); err != nil {
				return broken{err}
			}
			p.NoWait = v.Text("waits") == "untilNoStart" && (p.Name == "wfp3" || p.Name == "unicep")
			return p
		},
	}
}
