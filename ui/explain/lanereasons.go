package explain

import (
	"slices"
	"strings"

	"backfill/engine"
	"backfill/ui/phrase"
	"backfill/ui/timeline"
)

// What reasons say on a machine that has lanes, such as hosts.

// there is " there" where a reason speaks of one lane.
func (s span) there() string {
	if s.Outcome.Lane == nil {
		return ""
	}
	return " there"
}

// slot is when, and on which lane, the reservation of a decision begins.
func (s span) slot(d engine.Decision) Sentence {
	if s.Outcome.Lane != nil {
		return Say(s.instant(d.Shadow), " on ", LaneName(s.Outcome, d.Lane))
	}
	return Say(s.instant(d.Shadow))
}

// memory is what the job needs of its lane's memory: " and 2 GB".
func (s span) memory() string { return MemoryWords(s.Outcome, s.first().Job) }

// extraMemory is the most memory left beside the reservation in the way, if the job needs
// any: " and 3 GB".
func (s span) extraMemory() string {
	if s.memory() == "" {
		return ""
	}
	return " and " + timeline.Gigabytes(float64(s.most(func(d engine.Decision) int32 { return d.ExtraMemory })))
}

// alikeThere says whether two reservations in the way lie on one lane, and leave too
// little of the same: processors, or memory.
func (n Narrator) alikeThere(a, b engine.Decision) bool {
	short := func(d engine.Decision) bool { return d.Extra < n.Outcome.Occupied(d.Job) }
	return n.Outcome.Lane == nil || a.Lane == b.Lane && short(a) == short(b)
}

// leftThere says what the reservation in the way leaves of its lane, and that it is not
// what the job needs.
func (s span) leftThere() Sentence {
	processors := s.most(func(d engine.Decision) int32 { return d.Extra })
	needs := Say(phrase.Plural(int64(s.Outcome.Occupied(s.first().Job)), "processor"), s.memory())
	if processors == 0 {
		return Say(needs, ", but no ", s.extraProcessor(), s.tense(" was", " is"), " left there then")
	}
	verb := s.tense(" were", " are")
	if processors == 1 && s.extraMemory() == "" {
		verb = s.tense(" was", " is")
	}
	return Say(needs, ", but no more than ", phrase.Plural(int64(processors), s.extraProcessor()), s.extraMemory(), verb, " left there then")
}

// lackOnLanes compares what the job needs with what one lane has free: it names the lane
// that has room or, if none has, what is short: processors, or memory on those lanes
// that have enough processors.
func (s span) lackOnLanes() Sentence {
	o, first := s.Outcome, s.first()
	kind := o.Lanes[0].Kind
	needs := Say("it needs ", phrase.Plural(int64(o.Occupied(first.Job)), "processor"), s.memory(), " on one ", kind)
	if room := first.Room.Lane; room >= 0 {
		who := LaneName(o, room)
		if last := s.last().Room.Lane; last != room {
			who += ", at last " + LaneName(o, last) + ","
		}
		return Say(needs, "; ", who, s.tense(" had", " has"), " room", s.decided())
	}
	if o.Workload.Licences != nil {
		return s.lackOnComputers(needs)
	}
	short := func(d engine.Decision) bool { return d.Room.Memory < 0 } // of processors
	processors := s.most(func(d engine.Decision) int32 { return d.Room.Processors })
	switch {
	case processors == 0:
		return Say(needs, "; no ", kind, s.tense(" had", " has"), " a processor free")
	case !slices.ContainsFunc(s.entries, func(d engine.Decision) bool { return !short(d) }):
		return Say(needs, "; no ", kind, s.tense(" had", " has"), " more than ", phrase.Plural(int64(processors), "processor"), " free")
	case !slices.ContainsFunc(s.entries, short):
		return Say(needs, "; the ", kind, "s with enough processors free ", s.tense("had", "have"), " no more than ",
			timeline.Gigabytes(float64(s.most(func(d engine.Decision) int32 { return d.Room.Memory }))), " free")
	}
	return Say(needs, "; at times no ", kind, " had enough processors free, at times too little memory was left on those that had")
}

// lackOnComputers says what was short on a farm: licences of which no copy was left, or processors
// on the computers that may use those that the job needs.
func (s span) lackOnComputers(needs Sentence) Sentence {
	licences := s.Outcome.Workload.Needs(s.first().Job)
	where := "no computer"
	if licences != 0 {
		where, needs = "no computer that may use them", Say(needs, " with ", LicenceList(licences))
		if licences.Count() == 1 {
			where = "no computer that may use it"
		}
	}
	always, ever := s.first().Room.Licences, engine.Licences(0) // that lacked a copy
	for _, d := range s.entries {
		always, ever = always&d.Room.Licences, ever|d.Room.Licences
	}
	processors := s.most(func(d engine.Decision) int32 {
		if always == 0 && d.Room.Licences != 0 {
			return 0 // it was not processors that were short
		}
		return d.Room.Processors
	})
	free := Say(where, s.tense(" had", " has"), " a processor free")
	if processors > 0 {
		free = Say(where, s.tense(" had", " has"), " more than ", phrase.Plural(int64(processors), "processor"), " free")
	}
	none := func(set engine.Licences) string {
		if set.Count() == 1 {
			return LicenceList(set) + s.tense(" had", " has") + " no copy left"
		}
		return LicenceList(set) + s.tense(" had", " have") + " no copies left"
	}
	switch {
	case always != 0 && processors >= s.Outcome.Occupied(s.first().Job):
		return Say(needs, "; ", none(always), " for another computer")
	case always != 0:
		return Say(needs, "; ", none(always), ", and ", free)
	case ever != 0:
		return Say(needs, "; at times ", none(ever), ", at times ", free)
	}
	return Say(needs, "; ", free)
}

// most is the largest of an amount that the decisions name.
func (s span) most(of func(engine.Decision) int32) int32 {
	high := of(s.first())
	for _, d := range s.entries {
		high = max(high, of(d))
	}
	return high
}

// inComponents are the widths of the components of the job, if it has several.
func (s span) inComponents() string {
	c := s.Outcome.Workload.Components
	if c == nil || len(c[s.first().Job]) < 2 {
		return ""
	}
	var widths []string
	for _, width := range c[s.first().Job] {
		widths = append(widths, phrase.Grouped(int64(width)))
	}
	return " in components of " + strings.Join(widths[:len(widths)-1], ", ") + " and " + widths[len(widths)-1]
}

// lackOfPlaces is why enough processors were not enough, if that was so: which component
// found no cluster or, on nodes, what was missing beside processors.
func (s span) lackOfPlaces() string {
	var scattered []engine.Decision
	for _, d := range s.entries {
		if d.Room.Component > 0 && s.Outcome.Occupied(d.Job) <= d.Free {
			scattered = append(scattered, d)
		}
	}
	if len(scattered) == 0 {
		return ""
	}
	but, first := ", but ", scattered[0].Room
	if len(scattered) < len(s.entries) {
		but = "; when there were enough, "
	}
	most := first.Processors
	for _, d := range scattered {
		if most = max(most, d.Room.Processors); d.Room.Component != first.Component {
			return but + "one of the components " + s.tense("found", "finds") + " no cluster with so many free"
		}
	}
	switch kind := s.Outcome.Lanes[0].Kind; {
	case kind == "node" && most >= first.Component:
		return but + "too little memory " + s.tense("was", "is") + " left on their nodes"
	case kind == "node":
		return but + "no more than " + phrase.Grouped(int64(most)) + " in a row"
	case s.inComponents() == "":
		return but + "no cluster " + s.tense("had", "has") + " more than " + phrase.Grouped(int64(most)) + " free"
	}
	left := "any"
	if most > 0 {
		left = "more than " + phrase.Grouped(int64(most))
	}
	return but + "no cluster " + s.tense("was", "is") + " left with " + left + " free for a component of " + phrase.Grouped(int64(first.Component))
}
