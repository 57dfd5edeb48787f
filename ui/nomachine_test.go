package ui

import (
	"fmt"
	"strings"
	"testing"

	"backfill/ui/phrase"
)

// logWithout is a log without a header: n jobs, one every 100 s, of 2 processors for 90 s, unless widths says how many the second
// one has, and those behind it.
func logWithout(n int, widths ...int) string {
	var b strings.Builder
	for i := range n {
		size := 2
		if i > 0 && i <= len(widths) {
			size = widths[i-1]
		}
		fmt.Fprintf(&b, "%d %d -1 90 %d -1 -1 %d 90 -1 1 1 1 -1 -1 -1 -1 -1\n", i+1, 100*i, size, size)
	}
	return b.String()
}

// dropped is the page of the textbook case after a log was dropped on it.
func dropped(t *testing.T, name, text string) (*Page, *fake) {
	t.Helper()
	p, b := firstVisit(t)
	b.logs = map[string]string{name: text}
	p.FileCame(droppedText(t, name, text))
	b.answer()
	return p, b
}

// loadAndRefused are two metrics of the first policy.
func loadAndRefused(p *Page) (load string, refused float64) {
	m := p.Shown.Results.Runs[0].Metrics
	return phrase.Percent(m.Value("offeredLoad")), m.Value("refused")
}

// A log whose header names no machine is simulated on one as wide as its widest job, and not on the eight processors of the example.
// The notice says so, with the offered load that the table has afterwards, and leads to the field.
//
// The last of 100 jobs comes after 9,900 s. They ask for 90 (12 + 6 + 98 * 2) of 12 * 9,900 processor seconds: 16.2 %.
func TestLogWithoutMachine(t *testing.T) {
	p, b := dropped(t, "bare.swf", logWithout(100, 12, 6)) // one job is wide, but not far wider than the next
	want := "The header of bare.swf names no machine. The machine is now one pool as wide as the widest job: 12 processors, with an offered load of 16 %."
	if p.Notice.Text != want {
		t.Errorf("the page says %q, want %q", p.Notice.Text, want)
	}
	if load, refused := loadAndRefused(p); load != "16 %" || refused != 0 || p.Draft.Machine.Texts["processors"] != "12" {
		t.Errorf("on %v the load is %s and %g jobs are refused", p.Draft.Machine, load, refused)
	}
	if want := "The header of the log names no machine. The one here has as many processors as the widest job needs."; p.Draft.Description != want {
		t.Errorf("the description is %q, want %q", p.Draft.Description, want)
	}
	p.Editor.Fold("experiment", "machine")
	r := render(t, p)
	if r.ids["use-others-button"] != nil {
		t.Error("a smaller machine is offered though no job is far wider than the others")
	}
	r.do("change-machine-button", "click", "")
	if render(t, p).ids[b.focused] == nil || b.focused != "field-machine-processors" {
		t.Errorf("the focus is on %q", b.focused)
	}
	p.Undo()
	if got := p.Draft.Machine.Texts["processors"]; got != "8" || p.Draft.Name != "A textbook case" {
		t.Errorf("undo leads to %s with %s processors", p.Draft.Name, got)
	}
}

// One job of a hundred is absurdly wide. Nobody is refused until the reader says so.
//
// All 100 jobs ask for 90 (80,000 + 16 + 98 * 2) of 80,000 * 9,900 processor seconds: 0.91 %. The others ask for
// 90 (16 + 98 * 2) of 16 * 9,900: 12.0 %.
func TestLogWithAnAbsurdlyWideJob(t *testing.T) {
	p, b := dropped(t, "wide.swf", logWithout(100, 80_000, 16))
	want := "The header of wide.swf names no machine. The machine is now one pool as wide as the widest job: 80,000 processors, with an offered load of 0.9 %. " +
		"Only 1 of 100 jobs needs more than 16 processors and would be refused there; the offered load of the others would be 12 %."
	if p.Notice.Text != want {
		t.Errorf("the page says %q, want %q", p.Notice.Text, want)
	}
	if load, refused := loadAndRefused(p); load != "0.9 %" || refused != 0 {
		t.Errorf("the load is %s, %g jobs are refused", load, refused)
	}
	render(t, p).do("use-others-button", "click", "")
	b.pass()
	b.answer()
	if load, refused := loadAndRefused(p); load != "12 %" || refused != 1 || p.Notice.Text != "" {
		t.Errorf("on 16 processors the load is %s, %g jobs are refused, and the page says %q", load, refused, p.Notice.Text)
	}
	if want := "Changed from “wide.swf”, which this describes: The header of the log names no machine. The one here has as many processors as the widest job needs."; p.Draft.Description != want {
		t.Errorf("the description is %q, want %q", p.Draft.Description, want)
	}
	p.Undo()
	if p.Draft.Machine.Texts["processors"] != "80000" || strings.HasPrefix(p.Draft.Description, "Changed") {
		t.Errorf("undo leads to %v, %q", p.Draft.Machine, p.Draft.Description)
	}
}

// Jobs that come at once offer no load in any time. What the last machine had beside its processors is told where it goes.
func TestLogWithoutMachineSaysWhatGoes(t *testing.T) {
	for machine, instead := range map[string]string{
		`{"kind":"nodes","processors":32}`:            " instead of “Nodes that share memory bandwidth”",
		`{"kind":"cluster","processors":32,"unit":4}`: " without the allocation unit of 4",
	} {
		p, b := firstVisit(t)
		open(p, `{"version":1,"machine":`+machine+`,"policies":[{"kind":"easy"}],"workload":{"kind":"jobs","jobs":[{"run":5}]}}`)
		b.answer()
		p.FileCame(droppedText(t, "one.swf", logWithout(1)))
		want := "The header of one.swf names no machine. The machine is now one pool" + instead +
			" as wide as the widest job: 2 processors, with an offered load of no defined size, as all jobs come at once."
		if p.Notice.Text != want || len(p.Wrong) > 0 {
			t.Errorf("%s: the page says %q, want %q; mistakes %v", machine, p.Notice.Text, want, p.Wrong)
		}
		p.FileCame(droppedLog(t, "small.swf"))
		if strings.Contains(p.Notice.Text, "names no machine") || p.Draft.Machine.Texts["processors"] != "16" {
			t.Errorf("%s: a log of a machine of 16 processors is simulated on %v: %q", machine, p.Draft.Machine, p.Notice.Text)
		}
	}
}

// Classes that were made for the jobs of an example, and conditions on them, give way to classes of equally many jobs when a log is
// opened or a model is chosen. What the reader made stays, and what is made for a log stays when another one is opened.
func TestGroupsOfALog(t *testing.T) {
	p, b := firstVisit(t)
	groups := func() string {
		var list []string
		for _, g := range p.Draft.Groups {
			list = append(list, strings.TrimSpace(fmt.Sprintf("%s %s %s %s %s", g.Kind, g.Texts["classes"], g.Texts["each"], g.Texts["eachClasses"], g.Texts["where"])))
		}
		return strings.Join(list, "; ")
	}
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":8},"policies":[{"kind":"easy"}],"workload":{"kind":"jobs","jobs":[{"run":5}]},
		"groups":[{"by":"size","bounds":[2,4]},{"by":"runTime","quantiles":3,"each":{"by":"size","bounds":[2]}},{"by":"queue","where":[{"by":"size","above":3}]},{"by":"size","bounds":[3]},{"where":[{"by":"size","above":3}]}]}`)
	if len(p.Wrong) > 0 || len(p.Draft.Groups) != 5 {
		t.Fatal(p.Wrong, p.Notice.Text)
	}
	was := groups()
	p.FileCame(droppedLog(t, "small.swf"))
	b.answer()
	const want = "size 4; runTime 3 size 4; queue"
	if got := groups(); got != want || len(p.Wrong) > 0 {
		t.Errorf("groups %q, want %q; mistakes %v", got, want, p.Wrong)
	}
	p.Undo()
	if groups() != was {
		t.Errorf("undo leads to %q, want %q", groups(), was)
	}
	p.Edit("/workload/kind", "lublin")
	if got := groups(); got != want {
		t.Errorf("groups of a model %q, want %q", got, want)
	}
	p.Undo()
	p.Edit("/groups/3/classes", "5, 6")
	p.Edit("/workload/kind", "lublin")
	if got := groups(); !strings.Contains(got, "size 2, 4; ") || !strings.Contains(got, "size 5, 6; ") {
		t.Errorf("groups that the reader made are %q", got)
	}
	p.Undo()
	p.Undo()
	p.FileCame(droppedLog(t, "small.swf"))
	p.Edit("/groups/0/classes", "3, 9")
	b.pass()
	p.FileCame(droppedLog(t, "other.swf"))
	if got := groups(); !strings.HasPrefix(got, "size 3, 9; ") {
		t.Errorf("groups of the other log %q", got)
	}
}
