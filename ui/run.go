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
func (p *Page) Run() {
	p.change++
	p.returns = false
	if len(p.wrong) > 0 {
		p.watcher.ShowMistake()
		return
	}
	if p.unchecked() {
		p.whenChecked(func() {
			if len(p.wrong) == 0 {
				p.setAddress(true)
			}
			p.Run()
		})
		return
	}
	p.question = question{}
	if p.valid == nil || !p.filesAtHand() || !p.mayRun() {
		return
	}
	if p.notice.Passing {
		p.notice = notice{}
	}
	if p.resumable() {
		p.resumeMeasuring()
		return
	}
	p.run++
	p.ran, p.ongoing = Simulated{Scenario: p.valid, Plan: p.plan, Files: p.filesNeeded(), Opening: p.draft.Opening}, nil
	p.simulate()
	if measures(p.plan) {
		p.ongoing = &measurement{plan: p.plan, book: experiment.NewBook(p.plan)}
		p.measure()
	}
}

// CancelRun stops what runs; what is on the page stays.
func (p *Page) CancelRun() {
	p.browser.Cancel()
	p.stop()
	p.run++ // whatever is still under way belongs to no run
	p.quick = false
	text := "Cancelled. The results are the last ones."
	switch {
	case p.Shown.Results == nil:
		text = "Cancelled."
	case p.partial() || p.unfinished():
		text = "Cancelled: " + p.partShown() + "."
	}
	if p.offersRest() {
		p.browser.Say(text) // what offers the rest shows it
	} else {
		p.tell(text)
		p.notice.Passing = true
	}
	p.watcher.Settled()
}

// Received says that the workload of a run is there: Scenario, Version, Workload
// and Report are set, and Runs has an empty place for every policy.
func (p *Page) Received(run int, r *result.Results) {
	if run != p.run {
		return
	}
	p.ran.Results = r
	p.jobs = len(r.Workload.Jobs)
}

// Progressed says how many of the jobs have ended under a policy.
func (p *Page) Progressed(run, policy, ended, jobs int) {
	if run == p.run && policy < len(p.progress) {
		p.progress[policy], p.jobs = ended, jobs
	}
}

// RunCame hands over what one policy made of the workload.
func (p *Page) RunCame(run, policy int, r *result.Run) {
	if run != p.run || p.ran.Results == nil {
		return
	}
	p.ran.Results.Runs[policy] = r
	p.progress[policy] = p.jobs
	if time.Since(p.began) > patience {
		p.show()
	}
}

// Finished says that all policies have come, seconds after Simulate.
func (p *Page) Finished(run int, seconds float64) {
	if run != p.run || p.ran.Results == nil {
		return
	}
	p.running = false
	p.ran.Results.Seconds = seconds
	if p.ongoing == nil {
		// What the page and the start of a worker take says nothing about the next run.
		p.quick = p.ran.Results.Simulated() < quick
	}
	p.show()
	p.ran.Results = nil
	if p.returned() {
		return
	}
	if p.notice.OfRun {
		p.notice = notice{}
	}
	p.watcher.Finished()
	p.watcher.Settled()
}

// Failed says that a run has ended without a result.
func (p *Page) Failed(run int, f result.Failure) {
	if run != p.run {
		return
	}
	wasRunning := p.running
	p.stop()
	if wasRunning {
		p.watcher.Settled()
	}
	if f.Crash {
		p.Crashed(f.Reason)
		p.notice.OfRun = true
		return
	}
	text := f.Sentence()
	if f.Path != "" {
		p.wrong = draft.Mistakes{}
		p.wrong.NoteError(&param.Error{Path: f.Path, Value: f.Value, Reason: f.Reason}, &p.draft)
		text = "" // it stands beside the field
		p.watcher.SayMistake()
	}
	if p.partial() || p.unfinished() {
		text = phrase.Join(" ", text, "So far "+p.partShown()+".")
	}
	if text != "" {
		p.warn(text)
		p.notice.OfRun = true
	}
	p.watcher.Failed(phrase.Join(" ", f.Sentence(), text), f.Path)
}

// show makes what has come so far the results on the page; charts wait for the end.
func (p *Page) show() {
	fresh, last := p.Shown.Results != p.ran.Results, p.workload()
	if fresh {
		p.leave()
	}
	p.Shown = p.ran
	other := p.measured != p.ongoing
	p.measured = p.ongoing
	p.watcher.Shown(fresh, last)
	if other {
		p.digest(true)
	}
}

// Expects says that the page has nothing to say but that results of its first experiment are on their way.
func (p *Page) Expects() bool {
	return (p.Shown.Results == nil || p.running) && p.measured == nil && p.notice.Text == "" && len(p.wrong) == 0 && p.question.Text == "" && p.dialog == ""
}

// runs are the runs that have come, with the place of the baseline among them.
func (p *Page) runs() (runs []*result.Run, baseline int) {
	if p.Shown.Results == nil {
		return nil, 0
	}
	label := p.draft.Settings.Texts["baseline"]
	for _, r := range p.Shown.Results.Runs {
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
func (p *Page) asksToRun() bool {
	if p.running || p.missing != nil || p.question.Text != "" {
		return false
	}
	return len(p.wrong) > 0 || p.valid != nil && p.stale() && (!p.quick || p.notice.OfRun)
}

// offersRest says whether what is shown is a part of the experiment as it is.
func (p *Page) offersRest() bool {
	return len(p.wrong) == 0 && (p.resumable() || p.Shown.Results != nil && p.partial() && p.upToDate())
}

func (p *Page) runLabels() []string {
	runs, _ := p.runs()
	return result.Labels(runs)
}

// clock tells the time by the log's calendar, if it has one.
func (p *Page) clock() timeline.Clock {
	w := p.workload()
	if w == nil || w.Calendar == nil {
		return timeline.Clock{}
	}
	c := timeline.Clock{Calendar: w.Calendar, Zone: timeline.Zone{Name: "UTC"}}
	if w.Calendar.Zone != "" {
		if zone, ok := p.browser.Zone(w.Calendar.Zone); ok {
			c.Zone = zone
		}
	}
	return c
}

func (p *Page) workload() *engine.Workload {
	if p.Shown.Results == nil {
		return nil
	}
	return p.Shown.Results.Workload
}

// finished are the runs as the headless program has them.
func (p *Page) finished() []*experiment.Run {
	runs, _ := p.runs()
	list := make([]*experiment.Run, len(runs))
	for i, r := range runs {
		list[i] = &experiment.Run{
			Policy: r.Label, Replication: p.Shown.Cell.Replication, Point: p.Shown.Plan.Points[p.Shown.Cell.Point].Values,
			PointIndex: p.Shown.Cell.Point, Measures: experiment.Measures{Metrics: r.Metrics, Groups: r.Groups},
			Warnings: append([]string{}, r.Warnings...), Outcome: r.Outcome, RefusedCommands: experiment.RefusedCommands(r.Outcome),
			Elapsed: time.Duration(r.Seconds * float64(time.Second)),
		}
	}
	return list
}

// seed is the one of the results.
func (p *Page) seed() int64 { return int64(p.Shown.Plan.Seed) }
