package experiment_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/policies"
)

func compile(t *testing.T, text string) *scenario.Plan {
	t.Helper()
	s, err := scenario.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := scenario.Compile(s, policies.Catalogs())
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// waits are mean waits in the replications of a point, under fcfs and under easy.
type waits struct{ fcfs, easy []float64 }

// measured are runs that have nothing but a mean wait.
func measured(plan *scenario.Plan, points []waits) []*experiment.Run {
	var runs []*experiment.Run
	for i, point := range points {
		for k, values := range [][]float64{point.fcfs, point.easy} {
			for r, v := range values {
				summary := make(metrics.Summary, len(metrics.Descriptions))
				for m := range summary {
					summary[m] = math.NaN()
				}
				summary[metrics.Index("meanWait")] = v
				runs = append(runs, &experiment.Run{Policy: plan.Policies[k].Label, Replication: r, Point: plan.Points[i].Values, PointIndex: i, Measures: experiment.Measures{Metrics: summary}})
			}
		}
	}
	return runs
}

// twelvefold makes twelve replications of two values, each of them six times.
func twelvefold(points []waits) (many []waits) {
	for _, w := range points {
		if len(w.fcfs) == 2 {
			w = waits{slices.Repeat(w.fcfs, 6), slices.Repeat(w.easy, 6)}
		}
		many = append(many, w)
	}
	return many
}

const sweptClaims = `{"version": 1, "machine": {"kind": "cluster", "processors": 4}, "workload": {"kind": "lublin", "jobs": 10, "load": 0.5},
	"policies": [{"kind": "fcfs"}, {"kind": "easy"}], "sweep": [{"path": "/workload/load", "values": [0.5, 0.75]}], "replications": 12,
	"claims": [{"metric": "meanWait", "policy": "easy", %s}]}`

// Intervals by hand, of twelve replications with two values. Where easy waits a fixed
// share of fcfs, every resample has that ratio: half is an improvement of [0.5, 0.5].
// Otherwise a resample has the second value k times, k binomial of 12 and 1/2: P(k <= 1) =
// 0.3 %, P(k <= 2) = 1.9 %, so that the interval, which cuts off 1.1 % (the normal tail
// beyond √(12/11) 2.201), goes from k = 2 to k = 10. Easy 0.4 and 1.6 of fcfs is 0.4 + 0.1 k,
// an improvement of [-0.4, 0.4]; 0.5 and 0.8 is 0.5 + 0.025 k, [0.25, 0.45].
func TestVerdicts(t *testing.T) {
	var (
		half     = waits{[]float64{8, 4}, []float64{4, 2}}
		quarter  = waits{[]float64{8, 4}, []float64{6, 3}}
		worse    = waits{[]float64{8, 4}, []float64{10, 5}}
		equal    = waits{[]float64{8, 4}, []float64{8, 4}}
		unclear  = waits{[]float64{1, 1}, []float64{0.4, 1.6}}
		positive = waits{[]float64{1, 1}, []float64{0.5, 0.8}}
		single   = waits{[]float64{8}, []float64{4}}
		few      = waits{[]float64{8, 4, 8}, []float64{4, 2, 4}}
		never    = waits{[]float64{0, 0}, []float64{0, 0}}
		missing  = waits{}
		zero     = waits{[]float64{0, 4, 0}, []float64{0, 2, 0}} // half; a resample without the second divides by 0
	)
	const (
		lower = `"versus": "fcfs", "direction": "lower"`
		at0   = `, "at": {"/workload/load": 0.5}`
		at1   = `, "at": {"/workload/load": 0.75}`
	)
	for _, c := range []struct {
		claim    string
		points   [2]waits
		verdict  experiment.Verdict
		measured string // measured, low, high at the point that the value is held against
		point    float64
	}{
		// The direction alone, at one point.
		{lower + at0, [2]waits{half, missing}, experiment.Reproduced, "0.5 0.5 0.5", 0.5},
		{lower + at1, [2]waits{missing, positive}, experiment.Reproduced, "0.35 0.25 0.45", 0.75},
		{lower + at0, [2]waits{worse, half}, experiment.NotReproduced, "-0.25 -0.25 -0.25", 0.5},
		{lower + at0, [2]waits{unclear, half}, experiment.Undecided, "0 -0.4 0.4", 0.5},
		{lower + at0, [2]waits{single, half}, experiment.Undecided, "0.5 - -", 0.5},
		{lower + at0, [2]waits{missing, half}, experiment.Undecided, "- - -", 0.5},
		{lower + at0, [2]waits{zero, half}, experiment.Undecided, "0.5 - -", 0.5},
		{`"versus": "fcfs", "direction": "higher"` + at0, [2]waits{worse, half}, experiment.Reproduced, "0.25 0.25 0.25", 0.5},
		{`"versus": "fcfs", "direction": "higher"` + at0, [2]waits{positive, half}, experiment.NotReproduced, "-0.35 -0.45 -0.25", 0.5},

		// With a value at that point.
		{lower + at0 + `, "value": 0.5`, [2]waits{half, missing}, experiment.Reproduced, "0.5 0.5 0.5", 0.5},
		{lower + at0 + `, "value": 0.4`, [2]waits{half, missing}, experiment.Reproduced, "0.5 0.5 0.5", 0.5},
		{lower + at0 + `, "value": 0.51`, [2]waits{half, missing}, experiment.SameDirection, "0.5 0.5 0.5", 0.5},
		{lower + at0 + `, "value": 0.44`, [2]waits{positive, missing}, experiment.Reproduced, "0.35 0.25 0.45", 0.5},
		{lower + at0 + `, "value": 0.46`, [2]waits{positive, missing}, experiment.SameDirection, "0.35 0.25 0.45", 0.5},
		{lower + at0 + `, "published": "44 %"`, [2]waits{positive, missing}, experiment.Reproduced, "0.35 0.25 0.45", 0.5},
		{lower + at0 + `, "published": "46 %"`, [2]waits{positive, missing}, experiment.SameDirection, "0.35 0.25 0.45", 0.5},
		{lower + at0 + `, "published": "up to 46 %"`, [2]waits{positive, missing}, experiment.Reproduced, "0.35 0.25 0.45", 0.5},
		{lower + at0 + `, "value": 0.25`, [2]waits{unclear, missing}, experiment.Undecided, "0 -0.4 0.4", 0.5},
		{lower + at0 + `, "value": 0.55`, [2]waits{unclear, missing}, experiment.NotReproduced, "0 -0.4 0.4", 0.5},
		{lower + at0 + `, "value": 0.1`, [2]waits{equal, missing}, experiment.NotReproduced, "0 0 0", 0.5},
		{lower + at0, [2]waits{equal, missing}, experiment.Undecided, "0 0 0", 0.5},

		// With the best value of the sweep.
		{lower + at0 + `, "best": true, "value": 0.5`, [2]waits{quarter, half}, experiment.Reproduced, "0.5 0.5 0.5", 0.75},
		{lower + at0 + `, "best": true, "value": 0.6`, [2]waits{quarter, half}, experiment.SameDirection, "0.5 0.5 0.5", 0.75},
		{lower + at1 + `, "best": true, "value": 0.4`, [2]waits{quarter, half}, experiment.Reproduced, "0.5 0.5 0.5", 0.75},
		{lower + at0 + `, "best": true, "value": 0.6`, [2]waits{unclear, half}, experiment.NotReproduced, "0.5 0.5 0.5", 0.75},
		{lower + at0 + `, "best": true, "value": 0.5`, [2]waits{unclear, half}, experiment.Undecided, "0.5 0.5 0.5", 0.75},
		{lower + at0 + `, "best": true, "value": 0.25`, [2]waits{quarter, missing}, experiment.Undecided, "0.25 0.25 0.25", 0.5},
		{lower + at0 + `, "best": true, "value": 0.25`, [2]waits{quarter, single}, experiment.Undecided, "0.5 - -", 0.75},
		{lower + at0 + `, "best": true, "value": 0.25`, [2]waits{worse, half}, experiment.NotReproduced, "0.5 0.5 0.5", 0.75},

		// Everywhere: the point where the claim fares worst decides.
		{lower, [2]waits{half, quarter}, experiment.Reproduced, "0.25 0.25 0.25", 0.75},
		{lower, [2]waits{half, worse}, experiment.NotReproduced, "-0.25 -0.25 -0.25", 0.75},
		{lower, [2]waits{half, missing}, experiment.Undecided, "0.5 0.5 0.5", 0.5},
		{lower + `, "best": true, "value": 0.5`, [2]waits{half, quarter}, experiment.Reproduced, "0.5 0.5 0.5", 0.5},
		{`"versus": "fcfs", "direction": "same"`, [2]waits{equal, worse}, experiment.NotReproduced, "0.25 0.25 0.25", 0.75},

		// The same, within a relative distance: fcfs and easy differ by a quarter.
		{`"versus": "fcfs", "direction": "same"` + at0, [2]waits{equal, missing}, experiment.Reproduced, "0 0 0", 0.5},
		{`"versus": "fcfs", "direction": "same", "within": 0.25` + at0, [2]waits{quarter, missing}, experiment.Reproduced, "-0.25 -0.25 -0.25", 0.5},
		{`"versus": "fcfs", "direction": "same", "within": 0.24` + at0, [2]waits{quarter, missing}, experiment.NotReproduced, "-0.25 -0.25 -0.25", 0.5},
		{`"versus": "fcfs", "direction": "same"` + at0, [2]waits{unclear, missing}, experiment.Undecided, "0 -0.4 0.4", 0.5},
		{`"versus": "fcfs", "direction": "same"` + at0, [2]waits{never, missing}, experiment.Reproduced, "0 0 0", 0.5},
		{lower + at0, [2]waits{few, missing}, experiment.Undecided, "0.5 - -", 0.5},
		{`"versus": "fcfs", "direction": "same"` + at0, [2]waits{single, missing}, experiment.Undecided, "-0.5 - -", 0.5},

		// Figures: the waits of easy are 4 s twice.
		{`"direction": "lower", "value": 4` + at0, [2]waits{{[]float64{4, 4}, []float64{4, 4}}, missing}, experiment.Reproduced, "4 4 4", 0.5},
		{`"direction": "lower", "value": 3` + at0, [2]waits{{[]float64{4, 4}, []float64{4, 4}}, missing}, experiment.NotReproduced, "4 4 4", 0.5},
		{`"direction": "higher", "value": 5` + at0, [2]waits{{[]float64{4, 4}, []float64{4, 4}}, missing}, experiment.NotReproduced, "4 4 4", 0.5},
		{`"direction": "same", "value": 5, "within": 0.2` + at0, [2]waits{{[]float64{4, 4}, []float64{4, 4}}, missing}, experiment.Reproduced, "4 4 4", 0.5},
		{`"direction": "same", "value": 5, "within": 0.1` + at0, [2]waits{{[]float64{4, 4}, []float64{4, 4}}, missing}, experiment.NotReproduced, "4 4 4", 0.5},
		{`"direction": "same", "value": 4` + at0, [2]waits{single, missing}, experiment.Undecided, "4 - -", 0.5},
	} {
		plan := compile(t, fmt.Sprintf(sweptClaims, c.claim))
		j := experiment.Collect(plan, measured(plan, twelvefold(c.points[:])), "maxWait").Claims[0]
		got := fmt.Sprintf("%s %s %s", figure(j.Measured), figure(j.Low), figure(j.High))
		if j.Verdict != c.verdict || got != c.measured || j.Point["/workload/load"] != c.point {
			t.Errorf("%s of %v:\ngot  %q, %s at %v\nwant %q, %s at %v", c.claim, c.points, j.Verdict, got, j.Point, c.verdict, c.measured, c.point)
		}
	}
}

func figure(v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.4g", *v)
}

// A claim whose value is the best one shows the point that decides its direction, too.
func TestDecidingPointOfAClaim(t *testing.T) {
	points := []waits{{[]float64{8, 4}, []float64{6, 3}}, {[]float64{8, 4}, []float64{4, 2}}}
	for at, deciding := range map[string]bool{"0.5": true, "0.75": false} {
		plan := compile(t, fmt.Sprintf(sweptClaims, `"versus": "fcfs", "direction": "lower", "best": true, "value": 0.5, "at": {"/workload/load": `+at+`}`))
		j := experiment.Collect(plan, measured(plan, twelvefold(points))).Claims[0]
		if (j.Deciding != nil) != deciding || j.N != 12 || j.Level != 0.95 {
			t.Errorf("at %s: %+v", at, j)
		}
		if deciding && (*j.Deciding.Measured != 0.25 || j.Deciding.Point["/workload/load"] != 0.5) {
			t.Errorf("at %s: %+v", at, j.Deciding)
		}
	}
}
