package session

import (
	"time"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/param"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

const (
	// quick is how many seconds the simulation may take to be repeated at every change.
	quick = 0.3
	// patience is how long results of a run are held back, so that quick runs do not
	// flicker, and eagerPatience the same where the page follows every change.
	patience      = 400 * time.Millisecond
	eagerPatience = 2500 * time.Millisecond
)

// Patience is how long results of a run are held back, unless all of them are there, and how long it shows no progress.
func (s *Session) Patience() time.Duration {
	if s.Eager {
		return eagerPatience
	}
	return patience
}

// Run simulates the experiment as it is.
func (s *Session) Run() {
	s.change++
	s.runsChangesNext = false
	if len(s.Wrong) > 0 {
		s.watcher.ShowMistake()
		s.watcher.Mistaken()
		return
	}
	if s.Unchecked() {
		s.whenChecked(func() {
			if len(s.Wrong) == 0 {
				s.setAddress(true)
			}
			s.Run()
		})
		return
	}
	s.Question = Question{}
	if s.Valid == nil || !s.filesAtHand() {
		return
	}
	if !s.mayRun() {
		s.watcher.Asked()
		return
	}
	if s.Notice.passing {
		s.Notice = Notice{}
	}
	if s.Resumable() {
		s.resumeMeasuring()
		return
	}
	s.RunNumber++
	s.abandonMeasuring()
	s.Ran, s.Ongoing = Simulated{Scenario: s.Valid, Plan: s.Plan, Files: s.FilesNeeded(), opening: s.Draft.Opening}, nil
	s.simulate()
	if measures(s.Plan) {
		s.Ongoing = &Measurement{Plan: s.Plan, Cells: experiment.NewCells(s.Plan)}
		s.measure()
	}
}

// CancelRun stops what runs; what is on the page stays.
func (s *Session) CancelRun() {
	s.Browser.Cancel()
	s.stop()
	s.RunNumber++ // whatever is still under way belongs to no run
	s.Quick = false
	text := "Cancelled. The results are the last ones."
	switch {
	case s.Shown.Results == nil:
		text = "Cancelled."
	case s.Partial() || s.Unfinished():
		text = "Cancelled: " + s.PartShown() + "."
	}
	if s.OffersRest() {
		s.Browser.Say(text) // what offers the rest shows it
	} else {
		s.Tell(text)
		s.Notice.passing = true
	}
	s.watcher.Settled()
}

// Received says that the workload of a run is there: Scenario, Version, Workload
// and Report are set, and Runs has an empty place for every policy.
func (s *Session) Received(run int, r *result.Results) {
	if run != s.RunNumber {
		return
	}
	s.Ran.Results = r
	s.JobsOfRun, s.PolicyBegan = len(r.Workload.Jobs), time.Now()
	for _, f := range s.Ran.Files {
		s.learnReport(f, r.Report)
	}
}

// Progressed says how many of the jobs have ended under a policy.
func (s *Session) Progressed(run, policy, ended, jobs int) {
	if run == s.RunNumber && policy < len(s.Ended) {
		s.Ended[policy], s.JobsOfRun = ended, jobs
	}
}

// RunCame hands over what one policy made of the workload.
func (s *Session) RunCame(run, policy int, r *result.Run) {
	if run != s.RunNumber || s.Ran.Results == nil {
		return
	}
	s.Ran.Results.Runs[policy] = r
	s.Ended[policy], s.PolicyBegan = s.JobsOfRun, time.Now()
	if time.Since(s.Began) > s.Patience() {
		s.show()
	}
}

// Finished says that all policies have come, seconds after Simulate.
func (s *Session) Finished(run int, seconds float64) {
	if run != s.RunNumber || s.Ran.Results == nil {
		return
	}
	if f, all := s.allFailed(); all {
		s.Failed(run, f)
		return
	}
	s.Running = false
	s.Ran.Results.Seconds = seconds
	if s.Ongoing == nil {
		// The start of a worker says nothing about the next run.
		s.noteQuick(s.Ran.Results.Simulated() < quick)
	}
	if s.Eager && s.Measuring() && s.Shown.Results != nil {
		s.heldBack = true // until there are estimates beside it, soon
		return
	}
	s.finish()
}

// noteQuick notes whether changes run by themselves from now on: if the run that has ended was quick, and the experiment is still the
// one that ran. If it was changed meanwhile, and the change has not begun to run, the page asks.
func (s *Session) noteQuick(quickly bool) {
	s.Quick = quickly && s.stillAsked(&s.Ran)
}

// dropHeldBack gives up what is held back, and its estimates.
func (s *Session) dropHeldBack() {
	if s.heldBack {
		s.heldBack = false
		s.Estimating.current++
		s.Estimating.Busy, s.Estimating.again = false, false
	}
}

// finish shows the results of a run, all of which are there.
func (s *Session) finish() {
	s.heldBack = false
	s.show()
	if s.Shown.opening == s.Draft.Opening {
		s.followConfigured(&s.Draft)
	}
	s.keepAsConfigured()
	s.forgetWayBack()
	s.Ran.Results = nil
	if s.runChangesNext() {
		return
	}
	if s.Notice.ofRun {
		s.Notice = Notice{}
	}
	if s.isAsItStands(&s.Shown) {
		s.tellFailures(&s.Shown)
		if m := s.Measurement; m != nil && !m.Running && !s.Notice.ofRun {
			s.tellLaterFailures(m)
		}
	}
	s.watcher.Finished()
	s.watcher.Settled()
}

// Failed says that a run has ended without a result.
func (s *Session) Failed(run int, f result.Failure) {
	if run != s.RunNumber {
		return
	}
	wasBusy, wasQuick := s.Running || s.Measuring(), s.Quick
	s.stop()
	if !f.Crash {
		s.Quick = wasQuick // a change may mend the policy that failed
	}
	if wasBusy { // what was asked meanwhile is given up
		s.watcher.Settled()
	}
	if f.Crash {
		s.Crashed(f.Reason)
		s.Notice.ofRun = true
		return
	}
	text, path := f.Sentence(), f.Path
	switch {
	case path == "":
	case !s.isAsItStands(&s.Ran): // what is wrong with it need not be wrong with what stands there now
		text, path = "The experiment has been changed since it was run, and the run gave no results.", ""
	default:
		s.Wrong = draft.Mistakes{}
		s.Wrong.NoteError(&param.Error{Path: f.Path, Value: f.Value, Reason: f.Reason}, &s.Draft)
		text = "" // it stands beside the field
		s.watcher.SayMistake()
	}
	if s.Partial() || s.Unfinished() {
		text = phrase.Join(" ", text, "So far "+s.PartShown()+".")
	}
	if text != "" {
		s.Warn(text)
		s.Notice.ofRun = true
		if f.Skippable && !s.Locked {
			s.Notice.Choices = []Choice{{Text: SkipsUnreadable, ID: "skip-lines-button", Do: s.SkipLines}}
		}
	}
	why := text
	if path != "" {
		why = phrase.Join(" ", f.Sentence(), text)
	}
	s.watcher.Failed(why, path)
}

// show makes what has come so far the results on the page; charts wait for the end.
func (s *Session) show() {
	fresh, last := s.Shown.Results != s.Ran.Results, s.Workload()
	if fresh {
		s.keepPrior()
	}
	s.Shown, s.Cell = s.Ran, s.Ran.Cell
	other := s.Measurement != s.Ongoing
	s.Measurement = s.Ongoing
	s.watcher.Shown(fresh, last)
	if other && s.estimatesOf != s.Measurement {
		s.Estimate(true)
	}
}

// Runs are the runs that have come, with the place of the baseline among them.
func (s *Session) Runs() (runs []*result.Run, baseline int) {
	if s.Shown.Results == nil {
		return nil, 0
	}
	wanted := s.BaselineOf(s.Shown.Plan)
	for i, r := range s.Shown.Results.Runs {
		if r == nil {
			continue
		}
		if i == wanted {
			baseline = len(runs)
		}
		runs = append(runs, r)
	}
	return runs, baseline
}

// AsksToRun says whether the results are stale and nothing makes them new by itself.
func (s *Session) AsksToRun() bool {
	if s.Missing != nil || s.Question.Text != "" || s.RunIsDue() || s.heldBack {
		return false
	}
	return len(s.Wrong) > 0 || !s.Running && s.Valid != nil && s.Stale() && (!s.Quick || s.Notice.ofRun || s.OffersRest())
}

// OffersRest says whether what is shown is a part of the experiment as it is.
func (s *Session) OffersRest() bool {
	return len(s.Wrong) == 0 && (s.Resumable() || s.awaitsPolicies() && s.UpToDate())
}

// RunLabels are the labels of the runs that have come.
func (s *Session) RunLabels() []string {
	runs, _ := s.Runs()
	return result.Labels(runs)
}

// Workload is that of the results, nil if there are none.
func (s *Session) Workload() *engine.Workload {
	if s.Shown.Results == nil {
		return nil
	}
	return s.Shown.Results.Workload
}

// CellRuns are the runs that have come as package experiment has them.
func (s *Session) CellRuns() []*experiment.Run {
	runs, _ := s.Runs()
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

// Seed is that of the results.
func (s *Session) Seed() int64 { return int64(s.Shown.Plan.Seed) }
