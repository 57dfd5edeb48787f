package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/engine/metrics/resources"
	"backfill/ui/timeline"
)

// inspection is the job in the inspector and what is known about it.
type inspection struct {
	pinned       int32
	listed       bool                // it was chosen in the job table
	explanations map[int]explanation // by policy of the results
	losses       map[*Run]resources.Losses
	needs        needsState
}

// explanation is what is known of the pinned job under one policy.
type explanation struct {
	decisions []engine.Decision // about it
	others    []engine.Decision // about jobs that overtook it
	overtook  []int32           // all of these (overtaking.go)
	order     string            // orderWords
}

// Pin shows job j in the inspector, or nothing if it is engine.NoJob. It needs a rendering.
func (p *Page) Pin(j int32) {
	before := p.pinned
	p.pin(j)
	if p.pinned != before {
		p.tellSelected()
	}
	if p.inspecting() && p.small() {
		p.browser.Focus("inspector") // it would be out of sight below the timeline
	}
}

// pin is Pin; the focus stays where it is.
func (p *Page) pin(j int32) {
	if w := p.workload(); j != engine.NoJob && (w == nil || int(j) >= len(w.Jobs)) {
		return
	}
	p.pinned, p.explanations, p.losses, p.listed = j, map[int]explanation{}, map[*Run]resources.Losses{}, false
	p.forgetInstant()
	p.forgetNeeds()
	if p.scene != nil {
		p.scene.Pinned = j
		p.markShadows()
		p.browser.Redraw()
	}
	p.dressMatrix()
	p.dressApart()
	if j != engine.NoJob {
		p.askWhy()
	}
}

// askWhy asks for the reasons of the pinned job under every policy.
func (p *Page) askWhy() {
	if p.running {
		return // its end asks
	}
	for i, r := range p.results.Runs {
		if _, known := p.explanations[i]; r != nil && r.Kind != "recorded" && !known {
			j := p.pinned
			overtook := overtakers(r.Outcome, j)
			asked := append([]int32{j}, overtook[:min(len(overtook), mostExplained)]...)
			p.explain(p.onPage(), i, asked, answered{
				came: func(decisions []engine.Decision) {
					if r != p.results.Runs[i] || j != p.pinned {
						return
					}
					e := explanation{overtook: overtook, order: p.orderWords(i, j)}
					for _, d := range decisions {
						if d.Job == j {
							e.decisions = append(e.decisions, d)
						} else if starts(d.Rule) {
							e.others = append(e.others, d)
						}
					}
					p.explanations[i] = e
					p.askNeeds()
				},
				failed: func(f Failure) { p.Failed(p.run, f) },
			})
		}
	}
}

// Unpin empties the inspector.
func (p *Page) Unpin() { p.Pin(engine.NoJob) }

// CloseInspector empties the inspector and gives the focus back to where the job
// was chosen.
func (p *Page) CloseInspector() {
	j, listed := p.pinned, p.listed
	p.Unpin()
	switch {
	case !listed:
		p.browser.Focus(TimelineHost)
	case slices.Contains(p.listing.visible(), j):
		p.browser.Focus(jobButton(j))
	default:
		p.browser.Focus("jobs")
	}
}

// jobButton is the id of the button in the job table that shows job j.
func jobButton(j int32) string { return fmt.Sprintf("show-job-%d", j) }

// ListedJob shows job j from the job table, which gets the focus back later.
func (p *Page) ListedJob(j int32) {
	p.ShowJob(j)
	p.listed = true
}

// ShowJob pins job j and moves the timeline there.
func (p *Page) ShowJob(j int32) {
	listed := p.listed
	p.Pin(j)
	p.listed = listed
	p.fitTo(j)
	p.browser.Focus("inspector")
}

// fitTo moves the timeline to job j.
func (p *Page) fitTo(j int32) {
	if p.scene != nil && len(p.drawn) > 0 && int(j) < len(p.drawn[0].Outcome.Start) {
		p.SetView(p.scene.View.FitTo(p.longest(j), j))
	}
}

// unpinIfGone keeps the pinned job when new results have come, if it still exists.
// The reasons have to be asked for anew.
func (p *Page) unpinIfGone() {
	if p.pinned == engine.NoJob {
		return
	}
	if int(p.pinned) >= len(p.workload().Jobs) {
		p.Unpin()
		return
	}
	p.explanations, p.losses = map[int]explanation{}, map[*Run]resources.Losses{}
	p.forgetNeeds()
}

// submission says when job j is submitted, whatever the policy.
func (p *Page) submission(j int32) string {
	w := p.workload()
	if w.After == nil || w.After[j] == engine.NoJob {
		return p.clock().Format(w.Jobs[j].Submit)
	}
	after := fmt.Sprintf("job %d has ended", w.JobNumber(w.After[j]))
	if w.Continues != nil && w.Continues[j] {
		after = "its test run has ended"
	}
	if w.Think == nil || w.Think[j] <= 0 {
		return "when " + after
	}
	return timeline.FormatSpan(w.Think[j]) + " after " + after
}

// attemptWords names which run of its job row j is, after before; empty for a job that
// runs once.
func attemptWords(w *engine.Workload, j int32, before string) string {
	switch {
	case w.Continued(j):
		return before + "test run"
	case w.Continues != nil && w.Continues[j]:
		return before + "full run"
	}
	return ""
}

// relation leads from the pinned job to the other of its two runs, or to the job that it
// follows; nil if there is none.
func (p *Page) relation() sentence {
	w, j := p.workload(), p.pinned
	switch {
	case w.Continued(j):
		return say("If this test run is stopped, the ", jobWords("full run", j+1), " follows.")
	case w.Continues != nil && w.Continues[j]:
		return say("A ", jobWords("test run", j-1), " came first.")
	case w.After != nil && w.After[j] != engine.NoJob:
		return say("It follows ", jobWords(fmt.Sprintf("job %d", w.JobNumber(w.After[j])), w.After[j]), ".")
	}
	return nil
}

// Fact is one attribute of a job.
type Fact struct{ Name, Text string }

// facts are the attributes of the pinned job that no policy changes.
func (p *Page) facts() []Fact {
	w, j := p.workload(), p.pinned
	job := w.Jobs[j]
	clock := p.clock()
	facts := []Fact{
		{"Submitted", p.submission(j)},
		{"Processors", grouped(int64(job.Processors))},
		{"Run time", timeline.FormatSpan(job.Run)},
		{"Requested time", timeline.FormatSpan(job.Estimate)},
	}
	if w.Memory != nil && w.Memory[j] > 0 {
		total := float64(w.Memory[j]) * float64(job.Processors)
		facts = slices.Insert(facts, 2, Fact{"Memory", timeline.Gigabytes(total / 1024)})
	}
	if w.Components != nil && w.Components[j] != nil {
		facts = append(facts, Fact{"Components", strings.Trim(strings.ReplaceAll(fmt.Sprint(w.Components[j]), " ", " + "), "[]")})
	}
	if w.Bandwidth != nil {
		facts = append(facts, Fact{"Bandwidth of each process", bandwidthText(w.Bandwidth[j])})
	}
	if w.Network != nil {
		facts = append(facts, Fact{"Network of each process", bandwidthText(w.Network[j])})
	}
	if w.Dedicated(j) {
		facts = append(facts, Fact{"Requested start", clock.Format(w.Requested[j])})
	}
	if due := w.DeadlineOf(j); due != engine.Never {
		facts = append(facts, Fact{"Deadline", clock.Format(due)})
	}
	if w.Benchmark != nil && w.Benchmark[j] > 0 {
		facts = append(facts, Fact{"Times hold at", strconv.Itoa(int(w.Benchmark[j])) + " MIPS"})
	}
	if needs := w.Needs(j); needs != 0 {
		facts = append(facts, Fact{"Needs", licenceList(needs)})
	}
	if w.KeepsAnywhere(j) {
		facts = append(facts, Fact{"Checkpoints", "keeps what it has done"})
	}
	add := func(name string, column []int32) {
		if column != nil && column[j] >= 0 {
			facts = append(facts, Fact{name, fmt.Sprint(column[j])})
		}
	}
	add("User", w.User)
	add("Group", w.Group)
	add("Executable", w.App)
	if w.Queue != nil && w.Queue[j] >= 0 {
		facts = append(facts, Fact{"Queue", w.QueueName(w.Queue[j])})
	}
	for i := range w.Commands {
		if c := &w.Commands[i]; c.Job == j {
			facts = append(facts, Fact{"Command at " + clock.Format(c.At), commandWords(c)})
		}
	}
	if w.Wait != nil && w.Wait[j] >= 0 {
		facts = append(facts, Fact{"Wait in the log", waitText(w.Wait[j])})
	}
	return facts
}

// Fate is what became of the pinned job under one policy.
type Fate struct {
	Label   string
	Summary sentence
	Before  string     // what became of it before the experiment was changed
	Policy  int        // of the results
	Order   string     // the priority it had when it started
	Past    []sentence // who overtook it
	Needs   []sentence // what it would have needed
	Looks   []look     // all that was recorded, if it is unfolded
	Reasons []sentence // in the order of time
	Obeyed  []string   // what became of its commands
	Lost    string     // what it lost to sharing
	Lasts   string     // how long it takes where it ran
	Stints  []sentence // if there are several
	Shadows [][]string // its shared shadows, below a row of names, if they are unfolded
	Caption string     // of these
	Asked   bool       // the reasons are still to come
}

// fates lists them in the order of the policies.
func (p *Page) fates() []Fate {
	var fates []Fate
	for i, r := range p.results.Runs {
		if r == nil {
			continue
		}
		f := Fate{Label: r.Label, Policy: i, Summary: p.fate(r.Outcome), Before: p.beforeWords(r), Obeyed: p.obeyed(r.Outcome), Lost: p.lostWords(r), Lasts: lastsWords(r.Outcome, p.pinned),
			Stints: stintLines(r.Outcome, p.pinned, p.clock()), Shadows: p.shadowRows(r), Caption: p.shadowsCaption(r)}
		why, known := p.explanations[i]
		switch {
		case known:
			f.Order = why.order
			t := p.telling(r)
			f.Reasons, f.Past = t.reasons(why.decisions), t.overtaking(p.pinned, why.overtook, why.others)
			if p.opened[looksKey(i)] {
				f.Looks = t.looks(why.decisions)
			}
		case r.Kind != "recorded":
			f.Asked = true
		default: // a log does not say why
			f.Past = p.telling(r).overtaking(p.pinned, overtakers(r.Outcome, p.pinned), nil)
		}
		f.Needs = p.telling(r).needs(p.pinned, p.needs.found[i])
		fates = append(fates, f)
	}
	return fates
}

// telling puts decisions of a run into words.
func (p *Page) telling(r *Run) telling {
	return telling{outcome: r.Outcome, clock: p.clock(), byPriority: byPriority(r.Kind)}
}

func (p *Page) fate(o *engine.Outcome) sentence {
	j := p.pinned
	at := func(t engine.Time) words { return timeWords(p.clock(), t) }
	switch {
	case o.State[j] == engine.Refused:
		return say("Refused: ", o.Refusal(j), ".")
	case o.Submitted(j) < 0:
		return say("Never submitted: the job that it follows never ended.")
	case o.Start[j] < 0:
		return say("Never started.")
	}
	var s sentence
	if o.Workload.After != nil && o.Workload.After[j] != engine.NoJob {
		s = say("Submitted at ", at(o.Submitted(j)), ". ")
	}
	s = say(s, startWords(o, j, p.clock()), onFirstLane(o, j))
	if n := o.Size(j); n != o.Workload.Jobs[j].Processors {
		s = say(s, " on ", plural(int64(n), "processor"))
	}
	s = say(s, interruptedWords(o, j))
	switch o.State[j] {
	case engine.Killed:
		s = say(s, ", killed at its limit at ", at(o.End[j]))
	case engine.Completed:
		s = say(s, ", ended at ", at(o.End[j]))
	}
	if o.End[j] >= 0 && len(stintsOf(o, j)) > 1 {
		s = say(s, onLane(o, j))
	}
	s = say(s, dueWords(o, j))
	if o.Overtook[j] {
		s = say(s, ". It started past a job that had arrived earlier")
	}
	return say(s, ".", waitInAll(o, j))
}

// startWords say how long job j waited and when it started. The wait of a dedicated job
// counts from its requested start, unless it was submitted later.
func startWords(o *engine.Outcome, j int32, clock timeline.Clock) sentence {
	w, wait, start, ready := o.Workload, o.Wait(j), timeWords(clock, o.Start[j]), o.Ready(j)
	if len(stintsOf(o, j)) > 1 { // and again and again
		return say("Waited ", timeline.FormatSpan(wait), " in all, started first at ", start)
	}
	late := w.Dedicated(j) && ready > w.Jobs[j].Submit
	switch {
	case late && o.Start[j] == ready:
		return say("Started on time, at its requested start ", start)
	case late && wait == 0:
		return say("Started before its requested start, at ", start) // only in a log
	case late:
		return say("Waited ", timeline.FormatSpan(wait), " after its requested start ", timeWords(clock, ready), ", started at ", start)
	case wait > 0:
		return say("Waited ", timeline.FormatSpan(wait), ", started at ", start)
	case w.Dedicated(j):
		return say("Started at once, at ", start, ", its requested start having passed")
	}
	return say("Started at once, at ", start)
}
