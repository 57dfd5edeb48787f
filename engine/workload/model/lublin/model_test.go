package lublin

import (
	"fmt"
	"hash/fnv"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/stat/distuv"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/random"
	"backfill/engine/workload/transform"
	"backfill/engine/workload/workloadtest"
)

// drand48 is the random source of the original program: POSIX's 48-bit linear
// congruential generator, and its way of drawing gamma variables.
type drand48 uint64

func newDrand48(seed uint32) *drand48 {
	d := drand48(uint64(seed)<<16 | 0x330e)
	return &d
}

func (d *drand48) Uniform() float64 {
	*d = (*d*0x5deece66d + 0xb) & (1<<48 - 1)
	return float64(*d) / (1 << 48)
}

// gamma sums exponentials for the whole part of the shape and takes beta times an
// exponential for the rest.
func (d *drand48) Gamma(shape, scale float64) float64 {
	whole := math.Floor(shape)
	sum := 0.0
	for range int(whole) {
		sum += math.Log(d.Uniform())
	}
	sum *= -scale
	if rest := shape - whole; rest > 0 {
		for {
			x := math.Pow(d.Uniform(), 1/rest)
			y := math.Pow(d.Uniform(), 1/(1-rest))
			if x+y <= 1 {
				return sum + scale*(x/(x+y))*-math.Log(d.Uniform())
			}
		}
	}
	return sum
}

// original is the model as the original program runs it: every number from one source.
func original(seed uint32, twoTypes bool) *model {
	d := newDrand48(seed)
	m := &model{types: [2]jobType{typeless, typeless}, twoTypes: twoTypes, processors: 128,
		arrivals: [2]random.Source{d, d}, sizes: [2]random.Source{d, d}, runs: [2]random.Source{d, d}}
	if twoTypes {
		m.types = [2]jobType{interactive, batch}
	}
	return m
}

// The first jobs that the original program prints for seed 1: arrival, size, run time, type.
func TestLublinOriginalStream(t *testing.T) {
	for _, c := range []struct {
		name     string
		twoTypes bool
		want     [][4]int64
	}{
		{"typeless", false, [][4]int64{{5362, 4, 6}, {6406, 8, 18}, {6556, 32, 10804}, {6826, 32, 30605},
			{26725, 2, 1087}, {26853, 16, 8946}, {28236, 64, 7496}, {32011, 64, 9672}}},
		{"two types", true, [][4]int64{{273, 8, 8}, {1579, 8, 5}, {1601, 4, 7}, {1729, 6, 2}, {1785, 8, 61}, {1809, 4, 13}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, err := original(1, c.twoTypes).generate(len(c.want))
			if err != nil {
				t.Fatal(err)
			}
			var got [][4]int64
			for i, j := range w.Jobs {
				row := [4]int64{int64(j.Submit / engine.Second), int64(j.Processors), int64(j.Run / engine.Second)}
				if w.Queue != nil {
					row[3] = int64(w.Queue[i])
				}
				got = append(got, row)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDailyWeights(t *testing.T) {
	w := dailyWeights(typeless.anum, typeless.bnum)
	// Printed by the original program, from midnight on.
	for b, want := range []float64{0.508, 0.456, 0.409, 0.365, 0.325, 0.289, 0.256, 0.226, 0.200, 0.176, 0.165, 0.239} {
		if math.Abs(w[b]-want) > 0.0005 {
			t.Errorf("bucket %d: %v instead of %v", b, w[b], want)
		}
	}
	top, sum := 0, 0.0
	for b := range w {
		sum += w[b]
		if w[b] > w[top] {
			top = b
		}
	}
	if top != 27 || math.Abs(w[top]-1.833) > 0.0005 {
		t.Errorf("largest weight %v in bucket %d", w[top], top)
	}
	if math.Abs(sum-48) > 1e-12 {
		t.Errorf("sum %v", sum)
	}
}

// The weights are differences of the gamma distribution function.
func TestDailyWeightsAreGammaProbabilities(t *testing.T) {
	for _, p := range [][2]float64{{8.1737, 3.9631}, {6.1271, 5.2740}, {8.9186, 3.6680}, {15.1737, 0.9631}} {
		g := distuv.Gamma{Alpha: p[0], Beta: 1 / p[1]}
		total := g.CDF(58.5) - g.CDF(10.5)
		w := dailyWeights(p[0], p[1])
		for i := 11; i <= 58; i++ {
			want := 48 * (g.CDF(float64(i)+0.5) - g.CDF(float64(i)-0.5)) / total
			// The differences lose digits near 1, the integral of the density does not.
			if got := w[(i-1)%48]; math.Abs(got-want) > 1e-11 {
				t.Errorf("gamma %v, bucket %d: %v instead of %v", p, (i-1)%48, got, want)
			}
		}
	}
}

func drawn(t testing.TB, fields string, replication int) *engine.Workload {
	t.Helper()
	return workloadtest.Made(t, Kind, fields, workload.Inputs{Seed: 1, Replication: replication, Processors: 128})
}

// The model's own load on 128 processors is 0.765: the mean of 16 to 24 samples of
// 2000 jobs of the original program. Over the 48 samples here single loads vary by
// about 0.13, so that their mean has a standard error of 0.019 and the published one
// of about 0.03: 3.5 times both together is 0.12.
func TestLublinNaturalLoad(t *testing.T) {
	const samples, tolerance = 48, 0.12
	for name, sample := range map[string]func(i int) *engine.Workload{
		"original stream": func(i int) *engine.Workload {
			w, err := original(uint32(i), false).generate(2000)
			if err != nil {
				t.Fatal(err)
			}
			return w
		},
		"own streams": func(i int) *engine.Workload { return drawn(t, `{"jobs": 2000}`, i) },
	} {
		sum, squares := 0.0, 0.0
		for i := range samples {
			l := transform.OfferedLoad(sample(i+1), 128)
			sum += l
			squares += l * l
		}
		mean := sum / samples
		t.Logf("%s: %.4f, standard deviation %.4f", name, mean, math.Sqrt(squares/samples-mean*mean))
		if math.Abs(mean-0.765) > tolerance {
			t.Errorf("%s: mean load %v", name, mean)
		}
	}
}

// The typeless run times, by branch. The logarithm, before long ones are drawn anew,
// has mean shape*scale and variance shape*scale^2: 4.2*0.94 = 3.948, sqrt(4.2)*0.94 =
// 1.926; 312*0.03 = 9.36, sqrt(312)*0.03 = 0.530. The run times, none above e^12 s,
// have means 737.7 s and 13403.2 s, and by integrating the density standard
// deviations 5373 s and 7902 s. Means may be 4 standard errors off, standard
// deviations of logarithms 8 (a gamma variable's fourth moment is above a normal one's);
// whole seconds take about half a second from each run time.
func TestLublinRunTimeMoments(t *testing.T) {
	const n = 400_000
	root := math.Sqrt(n)
	for branch, c := range []struct {
		shape, scale, mean, sd, run, runSD float64
	}{
		{typeless.a1, typeless.b1, 3.948, 1.926, 737.7, 5373},
		{typeless.a2, typeless.b2, 9.36, 0.530, 13403.2, 7902},
	} {
		s := random.New(3, 0, branch)
		only := typeless
		only.pa, only.pb = 0, float64(1-2*branch) // always the first branch, or never
		var sum, squares, runs float64
		for range n {
			h := s.Gamma(c.shape, c.scale)
			sum += h
			squares += h * h
			run, ok := only.runTime(s, 1)
			if !ok || run < 1 || run > 162754 {
				t.Fatalf("run time %v, %v", run, ok)
			}
			runs += run
		}
		mean := sum / n
		sd := math.Sqrt(squares/n - mean*mean)
		t.Logf("branch %d: mean %.4f, sd %.4f, run time %.1f s", branch+1, mean, sd, runs/n)
		if math.Abs(mean-c.mean) > 4*c.sd/root {
			t.Errorf("branch %d: mean of the logarithm %v instead of %v", branch+1, mean, c.mean)
		}
		if math.Abs(sd-c.sd) > 8*c.sd/(math.Sqrt2*root)+0.0005 {
			t.Errorf("branch %d: standard deviation of the logarithm %v instead of %v", branch+1, sd, c.sd)
		}
		if want := c.run - 0.5; math.Abs(runs/n-want) > 4*c.runSD/root {
			t.Errorf("branch %d: mean run time %v instead of %v", branch+1, runs/n, want)
		}
	}
}

// Sizes by the rules: serial jobs with probability 0.244, and powers of two among
// the rest at least with 0.576. Four standard errors of a share over 200,000 jobs
// are 0.0045. Other sizes that happen to be a power of two add to the second.
func TestLublinSizes(t *testing.T) {
	const n = 200_000
	s := random.New(4, 0, 0)
	serial, power := 0, 0
	for range n {
		switch size := typeless.size(s, 128); {
		case size < 1 || size > 128:
			t.Fatalf("size %d", size)
		case size == 1:
			serial++
		case size&(size-1) == 0:
			power++
		}
	}
	if share := float64(serial) / n; math.Abs(share-0.244) > 0.0045 {
		t.Errorf("share of serial jobs %v", share)
	}
	if share := float64(power) / n; share < 0.576-0.0045 || share > 0.576+0.06 {
		t.Errorf("share of powers of two %v", share)
	}
}

// Over whole days the mean gap is E[e^g | g <= 13], here by integrating the density
// of g, although weights stretch and shrink single gaps.
func TestLublinMeanGap(t *testing.T) {
	g := distuv.Gamma{Alpha: typeless.aarr * typeless.arar, Beta: 1 / typeless.barr}
	const steps = 200_000
	var first, second float64
	for i := range steps {
		x := (float64(i) + 0.5) * maxLogGap / steps
		p := g.Prob(x) * maxLogGap / steps
		first += p * math.Exp(x)
		second += p * math.Exp(2*x)
	}
	keep := g.CDF(maxLogGap)
	mean := first / keep
	sd := math.Sqrt(second/keep - mean*mean)

	const n = 400_000
	w := drawn(t, `{"jobs": 400000}`, 0)
	got := (w.Jobs[n-1].Submit - w.Jobs[0].Submit).Seconds() / (n - 1)
	// Truncating each arrival to whole seconds takes half a second from each gap; the
	// daily cycle adds at most a day over the whole.
	t.Logf("mean gap %.2f s, expected %.2f s", got, mean-0.5)
	if tolerance := 4*sd/math.Sqrt(n) + 86400.0/n; math.Abs(got-(mean-0.5)) > tolerance {
		t.Errorf("mean gap %v s instead of %v ± %v", got, mean-0.5, tolerance)
	}
}

func TestLublinLoad(t *testing.T) {
	for _, load := range []float64{0.3, 0.765, 1.5} {
		w := drawn(t, fmt.Sprintf(`{"jobs": 3000, "load": %v}`, load), 0)
		// Rounding to milliseconds moves the last submission, after weeks, by half of one.
		if got := transform.OfferedLoad(w, 128); math.Abs(got-load) > 1e-8 {
			t.Errorf("load %v instead of %v", got, load)
		}
	}
}

// Sizes and run times must not change when arrivals do, nor arrivals and sizes when
// run times do: common random numbers.
func TestLublinStreamsAreIndependent(t *testing.T) {
	plain := drawn(t, `{"jobs": 500}`, 0)
	faster := drawn(t, `{"jobs": 500, "barr": 0.4}`, 0)
	longer := drawn(t, `{"jobs": 500, "a1": 6}`, 0)
	for i, j := range plain.Jobs {
		f, l := faster.Jobs[i], longer.Jobs[i]
		if f.Run != j.Run || f.Processors != j.Processors {
			t.Fatalf("job %d: %+v became %+v with other arrivals", i, j, f)
		}
		if l.Submit != j.Submit || l.Processors != j.Processors {
			t.Fatalf("job %d: %+v became %+v with other run times", i, j, l)
		}
	}
	if faster.Jobs[499].Submit >= plain.Jobs[499].Submit {
		t.Error("shorter gaps, but the last job comes later")
	}
}

func TestLublinAnyMachine(t *testing.T) {
	for _, p := range []int32{1, 2, 3, 4, 7, 45, 100, 128, 1000, 65536, engine.MaxProcessors} {
		for _, types := range []string{"typeless", "two"} {
			w := drawn(t, fmt.Sprintf(`{"jobs": 2000, "processors": %d, "types": %q}`, p, types), 0)
			widest := int32(0)
			last := engine.Time(0)
			for i, j := range w.Jobs {
				if j.Processors < 1 || j.Processors > p || j.Run < engine.Second || j.Estimate != j.Run || j.Submit < last {
					t.Fatalf("%d processors, %s: job %d is %+v", p, types, i, j)
				}
				widest, last = max(widest, j.Processors), j.Submit
			}
			if w.Machine != p || widest <= p/4 {
				t.Errorf("%d processors, %s: machine %d, widest job %d", p, types, w.Machine, widest)
			}
		}
	}
}

func TestLublinPublishedMachineIsUnchanged(t *testing.T) {
	for _, lt := range []jobType{typeless, batch, interactive} {
		if got := lt.forMachine(128); got != lt {
			t.Errorf("%+v became %+v", lt, got)
		}
	}
	// uHi = log2 64, uMed = uHi - 2.5.
	if got := typeless.forMachine(64); got.uHi != 6 || got.uMed != 3.5 || got.uLow != 0.8 {
		t.Errorf("64 processors: %+v", got)
	}
}

func TestLublinRefuses(t *testing.T) {
	for fields, want := range map[string]string{
		`{"uMed": 0.5}`:            "/uMed: 0.5: uLow (0.8) is above uMed (0.5); uLow <= uMed <= uHi is accepted",
		`{"uLow": 5}`:              "/uLow: 5: uLow (5) is above uMed (4.5); uLow <= uMed <= uHi is accepted",
		`{"serial": 0.7}`:          "/serial: 0.7: serial (0.7) and powerOfTwo (0.576) together are above 1; at most 1 is accepted",
		`{"a1": 9000, "a2": 9000}`: "/a1: run times are practically never below e^12 s; smaller shapes and scales of run times (a1, b1, a2, b2) are accepted",
		`{"aarr": 9000}`:           "/aarr: gaps between arrivals are practically never below e^13 s; smaller shapes and scales of arrivals (aarr, barr, arar) are accepted",
		`{"jobs": 1, "load": 0.5}`: "/load: 0.5: no load is defined; jobs no wider than the machine, submitted at two or more instants, are accepted",
	} {
		_, _, err := makeWorkload(workloadtest.Checked(t, Kind.Params, fields), workload.Inputs{Processors: 128})
		if err == nil || err.Error() != want {
			t.Errorf("%s: error %v", fields, err)
		}
	}
	_, _, err := makeWorkload(workloadtest.Checked(t, Kind.Params, `{}`), workload.Inputs{})
	if err == nil {
		t.Error("no processors, no error")
	}
}

// A seed gives the same jobs natively and as WebAssembly, and from one version to
// the next.
func TestLublinGolden(t *testing.T) {
	for fields, want := range map[string]uint64{
		`{"jobs": 5000}`: 0xae71546d142199a0,
		`{"jobs": 5000, "types": "two", "processors": 100, "load": 0.8}`: 0x98c9c73fb14bb5b6,
	} {
		h := fnv.New64a()
		w := drawn(t, fields, 3)
		for i, j := range w.Jobs {
			fmt.Fprintln(h, i, j)
		}
		fmt.Fprintln(h, w.Queue)
		if got := h.Sum64(); got != want {
			t.Errorf("%s: digest %#x instead of %#x; first jobs %v", fields, got, want, w.Jobs[:3])
		}
	}
}

func BenchmarkLublin(b *testing.B) {
	for _, types := range []string{"typeless", "two"} {
		b.Run(types, func(b *testing.B) {
			const jobs = 20_000
			for b.Loop() {
				drawn(b, fmt.Sprintf(`{"jobs": %d, "types": %q}`, jobs, types), 0)
			}
			b.ReportMetric(float64(b.N)*jobs/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
