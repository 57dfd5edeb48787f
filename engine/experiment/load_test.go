package experiment_test

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/engine/workload/workloadtest"
	"backfill/policies"
)

// offeredLoad is the offered load that each policy reports for the scenario of these parts.
func offeredLoad(t *testing.T, parts string) float64 {
	t.Helper()
	runs := simulate(t, prepareAlone(t, parts))
	load := runs[0].Metrics.Value("offeredLoad")
	for _, run := range runs[1:] {
		if got := run.Metrics.Value("offeredLoad"); got != load && !(math.IsNaN(got) && math.IsNaN(load)) {
			t.Errorf("%s reports %v, %s %v", runs[0].Policy, load, run.Policy, got)
		}
	}
	return load
}

// rows are jobs for a scenario's list: submit, run and request in seconds, and processors.
func rows(jobs [][4]int, later int) string {
	var list []string
	for _, j := range jobs {
		list = append(list, fmt.Sprintf(`{"submit": %d, "run": %d, "request": %d, "processors": %d}`, j[0]+later, j[1], j[2], j[3]))
	}
	return `"workload": {"kind": "jobs", "jobs": [` + strings.Join(list, ", ") + `]`
}

const (
	onEight = `"machine": {"kind": "cluster", "processors": 8}, `
	twoRun  = `}, "policies": [{"kind": "fcfs"}, {"kind": "easy"}]`
)

// Whatever the jobs, some of them too wide, some killed: a load that is set is the load that is reported, under
// every policy, and so it is 366 days later. Submissions are rounded to the millisecond, so that the first and the last
// together are off by no more than one.
func TestALoadThatIsSetIsReported(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		jobs := make([][4]int, rapid.IntRange(3, 20).Draw(r, "jobs"))
		at := rapid.IntRange(0, 5000).Draw(r, "first")
		work, first, last := 0.0, -1, -1
		for i := range jobs {
			run := rapid.IntRange(1, 5000).Draw(r, "run")
			jobs[i] = [4]int{at, run, max(1, run*rapid.IntRange(1, 40).Draw(r, "accuracy")/20), rapid.IntRange(1, 10).Draw(r, "processors")}
			if jobs[i][3] <= 8 {
				work += float64(run * jobs[i][3])
				if last = at; first < 0 {
					first = at
				}
			}
			at += rapid.IntRange(0, 1000).Draw(r, "gap")
		}
		if first == last {
			r.Skip("no load")
		}
		near := func(what string, got, want, within float64) {
			if math.Abs(got-want) > within*want {
				r.Errorf("%s: an offered load of %v, want %v", what, got, want)
			}
		}
		near("as typed", offeredLoad(t, onEight+rows(jobs, 0)+twoRun), work/float64(8*(last-first)), 1e-12)
		wanted := rapid.Float64Range(0.05, 2).Draw(r, "load")
		for _, later := range []int{0, 366 * 86400} {
			got := offeredLoad(t, onEight+rows(jobs, later)+fmt.Sprintf(`, "transform": [{"kind": "load", "load": %v}]`, wanted)+twoRun)
			near(fmt.Sprintf("set to %v, %d s later", wanted, later), got, wanted, 0.001*8*wanted/work)
		}
	})
}

// Jobs that come at once, or one alone, come in no time: they have no load.
func TestJobsAtOneInstantHaveNoLoad(t *testing.T) {
	for _, jobs := range [][][4]int{{{7, 10, 10, 1}}, {{7, 10, 10, 1}, {7, 20, 20, 2}}, {{0, 10, 10, 9}, {7, 20, 20, 2}}} {
		if got := offeredLoad(t, onEight+rows(jobs, 0)+twoRun); !math.IsNaN(got) {
			t.Errorf("%v: an offered load of %v", jobs, got)
		}
	}
}

// A model's load of 0.9 is 0.9 in the metric; that of lublin-cwf counts from time 0, and the offered load is the higher
// one.
func TestLoadsOfModels(t *testing.T) {
	const fcfs = `}, "policies": [{"kind": "fcfs"}]`
	if got := offeredLoad(t, `"machine": {"kind": "cluster", "processors": 128}, "workload": {"kind": "lublin", "jobs": 500, "load": 0.9`+fcfs); math.Abs(got-0.9) > 1e-7 {
		t.Errorf("lublin: an offered load of %v", got)
	}
	task := prepareAlone(t, `"machine": {"kind": "cluster", "processors": 320}, "workload": {"kind": "lublin-cwf", "jobs": 500, "load": 0.9`+fcfs)
	jobs, work := task.Workload.Jobs, 0.0
	for _, j := range jobs {
		work += j.Run.Seconds() * float64(j.Processors)
	}
	first, last := jobs[0].Submit.Seconds(), jobs[len(jobs)-1].Submit.Seconds()
	offered := work / (320 * (last - first))
	if fromZero := work / (320 * last); math.Abs(fromZero-0.9) > 0.005 || offered <= fromZero {
		t.Errorf("lublin-cwf: a load of %v from time 0, %v from the first submission", fromZero, offered)
	}
	if got := simulate(t, task)[0].Metrics.Value("offeredLoad"); math.Abs(got-offered) > 1e-12 {
		t.Errorf("lublin-cwf: an offered load of %v, want %v", got, offered)
	}
	if note, want := strings.Join(task.Report.Notes, "\n"), fmt.Sprintf("the offered load, which counts from the first submission, is %.4g", offered); !strings.Contains(note, want) {
		t.Errorf("the report says %q, not that %s", note, want)
	}
}

// Curie's first job is submitted on day 366 of its log. The load is that of
//
//	zcat CEA-Curie-2011-filtered.swf.gz | awk '!/^;/ {if (!n++) a = $2; l = $2; w += $8*$4} END {print w/(80640*(l-a))}'
func TestLoadOfCurie(t *testing.T) {
	workloadtest.OnlyNatively(t)
	const log = "CEA-Curie-2011-filtered.swf.gz"
	path := workloadtest.TracePath(t, log)
	s, err := scenario.Read([]byte(`{"version": 1, "machine": {"kind": "cluster", "processors": 80640}, "workload": {"kind": "swf", "file": "` + log + `"}, "policies": [{"kind": "easy"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := scenario.Compile(s, policies.Catalogs())
	if err != nil {
		t.Fatal(err)
	}
	task, err := experiment.Prepare(plan, 0, 0, func(string) (io.ReadCloser, error) { return os.Open(path) })
	if err != nil {
		t.Fatal(err)
	}
	m := simulate(t, task)[0].Metrics
	if load, utilization := m.Value("offeredLoad"), m.Value("utilization"); math.Abs(load-0.715537) > 5e-7 || math.Abs(utilization-0.712) > 5e-4 {
		t.Errorf("an offered load of %v beside a utilization of %v", load, utilization)
	}
}
