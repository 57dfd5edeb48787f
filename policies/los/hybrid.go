package los

import (
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
)

// Hybrid is Delayed-LOS with a queue of dedicated jobs. Those that are due stand at
// the head of the queue and are never skipped. Every other job that starts must leave
// the processors that the first group of coming dedicated jobs will need.
//
// As long as a group is coming and the head has been skipped fewer than MaxSkip
// times, the head is a candidate like all other jobs, and is skipped once more in every
// cycle in which it is not chosen, whether or not it fits: as printed. A head that is
// due or was skipped MaxSkip times starts as soon as it fits and leaves what the group
// needs. Until then it is given a freeze. The jobs behind it respect this freeze and that
// of the group. Without dedicated jobs coming it is Delayed-LOS.
//
// With MaxSkip = 0 it is LOS-D. Only the dedicated jobs with the first requested start
// are protected.
//
// A call costs what one of LOS does, with two freezes in the packing.
//
// Source: Kumar, Shae, Jamjoom, IPDPSW 2012, Algorithms 2 and 3, with their gaps filled.
type Hybrid struct {
	Lookahead
	MaxSkip int32   // C_s, at least 0
	Reading Reading // Faithful, OverFreeze, OneHead, NewestFirst (see newestFirst) or CombinedFreeze

	skips   []int32 // by job
	freezes freezes
}

// DedicatedFirst marks the policy as one with a dedicated queue.
func (p *Hybrid) DedicatedFirst() {}

func (p *Hybrid) Schedule(s *engine.State) {
	p.begin(s)
	if p.skips == nil {
		p.skips = make([]int32, len(s.Workload().Jobs))
	}
	from := engine.NoJob
	if p.Reading != OneHead {
		if from = p.onlyNewcomers(s); from != engine.NoJob && s.Fitting(from) == engine.NoJob {
			return
		}
	}
	group := firstGroup(s)
	d := group.freeze(s, true)
	for started := 0; p.startsHead(s, &d) && (started == 0 || p.Reading != OneHead); started++ {
		startHead(s)
		d = group.freeze(s, true)
	}
	head := s.First()
	if nobodyToStart(s) {
		return
	}
	f := unfrozen(s)
	f.first, f.whole, f.group = group.first, d, d
	f.stopped = p.startsHead(s, &d) // another head may start, but not in this cycle
	if p.patient(s) && (group.first != engine.NoJob || fits(s, head)) {
		p.startBest(s, head, &f)
		if s.First() == head && f.free > 0 {
			p.skips[head]++
		}
	} else {
		f.holder = head
		f.head = p.freezes.head(s, head, dueHead(s) || p.Reading == OverFreeze, &group, &f.group)
		if p.Reading == CombinedFreeze {
			f.mixed, f.own = true, f.head
			f.head.end, f.head.extra = min(f.head.end, f.group.end), min(f.head.extra, f.group.extra)
			f.group = noFreeze(true)
		}
		if from == engine.NoJob {
			from = s.Next(head)
		}
		if !f.stopped {
			p.startBest(s, from, &f)
		}
	}
	f.noteWaiting(s, p.skips, p.MaxSkip)
}

// patient says whether the head of the queue may be skipped.
func (p *Hybrid) patient(s *engine.State) bool {
	return !dueHead(s) && p.skips[s.First()] < p.MaxSkip
}

// startsHead says whether the head of the queue is to start at once beside the
// freeze d of the group.
func (p *Hybrid) startsHead(s *engine.State, d *freeze) bool {
	if !fits(s, s.First()) || p.patient(s) {
		return false
	}
	return p.Reading == OverFreeze || startsBeside(s, d)
}

// newestFirst is Hybrid reading NewestFirst: the engine puts due jobs in front.
type newestFirst struct{ *Hybrid }

// NewestDedicatedFirst marks the policy as one with the newest due job in front.
func (newestFirst) NewestDedicatedFirst() {}

// HybridKind is Hybrid-LOS, in all its readings, as a scenario names it.
var HybridKind = scenario.PolicyKind{
	Description: param.Description{
		Kind: "hybrid-los", Name: "Hybrid-LOS",
		Doc:    "Delayed-LOS that keeps processors free for the dedicated jobs with the next requested start.",
		Source: "Kumar, Shae, Jamjoom 2012",
		Params: slices.Concat(maxSkipParam, lookaheadParams, readingParam(
			"How gaps of the published algorithm are filled; overFreeze lets a head that was skipped often enough delay dedicated jobs, oneHead starts only one head in a cycle, and nobody else if the next one may start too, newestFirst puts the job that came due last in front, combinedFreeze packs within one freeze instead of two, printed does what is printed, beyond the size of the machine.",
			Faithful, OverFreeze, OneHead, NewestFirst, CombinedFreeze, Printed)),
	},
	Needs: engine.OnePool | engine.Estimates,
	New: func(v param.Values) engine.Policy {
		look, skip, reading := newLookahead(v), int32(v.Int("maxSkip")), Reading(v.Text("reading"))
		hybrid := &Hybrid{Lookahead: look, MaxSkip: skip, Reading: reading}
		switch reading {
		case NewestFirst:
			return newestFirst{hybrid}
		case Printed:
			return &HybridAsPrinted{Lookahead: look, MaxSkip: skip}
		}
		return hybrid
	},
	Shadow: always,
}
