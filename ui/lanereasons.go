package ui

import (
	"slices"
	"strings"

	"backfill/engine"
	"backfill/ui/timeline"
)

// What reasons say on a machine that has lanes, such as hosts.

// there is " there" where a reason speaks of one lane.
func (e episode) there() string {
	if e.outcome.Lane == nil {
		return ""
	}
	return " there"
}

// slot is when, and on which lane, the reservation of a decision begins.
func (e episode) slot(d engine.Decision) string {
	text := e.clock.Format(d.Shadow)
	if e.outcome.Lane != nil {
		text += " on " + laneName(e.outcome, d.Lane)
	}
	return text
}

// memory is what the job needs of its lane's memory: " and 2 GB".
func (e episode) memory() string { return memoryWords(e.outcome, e.first().Job) }

// extraMemory is the most memory left beside the reservation in the way, if the job needs
// any: " and 3 GB".
func (e episode) extraMemory() string {
	if e.memory() == "" {
		return ""
	}
	return " and " + timeline.Gigabytes(float64(e.most(func(d engine.Decision) int32 { return d.ExtraMemory })))
}

// alikeThere says whether two reservations in the way lie on one lane, and leave too
// little of the same: processors, or memory.
func (t telling) alikeThere(a, b engine.Decision) bool {
	short := func(d engine.Decision) bool { return d.Extra < t.outcome.Occupied(d.Job) }
	return t.outcome.Lane == nil || a.Lane == b.Lane && short(a) == short(b)
}

// leftThere says what the reservation in the way leaves of its lane, and that it is not
// what the job needs.
func (e episode) leftThere() sentence {
	processors := e.most(func(d engine.Decision) int32 { return d.Extra })
	needs := say(plural(int64(e.outcome.Occupied(e.first().Job)), "processor"), e.memory())
	if processors == 0 {
		return say(needs, ", but no extra processor was left there then")
	}
	return say(needs, ", but no more than ", plural(int64(processors), "extra processor"), e.extraMemory(), " were left there then")
}

// lackOnLanes compares what the job needs with what one lane has free: it names the lane
// that has room or, if none has, what is short: processors, or memory on those lanes
// that have enough processors.
func (e episode) lackOnLanes() sentence {
	o, first := e.outcome, e.first()
	kind := o.Lanes[0].Kind
	needs := say("it needs ", plural(int64(o.Occupied(first.Job)), "processor"), e.memory(), " on one ", kind)
	if room := first.Room.Lane; room >= 0 {
		who := laneName(o, room)
		if last := e.last().Room.Lane; last != room {
			who += ", at last " + laneName(o, last) + ","
		}
		return say(needs, "; ", who, " had room")
	}
	short := func(d engine.Decision) bool { return d.Room.Memory < 0 } // of processors
	processors := e.most(func(d engine.Decision) int32 { return d.Room.Processors })
	switch {
	case processors == 0:
		return say(needs, "; no ", kind, " had a processor free")
	case !slices.ContainsFunc(e.entries, func(d engine.Decision) bool { return !short(d) }):
		return say(needs, "; no ", kind, " had more than ", plural(int64(processors), "processor"), " free")
	case !slices.ContainsFunc(e.entries, short):
		return say(needs, "; the ", kind, "s with enough processors free had no more than ",
			timeline.Gigabytes(float64(e.most(func(d engine.Decision) int32 { return d.Room.Memory }))), " free")
	}
	return say(needs, "; at times no ", kind, " had enough processors free, at times too little memory was left on those that had")
}

// most is the largest of an amount that the decisions name.
func (e episode) most(of func(engine.Decision) int32) int32 {
	high := of(e.first())
	for _, d := range e.entries {
		high = max(high, of(d))
	}
	return high
}

// lackOfPlaces is what is missing where enough processors are free in all.
func (e episode) lackOfPlaces() sentence {
	o, first := e.outcome, e.first()
	needs := "it needs " + plural(int64(o.Occupied(first.Job)), "processor")
	if c := o.Workload.Components; c != nil && c[first.Job] != nil {
		var widths []string
		for _, width := range c[first.Job] {
			widths = append(widths, grouped(int64(width)))
		}
		needs += ", in components of " + strings.Join(widths, " and ")
	}
	kind := o.Lanes[0].Kind
	if kind == "node" {
		return say(needs, "; ", grouped(int64(first.Free)), " were free, but not where the machine would have taken them")
	}
	return say(needs, "; ", grouped(int64(first.Free)), " were free, but not so many in one ", kind, " as a component needs, or in too few of them")
}
