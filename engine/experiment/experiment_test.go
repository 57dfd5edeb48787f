package experiment_test

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/policies"
)

func prepare(t *testing.T, parts string) *experiment.Task {
	t.Helper()
	return prepareAlone(t, `"machine": {"kind": "cluster", "processors": 4}, `+parts)
}

// prepareAlone is the first task of the scenario of these parts.
func prepareAlone(t *testing.T, parts string) *experiment.Task {
	t.Helper()
	s, err := scenario.Read([]byte(`{"version": 1, ` + parts + `}`))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := scenario.Compile(s, policies.Catalogs())
	if err != nil {
		t.Fatal(err)
	}
	task, err := experiment.Prepare(plan, 0, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

func simulate(t *testing.T, task *experiment.Task) []*experiment.Run {
	t.Helper()
	var runs []*experiment.Run
	for i := range task.Plan.Policies {
		run, err := task.Simulate(i, nil)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, run)
	}
	return runs
}

// Job 2 wants all four processors and waits for job 1; job 3 would fit beside job 1.
const three = `"workload": {"kind": "jobs", "jobs": [{"run": 10, "processors": 2}, {"run": 10, "processors": 4}, {"run": 10, "processors": 2}]}`

func TestComparisonsAreWithTheBaseline(t *testing.T) {
	task := prepare(t, three+`, "policies": [{"kind": "easy"}, {"kind": "conservative"}, {"kind": "fcfs"}], "baseline": "fcfs"`)
	result := experiment.Collect(task.Plan, simulate(t, task))
	policies := map[string]bool{}
	for _, c := range result.Comparisons {
		policies[c.Policy] = true
		if c.Baseline != "fcfs" {
			t.Errorf("%+v", c)
		}
		// Waits are 0, 10, 0 s, under FCFS 0, 10, 20 s.
		if c.Metric == "maxWait" && (c.Difference.Difference != -10 || *c.Relative != -0.5) {
			t.Errorf("%+v", c)
		}
	}
	if want := map[string]bool{"easy": true, "conservative": true}; !reflect.DeepEqual(policies, want) {
		t.Errorf("compared are %v, want %v", policies, want)
	}
	for i, label := range []string{"easy", "conservative", "fcfs"} {
		if result.Runs[i].Policy != label {
			t.Errorf("run %d is of %s, want %s", i, result.Runs[i].Policy, label)
		}
	}
}

// What is undefined is absent, not NaN: no job ends, so there is no mean.
func TestResultOfNothing(t *testing.T) {
	task := prepare(t, `"workload": {"kind": "jobs", "jobs": [{"run": 10, "processors": 5}]}, "policies": [{"kind": "fcfs"}, {"kind": "easy"}],
		"groups": [{"by": "size", "quantiles": 4}]`)
	result := experiment.Collect(task.Plan, simulate(t, task))
	text, err := result.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var again struct {
		Runs []struct{ Metrics map[string]float64 }
	}
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	if m := again.Runs[0].Metrics; m["refused"] != 1 || m["jobs"] != 0 {
		t.Errorf("%v", m)
	}
	if _, there := again.Runs[0].Metrics["meanWait"]; there {
		t.Error("a mean wait of no jobs")
	}
	for _, s := range result.Summary {
		if math.IsNaN(s.Mean) {
			t.Errorf("%+v", s)
		}
	}
}

func TestResultIsTheSameEveryTime(t *testing.T) {
	const parts = `"workload": {"kind": "lublin", "jobs": 500, "load": 0.9}, "policies": [{"kind": "fcfs"}, {"kind": "easy"}, {"kind": "conservative"}],
		"groups": [{"by": "size", "quantiles": 3}, {"by": "runTime", "bounds": [60, 600]}]`
	text := func() string {
		task := prepare(t, parts)
		text, err := experiment.Collect(task.Plan, simulate(t, task)).JSON()
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if first, second := text(), text(); first != second {
		t.Errorf("%s\nand then\n%s", first, second)
	}
}

func TestAnErrorOfProgressStopsTheRun(t *testing.T) {
	task := prepare(t, `"workload": {"kind": "lublin", "jobs": 100000}, "policies": [{"kind": "fcfs"}]`)
	enough := errors.New("enough")
	calls := 0
	run, err := task.Simulate(0, func(ended int, _ engine.Time) error {
		if calls++; calls == 2 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) || run != nil || calls != 2 {
		t.Errorf("%v, %v after %d calls", run, err, calls)
	}
}

// The decisions about one job are those that a run recording everything has of it.
func TestDecideIsAPartOfTheWholeRecord(t *testing.T) {
	const parts = `"workload": {"kind": "lublin", "jobs": 60, "load": 1}, "policies": [{"kind": "easy"}, {"kind": "conservative"}], "record": `
	for i, run := range simulate(t, prepare(t, parts+`"decisions"`)) {
		for j := range int32(60) {
			var want []engine.Decision
			for _, d := range run.Outcome.Decisions {
				if d.Job == j {
					want = append(want, d)
				}
			}
			got, err := prepare(t, parts+`"none"`).Decide(i, j)
			if err != nil {
				t.Fatal(err)
			}
			if len(want) == 0 || !reflect.DeepEqual(got, want) {
				t.Errorf("%s, job %d:\n%+v\nwant\n%+v", run.Policy, j, got, want)
			}
		}
	}
}

// A job table is CSV as others read it, whatever the labels are, and says what the
// outcome says, to the millisecond.
func TestJobTableReadsBack(t *testing.T) {
	task := prepare(t, `"workload": {"kind": "jobs", "jobs": [{"submit": 0.001, "run": 10.05, "request": 1e6}, {"submit": 7, "run": 0.5, "processors": 4}]},
		"policies": [{"kind": "fcfs", "label": "a, \"b\" – c"}, {"kind": "easy", "label": " e"}]`)
	var text strings.Builder
	if err := experiment.WriteJobs(&text, simulate(t, task), experiment.Columns{}); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(text.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	header := strings.Split("policy,replication,job,submit,start,end,wait,processors,requested_time,state,point,index,requested_start,run_time,attempt", ",")
	want := [][]string{
		header,
		{"a, \"b\" – c", "0", "1", "0.001", "0.001", "10.051", "0", "1", "1000000", "completed", "0", "0", "", "10.05", "1"},
		{"a, \"b\" – c", "0", "2", "7", "10.051", "10.551", "3.051", "4", "0.5", "completed", "0", "1", "", "0.5", "1"},
		{" e", "0", "1", "0.001", "0.001", "10.051", "0", "1", "1000000", "completed", "0", "0", "", "10.05", "1"},
		{" e", "0", "2", "7", "10.051", "10.551", "3.051", "4", "0.5", "completed", "0", "1", "", "0.5", "1"},
	}
	if !reflect.DeepEqual(rows, want) {
		t.Errorf("%q\nwant\n%q", rows, want)
	}
}

// On several clusters a job table says how wide components are, the widest first; on nodes
// what each process asks for, nothing where that is unknown. At any point.
func TestJobTableOfPlacedJobs(t *testing.T) {
	const ask = `"workload": {"kind": "jobs", "jobs": [{"run": 10, "processors": 7, "components": [2, 3, 2]}, {"run": 10, "processors": 2}],
		"transform": [{"kind": "bandwidth", "high": 1, "medium": 0}]}, "policies": [{"kind": "fcfs"}]`
	for _, c := range []struct{ machine, columns, first, second string }{
		{`"machine": {"kind": "multicluster", "clusters": [4, 4, 4]}, `, "penalized_runtime,components", ",3+2+2", ",2"},
		{`"machine": {"kind": "nodes", "processors": 8, "model": "none"}, `, "penalized_runtime,bandwidth,network", "0,2000,", "0,2000,"},
	} {
		task := prepareAlone(t, c.machine+ask)
		columns := experiment.ColumnsOf(task.Plan)
		columns.Workload = false // they are behind these
		var text strings.Builder
		if err := experiment.WriteJobs(&text, simulate(t, task), columns); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(text.String(), "\n")
		for i, want := range []string{",attempt," + c.columns, ",1," + c.first, ",1," + c.second} {
			if !strings.HasSuffix(lines[i], want) {
				t.Errorf("line %d is %q, want at its end %q", i, lines[i], want)
			}
		}
	}
}

// full is a file on a disk without space.
type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteJobsSaysWhatWentWrong(t *testing.T) {
	for _, jobs := range []string{"3", "5000"} {
		task := prepare(t, `"workload": {"kind": "lublin", "jobs": `+jobs+`}, "policies": [{"kind": "fcfs"}]`)
		if err := experiment.WriteJobs(full{}, simulate(t, task), experiment.Columns{}); !errors.Is(err, errFull) {
			t.Errorf("%s jobs: %v", jobs, err)
		}
	}
}

// Every metric of a result is described.
func TestSummaryNamesMetrics(t *testing.T) {
	task := prepare(t, three+`, "policies": [{"kind": "fcfs"}]`)
	for _, s := range experiment.Collect(task.Plan, simulate(t, task)).Summary {
		if metrics.Index(s.Metric) < 0 || s.N != 1 || s.Low != nil || s.Policy != "fcfs" {
			t.Errorf("%+v", s)
		}
	}
}

// Commands that no policy obeys are not left out in silence.
func TestIgnoredCommandsAreNoted(t *testing.T) {
	const parts = `"workload": {"kind": "jobs", "jobs": [{"run": 10}], "commands": [{"at": 1, "job": 1, "amount": 5}]}, "policies": [{"kind": "fcfs", "elastic": `
	const note = "1 elastic command is ignored: no policy is elastic"
	for elastic, want := range map[string]bool{"false": true, "true": false} {
		if got := slices.Contains(prepare(t, parts+elastic+`}]`).Report.Notes, note); got != want {
			t.Errorf("elastic %s: noted is %v", elastic, got)
		}
	}
}
