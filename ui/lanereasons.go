package ui

import (
	"slices"

	"backfill/engine"
	"backfill/ui/timeline"
)

// What reasons say on a machine that has lanes, such as hosts.

// there is " there" where a reason speaks of one lane.
func (e episode) there() string {
	if e.outcome.Lanes == nil {
		return ""
	}
	return " there"
}

// slot is when, and on which lane, the reservation of a decision begins.
func (e episode) slot(d engine.Decision) string {
	text := e.clock.Format(d.Shadow)
	if e.outcome.Lanes != nil {
		text += " on " + laneName(e.outcome, d.Lane)
	}
	return text
}

// size is what the job needs: "3", or "3 processors and 2 GB".
func (e episode) size() string {
	n := int64(e.outcome.Occupied(e.first().Job))
	if memory := e.memory(); memory != "" {
		return plural(n, "processor") + memory
	}
	return grouped(n)
}

// memory is what the job needs of its lane's memory: " and 2 GB".
func (e episode) memory() string { return memoryWords(e.outcome, e.first().Job) }

// extraMemory is the range of the memory left beside the reservation in the way, if the
// job needs any: " and 1 to 3 GB".
func (e episode) extraMemory() string {
	if e.memory() == "" {
		return ""
	}
	return " and " + e.gigabytes(func(d engine.Decision) int32 { return d.ExtraMemory })
}

// gigabytes is the range of amounts of memory, in MB.
func (e episode) gigabytes(of func(engine.Decision) int32) string {
	low, high := of(e.first()), of(e.first())
	for _, d := range e.entries {
		low, high = min(low, of(d)), max(high, of(d))
	}
	if low < high {
		return timeline.Gigabytes(float64(low)) + " to " + timeline.Gigabytes(float64(high))
	}
	return timeline.Gigabytes(float64(low))
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
	switch most := e.mostProcessors(); {
	case !slices.ContainsFunc(e.entries, func(d engine.Decision) bool { return !short(d) }):
		return say(needs, "; no ", kind, " had ", most, " free")
	case !slices.ContainsFunc(e.entries, short):
		return say(needs, "; the ", kind, "s with enough processors free had no more than ", e.gigabytes(func(d engine.Decision) int32 { return d.Room.Memory }), " free")
	}
	return say(needs, "; at times no ", kind, " had enough processors free, at times too little memory was left on those that had")
}

// mostProcessors is the range of the most processors free on one lane: "more than 3 to 5
// processors", "a processor".
func (e episode) mostProcessors() string {
	low, high := e.first().Room.Processors, e.first().Room.Processors
	for _, d := range e.entries {
		low, high = min(low, d.Room.Processors), max(high, d.Room.Processors)
	}
	switch {
	case high == 0:
		return "a processor"
	case low < high:
		return "more than " + grouped(int64(low)) + " to " + plural(int64(high), "processor")
	}
	return "more than " + plural(int64(low), "processor")
}
