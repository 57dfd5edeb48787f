package scenario_test

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/workload/textfile"
	"backfill/policies"
)

// log opens a log of two jobs with recorded waits.
func log(string) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader(
		"1 0 5 60 1 -1 -1 1 60 -1 1 1 1 -1 -1 -1 -1 -1\n2 10 7 60 1 -1 -1 1 60 -1 1 1 1 -1 -1 -1 -1 -1\n")), nil
}

const swf = `"workload": {"kind": "swf", "file": "log.swf", "transform": [`

func TestWorkloadRefusals(t *testing.T) {
	const waits = "needs a log with recorded waits"
	taken := func(by string) string {
		return waits + ", which “" + by + "” takes away (/workload/transform/0); the scenario without that or without this policy is accepted"
	}
	for _, c := range []struct{ text, path, value, reason string }{
		{with(`"policies": [{"kind": "fcfs"}, {"kind": "recorded"}]`), "/policies/1", `"recorded"`, waits},
		{with(swf + `{"kind": "load", "factor": 0.5}]}, "policies": [{"kind": "recorded"}]`), "/policies/0", `"recorded"`, taken("Load")},
		{with(swf + `{"kind": "first"}, {"kind": "load"}]}`), "/workload/transform/1/load", "", "missing; one of load, factor and change is accepted"},
		{with(swf + `{"kind": "first"}, {"kind": "filter", "rule": "drop", "users": "7, 9"}]}`), "/workload/transform/1/users", "7, 9",
			"no job has one of these users; users from 1 to 1 are accepted"},
		{with(swf + `{"kind": "window", "from": 5, "to": 5}]}`), "/workload/transform/0/to", "5", "a time after from, 5 s, is accepted"},
		{with(`"workload": {"kind": "jobs", "jobs": [{"run": 1, "id": 7}, {"run": 1, "id": 7}]}`), "/workload/jobs/1/id", "7",
			"already the number of the job in row 1 (a job without id has its place in the list as number); a number of its own is accepted"},
	} {
		p := mustCompile(t, c.text)
		_, _, err := p.Workload(0, log)
		want := &param.Error{Path: c.path, Value: c.value, Reason: c.reason}
		var wrong *param.Error
		if !errors.As(err, &wrong) || *wrong != *want {
			t.Errorf("%s:\ngot  %v\nwant %v", c.text, err, want)
		}
	}
}

func TestRecordedWaitsSurviveWhatLeavesArrivalsAlone(t *testing.T) {
	p := mustCompile(t, with(swf+`{"kind": "first"}, {"kind": "estimates"}, {"kind": "window"}]}, "policies": [{"kind": "recorded"}]`))
	w, report, err := p.Workload(0, log)
	if err != nil {
		t.Fatal(err)
	}
	if want := []engine.Time{5 * engine.Second, 7 * engine.Second}; !reflect.DeepEqual(w.Wait, want) {
		t.Errorf("waits %v, want %v", w.Wait, want)
	}
	if len(report.Notes) != 3 {
		t.Errorf("notes %q, want one of each transformation", report.Notes)
	}
}

func TestBrokenLogsNameFileAndLine(t *testing.T) {
	p := mustCompile(t, with(swf+"]}"))
	_, _, err := p.Workload(0, func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("; Version: 2.2\n1 0 5 sixty 1 -1 -1 1 60 -1 1 1 1 -1 -1 -1 -1 -1\n")), nil
	})
	var file *textfile.Error
	if !errors.As(err, &file) || file.File != "log.swf" || file.Line != 2 || file.Value != "sixty" {
		t.Errorf("%v", err)
	}
}

func TestPoliciesNeedMachinesThatOfferEnough(t *testing.T) {
	c := policies.Catalogs()
	c.Machines = []scenario.MachineKind{{
		Description: param.Description{Kind: "abacus"},
		New:         func(param.Values) (engine.Machine, error) { return abacus{engine.NewCluster(8, 1)}, nil },
	}}
	for policy, want := range map[string]string{
		"fcfs": "",
		"easy": `/policies/1: "easy": needs a machine that forecasts from estimates, which "abacus" is not; one of "fcfs", "fpfs", "script" is accepted`,
	} {
		s, err := scenario.Read([]byte(with(`"machine": {"kind": "abacus"}, "policies": [{"kind": "fcfs", "label": "first"}, {"kind": "` + policy + `"}]`)))
		if err != nil {
			t.Fatal(err)
		}
		_, err = scenario.Compile(s, c)
		if want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s: %v, want %q", policy, err, want)
		}
	}
}

// abacus is a machine that offers nothing.
type abacus struct{ engine.Machine }

func (abacus) Offers() engine.Capability { return 0 }

func TestOptions(t *testing.T) {
	for text, want := range map[string]engine.Options{
		``:                             {},
		`"kill": {}`:                   {},
		`"kill": {"rule": "estimate"}`: {},
		`"kill": {"rule": "never"}`:    {Kill: engine.KillNever},
		`"kill": {"rule": "grace", "grace": 1.5}`:             {Kill: engine.KillAfterGrace, Grace: 1500},
		`"simultaneous": "batch", "record": "none"`:           {},
		`"simultaneous": "sequential", "record": "decisions"`: {Order: engine.Sequential, RecordAll: true},
	} {
		scenario := smallest
		if text != "" {
			scenario = with(text)
		}
		if got := mustCompile(t, scenario).Options; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}

func TestEveryReplicationHasItsOwnMachineAndPolicy(t *testing.T) {
	p := mustCompile(t, smallest)
	if p.Machine() == p.Machine() {
		t.Error("two simulations would share a machine")
	}
}

// Jobs are clipped to all processors of nodes, as to those of a cluster; no job has all of
// several hosts.
func TestTooWideJobsAreClippedWhereOneMayHaveAllProcessors(t *testing.T) {
	for machine, want := range map[string]int32{
		`{"kind": "cluster", "processors": 8}`:                                     8,
		`{"kind": "nodes", "processors": 8}`:                                       8,
		`{"kind": "hosts", "hosts": [{"processors": 4, "memory": 1, "count": 2}]}`: 0,
	} {
		p := mustCompile(t, `{"version": 1, "machine": `+machine+`, "workload": {"kind": "jobs", "jobs": [{"run": 1, "processors": 10}],
			"transform": [{"kind": "tooWide", "rule": "clip"}]}, "policies": [{"kind": "fcfs"}]}`)
		w, _, err := p.Workload(0, nil)
		switch {
		case want == 0 && err == nil:
			t.Errorf("%s: clipped to %d", machine, w.Jobs[0].Processors)
		case want > 0 && (err != nil || w.Jobs[0].Processors != want):
			t.Errorf("%s: %v, want %d processors", machine, err, want)
		}
	}
}

// A job without a limit asks for what its partition says: 600 s by default in the first, 1,200 s as the limit of the second. Points of a sweep
// over machines with other defaults have other jobs.
func TestLimitsOfPartitions(t *testing.T) {
	machine := func(label string, defaultTime int) string {
		return fmt.Sprintf(`{"kind": "partitions",%s "nodes": [{"name": "n", "processors": 1}], "partitions": [{"name": "a", "defaultTime": %d, "default": true}, {"name": "b", "maxTime": 1200}]}`, label, defaultTime)
	}
	open := func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("JobID|Partition|Submit|Start|End|State|AllocCPUS\n1|a|0|0|20|COMPLETED|1\n2|b|0|0|20|COMPLETED|1\n3||0|0|20|COMPLETED|1\n")), nil
	}
	p := mustCompile(t, `{"version": 1, "machine": `+machine("", 600)+`, "workload": {"kind": "accounting", "file": "log"}, "policies": [{"kind": "fcfs"}],
		"sweep": [{"path": "/machine", "values": [`+machine(` "label": "600",`, 600)+`, `+machine(` "label": "900",`, 900)+`, {"kind": "cluster", "label": "pool", "processors": 1}]}]}`)
	for i, want := range [][]engine.Time{{600, 1200, 600}, {900, 1200, 900}, {20, 20, 20}} {
		w, _, err := p.Points[i].Workload(0, open)
		if err != nil {
			t.Fatal(err)
		}
		for j := range w.Jobs {
			if w.Jobs[j].Estimate != want[j]*engine.Second {
				t.Errorf("point %d: job %d asks for %d s, want %d", i, j+1, w.Jobs[j].Estimate/engine.Second, want[j])
			}
		}
	}
	if p.SameWorkload(0, 1) || p.SameSource(1, 0, 2, 0) || !p.SameSource(0, 0, 0, 1) {
		t.Error("machines with other limits have other jobs")
	}
}
