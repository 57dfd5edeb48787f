package reproduce

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/workload/workloadtest"
)

// Jobs of Baraglia and others' study that are in the system, waiting or running, when half of all have
// been submitted, and when all have.
const (
	presentHalfway = "presentHalfway"
	presentAtLast  = "presentAtLast"
)

// baragliaNames are what is kept of a run.
var baragliaNames = []string{"late", "lateOfAll", "meanSlowdown", "medianSlowdown", "machineUsage", "licenceUsage", "preemptions",
	"restarts", "suspensions", "checkpoints", "lostWork", "meanWait", "meanQueue", "maxQueue", "plans", presentHalfway, presentAtLast}

var baragliaMeasures = measures{names: baragliaNames, source: "baraglia_test.go",
	of: func(t *experiment.Task, policy int) ([]float64, error) {
		run, err := t.Simulate(policy, nil)
		if err != nil {
			return nil, err
		}
		summary := metrics.Of(run.Outcome)
		jobs := run.Outcome.Workload.Jobs
		var row []float64
		for _, name := range baragliaNames {
			switch name {
			case presentHalfway:
				row = append(row, present(run.Outcome, jobs[len(jobs)/2].Submit))
			case presentAtLast:
				row = append(row, present(run.Outcome, jobs[len(jobs)-1].Submit))
			default:
				row = append(row, summary.Value(name))
			}
		}
		return row, nil
	}}

// present is the number of jobs that have been submitted at t and have not ended.
func present(o *engine.Outcome, t engine.Time) float64 {
	n := 0
	for j, job := range o.Workload.Jobs {
		if job.Submit <= t && (o.End[j] < 0 || o.End[j] > t) {
			n++
		}
	}
	return float64(n)
}

// baragliaPolicies are those of the study, and others to compare with.
var baragliaPolicies = []string{
	`{"kind": "easy", "label": "EASY"}`,
	`{"kind": "flexible-backfill", "label": "Flexible"}`,
	`{"kind": "flexible-backfill", "age": "literal", "label": "Flexible, literal age"}`,
	`{"kind": "convergent", "label": "CS"}`,
	`{"kind": "convergent", "matching": "counting", "label": "CS-Cs"}`,
	`{"kind": "convergent", "every": 10, "label": "CS-Td"}`,
	`{"kind": "convergent", "matching": "counting", "every": 10, "label": "CS-CsTd"}`,
	`{"kind": "convergent", "overheadWeight": 1000000, "label": "pinned"}`,
	`{"kind": "convergent", "overheadWeight": 0, "label": "W_C=0"}`,
	`{"kind": "convergent", "urgency": "figure", "label": "Figure 2"}`,
}

// Mean times between arrivals (s) of the study.
const baragliaGaps = "1, 4, 6, 8, 10, 12"

// Variants of the study: fields of its farm and of its workload, beside those that both have
// by default.
var baragliaVariants = map[string]struct{ farm, jobs string }{
	"A":              {jobs: `, "speedUp": false`},
	"B":              {jobs: `, "speedUp": true`},
	"absolute":       {jobs: `, "deadlines": "absolute"`},
	"share":          {jobs: `, "deadlines": "share"`},
	"tight licences": {farm: `, "ratioMin": 0.11, "ratioMax": 0.13`},
	"none suspends":  {farm: `, "suspendShare": 0`},
	"all suspend":    {farm: `, "suspendShare": 1`},
}

// baragliaStudy is a variant at all times between arrivals, under every policy.
func baragliaStudy(t *testing.T, variant string, workloads int) *study {
	t.Helper()
	v, ok := baragliaVariants[variant]
	if !ok {
		t.Fatalf("no variant %q", variant)
	}
	return newStudy(t, fmt.Appendf(nil, `{"version": 1, "machine": {"kind": "farm"%s}, "workload": {"kind": "farm"%s}, "policies": [%s], "sweep": [{"path": "/workload/meanGap", "values": [%s]}]}`,
		v.farm, v.jobs, strings.Join(baragliaPolicies, ", "), baragliaGaps), workloads)
}

// Late jobs (%), mean and median slowdown, usage of machines and licences (%).
var baragliaFigures = []string{"late", "meanSlowdown", "medianSlowdown", "machineUsage", "licenceUsage"}

// baragliaColumn has those metrics of a policy.
func baragliaColumn(policy string, names ...string) quotedColumn {
	c := quotedColumn{title: policy}
	for _, name := range names {
		c.figures = append(c.figures, quantity{metric: name, policy: policy})
	}
	return c
}

// baragliaTables are figures of an independent prototype. Rows are mean times between arrivals.
var baragliaTables = []quotedTable{
	{title: "Reading A: a job holds its processors for e·b/MIPS", study: "A", workloads: 20,
		columns: []quotedColumn{baragliaColumn("EASY", baragliaFigures...), baragliaColumn("Flexible", baragliaFigures...), baragliaColumn("CS-Cs", baragliaFigures...)},
		rows: `
		1  | 76.4 [75.6,77.2] / 6.31 [6.10,6.52] / 4.19 / 85.4 / 49.7 | 63.2 [62.0,64.4] / 4.59 / 3.35 / 80.7 / 53.1 | 45.5 [44.4,46.6] / 3.52 [3.40,3.64] / 2.62 / 84.0 / 56.0
		4  | 64.8 [63.4,66.2] / 4.69 / 2.97 / 85.7 / 50.8 | 46.0 [44.4,47.6] / 3.57 / 1.98 / 80.6 / 54.0 | 28.8 [27.5,30.1] / 2.65 / 1.57 / 83.0 / 56.4
		6  | 55.9 [54.1,57.7] / 3.72 / 2.22 / 86.1 / 53.4 | 35.5 [33.3,37.7] / 2.94 / 1.46 / 81.6 / 55.8 | 20.8 [19.5,22.1] / 2.18 / 1.20 / 82.6 / 57.8
		8  | 46.0 [43.6,48.4] / 2.86 / 1.68 / 86.2 / 57.1 | 26.5 [24.3,28.7] / 2.37 / 1.20 / 83.3 / 59.8 | 14.9 [13.6,16.2] / 1.84 / 1.04 / 82.2 / 61.3
		10 | 34.8 [31.2,38.4] / 2.17 / 1.29 / 86.7 / 64.8 | 17.8 [15.4,20.2] / 1.84 / 1.05 / 84.1 / 66.7 | 10.7 [9.5,11.9] / 1.57 / 1.00 / 80.9 / 65.5
		12 | 22.6 [18.8,26.4] / 1.65 / 1.07 / 86.3 / 74.6 | 11.7 [9.5,13.9] / 1.47 / 1.01 / 83.8 / 73.9 | 8.0 [6.9,9.1] / 1.39 / 1.00 / 79.2 / 69.9`},
	{title: "Reading A: flexible backfilling with the age as printed", study: "A", workloads: 10,
		columns: []quotedColumn{baragliaColumn("Flexible, literal age", baragliaFigures...)},
		rows: `
		1  | 76.4 / 6.38 / 4.19 / 81.8 / 46.5
		4  | 64.0 / 4.71 / 2.94 / 82.6 / 49.6
		6  | 54.8 / 3.74 / 2.16 / 82.7 / 51.5
		8  | 45.5 / 2.87 / 1.67 / 84.2 / 56.5
		10 | 33.6 / 2.21 / 1.24 / 83.7 / 63.7
		12 | 22.9 / 1.71 / 1.04 / 83.6 / 72.0`},
	{title: "Reading A: late jobs (%) of the four versions", study: "A", workloads: 6,
		columns: []quotedColumn{baragliaColumn("CS", "late"), baragliaColumn("CS-Cs", "late"), baragliaColumn("CS-Td", "late"), baragliaColumn("CS-CsTd", "late")},
		rows: `
		1  | 45.6 | 45.3 | 45.9 | 45.6
		4  | 28.7 | 28.9 | 29.2 | 28.9
		8  | 14.7 | 14.8 | 14.9 | 14.8
		12 | 8.1 | 8.6 | 9.1 | 8.5`},
	{title: "Reading B: a job takes e·b/(MIPS·c)", study: "B", workloads: 20,
		columns: []quotedColumn{baragliaColumn("EASY", baragliaFigures...), baragliaColumn("Flexible", baragliaFigures...), baragliaColumn("CS-Cs", baragliaFigures...)},
		rows: `
		1  | 64.1 [62.7,65.5] / 5.54 / 2.86 / 92.9 / 70.3 | 47.5 [45.4,49.6] / 5.01 / 2.01 / 84.2 / 63.8 | 29.9 [28.4,31.4] / 3.42 / 1.83 / 91.6 / 69.2
		4  | 5.4 [4.1,6.7] / 1.05 / 1.00 / 97.5 / 88.8 | 4.8 [3.7,5.9] / 1.03 / 1.00 / 97.6 / 88.8 | 2.9 [2.1,3.7] / 1.04 / 1.00 / 97.3 / 90.8
		6  | 1.5 [1.1,1.9] / 1.00 / 1.00 / 99.7 / 89.0 | 1.4 / 1.00 / 1.00 / 99.7 / 89.0 | 1.0 [0.7,1.3] / 1.00 / 1.00 / 99.8 / 91.0
		8  | 0.6 [0.3,0.9] / 1.00 / 1.00 / 99.9 / 88.7 | 0.6 / 1.00 / 1.00 / 99.9 / 88.7 | 0.4 [0.2,0.6] / 1.00 / 1.00 / 99.9 / 90.7
		10 | 0.3 / 1.00 / 1.00 / 100 / 88.6 | 0.3 / 1.00 / 1.00 / 100 / 88.6 | 0.2 / 1.00 / 1.00 / 99.9 / 90.6
		12 | 0.2 / 1.00 / 1.00 / 100 / 88.9 | 0.2 / 1.00 / 1.00 / 100 / 88.9 | 0.2 / 1.00 / 1.00 / 100 / 91.0`},
	{title: "Deadlines in seconds behind submission and run time: late jobs (%)", study: "absolute", workloads: 3,
		columns: []quotedColumn{baragliaColumn("EASY", "late"), baragliaColumn("CS-Cs", "late")},
		rows: `
		1 | 89.9 | 69.9
		4 | 81.3 | 51.9
		8 | 67.0 | 40.9`},
	{title: "Deadlines in percent of the run time, behind submission: late jobs (%)", study: "share", workloads: 3,
		columns: []quotedColumn{baragliaColumn("EASY", "late"), baragliaColumn("CS-Cs", "late")},
		rows: `
		1 | 92.5 | 75.3
		4 | 87.0 | 64.4
		8 | 77.5 | 56.5`},
	{title: "A fifth of the licences: late jobs (%)", study: "tight licences", workloads: 3,
		columns: []quotedColumn{baragliaColumn("EASY", "late"), baragliaColumn("CS-Cs", "late")},
		rows: `
		1 | 77.2 | 55.6
		4 | 66.5 | 40.6
		8 | 54.1 | 25.1`},
	{title: "No preemption, and preemption for nothing: late jobs (%)", study: "A", workloads: 3,
		columns: []quotedColumn{baragliaColumn("pinned", "late"), baragliaColumn("CS", "late"), baragliaColumn("W_C=0", "late")},
		rows: `
		4 | 31.9 | 29.8 | 29.9
		8 | 17.7 | 16.4 | 16.2`},
	{title: "The deadline's criterion as in Figure 2, and by equation 6: late jobs (%), mean slowdown", study: "A", workloads: 3,
		columns: []quotedColumn{baragliaColumn("Figure 2", "late", "meanSlowdown"), baragliaColumn("CS", "late", "meanSlowdown")},
		rows: `
		1 | 37.5 / 4.4 | 45.7 / 3.7
		4 | 23.6 / 3.6 | 29.6 / 2.8
		8 | 9.7 / 2.7 | 15.7 / 2.0`},
}

// Six workloads of reading A agree with the prototype's figures at a mean time between arrivals
// of 12 s.
func TestSampleOfBaraglia(t *testing.T) {
	workloadtest.OnlyNatively(t)
	if runtime.GOARCH == "wasm" {
		t.Skip("schedules are the same there, as the golden ones show, and it would take long")
	}
	s := simulations{measures: baragliaMeasures}
	table := baragliaTables[0]
	table.rows = slices.Collect(strings.Lines(strings.TrimSpace(table.rows)))[5]
	found := figures(table.read(t, map[string]*study{"A": baragliaStudy(t, "A", 6)}))
	s.measureFigures(t, found)
	for i := range found {
		if e := s.estimate(&found[i]); !found[i].agrees(e) || math.IsNaN(e.value) {
			t.Error(found[i].disagreement(e))
		}
	}
	if len(found) != 15 {
		t.Errorf("%d figures were compared", len(found))
	}
}
