package explain

import (
	"backfill/engine"
	"backfill/ui/phrase"
	"backfill/ui/timeline"
)

// LaneName is such as "host 3".
func LaneName(o *engine.Outcome, lane int32) string {
	if lane < 0 || int(lane) >= len(o.Lanes) {
		return "another machine"
	}
	return o.Lanes[lane].Name
}

// OnLane says where job j started: " on host 3"; nothing if the machine is one pool.
func OnLane(o *engine.Outcome, j int32) string {
	if o.Lane == nil || o.Lane[j] < 0 {
		return ""
	}
	return " on " + LaneName(o, o.Lane[j])
}

// MemoryWords are what job j takes of its lane's memory: " and 2 GB"; nothing if that is
// unknown or the machine has none.
func MemoryWords(o *engine.Outcome, j int32) string {
	memory := o.Memory(j)
	if o.Lane == nil || memory == 0 {
		return ""
	}
	return " and " + timeline.Gigabytes(float64(memory))
}

// LaneLine is what a lane has free at an instant: "host 3: 12 of 128 processors and 1.5
// of 30 GB free". O(runs and their pieces, or segments).
func LaneLine(o *engine.Outcome, lane int, at engine.Time) string {
	whole := o.Lanes[lane]
	processors, memory := whole.Processors, whole.Memory
	for _, s := range o.Segments {
		if s.Lane == int32(lane) && s.From <= at && (s.To < 0 || at < s.To) {
			processors -= o.Occupied(s.Job)
		}
	}
	for run, piece := range o.EachPiece {
		if o.Segments == nil && piece.Lane == int32(lane) && run.From <= at && (run.To < 0 || at < run.To) {
			processors -= piece.Processors
			memory -= int32(int64(o.Memory(run.Job)) * int64(piece.Processors) / int64(o.Occupied(run.Job)))
		}
	}
	text := whole.Name + ": " + phrase.Grouped(int64(processors)) + " of " + phrase.Plural(int64(whole.Processors), "processor")
	if whole.Memory > 0 {
		text += " and " + timeline.Gigabytes(float64(memory)) + " of " + timeline.Gigabytes(float64(whole.Memory))
	}
	return text + " free"
}
