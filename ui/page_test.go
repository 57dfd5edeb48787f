package ui

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/scenario"
	"backfill/policies"
	"backfill/ui/export"
	"backfill/ui/link"
	"backfill/ui/opened"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/session"
)

func TestFirstVisitShowsTheTextbookCase(t *testing.T) {
	p, b := firstVisit(t)
	want := "Jobs wait 66 % less under EASY than under FCFS (mean 4 min 15 s against 12 min 25 s) and 56 % less under Conservative (5 min 30 s); one run of one workload: no interval."
	if got := strings.ReplaceAll(p.Answers.Sentence(), "\u00a0", " "); got != want {
		t.Errorf("the answer is\n%s\nwant\n%s", got, want)
	}
	if p.Timeline == nil || len(p.Timeline.Groups) != 3 {
		t.Error("the timeline does not show three policies")
	}
	if p.Stale() || p.AsksToRun() {
		t.Error("fresh results count as stale")
	}
	if len(b.charts) != 3 {
		t.Errorf("%d charts, want 3", len(b.charts))
	}
	if len(p.Jobs.Found) != 12 {
		t.Errorf("the job table lists %d jobs, want 12", len(p.Jobs.Found))
	}
	if !strings.HasPrefix(b.address, link.Prefix) {
		t.Errorf("the address %q holds no experiment", b.address)
	}
}

func TestTheGalleryIsGrouped(t *testing.T) {
	p, _ := firstVisit(t)
	p.openDialog("gallery", "gallery-button")
	if got, want := strings.Join(strings.Fields(render(t, p).ids["gallery-dialog"].text()), " "), "Lessons L Zero. First A One. Second C Two. B Three."; !strings.Contains(got, want) {
		t.Errorf("the dialog says %q, want %q", got, want)
	}
}

// Each of the words that are searched for begins a word of what an item says of itself, or of its policies.
func TestTheGalleryIsSearched(t *testing.T) {
	p, b := firstVisit(t)
	p.Gallery = []session.GalleryItem{
		{Title: "Why backfilling?", Sentence: "Six jobs.", Group: "Lessons", Page: "lesson.html"},
		{Title: "Figure 7", Sentence: "LOS is not worse than EASY.", Group: "Kumar, Shae, Jamjoom 2012", Kinds: "los delayed-los easy", File: "a.json"},
		{Title: "Figure 2", Sentence: "Short jobs first.", Group: "Chiang 2002", Words: "Ten months of an O2K. LXF&W", Kinds: "priority-backfill", File: "b.json"},
	}
	p.openDialog("gallery", "gallery-button")
	if b.focused != gallerySearch {
		t.Errorf("the focus is on %q", b.focused)
	}
	for _, c := range []struct{ typed, found, count string }{
		{"", "Why backfilling?, Figure 7 and Figure 2", "3 items"},
		{"  ", "Why backfilling?, Figure 7 and Figure 2", "3 items"},
		{"FIGURE", "Figure 7 and Figure 2", "2 of 3 items"},
		{"backfilling", "Why backfilling?, Figure 7 and Figure 2", "3 of 3 items"}, // EASY backfilling and priority backfilling
		{"priority", "Figure 2", "1 of 3 items"},
		{"delayed-los", "Figure 7", "1 of 3 items"},
		{"kumar figure", "Figure 7", "1 of 3 items"},
		{"o2k lxf&w", "Figure 2", "1 of 3 items"},
		{"los", "Figure 7", "1 of 3 items"}, // no word but LOS begins so
		{"filling", "", "Nothing has all of these words. Fewer words find more; titles, descriptions, papers and policies are searched."},
	} {
		render(t, p).do(gallerySearch, "input", c.typed)
		var found []string
		for _, item := range p.galleryItems() {
			found = append(found, item.Title)
		}
		if got := phrase.List(found); got != c.found || render(t, p).ids["gallery-count"].text() != c.count {
			t.Errorf("%q finds %s, and the page says %q; want %s and %q", c.typed, got, render(t, p).ids["gallery-count"].text(), c.found, c.count)
		}
	}
	if p.Shortcut("Enter", false, false, true) {
		t.Error("Enter does something where nothing is found")
	}
	p.search = "figure"
	if !p.Shortcut("Enter", false, false, true) || b.focused != dialogItem(0) {
		t.Errorf("Enter leaves the focus on %q", b.focused)
	}
	p.closeDialog()
	p.openDialog("gallery", "gallery-button")
	if p.search != "" {
		t.Errorf("the gallery opens with %q in its field", p.search)
	}
}

// The dialog on how a log was read gives the focus back to its button, unless undo has taken away the notice with it.
func TestReadingDialogWithoutItsNotice(t *testing.T) {
	for _, undone := range []bool{false, true} {
		p, b := firstVisit(t)
		p.Put("/seed", "7")
		p.ToRead = &opened.ToRead{Format: "slurm"}
		p.Notice = session.Notice{Text: "The log does not say how large the machine is.", Choices: []session.Choice{{ID: opened.ReadingButton}}}
		p.sayHowToRead()
		b.focused = ""
		want := opened.ReadingButton
		if undone {
			p.Shortcut("z", true, false, false)
			want = ""
		}
		p.Shortcut("Escape", false, false, false)
		if b.focused != want || p.dialog != "" {
			t.Errorf("undone: %v: the focus is on %q, want %q", undone, b.focused, want)
		}
	}
}

// A newcomer is greeted until the greeting is dismissed or another experiment opened; a frame greets nobody.
func TestGreeting(t *testing.T) {
	greeted := func(p *Page) bool { return !folded(render(t, p).ids["first-lesson"]) }
	newcomer := func() (*Page, *fake) {
		p, b := newPage(t)
		b.newcomer = true
		p.Open("", "")
		b.pass()
		b.answer()
		return p, b
	}
	if p, _ := firstVisit(t); greeted(p) {
		t.Error("somebody who is no newcomer is greeted")
	}
	for _, c := range []struct {
		name string
		do   func(p *Page)
	}{
		{"dismissed", func(p *Page) { render(t, p).do("dismiss-greeting", "click", "") }},
		{"another experiment", func(p *Page) { p.OpenItem("lublin.json") }},
	} {
		p, b := newcomer()
		if !greeted(p) {
			t.Fatal("a newcomer is not greeted")
		}
		if p.Edit("/machine/processors", "9"); !greeted(p) {
			t.Error("a change ends the greeting, and so moves the page")
		}
		c.do(p)
		if greeted(p) || b.newcomer {
			t.Errorf("%s: the greeting is there: %v; the next visit has it: %v", c.name, greeted(p), b.newcomer)
		}
	}
	p, b := newPage(t)
	b.newcomer = true
	p.Embed(readQuery(t, "view=all&gallery=textbook"))
	p.Open("", "")
	if greeted(p) {
		t.Error("a frame greets")
	}
}

func TestAChangeRunsByItself(t *testing.T) {
	p, b := firstVisit(t)
	p.Edit("/machine/processors", "1")
	p.Edit("/machine/processors", "16")
	if len(b.asked) != 1 {
		t.Fatal("the page ran before the typing had settled")
	}
	if !p.Stale() {
		t.Error("results of another experiment do not count as stale")
	}
	if !p.RunIsDue() {
		t.Error("nothing shows that it will run")
	}
	b.pass()
	if p.RunIsDue() {
		t.Error("it will run once more")
	}
	if len(b.asked) != 2 {
		t.Fatalf("%d simulations after one burst of typing, want one more", len(b.asked)-1)
	}
	if !strings.Contains(b.lastScenario(), `"processors":16`) {
		t.Errorf("simulated was %s", b.lastScenario())
	}
	b.answer()
	if p.Stale() {
		t.Error("fresh results count as stale")
	}
}

func TestSlowResultsAreMarkedStale(t *testing.T) {
	p, b := firstVisit(t)
	p.Quick = false
	p.Edit("/machine/processors", "16")
	b.pass()
	if len(b.asked) != 1 {
		t.Fatal("a slow experiment ran by itself")
	}
	if !p.AsksToRun() {
		t.Error("nothing asks to run")
	}
	p.Edit("/machine/processors", "8")
	if p.AsksToRun() {
		t.Error("results count as stale though the experiment is the old one again")
	}
	p.Edit("/machine/processors", "16")
	p.Run()
	b.answer()
	if p.AsksToRun() || !p.Quick {
		t.Error("the new results count as stale")
	}
}

func TestAMistakeKeepsTheLastResults(t *testing.T) {
	p, b := firstVisit(t)
	before := p.Answers.Sentence()
	for _, c := range []struct{ path, text, says string }{
		{"/machine/processors", "eight", "whole number from 1 to 16,777,216"},
		{"/machine/processors", "", "Missing"},
		{"/machine/unit", "3", "divisor of the 8 processors"},
		{"/policies/1/reservations", "0", "from 1 to 1000"},
		{"/policies/1/label", "FCFS", "no other policy"},
		{"/seed", "-1", "whole number from 0"},
		{"/workload/jobs", "submit run\n0 x", "Line 2: run"},
	} {
		p.Edit(c.path, c.text)
		if !strings.Contains(p.Wrong[c.path], c.says) {
			t.Errorf("%s = %q: beside the field stands %q, want %q in it", c.path, c.text, p.Wrong[c.path], c.says)
		}
		if p.Answers.Sentence() != before {
			t.Errorf("%s = %q: the last good answer is gone", c.path, c.text)
		}
		p.Undo()
		if len(p.Wrong) > 0 {
			t.Errorf("%s: undo leaves the mistakes %v", c.path, p.Wrong)
		}
	}
	b.pass()
	if len(b.asked) != 1 {
		t.Error("an experiment with a mistake ran")
	}
}

func TestUndoRedoReset(t *testing.T) {
	p, _ := firstVisit(t)
	at := func(want string) {
		t.Helper()
		if got := p.Draft.Machine.Texts["processors"]; got != want {
			t.Errorf("%s processors, want %s", got, want)
		}
	}
	for _, text := range []string{"1", "12", "128"} {
		p.Edit("/machine/processors", text)
	}
	p.AddPolicy("easy")
	p.Undo()
	if len(p.Draft.Policies) != 3 {
		t.Error("undo left the policy there")
	}
	at("128")
	p.Undo() // typing in one field is one step
	at("8")
	p.Undo()
	at("8")
	p.Redo()
	at("128")
	p.Redo()
	if len(p.Draft.Policies) != 4 {
		t.Error("redo did not bring the policy back")
	}
	p.Reset()
	at("8")
	if !p.Draft.Equal(p.Original) {
		t.Error("reset left something changed")
	}
	p.Undo()
	at("128")
}

func TestPoliciesSideBySide(t *testing.T) {
	p, b := firstVisit(t)
	p.AddPolicy("easy")
	p.AddPolicy("easy")
	if got := phrase.List(p.Form.Labels(&p.Draft)); got != "FCFS, EASY, Conservative, EASY 2 and EASY 3" {
		t.Errorf("labels %s", got)
	}
	p.Edit("/policies/3/reservations", "4")
	p.MovePolicy(3, 2)
	p.RemovePolicy(0)
	if got := phrase.List(p.Form.Labels(&p.Draft)); got != "EASY, EASY 2, Conservative and EASY 3" {
		t.Errorf("labels %s", got)
	}
	b.pass()
	if len(p.Wrong) > 0 {
		t.Fatal(p.Wrong)
	}
	b.answer()
	if got := phrase.List(p.RunLabels()); got != "EASY, EASY 2, Conservative and EASY 3" {
		t.Errorf("results of %s", got)
	}
}

func TestTheBaselineFollowsItsName(t *testing.T) {
	p, b := firstVisit(t)
	p.Edit("/baseline", "EASY")
	if len(b.asked) != 1 || p.Stale() {
		t.Error("another baseline needs no simulation")
	}
	if !strings.Contains(p.Answers.Sentence(), " more under FCFS than under EASY") {
		t.Errorf("the answer is %s", p.Answers.Sentence())
	}
	p.Edit("/policies/1/label", "Lifka")
	if got := p.Draft.Settings.Texts["baseline"]; got != "Lifka" {
		t.Errorf("the baseline is %q", got)
	}
	p.RemovePolicy(1)
	if len(p.Wrong) > 0 {
		t.Errorf("without its baseline the experiment has the mistakes %v", p.Wrong)
	}
}

func TestLinkReproducesTheExperiment(t *testing.T) {
	p, b := firstVisit(t)
	p.Edit("/policies/1/reservations", "3")
	b.pass()
	b.answer()
	there, c := newPage(t)
	there.Open(b.address, "")
	if c.lastScenario() != b.lastScenario() {
		t.Errorf("elsewhere the link simulates\n%s\nwant\n%s", c.lastScenario(), b.lastScenario())
	}
	c.answer()
	if there.Answers.Sentence() != p.Answers.Sentence() {
		t.Error("another answer elsewhere")
	}
	p.Share()
	if !strings.HasSuffix(b.copied, "#"+b.address) {
		t.Errorf("copied was %q", b.copied)
	}
}

func TestUnreadableLinkFallsBackToTheTextbookCase(t *testing.T) {
	p, b := newPage(t)
	p.Open("s=1.AAAA", "")
	if !p.Notice.Problem {
		t.Error("nobody says that the link is damaged")
	}
	b.answer()
	if len(p.RunLabels()) != 3 {
		t.Error("nothing is shown")
	}
}

func TestDroppedLog(t *testing.T) {
	p, b := firstVisit(t)
	p.FileCame(droppedLog(t, "small.swf"))
	if got := p.Draft.Machine.Texts["processors"]; got != "16" {
		t.Errorf("a machine of %s processors, want the log's 16", got)
	}
	if got := phrase.List(p.Form.Labels(&p.Draft)); got != "FCFS, EASY, Conservative and As recorded" {
		t.Errorf("policies %s", got)
	}
	b.answer()
	if p.Notice.Problem || p.Shown.Results.Report == nil || p.Shown.Results.Workload.Calendar == nil {
		t.Error("no results of the log")
	}
	if len(b.asked[1].files) != 1 || b.asked[1].files[0].SHA256 == "" {
		t.Errorf("the worker is told of the files %v", b.asked[1].files)
	}
	link, err := link.Decode(b.address)
	if err != nil {
		t.Fatal(err)
	}
	if len(link.Files) != 1 || link.Files[0] != b.asked[1].files[0] {
		t.Errorf("the link names the files %v", link.Files)
	}
	p.Undo()
	if got := p.Draft.Machine.Texts["processors"]; got != "8" {
		t.Errorf("undo leaves a machine of %s processors", got)
	}
}

// As recorded leaves with the arrivals that it needs, and undo brings it back.
func TestClosedLoopOfADroppedLog(t *testing.T) {
	p, b := firstVisit(t)
	p.FileCame(droppedLog(t, "small.swf"))
	b.answer()
	p.AddTransform("closedLoop")
	if got := phrase.List(p.Form.Labels(&p.Draft)); got != "FCFS, EASY and Conservative" || len(p.Wrong) > 0 || !strings.Contains(p.Notice.Text, "“As recorded” left") {
		t.Errorf("policies %s, mistakes %v, notice %q", got, p.Wrong, p.Notice.Text)
	}
	p.Undo()
	if got := phrase.List(p.Form.Labels(&p.Draft)); got != "FCFS, EASY, Conservative and As recorded" {
		t.Errorf("policies %s", got)
	}
}

// A log of 16 processors leaves hosts with as many in all as they are, and says so if it
// replaces others.
func TestDroppedLogKeepsHostsOfItsSize(t *testing.T) {
	const hosts = `{"version":1,"machine":{"kind":"hosts","hosts":[{"processors":8,"memory":4,"count":COUNT}]},"policies":[{"kind":"fcfs"}],"workload":{"kind":"jobs","jobs":[{"run":1,"processors":1}]}}`
	for count, kind := range map[string]string{"2": "hosts", "3": "cluster"} {
		p, b := firstVisit(t)
		open(p, strings.Replace(hosts, "COUNT", count, 1))
		b.pass()
		b.answer()
		p.FileCame(droppedLog(t, "small.swf"))
		if p.Draft.Machine.Kind != kind || strings.Contains(p.Notice.Text, "instead of") != (kind == "cluster") {
			t.Errorf("instead of %s hosts of 8 there is a %s; the notice is %q", count, p.Draft.Machine.Kind, p.Notice.Text)
		}
	}
}

func TestLinkWithALogThatIsNotHere(t *testing.T) {
	p, b := firstVisit(t)
	p.FileCame(droppedLog(t, "small.swf"))
	b.answer()

	there, c := newPage(t)
	there.Open(b.address, "")
	if len(c.asked) > 0 || len(c.looked) == 0 {
		t.Fatal("the page did not look for the log first")
	}
	there.FileFound(c.looked[0], false)
	if there.Missing == nil || !strings.Contains(there.missingSentence(), "small.swf") {
		t.Fatal("the page does not ask for the log")
	}

	other := droppedLog(t, "small.swf")
	other.SHA256 = strings.Repeat("cd", 32)
	there.FileCame(other)
	if !strings.Contains(there.Question.Text, "another content") || len(c.asked) > 0 {
		t.Error("a log with another content was taken")
	}
	renamed := droppedLog(t, "renamed.swf")
	there.FileCame(renamed)
	if len(c.asked) != 1 || there.Missing != nil {
		t.Fatal("the right content under another name was not taken")
	}
	c.answer()
	if there.Answers.Sentence() != p.Answers.Sentence() {
		t.Error("another answer elsewhere")
	}
}

func TestReloadFindsTheLog(t *testing.T) {
	p, b := firstVisit(t)
	p.FileCame(droppedLog(t, "small.swf"))
	again, c := newPage(t)
	again.Open(b.address, "")
	again.FileFound(c.looked[0], true)
	c.answer()
	if again.Shown.Results == nil || again.Missing != nil {
		t.Error("no results after a reload")
	}
}

func TestBrokenFileKeepsTheLastResults(t *testing.T) {
	p, b := firstVisit(t)
	before := p.Answers.Sentence()
	p.FileRefused(result.Failure{File: "x.swf", Line: 12, Value: `"abc"`, Reason: "a number is accepted"}, nil)
	if p.Notice.Text != `x.swf, line 12: "abc": a number is accepted` || !p.Notice.Problem {
		t.Errorf("the notice is %q", p.Notice.Text)
	}
	p.FileCame(opened.File{FileRef: result.FileRef{Name: "x.json"}, Scenario: []byte("{\n \"version\": 1,,\n}")})
	if !strings.Contains(p.Notice.Text, "x.json: line 2") {
		t.Errorf("the notice is %q", p.Notice.Text)
	}
	if p.Answers.Sentence() != before || len(b.asked) != 1 {
		t.Error("the last results are gone")
	}
}

func TestFailureOfARun(t *testing.T) {
	p, b := firstVisit(t)
	before := p.Answers.Sentence()
	p.Edit("/machine/processors", "16")
	b.pass()
	p.Failed(p.RunNumber, result.Failure{Path: "/workload/jobs/3/id", Value: "7", Reason: "already taken"})
	if p.Wrong["/workload/jobs"] == "" {
		t.Errorf("nothing stands beside the field: %v", p.Wrong)
	}
	if p.Answers.Sentence() != before || p.Running {
		t.Error("the last results are gone")
	}
}

func TestCancelledAndLateAnswersAreIgnored(t *testing.T) {
	p, b := firstVisit(t)
	before := p.Answers.Sentence()
	p.Edit("/machine/processors", "16")
	b.pass()
	p.CancelRun()
	if b.canceled == 0 || p.Running {
		t.Fatal("the run goes on")
	}
	b.answer() // what was already under way
	if p.Answers.Sentence() != before {
		t.Error("a cancelled run changed the results")
	}
	if !p.AsksToRun() {
		t.Error("after a cancelled run nothing asks to run")
	}
}

// reasonsOf are the reasons under one policy, a line each.
func reasonsOf(p *Page, policy int) string {
	var b strings.Builder
	for _, reason := range p.Inspector.Fates()[policy].Reasons {
		fmt.Fprintln(&b, reason)
	}
	return b.String()
}

func TestInspector(t *testing.T) {
	p, b := firstVisit(t)
	p.Pin(3) // job 4
	if len(b.why) != 3 {
		t.Fatalf("%d policies were asked why, want 3", len(b.why))
	}
	if !p.Inspector.Fates()[0].Asked {
		t.Error("the inspector does not say that the reasons are still to come")
	}
	b.explain()
	for i, want := range []string{
		"Waited from 1 min to 10 min behind job 3: this policy starts nobody past a waiting job.",
		"Started at 14 min; nobody who had arrived earlier was waiting.",
		"Started at 4 min: its reservation moved forward from 5 min to 4 min.",
	} {
		if got := reasonsOf(p, i); !strings.Contains(got, want) {
			t.Errorf("policy %d:\n%s\nwant in it\n%s", i, got, want)
		}
	}
	p.Pin(6) // job 7, which EASY did not let past
	b.explain()
	if got, want := reasonsOf(p, 1), "job 3 was promised 6 processors at 10 min (shadow time)"; !strings.Contains(got, want) {
		t.Errorf("%s\nwant in it\n%s", got, want)
	}
	if got, want := reasonsOf(p, 0), "Waited from 6 min to 19 min behind the head of the queue (job 3 at first, job 6 at last): this policy starts nobody past a waiting job."; !strings.Contains(got, want) {
		t.Errorf("%s\nwant in it\n%s", got, want)
	}
	p.Pin(7) // job 8, which fits the extra processors
	b.explain()
	if got, want := reasonsOf(p, 1), "fitted the 2 extra processors"; !strings.Contains(got, want) {
		t.Errorf("%s\nwant in it\n%s", got, want)
	}
	p.Unpin()
	if p.Inspecting() || p.Timeline.Pinned != engine.NoJob {
		t.Error("the inspector is still open")
	}
}

func TestRenamedPolicyKeepsThePinnedJob(t *testing.T) {
	p, b := firstVisit(t)
	p.Pin(3)
	p.Edit("/machine/processors", "16")
	b.pass()
	b.answer()
	if !p.Inspecting() || len(b.why) != 6 {
		t.Errorf("new results closed the inspector, or did not ask why (%d questions)", len(b.why))
	}
	p.Edit("/workload/jobs", "submit run processors\n0 60 4\n")
	b.pass()
	b.answer()
	if p.Inspecting() {
		t.Error("the inspector shows a job that is gone")
	}
}

func TestExports(t *testing.T) {
	p, b := firstVisit(t)
	p.openDialog("export", "export-button")
	options := p.Exports.Options(export.AsSchedules)
	if len(options) != 1 || options[0].Chosen != 0 {
		t.Fatalf("the policy of schedules is chosen by %+v", options)
	}
	options[0].Choose("EASY")
	for _, item := range p.Exports.Items() {
		p.follow(item)
	}
	for _, name := range []string{
		"backfill-a-textbook-case.html", "backfill-a-textbook-case-timeline.svg",
		"backfill-a-textbook-case-easy-jobs.csv", "backfill-a-textbook-case.trace.json",
		"backfill-a-textbook-case.scenario.json", "backfill-a-textbook-case.json", "backfill-a-textbook-case-metrics.csv",
		"backfill-a-textbook-case-jobs.csv", "backfill-a-textbook-case-timeline.png", "backfill-a-textbook-case-easy.swf",
	} {
		if _, ok := b.saved[name]; !ok {
			t.Errorf("no %s was saved", name)
		}
	}
	jobs := string(b.saved["backfill-a-textbook-case-jobs.csv"])
	if !strings.Contains(jobs, "\nFCFS,0,4,60,840,1140,780,5,300,completed,") || !strings.Contains(jobs, "seed 1") {
		t.Errorf("the job table is\n%.400s", jobs)
	}
	if swf := string(b.saved["backfill-a-textbook-case-easy.swf"]); !strings.Contains(swf, `"version":1`) {
		t.Errorf("the schedule does not hold its scenario:\n%.300s", swf)
	}
	var result struct {
		Version  string
		Scenario json.RawMessage
		Runs     []json.RawMessage
	}
	if err := json.Unmarshal(b.saved["backfill-a-textbook-case.json"], &result); err != nil || len(result.Runs) != 3 || result.Version == "" {
		t.Errorf("the result: %v, %d runs", err, len(result.Runs))
	}
	s, err := scenario.Read(b.saved["backfill-a-textbook-case.scenario.json"])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := scenario.Compile(s, policies.Catalogs()); err != nil {
		t.Error(err)
	}
}

func TestShortcuts(t *testing.T) {
	p, b := firstVisit(t)
	p.Edit("/machine/processors", "16")
	if !p.Shortcut("z", true, false, true) || p.Draft.Machine.Texts["processors"] != "8" {
		t.Error("Ctrl+Z did not undo")
	}
	if !p.Shortcut("Z", true, true, false) || p.Draft.Machine.Texts["processors"] != "16" {
		t.Error("Ctrl+Shift+Z did not redo")
	}
	if p.Shortcut("?", false, true, true) {
		t.Error("typing a question mark opened the help")
	}
	p.Shortcut("?", false, true, false)
	if p.dialog != "help" || b.focused != "dialog-close" {
		t.Error("? did not open the help")
	}
	p.Shortcut("Escape", false, false, false)
	if p.dialog != "" || b.focused != "help-button" {
		t.Error("Escape did not close the help")
	}
}
