package policies

import (
	"encoding/json"
	"reflect"
	"testing"

	"backfill/engine"
	"backfill/engine/scenario"
	"backfill/policies/belief"
	"backfill/policies/priority"
	"backfill/policies/queue"
)

// Each algorithm that has a name in the literature is what its definition says, and no name is there twice.
func TestNamedPolicies(t *testing.T) {
	want := map[string]engine.Policy{
		"EASY-SJBF":              &EASY{Reservations: 1, Others: queue.Shortest},
		"EASY-LJBF":              &EASY{Reservations: 1, Others: queue.Longest},
		"EASY-SAF":               &EASY{Reservations: 1, Others: queue.SmallestArea},
		"EASY-LAF":               &EASY{Reservations: 1, Others: queue.LargestArea},
		"EASY-SRF":               &EASY{Reservations: 1, Others: queue.SmallestRatio},
		"EASY-LRF":               &EASY{Reservations: 1, Others: queue.LargestRatio},
		"EASY++":                 &EASY{Reservations: 1, Others: queue.Shortest, Belief: &belief.Belief{Predictor: belief.UserLastTwo, Corrector: belief.Steps}},
		"EASY, predicted":        &EASY{Reservations: 1, OnlyFitting: true, Belief: &belief.Belief{Predictor: belief.UserLastTwo}},
		"Clairvoyant EASY":       &EASY{Reservations: 1, Belief: &belief.Belief{Predictor: belief.Clairvoyant}},
		"Clairvoyant EASY-SJBF":  &EASY{Reservations: 1, Others: queue.Shortest, Belief: &belief.Belief{Predictor: belief.Clairvoyant}},
		"EASY, doubled requests": &EASY{Reservations: 1, Belief: &belief.Belief{Predictor: belief.DoubleRequest}},

		"Adaptive selective backfilling": &Selective{Threshold: 2, Adaptive: true},
		"Whoever fits":                   &priority.Ordered{Priority: priority.Priority{Name: "fcfs", WaitWeight: 0.01, MaxRequest: 400}, WhoeverFits: true},
	}
	for name, of := range map[string]string{"SJF": "sjf", "LJF": "ljf", "SAF": "saf", "LAF": "laf", "SRF": "srf", "LRF": "lrf", "LXF": "lxf", "F1": "f1", "F2": "f2", "F3": "f3", "F4": "f4", "WFP3": "wfp3", "UNICEF": "unicef"} {
		p := priority.Priority{Name: of, WaitWeight: 0.01, MaxRequest: 400}
		want[name], want[name+" backfilling"] = &priority.Ordered{Priority: p}, &priority.Backfill{Priority: p, Reservations: 1}
	}
	for _, k := range Catalog {
		if k.Kind == "script" {
			continue // these are examples, which package script tests
		}
		for _, p := range k.Presets {
			fields := map[string]json.RawMessage{"kind": json.RawMessage(`"` + k.Kind + `"`)}
			for name, value := range p.Fields {
				fields[name] = value
			}
			text, err := json.Marshal(map[string]any{"version": 1, "machine": json.RawMessage(`{"kind": "cluster", "processors": 8}`), "policies": []any{fields},
				"workload": json.RawMessage(`{"kind": "jobs", "jobs": [{"run": 60, "user": 1}]}`)})
			if err != nil {
				t.Fatal(err)
			}
			s, err := scenario.Read(text)
			if err != nil {
				t.Fatal(err)
			}
			plan, err := scenario.Compile(s, Catalogs())
			if err != nil {
				t.Errorf("%s: %v", p.Name, err)
				continue
			}
			if p.Name == "Maui weights" {
				continue // an expression, which package expression tests
			}
			if got := plan.Policies[0].New(); want[p.Name] == nil || !reflect.DeepEqual(got, want[p.Name]) {
				t.Errorf("%s is %+v, want %+v", p.Name, got, want[p.Name])
			}
			delete(want, p.Name)
		}
	}
	for name := range want {
		t.Errorf("%s is not there, or twice", name)
	}
}
