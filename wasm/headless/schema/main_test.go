package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"backfill/assets/gallery"
	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/policies"
)

const committed = "../../../assets/schema"

func TestCommittedSchemasAreCurrent(t *testing.T) {
	folder := t.TempDir()
	if err := write(folder); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != 2 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, f := range files {
		want, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(committed, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the catalogs and types say: run make generate", f.Name())
		}
	}
}

// validator compiles the scenario's schema for catalogs.
func validator(t *testing.T, c scenario.Catalogs) *jsonschema.Schema {
	t.Helper()
	text, err := scenario.Schema(c).JSON()
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("scenario.schema.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("scenario.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func validate(t *testing.T, schema *jsonschema.Schema, text string) error {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(document)
}

func TestGalleryIsValid(t *testing.T) {
	schema := validator(t, policies.Catalogs())
	names, err := fs.Glob(gallery.Files, "*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("%v, %v", names, err)
	}
	for _, name := range names {
		text, err := gallery.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := validate(t, schema, string(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		s, err := scenario.Read(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if _, err := scenario.Compile(s, policies.Catalogs()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Schema and checker must say the same of what can be said of one value at a time.
func TestSchemaAgreesWithTheChecker(t *testing.T) {
	schema := validator(t, policies.Catalogs())
	const (
		begin   = `{"version": 1, `
		machine = `"machine": {"kind": "cluster", "processors": 8}, `
		jobs    = `"workload": {"kind": "jobs", "jobs": [{"run": 60}]}, `
		fcfs    = `"policies": [{"kind": "fcfs"}]`
		rest    = machine + jobs + fcfs
	)
	for text, valid := range map[string]bool{
		begin + rest + `}`:                         true,
		`{"version": 1.0, ` + rest + `}`:           true,
		`{"version": 2, ` + rest + `}`:             false,
		`{` + rest + `}`:                           false,
		begin + machine + jobs + `"policies": []}`: false,
		begin + jobs + fcfs + `}`:                  false,
		begin + rest + `, "sweep": []}`:            true,
		begin + rest + `, "sweep": [{"path": "/kill/rule", "values": ["never", "estimate"]}]}`:                                         true,
		begin + rest + `, "sweep": [{"path": "/kill/rule", "values": []}]}`:                                                            false,
		begin + rest + `, "sweep": [{"path": "/kill/rule"}]}`:                                                                          false,
		begin + rest + `, "sweep": [{"values": [1]}]}`:                                                                                 false,
		begin + rest + `, "sweep": [{"path": "/a", "values": [1]}, {"path": "/b", "values": [1]}, {"path": "/c", "values": [1]}]}`:     false,
		begin + rest + `, "replications": 1, "workers": 64}`:                                                                           true,
		begin + rest + `, "replications": 0}`:                                                                                          false,
		begin + rest + `, "replications": 1000000}`:                                                                                    false,
		begin + rest + `, "workers": 65}`:                                                                                              false,
		begin + rest + `, "precision": {"relativeHalfWidth": 0}}`:                                                                      false,
		begin + rest + `, "precision": {"level": 1}}`:                                                                                  false,
		begin + rest + `, "precision": {"metric": "mood"}}`:                                                                            false,
		begin + rest + `, "steady": {"batch": 10}}`:                                                                                    true,
		begin + rest + `, "steady": {"warmup": 10}}`:                                                                                   false,
		begin + rest + `, "claims": [{"metric": "meanWait", "policy": "fcfs", "direction": "lower", "value": 3, "published": "3 s"}]}`: true,
		begin + rest + `, "claims": [{"metric": "meanWait", "policy": "fcfs", "direction": "better", "value": 3}]}`:                    false,
		begin + rest + `, "claims": [{"metric": "meanWait", "direction": "lower", "value": 3}]}`:                                       false,
		begin + machine + jobs + `"policies": [{"kind": "fcfs", "elastic": true}]}`:                                                    true,
		begin + machine + jobs + `"policies": [{"kind": "fcfs", "elastic": 1}]}`:                                                       false,
		begin + rest + `, "name": "a", "seed": 5.0}`:                                                                                   true,
		begin + rest + `, "name": "a\nb"}`:                                                                                             false,
		begin + rest + `, "description": "a\nb"}`:                                                                                      true,
		begin + rest + `, "seed": -1}`:                                                                                                 false,
		begin + rest + `, "seed": 1.5}`:                                                                                                false,
		begin + rest + `, "record": "decisions"}`:                                                                                      true,
		begin + rest + `, "record": "all"}`:                                                                                            false,
		begin + rest + `, "kill": {}}`:                                                                                                 true,
		begin + rest + `, "kill": {"rule": "never"}}`:                                                                                  true,
		begin + rest + `, "kill": {"rule": "soft"}}`:                                                                                   false,
		begin + rest + `, "kill": {"limit": 1}}`:                                                                                       false,
		begin + rest + `, "simultaneous": "sequential"}`:                                                                               true,
		begin + rest + `, "groups": []}`:                                                                                               true,
		begin + rest + `, "groups": [{"by": "size", "quantiles": 20}, {"by": "runTime", "bounds": [0.5]}]}`:                            true,
		begin + rest + `, "groups": [{"by": "size", "quantiles": 21}]}`:                                                                false,
		begin + rest + `, "groups": [{"by": "kind"}]}`:                                                                                 true,
		begin + rest + `, "groups": [{"by": "kind", "quantiles": 2}]}`:                                                                 false,
		begin + rest + `, "groups": [{"by": "size", "quantiles": 4, "bounds": [1]}]}`:                                                  false,
		begin + rest + `, "groups": [{"by": "size"}]}`:                                                                                 false,
		begin + rest + `, "groups": [{"by": "runTime", "bounds": [0]}]}`:                                                               false,
		begin + rest + `, "groups": [{"by": "age", "quantiles": 4}]}`:                                                                  false,
		begin + machine + jobs + `"policies": [{"kind": "easy", "reservations": 1000, "label": "EASY"}]}`:                              true,
		begin + machine + jobs + `"policies": [{"kind": "easy", "reservations": 1001}]}`:                                               false,
		begin + machine + jobs + `"policies": [{"kind": "easy", "compress": true}]}`:                                                   false,
		begin + machine + jobs + `"policies": [{"kind": "easy", "label": "a\tb"}]}`:                                                    false,
		begin + machine + jobs + `"policies": [{"reservations": 1}]}`:                                                                  false,
		begin + machine + jobs + `"policies": [{"kind": "whim"}]}`:                                                                     false,
		begin + machine + jobs + `"policies": [{"kind": "conservative", "compress": 1}]}`:                                              false,
		begin + jobs + fcfs + `, "machine": {"kind": "cluster"}}`:                                                                      false,
		begin + jobs + fcfs + `, "machine": {"kind": "cluster", "processors": 0}}`:                                                     false,
		begin + jobs + fcfs + `, "machine": {"kind": "hosts", "hosts": [{"processors": 8}]}}`:                                          false,
		begin + machine + fcfs + `, "workload": {"kind": "jobs", "jobs": []}}`:                                                         false,
		begin + machine + fcfs + `, "workload": {"kind": "jobs", "jobs": [{}]}}`:                                                       false,
		begin + machine + fcfs + `, "workload": {"kind": "jobs", "jobs": [{"run": 60, "age": 1}]}}`:                                    false,
		begin + machine + fcfs + `, "workload": {"kind": "jobs", "jobs": [{"run": 60}], "transform": []}}`:                             true,
		begin + machine + fcfs + `, "workload": {"kind": "jobs", "jobs": [{"run": 60}], "transform": [{}]}}`:                           false,
		begin + machine + fcfs + `, "workload": {"kind": "swf", "file": "log.swf.gz"}}`:                                                true,
		begin + machine + fcfs + `, "workload": {"kind": "swf", "file": ""}}`:                                                          false,
		begin + machine + fcfs + `, "workload": {"kind": "lublin", "jobs": 100, "types": "two", "load": 0.7}}`:                         true,
		begin + machine + fcfs + `, "workload": {"kind": "lublin", "types": "three"}}`:                                                 false,
	} {
		if err := validate(t, schema, text); (err == nil) != valid {
			t.Errorf("%s: the schema says %v, want valid %v", text, err, valid)
		}
		s, err := scenario.Read([]byte(text))
		if err == nil {
			_, err = scenario.Compile(s, policies.Catalogs())
		}
		if (err == nil) != valid {
			t.Errorf("%s: the checker says %v, want valid %v", text, err, valid)
		}
	}
}

func TestAddingAPolicyChangesTheSchema(t *testing.T) {
	const text = `{"version": 1, "machine": {"kind": "cluster", "processors": 8}, "workload": {"kind": "jobs", "jobs": [{"run": 60}]},
		"policies": [{"kind": "whim", "weights": [{"mood": 2}]}]}`
	c := policies.Catalogs()
	if validate(t, validator(t, c), text) == nil {
		t.Error("a policy that is not there is accepted")
	}
	c.Policies = append(c.Policies, scenario.PolicyKind{
		Description: param.Description{Kind: "whim", Params: []param.Param{
			{Name: "weights", Kind: param.Table, Max: 3, Columns: []param.Param{{Name: "mood", Kind: param.Number, Min: 0, Max: 2, Required: true}}},
		}},
		New: func(param.Values) engine.Policy { return policies.FCFS{} },
	})
	if err := validate(t, validator(t, c), text); err != nil {
		t.Error(err)
	}
	if validate(t, validator(t, c), strings.Replace(text, "2}", "3}", 1)) == nil {
		t.Error("a value out of range is accepted")
	}
}
