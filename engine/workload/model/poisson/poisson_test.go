package poisson

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/workloadtest"
)

// Of 100,000 jobs the means of gaps, run times and sizes and of the squares of these two lie within four standard errors
// of what they are drawn from. A sample's own deviation makes the standard error.
func TestJobsAreDrawnFromTheirDistributions(t *testing.T) {
	const n = 100_000
	near := func(what string, want float64, value func(i int) float64) {
		t.Helper()
		sum, squares := 0.0, 0.0
		for i := range n {
			x := value(i)
			sum += x
			squares += x * x
		}
		mean := sum / n
		if e := math.Sqrt((squares/n - mean*mean) / n); math.Abs(mean-want) > 4*e+1e-6*want {
			t.Errorf("%s: mean %v, want %v ± %v", what, mean, want, e)
		}
	}
	// Squared coefficients of variation: 1, 0, (2m)²/12 over m², 1/k, and what is asked for.
	for fields, squared := range map[string]float64{
		`"runs": "exponential"`: 1, `"runs": "constant"`: 0, `"runs": "uniform"`: 1.0 / 3, `"runs": "erlang", "phases": 5`: 0.2,
		`"runs": "hyperexponential", "cv": 1.7`: 1.7 * 1.7, `"runs": "lognormal", "cv": 0.6`: 0.6 * 0.6, `"runs": "lognormal"`: 4,
	} {
		w := workloadtest.Made(t, Kind, fmt.Sprintf(`{"jobs": %d, "meanGap": 3, "meanRun": 50, %s}`, n, fields), workload.Inputs{Seed: 5})
		near(fields, 50, func(i int) float64 { return w.Jobs[i].Run.Seconds() })
		if strings.Contains(fields, "lognormal") {
			// The fourth moment is too large for a sample to show its own error: logarithms are normal.
			variance := math.Log(1 + squared)
			mean := math.Log(50) - variance/2
			log := func(i int) float64 { return math.Log(w.Jobs[i].Run.Seconds()) }
			near(fields+", logarithm", mean, log)
			near(fields+", logarithm squared", mean*mean+variance, func(i int) float64 { return log(i) * log(i) })
		} else {
			near(fields+", squared", 2500*(1+squared), func(i int) float64 { return w.Jobs[i].Run.Seconds() * w.Jobs[i].Run.Seconds() })
		}
		near(fields+", gaps", 3, func(i int) float64 {
			if i == 0 {
				return w.Jobs[0].Submit.Seconds()
			}
			return (w.Jobs[i].Submit - w.Jobs[i-1].Submit).Seconds()
		})
		for i, j := range w.Jobs {
			if j.Estimate != j.Run || j.Processors != 1 {
				t.Fatalf("%s: job %d is %+v", fields, i, j)
			}
		}
	}
	for _, c := range []struct {
		fields        string
		mean, squares float64
		whole         func(size int32) bool
	}{
		{`"sizes": "constant", "size": 3`, 3, 9, func(size int32) bool { return size == 3 }},
		{`"sizes": "uniform", "size": 6`, 3.5, 91.0 / 6, func(size int32) bool { return 1 <= size && size <= 6 }},
		// 1, 2, 4 and 8 of up to 12 processors: mean 15/4, squares (1+4+16+64)/4.
		{`"sizes": "powersOfTwo"`, 15.0 / 4, 85.0 / 4, func(size int32) bool { return bits.OnesCount32(uint32(size)) == 1 && size <= 8 }},
	} {
		w := workloadtest.Made(t, Kind, fmt.Sprintf(`{"jobs": %d, "load": 0.6, "meanRun": 50, %s}`, n, c.fields), workload.Inputs{Seed: 5, Processors: 12})
		size := func(i int) float64 { return float64(w.Jobs[i].Processors) }
		near(c.fields, c.mean, size)
		near(c.fields+", squared", c.squares, func(i int) float64 { return size(i) * size(i) })
		// Gaps of mean size × mean run time / (load × processors).
		near(c.fields+", gaps", c.mean*50/(0.6*12), func(i int) float64 {
			return (w.Jobs[i].Submit - w.Jobs[max(0, i-1)].Submit).Seconds() * n / (n - 1)
		})
		for _, j := range w.Jobs {
			if !c.whole(j.Processors) {
				t.Fatalf("%s: a job of %d processors", c.fields, j.Processors)
			}
		}
	}
}

// Sizes and run times stay as they are if jobs come faster.
func TestAttributesHaveStreamsOfTheirOwn(t *testing.T) {
	made := func(load string) []engine.Job {
		return workloadtest.Made(t, Kind, `{"jobs": 50, "runs": "lognormal", "sizes": "uniform", "load": `+load+`}`, workload.Inputs{Seed: 5, Processors: 12}).Jobs
	}
	slow, fast := made("0.3"), made("0.6")
	for i := range slow {
		// Twice the load is half the time; rounding to the millisecond adds one at most.
		if d := slow[i].Submit - 2*fast[i].Submit; slow[i].Run != fast[i].Run || slow[i].Processors != fast[i].Processors || d < -1 || d > 1 {
			t.Fatalf("job %d: %+v and %+v", i, slow[i], fast[i])
		}
	}
}

func TestRefuses(t *testing.T) {
	for fields, want := range map[string]string{
		`{"load": 0.5, "meanGap": 3}`:        "/meanGap: 3: load is given too; one of load and meanGap is accepted",
		`{}`:                                 "/processors: missing, and the machine is not one pool whose size could be used; the number of processors is accepted",
		`{"meanGap": 3, "sizes": "uniform"}`: "/processors: missing, and the machine is not one pool whose size could be used; the number of processors is accepted",
		`{"meanGap": 3, "runs": "hyperexponential", "cv": 0.9}`:             "/cv: 0.9: a number of at least 1 is accepted for hyperexponential run times",
		`{"meanGap": 10000000, "jobs": 20000}`:                              "",
		`{"load": 0.1, "processors": 1, "meanRun": 10000000, "jobs": 1000}`: "",
		`{"load": 0.001, "processors": 1, "meanRun": 10000000}`:             "/load: job 95 would be submitted after 1000000000000 s, the latest time that is accepted",
	} {
		_, _, err := Kind.Make(workloadtest.Checked(t, Kind.Params, fields), workload.Inputs{Seed: 1})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: error %v", fields, err)
		}
	}
}

// Of mean run time 100 s, by hand:
//
//   - M/M/1: ρ/(1-ρ) times the run time; M/D/1 half of it; M/H2/1 with a coefficient of variation of 2, (1+4)/2 times it;
//     of four phases (1+1/4)/2, uniform (1+1/3)/2.
//   - M/M/2 with 1 Erlang: 1/3 of the jobs wait, 100 s / (2-1) on average.
//   - M/M/3 with 2 Erlang: p0 = 1/(1+2+2+4) = 1/9, and 4/9 wait, for 100 s on average.
//   - Jobs of 2 processors on 5 are served in 2 places, and use at most 4 processors. In units of 3 they are, on 6.
func TestClosedForms(t *testing.T) {
	for _, c := range []struct {
		fields            string
		processors, unit  int32
		name              string
		wait, utilization float64
	}{
		{`"load": 0.5`, 1, 1, "M/M/1", 100, 0.5},
		{`"load": 0.9`, 1, 1, "M/M/1", 900, 0.9},
		{`"load": 0.9, "runs": "constant"`, 1, 1, "M/D/1", 450, 0.9},
		{`"load": 0.9, "runs": "hyperexponential"`, 1, 1, "M/H2/1", 2250, 0.9},
		{`"load": 0.9, "runs": "erlang"`, 1, 1, "M/E4/1", 562.5, 0.9},
		{`"load": 0.75, "runs": "uniform"`, 1, 1, "M/G/1", 200, 0.75},
		{`"load": 0.75, "runs": "lognormal", "cv": 3`, 1, 1, "M/G/1", 1500, 0.75},
		{`"meanGap": 100`, 2, 1, "M/M/2", 100.0 / 3, 0.5},
		{`"meanGap": 50`, 3, 1, "M/M/3", 400.0 / 9, 2.0 / 3},
		{`"meanGap": 100, "sizes": "constant", "size": 2`, 5, 1, "M/M/2", 100.0 / 3, 0.4},
		{`"meanGap": 100, "sizes": "constant", "size": 2`, 6, 3, "M/M/2", 100.0 / 3, 1.0 / 3},
		// A job that has the machine to itself.
		{`"load": 0.5, "sizes": "constant", "size": 8, "runs": "constant"`, 8, 1, "M/D/1", 50, 0.5},
		{`"load": 0.5, "sizes": "constant", "size": 8, "runs": "constant"`, 15, 1, "M/D/1", 100 * (7.5 / 8) / (2 * (0.5 / 8)), 0.5},
		// Nothing is known.
		{`"load": 1`, 1, 1, "", 0, 0},
		{`"load": 0.5, "runs": "constant"`, 2, 1, "", 0, 0},
		{`"load": 0.5, "sizes": "uniform"`, 2, 1, "", 0, 0},
		{`"load": 0.1, "sizes": "constant", "size": 3`, 2, 1, "", 0, 0},
	} {
		q := queue(workloadtest.Checked(t, Kind.Params, "{"+c.fields+"}"), c.processors, c.unit)
		if c.name == "" {
			if q != nil {
				t.Errorf("%s on %d processors: %+v", c.fields, c.processors, q)
			}
			continue
		}
		gap := 100 / (float64(c.utilization) * float64(c.processors)) // of jobs of one processor
		if q == nil || q.Name != c.name || math.Abs(q.Wait-c.wait) > 1e-9*c.wait || math.Abs(q.Utilization-c.utilization) > 1e-12 ||
			q.Response != q.Wait+100 || len(c.fields) < 20 && math.Abs(q.Length-c.wait/gap) > 1e-9 {
			t.Errorf("%s on %d processors: %+v, want %s with a wait of %v", c.fields, c.processors, q, c.name, c.wait)
		}
	}
	// Many places: terms of the sum that defines Erlang C overflow, the recurrence does not. By the limit of Halfin and
	// Whitt, c = a + β√a with β = 1 makes 1/(1 + √(2π) β Φ(β) exp(β²/2)) = 0.2234 of the jobs wait.
	if got := erlangC(1_001_000, 1e6); math.Abs(got-0.2234) > 5e-4 {
		t.Errorf("C(1001000, 1e6) = %v", got)
	}
}
