package ui

import (
	"fmt"

	"backfill/engine"
	"backfill/ui/timeline"
)

// inspection is the job in the inspector and what is known about it.
type inspection struct {
	pinned       int32
	explanations map[int][]engine.Decision // by policy of the results
}

// Pin shows job j in the inspector, or nothing if it is engine.NoJob. It needs a rendering.
func (p *Page) Pin(j int32) {
	if w := p.workload(); j != engine.NoJob && (w == nil || int(j) >= len(w.Jobs)) {
		return
	}
	p.pinned, p.explanations = j, map[int][]engine.Decision{}
	if p.scene != nil {
		p.scene.Pinned = j
		p.browser.Redraw()
	}
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
		if r != nil && r.Kind != "recorded" && p.explanations[i] == nil {
			p.browser.Explain(p.run, p.shown, p.filesNeeded(), i, p.pinned)
		}
	}
}

// Unpin empties the inspector.
func (p *Page) Unpin() { p.Pin(engine.NoJob) }

// ShowJob pins job j, from a table, and moves the timeline there.
func (p *Page) ShowJob(j int32) {
	p.Pin(j)
	if p.scene != nil && len(p.drawn) > 0 && int(j) < len(p.drawn[0].Outcome.Start) {
		p.SetView(p.scene.View.FitTo(p.drawn[0].Outcome, j))
	}
	p.browser.Focus("inspector")
}

// Explained hands over the record of the decisions about one job.
func (p *Page) Explained(run int, e Explanation) {
	if run != p.run || e.Job != p.pinned {
		return
	}
	if e.Decisions == nil {
		e.Decisions = []engine.Decision{}
	}
	p.explanations[e.Policy] = e.Decisions
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
	p.explanations = map[int][]engine.Decision{}
}

// Fact is one attribute of a job.
type Fact struct{ Name, Text string }

// facts are the attributes of the pinned job that no policy changes.
func (p *Page) facts() []Fact {
	w, j := p.workload(), p.pinned
	job := w.Jobs[j]
	clock := p.clock()
	facts := []Fact{
		{"Submitted", clock.Format(job.Submit)},
		{"Processors", grouped(int64(job.Processors))},
		{"Run time", timeline.FormatSpan(job.Run)},
		{"Requested time", timeline.FormatSpan(job.Estimate)},
	}
	add := func(name string, column []int32) {
		if column != nil && column[j] >= 0 {
			facts = append(facts, Fact{name, fmt.Sprint(column[j])})
		}
	}
	add("User", w.User)
	add("Group", w.Group)
	add("Executable", w.App)
	add("Queue", w.Queue)
	if w.Wait != nil && w.Wait[j] >= 0 {
		facts = append(facts, Fact{"Wait in the log", waitText(w.Wait[j])})
	}
	return facts
}

// Fate is what became of the pinned job under one policy.
type Fate struct {
	Label   string
	Summary string
	Reasons []string // in the order of time
	Asked   bool     // the reasons are still to come
}

// fates lists them in the order of the policies.
func (p *Page) fates() []Fate {
	var fates []Fate
	for i, r := range p.results.Runs {
		if r == nil {
			continue
		}
		f := Fate{Label: r.Label, Summary: p.fate(r.Outcome)}
		decisions, known := p.explanations[i]
		switch {
		case known:
			f.Reasons = reasons(decisions, r.Outcome.Workload, p.clock())
		case r.Kind != "recorded":
			f.Asked = true
		}
		fates = append(fates, f)
	}
	return fates
}

func (p *Page) fate(o *engine.Outcome) string {
	j := p.pinned
	clock := p.clock()
	switch {
	case o.State[j] == engine.Refused:
		return "Refused: the machine can never run it."
	case o.Start[j] < 0:
		return "Never started."
	}
	waited := "Started at once, at "
	if wait := o.Wait(j); wait > 0 {
		waited = "Waited " + timeline.FormatSpan(wait) + ", started at "
	}
	text := waited + clock.Format(o.Start[j])
	switch o.State[j] {
	case engine.Killed:
		text += ", killed at its limit at " + clock.Format(o.End[j])
	case engine.Completed:
		text += ", ended at " + clock.Format(o.End[j])
	}
	if o.Overtook[j] {
		text += ". It started past a job that had arrived earlier"
	}
	return text + "."
}

// maxReasons is how many changes of the reason the inspector lists.
const maxReasons = 12

// reasons is the record about one job in plain sentences. Entries that differ only
// in the numbers of the plan are told as one.
func reasons(decisions []engine.Decision, w *engine.Workload, clock timeline.Clock) []string {
	var told []string
	for i := 0; i < len(decisions); {
		k := i + 1
		for k < len(decisions) && alike(decisions[i], decisions[k]) {
			k++
		}
		until := engine.Never
		if k < len(decisions) {
			until = decisions[k].At
		}
		told = append(told, reason(decisions[i], decisions[k-1], until, w, clock))
		i = k
	}
	if len(told) > maxReasons {
		left := len(told) - maxReasons
		told = append(told[:maxReasons-1], fmt.Sprintf("… %s …", plural(int64(left), "further change")), told[len(told)-1])
	}
	return told
}

// alike says whether two entries are told as one. Behind whom a job had to wait
// matters less than that it had to.
func alike(a, b engine.Decision) bool {
	return a.Rule == b.Rule && (a.Blocker == b.Blocker || a.Rule == engine.BehindHead || a.Rule == engine.TooWideNow)
}

// reason tells why the job waited from first to until, or why it started. last is
// the latest entry of the same kind.
func reason(first, last engine.Decision, until engine.Time, w *engine.Workload, clock timeline.Clock) string {
	job := w.Jobs[first.Job]
	needs := plural(int64(job.Processors), "processor")
	free := freeText(last.Free)
	switch first.Rule {
	case engine.StartedInOrder:
		return "Started at " + clock.Format(first.At) + "; nobody who had arrived earlier was waiting."
	case engine.StartedBeforeShadow:
		return fmt.Sprintf("Backfilled at %s: by its requested time it ends before %s is due at %s (shadow time).",
			clock.Format(first.At), blocker(first, w), clock.Format(first.Shadow))
	case engine.StartedInExtra:
		return fmt.Sprintf("Backfilled at %s: it runs past the shadow time %s of %s, but fits the %s left beside it then.",
			clock.Format(first.At), clock.Format(first.Shadow), blocker(first, w), plural(int64(first.Extra), "extra processor"))
	case engine.StartedReserved:
		return "Started at " + clock.Format(first.At) + "; its reservation came due."
	case engine.StartedRecorded:
		return "Started at " + clock.Format(first.At) + ", as the log says."
	}

	when := "Waited from " + clock.Format(first.At)
	if until != engine.Never {
		when += " to " + clock.Format(until)
	}
	promise := ""
	if last.Shadow != engine.Never && last.Shadow > 0 {
		promise = " It is promised " + clock.Format(last.Shadow) + "."
		if last.Shadow != first.Shadow {
			promise = fmt.Sprintf(" It was promised %s first, %s at last.", clock.Format(first.Shadow), clock.Format(last.Shadow))
		}
	}
	switch first.Rule {
	case engine.HeadBlocked:
		if last.Shadow != engine.Never && last.Shadow > 0 {
			promise = shadowText(first, last, clock)
		} else {
			promise = ""
		}
		return fmt.Sprintf("%s at the head of the queue: it needs %s, %s.%s", when, needs, free, promise)
	case engine.Reserved:
		return fmt.Sprintf("%s with a reservation: it needs %s, %s.%s", when, needs, free, promise)
	case engine.TooWideNow:
		return fmt.Sprintf("%s: it needs %s, %s.", when, needs, free)
	case engine.WouldDelay:
		return fmt.Sprintf("%s: %s is promised %s at %s (shadow time); this job would run past it and needs %d, more than the %s left then.",
			when, blocker(first, w), blockerNeeds(first, w), clock.Format(last.Shadow), job.Processors, plural(int64(last.Extra), "extra processor"))
	case engine.BehindHead:
		behind := blocker(first, w)
		if last.Blocker != first.Blocker {
			behind = fmt.Sprintf("the head of the queue (%s at first, %s at last)", behind, blocker(last, w))
		}
		return fmt.Sprintf("%s behind %s: this policy starts nobody past a waiting job.", when, behind)
	case engine.AwaitsLogTime:
		return when + ": the log says that it started later."
	}
	return when + "."
}

func shadowText(first, last engine.Decision, clock timeline.Clock) string {
	if first.Shadow == last.Shadow {
		return " By the estimates enough are free at " + clock.Format(last.Shadow) + " (shadow time)."
	}
	return fmt.Sprintf(" By the estimates enough would be free at %s (shadow time), at last at %s.", clock.Format(first.Shadow), clock.Format(last.Shadow))
}

func freeText(free int32) string {
	switch free {
	case 0:
		return "none is free"
	case 1:
		return "1 is free"
	}
	return grouped(int64(free)) + " are free"
}

func blocker(d engine.Decision, w *engine.Workload) string {
	if d.Blocker == engine.NoJob {
		return "a reservation"
	}
	return fmt.Sprintf("job %d", w.JobNumber(d.Blocker))
}

func blockerNeeds(d engine.Decision, w *engine.Workload) string {
	if d.Blocker == engine.NoJob {
		return "its processors"
	}
	return plural(int64(w.Jobs[d.Blocker].Processors), "processor")
}
