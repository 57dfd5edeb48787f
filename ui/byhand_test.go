package ui

import (
	"slices"
	"strings"
	"testing"

	"backfill/engine"
)

// panelText is what the panel shows.
func (p *Page) panelText(t *testing.T) string {
	t.Helper()
	return strings.Join(strings.Fields(render(t, p).ids["byhand"].text()), " ")
}

// The reader places the textbook case as EASY would, whose starts are derived in package policies and in TestStepsFromDecisionToDecision, makes
// one mistake on the way, and sees the schedule beside the others.
func TestPlaceTheTextbookCase(t *testing.T) {
	p, b := firstVisit(t)
	if render(t, p).ids["byhand"] != nil {
		t.Fatal("the panel is there from the beginning")
	}
	render(t, p).do("byhand-begin", "click", "")
	b.answer()
	if got := p.Draft.Policies[3]; got.Kind != "by-hand" || got.Label != "By hand" {
		t.Fatalf("the policies are %+v", p.Draft.Policies)
	}
	if len(p.Timeline.Groups) != 1 || p.Drawn[0].Label != "By hand" {
		t.Errorf("the timeline shows %d runs, which tell the reader what to do", len(p.Timeline.Groups))
	}
	if got := plain(p); !strings.HasPrefix(got, "Jobs wait 66 % less under EASY than under FCFS ") || !strings.HasSuffix(got, " By hand is not complete, and not compared: 12 of 12 jobs have not been placed.") {
		t.Errorf("a screen reader hears %q", got)
	}
	if now, on := p.Play.PlayedTo(); now != 0 || !on || p.ByHand.Now() != 0 {
		t.Errorf("it begins at %d, %v", now, on)
	}
	if got := p.panelText(t); !strings.Contains(got, "You are the scheduler, at 0") || !strings.Contains(got, "At 0: job 1 and job 2 arrive. 8 of 8 processors free, 2 jobs wait; 0 of 12 jobs placed.") {
		t.Errorf("it says %s", got)
	}
	press := func(id string) {
		t.Helper()
		render(t, p).do(id, "click", "")
		if p.Running {
			b.answer()
		}
	}
	says := func(want string) {
		t.Helper()
		if !strings.Contains(b.said, want) {
			t.Errorf("a screen reader hears %q, want %q", b.said, want)
		}
		if text := strings.ReplaceAll(p.panelText(t), ".Job", ". Job"); !strings.Contains(text, want) {
			t.Errorf("the panel says %q, want %q", text, want)
		}
	}
	press("byhand-job-0")
	says("Job 1 starts at 0. 4 of 8 processors free, 1 job waits; 1 of 12 jobs placed.")
	if b.focused != "byhand-job-1" {
		t.Errorf("the focus is on %s", b.focused)
	}
	press("byhand-job-1")
	if b.focused != "byhand-on" {
		t.Errorf("the focus is on %s", b.focused)
	}
	// The button says no instant: that job 1 ends at 4 min, before its requested 5, is what a scheduler cannot know.
	if got := render(t, p).ids["byhand-on"].text(); got != "Let time go on" {
		t.Errorf("the button says %q", got)
	}
	press("byhand-on")
	says("At 1 min: job 3 and job 4 arrive. 1 of 8 processors free, 2 jobs wait; 2 of 12 jobs placed.")
	if now, _ := p.Play.PlayedTo(); now != engine.Minute {
		t.Errorf("the timeline shows %d", now)
	}
	press("byhand-job-2")
	says("Job 3 does not fit: it needs 6 processors, 1 is free. By the requested times enough will be free at 10 min.")
	render(t, p).do("byhand-rule", "change", "EASY")
	b.answer()
	press("byhand-on") // 2 min: job 5 comes
	press("byhand-on") // 4 min: job 1 ends
	press("byhand-check")
	says("The first difference is at 2 min: EASY starts job 5, and you do not. Job 5 is backfilled at 2 min: by its requested time it ends by 10 min, when job 3 is due (shadow time).")
	press("byhand-undo")
	says("Back to 2 min.")
	press("byhand-job-4")
	press("byhand-undo")
	says("Job 5 waits again at 2 min.")
	if p.Draft.Policies[3].Texts["moves"] != "0:1,2" {
		t.Errorf("after undo the moves are %s", p.Draft.Policies[3].Texts["moves"])
	}
	press("byhand-job-4")
	p.Undo() // that of the page
	b.answer()
	if got := p.Draft.Policies[3].Texts["moves"]; got != "0:1,2" {
		t.Errorf("Undo of the page leaves the moves %s", got)
	}
	p.Redo()
	b.answer()
	easy := p.Shown.Results.Runs[1].Outcome
	for guard := 0; guard < 100 && len(p.Shown.Results.Runs[3].Outcome.StartOrder) < 12; guard++ {
		now, placed := p.ByHand.Now(), false
		for _, j := range easy.StartOrder {
			if easy.Start[j] == now && p.Shown.Results.Runs[3].Outcome.Start[j] < 0 {
				p.ByHand.Place(j)
				b.answer()
				placed = true
			}
		}
		if !placed {
			press("byhand-on")
		}
	}
	says("Your schedule is that of EASY: all 12 jobs start when they start there.")
	looks := func(class, want string) {
		t.Helper()
		if got := p.panelText(t); !strings.Contains(got, want) || !slices.ContainsFunc(render(t, p).all, func(e *element) bool { return e.attr("class") == class }) {
			t.Errorf("nothing looks as %q, or the panel does not say %q: %s", class, want, got)
		}
	}
	looks("byhand-told", "Your schedule is that of EASY")
	render(t, p).do("byhand-rule", "change", "FCFS") // which starts job 3 before job 5
	b.answer()
	looks("byhand-told departs", "The first difference is at 2 min: you start job 5, and FCFS does not.")
	render(t, p).do("byhand-rule", "change", "EASY")
	b.answer()
	if got, want := p.panelText(t), "In your schedule the 12 jobs wait 4 min 15 s on average; it is 4 min 15 s under EASY, 12 min 25 s under FCFS and 5 min 30 s under Conservative."; !strings.Contains(got, want) {
		t.Errorf("%s\nwant %s", got, want)
	}
	if len(p.Timeline.Groups) != 4 {
		t.Errorf("the complete schedule stands beside %d others", len(p.Timeline.Groups)-1)
	}
	if _, on := p.Play.PlayedTo(); on {
		t.Error("the schedule is complete, and the timeline does not show the whole of it")
	}
	if got, want := strings.ReplaceAll(p.Answers.Sentence(), "\u00a0", " "), "66 % less under By hand"; !strings.Contains(got, want) {
		t.Errorf("the answer is %s", got)
	}
	p.Pin(4)
	b.explain()
	f := p.Inspector.Fates()[3]
	if len(f.Reasons) != 1 || f.Reasons[0].String() != "Started at 2 min; it was placed by hand." {
		t.Errorf("job 5: %v", f.Reasons)
	}
	// Job 7 (3 processors) comes at 6 min, when none of 8 is free; at 7 min job 6 ends, and 4 are. At 8 min job 8 (2) starts: 2 are left, until job 2
	// ends at 10 min and job 3 takes 6 of 8; and so on.
	p.Pin(6)
	b.explain()
	why := p.Inspector.Fates()[3].Reasons
	if len(why) < 3 || why[0].String() != "Waited from 6 min to 7 min: it needs 3 processors, none was free." || why[1].String() != "Waited from 7 min to 8 min: it had room, but was not placed." {
		t.Errorf("job 7: %v", why)
	}
	press("byhand-over")
	if p.Draft.Policies[3].Texts["moves"] != "" {
		t.Error("the moves stay")
	}
	press("byhand-close")
	if render(t, p).ids["byhand"] != nil || b.focused != "byhand-begin" {
		t.Error("the panel is not closed")
	}
	p.RemovePolicy(3)
	b.answer()
}

// A schedule that is not complete is not compared with others as if it were, and moves that the experiment does not allow any more can be taken
// back.
func TestHalfASchedule(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":4},"workload":{"kind":"jobs","jobs":[{"run":60,"processors":4},{"run":60,"processors":2},{"submit":10,"run":60}]},
		"policies":[{"kind":"fcfs","label":"FCFS"},{"kind":"by-hand","label":"Mine","moves":"0:1; 60:2"}]}`)
	b.answer()
	if got := p.panelText(t); !strings.Contains(got, "At 1 min: job 1 ends. 2 of 4 processors free, 1 job waits; 2 of 3 jobs placed.") {
		t.Errorf("the panel says %s", got)
	}
	if got := p.Answers.Sentence(); strings.Contains(got, "less") || strings.Contains(got, "more") {
		t.Errorf("the answer compares: %s", got)
	}
	if got, want := plain(p), "Under FCFS a job waits 36.7 s on average; one run of one workload: no interval. Mine is not complete, and not compared: 1 of 3 jobs has not been placed."; got != want {
		t.Errorf("the answer is %q, want %q", got, want) // FCFS starts them at 0, 60 and 60 s, and they came at 0, 0 and 10 s
	}
	for _, row := range p.Answers.Rows() {
		if row.Cells[1].Difference != "" {
			t.Errorf("%s has a difference: %+v", row.About.Name, row.Cells[1])
		}
	}
	if got, want := p.TwoRuns.Comparison().Sentence().String(), "Mine is not complete, and not compared: 1 job has not been placed."; got != want {
		t.Errorf("two runs: %q, want %q", got, want)
	}
	if !strings.Contains(strings.Join(p.Answers.Warnings(), " "), "Mine: 1 job has not been placed") {
		t.Errorf("the answers warn: %v", p.Answers.Warnings())
	}
	p.Edit("/machine/processors", "3")
	b.answer()
	if got := p.panelText(t); !strings.Contains(got, "The moves of this schedule cannot be carried out as they are: Mine: job 1 cannot start at 0 s: the machine can never run it.") {
		t.Errorf("the panel says %s", got)
	}
	render(t, p).do("byhand-keep", "click", "")
	b.answer()
	if got := p.Draft.Policies[1].Texts["moves"]; got != "" || !strings.Contains(p.panelText(t), "2 jobs wait") && !strings.Contains(p.panelText(t), "1 job waits") {
		t.Errorf("the moves are %q, and the panel says %s", got, p.panelText(t))
	}
}
