package ui

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/policies/scripting"
	"backfill/ui/code"
	"backfill/ui/draft"
	"backfill/ui/link"
	"backfill/ui/panel/editor"
	"backfill/ui/phrase"
	"backfill/ui/session"
)

const withOwnScript = `{"version": 1, "machine": {"kind": "cluster", "processors": 8}, "workload": {"kind": "lublin", "jobs": 50, "processors": 8},
 "policies": [{"kind": "script", "source": "def schedule():\n    start_in_order()\n", "label": "own"}, {"kind": "easy"}]}`

const scriptField = "/policies/0/source"

// scriptOf is the field of the script, as the form shows it.
func scriptOf(t *testing.T, p *Page) editor.Field {
	t.Helper()
	f, ok := p.Editor.FieldAt(scriptField)
	if !ok {
		t.Fatal("there is no field")
	}
	return f
}

// write types text in the place of a script, with the caret at its end.
func write(p *Page, b *fake, text string) {
	p.Editor.TypeScript(scriptField, text, code.Units(text, len(text)))
	b.pass()
	b.check()
	b.pass()
}

// A script is checked elsewhere before it runs. A mistake stands beside it with its line, which is marked, and leads there; what was shown stays.
// While a new text is being checked the last mistake stays, unmarked.
func TestScriptIsChecked(t *testing.T) {
	p, b := firstVisit(t)
	open(p, withOwnScript)
	b.pass()
	b.check()
	b.answer()
	shown, ran := p.Shown.Results, len(b.asked)
	if !b.asked[ran-1].written {
		t.Error("the script is not run by the program for scripts")
	}

	const wrong = "def schedule():\n    strat(head())\n"
	write(p, b, wrong)
	id := session.FieldID(scriptField)
	if got := p.Wrong[scriptField]; !strings.HasPrefix(got, "Line 2, column 5: unknown name strat") {
		t.Errorf("beside the field stands %q", got)
	}
	page := render(t, p)
	if painted := page.root.allText(); !strings.Contains(painted, `class="bad"`) || !strings.Contains(painted, `at">strat<`) {
		t.Error("the mistake is not marked")
	}
	if p.Shown.Results != shown || len(b.asked) != ran {
		t.Error("the last results are gone")
	}
	page.do(id+"-place", "click", "")
	if want := [2]int{20, 25}; b.focused != id || b.selected != want {
		t.Errorf("%v in %s is selected, want %v", b.selected, b.focused, want)
	}

	p.Editor.TypeScript(scriptField, "def schedule():\n    start(head())\n", 0)
	page = render(t, p)
	if text := page.root.allText(); !strings.Contains(text, "unknown name strat") || strings.Contains(text, `class="bad"`) || page.ids[id+"-mistake"].attr("class") != "mistake old" {
		t.Error("while the text is checked the last mistake is not there, or it is marked, or it looks like one of this text")
	}
	b.pass()
	b.check()
	b.pass()
	if len(p.Wrong) != 0 || len(b.asked) != ran+1 {
		t.Errorf("the corrected script did not run: %v", p.Wrong)
	}

	write(p, b, " \n")
	if got := p.Wrong[scriptField]; !strings.HasPrefix(got, "Missing: a script") {
		t.Errorf("beside an empty field stands %q", got)
	}
	// Blanks at the beginning are part of the script: they count in lines and columns.
	write(p, b, "\n\ndef schedule():\n    x\n")
	if got := p.Wrong[scriptField]; !strings.HasPrefix(got, "Line 4, column 5:") {
		t.Errorf("beside the field stands %q", got)
	}
}

// What is typed into one line is a step for undo, and so is an example that takes the place of the text. A script that is chosen begins with the
// first example.
func TestScriptBeginsFromExamples(t *testing.T) {
	p, b := firstVisit(t)
	p.Edit("/policies/1/kind", "script")
	p.MovePolicy(1, 0)
	fcfs := scripting.Examples[0].Source
	if f := scriptOf(t, p); f.Text != fcfs {
		t.Fatalf("it begins with %q", f.Text)
	}
	if label := p.Draft.Policies[0].Label; label != "Script" {
		t.Errorf("it is called %q", label)
	}
	first := strings.Replace(fcfs, "break", "brea", 1)
	for _, text := range []string{first, strings.Replace(fcfs, "break", "bre", 1)} {
		p.Editor.TypeScript(scriptField, text, 0)
	}
	id := session.FieldID(scriptField)
	render(t, p).do(id+"-begin", "change", scripting.Examples[1].Name)
	if f := scriptOf(t, p); f.Text != scripting.Examples[1].Source || b.focused != id {
		t.Errorf("the example is %q, the focus is on %s", f.Text, b.focused)
	}
	p.Editor.TypeScript(scriptField, scripting.Examples[1].Source+"x = 1\n", 0)
	for i, want := range []string{scripting.Examples[1].Source, strings.Replace(fcfs, "break", "bre", 1), fcfs} {
		p.Editor.Walk(p.Undo)
		if f := scriptOf(t, p); f.Text != want {
			t.Errorf("after undo %d: %q", i+1, f.Text)
		}
	}
	if at := strings.Index(fcfs, "break") + len("break"); b.selected != [2]int{at, at} {
		t.Errorf("after undo %v is selected, want the end of what came back, %d", b.selected, at)
	}
	if names := p.Form.Labels(&p.Draft); names[0] != "Script" {
		t.Errorf("labels %v", names)
	}
}

// In a frame a script begins from the examples that are named, or from all.
func TestExamplesOfAFrame(t *testing.T) {
	for query, want := range map[string]string{
		"":                             "Begin from …|First come, first served|EASY backfilling|Shortest first, with patience|Conservative backfilling",
		":easy.star|conservative.star": "Begin from …|EASY backfilling|Conservative backfilling",
		":":                            "",
	} {
		p, b := openedFrame(t, "view=answers&allow="+scriptField+query)
		p.Hear([]byte(`{"backfill": 1, "type": "scenario", "scenario": ` + withOwnScript + `}`))
		b.pass()
		b.check()
		b.answer()
		begin := render(t, p).ids[session.FieldID(scriptField)+"-begin"]
		var names []string
		for _, option := range begin.children {
			if text := option.allText(); strings.TrimSpace(text) != "" {
				names = append(names, text)
			}
		}
		if got := strings.Join(names, "|"); want != "" && got != want || want == "" && begin.attr("hidden") != "hidden" {
			t.Errorf("%q offers %s", query, got)
		}
	}
}

// Where policies are chosen, one's own is offered, which is added and can be written at once; not where there can be no more.
func TestWritingAPolicyIsOffered(t *testing.T) {
	p, b := firstVisit(t)
	page := render(t, p)
	if button := page.ids["write-policy"]; button == nil || button.allText() != "Write your own policy…" {
		t.Fatal("the first screen does not offer it")
	}
	page.do("write-policy", "click", "")
	n := len(p.Draft.Policies)
	if n != 4 || p.Draft.Policies[3].Kind != "script" || b.focused != "field-policies-3-source" || render(t, p).ids["field-policies-3-source"] == nil {
		t.Errorf("there are %d policies, the focus is on %s", n, b.focused)
	}
	// An experiment that is opened before the field is rendered may have no such field.
	open(p, threeJobs)
	if len(p.Draft.Policies) != 1 || b.focused != "" {
		t.Errorf("there are %d policies, the focus is on %q", len(p.Draft.Policies), b.focused)
	}
	for range draft.MaxPolicies - 1 {
		p.AddPolicy("easy")
	}
	if len(p.Draft.Policies) != draft.MaxPolicies || render(t, p).ids["write-policy"] != nil {
		t.Error("one more is offered than there can be")
	}
}

// A verb is completed with the keyboard; Tab indents, and after Escape it leaves the field.
func TestKeysInAScript(t *testing.T) {
	p, b := firstVisit(t)
	open(p, withOwnScript)
	id := session.FieldID(scriptField)
	text, caret := "", 0
	typed := func(more string) {
		text = text[:caret] + more + text[caret:]
		caret += len(more)
		p.Editor.TypeScript(scriptField, text, caret)
	}
	press := func(key string, shift bool) bool {
		r := p.Editor.Press(id, key, shift, false, text, caret, caret)
		if c := r.Change; c != nil {
			text, caret = c.Apply(text), c.End
			p.Editor.TypeScript(scriptField, text, caret)
		}
		return r.Taken
	}
	typed("def schedule():")
	press("Enter", false)
	typed("res")
	page := render(t, p)
	if list := page.ids[id+"-suggestions"]; list == nil || len(list.children) < 2 {
		t.Fatal("there is no list")
	}
	field := page.ids[id]
	if field.attr("aria-activedescendant") != id+"-suggestion-0" || field.attr("aria-controls") != id+"-suggestions" || !strings.HasPrefix(b.said, "2 suggestions") {
		t.Errorf("%s is active in %s; said: %q", field.attr("aria-activedescendant"), field.attr("aria-controls"), b.said)
	}
	press("ArrowDown", false)
	press("Enter", false)
	if want := "def schedule():\n    reserved()"; text != want || caret != len(want)-1 {
		t.Errorf("%q with the caret at %d, want %q", text, caret, want)
	}
	typed("hea")
	press("Tab", false)
	if !press(")", false) {
		t.Error("another bracket is written")
	}
	if want := "def schedule():\n    reserved(head())"; text != want {
		t.Errorf("%q, want %q", text, want)
	}
	typed("e")
	if press("Escape", false); render(t, p).ids[id].attr("aria-controls") != "" {
		t.Error("Escape leaves the list there")
	}
	if press("Tab", false) != true || press("Escape", false) || press("Tab", false) {
		t.Error("Tab does not indent, or leaves no field after Escape")
	}
	if press("Escape", false); press("Shift", false) || press("Tab", true) {
		t.Error("Shift+Tab after Escape leaves no field")
	}
	if press("x", false); !press("Tab", false) {
		t.Error("after another key Tab does not indent again")
	}
	if !strings.Contains(render(t, p).root.allText(), "Escape, then Tab leaves the field") {
		t.Error("the form does not say how to leave the field")
	}

	render(t, p)
	caret = len(text)
	typed("\nwai")
	page = render(t, p)
	page.ids[id+"-suggestion-0"].hear("mousedown", "")
	if b.rewritten == nil || !strings.HasSuffix(b.rewritten.Apply(text), "\nwaiting()") {
		t.Errorf("the suggestion that was pointed at gives %+v", b.rewritten)
	}
}

// A policy that fails does not take the others with it. What it failed of stands beside its field, which is marked, above the metrics and in
// a notice.
func TestScriptThatFails(t *testing.T) {
	p, b := firstVisit(t)
	open(p, failing)
	b.pass()
	b.check()
	b.answer()
	runs, _ := p.Runs()
	if len(runs) != 1 || runs[0].Kind != "easy" {
		t.Fatalf("%d runs are shown", len(runs))
	}
	const why = "ine 4, column 11:"
	if !strings.HasPrefix(p.Notice.Text, "own: l"+why) || !strings.Contains(p.Notice.Text, "The other policies are shown.") {
		t.Errorf("the notice is %q", p.Notice.Text)
	}
	if got := strings.Join(p.Answers.Warnings(), "|"); !strings.Contains(got, "own has no results: l"+why) {
		t.Errorf("the warnings are %q", got)
	}
	if painted := render(t, p).root.allText(); !strings.Contains(painted, "L"+why) || !strings.Contains(painted, `class="bad"`) {
		t.Error("the line is not marked")
	}
	if p.Stale() || p.AsksToRun() || p.OffersRest() {
		t.Error("the page offers to run what has failed once more")
	}

	// The other policy is not compared with itself.
	unfoldApart(p, b)
	sentence := func() string {
		page := render(t, p)
		return page.ids["apart-sentence"].allText()
	}
	if got := sentence(); p.TwoRuns.Comparison() != nil || !strings.HasPrefix(got, "easy cannot be compared with own, which has no results: l"+why) {
		t.Errorf("of the two runs is said %q", got)
	}
	write(p, b, "def schedule():\n    start_in_order()\n")
	if got := sentence(); !strings.HasPrefix(got, "easy cannot be compared with own, which has no results: its script failed, and has been changed since.") {
		t.Errorf("of the two runs is said %q", got)
	}
	b.answer()
	if c := p.TwoRuns.Comparison(); c == nil || c.A.Name() != "own" || c.B.Name() != "easy" {
		t.Error("the two runs are not compared")
	}
	p.Editor.Walk(p.Undo)
	b.pass()
	b.answer() // now there is a run before the change, too, of either
	if got := sentence(); !strings.HasPrefix(got, "easy cannot be compared with own, which has no results: l"+why) {
		t.Errorf("of the two runs is said %q", got)
	}
	p.TwoRuns.ChooseContender(1, "easy (before)")
	if c := p.TwoRuns.Comparison(); c == nil {
		t.Error("the two runs that were chosen are not compared")
	}

	// Alone, it leaves nothing to show: the last results stay.
	shown := p.Shown.Results
	p.RemovePolicy(1)
	b.pass()
	b.answer()
	if got := p.Wrong[scriptField]; !strings.HasPrefix(got, "L"+why) || p.Shown.Results != shown {
		t.Errorf("beside the field stands %q", got)
	}
}

// What is to be known of a run without mistakes stands beside the script, as a sentence and not as a mistake, until the script is another one. Both jobs want
// 5 of 8 processors for 60 s: a script that starts only when jobs arrive is last called when the first has ended.
func TestJobsThatAScriptLeavesAreToldBesideIt(t *testing.T) {
	p, b := firstVisit(t)
	open(p, fmt.Sprintf(withScript, "def schedule():\n    if happened(\"arrival\"):\n        start_in_order()\n"))
	b.pass()
	b.check()
	b.answer()
	id := session.FieldID(scriptField)
	const left = "1 of 2 jobs was never started: the last call of schedule(), at 60 s, left it waiting with 8 of 8 processors free"
	page := render(t, p)
	if got := page.ids[id+"-remark"]; got == nil || got.allText() != phrase.UpperFirst(left)+"." || !strings.Contains(page.ids[id].attr("aria-describedby"), id+"-remark") {
		t.Errorf("beside the script stands %v", got)
	}
	if got := strings.Join(p.Answers.Warnings(), "|"); got != "own: "+left {
		t.Errorf("the warnings are %q", got)
	}
	if page.ids[id].attr("aria-invalid") != "" || len(p.Wrong) > 0 {
		t.Error("it is told as a mistake")
	}
	p.Editor.TypeScript(scriptField, "def schedule():\n    start_in_order()\n", 0)
	if text := render(t, p).ids[id+"-remark"]; text != nil {
		t.Errorf("beside another script stands %q", text.allText())
	}
}

// failing fails at the first call after an hour.
var failing = strings.Replace(withOwnScript, "start_in_order()", "start_in_order()\\n    if now() > 3600:\\n        [][1]", 1)

// What a script printed before it failed stands beside its mistake, the last twenty lines, until it is another one. It prints 25 lines and starts
// both jobs, which need 5 of 8 processors each.
func TestWhatAScriptPrintedBeforeItFailedIsShown(t *testing.T) {
	p, b := firstVisit(t)
	open(p, strings.Replace(fmt.Sprintf(withScript, "def schedule():\n    for i in range(25):\n        print('line', i + 1)\n    for job in waiting():\n        start(job)\n"),
		`"label": "own"}`, `"label": "own"}, {"kind": "easy"}`, 1))
	b.pass()
	b.check()
	b.answer()
	id := session.FieldID(scriptField)
	var want []string
	for i := 6; i <= 25; i++ {
		want = append(want, fmt.Sprint("line ", i))
	}
	shown := render(t, p).ids[id+"-printed"]
	if shown == nil || !strings.Contains(shown.allText(), "The last 20 lines that it printed before that:") || !strings.Contains(shown.allText(), strings.Join(want, "\n")) || strings.Contains(shown.allText(), "line 5\n") {
		t.Errorf("beside the mistake stands %v", shown)
	}
	write(p, b, "def schedule():\n    start_in_order()\n")
	if render(t, p).ids[id+"-printed"] != nil {
		t.Error("what another script printed stands there")
	}
}

// A script that fails in later workloads only is marked as one that fails in the first: it fails when a job comes later than the last one of the first
// workload, which the jobs themselves say.
func TestAScriptThatFailsInALaterWorkloadIsMarked(t *testing.T) {
	p, b := firstVisit(t)
	repeated := strings.Replace(withOwnScript, `"policies"`, `"replications": 6, "policies"`, 1)
	open(p, repeated)
	b.pass()
	b.check()
	b.answer()
	last := func(replication int) engine.Time {
		jobs := b.prepare(p.Plan, experiment.Cell{Replication: replication}).Workload.Jobs
		return jobs[len(jobs)-1].Submit
	}
	first, fails := 0, 0
	for i := range 6 {
		if last(i) > last(0) {
			if fails++; fails == 1 {
				first = i + 1
			}
		}
	}
	if fails < 2 {
		t.Fatalf("%d workloads are longer than the first", fails)
	}
	write(p, b, fmt.Sprintf("def schedule():\n    start_in_order()\n    if happened('arrival') and now() > %f:\n        fail('late')\n", last(0).Seconds()))
	b.answer()
	b.measure(6)
	where := fmt.Sprintf("; this was in workload %d, the first of %d runs in which it failed", first, fails)
	if got, _ := p.MistakeAt(scriptField); !strings.HasPrefix(got, "Line 4, column 13: late (at ") || !strings.HasSuffix(got, where) {
		t.Errorf("beside the field stands %q", got)
	}
	page := render(t, p)
	if text := page.root.allText(); !strings.Contains(text, `at">fail<`) || !strings.Contains(text, "Go to line 4") {
		t.Error("the line is not marked, or nothing leads there")
	}
	if got := p.Notice.Text; !strings.HasPrefix(got, "own: line 4, column 13: late (at ") || !strings.HasSuffix(got, where+". Those runs have no results.") || !p.Notice.Problem {
		t.Errorf("the notice is %q", got)
	}
	write(p, b, "def schedule():\n    start_in_order()\n")
	if got, _ := p.MistakeAt(scriptField); got != "" {
		t.Errorf("beside another script stands %q", got)
	}
}

// A link to a sweep whose script fails at another setting before the one that is to be shown has come: nothing is shown yet, and the failure names its
// setting.
func TestAScriptFailsBeforeAnythingIsShown(t *testing.T) {
	p, b := newPage(t)
	swept := strings.Replace(strings.Replace(withOwnScript, "start_in_order()", "[][1]", 1), `"policies"`, `"sweep": [{"path": "/workload/load", "values": [0.5, 0.9]}], "policies"`, 1)
	p.Navigated(link.Encode(link.Experiment{Scenario: json.RawMessage(swept)}))
	b.pass()
	b.check()
	r := b.asked[len(b.asked)-1]
	results := b.simulate(r)
	takeRuns(results)
	p.Received(r.run, results)
	b.measure(1)
	b.pass()
	if got, _ := p.MistakeAt(scriptField); !strings.HasPrefix(got, "Line 2, column 7: ") || !strings.HasSuffix(got, "; this was in workload 1 at load 0.5") {
		t.Errorf("beside the field stands %q", got)
	}
	render(t, p)
}

// begin lets a run come as far as its policies that fail, and returns what ends it.
func begin(p *Page, b *fake) (end func()) {
	r := b.asked[len(b.asked)-1]
	results := b.simulate(r)
	runs, failures := takeRuns(results)
	p.Received(r.run, results)
	for i, f := range failures {
		p.PolicyFailed(r.run, i, f)
	}
	b.pass()
	return func() {
		for i, run := range runs {
			if run != nil {
				p.RunCame(r.run, i, run)
			}
		}
		p.Finished(r.run, 60)
	}
}

// While a long run goes on it is told that a script has failed in it, and that the one that is typed meanwhile has a mistake. When it ends, nothing is said any
// more of the script that is not there any more, but that it failed.
func TestNothingIsToldOfAnOlderScript(t *testing.T) {
	p, b := firstVisit(t)
	open(p, failing)
	b.pass()
	b.check()
	end := begin(p, b)
	const why, older = "ine 4, column 11:", "own has no results: its script failed, and has been changed since."
	if got := p.Notice.Text; !strings.HasPrefix(got, "own: l"+why) || !strings.HasSuffix(got, "The other policies go on.") || b.said != got {
		t.Errorf("while it runs the notice is %q, said is %q", got, b.said)
	}
	if painted := render(t, p).root.allText(); !strings.Contains(painted, "L"+why) || !strings.Contains(painted, `class="bad"`) {
		t.Error("while it runs the line is not marked")
	}
	b.said = ""
	write(p, b, "def schedule():\n    strat(head())\n")
	if text := render(t, p).root.allText(); !p.Running || !p.AsksToRun() || !strings.Contains(text, "There is a mistake in “Policy 1, Script”; what runs is the last experiment without mistakes.") || strings.Contains(text, why) {
		t.Errorf("while it runs a mistake is not told, or that of the script before it is: %s", p.Notice.Text)
	}
	end()
	if got := strings.Join(p.Answers.Warnings(), "|"); got != older || p.Notice.Text != "" || strings.Contains(render(t, p).root.allText(), why) {
		t.Errorf("the warnings are %q, the notice is %q", got, p.Notice.Text)
	}
	p.Editor.Walk(p.Undo)
	b.pass()
	if got := strings.Join(p.Answers.Warnings(), "|"); !strings.HasPrefix(got, "own has no results: l"+why) {
		t.Errorf("of the script that is there again is told %q", got)
	}

	// The same of a run that ends without any result.
	p.RemovePolicy(1)
	b.pass()
	end = begin(p, b)
	write(p, b, "def schedule():\n    strat(head())\n")
	wrong := p.Wrong[scriptField]
	end()
	if text := render(t, p).root.allText(); p.Wrong[scriptField] != wrong || !strings.HasPrefix(wrong, "Line 2") || strings.Contains(text, why) || !strings.HasPrefix(p.Notice.Text, "The experiment has been changed since it was run") {
		t.Errorf("beside the script stands %q, the notice is %q", p.Wrong[scriptField], p.Notice.Text)
	}
}

const printing = `{"version": 1, "machine": {"kind": "cluster", "processors": 8},
 "workload": {"kind": "jobs", "jobs": [{"submit": 0, "run": 60, "processors": 6}, {"submit": 10, "run": 60, "processors": 4}]},
 "policies": [{"kind": "script", "label": "own", "source": "def schedule():\n    for job in waiting():\n        if not fits(job):\n            why(job, \"no room\")\n            print(\"job\", job.number, \"needs\", job.processors, \"of\", free())\n            break\n        start(job)\n"}]}`

// When a run is played, what the script printed in the call that is shown stands beside the decision, with why it let the job wait: at 10 s job 1
// holds 6 of 8 processors, and job 2 asks for 4. The inspector has the reason, too.
func TestPrintedTextsStandBesideTheDecision(t *testing.T) {
	p, b := firstVisit(t)
	open(p, printing)
	b.pass()
	b.check()
	b.answer()
	p.Play.Seek(0)
	b.watch()
	if got := p.Play.Printed(); got != nil {
		t.Errorf("at 0 s it printed %q", got)
	}
	p.Play.Step(1, false)
	b.watch()
	if got, told := p.Play.Printed(), p.told(); len(got) != 1 || got[0] != "job 2 needs 4 of 2" || !strings.Contains(told, "The script says: “no room”.") {
		t.Errorf("at 10 s it printed %q; told: %s", got, told)
	}
	if text := render(t, p).root.allText(); !strings.Contains(text, "Printed by the script") || !strings.Contains(text, "job 2 needs 4 of 2") {
		t.Error("the panel does not show it")
	}
	p.Pin(1)
	b.explain()
	if text := render(t, p).root.allText(); !strings.Contains(text, "The script says: “no room”.") {
		t.Error("the inspector does not show the reason")
	}
}

// Whoever embeds an experiment may let readers change its script. A link that programs may cut off says so.
func TestScriptIsShared(t *testing.T) {
	p, b := firstVisit(t)
	open(p, withOwnScript)
	b.pass()
	b.check()
	b.answer()
	p.openDialog("share", "share-button")
	r := render(t, p)
	r.do("share-changes", "change", "what is ticked below")
	p.Sharing.Tick(scriptField, true)
	if code := p.Sharing.Code(); !strings.Contains(code, `allow="`+scriptField+`"`) || !strings.Contains(code, "start_in_order()") {
		t.Errorf("the code is %s", code)
	}
	const cut = "cut off a link"
	if text := p.Sharing.Items()[0].Sentence; strings.Contains(text, cut) {
		t.Errorf("of a short link it says %q", text)
	}
	long := "def schedule():\n    start_in_order()\n"
	for i := range 4000 { // digits that repeat little
		long += "# " + strconv.Itoa(i*i*7919) + "\n"
	}
	write(p, b, long)
	if text := p.Sharing.Items()[0].Sentence; !strings.Contains(text, cut) {
		t.Errorf("of a link with %d characters it says %q", len(p.Address()), text)
	}
}

// Over several replications, too, the other policies have their estimates.
func TestScriptThatFailsInEveryReplication(t *testing.T) {
	p, b := firstVisit(t)
	open(p, strings.Replace(strings.Replace(withOwnScript, "start_in_order()", "[][1]", 1), `"policies"`, `"replications": 6, "policies"`, 1))
	b.pass()
	b.check()
	whole(p, b)
	if got := strings.Join(p.Answers.Warnings(), "|"); !strings.Contains(got, "own has no results in 6 runs. The first of them failed: line 2, column 7: ") {
		t.Errorf("the warnings are %q", got)
	}
	text := render(t, p).root.allText()
	if m := p.Measurement; m == nil || !m.Cells.Done() || len(m.Cells.Runs()) != 6 || !strings.Contains(text, "easy") {
		t.Errorf("the other policy was not measured: %s", p.Notice.Text)
	}
	if rows := p.Answers.Rows(); len(rows) == 0 || len(rows[0].Cells) == 0 {
		t.Error("there is no table")
	} else {
		t.Logf("%+v | labels %v | %s", rows[0].Cells, p.Answers.Labels(), p.Answers.Sentence())
	}
}
