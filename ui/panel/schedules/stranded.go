package schedules

import (
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/steps"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// tellsStranded says whether there is a run of which it is known what no waiting job could use.
func (s *Schedules) tellsStranded() bool {
	return slices.ContainsFunc(s.Drawn, func(r *result.Run) bool { return len(r.Outcome.Stranded) > 0 })
}

// ToggleStranded unfolds tracks of what is free and no waiting job could use, or folds them again.
func (s *Schedules) ToggleStranded() {
	s.Toggle("stranded")
	s.tracks = nil
	s.stage()
}

// strandedTracks has a track for each resource that the machine has, if they are unfolded.
func (s *Schedules) strandedTracks(r *result.Run) []*timeline.Track {
	list := r.Outcome.Stranded
	if !s.Unfolded["stranded"] || len(list) == 0 {
		return nil
	}
	var all [len(engine.FreeAmounts{})]int64
	for _, lane := range r.Outcome.Lanes {
		all[engine.OfProcessors] += int64(lane.Processors)
		all[engine.OfMemory] += int64(lane.Memory)
		all[engine.OfGPUs] += int64(lane.GPUs)
	}
	at := steps.NewInstants(len(list))
	for i := range list {
		at.Append(list[i].At)
	}
	var tracks []*timeline.Track
	for of, kind := range [...]struct {
		label string
		hue   timeline.Hue
	}{{"stranded processors", timeline.Blue}, {"stranded memory", timeline.Green}, {"stranded GPUs", timeline.Purple}} {
		if all[of] == 0 {
			continue
		}
		values := steps.NewWriter(len(list))
		for i := range list {
			values.Append(int32(min(list[i].Of[of].Stranded, math.MaxInt32)))
		}
		t := timeline.NewTrack(kind.label, kind.hue, at, values.Counts())
		t.Memory, t.Capacity = of == engine.OfMemory, int32(min(all[of], math.MaxInt32))
		t.Top = max(t.Top, t.Capacity)
		tracks = append(tracks, t)
	}
	return tracks
}
