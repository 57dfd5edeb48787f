package panel

import (
	"fmt"
	"slices"

	"backfill/engine"
	"backfill/engine/metrics/resources"
	"backfill/ui/explain"
	"backfill/ui/result"
)

// Inspecting says whether the inspector shows a job.
func (s *Shared) Inspecting() bool {
	w := s.Workload()
	return s.Pinned != engine.NoJob && w != nil && int(s.Pinned) < len(w.Jobs)
}

// InspectedName is such as "Job 7, full run".
func (s *Shared) InspectedName() string {
	return fmt.Sprintf("Job %d", s.Workload().JobNumber(s.Pinned)) + explain.AttemptWords(s.Workload(), s.Pinned, ", ")
}

// Pin shows job j in the inspector, or nothing if it is engine.NoJob. It needs a rendering.
func (s *Shared) Pin(j int32) {
	before := s.Pinned
	s.Select(j)
	if s.Pinned != before {
		s.OnChoose()
	}
	if s.Inspecting() && s.Small() {
		s.Browser.Focus("inspector") // it would be out of sight below the timeline
	}
}

// Select is Pin; the focus stays where it is.
func (s *Shared) Select(j int32) {
	if w := s.Workload(); j != engine.NoJob && (w == nil || int(j) >= len(w.Jobs)) {
		return
	}
	s.Pinned, s.Losses, s.Listed = j, map[*result.Run]resources.Losses{}, false
	s.forgetInstant()
	if s.Timeline != nil {
		s.Timeline.Pinned = j
		s.Browser.Redraw()
	}
	for _, told := range s.OnPin {
		told()
	}
}

// Inspect is Pin for who cannot see where the inspector is: the focus goes there.
func (s *Shared) Inspect(j int32) {
	if s.Pin(j); s.Inspecting() {
		s.Browser.Focus("inspector")
		s.Browser.Say(s.InspectedName() + " is in the inspector. Escape leads back to the timeline.")
	}
}

// Unpin empties the inspector.
func (s *Shared) Unpin() { s.Pin(engine.NoJob) }

// ShowJob pins job j and moves the timeline there.
func (s *Shared) ShowJob(j int32) {
	listed := s.Listed
	s.Pin(j)
	s.Listed = listed
	s.FitTo(j)
	s.Browser.Focus("inspector")
}

// ListedJob shows job j, which was chosen in the job table; that gets the focus back later.
func (s *Shared) ListedJob(j int32) {
	s.ShowJob(j)
	s.Listed = true
}

// JobButton is the id of the button in the job table that shows job j.
func JobButton(j int32) string { return fmt.Sprintf("show-job-%d", j) }

// FitTo moves the timeline to job j.
func (s *Shared) FitTo(j int32) {
	if s.Timeline != nil && len(s.Drawn) > 0 && int(j) < len(s.Drawn[0].Outcome.Start) {
		s.SetView(s.Timeline.View.FitTo(s.LastEnding(j), j))
	}
}

// Shares says whether there is a run in which jobs slowed each other down.
func (s *Shared) Shares() bool {
	return slices.ContainsFunc(s.Drawn, func(r *result.Run) bool { return r.Outcome.Sharing != nil })
}

// LossesOf is what the pinned job lost to sharing.
func (s *Shared) LossesOf(r *result.Run) resources.Losses {
	if r.Outcome.Sharing == nil || s.Pinned == engine.NoJob || int(s.Pinned) >= len(r.Outcome.Start) {
		return resources.Losses{}
	}
	l, known := s.Losses[r]
	if !known {
		l = resources.LossesOf(r.Outcome, s.Pinned)
		s.Losses[r] = l
	}
	return l
}
