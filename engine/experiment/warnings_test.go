package experiment_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"backfill/engine/experiment"
)

// runOf is the only run of a scenario with a machine and jobs under fcfs.
func runOf(t *testing.T, machine, jobs, more string) *experiment.Run {
	t.Helper()
	task := prepareAlone(t, `"machine": `+machine+`, "workload": {"kind": "jobs", "jobs": [`+jobs+`]}, "policies": [{"kind": "fcfs"}]`+more)
	return simulate(t, task)[0]
}

// Clusters of 8, 4 and 4 have no room for 17 processors, for 9 in one component, or for
// two components of more than 4; they have for the last job. A steady run says so, too.
func TestWarningsTellRefusals(t *testing.T) {
	const jobs = `{"run": 9, "processors": 17}, {"run": 9, "processors": 12, "components": [6, 6]}, {"run": 9, "processors": 9},
		{"run": 9, "processors": 20}, {"run": 9, "processors": 16, "components": [8, 4, 4]}`
	want := []string{
		"2 of 5 jobs are refused: wider than the machine (the first: job 1; the widest needs 20 processors, the machine has 16)",
		"1 of 5 jobs is refused: with components for which too few clusters are wide enough (job 2)",
		"1 of 5 jobs is refused: wider than any cluster (job 3)",
	}
	for _, more := range []string{"", `, "steady": {"warmup": 0, "batch": 1}`} {
		run := runOf(t, `{"kind": "multicluster", "clusters": [8, 4, 4]}`, jobs, more)
		if got := slices.DeleteFunc(run.Warnings, func(w string) bool { return !experiment.TellsRefusals(w) }); !reflect.DeepEqual(got, want) {
			t.Errorf("%q\nwant\n%q", got, want)
		}
	}
	if run := runOf(t, `{"kind": "cluster", "processors": 20}`, jobs, ""); len(run.Warnings) > 0 {
		t.Errorf("nobody is refused, but %q", run.Warnings)
	}
}

// Twice as slow in two clusters, job 1 would end at 20 and job 2 at 10: as long as they
// request, 10 and 10 seconds, only job 1 is stopped, after all of its run time. Job 3 runs in
// one cluster and is stopped for its own sake.
func TestRequestsStayWhereJobsAreSlowedDown(t *testing.T) {
	const (
		machine = `{"kind": "multicluster", "clusters": [2, 2, 2], "slowdown": 2}`
		jobs    = `{"run": 10, "processors": 2, "components": [1, 1]}, {"run": 5, "request": 10, "processors": 2, "components": [1, 1]}, {"run": 10, "request": 4}`
	)
	run := runOf(t, machine, jobs, "")
	want := []string{`1 job was stopped at its limit because it ran slower in several clusters; the kill rule "never" lets it end`}
	if !reflect.DeepEqual(run.Warnings, want) || run.Metrics.Value("killed") != 2 || run.Outcome.End[0].Seconds() != 10 || run.Outcome.End[1].Seconds() != 10 {
		t.Errorf("ends %v, warnings %q, want %q", run.Outcome.End, run.Warnings, want)
	}
	run = runOf(t, machine, jobs, `, "kill": {"rule": "never"}`)
	if len(run.Warnings) > 0 || run.Outcome.End[0].Seconds() != 20 || run.Outcome.End[2].Seconds() != 10 {
		t.Errorf("never killed: ends %v, warnings %q", run.Outcome.End, run.Warnings)
	}
}

// A report says of components and bandwidth where they have no effect.
func TestNotesOnWhatHasNoEffect(t *testing.T) {
	const work = `"workload": {"kind": "jobs", "jobs": [{"run": 9, "processors": 2, "components": [1, 1]}], "transform": [{"kind": "bandwidth"}]}, "policies": [{"kind": "fcfs"}]`
	for _, c := range []struct {
		machine, more         string
		components, bandwidth bool
	}{
		{`{"kind": "cluster", "processors": 4}`, "", true, true},
		{`{"kind": "multicluster", "clusters": [4, 4]}`, "", false, true},
		{`{"kind": "nodes", "processors": 8}`, "", true, false},
		{`{"kind": "nodes", "processors": 8, "model": "none"}`, "", true, true},
		{`{"kind": "nodes", "processors": 8}`, `, "sweep": [{"path": "/machine/model", "values": ["none", "rate"]}]`, true, false},
	} {
		notes := strings.Join(prepareAlone(t, `"machine": `+c.machine+", "+work+c.more).Report.Notes, "\n")
		if strings.Contains(notes, "components of jobs have no effect") != c.components || strings.Contains(notes, "slows none of them down") != c.bandwidth {
			t.Errorf("%s%s: notes %q", c.machine, c.more, notes)
		}
	}
}

// Of a farm that is drawn nobody can say beforehand who has room: this one has one computer of
// less than eight processors, which may not use the licence.
func TestWarningsTellRefusalsOfAFarm(t *testing.T) {
	const (
		machine = `{"kind": "farm", "computers": 1, "suitability": 0, "licences": [1]}`
		jobs    = `{"run": 9, "processors": 8}, {"run": 9, "licences": [1]}, {"run": 9, "processors": 1}`
	)
	want := []string{"1 of 3 jobs is refused: wider than any computer (job 1; it needs 8 processors, the machine has 3)", "1 of 3 jobs is refused: with licences that no computer wide enough may use (job 2)"}
	if got := runOf(t, machine, jobs, "").Warnings; !reflect.DeepEqual(got, want) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
}

// Licences matter on a farm only; deadlines count wherever a job ends late.
func TestNotesOnAttributesOfFarms(t *testing.T) {
	for attribute, noted := range map[string]bool{`"licences": [2]`: true, `"benchmark": 300`: true, `"checkpoints": true`: true, `"checkpoints": false`: false, `"deadline": 8`: false} {
		for machine, farm := range map[string]bool{`{"kind": "cluster", "processors": 4}`: false, `{"kind": "farm", "machines": [{"processors": 4, "speed": 300}], "licences": [1, 1]}`: true} {
			task := prepareAlone(t, `"machine": `+machine+`, "workload": {"kind": "jobs", "jobs": [{"run": 9, `+attribute+`}]}, "policies": [{"kind": "fcfs"}]`)
			if got := strings.Contains(strings.Join(task.Report.Notes, "\n"), "have no effect"); got != (noted && !farm) {
				t.Errorf("%s on %s: notes %q", attribute, machine, task.Report.Notes)
			}
		}
	}
}

// What says how a farm is drawn has no effect beside a table of its computers.
func TestNotesOnDrawingBesideATable(t *testing.T) {
	const jobs = `, "workload": {"kind": "jobs", "jobs": [{"run": 9}]}, "policies": [{"kind": "fcfs"}]`
	for machine, want := range map[string][]string{
		`{"kind": "farm", "computers": 4, "speedMax": 500}`:                                                nil,
		`{"kind": "farm", "machines": [{"processors": 4, "speed": 300}], "benchmark": 300}`:                nil,
		`{"kind": "farm", "machines": [{"processors": 4, "speed": 300}], "speedMax": 500, "computers": 4}`: {"parameters of the machine that have no effect beside machines: computers, speedMax"},
	} {
		if got := prepareAlone(t, `"machine": `+machine+jobs).Report.Notes; !slices.Equal(got, want) {
			t.Errorf("%s: notes %q, want %q", machine, got, want)
		}
	}
}
