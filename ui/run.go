package ui

import (
	"math"
	"time"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/param"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/result"
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

// Progress is the state of one policy's simulation, or of an experiment of many cells,
// for people.
type Progress struct {
	Label       string
	Ended, Jobs int
	Words       string // how much is done; a share if empty
}

// progresses lists the policies of the current run.
func (p *Page) progresses() []Progress {
	var list []Progress
	if p.measuring() || p.settling() {
		m := p.ongoing
		return []Progress{{Label: "Simulations", Ended: m.done, Jobs: max(m.planned, 1), Words: m.share()}}
	}
	for i, ended := range p.progress {
		list = append(list, Progress{Label: p.ran.Plan.Policies[i].Label, Ended: ended, Jobs: max(p.jobs, 1)})
	}
	return list
}

// stage is what the current run is at.
func (p *Page) stage() string {
	switch {
	case p.measuring():
		return "Simulating"
	case p.settling():
		return "Computing the intervals"
	}
	if p.ran.Results == nil {
		return "Preparing the workload…"
	}
	return "Simulating"
}

// TimeLeft estimates, from what is done, how long the current run still takes.
func (p *Page) TimeLeft() string {
	switch {
	case p.measuring() && p.ongoing == p.measured:
		return phrase.Join(". ", p.ongoing.left(), p.widestWords())
	case p.measuring():
		return p.ongoing.left()
	case p.settling():
		return ""
	}
	done, all := 0, 0
	for _, ended := range p.progress {
		done += ended
		all += p.jobs
	}
	elapsed := time.Since(p.began)
	switch {
	case p.ran.Results == nil:
		return ""
	case done == 0 || all == 0 || elapsed < patience:
		return "just begun"
	}
	return phrase.TimeLeft(elapsed, done, all)
}

// Sentence is the answer in words.
func (p *Page) Sentence() string {
	if p.measured != nil {
		return p.measuredSentence()
	}
	runs, baseline := p.runs()
	if len(runs) == 0 {
		return ""
	}
	return phrase.Join(" ", answer(runs, baseline), lateWords(runs), p.refusals())
}

// lateWords say how many jobs miss their deadlines under each policy; "" if there are no deadlines.
func lateWords(runs []*result.Run) string {
	var clauses []string
	for _, r := range runs {
		if late := r.Metrics.Value("late"); !math.IsNaN(late) {
			clauses = append(clauses, phrase.Unbroken(phrase.Percent(late))+" under "+r.Label)
		}
	}
	if len(clauses) == 0 {
		return ""
	}
	return "Late, of the jobs with a deadline: " + phrase.List(clauses) + "."
}

// answer says how long jobs wait under each policy and how that compares.
func answer(runs []*result.Run, baseline int) string {
	base := runs[baseline]
	wait := base.Metrics.Value("meanWait")
	if math.IsNaN(wait) {
		return "No job ended, so there is nothing to compare."
	}
	const once = "; one run of one workload: no interval."
	if len(runs) == 1 {
		return "Under " + base.Label + " a job waits " + phrase.Unbroken(phrase.Seconds(wait)) + " on average" + once
	}
	var clauses []string
	for i, r := range runs {
		if i == baseline {
			continue
		}
		other := r.Metrics.Value("meanWait")
		clause := r.Label + " " + compared(wait, other)
		switch {
		case len(clauses) > 0:
			clause += " (" + phrase.Unbroken(phrase.Seconds(other)) + ")"
		case wait == other:
			clause += " as " + base.Label + " (mean " + phrase.Unbroken(phrase.Seconds(other)) + ")"
		default:
			clause += " than " + base.Label + " (mean " + phrase.Unbroken(phrase.Seconds(other)) + " against " + phrase.Unbroken(phrase.Seconds(wait)) + ")"
		}
		clauses = append(clauses, clause)
	}
	return phrase.List(clauses) + once
}

func compared(base, other float64) string {
	switch {
	case math.IsNaN(other):
		return "has no mean wait"
	case base == other:
		return "waits as long"
	case base == 0:
		return "waits longer"
	case other < base:
		return "waits " + phrase.Unbroken(phrase.Percent((base-other)/base)) + " less"
	}
	return "waits " + phrase.Unbroken(phrase.Percent((other-base)/base)) + " more"
}

// value is a metric for people, with its unit.
func value(d *metrics.Description, v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case d.Unit == "s" && v != 0 && v < 0.1 && v > -0.1:
		return phrase.Decimals(v*1000, 2) + " ms"
	case d.Unit == "s":
		return phrase.Seconds(v)
	case d.Unit != "" && d.Unit != "jobs/s" && v == float64(int64(v)):
		return phrase.Grouped(int64(v))
	case d.Unit == "jobs/s":
		return phrase.Decimals(v*3600, 1) + " /h"
	case isShare(d.Name):
		return phrase.Percent(v)
	}
	digits := 2
	if v >= 1000 {
		digits = 0
	}
	return phrase.Decimals(v, digits)
}

// isShare says whether a metric is a part of a whole, or of what would have been.
func isShare(name string) bool {
	switch name {
	case "utilization", "utilizationToLastArrival", "lossOfCapacity", "lossOfCapacityFit", "backfilledShare", "offeredLoad", "offeredMemory", "shareOfJobs", "shareOfLoad", "dedicatedOnTime", "penalizedRuntime",
		"late", "lateOfAll", "machineUsage", "licenceUsage", "lostWork":
		return true
	}
	return false
}
