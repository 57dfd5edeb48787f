package experiment_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
)

// grouped are runs in which nothing is known but the mean waits of the groups of each
// grouping: waits[policy][replication][grouping], with a label each.
func grouped(plan *scenario.Plan, point int, waits [][][]map[string]float64) []*experiment.Run {
	var runs []*experiment.Run
	for k, replications := range waits {
		for r, groupings := range replications {
			run := &experiment.Run{Policy: plan.Policies[k].Label, Replication: r, Point: plan.Points[point].Values, PointIndex: point, Warnings: []string{}}
			run.Metrics = make(metrics.Summary, len(metrics.Descriptions))
			for i := range run.Metrics {
				run.Metrics[i] = math.NaN()
			}
			for g, groups := range groupings {
				b := metrics.Breakdown{Grouping: plan.Groupings[g], Metrics: metrics.Columns{Metrics: []int{metrics.Index("meanWait")}}}
				var labels []string
				for label := range groups {
					labels = append(labels, label)
				}
				slices.Sort(labels)
				for _, label := range labels {
					// Labels begin with the number of their class.
					b.Class, b.Label = append(b.Class, int32(label[0]-'0')), append(b.Label, label)
					b.Metrics.Values = append(b.Metrics.Values, groups[label])
				}
				run.Groups = append(run.Groups, b)
			}
			runs = append(runs, run)
		}
	}
	return runs
}

// Group 1 has the waits 10, 20, 30 under fcfs and 9, 16, 29 under easy: means 20 and 18;
// differences -1, -4, -1, of mean -2 and standard deviation √3, so that the half-width is
// t(2, 97.5 %) √3/√3 = 4.302652730; those of 10, 20, 30 have the deviation 10. Group 3
// is there once under fcfs and twice under easy, with 4 against 6 in the only pair. Its
// quantile has another extent each time.
func TestGroupSummaryByHand(t *testing.T) {
	plan := compile(t, `{"version": 1, "machine": {"kind": "cluster", "processors": 4}, "workload": {"kind": "lublin", "jobs": 10, "load": 0.5},
		"policies": [{"kind": "fcfs"}, {"kind": "easy"}], "replications": 3, "groups": [{"by": "size", "quantiles": 4}]}`)
	r := experiment.Collect(plan, grouped(plan, 0, [][][]map[string]float64{
		{{{"1 a": 10}}, {{"1 a": 20, "3 b": 4}}, {{"1 a": 30}}},
		{{{"1 a": 9}}, {{"1 a": 16, "3 b": 6}}, {{"1 a": 29, "3 c": 2}}},
	}), "meanWait")
	if len(r.GroupSummary) != 2 || len(r.GroupComparisons) != 1 {
		t.Fatalf("%+v %+v", r.GroupSummary, r.GroupComparisons)
	}
	wait := metrics.Index("meanWait")
	fcfs, easy, c := &r.GroupSummary[0], &r.GroupSummary[1], &r.GroupComparisons[0]
	if fcfs.Policy != "fcfs" || easy.Policy != "easy" || c.Policy != "easy" || c.Baseline != "fcfs" || c.Level != 0.95 {
		t.Errorf("%+v, %+v, %+v", fcfs, easy, c)
	}
	if !slices.Equal(easy.Class, []int32{1, 3}) || !slices.Equal(easy.Label, []string{"1 a", "group 3 of 4"}) || !slices.Equal(fcfs.Label, []string{"1 a", "3 b"}) {
		t.Errorf("%v %v %v", easy.Class, easy.Label, fcfs.Label)
	}
	const half = 4.302652730
	nan := math.NaN()
	for _, w := range []struct {
		column metrics.Columns
		want   [2]float64
	}{
		{fcfs.N, [2]float64{3, 1}}, {fcfs.Mean, [2]float64{20, 4}}, {fcfs.Low, [2]float64{20 - half*10/math.Sqrt(3), nan}}, {fcfs.High, [2]float64{20 + half*10/math.Sqrt(3), nan}},
		{easy.N, [2]float64{3, 2}}, {easy.Mean, [2]float64{18, 4}},
		{c.N, [2]float64{3, 1}}, {c.Difference, [2]float64{-2, 2}}, {c.Relative, [2]float64{-0.1, 0.5}}, {c.Low, [2]float64{-2 - half, nan}}, {c.High, [2]float64{-2 + half, nan}},
	} {
		for i, want := range w.want {
			if got := w.column.At(i, wait); !near(got, want) && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("group %d: %v, want %v", i, got, want)
			}
		}
	}
	text, err := json.Marshal(c)
	if err != nil || !strings.Contains(string(text), `"label":["1 a","group 3 of 4"],"level":0.95,"n":{"meanWait":[3,1]},"difference":{"meanWait":[-2,2]}`) {
		t.Errorf("%s, %v", text, err)
	}
}

// Points, jobs and policies of both sides by hand, in ten replications that are five
// times the same two: where one side is a fixed share of the other, so is every resample.
// Short jobs wait 4 and 2 at 0.5, 8 and 4 at 0.75; long ones twice as long.
func TestClaimsAboutJobsAndPoints(t *testing.T) {
	const (
		short = `[{"by": "runTime", "most": 60}]`
		long  = `[{"by": "runTime", "above": 60}]`
	)
	for _, c := range []struct {
		claim    string
		verdict  experiment.Verdict
		measured float64
	}{
		{`"where": ` + short + `, "versusWhere": ` + long + `, "versus": "easy", "direction": "lower"`, experiment.Reproduced, 0.5},
		{`"where": ` + short + `, "versusWhere": ` + long + `, "versus": "easy", "direction": "higher"`, experiment.NotReproduced, -0.5},
		{`"where": ` + long + `, "versus": "easy", "at": {"/workload/load": 0.5}, "versusAt": {"/workload/load": 0.75}, "direction": "lower"`, experiment.Reproduced, 0.5},
		{`"where": ` + short + `, "versusWhere": ` + long + `, "versus": "easy", "at": {"/workload/load": 0.5}, "versusAt": {"/workload/load": 0.75}, "direction": "lower", "value": 0.75`, experiment.Reproduced, 0.75},
		{`"where": ` + long + `, "versusWhere": ` + short + `, "versus": "easy", "at": {"/workload/load": 0.5}, "versusAt": {"/workload/load": 0.75}, "direction": "same"`, experiment.Reproduced, 0},
		{`"where": ` + short + `, "versus": "fcfs", "direction": "same"`, experiment.Reproduced, 0},
		{`"where": ` + short + `, "at": {"/workload/load": 0.75}, "direction": "lower", "value": 8`, experiment.Reproduced, 6},
	} {
		plan := compile(t, strings.Replace(sweptClaims, "%s", c.claim, 1))
		var runs []*experiment.Run
		for point, factor := range []float64{1, 2} {
			var replications [][]map[string]float64
			for r := range 10 {
				wait := []float64{4, 2}[r%2] * factor
				var groupings []map[string]float64
				for _, g := range plan.Groupings {
					value := wait
					if g.Where[0].Above != nil {
						value = 2 * wait
					}
					groupings = append(groupings, map[string]float64{"1 all": value})
				}
				replications = append(replications, groupings)
			}
			runs = append(runs, grouped(plan, point, [][][]map[string]float64{replications, replications})...)
		}
		r := experiment.Collect(plan, runs)
		j := &r.Claims[0]
		if j.Verdict != c.verdict || j.Measured == nil || !near(*j.Measured, c.measured) || j.N != 10 {
			t.Errorf("%s: %+v", c.claim, j)
		}
		if len(r.GroupSummary) != 0 {
			t.Errorf("%s: groups that nobody asked for are summarised: %+v", c.claim, r.GroupSummary)
		}
		// Replications that only one point has are in no pair.
		missing := slices.DeleteFunc(slices.Clone(runs), func(run *experiment.Run) bool { return run.PointIndex == 1 && run.Replication >= 4 })
		if j := experiment.Collect(plan, missing).Claims[0]; plan.Claims[0].VersusAt >= 0 && (j.N != 4 || !near(*j.Measured, c.measured) || j.Verdict != experiment.Undecided) {
			t.Errorf("%s: with four pairs %+v", c.claim, j)
		}
	}
}

// A claim about jobs is what a log of those jobs' waits says: of real runs, and without
// any grouping in the scenario.
func TestClaimsOfRealRuns(t *testing.T) {
	plan := compile(t, `{"version": 1, "machine": {"kind": "cluster", "processors": 16}, "workload": {"kind": "lublin", "jobs": 80, "load": 0.9},
		"policies": [{"kind": "fcfs"}, {"kind": "easy"}], "replications": 10,
		"claims": [{"metric": "areaWeightedWait", "policy": "easy", "versus": "easy", "direction": "lower", "where": [{"by": "size", "most": 4}], "versusWhere": [{"by": "size", "above": 4}]}]}`)
	cells := experiment.NewCells(plan)
	sums := [2]float64{}
	for cell, ok := cells.Next(); ok; cell, ok = cells.Next() {
		task, err := experiment.Prepare(plan, cell.Point, cell.Replication, nil)
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
		o := runs[1].Outcome
		var waits, areas [2]float64
		for _, j := range o.EndOrder {
			side := 0
			if o.Workload.Jobs[j].Processors > 4 {
				side = 1
			}
			area := float64(o.Size(j)) * (o.End[j] - o.Start[j]).Seconds()
			waits[side] += area * o.Wait(j).Seconds()
			areas[side] += area
		}
		for side := range sums {
			sums[side] += waits[side] / areas[side]
		}
		cells.Add(cell, runs)
	}
	r := cells.Result()
	if got, want := *r.Claims[0].Measured, 1-sums[0]/sums[1]; !near(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	// What the runs' groups are called is kept once.
	runs := cells.Runs()
	if a, b := runs[0].Groups[0].Label, runs[19].Groups[0].Label; &a[0] != &b[0] {
		t.Error("equal classes are kept twice")
	}
}

// Of many runs with many groups the result prints no groups but their summary.
func TestManyGroupsArePrintedOnce(t *testing.T) {
	plan := compile(t, `{"version": 1, "machine": {"kind": "cluster", "processors": 4}, "workload": {"kind": "lublin", "jobs": 10, "load": 0.5},
		"policies": [{"kind": "fcfs"}, {"kind": "easy"}], "replications": 10000, "groups": [{"by": "size", "bounds": [2]}]}`)
	for n, printed := range map[int]bool{10: true, 10_000: false} {
		replications := slices.Repeat([][]map[string]float64{{{"1 a": 1, "2 b": 2, "3 c": 3, "4 d": 4, "5 e": 5, "6 f": 6}}}, n)
		r := experiment.Collect(plan, grouped(plan, 0, [][][]map[string]float64{replications, replications}))
		text, err := r.JSON()
		if err != nil {
			t.Fatal(err)
		}
		var read experiment.Result
		if err := json.Unmarshal(text, &struct {
			Runs         *[]*experiment.Run       `json:"runs"`
			GroupSummary *[]experiment.GroupMeans `json:"groupSummary"`
		}{&read.Runs, &read.GroupSummary}); err != nil {
			t.Fatal(err)
		}
		if len(read.Runs) != 2*n || (len(read.Runs[0].Groups) == 1) != printed || len(read.GroupSummary) != 2 || read.GroupSummary[0].Len() != 6 {
			t.Errorf("%d replications: %d groups of the first of %d runs", n, len(read.Runs[0].Groups), len(read.Runs))
		}
		if len(r.Runs[0].Groups) != 1 {
			t.Error("the runs themselves have lost their groups")
		}
	}
}
