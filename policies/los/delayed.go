package los

import (
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
)

// Delayed is LOS with a more patient head of the queue: as long as the head has
// been skipped fewer than MaxSkip times, it is a candidate like all other jobs, and the
// set of candidates that uses most processors starts. When the head fits but is not in
// that set, it is skipped once more. A head that was skipped MaxSkip times starts as soon
// as it fits; one that does not fit is given the shadow time, as under LOS.
//
// With MaxSkip = 0 it is LOS.
//
// A call costs what one of LOS does.
//
// Source: Kumar, Shae, Jamjoom, IPDPSW 2012, Algorithm 1.
type Delayed struct {
	Lookahead
	MaxSkip int32 // C_s, at least 0
	Reading Reading

	skips   []int32 // by job
	freezes freezes
}

func (p *Delayed) Schedule(s *engine.State) {
	p.begin(s)
	if p.skips == nil {
		p.skips = make([]int32, len(s.Workload().Jobs))
	}
	from := engine.NoJob
	started := 0
	if p.Reading == Faithful {
		from = p.onlyNewcomers(s)
	}
	if from == engine.NoJob {
		for p.startsHead(s) && (started == 0 || p.Reading == Faithful) {
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
	f := unfrozen(s)
	patient := fits(s, head) && !p.startsHead(s)
	if patient {
		from = head
	} else {
		f = p.freezes.around(s, head)
		if from == engine.NoJob {
			from = s.Next(head)
		}
	}
	if f.stopped = p.startsHead(s) || p.Reading == Literal && started > 0; !f.stopped {
		p.startBest(s, from, &f)
		if patient && s.First() == head {
			p.skips[head]++
		}
	}
	f.noteWaiting(s, p.skips, p.MaxSkip)
}

// startsHead says whether the head of the queue is to start at once.
func (p *Delayed) startsHead(s *engine.State) bool {
	return fits(s, s.First()) && p.skips[s.First()] >= p.MaxSkip
}

// maxSkipParam describes MaxSkip.
var maxSkipParam = []param.Param{{Name: "maxSkip", Kind: param.Integer, Unit: "cycles", Min: 0, Max: 1e6, Default: int64(7),
	Doc:    "How often the head of the queue may be skipped for a better packing before it starts as soon as it fits (C_s).",
	Source: "Kumar, Shae, Jamjoom 2012"}}

// DelayedKind is Delayed-LOS as a scenario names it.
var DelayedKind = scenario.PolicyKind{
	Description: param.Description{
		Kind: "delayed-los", Name: "Delayed-LOS",
		Doc:    "LOS whose head may be skipped some times when other jobs use more processors.",
		Source: "Kumar, Shae, Jamjoom 2012",
		Params: slices.Concat(maxSkipParam, lookaheadParams, readingParam("faithful: heads of the queue that were skipped often enough start as long as they fit, then a set; oneHead: only one such head starts in a cycle, and nobody else if the next one may start too; literal: either a head or a set, as printed.",
			Faithful, OneHead, Literal)),
	},
	Needs: engine.OnePool | engine.Estimates,
	New: func(v param.Values) engine.Policy {
		return &Delayed{Lookahead: newLookahead(v), MaxSkip: int32(v.Int("maxSkip")), Reading: Reading(v.Text("reading"))}
	},
	Shadow: always,
}
