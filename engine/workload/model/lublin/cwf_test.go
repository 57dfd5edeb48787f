package lublin

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/stat/distuv"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/transform"
	"backfill/engine/workload/workloadtest"
)

const s = engine.Second

func drawnCWF(t testing.TB, fields string, replication int) *engine.Workload {
	t.Helper()
	return workloadtest.Made(t, CWFKind, fields, workload.Inputs{Seed: 1, Replication: replication, Processors: 320})
}

// Small sizes, uniform on [1, 3] and rounded, are 1, 2, 3 units with probability 1/4,
// 1/2, 1/4; large ones, on [4, 10], are 4 and 10 with 1/12 and those between with 1/6,
// or rounded down 4 to 9 with 1/6. Of n sizes a share p has the standard error
// sqrt(p(1-p)/n).
func TestLublinCWFSizes(t *testing.T) {
	workloadtest.OnlyNatively(t)
	const n = 100_000
	for _, c := range []struct {
		sizes string
		small float64
		want  [11]float64 // by units, in twelfths of small and of large
	}{
		{"round", 0.5, [11]float64{0, 3, 6, 3, 1, 2, 2, 2, 2, 2, 1}},
		{"floorLarge", 0.2, [11]float64{0, 3, 6, 3, 2, 2, 2, 2, 2, 2, 0}},
	} {
		w := drawnCWF(t, fmt.Sprintf(`{"jobs": %d, "sizes": %q, "smallShare": %v}`, n, c.sizes, c.small), 0)
		var count [11]float64
		for _, j := range w.Jobs {
			if j.Processors%32 != 0 {
				t.Fatalf("size %d", j.Processors)
			}
			count[j.Processors/32]++
		}
		for units, twelfths := range c.want {
			p := twelfths / 12 * c.small
			if units >= smallestLarge {
				p = twelfths / 12 * (1 - c.small)
			}
			if got := count[units] / n; math.Abs(got-p) > 4*math.Sqrt(p*(1-p)/n) {
				t.Errorf("%s: share of %d units %v instead of %v", c.sizes, units, got, p)
			}
		}
	}
}

// Means of size, run time (s) and machine seconds per job on 320 processors. The
// first: (1 - P_S) 224 + P_S 64 for rounded sizes, 208 instead of 224 for floorLarge.
// The others integrate the distribution of run times, for the probability of its first
// branch that each size has, over the sizes. Whole seconds take half a second from a run time.
func TestLublinCWFMeans(t *testing.T) {
	workloadtest.OnlyNatively(t)
	const n = 200_000
	for fields, want := range map[string]struct{ size, run, perJob float64 }{
		`"smallShare": 0.2`:                        {192, 12229, 7813.9},
		`"smallShare": 0.5`:                        {144, 10608, 5517.7},
		`"smallShare": 0.8`:                        {96, 8987, 3221.5},
		`"smallShare": 0.2, "p": "unit"`:           {192, 3938, 2408.4},
		`"smallShare": 0.5, "p": "unit"`:           {144, 3836, 1781.4},
		`"smallShare": 0.8, "p": "unit"`:           {96, 3733, 1154.4},
		`"smallShare": 0.2, "sizes": "floorLarge"`: {179.2, 0, 0},
		`"smallShare": 0.8, "sizes": "floorLarge"`: {92.8, 0, 0},
	} {
		w := drawnCWF(t, fmt.Sprintf(`{"jobs": %d, "betaArr": 0.5, %s}`, n, fields), 0)
		var size, run, perJob workloadtest.Sample
		for _, j := range w.Jobs {
			size.Add(float64(j.Processors))
			run.Add(j.Run.Seconds())
			perJob.Add(j.Run.Seconds() * float64(j.Processors) / 320)
		}
		size.Near(t, fields+": size", want.size, 0)
		if want.run > 0 {
			run.Near(t, fields+": run time", want.run-0.5, 0.5)
			perJob.Near(t, fields+": machine seconds", want.perJob-0.5*want.size/320, 0.05)
		}
	}
}

// Mean gaps are E[e^G | G <= 13], G a gamma variable of shape 13.2303*1.0225, known in
// closed form for some scales. Their standard deviation is the integral of the
// density; truncated arrivals take half a second from each gap.
func TestLublinCWFMeanGap(t *testing.T) {
	workloadtest.OnlyNatively(t)
	const n = 200_000
	for scale, want := range map[float64]float64{0.4101: 1149, 0.5101: 6575, 0.6101: 20707} {
		g := distuv.Gamma{Alpha: 13.2303 * 1.0225, Beta: 1 / scale}
		var first, second float64
		const steps = 100_000
		for i := range steps {
			x := (float64(i) + 0.5) * maxLogGap / steps
			p := g.Prob(x) * maxLogGap / steps / g.CDF(maxLogGap)
			first += p * math.Exp(x)
			second += p * math.Exp(2*x)
		}
		w := drawnCWF(t, fmt.Sprintf(`{"jobs": %d, "betaArr": %v}`, n, scale), 0)
		got := w.Jobs[n-1].Submit.Seconds()/n + 0.5
		tolerance := 4*math.Sqrt(second-first*first)/math.Sqrt(n) + 86400.0/n + 0.5
		t.Logf("scale %v: mean gap %.1f s, %.1f s by integration, %v s in closed form", scale, got, first, want)
		if math.Abs(got-want) > tolerance || math.Abs(first-want) > 0.51 {
			t.Errorf("scale %v: mean gap %v s, by integration %v s, instead of %v ± %v", scale, got, first, want, tolerance)
		}
	}
}

// By the weights of the half hours, 99.5 % of the arrivals come between 5 and 13
// o'clock. Arrivals are truncated to whole seconds, so that the cycle of 500 jobs has
// drifted by 250 s at the end; that makes them come a little earlier.
func TestLublinCWFDay(t *testing.T) {
	weights := dailyWeights(elasticType.anum, elasticType.bnum)
	published := []float64{4.42, 5.37, 5.91, 5.98, 5.63, 4.98, 4.17, 3.32, 2.54, 1.86, 1.32, 0.90, 0.60, 0.39}
	for i, want := range published {
		if got := weights[10+i]; math.Abs(got-want) > 0.005 {
			t.Errorf("weight of bucket %d: %v instead of %v", 10+i, got, want)
		}
	}
	sum := 0.0
	for _, w := range weights[10:26] {
		sum += w / 48
	}
	if math.Abs(sum-0.995) > 0.0005 {
		t.Errorf("share by weights %v", sum)
	}
	var share workloadtest.Sample
	for r := range 100 {
		in := 0
		w := drawnCWF(t, `{}`, r)
		for _, j := range w.Jobs {
			if of := j.Submit % engine.Day; of >= 5*engine.Hour-250*s && of < 13*engine.Hour {
				in++
			}
		}
		share.Add(float64(in) / float64(len(w.Jobs)))
	}
	share.Near(t, "share of arrivals", sum, 0.001)
}

// Over 1000 workloads of 500 jobs the scale that gives load 0.9 was .5319 ± .0115,
// .5071 ± .0122 and .4731 ± .0124 for small shares of 0.2, 0.5 and 0.8. Two means agree
// within 3.5 times their standard errors together.
//
// Loads cannot be met exactly, because nobody arrives by night: the last submission is
// at most half a night, 12 hours with the thin ends of the day, from the wanted one;
// on average loads are to be within 0.006.
func TestLublinCWFSolvedLoad(t *testing.T) {
	workloadtest.OnlyNatively(t)
	const n = 200
	for small, want := range map[float64]struct{ mean, sd float64 }{0.2: {0.5319, 0.0115}, 0.5: {0.5071, 0.0122}, 0.8: {0.4731, 0.0124}} {
		var scales, off workloadtest.Sample
		for r := range n {
			w, report, err := makeCWF(workloadtest.Checked(t, CWFKind.Params, fmt.Sprintf(`{"smallShare": %v}`, small)), workload.Inputs{Seed: 1, Replication: r, Processors: 320})
			if err != nil {
				t.Fatal(err)
			}
			var scale float64
			if _, err := fmt.Sscanf(report.Notes[0], "betaArr is %f:", &scale); err != nil {
				t.Fatalf("%v in %q", err, report.Notes[0])
			}
			scales.Add(scale)
			last := w.Jobs[len(w.Jobs)-1].Submit.Seconds()
			wanted := area(w.Jobs) / 1000 / (320 * 0.9)
			if math.Abs(last-wanted) > 12*3600 {
				t.Errorf("small share %v, replication %d: the last job comes at %v s instead of %v s", small, r, last, wanted)
			}
			off.Add(math.Abs(0.9*wanted/last - 0.9))
		}
		t.Logf("small share %v: scale %.4f ± %.4f, load off by %.4f on average", small, scales.Mean(), scales.SD(), off.Mean())
		if math.Abs(scales.Mean()-want.mean) > 3.5*math.Sqrt(scales.SD()*scales.SD()/n+want.sd*want.sd/1000) {
			t.Errorf("small share %v: mean scale %v instead of %v", small, scales.Mean(), want.mean)
		}
		if off.Mean() > 0.006 {
			t.Errorf("small share %v: loads are off by %v", small, off.Mean())
		}
	}
}

// Mean loads of 500 jobs by the scale of arrivals, with the daily cycle of either
// program; 60 samples each gave these means, so that they have the standard error of 60 of ours.
func TestLublinCWFPrograms(t *testing.T) {
	workloadtest.OnlyNatively(t)
	const n = 200
	for program, loads := range map[string]map[float64]float64{
		"c":       {0.4101: 5.33, 0.4601: 2.08, 0.5101: 0.874, 0.5601: 0.453, 0.6101: 0.273},
		"gridsim": {0.4101: 11.8, 0.4601: 3.15, 0.5101: 1.10, 0.5601: 0.526, 0.6101: 0.304},
	} {
		for scale, want := range loads {
			var got workloadtest.Sample
			for r := range n {
				w := drawnCWF(t, fmt.Sprintf(`{"betaArr": %v, "arrivals": %q}`, scale, program), r)
				got.Add(area(w.Jobs) / (320 * float64(w.Jobs[len(w.Jobs)-1].Submit)))
			}
			t.Logf("%s, %v: %.3f", program, scale, got.Mean())
			if tolerance := 3.5 * got.SD() * math.Sqrt(1.0/n+1.0/60); math.Abs(got.Mean()-want) > tolerance {
				t.Errorf("%s, scale %v: mean load %v instead of %v ± %v", program, scale, got.Mean(), want, tolerance)
			}
		}
	}
}

// Every attribute has random numbers of its own: what is asked for changes, and nothing
// else but what moves with it.
func TestLublinCWFStreamsAreIndependent(t *testing.T) {
	const shares = `"dedicatedShare": 0.5, "extendShare": 0.2, "reduceShare": 0.1`
	plain := drawnCWF(t, `{`+shares+`}`, 0)

	offset := func(w *engine.Workload, i int) engine.Time {
		if !w.Dedicated(int32(i)) {
			return -1
		}
		return w.Requested[i] - w.Jobs[i].Submit
	}
	dense := drawnCWF(t, `{"load": 0.5, `+shares+`}`, 0)
	shapes := map[int32]engine.Command{}
	for _, c := range plain.Commands {
		c.At -= plain.Jobs[c.Job].Submit
		shapes[c.Job] = c
	}
	for _, c := range dense.Commands {
		c.At -= dense.Jobs[c.Job].Submit
		if shapes[c.Job] != c {
			t.Fatalf("with another load %+v became %+v", shapes[c.Job], c)
		}
	}
	for i, j := range plain.Jobs {
		d := dense.Jobs[i]
		if d.Run != j.Run || d.Processors != j.Processors || offset(dense, i) != offset(plain, i) {
			t.Fatalf("job %d: with another load %+v became %+v", i, j, d)
		}
	}
	if len(dense.Commands) != len(plain.Commands) || dense.Jobs[499].Submit <= plain.Jobs[499].Submit {
		t.Error("another load changes the number of commands, or nothing")
	}

	batch := drawnCWF(t, `{}`, 0)
	if diff := cmp.Diff(plain.Jobs, batch.Jobs); diff != "" || batch.Requested != nil || batch.Commands != nil {
		t.Errorf("without dedicated jobs and commands: %s", diff)
	}
	more := drawnCWF(t, `{"dedicatedShare": 0.9, "meanExtend": 100, "extendShare": 0.2, "reduceShare": 0.1}`, 0)
	for i := range plain.Jobs {
		if plain.Dedicated(int32(i)) && more.Requested[i] != plain.Requested[i] {
			t.Fatalf("job %d: requested start %v became %v with more dedicated jobs", i, plain.Requested[i], more.Requested[i])
		}
	}
	elastic, _, err := workloadtest.Apply(t, transform.Elastic, `{"extendShare": 0.2, "reduceShare": 0.1}`, drawnCWF(t, `{"dedicatedShare": 0.5}`, 0), workload.Inputs{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(plain, elastic); diff != "" {
		t.Errorf("the transformation makes other commands: %s", diff)
	}
}

// Shares and exponential offsets within 4 standard errors; whole seconds, none below
// one, add less than 0.01 s to a mean of 100 s.
func TestLublinCWFDedicated(t *testing.T) {
	w := drawnCWF(t, `{"jobs": 50000, "dedicatedShare": 0.3, "meanOffset": 100}`, 0)
	var share, offsets workloadtest.Sample
	for i, at := range w.Requested {
		if at < 0 {
			share.Add(0)
			continue
		}
		share.Add(1)
		offset := (at - w.Jobs[i].Submit).Seconds()
		if offset < 1 || offset != math.Trunc(offset) {
			t.Fatalf("offset %v s", offset)
		}
		offsets.Add(offset)
	}
	share.Near(t, "share", 0.3, 0)
	offsets.Near(t, "offset", 100, 0.01)
}

func TestLublinCWFRefuses(t *testing.T) {
	for fields, want := range map[string]string{
		`{"processors": 100}`:                      "/unit: 32: the 100 processors are fewer than 4 units, the size of the smallest large job; a smaller unit or a larger machine is accepted",
		`{"load": 0.5, "betaArr": 0.5}`:            "/betaArr: 0.5: load is given too; one of load and betaArr is accepted",
		`{"extendShare": 0.6, "reduceShare": 0.5}`: "/reduceShare: 0.5: extendShare (0.6) and reduceShare (0.5) together are above 1; at most 1 is accepted",
		`{"jobs": 2, "load": 20}`:                  "/load: 20: no betaArr from 0.1 to 1.2 gives it to these jobs; loads nearer to 1 and more jobs are accepted",
	} {
		_, _, err := makeCWF(workloadtest.Checked(t, CWFKind.Params, fields), workload.Inputs{Seed: 1, Processors: 320})
		if err == nil || err.Error() != want {
			t.Errorf("%s: error %v", fields, err)
		}
	}
	if _, _, err := makeCWF(workloadtest.Checked(t, CWFKind.Params, `{}`), workload.Inputs{}); err == nil {
		t.Error("no processors, no error")
	}
}

// The smallest machine has one large size.
func TestLublinCWFSmallestMachine(t *testing.T) {
	w := drawnCWF(t, `{"processors": 4, "unit": 1, "smallShare": 0}`, 0)
	for i, j := range w.Jobs {
		if j.Processors != 4 {
			t.Fatalf("job %d: %+v", i, j)
		}
	}
}

func BenchmarkLublinCWF(b *testing.B) {
	const jobs = 500
	for b.Loop() {
		drawnCWF(b, `{"dedicatedShare": 0.5, "extendShare": 0.2, "reduceShare": 0.1}`, 0)
	}
	b.ReportMetric(float64(b.N)*jobs/b.Elapsed().Seconds(), "jobs/s")
}
