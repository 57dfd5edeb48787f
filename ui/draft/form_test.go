package draft

import (
	"backfill/engine/param"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"backfill/engine/scenario"
	"backfill/policies"
)

// A scenario that goes through the fields and back is the same.
func TestFieldsKeepAScenario(t *testing.T) {
	texts := map[string]string{
		"settings": `{"version":1,"name":"n","description":"d","machine":{"kind":"cluster","processors":64,"unit":4},
			"workload":{"kind":"swf","file":"a.swf.gz","transform":[{"kind":"first","jobs":1000},{"kind":"filter","rule":"drop","users":"3, 7-12, unknown","processors":"64-","runAbove":60},{"kind":"load","change":-20},{"kind":"estimates","model":"factor","factor":2.5}]},
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
	files, err := filepath.Glob("../../assets/gallery/*.json")
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
	f := Form{Catalogs: policies.Catalogs()}
	for name, text := range texts {
		s, err := scenario.Read([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		d := f.Read(s)
		got, _, wrong := f.Write(&d)
		if len(wrong) > 0 {
			t.Errorf("%s: mistakes %v", name, wrong)
			continue
		}
		for name, raw := range s.Workload.Fields { // what is so by default is left out
			if q := ParamNamed(f.Workload(s.Workload.Kind), name); q != nil && string(raw) == DefaultText(q) {
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
	f := Form{Catalogs: policies.Catalogs()}
	d := Draft{
		Machine:  Choice{Kind: "cluster", Texts: map[string]string{"processors": " 8 ", "unit": "1"}},
		Workload: Choice{Kind: "lublin", Texts: map[string]string{"jobs": "10", "load": "0,5", "serial": ".25"}},
		Policies: []Choice{{Kind: "easy", Texts: map[string]string{"reservations": "1"}}},
		Settings: Choice{Texts: map[string]string{"seed": "1", "simultaneous": "batch", "kill/rule": "estimate", "kill/grace": "-"}},
	}
	text, _, wrong := f.Write(&d)
	want := `{"version":1,"machine":{"kind":"cluster","processors":8},"workload":{"kind":"lublin","jobs":10,"load":0.5,"serial":0.25},"policies":[{"kind":"easy"}]}`
	if string(text) != want {
		t.Errorf("%s %v, want %s", text, wrong, want)
	}
}

func TestUnknownKindsAndKeysAreRefused(t *testing.T) {
	f := Form{Catalogs: policies.Catalogs()}
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
		d := f.Read(s)
		if _, _, wrong := f.Write(&d); wrong[path] == "" {
			t.Errorf("%s: mistakes %v, want one at %s", text, wrong, path)
		}
	}
}

func TestTableOfJobs(t *testing.T) {
	columns := Form{Catalogs: policies.Catalogs()}.Workload("jobs").Params[0].Columns
	rows := json.RawMessage(`[{"submit":0,"run":60},{"submit":5.5,"run":7,"user":3}]`)
	text := TableText(columns, rows)
	want := "submit run user\n     0  60    -\n   5.5   7    3\n"
	if text != want {
		t.Errorf("the text is\n%s\nwant\n%s", text, want)
	}
	again, err := readTable(columns, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	if string(again) != `[{"run":60,"submit":0},{"run":7,"submit":5.5,"user":3}]` {
		t.Errorf("read again: %s", again)
	}
	texts := []param.Param{{Name: "name", Kind: param.Text}, {Name: "gpus", Kind: param.Text}, {Name: "accounts", Kind: param.Ranges, Max: 100}}
	machine := json.RawMessage(`[{"name":"n[1-4,7],g1","gpus":"a100:4,v100:2","accounts":"1, 3-5"},{"name":"8","gpus":"4"}]`)
	if text := TableText(texts, machine); text != "       name          gpus accounts\nn[1-4+7]+g1 a100:4+v100:2    1+3-5\n          8             4        -\n" {
		t.Errorf("texts are written as\n%s", text)
	} else if raw, err := readTable(texts, text, nil); err != nil || string(raw) != `[{"accounts":"1,3-5","gpus":"a100:4,v100:2","name":"n[1-4,7],g1"},{"gpus":"4","name":"8"}]` {
		t.Errorf("texts are read as %s, %v", raw, err)
	}
	// Blanks, + and quotes stand in double quotes, and so does what would be left out.
	limits := json.RawMessage(`[{"name":"GrpTRES=cpu=8,mem=2 MaxJobs=2"},{"name":"a+b"},{"name":"say \"no; no\""},{"name":""},{"name":"-"}]`)
	if text, want := TableText(texts, limits), "                           name\n\"GrpTRES=cpu=8,mem=2 MaxJobs=2\"\n                          \"a+b\"\n               \"say \\\"no; no\\\"\"\n                             \"\"\n                            \"-\"\n"; text != want {
		t.Errorf("texts are written as\n%s\nwant\n%s", text, want)
	} else if raw, err := readTable(texts, text, nil); err != nil || string(raw) != string(limits) {
		t.Errorf("texts are read as %s, %v", raw, err)
	}
	if _, err := readTable(texts, "name gpus\na \"b c", nil); err == nil || !strings.Contains(err.Error(), `line 2: gpus: "b c; a text that ends with a double quote`) {
		t.Errorf("a quote that does not end is told as %v", err)
	}
	licences := json.RawMessage(`[{"licences":[1,3],"run":1},{"licences":[],"run":2},{"run":3}]`)
	text = TableText(columns, licences)
	if want := "run licences\n  1      1+3\n  2     none\n  3        -\n"; text != want {
		t.Errorf("the text is\n%s\nwant\n%s", text, want)
	}
	if again, err = readTable(columns, text, nil); err != nil || string(again) != string(licences) {
		t.Errorf("read again: %s, %v", again, err)
	}
	for text, says := range map[string]string{
		"components\nnone":        "line 2: components: none: whole numbers such as 3+3 are accepted",
		"begin run\n1 2":          `line 1: "begin" is no column`,
		"submit run\n1":           "line 2: 1 cell; as many as columns (2)",
		"submit run\n\n1 2\n3 -4": "line 4: run: -4",
		"components\n3/3":         "line 2: components: 3/3: whole numbers such as 3+3 are accepted",
	} {
		if _, err := readTable(columns, text, nil); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
}
