package ui

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"backfill/engine/scenario"
	"backfill/policies"
	"backfill/ui/phrase"
)

// A scenario that goes through the fields and back is the same.
func TestFieldsKeepAScenario(t *testing.T) {
	texts := map[string]string{
		"settings": `{"version":1,"name":"n","description":"d","machine":{"kind":"cluster","processors":64,"unit":4},
			"workload":{"kind":"swf","file":"a.swf.gz","transform":[{"kind":"first","jobs":1000},{"kind":"estimates","model":"factor","factor":2.5}]},
			"policies":[{"kind":"easy","reservations":2},{"kind":"conservative","compress":false,"label":"C, \"quoted\""}],
			"kill":{"rule":"grace","grace":60.5},"simultaneous":"sequential","seed":9007199254740991,
			"groups":[{"by":"size","quantiles":4},{"by":"runTime","bounds":[60]},{"by":"request","bounds":[0.5,600]},{"by":"kind"},
				{"by":"runTime","quantiles":5,"each":{"by":"month"},"where":[{"by":"accuracy","above":1,"most":2.5},{"by":"queue","in":["sj vst","a, \"b\"; c"]}]},
				{"by":"queue","each":{"by":"memory","bounds":[2,4.5]},"where":[{"by":"size","most":8},{"by":"runTime","above":60}]},
				{"where":[{"by":"month","in":["Jan 2001"]}]}],
			"baseline":"easy(reservations=2)","record":"decisions"}`,
		"jobs": `{"version":1,"machine":{"kind":"cluster","processors":1e1},
			"workload":{"kind":"jobs","jobs":[{"run":1.5},{"submit":3,"run":2,"processors":10,"user":4}]},"policies":[{"kind":"fcfs"}]}`,
	}
	files, err := filepath.Glob("../assets/gallery/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no gallery", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	f := form{policies.Catalogs()}
	for name, text := range texts {
		s, err := scenario.Read([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		d := f.read(s)
		got, _, wrong := f.write(&d)
		if len(wrong) > 0 {
			t.Errorf("%s: mistakes %v", name, wrong)
			continue
		}
		for name, raw := range s.Workload.Fields { // what is so by default is left out
			if q := find(f.workload(s.Workload.Kind), name); q != nil && string(raw) == defaultText(q) {
				delete(s.Workload.Fields, name)
			}
		}
		if s.Replications == 1 {
			s.Replications = 0
		}
		want, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		// The keys of a row come in the order of the alphabet.
		if a, b := sortedKeys(t, got), sortedKeys(t, want); a != b {
			t.Errorf("%s: the fields say\n%s\nwant\n%s", name, a, b)
		}
	}
}

func sortedKeys(t *testing.T, text []byte) string {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		t.Fatal(err)
	}
	sorted, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(sorted)
}

func TestDefaultsAreLeftOut(t *testing.T) {
	f := form{policies.Catalogs()}
	d := Draft{
		Machine:  Choice{Kind: "cluster", Texts: map[string]string{"processors": " 8 ", "unit": "1"}},
		Workload: Choice{Kind: "lublin", Texts: map[string]string{"jobs": "10", "load": "0,5", "serial": ".25"}},
		Policies: []Choice{{Kind: "easy", Texts: map[string]string{"reservations": "1"}}},
		Settings: Choice{Texts: map[string]string{"seed": "1", "simultaneous": "batch", "kill/rule": "estimate", "kill/grace": "-"}},
	}
	text, _, wrong := f.write(&d)
	want := `{"version":1,"machine":{"kind":"cluster","processors":8},"workload":{"kind":"lublin","jobs":10,"load":0.5,"serial":0.25},"policies":[{"kind":"easy"}]}`
	if string(text) != want {
		t.Errorf("%s %v, want %s", text, wrong, want)
	}
}

func TestUnknownKindsAndKeysAreRefused(t *testing.T) {
	f := form{policies.Catalogs()}
	for text, path := range map[string]string{
		`{"version":1,"machine":{"kind":"abacus"},"workload":{"kind":"jobs","jobs":[{"run":1}]},"policies":[{"kind":"fcfs"}]}`:                                        "/machine/kind",
		`{"version":1,"machine":{"kind":"cluster","processors":8,"cores":2},"workload":{"kind":"jobs","jobs":[{"run":1}]},"policies":[{"kind":"fcfs"}]}`:              "/machine/cores",
		`{"version":1,"machine":{"kind":"cluster","processors":8},"workload":{"kind":"jobs","jobs":[{"run":1,"colour":3}]},"policies":[{"kind":"fcfs"}]}`:             "/workload/jobs",
		`{"version":1,"machine":{"kind":"cluster","processors":8},"workload":{"kind":"jobs","jobs":[{"run":1}]},"policies":[{"kind":"fcfs"},{"kind":"fcfs"}]}`:        "/policies/1/label",
		`{"version":1,"machine":{"kind":"cluster","processors":8},"workload":{"kind":"jobs","jobs":[{"run":1}]},"policies":[{"kind":"lottery"}]}`:                     "/policies/0/kind",
		`{"version":1,"machine":{"kind":"cluster","processors":8},"workload":{"kind":"lublin","transform":[{"kind":"first","jobs":0}]},"policies":[{"kind":"fcfs"}]}`: "/workload/transform/0/jobs",
	} {
		s, err := scenario.Read([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		d := f.read(s)
		if _, _, wrong := f.write(&d); wrong[path] == "" {
			t.Errorf("%s: mistakes %v, want one at %s", text, wrong, path)
		}
	}
}

func TestTableOfJobs(t *testing.T) {
	columns := form{policies.Catalogs()}.workload("jobs").Params[0].Columns
	rows := json.RawMessage(`[{"submit":0,"run":60},{"submit":5.5,"run":7,"user":3}]`)
	text := tableText(columns, rows)
	want := "submit run user\n     0  60    -\n   5.5   7    3\n"
	if text != want {
		t.Errorf("the text is\n%s\nwant\n%s", text, want)
	}
	again, err := readTable(columns, text)
	if err != nil {
		t.Fatal(err)
	}
	if string(again) != `[{"run":60,"submit":0},{"run":7,"submit":5.5,"user":3}]` {
		t.Errorf("read again: %s", again)
	}
	licences := json.RawMessage(`[{"licences":[1,3],"run":1},{"licences":[],"run":2},{"run":3}]`)
	text = tableText(columns, licences)
	if want := "run licences\n  1      1+3\n  2     none\n  3        -\n"; text != want {
		t.Errorf("the text is\n%s\nwant\n%s", text, want)
	}
	if again, err = readTable(columns, text); err != nil || string(again) != string(licences) {
		t.Errorf("read again: %s, %v", again, err)
	}
	for text, says := range map[string]string{
		"components\nnone":        "line 2: components: none: whole numbers such as 3+3 are accepted",
		"begin run\n1 2":          `line 1: "begin" is no column`,
		"submit run\n1":           "line 2: 1 cell; as many as columns (2)",
		"submit run\n\n1 2\n3 -4": "line 4: run: -4",
		"components\n3/3":         "line 2: components: 3/3: whole numbers such as 3+3 are accepted",
	} {
		if _, err := readTable(columns, text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
}

func TestSentencesOfCards(t *testing.T) {
	p, _ := firstVisit(t)
	p.Edit("/machine/processors", "320")
	p.Edit("/machine/unit", "32")
	p.Edit("/workload/kind", "lublin")
	p.Edit("/workload/load", "0.9")
	p.AddTransform("first")
	for got, want := range map[string]string{
		p.machineSentence():  "320 processors, in units of 32",
		p.workloadSentence(): "5,000 jobs, Lublin-Feitelson model, load 0.9; first jobs",
		p.policiesSentence(): "FCFS, EASY and Conservative",
		p.settingsSentence(): "Jobs are stopped at their estimate; seed 1",
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
		if got := p.settingsSentence(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// The months and the priorities go by the names that people give them.
func TestMonthsAndPrioritiesHaveNames(t *testing.T) {
	p, _ := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":960},"workload":{"kind":"o2k","months":"2000-12,2001-02..2001-04"},"policies":[{"kind":"priority-backfill","priority":"sqrt-lxf-w"}]}`)
	if got, want := p.workloadSentence(), "Dec 2000 and Feb 2001 to Apr 2001"; !strings.HasSuffix(got, want) {
		t.Errorf("the workload is %q, want at its end %q", got, want)
	}
	for _, f := range p.fields("/policies/0", &p.draft.Policies[0], p.form.policy("priority-backfill").Params) {
		if got := f.choiceLabel(f.Text); f.Name == "priority" && got != "L√XF&W" {
			t.Errorf("the priority is called %q", got)
		}
	}
}

// Every parameter of every kind can be reached in the form: those that are folded, by the
// button below the others.
func TestFoldedParametersUnfold(t *testing.T) {
	for _, c := range []struct{ path, scenario string }{
		{"/machine", `{"version":1,"machine":{"kind":"nodes","processors":16},"workload":{"kind":"lublin","load":0.5},"policies":[{"kind":"fcfs"}]}`},
		{"/workload", `{"version":1,"machine":{"kind":"cluster","processors":16},"workload":{"kind":"lublin","load":0.5},"policies":[{"kind":"fcfs"}]}`},
		{"/workload/transform/0", `{"version":1,"machine":{"kind":"cluster","processors":16},"workload":{"kind":"lublin","load":0.5,"transform":[{"kind":"estimates"}]},"policies":[{"kind":"fcfs"}]}`},
	} {
		p, _ := firstVisit(t)
		open(p, c.scenario)
		if p.notice.Problem {
			t.Fatal(p.notice.Text)
		}
		params := p.form.machine("nodes").Params
		switch c.path {
		case "/workload":
			params = p.form.workload("lublin").Params
		case "/workload/transform/0":
			params = p.form.transform("estimates").Params
		}
		p.folded = map[string]bool{}
		unfold := phrase.Plural(int64(len(params)-atFirst), "more parameter")
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
