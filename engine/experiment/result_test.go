package experiment_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/param"
)

const paired = `{"version": 1, "machine": {"kind": "cluster", "processors": 4}, "workload": {"kind": "lublin", "jobs": 10, "load": 0.5},
	"policies": [{"kind": "fcfs"}, {"kind": "easy"}], "sweep": [{"path": "/workload/load", "values": [0.5, 0.75]}], "replications": 5}`

// By hand: fcfs 10, 20, 30, easy 9, 16, 29. The differences -1, -4, -1 have the mean -2
// and the standard deviation √3; with Student's t(2, 97.5 %) = 4.302652730 the half-width
// is 4.302652730. The means are 20 and 18: a ratio of 0.9, without an interval of three pairs.
// At the second load easy waits half as long in each of five pairs: the differences -2, -4, -2,
// -4, -3 have the mean -3 and the standard deviation 1; with t(4, 97.5 %) = 2.776445105 the
// half-width is 1.241663999, and every resample has the ratio 0.5.
func TestComparisonsByHand(t *testing.T) {
	plan := compile(t, paired)
	r := experiment.Collect(plan, measured(plan, []waits{{[]float64{10, 20, 30}, []float64{9, 16, 29}}, {[]float64{4, 8, 4, 8, 6}, []float64{2, 4, 2, 4, 3}}}))
	if len(r.Comparisons) != 3 {
		t.Fatalf("%+v", r.Comparisons)
	}
	check := func(c experiment.Comparison, kind string, n int, difference, relative float64, low, high any) {
		t.Helper()
		if c.Kind != kind || c.N != n || !near(c.Difference.Difference, difference) || !near(*c.Relative, relative) || c.Policy != "easy" || c.Baseline != "fcfs" {
			t.Errorf("%+v", c)
		}
		if low == nil {
			if c.Low != nil || c.High != nil || c.Level != 0 {
				t.Errorf("one pair has the interval %v, %v", c.Low, c.High)
			}
		} else if !near(*c.Low, low.(float64)) || !near(*c.High, high.(float64)) || c.Level != 0.95 {
			t.Errorf("%s: %v to %v, want %v to %v", kind, *c.Low, *c.High, low, high)
		}
	}
	check(r.Comparisons[0], "difference", 3, -2, -0.1, -6.302652730, 2.302652730)
	check(r.Comparisons[1], "difference", 5, -3, -0.5, -4.241663999, -1.758336001)
	check(r.Comparisons[2], "ratio", 5, -3, -0.5, -0.5, -0.5)
	alone := experiment.Collect(plan, measured(plan, []waits{{[]float64{7}, []float64{14}}, {}}))
	check(alone.Comparisons[0], "difference", 1, 7, 1, nil, nil)
	if len(r.Summary) != 4 || r.Summary[0].Mean != 20 || r.Summary[1].Mean != 18 || r.Summary[3].Mean != 3 || r.Summary[3].Point["/workload/load"] != 0.75 {
		t.Errorf("%+v", r.Summary)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// Replications that one policy lacks are in its mean of the other, but in no pair.
func TestPairsNeedBothRuns(t *testing.T) {
	plan := compile(t, paired)
	runs := measured(plan, []waits{{[]float64{10, 20, 30}, []float64{9, 16, 29}}, {}})
	r := experiment.Collect(plan, append(runs[:3], runs[4:]...)) // without easy's replication 0
	for _, c := range r.Comparisons {
		if c.N != 2 || c.Difference.Difference != -2.5 {
			t.Errorf("%+v", c)
		}
	}
	if len(r.Summary) != 2 || r.Summary[0].N != 3 || r.Summary[1].N != 2 || r.Summary[1].Mean != 22.5 {
		t.Errorf("%+v", r.Summary)
	}
}

// What comes in any order gives the same result, and a part of it the same as the whole.
func TestOrderOfArrivalDoesNotMatter(t *testing.T) {
	plan := compile(t, paired)
	runs := measured(plan, []waits{{[]float64{10, 20, 30, 25}, []float64{9, 16, 29, 20}}, {[]float64{7, 9}, []float64{14, 8}}})
	want, err := experiment.Collect(plan, runs).JSON()
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		rand.New(rand.NewPCG(seed, 3)).Shuffle(len(runs), func(i, j int) { runs[i], runs[j] = runs[j], runs[i] })
		for _, only := range [][]string{nil, {"meanWait"}} {
			got, err := experiment.Collect(plan, runs, only...).JSON()
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != string(want) {
				t.Errorf("order %d:\n%s\nwant\n%s", seed, got, want)
			}
		}
	}
	if r := experiment.Collect(plan, runs, "maxWait"); len(r.Summary) != 0 || len(r.Comparisons) != 0 || len(r.Runs) != 12 {
		t.Errorf("%+v", r)
	}
}

// A log is read once for all points and replications that transform it, a model drawn
// once for all that transform the same jobs; the tasks are those that are prepared anew.
func TestTasksShareWhatTheyCan(t *testing.T) {
	const (
		begin = `{"version": 1, "machine": {"kind": "cluster", "processors": 16}, "policies": [{"kind": "easy"}], "workload": `
		log   = `{"kind": "swf", "file": "log.swf", "transform": [{"kind": "load", "load": 1}]}`
		model = `{"kind": "lublin", "jobs": 50, "transform": [{"kind": "load", "load": 1}]}, "replications": 2`
		lines = "1 0 5 60 1 -1 -1 1 60 -1 1 1 1 -1 -1 -1 -1 -1\n2 10 7 60 16 -1 -1 16 60 -1 1 1 1 -1 -1 -1 -1 -1\n"
	)
	for _, c := range []struct {
		parts string
		reads int // of the log, by tasks that share
	}{
		{begin + log + `, "sweep": [{"path": "/workload/transform/0/load", "values": [0.5, 1, 2]}, {"path": "/policies/0/reservations", "values": [1, 5]}]}`, 1},
		{begin + log + `, "sweep": [{"path": "/machine/processors", "values": [16, 17, 18]}]}`, 3},
		{begin + model + `, "sweep": [{"path": "/workload/transform/0/load", "values": [0.5, 1, 2]}, {"path": "/policies/0/reservations", "values": [1, 5]}]}`, 0},
		{begin + model + `, "sweep": [{"path": "/workload/jobs", "values": [50, 40]}]}`, 0},
	} {
		plan := compile(t, c.parts)
		reads := 0
		open := func(string) (io.ReadCloser, error) {
			reads++
			return io.NopCloser(strings.NewReader(lines)), nil
		}
		var got, want []*engine.Workload
		var shared *experiment.Task
		for point := range plan.Points {
			for replication := range plan.Replications {
				var err error
				if shared == nil {
					shared, err = experiment.Prepare(plan, point, replication, open)
				} else {
					shared, err = shared.Next(experiment.Cell{Point: point, Replication: replication}, open)
				}
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, shared.Workload)
			}
		}
		if reads != c.reads {
			t.Errorf("%s: the log was read %d times, want %d", c.parts, reads, c.reads)
		}
		for point := range plan.Points {
			for replication := range plan.Replications {
				own, err := experiment.Prepare(plan, point, replication, open)
				if err != nil {
					t.Fatal(err)
				}
				want = append(want, own.Workload)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: shared workloads differ from those made anew", c.parts)
		}
	}
}

// In a sweep over parameters of policies, a run is made again only where its own policy
// is another one; and what is taken over is what would have been made.
func TestMeasuredRunsAreTakenOver(t *testing.T) {
	plan := compile(t, `{"version": 1, "machine": {"kind": "cluster", "processors": 16}, "workload": {"kind": "lublin", "jobs": 60, "load": 1}, "replications": 2,
		"policies": [{"kind": "fcfs"}, {"kind": "easy"}, {"kind": "easy", "reservations": 2}],
		"sweep": [{"path": "/policies/1/reservations", "values": [1, 9]}, {"path": "/simultaneous", "values": ["batch", "sequential"]}]}`)
	shared, err := experiment.Prepare(plan, 0, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	simulated := map[int]string{} // by policy: points and replications, in the order of the visits
	known := map[*float64]bool{}  // metrics that are taken over are the same, not only equal
	for _, c := range []experiment.Cell{{}, {Point: 2}, {Point: 0}, {Point: 1}, {Point: 3}, {Point: 3, Replication: 1}, {Point: 1, Replication: 1}} {
		if shared, err = shared.Next(c, nil); err != nil {
			t.Fatal(err)
		}
		own, err := experiment.Prepare(plan, c.Point, c.Replication, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range plan.Policies {
			got, err := shared.Measure(i, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !known[&got.Metrics[0]] {
				known[&got.Metrics[0]] = true
				simulated[i] += fmt.Sprint(c.Point, " ", c.Replication, " ")
			}
			want, err := own.Measure(i, nil)
			if err != nil {
				t.Fatal(err)
			}
			got.Elapsed, want.Elapsed = 0, 0
			a, b := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want)
			if a != b {
				t.Errorf("policy %d at %+v:\n%s\nwant\n%s", i, c, a, b)
			}
		}
	}
	// Points are (1, batch), (1, sequential), (9, batch), (9, sequential).
	if want := map[int]string{0: "0 0 1 0 3 1 ", 1: "0 0 2 0 0 0 1 0 3 0 3 1 1 1 ", 2: "0 0 1 0 3 1 "}; !reflect.DeepEqual(simulated, want) {
		t.Errorf("simulated are %v, want %v", simulated, want)
	}
}

// What is measured has the metrics of what is simulated.
func TestMeasuredRunsAreLight(t *testing.T) {
	plan := compile(t, paired)
	task, err := experiment.Prepare(plan, 1, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	simulated, err := task.Simulate(1, nil)
	if err != nil {
		t.Fatal(err)
	}
	measured, err := task.Measure(1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if simulated.Outcome == nil || measured.Outcome != nil || simulated.PointIndex != 1 || simulated.Replication != 3 {
		t.Errorf("%+v, %+v", simulated, measured)
	}
	simulated.Outcome, simulated.Elapsed, measured.Elapsed = nil, 0, 0
	a, err := json.Marshal(simulated)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(measured)
	if err != nil {
		t.Fatal(err)
	}
	if string(a) != string(b) {
		t.Errorf("%s\n%s", a, b)
	}
}

// A steady run leaves the warm-up out and has as many batches as fit; they are the
// samples of a single run.
func TestSteadyRuns(t *testing.T) {
	const text = `{"version": 1, "machine": {"kind": "cluster", "processors": 16}, "workload": {"kind": "lublin", "jobs": 1020, "load": 0.3},
		"policies": [{"kind": "fcfs"}, {"kind": "easy"}], "steady": {"warmup": 100, "batch": `
	result := func(batch string) *experiment.Result {
		plan := compile(t, text+batch+`}}`)
		task, err := experiment.Prepare(plan, 0, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		return experiment.Collect(plan, simulate(t, task), "meanWait", "jobs")
	}
	r := result("200") // of the other 920 jobs, not all of which end while jobs arrive, four batches and a rest
	for _, run := range r.Runs {
		if len(run.Batches) != 4 || run.Metrics.Value("jobs") != 800 || run.Batches[3].Metrics.Value("jobs") != 200 {
			t.Errorf("%d batches, %v", len(run.Batches), run.Metrics)
		}
	}
	for _, s := range r.Summary {
		if s.N != 4 || s.Low == nil || s.Metric == "meanWait" && !near(s.Mean, r.Runs[map[string]int{"fcfs": 0, "easy": 1}[s.Policy]].Metrics.Value("meanWait")) {
			t.Errorf("%+v", s)
		}
	}
	task, err := experiment.Prepare(compile(t, text+`200}}`), 0, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range experiment.Collect(task.Plan, simulate(t, task), "refused").Summary {
		if s.N != 1 || s.Mean != 0 || s.Low != nil {
			t.Errorf("of the run, not of its batches: %+v", s)
		}
	}
	if c := r.Comparisons[len(r.Comparisons)-1]; c.N != 4 || c.Kind != "difference" || c.Low == nil { // too few for a ratio
		t.Errorf("%+v", c)
	}
	var wrong *param.Error
	if _, err := experiment.Prepare(compile(t, text+`921}}`), 0, 0, nil); !errors.As(err, &wrong) || wrong.Path != "/steady" {
		t.Errorf("a warm-up and a batch of more jobs than there are: %v", err)
	}
}
