package policies

import (
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/policies/belief"
)

// Relaxed backfilling is EASY whose head may be delayed a little: others may start past it as long as it can still start by a limit that
// lies behind its shadow time by a share, Relaxation, of its expected wait. That is the wait until the start that it was promised first,
// when it became the head.
//
// The limit counts from the first promise, or from the shadow time where early ends have moved that before the promise, so that delays of
// one call after the other do not add up. With Promised it always counts from the first promise, and what early ends give is lent to
// others, too. With a relaxation of 0, and without Promised, that is EASY.
//
// A call costs O(q + r) for q waiting and r running jobs.
//
// Source: Ward, Mahood, West, Scheduling jobs on parallel systems using a relaxed backfill strategy, JSSPP 2002.
type Relaxed struct {
	Relaxation float64 // at least 0
	Promised   bool
	*belief.Belief

	head    int32 // plus 1; 0: there has been none
	promise engine.Time
}

func (p *Relaxed) Schedule(s *engine.State) {
	for s.First() != engine.NoJob {
		place, ok := s.StartsNow(s.First())
		if !ok {
			break
		}
		s.NoteStartsNow(s.First())
		s.Start(s.First(), place)
	}
	head := s.First()
	if head == engine.NoJob {
		return
	}
	limit := p.limit(s, head)
	extra := -s.Occupies(head)
	for _, step := range slices.Backward(s.Outlook()) {
		if step.At <= limit {
			extra += step.Free
			break
		}
	}
	for j := s.Next(head); j != engine.NoJob; j = s.Next(j) {
		why := engine.Reason{Blocker: head, Shadow: limit, Extra: extra, Free: s.Free()}
		place, fits := s.Fits(j)
		ends := s.Now()+s.Job(j).Estimate <= limit
		switch {
		case !fits:
			why.Rule, why.Blocker = engine.TooWideNow, engine.NoJob
		case ends:
			why.Rule = engine.StartedBeforeShadow
		case s.Occupies(j) <= extra:
			why.Rule = engine.StartedInExtra
			extra -= s.Occupies(j)
		default:
			why.Rule = engine.WouldDelay
		}
		s.Note(j, why)
		if why.Rule.Acts() {
			s.Start(j, place)
		}
	}
	s.Reserve(head) // for those who watch: what it can expect now
	s.NoteReserved(head)
	s.DropAll()
}

// limit is by when the head, which does not fit now, must be able to start.
func (p *Relaxed) limit(s *engine.State, head int32) engine.Time {
	shadow := s.Earliest(head).At
	if p.head != head+1 {
		p.head, p.promise = head+1, shadow
	}
	from := p.promise
	if !p.Promised {
		from = min(from, shadow)
	}
	delay := engine.Time(p.Relaxation * float64(p.promise-s.Job(head).Submit))
	return max(shadow, from+delay)
}

// countedFrom is the parameter that says from where it counts how much a promise may be broken.
func countedFrom(doc string) param.Param {
	return param.Param{Name: "from", Title: "Counted from", Kind: param.Choice, Choices: []string{"sooner", "promise"}, Default: "sooner", Doc: doc}
}

// fromPromise says whether that is always the first promise.
func fromPromise(v param.Values) bool { return v.Text("from") == "promise" }

var relaxed = scenario.PolicyKind{
	Description: param.Description{
		Kind: "relaxed", Name: "Relaxed backfilling",
		Doc:    "The job at the head of the queue gets a reservation that others may delay by a share of its expected wait.",
		Source: "Ward, Mahood, West 2002",
		Params: slices.Concat([]param.Param{
			{Name: "relaxation", Kind: param.Number, Min: 0, Max: 100, Default: 0.2,
				Doc: "By which share of its expected wait the head of the queue may be delayed; that is its wait until the first start that it was promised. With 0 that is EASY."},
			countedFrom("From where the delay counts: from the sooner of the first promise and the earliest start as it is now, or always from the first promise."),
		}, belief.Params),
	},
	Needs:   engine.OnePool | engine.Estimates,
	Demands: belief.Demands,
	Check:   belief.Check,
	New: func(v param.Values) engine.Policy {
		return &Relaxed{Relaxation: v.Float("relaxation"), Promised: fromPromise(v), Belief: belief.Of(v)}
	},
}
