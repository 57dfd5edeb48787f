package ui

import (
	"strings"
	"testing"

	"backfill/ui/opened"
	"backfill/ui/panel"
	"backfill/ui/result"
)

// sweptPage is a page with an experiment of two loads, 12 workloads and two policies.
func sweptPage(t *testing.T) (*Page, *fake) {
	t.Helper()
	p, b := firstVisit(t)
	open(p, sweptScenario)
	if p.Notice.Problem {
		t.Fatal(p.Notice.Text)
	}
	return p, b
}

const sweptScenario = `{"version":1,"name":"Swept","machine":{"kind":"cluster","processors":32},
	"workload":{"kind":"lublin","jobs":60,"processors":32,"load":0.7},
	"policies":[{"kind":"fcfs","label":"FCFS"},{"kind":"easy","label":"EASY"}],
	"replications":12,"sweep":[{"path":"/workload/load","values":[0.7,1.1]}],"baseline":"FCFS",
	"claims":[{"metric":"meanWait","policy":"EASY","versus":"FCFS","direction":"lower","published":"90 %","value":0.9,"source":"Table I","remark":"By hand."},
		{"metric":"meanWait","policy":"EASY","versus":"FCFS","direction":"lower","value":0.01,"at":{"/workload/load":1.1}}]}`

// open drops a scenario on the page.
func open(p *Page, scenario string) {
	p.FileCame(opened.File{FileRef: result.FileRef{Name: "scenario.json"}, Scenario: []byte(scenario)})
}

func TestSweepFollowsItsPolicies(t *testing.T) {
	p, _ := firstVisit(t)
	p.AddAxis("/policies/1/reservations")
	if got := p.Draft.Sweep[0].Texts["values"]; got != "1, 2" { // half of 1 rounds to 1 again
		t.Errorf("the first values are %q", got)
	}
	axis := func() string {
		if len(p.Draft.Sweep) == 0 {
			return ""
		}
		return p.Draft.Sweep[0].Kind
	}
	for _, step := range []struct {
		what string
		do   func()
		want string
	}{
		{"moved up", func() { p.MovePolicy(1, 0) }, "/policies/0/reservations"},
		{"another one before it removed", func() { p.MovePolicy(0, 2); p.RemovePolicy(0) }, "/policies/1/reservations"},
		{"one before it copied", func() { p.CopyPolicy(0) }, "/policies/2/reservations"},
		{"removed", func() { p.RemovePolicy(2) }, ""},
		{"back again", func() { p.Undo() }, "/policies/2/reservations"},
	} {
		step.do()
		if got := axis(); got != step.want {
			t.Errorf("%s: the sweep is over %q, want %q", step.what, got, step.want)
		}
		if len(p.Wrong) > 0 {
			t.Errorf("%s: %v", step.what, p.Wrong)
		}
	}
	if got := p.ParameterName(axis()); got != "EASY: reservations" {
		t.Errorf("the parameter is called %q", got)
	}
}

func TestMistakesOfSweepAndReplications(t *testing.T) {
	p, _ := sweptPage(t)
	for _, c := range []struct{ path, text, says string }{
		{"/sweep/0/values", "", "one value or more"},
		{"/sweep/0/values", "0.5, x", "from 0.001 to"},
		{"/sweep/0/values", "0.5, 0.5", "same value"},
		{"/sweep/0/values", "1 to 0", "a range such as"},
		{"/replications", "0", "from 1 to"},
		{"/replications", "1000000", "from 1 to"},
		{"/workers", "-1", "from 0 to"},
	} {
		p.Edit(c.path, c.text)
		if !strings.Contains(p.Wrong[c.path], c.says) {
			t.Errorf("%s = %q: beside the field stands %q of %v, want %q in it", c.path, c.text, p.Wrong[c.path], p.Wrong, c.says)
		}
		at := p.Editor.PlaceOf(c.path)
		if p.Editor.ShowMistake(); at.Card != "repeat" || render(t, p).ids[at.Field] == nil {
			t.Errorf("%s: the field %q is not in sight", c.path, at.Field)
		}
		p.Undo()
		if len(p.Wrong) > 0 {
			t.Errorf("%s: undo leaves the mistakes %v", c.path, p.Wrong)
		}
	}
}

func TestSentencesOfSweepAndReplications(t *testing.T) {
	p, _ := firstVisit(t)
	if got, want := p.Editor.RepeatSentence(), "One run of each policy"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	open(p, sweptScenario)
	if got, want := p.Editor.RepeatSentence(), "12 workloads at 2 loads; 2 policies; 48 simulations"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p.Edit("/precision", "true")
	p.Edit("/precision/relativeHalfWidth", "0.1")
	want := "up to 1,000 workloads at 2 loads; 2 policies; up to 4,000 simulations; until the mean wait is known to ±10 %"
	if got := p.Editor.RepeatSentence(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if p.Plan.Precision == nil || p.Plan.Precision.RelativeHalfWidth != 0.1 {
		t.Errorf("the experiment has the precision %+v", p.Plan.Precision)
	}
	p.Edit("/precision", "false")
	if p.Plan.Precision != nil {
		t.Error("the precision stays")
	}
}

// Claims about a policy that is gone are left out, and come back with it.
func TestClaimsFollowTheExperiment(t *testing.T) {
	p, _ := sweptPage(t)
	claims := func() int { return len(p.Plan.Claims) }
	p.Edit("/policies/1/label", "Lifka")
	if claims() != 2 || p.Plan.Claims[0].Claim.Policy != "Lifka" {
		t.Errorf("renamed: %d claims, %v", claims(), p.Wrong)
	}
	p.Edit("/sweep/0/values", "0.7, 0.9")
	if claims() != 1 || len(p.Wrong) > 0 {
		t.Errorf("without the point of a claim: %d claims, %v", claims(), p.Wrong)
	}
	p.RemovePolicy(1)
	if claims() != 0 || len(p.Wrong) > 0 {
		t.Errorf("without a policy: %d claims, %v", claims(), p.Wrong)
	}
	p.Undo()
	p.Undo()
	if claims() != 2 {
		t.Errorf("undone: %d claims", claims())
	}
}

// A part of the experiment is varied by objects, a line each; a mistake names the value.
func TestASweepOverAPart(t *testing.T) {
	p, b := firstVisit(t)
	p.AddTransform("first")
	p.AddTransform("estimates")
	p.AddAxis("/workload/transform/1")
	f := p.Editor.ValuesField(0)
	const first = `{"kind":"estimates","label":"as it is"}`
	if !f.IsLines() || f.IsText() || f.Text != first+",\n"+`{"kind":"estimates","label":"changed"}` {
		t.Fatalf("the field has %q", f.Text)
	}
	p.Edit("/sweep/0/values", first+",\n"+`{"kind":"estimates","model":"factor","factor":0,"label":"changed"}`)
	if got, want := p.Wrong["/sweep/0/values"], "Value 2, factor: 0: "; !strings.HasPrefix(got, want) {
		t.Errorf("the mistake is %q, want %q", got, want)
	}
	p.Edit("/sweep/0/values", first+",\n"+`{"kind":"estimates","model":"factor","factor":3,"label":"triple"}`)
	p.RemoveTransform(0)
	if got := p.Draft.Sweep[0].Kind; got != "/workload/transform/0" {
		t.Errorf("after the first transformation has gone the sweep varies %q", got)
	}
	if got, want := p.Editor.RepeatSentence(), "1 workload at 2 variants of estimates; 3 policies; 6 simulations"; got != want {
		t.Errorf("the card says %q, want %q", got, want)
	}
	p.Run()
	whole(p, b)
	s := p.Answers.PlotSpec()
	if !s.Ordinal || s.X != "Estimates" || s.Panels[0].Series[0].Points[1].X != "triple" {
		t.Errorf("drawn is %+v, mistakes %v", s, p.Wrong)
	}
	if got, want := (&panel.Cells{Shared: p.Shared}).Values(p.Sweep()[0]), "as it is"; len(got) != 2 || got[0] != want {
		t.Errorf("to choose from are %q", got)
	}
}
