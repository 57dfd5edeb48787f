package simulator

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine/drawings"
	"backfill/engine/experiment"
	"backfill/engine/factors"
	"backfill/engine/forecast"
	"backfill/engine/scenario"
	"backfill/policies"
	"backfill/policies/written"
	"backfill/ui/result"
	"backfill/wasm/wire"
)

const twoJobs = "1 0 -1 10 1 -1 -1 1 10 -1 1 1 1 -1 -1 -1 -1 -1\n2 5 -1 10 1 -1 -1 1 10 -1 1 1 1 -1 -1 -1 -1 -1\n"

// replay is an experiment with the log of that name.
func replay(name string, processors string) json.RawMessage {
	return json.RawMessage(`{"version": 1, "machine": {"kind": "cluster", "processors": ` + processors + `},
		"workload": {"kind": "swf", "file": "` + name + `"}, "policies": [{"kind": "easy"}]}`)
}

// A log is read once for all experiments with it, but again under another name, which messages have.
func TestLogIsReadOnce(t *testing.T) {
	var said []wire.Answer
	s := New(policies.Catalogs(), func(a wire.Answer, _ wire.Packed) { said = append(said, a) })
	text := []byte(twoJobs)
	s.Receive(wire.Request{Ask: wire.Read, Files: []result.FileRef{{Name: "a.swf"}}}, bytes.NewReader(text))
	if len(said) != 1 || said[0].Log == nil || said[0].Log.Report.Jobs != 2 {
		t.Fatalf("the log is %+v", said)
	}
	sum := said[0].Log.SHA256
	copy(s.logs[sum].data, "no number")
	for _, c := range []struct{ name, processors, failure string }{
		{"a.swf", "4", ""},
		{"a.swf", "8", ""},
		{"b.swf", "8", "job number"},
	} {
		said = nil
		s.Receive(wire.Request{Ask: wire.Simulate, Scenario: replay(c.name, c.processors), Files: []result.FileRef{{Name: c.name, SHA256: sum}}}, nil)
		switch last := said[len(said)-1]; {
		case c.failure == "" && (len(said) != 5 || last.Say != wire.Done):
			t.Errorf("%s: the worker says %+v", c.name, said)
		case c.failure != "" && (last.Failure == nil || last.Failure.File != c.name || !strings.Contains(last.Failure.Reason, c.failure)):
			t.Errorf("%s: the worker says %+v", c.name, last)
		}
	}
}

// Of a log whose header names no machine the worker says how large a one its jobs need: the widest 4 processors, on which they offer
// 10 (4 + 1) s in the 5 s between their submissions, (50 / 5) / 4.
func TestSizingOfALogWithoutMachine(t *testing.T) {
	const jobs = "1 0 -1 10 4 -1 -1 4 10 -1 1 1 1 -1 -1 -1 -1 -1\n2 5 -1 10 1 -1 -1 1 10 -1 1 1 1 -1 -1 -1 -1 -1\n"
	for header, want := range map[string]bool{"": true, "; Computer: Unknown\n": true, "; MaxProcs: 8\n": false, "; MaxNodes: 8\n": false} {
		var said []wire.Answer
		s := New(policies.Catalogs(), func(a wire.Answer, _ wire.Packed) { said = append(said, a) })
		s.Receive(wire.Request{Ask: wire.Read, Files: []result.FileRef{{Name: "a.swf"}}}, strings.NewReader(header+jobs))
		switch z := said[0].Log.Sizing; {
		case (z != nil) != want:
			t.Errorf("%q: sizing %v", header, z)
		case want && (z.Jobs != 2 || z.Widest != 4 || *z.Load != 2.5):
			t.Errorf("%q: sizing %+v with load %g", header, *z, *z.Load)
		}
	}
}

// lab is an experiment of two jobs under EASY.
var lab = json.RawMessage(`{"version": 1, "machine": {"kind": "cluster", "processors": 4},
	"workload": {"kind": "jobs", "jobs": [{"submit": 0, "run": 10, "processors": 3}, {"submit": 1, "run": 10, "processors": 2}]}, "policies": [{"kind": "easy"}]}`)

// Every request has one last answer, with which its worker is free again.
func TestLastAnswer(t *testing.T) {
	var said []wire.Answer
	s := New(policies.Catalogs(), func(a wire.Answer, _ wire.Packed) { said = append(said, a) })
	for _, r := range []wire.Request{
		{Ask: wire.Simulate},
		{Ask: wire.Measure, Cells: []experiment.Cell{{}}},
		{Ask: wire.Explain, Jobs: []int32{1}},
		{Ask: wire.Need, Jobs: []int32{1}, At: 10_000},
		{Ask: wire.Snapshots, Most: 1},
		{Ask: wire.Draw, To: 2},
		{Ask: wire.Factors, Factors: &factors.Question{At: 5}},
		{Ask: wire.Matrix, Policy: 1},
		{Ask: wire.Check},
	} {
		said, r.Scenario = nil, lab
		s.Receive(r, nil)
		for i, a := range said {
			if a.Say.Ends() != (i == len(said)-1) {
				t.Errorf("%s: answer %d of %d, %q, is the last one: %t", r.Ask, i+1, len(said), a.Say, a.Say.Ends())
			}
		}
		if failed := said[len(said)-1].Failure; (failed != nil) != (r.Ask == wire.Matrix || r.Ask == wire.Check) {
			t.Errorf("%s: %+v", r.Ask, failed)
		}
	}
}

// Questions about policies and jobs that there are not are refused, which is no crash.
func TestQuestionsAboutNothing(t *testing.T) {
	var said []wire.Answer
	s := New(policies.Catalogs(), func(a wire.Answer, _ wire.Packed) { said = append(said, a) })
	for _, r := range []wire.Request{
		{Ask: wire.Explain, Jobs: []int32{2}},
		{Ask: wire.Explain, Jobs: []int32{-1}},
		{Ask: wire.Need, Jobs: []int32{2}, At: 10_000},
		{Ask: wire.Need, Jobs: []int32{1}, Policy: 1},
		{Ask: wire.Need},
		{Ask: wire.Matrix, Policy: -1},
		{Ask: wire.Snapshots, Most: 1, Policy: 1},
		{Ask: wire.Factors},
		{Ask: wire.Foretell},
		{Ask: wire.Foretell, Forecast: &forecast.Question{Like: 2, Drawings: 9}},
		{Ask: wire.Foretell, Forecast: &forecast.Question{Like: 0, Drawings: 9}},
		{Ask: wire.Factors, Factors: &factors.Question{}, Policy: 1},
		{Ask: wire.Snapshots},
		{Ask: wire.Draw, To: 1, Policy: 1},
		{Ask: wire.Draw},
		{Ask: wire.Draw, From: -1, To: 1},
		{Ask: wire.Draw, From: 5, To: 1006},
	} {
		said, r.Scenario = nil, lab
		s.Receive(r, nil)
		if len(said) != 1 || said[0].Say != wire.Failed || said[0].Failure.Crash {
			t.Errorf("%s about jobs %v under policy %d: the worker says %+v", r.Ask, r.Jobs, r.Policy, said)
		}
	}
}

// The waits in drawings are those of simulations of theirs, of drawing 0 those of the run that is shown; which of them come together
// changes nothing.
func TestDraw(t *testing.T) {
	text := json.RawMessage(`{"version": 1, "machine": {"kind": "partitions", "choice": "slurm", "nodes": [{"name": "n[1-4]", "processors": 4}], "partitions": [{"name": "batch"}]},
		"workload": {"kind": "lublin", "jobs": 60, "processors": 16}, "policies": [{"kind": "easy"}, {"kind": "slurm"}],
		"sweep": [{"path": "/workload/load", "values": [0.5, 1]}], "replications": 3}`)
	cell := experiment.Cell{Point: 1, Replication: 2}
	var said []wire.Answer
	var data []byte
	s := New(policies.Catalogs(), func(a wire.Answer, packed wire.Packed) { said, data = append(said, a), packed.Bytes() })
	ask := func(from, to int) []drawings.Waits {
		t.Helper()
		said = nil
		s.Receive(wire.Request{Ask: wire.Draw, Scenario: text, Cell: cell, Policy: 1, From: from, To: to}, nil)
		if len(said) != 1 || said[0].Say != wire.Drawn {
			t.Fatalf("the worker says %+v", said)
		}
		all, err := wire.DecodeDrawings(data, to-from, 60)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	together := ask(0, 4)
	if diff := cmp.Diff(together, slices.Concat(ask(0, 1), ask(1, 3), ask(3, 4))); diff != "" {
		t.Errorf("in portions they are others:\n%s", diff)
	}

	s.Receive(wire.Request{Ask: wire.Simulate, Scenario: text, Cell: cell}, nil) // leaves drawings as they are
	sc, err := scenario.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := scenario.Compile(sc, policies.Catalogs())
	if err != nil {
		t.Fatal(err)
	}
	task, err := experiment.Prepare(plan, cell.Point, cell.Replication, nil)
	if err != nil {
		t.Fatal(err)
	}
	run, err := task.Simulate(1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(drawings.Of(run.Outcome), ask(0, 1)[0]); diff != "" {
		t.Errorf("drawing 0 is not the run on the page:\n%s", diff)
	}
	for n := 1; n < 4; n++ {
		if slices.Equal(together[n], together[0]) {
			t.Errorf("drawing %d is drawing 0", n)
		}
	}
}

// A policy that fails is told of, and the next one is simulated. From says with which to begin.
func TestOthersGoOnWhenAPolicyFails(t *testing.T) {
	text := strings.Replace(string(lab), `{"kind": "easy"}`, `{"kind": "easy"}, {"kind": "script", "source": "def schedule():\n    fail(\"no\")\n"}, {"kind": "fcfs"}`, 1)
	for from, want := range []string{"layout 0|policyFailed 1|layout 2|done", "policyFailed 1|layout 2|done", "layout 2|done", "done"} {
		var said []string
		s := New(written.Catalogs(), func(a wire.Answer, _ wire.Packed) {
			switch a.Say {
			case wire.LayoutMade, wire.PolicyFailed:
				said = append(said, fmt.Sprint(a.Say, " ", a.Policy))
			case wire.Done, wire.Failed:
				said = append(said, string(a.Say))
			}
			if a.Say == wire.PolicyFailed && a.Failure.Reason != "line 2, column 9: no (at 0 s)" {
				t.Errorf("it failed of %q", a.Failure.Reason)
			}
		})
		s.Receive(wire.Request{Ask: wire.Simulate, Scenario: json.RawMessage(text), From: from}, nil)
		if got := strings.Join(said, "|"); got != want {
			t.Errorf("from policy %d on: %s, want %s", from, got, want)
		}
	}
}

// cutOff is a file that cannot be read to its end, as one that was changed since it was chosen.
type cutOff struct{ text string }

func (c cutOff) Size() int64 { return int64(len(c.text)) + 1 }

func (c cutOff) ReadAt(b []byte, at int64) (int, error) {
	n := copy(b, c.text[min(int(at), len(c.text)):])
	if n < len(b) {
		return n, errors.New("it has changed")
	}
	return n, nil
}

// A file that cannot be read to its end is refused, with its name.
func TestFileThatChanges(t *testing.T) {
	const sacct = "JobID|Submit|Start|End|AllocCPUS|State\n1|2026-01-01T00:00:00|2026-01-01T00:00:00|2026-01-01T01:00:00|1|COMPLETED\n"
	for text, want := range map[string]string{twoJobs: "the file cannot be read: it has changed", sacct: "reading fails after this line"} {
		var said wire.Answer
		New(policies.Catalogs(), func(a wire.Answer, _ wire.Packed) { said = a }).Receive(wire.Request{Ask: wire.Read, Files: []result.FileRef{{Name: "a"}}}, cutOff{text})
		if said.Failure == nil || said.Failure.File != "a" || !strings.Contains(said.Failure.Reason, want) {
			t.Errorf("of %.10q the worker says %+v", text, said)
		}
	}
}
