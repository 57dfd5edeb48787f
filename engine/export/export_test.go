package export_test

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/export"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/engine/workload"
	"backfill/engine/workload/logs"
	"backfill/engine/workload/workloadtest"
	"backfill/policies"
	"backfill/ui/timeline"
)

// simulated are the runs of the first cell of a scenario, whose log, if it names one, is found by open.
func simulated(t testing.TB, text string, open workload.Opener) []*experiment.Run {
	t.Helper()
	s, err := scenario.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := scenario.Compile(s, policies.Catalogs())
	if err != nil {
		t.Fatal(err)
	}
	task, err := experiment.Prepare(plan, 0, 0, open)
	if err != nil {
		t.Fatal(err)
	}
	var runs []*experiment.Run
	for i := range plan.Policies {
		run, err := task.Simulate(i, nil)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, run)
	}
	return runs
}

// trace opens a log of the Parallel Workloads Archive; where it is absent the test is left out.
func trace(t testing.TB) workload.Opener {
	return func(name string) (io.ReadCloser, error) { return workloadtest.OpenTrace(t, name), nil }
}

// given opens a log that is there already.
func given(log []byte) workload.Opener {
	return func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(log)), nil }
}

// batsim is the table of a run.
func batsim(t testing.TB, o *engine.Outcome, name, origin string) string {
	t.Helper()
	var b strings.Builder
	if err := export.WriteBatsim(&b, o, timeline.Place(o).Blocks(), name, origin); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Four processors, first come first served. Job 1 takes 0 and 1 from 0 to 10, job 2 processor 2 from 1 to 4. Job 3 needs
// three: those are free when job 1 has ended, at 10, and it is killed after 5 of its 8 s. Job 4 has waited behind it and fits
// beside it, on 3. Job 5 wants more than there is.
func TestWriteBatsim(t *testing.T) {
	run := simulated(t, `{"version": 1, "machine": {"kind": "cluster", "processors": 4},
		"workload": {"kind": "jobs", "jobs": [
			{"submit": 0, "run": 10, "processors": 2}, {"submit": 1, "run": 3, "request": 4, "processors": 1},
			{"submit": 2, "run": 8, "request": 5, "processors": 3}, {"submit": 2.25, "run": 2.5, "processors": 1}]},
		"policies": [{"kind": "fcfs"}]}`, nil)[0]
	want := `job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,success,final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,allocated_resources,consumed_energy,metadata
1,"'=1+1,2",delay10,0,2,10,1,COMPLETED_SUCCESSFULLY,0,10,10,0,10,1,0-1,-1,"Backfill; scenario: ""x"""
2,"'=1+1,2",delay3,1,1,4,1,COMPLETED_SUCCESSFULLY,1,3,4,0,3,1,2,-1,
3,"'=1+1,2",delay8,2,3,5,0,COMPLETED_WALLTIME_REACHED,10,5,15,8,13,2.6,0-2,-1,
4,"'=1+1,2",delay2.5,2.25,1,2.5,1,COMPLETED_SUCCESSFULLY,10,2.5,12.5,7.75,10.25,4.1,3,-1,
`
	if diff := cmp.Diff(want, batsim(t, run.Outcome, "=1+1,2", "Backfill\nscenario: \"x\"")); diff != "" {
		t.Error(diff)
	}
}

// batsimJob is what a reader of jobs.csv finds of a job that ended.
type batsimJob struct {
	submitted, started, executed, finished, waited, turnaround float64
	resources                                                  int
}

// readBatsim reads a table by the documented names of its columns, and holds every line against what these mean.
func readBatsim(t testing.TB, table string) []batsimJob {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	for i, name := range lines[0] {
		at[name] = i
	}
	var jobs []batsimJob
	ids := map[string]bool{}
	for _, line := range lines[1:] {
		number := func(name string) float64 {
			v, err := strconv.ParseFloat(line[at[name]], 64)
			if err != nil {
				t.Fatalf("%s: %v in %q", name, err, line)
			}
			return v
		}
		if id := line[at["job_id"]]; ids[id] {
			t.Fatalf("two jobs have the number %s", id)
		} else {
			ids[id] = true
		}
		if state := line[at["final_state"]]; !strings.HasPrefix(state, "COMPLETED") {
			if line[at["allocated_resources"]] != "" && state != "RUNNING" {
				t.Fatalf("a job is %s and has resources: %q", state, line)
			}
			continue
		}
		j := batsimJob{number("submission_time"), number("starting_time"), number("execution_time"), number("finish_time"), number("waiting_time"), number("turnaround_time"), 0}
		last := -2
		for _, interval := range strings.Fields(line[at["allocated_resources"]]) {
			from, to, several := strings.Cut(interval, "-")
			a, err := strconv.Atoi(from)
			b := a
			if several {
				b, err = strconv.Atoi(to)
			}
			if err != nil || a <= last+1 || b < a || several && a == b {
				t.Fatalf("the resources %q are no canonical set of intervals", line[at["allocated_resources"]])
			}
			last = b
			j.resources += b - a + 1
		}
		if math.Abs(j.waited+j.executed-j.turnaround) > 1e-6 || math.Abs(j.submitted+j.turnaround-j.finished) > 1e-6 || math.Abs(j.turnaround/j.executed-number("stretch")) > 1e-9*number("stretch") {
			t.Fatalf("times that do not fit together: %q", line)
		}
		jobs = append(jobs, j)
	}
	return jobs
}

// near says whether two figures agree to as many digits as sums of seconds in another order do.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b), 1) }

const easyOnKTH = `{"version": 1, "machine": {"kind": "cluster", "processors": 100}, "workload": {"kind": "swf", "file": "KTH-SP2-1996-2.1-cln.swf.gz"}, "policies": [{"kind": "easy"}]}`

func TestBatsimTellsTheSameOfARealLog(t *testing.T) {
	run := simulated(t, easyOnKTH, trace(t))[0]
	jobs := readBatsim(t, batsim(t, run.Outcome, "KTH", "origin"))
	var wait, bounded, area, last float64
	for _, j := range jobs {
		wait += j.waited
		bounded += max(1, j.turnaround/max(j.executed, 10))
		area += float64(j.resources) * j.executed
		last = max(last, j.finished)
	}
	n := float64(len(jobs))
	first := run.Outcome.Workload.Jobs[0].Submit.Seconds()
	for name, got := range map[string]float64{"jobs": n, "meanWait": wait / n, "meanBoundedSlowdown": bounded / n, "utilization": area / 100 / (last - first)} {
		if want := run.Metrics.Value(name); !near(got, want) {
			t.Errorf("%s of the table is %v, of the run %v", name, got, want)
		}
	}
}

// recordedAgain simulates what a schedule, written as a log and read again, says of itself.
func recordedAgain(t *testing.T, o *engine.Outcome) *experiment.Run {
	t.Helper()
	var log bytes.Buffer
	packed := gzip.NewWriter(&log)
	if err := logs.WriteSWF(packed, o, []string{"policy: EASY"}); err != nil {
		t.Fatal(err)
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	return simulated(t, fmt.Sprintf(`{"version": 1, "machine": {"kind": "cluster", "processors": %d}, "workload": {"kind": "swf", "file": "again.swf.gz"}, "policies": [{"kind": "recorded"}]}`, o.Processors), given(log.Bytes()))[0]
}

// The metrics of jobs and of the machine are those of the run to the last digit: times have three decimals, so that nothing is rounded.
func TestLogTellsTheSameOfARun(t *testing.T) {
	for name, text := range map[string]string{
		"KTH SP2, whole seconds": easyOnKTH,
		"Lublin, milliseconds":   `{"version": 1, "machine": {"kind": "cluster", "processors": 64}, "workload": {"kind": "lublin", "jobs": 2000, "processors": 64}, "policies": [{"kind": "easy"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			run := simulated(t, text, trace(t))[0]
			again := recordedAgain(t, run.Outcome)
			for _, metric := range []string{"jobs", "meanWait", "maxWait", "p95Wait", "meanResponse", "meanSlowdown", "meanBoundedSlowdown", "p95BoundedSlowdown",
				"utilization", "utilizationToLastArrival", "makespan", "meanQueue", "maxQueue", "backfilledShare"} {
				if got, want := again.Metrics.Value(metric), run.Metrics.Value(metric); got != want {
					t.Errorf("%s of the log is %v, of the run %v", metric, got, want)
				}
			}
			if got, want := metrics.Waits(again.Outcome), metrics.Waits(run.Outcome); len(got) != len(want) {
				t.Errorf("%d jobs of the log waited, %d of the run", len(got), len(want))
			}
		})
	}
}
