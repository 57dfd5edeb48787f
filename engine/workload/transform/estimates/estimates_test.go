package estimates

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/table"
	"backfill/engine/workload/workloadtest"
)

const s = engine.Second

func estimated(t *testing.T, fields string, w *engine.Workload, in workload.Inputs) []engine.Time {
	t.Helper()
	out, _, err := workloadtest.Apply(t, Transform, fields, w, in)
	if err != nil {
		t.Fatal(err)
	}
	var got []engine.Time
	for _, j := range out.Jobs {
		got = append(got, j.Estimate)
	}
	return got
}

func TestEstimates(t *testing.T) {
	for fields, want := range map[string][]engine.Time{
		`{"model": "exact"}`: {40 * s, 50 * s, 30 * s, 10 * s},
		`{"model": "log"}`:   {100 * s, 60 * s, 20 * s, 10 * s},
		// min(R, 2T): min(100, 80), min(60, 100), min(20, 60), min(10, 20).
		`{"model": "factor"}`:                              {80 * s, 60 * s, 20 * s, 10 * s},
		`{"model": "factor", "capped": false}`:             {80 * s, 100 * s, 60 * s, 20 * s},
		`{"model": "hybrid", "share": 1}`:                  {80 * s, 60 * s, 20 * s, 10 * s},
		`{"model": "hybrid", "share": 1, "capped": false}`: {80 * s, 100 * s, 60 * s, 20 * s},
		`{"model": "hybrid", "share": 0}`:                  {100 * s, 60 * s, 20 * s, 10 * s},
		`{"model": "fModel", "overestimate": 0}`:           {40 * s, 50 * s, 30 * s, 10 * s},
		// 1.0000125 * 40 s = 40.0005 s, a half millisecond, rounded up.
		`{"model": "factor", "factor": 1.0000125}`: {40001, 50001, 20 * s, 10 * s},
	} {
		if diff := cmp.Diff(want, estimated(t, fields, workloadtest.FourJobs(), workload.Inputs{})); diff != "" {
			t.Errorf("%s: %s", fields, diff)
		}
	}
	long := workloadtest.ManyJobs(1)
	long.Jobs[0].Run = table.Latest - 1
	if got := estimated(t, `{"model": "factor", "factor": 1000, "capped": false}`, long, workload.Inputs{}); got[0] != table.Latest {
		t.Errorf("estimate %v beyond the latest time", got[0])
	}
}

// Of n jobs that request ten times their run time a share p, with the standard error
// sqrt(p(1-p)/n), is accurate; with a larger share the same and others. Neighbours are independent:
// p^2 of the pairs are both accurate. Another replication chooses others.
func TestEstimatesHybrid(t *testing.T) {
	workloadtest.OnlyNatively(t)
	const n = 100_000
	w := workloadtest.ManyJobs(n)
	for i := range w.Jobs {
		w.Jobs[i].Estimate = 10 * s
	}
	few := estimated(t, `{"model": "hybrid", "share": 0.6, "factor": 3}`, w, workload.Inputs{Seed: 1})
	many := estimated(t, `{"model": "hybrid", "share": 0.8, "factor": 3}`, w, workload.Inputs{Seed: 1})
	other := estimated(t, `{"model": "hybrid", "share": 0.6, "factor": 3}`, w, workload.Inputs{Seed: 1, Replication: 1})
	var accurate, both, inBoth float64
	for i := range few {
		if few[i] != 3*s && few[i] != 10*s || few[i] == 3*s && many[i] != 3*s {
			t.Fatalf("job %d: %v and %v", i, few[i], many[i])
		}
		if few[i] == 3*s {
			accurate++
			if i > 0 && few[i-1] == 3*s {
				both++
			}
			if other[i] == 3*s {
				inBoth++
			}
		}
	}
	for what, c := range map[string]struct{ got, want float64 }{"accurate": {accurate, 0.6}, "neighbours": {both, 0.36}, "replications": {inBoth, 0.36}} {
		// Pairs that share a job are correlated: twice the standard error of independent ones is enough for them.
		if math.Abs(c.got/n-c.want) > 8*math.Sqrt(c.want*(1-c.want)/n) {
			t.Errorf("%s: share %v, want %v", what, c.got/n, c.want)
		}
	}
}

// Factors 1 + fU have the mean 1 + f/2 and the standard deviation f/sqrt(12), whatever
// was requested; a larger f stretches the same draws.
func TestEstimatesFModel(t *testing.T) {
	workloadtest.OnlyNatively(t)
	const n = 50_000
	w := workloadtest.ManyJobs(n)
	for i := range w.Jobs {
		w.Jobs[i].Run = 1000 * s
	}
	drawn := map[float64][]engine.Time{}
	for _, f := range []float64{1, 300} {
		drawn[f] = estimated(t, fmt.Sprintf(`{"model": "fModel", "overestimate": %v}`, f), w, workload.Inputs{Seed: 2})
		var factor workloadtest.Sample
		for _, e := range drawn[f] {
			x := e.Seconds() / 1000
			if x < 1 || x > 1+f {
				t.Fatalf("factor %v", x)
			}
			factor.Add(x)
		}
		factor.Near(t, "factor", 1+f/2, 1e-6)
		if want := f / math.Sqrt(12); math.Abs(factor.SD()/want-1) > 0.02 {
			t.Errorf("standard deviation %v, want %v", factor.SD(), want)
		}
	}
	for i, e := range drawn[1] {
		if stretched := 1000*s + 300*(e-1000*s); math.Abs(float64(stretched-drawn[300][i])) > 200 {
			t.Fatalf("job %d: %v and %v", i, e, drawn[300][i])
		}
	}
}

func TestEstimatesDifferByModel(t *testing.T) {
	for model, want := range map[string]bool{"exact": false, "factor": false, "log": false, "hybrid": true, "fModel": true, "tsafrir": true} {
		if got := Transform.Differs(workloadtest.Checked(t, Transform.Params, fmt.Sprintf(`{"model": %q}`, model))); got != want {
			t.Errorf("%s: replications differ: %v", model, got)
		}
	}
}
