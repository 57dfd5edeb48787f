package schedules

import (
	"slices"

	"backfill/engine/metrics/resources"
	"backfill/engine/steps"
	"backfill/ui/explain"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// licensed says whether there is a run on a machine with licences.
func (s *Schedules) licensed() bool {
	return slices.ContainsFunc(s.Drawn, func(r *result.Run) bool { return len(r.Outcome.Copies) > 0 && r.Outcome.Workload.Licences != nil })
}

// ToggleLicences unfolds a track of each licence, or folds them again.
func (s *Schedules) ToggleLicences() {
	s.Toggle("licences")
	s.tracks = nil
	s.stage()
}

// licenceTracks has a track for each licence, if they are unfolded.
func (s *Schedules) licenceTracks(r *result.Run) []*timeline.Track {
	if !s.Unfolded["licences"] {
		return nil
	}
	var tracks []*timeline.Track
	for l, use := range resources.LicenceUses(r.Outcome) {
		at := steps.InstantsOf(use.At)
		t := timeline.NewTrack(explain.LicenceName(l), timeline.Green, at, steps.CountsOf(use.InUse))
		t.Capacity, t.Row = r.Outcome.Copies[l], true
		t.Top = max(t.Top, t.Capacity)
		t.Wanted = timeline.NewTrack("", timeline.Green, at, steps.CountsOf(use.Wanted))
		tracks = append(tracks, t)
	}
	return tracks
}
