package experiment_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"backfill/engine/experiment"
)

const paired = `{"version": 1, "machine": {"kind": "cluster", "processors": 4}, "workload": {"kind": "lublin", "jobs": 10, "load": 0.5},
	"policies": [{"kind": "fcfs"}, {"kind": "easy"}], "sweep": [{"path": "/workload/load", "values": [0.5, 0.75]}], "replications": 4}`

// By hand: fcfs 10, 20, 30, easy 9, 16, 29. The differences -1, -4, -1 have the mean -2
// and the standard deviation √3; with Student's t(2, 97.5 %) = 4.302652730 the half-width
// is 4.302652730. The means are 20 and 18: a ratio of 0.9. The smallest ratio of a
// resample is 16/20, the largest 29/30 (each with probability 1/27, more than 2.5 %).
func TestComparisonsByHand(t *testing.T) {
	plan := compile(t, paired)
	r := experiment.Collect(plan, measured(plan, []waits{{[]float64{10, 20, 30}, []float64{9, 16, 29}}, {[]float64{7}, []float64{14}}}))
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
	check(r.Comparisons[1], "ratio", 3, -2, -0.1, -0.2, 29.0/30-1)
	check(r.Comparisons[2], "difference", 1, 7, 1, nil, nil)
	if len(r.Summary) != 4 || r.Summary[0].Mean != 20 || r.Summary[1].Mean != 18 || r.Summary[3].Low != nil || r.Summary[3].Point["/workload/load"] != 0.75 {
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

// A task at another point is the same as one that was prepared there, and whatever is
// measured has the metrics of what is simulated.
func TestTasksShareWorkloads(t *testing.T) {
	plan := compile(t, `{"version": 1, "machine": {"kind": "cluster", "processors": 16}, "workload": {"kind": "lublin", "jobs": 50, "load": 1}, "replications": 3,
		"policies": [{"kind": "easy"}], "sweep": [{"path": "/workload/load", "values": [0.9, 1]}, {"path": "/policies/0/reservations", "values": [1, 5]}]}`)
	first, err := experiment.Prepare(plan, 2, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	shared, ok := first.At(experiment.Cell{Point: 3, Replication: 1})
	if !ok {
		t.Fatal("two points with other reservations share no workload")
	}
	for _, c := range []experiment.Cell{{Point: 1, Replication: 1}, {Point: 3, Replication: 2}} {
		if _, ok := first.At(c); ok {
			t.Errorf("%+v has the workload of %+v", c, first.Cell)
		}
	}
	own, err := experiment.Prepare(plan, 3, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, run := range []func(int, func(int) error) (*experiment.Run, error){shared.Simulate, own.Simulate, own.Measure} {
		r, err := run(0, nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	if texts[0] != texts[1] || texts[1] != texts[2] {
		t.Errorf("%q", texts)
	}
}

// A steady run leaves the warm-up out and has as many batches as fit; they are the
// samples of a single run.
func TestSteadyRuns(t *testing.T) {
	const text = `{"version": 1, "machine": {"kind": "cluster", "processors": 16}, "workload": {"kind": "lublin", "jobs": 1000, "load": 0.7},
		"policies": [{"kind": "fcfs"}, {"kind": "easy"}], "steady": {"warmup": 100, "batch": `
	result := func(batch string) *experiment.Result {
		plan := compile(t, text+batch+`}}`)
		task, err := experiment.Prepare(plan, 0, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		return experiment.Collect(plan, simulate(t, task), "meanWait", "jobs")
	}
	r := result("200") // 900 jobs: four batches and a rest
	for _, run := range r.Runs {
		if len(run.Batches) != 4 || run.Metrics.Value("jobs") != 800 || run.Batches[3].Value("jobs") != 200 {
			t.Errorf("%d batches, %v", len(run.Batches), run.Metrics)
		}
	}
	for _, s := range r.Summary {
		if s.N != 4 || s.Low == nil || s.Metric == "meanWait" && !near(s.Mean, r.Runs[map[string]int{"fcfs": 0, "easy": 1}[s.Policy]].Metrics.Value("meanWait")) {
			t.Errorf("%+v", s)
		}
	}
	if c := r.Comparisons[len(r.Comparisons)-1]; c.N != 4 || c.Kind != "ratio" {
		t.Errorf("%+v", c)
	}
	if r := result("901"); len(r.Runs[0].Warnings) != 1 || len(r.Summary) != 0 {
		t.Errorf("%q, %+v", r.Runs[0].Warnings, r.Summary)
	}
}
