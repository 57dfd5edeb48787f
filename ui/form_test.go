package ui

import (
	"slices"
	"strings"
	"testing"

	"backfill/engine/scenario"
	"backfill/ui/panel/editor"
	"backfill/ui/phrase"
)

func TestSentencesOfCards(t *testing.T) {
	p, _ := firstVisit(t)
	p.Edit("/machine/processors", "320")
	p.Edit("/machine/unit", "32")
	p.Edit("/workload/kind", "lublin")
	p.Edit("/workload/load", "0.9")
	p.AddTransform("first")
	for got, want := range map[string]string{
		p.Editor.MachineSentence():  "320 processors, in units of 32",
		p.Editor.WorkloadSentence(): "5,000 jobs, Lublin-Feitelson model, load 0.9; first jobs",
		p.Editor.PoliciesSentence(): "FCFS, EASY and Conservative",
		p.Editor.SettingsSentence(): "Jobs are stopped at their estimate; seed 1",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestSentenceOfTheKillRule(t *testing.T) {
	p, _ := firstVisit(t)
	for _, c := range []struct{ rule, grace, want string }{
		{"never", "", "Jobs are never stopped; seed 1"},
		{"grace", "60", "Jobs are stopped after a grace period of 60 s; seed 1"},
		{"grace", "", "Jobs are stopped at their estimate (no grace period given); seed 1"},
	} {
		p.Edit("/kill/rule", c.rule)
		p.Edit("/kill/grace", c.grace)
		if got := p.Editor.SettingsSentence(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// The months and the priorities go by the names that people give them.
func TestMonthsAndPrioritiesHaveNames(t *testing.T) {
	p, _ := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":960},"workload":{"kind":"o2k","months":"2000-12,2001-02..2001-04"},"policies":[{"kind":"priority-backfill","priority":"sqrt-lxf-w"}]}`)
	if got, want := p.Editor.WorkloadSentence(), "Dec 2000 and Feb 2001 to Apr 2001"; !strings.HasSuffix(got, want) {
		t.Errorf("the workload is %q, want at its end %q", got, want)
	}
	for _, f := range p.Editor.Fields("/policies/0", &p.Draft.Policies[0], p.Form.Policy("priority-backfill").Params) {
		if got := f.ChoiceLabel(f.Text); f.Name == "priority" && got != "L√XF&W" {
			t.Errorf("the priority is called %q", got)
		}
	}
}

// Only the parameters that count with what is chosen beside them are shown, and others that have a value of their own.
func TestFieldsThatCount(t *testing.T) {
	p, _ := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":32},"workload":{"kind":"lublin","jobs":30,"transform":[{"kind":"estimates"}]},"policies":[{"kind":"priority-backfill"}]}`)
	shown := func(path string) string {
		c, _ := p.Draft.Choice(path + "/kind")
		p.Unfolded["further "+path] = true
		names := ""
		for _, f := range p.Editor.Fields(path, c, p.Editor.Form.About(path, c.Kind).Params) {
			names += f.Name + " "
		}
		return names
	}
	const estimates, priority = "/workload/transform/0", "/policies/0"
	for _, c := range []struct{ path, field, value, shown string }{
		{estimates, "model", "exact", "model "},
		{estimates, "model", "hybrid", "model factor capped share "},
		{estimates, "model", "tsafrir", "model maxEstimate maxShare "},
		{estimates, "factor", "3", "model factor maxEstimate maxShare "}, // and can be taken out again
		{priority, "priority", "fcfs", "priority reservations reservation others belief "},
		{priority, "priority", "lxf-w", "priority waitWeight reservations reservation others belief "},
		{priority, "priority", "sjf", "priority reservations reservation others maxRequest belief "},
		{priority, "priority", "w*wait", "priority waitWeight reservations reservation others maxRequest halfLife belief "},
	} {
		p.Edit(c.path+"/"+c.field, c.value)
		if got := shown(c.path); got != c.shown {
			t.Errorf("with %s %s: %s, want %s", c.field, c.value, got, c.shown)
		}
	}
	// Where the choice is varied, all stay.
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":32},"workload":{"kind":"lublin","jobs":30},"policies":[{"kind":"priority-backfill"}],
		"sweep":[{"path":"/policies/0/priority","values":["fcfs","lxf-w"]}]}`)
	if got, want := shown(priority), "priority waitWeight reservations reservation others maxRequest halfLife belief "; got != want {
		t.Errorf("varied: %s, want %s", got, want)
	}
}

// Every parameter of every kind can be reached in the form: those that are folded, by the
// button below the others.
func TestFoldedParametersUnfold(t *testing.T) {
	for _, c := range []struct{ path, scenario string }{
		{"/machine", `{"version":1,"machine":{"kind":"nodes","processors":16},"workload":{"kind":"lublin","load":0.5},"policies":[{"kind":"fcfs"}]}`},
		{"/workload", `{"version":1,"machine":{"kind":"cluster","processors":16},"workload":{"kind":"lublin","load":0.5},"policies":[{"kind":"fcfs"}]}`},
		{"/workload/transform/0", `{"version":1,"machine":{"kind":"cluster","processors":16},"workload":{"kind":"lublin","load":0.5,"transform":[{"kind":"estimates"}]},"policies":[{"kind":"fcfs"}],
			"sweep":[{"path":"/workload/transform/0/model","values":["exact","log"]}]}`},
	} {
		p, _ := firstVisit(t)
		open(p, c.scenario)
		if p.Notice.Problem {
			t.Fatal(p.Notice.Text)
		}
		params := p.Form.Machine("nodes").Params
		switch c.path {
		case "/workload":
			params = p.Form.Workload("lublin").Params
		case "/workload/transform/0":
			params = p.Form.Transform("estimates").Params
		}
		p.Editor.FoldedCards = map[string]bool{}
		unfold := phrase.Plural(int64(len(params)-editor.FewFields), "more parameter")
		press := func(text string) {
			t.Helper()
			for _, e := range render(t, p).all {
				if e.Data == "button" && e.text() == text {
					e.DOMEventHandlerSpecList[0].Func(happening{})
					return
				}
			}
			t.Fatalf("%s: no button %q", c.path, text)
		}
		last := "field" + strings.ReplaceAll(c.path, "/", "-") + "-" + params[len(params)-1].Name
		if render(t, p).ids[last] != nil {
			t.Errorf("%s is shown at first", last)
		}
		press(unfold)
		r := render(t, p)
		for _, q := range params {
			if id := "field" + strings.ReplaceAll(c.path, "/", "-") + "-" + q.Name; r.ids[id] == nil {
				t.Errorf("%s is not shown after %q", id, unfold)
			}
		}
		press("Fewer parameters")
		if render(t, p).ids[last] != nil {
			t.Errorf("%s is still shown", last)
		}
	}
}

// A folded parameter that was given a value stays while its text is typed anew.
func TestFieldStaysWhileItIsEmpty(t *testing.T) {
	p, _ := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"nodes","processors":16,"penaltyScale":0.5},"workload":{"kind":"lublin","load":0.5},"policies":[{"kind":"fcfs"}]}`)
	p.Edit("/machine/penaltyScale", "")
	if render(t, p).ids["field-machine-penaltyScale"] == nil {
		t.Error("the field is gone while it is empty")
	}
}

// With as many policies as there may be, none can be added, copied or brought by a log.
func TestNoMorePolicies(t *testing.T) {
	p, b := firstVisit(t)
	for range scenario.MaxPolicies - len(p.Draft.Policies) {
		p.AddPolicy("easy")
	}
	b.answer()
	p.Editor.FoldedCards = map[string]bool{}
	r := render(t, p)
	copies := func(e *element) bool {
		return e.attr("aria-label") == "Duplicate policy 1" && e.attr("aria-disabled") == "true"
	}
	if r.ids["add-policies-button"].parent.attr("hidden") == "" || !slices.ContainsFunc(r.all, copies) {
		t.Error("a policy can be added or copied")
	}
	p.AddPolicy("easy")
	if n := len(p.Draft.Policies); n != scenario.MaxPolicies || len(p.Wrong) > 0 {
		t.Errorf("%d policies, mistakes %v", n, p.Wrong)
	}
}

// A policy that has a name in the literature is added by that name, with what it is, and what it is is said before.
func TestAddANamedPolicy(t *testing.T) {
	p, b := firstVisit(t)
	p.Editor.FoldedCards = map[string]bool{}
	render(t, p).do("add-policies", "change", "easy: EASY++")
	if text := render(t, p).ids["add-policies"].parent.parent.text(); !strings.Contains(text, "last two jobs and corrected in steps") {
		t.Errorf("beside the list stands %q", text)
	}
	for range 2 {
		render(t, p).do("add-policies-button", "click", "")
	}
	b.settle()
	if got := p.Form.Labels(&p.Draft); !slices.Equal(got, []string{"FCFS", "EASY", "Conservative", "EASY++", "EASY++ 2"}) {
		t.Errorf("the policies are %q", got)
	}
	if got, want := b.lastScenario(), `{"kind":"easy","belief":"userLastTwo","correction":"steps","label":"EASY++","others":"shortest"}`; !strings.Contains(got, want) {
		t.Errorf("the scenario is %s, want %s in it", got, want)
	}
}

// A policy without a name is called as in results, also by a list of numbers that is typed in another way.
func TestLabelsWithLists(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":4},"policies":[{"kind":"multiple-queue"}],"workload":{"kind":"jobs","jobs":[{"run":10}]}}`)
	b.answer()
	for text, want := range map[string]string{"60,  3600": "multiple-queue(bounds=[60,3600])", "100 1000,10000": "multiple-queue"} {
		p.Edit("/policies/0/bounds", text)
		if got := p.Form.Labels(&p.Draft)[0]; got != want || p.Plan.Policies[0].Label != want {
			t.Errorf("%s: the form calls it %s, the plan %s, want %s", text, got, p.Plan.Policies[0].Label, want)
		}
	}
}
