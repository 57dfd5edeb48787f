package ui

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/ui/draft"
	"backfill/ui/link"
	"backfill/ui/panel/whatif"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/timeline"
)

// threeJobs: on 4 processors job 1 runs from 0 to 100 s on 3 of them. Job 2, of 4, waits for it until
// 100 s. Job 3, of one processor, is submitted at 20 s, runs for 60 s and asks for 200 s: under
// EASY it must wait for job 2, until 150 s, since it might end at 220 s only. Asking for 60 s it
// ends before the shadow time of 100 s and starts at once: it waits 130 s less, the others
// as long.
const threeJobs = `{"version":1,"name":"three","machine":{"kind":"cluster","processors":4},"policies":[{"kind":"easy","label":"EASY"}],
	"workload":{"kind":"jobs","jobs":[{"run":100,"processors":3},{"submit":10,"run":50,"processors":4},{"submit":20,"run":60,"request":200}]}}`

func (b *fake) settle() {
	b.t.Helper()
	b.pass()
	b.answer()
}

func TestAskForLess(t *testing.T) {
	p, b := firstVisit(t)
	open(p, threeJobs)
	b.answer()
	p.Toggle("job fields")
	p.Pin(2)
	p.WhatIf.ChangePinned("request", "6")
	p.WhatIf.ChangePinned("request", "60 s")
	b.settle()
	if got, want := b.lastScenario(), `"transform":[{"kind":"change","jobs":[{"job":3,"request":60}]}]`; !strings.Contains(got, want) {
		t.Errorf("the scenario is %s", got)
	}
	if link, err := link.Decode(b.address); err != nil || !strings.Contains(string(link.Scenario), `"request":60`) {
		t.Errorf("the address holds %s, %v", link.Scenario, err)
	}
	page := pageText(t, p)
	for _, want := range []string{
		"Job 3 asks for 1 min instead of 3 min 20 s.", "Take back",
		"Different: job 3 changed.",
		"Under EASY a job waits 59 % less on average (30.0 s, before 1 min 13 s).",
		"was 3 min 20 s", "As it was",
	} {
		if text := strings.ReplaceAll(page, "\u00a0", " "); !strings.Contains(text, want) {
			t.Errorf("the page does not say %q: %s", want, text)
		}
	}
	c := p.BeforeAndAfter()
	if one := c.Partners[0]; one.Less != 1 || one.Longer != 0 || one.Same != 2 || one.Moves[2] != timeline.StartsEarlier || one.Moves[0] != timeline.StartsAsBefore {
		t.Errorf("%+v", one)
	}
	if got := p.WhatIf.Moved(); len(got) != 1 || got[0].Name != "3" || got[0].Was != "2 min 10 s" || got[0].Is != "0 s" || got[0].Movement != "2 min 10 s less" {
		t.Errorf("the jobs that changed most are %+v", got)
	}
	if got, want := p.Inspector.Fates()[0].Before, "Before: waited 2 min 10 s, started at 2 min 30 s; it starts 2 min 10 s earlier now."; got != want {
		t.Errorf("the inspector says %q, want %q", got, want)
	}
	if p.Colors != timeline.ByChange || !slices.ContainsFunc(p.Schedules.Legend, func(e timeline.LegendEntry) bool { return e.Framed }) {
		t.Errorf("the timeline is coloured by %v, its legend is %+v", p.Colors, p.Schedules.Legend)
	}
	if !strings.Contains(p.Schedules.JobLine(p.Drawn[0], 2), "Job 3, changed by hand, 1 processor for 1 min: ") || !p.ChangedJobs()[2] || p.Jobs.RowClass(2) != "pinned changed" {
		t.Errorf("the job is not marked: %s", p.Schedules.JobLine(p.Drawn[0], 2))
	}

	p.Undo() // the whole of what was typed
	b.settle()
	if f := p.WhatIf.JobFields()[3]; f.Text != "3 min 20 s" || f.Old != "" {
		t.Errorf("after undo the field is %+v", f)
	}
	if len(p.Changes()) > 0 || p.BeforeAndAfter() != nil || p.Pinned != 2 || strings.Contains(b.lastScenario(), "transform") {
		t.Errorf("after undo there are %v, job %d is pinned", p.Changes(), p.Pinned)
	}
	if p.Colors == timeline.ByChange {
		t.Error("nothing has changed, and that is what colours show")
	}
	p.Redo()
	b.settle()
	if p.BeforeAndAfter() == nil {
		t.Error("after redo nothing is compared")
	}
	p.WhatIf.TakeBack(0)
	b.settle()
	if p.BeforeAndAfter() != nil || b.focused != "whatif" {
		t.Errorf("the change is taken back, the focus at %q", b.focused)
	}
}

// What is no value stays in its field with a sentence and changes nothing; what is as before, or
// empty, is no change.
func TestFieldsOfAJob(t *testing.T) {
	p, b := firstVisit(t)
	open(p, threeJobs)
	b.answer()
	p.Pin(1)
	for text, mistake := range map[string]string{
		"0": "A whole number from 1 to 1,073,741,824 processors is accepted.", "x": "A whole number from 1 to 1,073,741,824 processors is accepted.", "1.5": "A whole number from 1 to 1,073,741,824 processors is accepted.",
	} {
		p.WhatIf.ChangePinned("processors", text)
		if f := p.WhatIf.JobFields()[1]; f.Text != text || f.Mistake != mistake || len(p.Changes()) > 0 {
			t.Errorf("%q: the field is %+v, changes %v", text, f, p.Changes())
		}
	}
	p.WhatIf.ChangePinned("run", "tomorrow")
	if f := p.WhatIf.JobFields()[2]; f.Mistake != "A time such as 90 s, 10 min, 2 h, 1 d or 02:00:00 is accepted." {
		t.Errorf("the field is %+v", f)
	}
	p.WhatIf.ChangePinned("processors", "2")
	p.WhatIf.ChangePinned("run", "2h")
	p.WhatIf.ChangePinned("submit", "")
	if got, want := p.WhatIf.ChangeWords(p.Changes()[0]), "Job 2 needs 2 processors instead of 4 and runs for 2 h instead of 50 s."; got != want {
		t.Errorf("the change is %q, want %q", got, want)
	}
	p.WhatIf.ChangePinned("processors", "4")
	p.WhatIf.ChangePinned("run", "50")
	if len(p.Changes()) > 0 || len(p.Draft.Transforms) > 0 {
		t.Errorf("a job that is as it was has changes %v", p.Changes())
	}
	p.Draft.Transforms = []draft.Choice{{Kind: draft.ChangeKind, Texts: map[string]string{"jobs": "job nonsense"}}}
	p.WhatIf.ChangePinned("run", "7")
	if text := render(t, p).ids["inspector"].text(); !strings.Contains(text, "has a mistake") || p.Draft.Transforms[0].Texts["jobs"] != "job nonsense" {
		t.Errorf("beside a table that is none the inspector says %s", text)
	}
}

// Changes of a job are listed in the units of the page: a size as elsewhere, what has changed exactly.
func TestUnitsOfListedChanges(t *testing.T) {
	p, b := firstVisit(t)
	open(p, strings.Replace(threeJobs, `"run":50`, `"run":35968`, 1))
	b.answer()
	p.Pin(1)
	p.WhatIf.ChangePinned("run", "36000")
	if got, want := p.WhatIf.ChangeWords(p.Changes()[0]), "Job 2 runs for 10 h instead of 9 h 59 min 28 s."; got != want {
		t.Errorf("the change is %q, want %q", got, want)
	}
	p.WhatIf.RemovePinned()
	if got, want := p.WhatIf.ChangeWords(p.Changes()[0]), "Job 2 is removed: 4 processors for 9 h 59 min."; got != want {
		t.Errorf("the change is %q, want %q", got, want)
	}
}

// Without job 2, which the inspector shows, job 3 has its row and stays where it is; back it is
// again by itself, and a job that was added and is removed leaves nothing.
func TestRemoveAndAdd(t *testing.T) {
	p, b := firstVisit(t)
	open(p, threeJobs)
	b.answer()
	p.Pin(1)
	p.WhatIf.RemovePinned()
	if b.focused != whatif.TakeBackButton(0) {
		t.Errorf("the focus is at %q", b.focused)
	}
	b.settle()
	if p.Pinned != engine.NoJob || len(p.Workload().Jobs) != 2 {
		t.Errorf("job %d is shown of %d", p.Pinned, len(p.Workload().Jobs))
	}
	if text := pageText(t, p); !strings.Contains(text, "Job 2 is removed: 4 processors for 50 s.") || !strings.Contains(text, "1 job was removed.") {
		t.Errorf("the page says %s", text)
	}
	p.Pin(1)
	p.WhatIf.TakeBack(0)
	b.settle()
	if p.Pinned != 2 || p.InspectedName() != "Job 3" {
		t.Errorf("the inspector shows job %d", p.Pinned)
	}

	p.WhatIf.OpenJobForm()
	form := p.WhatIf.NewJob
	form.Texts["run"], form.Texts["processors"] = "", "3"
	p.WhatIf.AddJob()
	if p.WhatIf.NewJob == nil || form.Mistakes["run"] == "" || b.focused != "add-job-run" {
		t.Errorf("a job without a run time is added: %v, focus at %q", p.Changes(), b.focused)
	}
	form.Texts["run"], form.Texts["submit"] = "1 min", "5 s"
	p.WhatIf.AddJob()
	b.settle()
	if p.InspectedName() != "Job 4" || p.Workload().Jobs[p.Pinned].Submit != 5*engine.Second {
		t.Errorf("the inspector shows %q", p.InspectedName())
	}
	if got, want := p.WhatIf.ChangeWords(p.Changes()[0]), "Job 4 is added: 3 processors for 1 min, submitted at 5 s."; got != want {
		t.Errorf("the change is %q, want %q", got, want)
	}
	if got, want := p.Inspector.Fates()[0].Before, "Before: this job was not there."; got != want {
		t.Errorf("the inspector says %q", got)
	}
	p.WhatIf.ChangePinned("processors", "1")
	b.settle()
	if got, want := p.WhatIf.ChangeWords(p.Changes()[0]), "Job 4 is added: 1 processor for 1 min, submitted at 5 s."; got != want || p.InspectedName() != "Job 4" {
		t.Errorf("the change is %q, want %q", got, want)
	}
	p.WhatIf.RemovePinned()
	b.settle()
	if len(p.Changes()) > 0 || p.BeforeAndAfter() != nil {
		t.Errorf("changes %v", p.Changes())
	}
}

// Of many changes a page is listed at a time, and it is said how many there are; whichever is taken back is the one that was shown.
func TestManyChanges(t *testing.T) {
	p, b := firstVisit(t)
	open(p, threeJobs)
	b.answer()
	for range whatif.ChangeRows + 3 {
		p.WhatIf.AddRow(draft.JobChange{"action": json.RawMessage(`"add"`), "run": json.RawMessage("60")})
	}
	b.settle()
	c := p.WhatIf
	if page := render(t, p).ids["whatif"].text(); !strings.Contains(page, "1 to 12 of 15 changes") || !strings.Contains(page, "Take all 15 back") {
		t.Errorf("the page says %s", page)
	}
	p.WhatIf.ChangePages().Turns([4]string{}, func(from int) { p.WhatIf.From = from })[3].Press()
	if list := c.ListedChanges(); len(list) != 3 || list[0].At != 12 || !strings.HasPrefix(list[0].Text, "Job 16 is added") || c.ChangesCount() != "13 to 15 of 15 changes" {
		t.Errorf("%s: %v", c.ChangesCount(), list)
	}
	p.WhatIf.TakeBack(14)
	if b.focused != whatif.TakeBackButton(13) {
		t.Errorf("the focus is at %q", b.focused)
	}
	p.WhatIf.TakeBack(12)
	p.WhatIf.TakeBack(12)
	if list := c.ListedChanges(); len(list) != whatif.ChangeRows || list[11].At != 11 || c.ChangesCount() != "" || b.focused != whatif.TakeBackButton(11) {
		t.Errorf("%s: %v, the focus at %q", c.ChangesCount(), list, b.focused)
	}
}

// A job is drawn from one place of a chart to another, over both processors that it begins and ends on.
func TestDrawAJob(t *testing.T) {
	p, b := firstVisit(t)
	open(p, threeJobs)
	b.answer()
	s := p.Timeline
	lane := s.View.Lanes[slices.IndexFunc(s.View.Lanes, func(l timeline.Lane) bool { return l.Part == timeline.GanttPart })]
	x0, x1 := s.View.Column(30*engine.Second), s.View.Column(90*engine.Second)
	bottom := lane.Top + lane.Height - 1
	if p.WhatIf.Sketch(x0, 2, x1, 5) != "" {
		t.Error("a job is drawn on the axis")
	}
	p.WhatIf.SwitchDrawing()
	if got, want := p.WhatIf.Sketch(x1, bottom, x0, bottom-lane.Height/4), "A new job: 2 processors for 1 min, submitted at 30 s"; got != want {
		t.Errorf("the hint is %q, want %q", got, want)
	}
	p.WhatIf.DropSketch()
	p.WhatIf.AddSketch()
	if len(p.Changes()) > 0 || p.WhatIf.Drawing() {
		t.Error("what was given up is added")
	}
	p.WhatIf.Sketch(x0, bottom, x1, bottom)
	p.WhatIf.AddSketch()
	b.settle()
	if got, want := p.WhatIf.ChangeWords(p.Changes()[0]), "Job 4 is added: 1 processor for 1 min, submitted at 30 s."; got != want || p.InspectedName() != "Job 4" {
		t.Errorf("the change is %q, want %q", got, want)
	}
}

// Up to four runs are kept, each under what is special about it, and shown again.
func TestKeptRuns(t *testing.T) {
	p, b := firstVisit(t)
	open(p, threeJobs)
	b.answer()
	p.Keep()
	b.alterTo("/machine/processors", "8")
	p.Keep()
	p.Edit("/policies/0/kind", "fcfs")
	b.settle()
	p.Keep()
	var names []string
	for _, e := range p.Kept {
		names = append(names, e.Name)
	}
	if want := []string{"1: as opened", "2: 8 processors", "3: 8 processors, FCFS"}; !slices.Equal(names, want) {
		t.Errorf("the kept runs are %q, want %q", names, want)
	}
	// FCFS took the place of EASY after the second one was kept: that is what it stands beside, and it is compared with no other policy.
	c := p.BeforeAndAfter()
	if got, want := c.Title()+" "+c.Sentence()+" "+strings.Join(c.Remarks, " "), "Compared with the kept run “2: 8 processors”. Different: FCFS. None of these policies was there before. New: FCFS. Gone: EASY."; got != want {
		t.Errorf("the comparison says\n%q, want\n%q", got, want)
	}
	if len(p.Contenders()) != 4 {
		t.Errorf("a kept run that is compared with stands twice among %d runs", len(p.Contenders()))
	}
	p.Rename(0, "the book's")
	p.ShowAgain(0)
	b.settle()
	if p.Draft.Machine.Texts["processors"] != "4" || p.Before() != p.Kept[2] || p.Stale() {
		t.Errorf("the first one has %s processors", p.Draft.Machine.Texts["processors"])
	}
	p.Keep()
	p.Keep()
	if len(p.Kept) != session.MaxKept || !strings.Contains(pageText(t, p), "At most 4 runs are kept") {
		t.Errorf("%d runs are kept", len(p.Kept))
	}
	p.Discard(3)
	p.Discard(0)
	if len(p.Kept) != 2 || p.Kept[0].Name != "2: 8 processors" || b.focused != session.KeptName(0) {
		t.Errorf("%d runs are kept, the focus is at %q", len(p.Kept), b.focused)
	}
	if !strings.Contains(pageText(t, p), "3 jobs under FCFS, mean wait ") {
		t.Errorf("the page says %s", render(t, p).ids["whatif"].text())
	}
}

// A kept run that was discarded is not named any more: nobody finds it.
func TestDiscardedRunsAreNotNamed(t *testing.T) {
	p, b := firstVisit(t)
	open(p, threeJobs)
	b.answer()
	p.Keep()
	b.alterTo("/machine/processors", "8")
	if got := p.BeforeAndAfter().Title(); got != "Compared with the kept run “1: as opened”. Different: 8 processors." {
		t.Errorf("compared is %q", got)
	}
	p.Discard(0)
	if got := p.BeforeAndAfter().Title(); got != "Different: 8 processors." {
		t.Errorf("when the kept run is discarded the page says %q", got)
	}
}

// A link with a changed job is opened, and its sender's comparison made again.
func TestCompareWithTheJobsAsTheyWere(t *testing.T) {
	p, b := firstVisit(t)
	open(p, strings.Replace(threeJobs, `"request":200}]}`, `"request":200}],"transform":[{"kind":"change","jobs":[{"job":3,"request":60}]}]}`, 1))
	b.answer()
	if !p.ComparesUnchanged() || !strings.Contains(pageText(t, p), "Compare with the jobs as they were") {
		t.Fatalf("the page says %s", pageText(t, p))
	}
	p.CompareUnchanged()
	if strings.Contains(b.lastScenario(), "transform") {
		t.Errorf("simulated is %s", b.lastScenario())
	}
	b.answer()
	b.answer()
	if !strings.Contains(b.lastScenario(), "transform") || p.Stale() || len(p.History.Past) > 1 {
		t.Errorf("simulated is %s", b.lastScenario())
	}
	if c := p.BeforeAndAfter(); c == nil || c.Partners[0].Less != 1 || p.ComparesUnchanged() {
		t.Errorf("the comparison is %+v", c)
	}
	// Cancelled, it leaves things as they are.
	p.CompareFromHere()
	p.CompareUnchanged()
	p.CancelRun()
	if p.Before() != nil || p.Running || p.Stale() {
		t.Error("what was cancelled goes on")
	}
}

// A mistake that the simulation finds in the table is told with its line.
func TestUnknownJobIsNamed(t *testing.T) {
	p, b := firstVisit(t)
	open(p, strings.Replace(threeJobs, `"request":200}]}`, `"request":200}],"transform":[{"kind":"change","jobs":[{"job":1,"run":5},{"job":9,"run":5}]}]}`, 1))
	p.Failed(b.asked[len(b.asked)-1].run, result.Failure{Path: "/workload/transform/0/jobs/1/job", Value: "9", Reason: "no job has this number; the number of a job of the workload is accepted"})
	if got, want := p.Wrong["/workload/transform/0/jobs"], "Line 3: job: 9: no job has this number; the number of a job of the workload is accepted"; got != want {
		t.Errorf("the field says %q, want %q", got, want)
	}
}

// pageText is what stands in the places of the inspector and of what if.
func pageText(t *testing.T, p *Page) string {
	t.Helper()
	page := render(t, p)
	return page.ids["inspector"].text() + page.ids["whatif"].text()
}
