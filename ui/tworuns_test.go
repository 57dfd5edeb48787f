package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/metrics/grouping"
	"backfill/ui/panel/tworuns"
	"backfill/ui/result"
	"backfill/ui/session"
)

// unfoldApart opens the section and lets everything come that it asks for.
func unfoldApart(p *Page, b *fake) {
	p.Unfolded["apart"] = true
	p.TwoRuns.AskAgain()
	b.pass()
	b.explain()
}

// FCFS and EASY in the textbook case: what the page counts and averages is what the outcomes say, they part
// where TestDivergenceOfTheTextbookCase says, and each policy tells why.
func TestTwoRunsApart(t *testing.T) {
	p, b := firstVisit(t)
	unfoldApart(p, b)
	c := p.TwoRuns.Comparison()
	if c == nil || c.A.Name() != "FCFS" || c.B.Name() != "EASY" {
		t.Fatalf("compared are %+v", c)
	}
	o, u := p.Shown.Results.Runs[0].Outcome, p.Shown.Results.Runs[1].Outcome
	less, longer, same, sum := 0, 0, 0, engine.Time(0)
	for j := range o.Start {
		d := (u.Start[j] - o.Start[j])
		sum += d
		switch {
		case d < 0:
			less++
		case d > 0:
			longer++
		default:
			same++
		}
	}
	if c.Less != less || c.Longer != longer || c.Same != same || c.Mean != sum.Seconds()/12 {
		t.Errorf("%d, %d, %d, mean %v; want %d, %d, %d, %v", c.Less, c.Longer, c.Same, c.Mean, less, longer, same, sum.Seconds()/12)
	}
	if !slices.IsSortedFunc(c.Order, func(a, b int32) int { return int(c.Difference(a) - c.Difference(b)) }) || len(c.Order) != 12 {
		t.Errorf("the order is %v", c.Order)
	}
	if got, want := c.Headline().String(), "At 2 min, job 5 starts under EASY, and not before 14 min under FCFS. "; !strings.HasPrefix(got+" ", want) {
		t.Errorf("they part so: %q, want %q", got, want)
	}
	var why []string
	for _, line := range p.TwoRuns.DivergenceLines() {
		why = append(why, line.String())
	}
	if diff := cmp.Diff([]string{
		"FCFS: Waited from 2 min to 14 min behind the head of the queue (job 3 at first, job 4 at last): this policy starts nobody past a waiting job.",
		"EASY: Backfilled at 2 min: by its requested time it ended by 10 min, when job 3 was due (shadow time).",
	}, why); diff != "" {
		t.Errorf("the reasons (-want +got):\n%s", diff)
	}
	// The jump shows the job and marks the instant.
	p.TwoRuns.ShowDivergence()
	if m := p.Timeline.Marks; p.Pinned != 4 || len(m) != 1 || m[0] != 2*engine.Minute {
		t.Errorf("pinned is %d, marked are %v", p.Pinned, m)
	}
	if d := p.TwoRuns.Differences(); d == nil || d.Pinned != c.RowOf(4) {
		t.Error("the chosen job is not marked in the picture")
	}
	// A row lights its job up on the timeline, and is chosen by a click.
	row := c.Order[0]
	if text, changed := p.TwoRuns.Hover(row); !changed || p.Timeline.Hover != c.Jobs[row] || !strings.Contains(text, "under EASY") {
		t.Errorf("the hint is %q, lit up is job %d", text, p.Timeline.Hover)
	}
	p.TwoRuns.PinRow(row)
	if p.Pinned != c.Jobs[row] {
		t.Errorf("pinned is %d", p.Pinned)
	}
	if next, ok := p.TwoRuns.Key("End"); !ok || next != c.Order[11] {
		t.Errorf("the last one is %d", next)
	}
	// CSV has every job.
	p.TwoRuns.SaveWaits()
	text := string(b.saved["backfill-a-textbook-case-apart.csv"])
	if lines := strings.Count(text, "\n") - strings.Count(text, "#"); !strings.Contains(text, "\n5,120,1,480,480,2,840,120,720,0,-720\n") || lines < 13 {
		t.Errorf("saved is\n%s", text)
	}
}

// Each class has its own winners and losers: of 4 jobs two need one processor and gain, two need two and lose.
func TestWinnersAndLosersByGroup(t *testing.T) {
	w := &engine.Workload{Jobs: []engine.Job{{Processors: 1}, {Processors: 2}, {Processors: 1}, {Processors: 2}}}
	at := func(start ...engine.Time) *result.Run {
		for i := range start {
			start[i] *= engine.Second
		}
		return &result.Run{Outcome: &engine.Outcome{Workload: w, Unit: 1, Start: start, End: start, State: []engine.JobState{1, 1, 1, 1}}}
	}
	sides := func(a, b *result.Run) (session.Contender, session.Contender) {
		e := &session.Simulated{Results: &result.Results{Workload: w, Runs: []*result.Run{a, b}}}
		return session.Contender{Of: e, Policy: 0}, session.Contender{Of: e, Policy: 1}
	}
	c := tworuns.Compare(sides(at(10, 0, 30, 0), at(0, 5, 10, 15)))
	var got []string
	for _, r := range c.GroupRows(grouping.Grouping{Division: grouping.Division{By: "size", Bounds: []float64{1}}}) {
		got = append(got, fmt.Sprint(r.Label, r.Cells()))
	}
	want := []string{"1 processor[2 2 0 0 20.0 s 5.0 s −15.0 s]", "2 or more processors[2 0 2 0 0 s 10.0 s +10.0 s]"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
}

// A kept run is compared with the one on the page, and its policy asked about its own job; where workloads
// differ in all jobs nothing is compared.
func TestApartFromKeptRuns(t *testing.T) {
	p, b := firstVisit(t)
	p.Keep()
	p.Rename(0, "8 processors")
	p.Edit("/machine/processors", "12")
	b.pass()
	b.answer()
	b.why = nil
	p.TwoRuns.ChooseContender(0, "EASY (8 processors)")
	p.TwoRuns.ChooseContender(1, "EASY")
	unfoldApart(p, b)
	c := p.TwoRuns.Comparison()
	if c.A.Name() != "EASY (8 processors)" || c.B.Name() != "EASY" || c.Refusal != "" {
		t.Fatalf("compared are %s and %s: %s", c.A.Name(), c.B.Name(), c.Refusal)
	}
	// With 12 processors 5 are free beside jobs 1 and 2, and 8 beside jobs 2 and 5 when job 1 ends at 4 min: job 3
	// gets its 6 then; it was promised 5 min, which job 4 would have delayed.
	if got, want := c.Headline().String(), "At 4 min, job 3 starts under EASY, and not before 10 min under EASY (8 processors)."; got != want {
		t.Errorf("they part so: %q, want %q", got, want)
	}
	lines := p.TwoRuns.DivergenceLines()
	if len(lines) != 2 || !strings.HasPrefix(lines[0].String(), "EASY (8 processors): Waited from 1 min") || !strings.HasPrefix(lines[1].String(), "EASY: Started at 4 min") {
		t.Errorf("the reasons are %v", lines)
	}
	// The file carries the kept scenario in a comment, without what a spreadsheet could take for a formula.
	p.Rename(0, "8,=1")
	p.TwoRuns.ChooseContender(0, "EASY (8,=1)")
	p.TwoRuns.Comparison()
	p.TwoRuns.SaveWaits()
	if text := string(b.saved["backfill-a-textbook-case-apart.csv"]); !strings.Contains(text, "\n# EASY (8,\\u003d1): {\"version\":") {
		t.Errorf("saved is\n%s", text)
	}
	p.Rename(0, "8 processors")
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":8},"workload":{"kind":"lublin","jobs":50,"processors":8},"policies":[{"kind":"easy","label":"EASY"}]}`)
	b.answer()
	p.TwoRuns.ChooseContender(0, "EASY (8 processors)")
	p.TwoRuns.ChooseContender(1, "EASY")
	if c := p.TwoRuns.Comparison(); c == nil || !strings.Contains(c.Sentence().String(), "different workloads") {
		t.Errorf("another workload is compared: %v", c)
	}
}

// With replications the comparison in pairs is pointed to; of a log it is said that it is one.
func TestOnePairOfRunsIsNoEvidence(t *testing.T) {
	p, b := firstVisit(t)
	c := p.TwoRuns
	if got := c.Evidence(); !strings.HasPrefix(got, "One pair of runs is no evidence: on another workload") {
		t.Errorf("said is %q", got)
	}
	open(p, sweptScenario)
	whole(p, b)
	unfoldApart(p, b)
	if got := c.Evidence(); !strings.Contains(got, "compared in pairs, with intervals") {
		t.Errorf("said is %q", got)
	}
	if text := render(t, p).ids["apart"].text(); !strings.Contains(text, "Go to the answers") {
		t.Errorf("the section says %s", text)
	}
	p.FileCame(droppedLog(t, "a.swf"))
	b.answer()
	if got := c.Evidence(); !strings.HasPrefix(got, "One pair of runs is no evidence: on another log") {
		t.Errorf("said is %q", got)
	}
}

// What is lit in the picture of two runs stays lit when the colours, the width or the scene of the timeline change.
func TestTwoRunsStayLit(t *testing.T) {
	p, b := firstVisit(t)
	unfoldApart(p, b)
	p.TwoRuns.Hover(3)
	for what, change := range map[string]func(){
		"the theme": func() { b.theme = "dark"; p.ThemeChanged() }, "the width": func() { p.Sized(700, 2) }, "the colours of jobs": func() { p.ColorBy("size") },
	} {
		change()
		if d := p.TwoRuns.Differences(); d.Hover != 3 || d.Theme != p.Theme() || d.Width != p.Width {
			t.Errorf("after another value of %s row %d is lit, want 3; width %d", what, d.Hover, d.Width)
		}
	}
}
