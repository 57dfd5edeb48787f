package experiment_test

import (
	"math"
	"slices"
	"testing"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/workload/workloadtest"
)

const coallocated = `{"version": 1, "machine": {"kind": "multicluster", "clusters": [20, 20, 20, 20, 20]},
	"policies": [{"kind": "fcfs"}, {"kind": "fpfs", "maxJumps": 10}], "groups": [{"by": "size", "bounds": [1, 3, 7]}], `

// With phased splitting FCFS keeps at most 0.831 of the processors busy, FPFS(10) 0.915
// (published measurements). A load of 0.883 (the mean size 5.0345 times the mean run time
// 10 s, over 100 processors and a gap of 0.57 s) is too much for the one and not for the
// other.
func TestUnstableSystemsHaveNoMeans(t *testing.T) {
	workloadtest.OnlyNatively(t)
	for _, repeated := range []string{"", `"replications": 3, `} {
		plan := compile(t, coallocated+repeated+`"workload": {"kind": "power-of-two", "jobs": 75000, "meanGap": 0.57, "split": "phased"},
			"steady": {"warmup": 10000, "batch": 10000}, "claims": [
				{"metric": "meanResponse", "policy": "fpfs", "direction": "higher", "value": 10},
				{"metric": "meanResponse", "policy": "fpfs", "versus": "fcfs", "direction": "lower"},
				{"metric": "meanResponse", "policy": "fpfs", "direction": "higher", "value": 10, "where": [{"by": "size", "above": 7}]}]}`)
		var runs []*experiment.Run
		for replication := range plan.Replications {
			task, err := experiment.Prepare(plan, 0, replication, nil)
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, simulate(t, task)...)
		}
		r := experiment.Collect(plan, runs)
		if len(r.Unstable) != 1 || r.Unstable[0].Policy != "fcfs" {
			t.Errorf("unstable are %v", r.Unstable)
		}
		for _, run := range runs {
			if warned := len(run.Warnings) > 0; warned != (run.Policy == "fcfs" && repeated == "") {
				t.Errorf("%s: warnings %q", run.Policy, run.Warnings)
			}
		}
		for _, s := range r.Summary {
			if s.Policy != "fpfs" {
				t.Fatalf("a mean of an unstable system: %+v", s)
			}
		}
		for _, s := range r.GroupSummary {
			if s.Policy != "fpfs" {
				t.Errorf("a mean of groups in an unstable system: %+v", s)
			}
		}
		if len(r.Comparisons) > 0 || len(r.GroupComparisons) > 0 || len(r.Summary) == 0 {
			t.Errorf("%v, %v, %v", r.Comparisons, r.GroupComparisons, r.Summary)
		}
		var verdicts []experiment.Verdict
		for _, c := range r.Claims {
			verdicts = append(verdicts, c.Verdict)
		}
		// Five batches or three runs are too few to judge by.
		if want := []experiment.Verdict{experiment.Undecided, experiment.NoSteadyState, experiment.Undecided}; !slices.Equal(verdicts, want) {
			t.Errorf("verdicts %q, want %q", verdicts, want)
		}
	}
}

// The groups of a single steady run have intervals from its batches, in which their jobs
// and waits are parts of those of all jobs.
func TestGroupsOfBatches(t *testing.T) {
	plan := compile(t, coallocated+`"workload": {"kind": "power-of-two", "jobs": 21500}, "steady": {"warmup": 1000, "batch": 1000}}`)
	task, err := experiment.Prepare(plan, 0, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := experiment.Collect(plan, simulate(t, task), "meanResponse", "jobs")
	if len(r.GroupSummary) != 2 || len(r.GroupComparisons) != 1 {
		t.Fatalf("%d summaries and %d comparisons of groups", len(r.GroupSummary), len(r.GroupComparisons))
	}
	response, jobs := metrics.Index("meanResponse"), metrics.Index("jobs")
	for k, g := range r.GroupSummary {
		if !slices.Equal(g.Class, []int32{1, 2, 3, 4}) {
			t.Fatalf("%+v", g)
		}
		all := r.Runs[k]
		sum := 0.0
		for row := range g.Len() {
			if g.N.At(row, response) != 20 || !(g.Low.At(row, response) < g.Mean.At(row, response) && g.Mean.At(row, response) < g.High.At(row, response)) {
				t.Errorf("%s: %v [%v, %v] of %v", g.Label[row], g.Mean.At(row, response), g.Low.At(row, response), g.High.At(row, response), g.N.At(row, response))
			}
			sum += g.Mean.At(row, jobs)
		}
		if !near(sum, 1000) || all.Metrics.Value("jobs") != 20000 {
			t.Errorf("%v jobs of groups in a batch, %v in all", sum, all.Metrics.Value("jobs"))
		}
	}
}

// Each group takes longer to be known as precisely as all jobs are; the interval that is
// furthest from the goal is the one that the result has.
func TestPrecisionInGroups(t *testing.T) {
	workloadtest.OnlyNatively(t)
	const parts = `"workload": {"kind": "power-of-two", "jobs": 3000}, "steady": {"warmup": 500, "batch": 500}, "precision": {"relativeHalfWidth": 0.06, "metric": "meanResponse", "maxReplications": `
	runs := func(rest string) (*experiment.Cells, *experiment.Result) {
		b := experiment.NewCells(compile(t, coallocated+parts+rest))
		for c, ok := b.Next(); ok; c, ok = b.Next() {
			task, err := experiment.Prepare(b.Plan, c.Point, c.Replication, nil)
			if err != nil {
				t.Fatal(err)
			}
			b.Add(c, simulate(t, task))
		}
		return b, b.Result("meanResponse")
	}
	widest := func(r *experiment.Result) float64 {
		widest := 0.0
		for _, g := range r.GroupSummary {
			for row := range g.Len() {
				m := metrics.Index("meanResponse")
				widest = max(widest, (g.High.At(row, m)-g.Low.At(row, m))/2/g.Mean.At(row, m))
			}
		}
		return widest
	}
	all, ofAll := runs(`500}}`)
	groups, ofGroups := runs(`500, "groups": true}}`)
	few, _ := all.Replications(0)
	many, _ := groups.Replications(0)
	if w := all.Widest(0); w.Group != "" || w.Relative > 0.06 || few >= many || many >= 500 {
		t.Errorf("%+v after %d, groups after %d", w, few, many)
	}
	if w := groups.Widest(0); w.Group == "" || math.Abs(w.Relative-widest(ofGroups)) > 1e-12 || w.Relative > 0.06 || widest(ofAll) <= 0.06 {
		t.Errorf("%+v, want %v; without groups %v", w, widest(ofGroups), widest(ofAll))
	}
	if limited, r := runs(`12, "groups": true}}`); limited.Widest(0).Relative <= 0.06 || len(r.Runs) != 24 {
		t.Errorf("at the limit of 12 replications: %+v, %d runs", limited.Widest(0), len(r.Runs))
	}
}
