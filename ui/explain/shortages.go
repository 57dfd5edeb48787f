package explain

import (
	"backfill/engine"
	"backfill/ui/phrase"
	"backfill/ui/timeline"
)

// shortWords says what the job lacks on nodes that have more than processors: "it needs 4 GPUs on one node; 9 are free, on 9 nodes". All
// entries are short of the same.
func (s span) shortWords() Sentence {
	short := s.first().Room.Short
	low, high := rangeOf(s, func(d engine.Decision) int32 { return d.Room.Short.Free })
	most := s.most(func(d engine.Decision) int32 { return d.Room.Short.Most })
	on := s.most(func(d engine.Decision) int32 { return d.Room.Short.On })
	need := amountOf(short.Of, short.Need)
	switch {
	case short.Nodes == 1:
		need += " on one node"
	case short.Nodes > 1:
		need += " on each of " + phrase.Plural(int64(short.Nodes), "node")
	}
	free := amountOf(short.Of, high)
	if low < high || s.looksAtEveryEnd() && high > 0 {
		free = "up to " + free
	}
	verb := s.tense("were", "are")
	if high == 1 && short.Of != engine.FreeMemory {
		verb = s.tense("was", "is")
	}
	text := Say("it needs ", need, "; ", free, " ", verb, " free")
	switch {
	case high == 0 && short.Of == engine.FreeMemory:
		return Say("it needs ", need, "; no memory ", s.tense("was", "is"), " free")
	case high == 0:
		return Say("it needs ", need, "; none ", s.tense("was", "is"), " free")
	case short.Of == engine.FreeNodes:
		return text
	case on == 1:
		return Say(text, ", on one node")
	case short.Nodes >= 1 && most >= short.Need:
		return Say(text, ", on ", phrase.Plural(int64(on), "node"), ", but not beside what else it needs")
	case short.Nodes >= 1 && most > 1:
		return Say(text, ", on ", phrase.Plural(int64(on), "node"), " with at most ", amountOf(short.Of, most), " each")
	case short.Nodes == 0 && high >= short.Need:
		return Say(text, ", on ", phrase.Plural(int64(on), "node"), ", but not as it needs them together")
	}
	return Say(text, ", on ", phrase.Plural(int64(on), "node"))
}

// amountOf is an amount of a resource: "4 GPUs", "100 GB".
func amountOf(r engine.Resource, n int32) string {
	switch r {
	case engine.FreeMemory:
		return timeline.Gigabytes(float64(n))
	case engine.FreeGPUs:
		return phrase.Plural(int64(n), "GPU")
	case engine.FreeNodes:
		return phrase.Plural(int64(n), "whole node")
	}
	return phrase.Plural(int64(n), "processor")
}
