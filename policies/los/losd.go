package los

import (
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
)

// LOSD is LOS with a queue of dedicated jobs. Those that are due stand at the head of
// the queue. Every other job that starts, the head included, must leave the processors
// that the first group of coming dedicated jobs will need. A head that cannot start for
// that reason is given a freeze, too, which the jobs behind it respect.
//
// Only the dedicated jobs with the first requested start are protected.
//
// A call costs what one of LOS does, with two freezes in the packing.
//
// Source: Kumar, Shae, Jamjoom, IPDPSW 2012, Table III.
type LOSD struct {
	Lookahead
	Reading Reading // Faithful or OneHead

	freezes freezes
}

// DedicatedFirst marks the policy as one with a dedicated queue.
func (p *LOSD) DedicatedFirst() {}

func (p *LOSD) Schedule(s *engine.State) {
	p.begin(s)
	group := firstGroup(s)
	d := group.freeze(s, true)
	for started := 0; startsBeside(s, &d) && (started == 0 || p.Reading == Faithful); started++ {
		startHead(s)
		d = group.freeze(s, true)
	}
	head := s.First()
	if nobodyToStart(s) {
		return
	}
	f := unfrozen(s)
	f.holder, f.first, f.whole = head, group.first, d
	over := startsBeside(s, &d) // another head may start, but not in this cycle
	f.head = p.freezes.head(s, head, dueHead(s), &group, &d)
	f.group = d
	if f.stopped = over; !over {
		p.startBest(s, s.Next(head), &f)
	}
	f.noteWaiting(s, nil, 0)
}

// LOSDKind is LOS-D as a scenario names it.
var LOSDKind = scenario.PolicyKind{
	Description: param.Description{
		Kind: "los-d", Name: "LOS-D",
		Doc:    "LOS that keeps processors free for the dedicated jobs with the next requested start.",
		Source: "Kumar, Shae, Jamjoom 2012",
		Params: slices.Concat(lookaheadParams, readingParam("faithful: heads of the queue start as long as they may, then a set behind them; oneHead: only one head starts in a cycle, and nobody else if the next one may start too.",
			Faithful, OneHead)),
	},
	Needs: engine.OnePool | engine.Estimates,
	New: func(v param.Values) engine.Policy {
		return &LOSD{Lookahead: newLookahead(v), Reading: Reading(v.Text("reading"))}
	},
	Shadow: always,
}
