package ui

import (
	"time"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/param"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

const (
	// quick is how many seconds the simulation may take to be repeated at every change.
	quick = 0.3
	// patience is how long results of a run are held back so that quick runs do not
	// flicker.
	patience = 400 * time.Millisecond
)

// Run simulates the experiment as it is.
func (s *Session) Run() {
	s.change++
	s.returns = false
	if len(s.wrong) > 0 {
		s.watcher.ShowMistake()
		return
	}
	if s.unchecked() {
		s.whenChecked(func() {
			if len(s.wrong) == 0 {
				s.setAddress(true)
			}
			s.Run()
		})
		return
	}
	s.question = question{}
	if s.valid == nil || !s.filesAtHand() || !s.mayRun() {
		return
	}
	if s.notice.Passing {
		s.notice = notice{}
	}
	if s.resumable() {
		s.resumeMeasuring()
		return
	}
	s.run++
	s.ran, s.ongoing = Simulated{Scenario: s.valid, Plan: s.plan, Files: s.filesNeeded(), Opening: s.draft.Opening}, nil
	s.simulate()
	if measures(s.plan) {
		s.ongoing = &measurement{plan: s.plan, book: experiment.NewBook(s.plan)}
		s.measure()
	}
}

// CancelRun stops what runs; what is on the page stays.
func (s *Session) CancelRun() {
	s.browser.Cancel()
	s.stop()
	s.run++ // whatever is still under way belongs to no run
	s.quick = false
	text := "Cancelled. The results are the last ones."
	switch {
	case s.Shown.Results == nil:
		text = "Cancelled."
	case s.partial() || s.unfinished():
		text = "Cancelled: " + s.partShown() + "."
	}
	if s.offersRest() {
		s.browser.Say(text) // what offers the rest shows it
	} else {
		s.tell(text)
		s.notice.Passing = true
	}
	s.watcher.Settled()
}

// Received says that the workload of a run is there: Scenario, Version, Workload
// and Report are set, and Runs has an empty place for every policy.
func (s *Session) Received(run int, r *result.Results) {
	if run != s.run {
		return
	}
	s.ran.Results = r
	s.jobs = len(r.Workload.Jobs)
}

// Progressed says how many of the jobs have ended under a policy.
func (s *Session) Progressed(run, policy, ended, jobs int) {
	if run == s.run && policy < len(s.progress) {
		s.progress[policy], s.jobs = ended, jobs
	}
}

// RunCame hands over what one policy made of the workload.
func (s *Session) RunCame(run, policy int, r *result.Run) {
	if run != s.run || s.ran.Results == nil {
		return
	}
	s.ran.Results.Runs[policy] = r
	s.progress[policy] = s.jobs
	if time.Since(s.began) > patience {
		s.show()
	}
}

// Finished says that all policies have come, seconds after Simulate.
func (s *Session) Finished(run int, seconds float64) {
	if run != s.run || s.ran.Results == nil {
		return
	}
	s.running = false
	s.ran.Results.Seconds = seconds
	if s.ongoing == nil {
		// What the page and the start of a worker take says nothing about the next run.
		s.quick = s.ran.Results.Simulated() < quick
	}
	s.show()
	s.ran.Results = nil
	if s.returned() {
		return
	}
	if s.notice.OfRun {
		s.notice = notice{}
	}
	s.watcher.Finished()
	s.watcher.Settled()
}

// Failed says that a run has ended without a result.
func (s *Session) Failed(run int, f result.Failure) {
	if run != s.run {
		return
	}
	wasRunning := s.running
	s.stop()
	if wasRunning {
		s.watcher.Settled()
	}
	if f.Crash {
		s.Crashed(f.Reason)
		s.notice.OfRun = true
		return
	}
	text := f.Sentence()
	if f.Path != "" {
		s.wrong = draft.Mistakes{}
		s.wrong.NoteError(&param.Error{Path: f.Path, Value: f.Value, Reason: f.Reason}, &s.draft)
		text = "" // it stands beside the field
		s.watcher.SayMistake()
	}
	if s.partial() || s.unfinished() {
		text = phrase.Join(" ", text, "So far "+s.partShown()+".")
	}
	if text != "" {
		s.warn(text)
		s.notice.OfRun = true
	}
	s.watcher.Failed(phrase.Join(" ", f.Sentence(), text), f.Path)
}

// show makes what has come so far the results on the page; charts wait for the end.
func (s *Session) show() {
	fresh, last := s.Shown.Results != s.ran.Results, s.workload()
	if fresh {
		s.leave()
	}
	s.Shown = s.ran
	other := s.measured != s.ongoing
	s.measured = s.ongoing
	s.watcher.Shown(fresh, last)
	if other {
		s.estimate(true)
	}
}

// runs are the runs that have come, with the place of the baseline among them.
func (s *Session) runs() (runs []*result.Run, baseline int) {
	if s.Shown.Results == nil {
		return nil, 0
	}
	label := s.draft.Settings.Texts["baseline"]
	for _, r := range s.Shown.Results.Runs {
		if r == nil {
			continue
		}
		if r.Label == label {
			baseline = len(runs)
		}
		runs = append(runs, r)
	}
	return runs, baseline
}

// asksToRun says whether the results are stale and nothing makes them new by itself.
func (s *Session) asksToRun() bool {
	if s.running || s.missing != nil || s.question.Text != "" {
		return false
	}
	return len(s.wrong) > 0 || s.valid != nil && s.stale() && (!s.quick || s.notice.OfRun)
}

// offersRest says whether what is shown is a part of the experiment as it is.
func (s *Session) offersRest() bool {
	return len(s.wrong) == 0 && (s.resumable() || s.Shown.Results != nil && s.partial() && s.upToDate())
}

func (s *Session) runLabels() []string {
	runs, _ := s.runs()
	return result.Labels(runs)
}

// clock tells the time by the log's calendar, if it has one.
func (s *Session) clock() timeline.Clock {
	w := s.workload()
	if w == nil || w.Calendar == nil {
		return timeline.Clock{}
	}
	c := timeline.Clock{Calendar: w.Calendar, Zone: timeline.Zone{Name: "UTC"}}
	if w.Calendar.Zone != "" {
		if zone, ok := s.browser.Zone(w.Calendar.Zone); ok {
			c.Zone = zone
		}
	}
	return c
}

func (s *Session) workload() *engine.Workload {
	if s.Shown.Results == nil {
		return nil
	}
	return s.Shown.Results.Workload
}

// finished are the runs as the headless program has them.
func (s *Session) finished() []*experiment.Run {
	runs, _ := s.runs()
	list := make([]*experiment.Run, len(runs))
	for i, r := range runs {
		list[i] = &experiment.Run{
			Policy: r.Label, Replication: s.Shown.Cell.Replication, Point: s.Shown.Plan.Points[s.Shown.Cell.Point].Values,
			PointIndex: s.Shown.Cell.Point, Measures: experiment.Measures{Metrics: r.Metrics, Groups: r.Groups},
			Warnings: append([]string{}, r.Warnings...), Outcome: r.Outcome, RefusedCommands: experiment.RefusedCommands(r.Outcome),
			Elapsed: time.Duration(r.Seconds * float64(time.Second)),
		}
	}
	return list
}

// seed is the one of the results.
func (s *Session) seed() int64 { return int64(s.Shown.Plan.Seed) }
