package simulator

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/forecast"
	"backfill/policies"
	"backfill/ui/result"
	"backfill/wasm/wire"
)

// A worker says when a job would start, as an answer that survives the way to the page. On one node job 1 ran for 600 s, and job 2, which asked for the same, runs since then: so one of
// the whole node starts at 1200 s or when Slurm looks at it next, and five processors are never free.
func TestForetell(t *testing.T) {
	text := json.RawMessage(`{"version": 1, "machine": {"kind": "partitions", "choice": "slurm", "nodes": [{"name": "n1", "processors": 4}], "partitions": [{"name": "batch"}]},
		"workload": {"kind": "swf", "file": "log.swf"}, "policies": [{"kind": "fcfs"}, {"kind": "slurm"}]}`)
	log := "1 0 0 600 4 -1 -1 4 1200 -1 1 1 1 1 1 1 -1 -1\n2 100 500 700 4 -1 -1 4 1200 -1 1 1 1 1 1 1 -1 -1\n3 1300 0 60 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1\n"
	var said []wire.Answer
	s := New(policies.Catalogs(), func(a wire.Answer, _ wire.Packed) { said = append(said, a) })
	s.Receive(wire.Request{Ask: wire.Read, Files: []result.FileRef{{Name: "log.swf"}}}, strings.NewReader(log))
	files := []result.FileRef{{Name: "log.swf", SHA256: said[0].Log.SHA256}}
	ask := func(policy int, q forecast.Question) wire.Answer {
		t.Helper()
		said = nil
		s.Receive(wire.Request{Ask: wire.Foretell, Scenario: text, Files: files, Policy: policy, Forecast: &q}, nil)
		last := said[len(said)-1]
		head, err := json.Marshal(last)
		if err != nil {
			t.Fatal(err)
		}
		var read wire.Answer
		if err := json.Unmarshal(head, &read); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(last, read); diff != "" {
			t.Errorf("the page reads another answer:\n%s", diff)
		}
		return read
	}
	job := func(processors string) forecast.Question {
		return forecast.Question{At: 1000 * engine.Second, Like: engine.NoJob, Job: map[string]json.RawMessage{"request": []byte("60"), "processors": []byte(processors)}, Drawings: 9}
	}
	a := ask(1, job("4"))
	if a.Say != wire.Foretold || a.Forecast.Told == nil {
		t.Fatalf("the worker says %+v", a)
	}
	for _, start := range a.Forecast.Told.None {
		if start < 1200*engine.Second || start > 1260*engine.Second {
			t.Errorf("it starts at %v", start)
		}
	}
	if a := ask(1, job("5")); a.Say != wire.Foretold || a.Forecast.Told.None.Low() != engine.Never {
		t.Errorf("five of four processors: %+v", a)
	}
	if a := ask(1, forecast.Question{Check: 10, Drawings: 9}); a.Say != wire.Foretold || len(a.Forecast.Check.Tries) != 2 {
		t.Errorf("tried: %+v", a)
	}
	if a := ask(1, job("0")); a.Say != wire.Failed || a.Failure.Path != "/processors" || a.Failure.Crash {
		t.Errorf("no processors: %+v", a)
	}
	if a := ask(0, job("4")); a.Say != wire.Failed || a.Failure.Crash {
		t.Errorf("under a policy that follows no log: %+v", a)
	}
}
