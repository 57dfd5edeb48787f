package los

import (
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
)

// LOS, the lookahead optimizing scheduler, backfills sets of jobs instead of one
// after the other. Heads of the queue start as long as they fit. The first that does
// not is given the shadow time, as under EASY, and of the jobs behind it those start
// together that use most processors, without delaying it: jobs that would still run
// at the shadow time take no more than the extra processors. Of several sets that use
// equally many, the one starts whose last job stands furthest ahead in the queue, then
// whose last but one does, and so on. The simulator pyss favours later jobs instead.
//
// Unlike under EASY, a job that would end exactly at the shadow time counts as still
// running then, as published.
//
// A call costs O(q + r) for q waiting and r running jobs and the packing; O(1) for an
// arrival that does not fit.
//
// Source: Shmueli and Feitelson, Backfilling with lookahead to optimize the packing
// of parallel jobs, JPDC 65(9), 2005; Kumar, Shae, Jamjoom, IPDPSW 2012, section III.
type LOS struct {
	Lookahead
	Reading Reading // Faithful, OneHead or Literal

	freezes freezes
}

func (p *LOS) Schedule(s *engine.State) {
	p.begin(s)
	from := engine.NoJob
	started := 0
	if p.Reading == Faithful {
		from = p.onlyNewcomers(s)
	}
	if from == engine.NoJob {
		for fits(s, s.First()) && (started == 0 || p.Reading == Faithful) {
			startHead(s)
			started++
		}
	} else if from = s.Fitting(from); from == engine.NoJob {
		return
	}
	head := s.First()
	if nobodyToStart(s) {
		return
	}
	f := p.freezes.around(s, head)
	if f.stopped = fits(s, head) || p.Reading == Literal && started > 0; !f.stopped {
		if from == engine.NoJob {
			from = s.Next(head)
		}
		p.startBest(s, from, &f)
	}
	f.noteWaiting(s, nil, 0)
}

// LOSKind is LOS as a scenario names it.
var LOSKind = scenario.PolicyKind{
	Description: param.Description{
		Kind: "los", Name: "LOS",
		Doc:    "Like EASY, but of the jobs behind the head those start together that use most of the free processors; of several such sets, the one whose last job stands furthest ahead in the queue. A job that would end at the shadow time itself counts as one that still runs then.",
		Source: "Shmueli and Feitelson 2005",
		Params: slices.Concat(lookaheadParams, readingParam("faithful: heads of the queue start as long as they fit, then a set behind them; oneHead: only one head starts in a cycle, and nobody else if the next one fits too; literal: either a head or a set.",
			Faithful, OneHead, Literal)),
	},
	Needs: engine.OnePool | engine.Estimates,
	New: func(v param.Values) engine.Policy {
		return &LOS{Lookahead: newLookahead(v), Reading: Reading(v.Text("reading"))}
	},
	Shadow: always,
}
