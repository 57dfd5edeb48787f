package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"backfill/engine/metrics/metricstest"
)

func isInterval(i Interval, mean, low, high float64) bool {
	return metricstest.Near(i.Mean, mean) && i.Low != nil && i.High != nil && metricstest.Near(*i.Low, low) && metricstest.Near(*i.High, high)
}

// Of the pairs 1:1 and 3:1 a resample draws both (ratio 2/4) in half the cases, the first
// twice (1/1) or the second twice (1/3) in a quarter each. At the level 0.5 Student's t of two
// pairs is 1, and 7.9 % of a normal distribution lie beyond √2: the extremes. At 0.2 t is 0.325
// and the places are in the middle. Pairs that lack a value change nothing.
func TestRatioOfTwoPairs(t *testing.T) {
	nan := math.NaN()
	for _, test := range []struct{ base, other []float64 }{
		{[]float64{1, 3}, []float64{1, 1}},
		{[]float64{nan, 1, 8, 3, nan}, []float64{6, 1, nan, 1, nan}},
	} {
		r := NewResampling(len(test.base), 1)
		if i := r.Ratio(test.base, test.other, 0.5); !isInterval(i, 0.5, 1.0/3, 1) || i.N != 2 || i.Level != 0.5 {
			t.Errorf("%+v", i)
		}
		if i := r.Ratio(test.base, test.other, 0.2); !isInterval(i, 0.5, 0.5, 0.5) {
			t.Errorf("%+v", i)
		}
	}
}

func TestRatioWithoutInterval(t *testing.T) {
	nan := math.NaN()
	for _, test := range []struct {
		base, other []float64
		mean        float64
		n           int
	}{
		{nil, nil, nan, 0},
		{[]float64{nan}, []float64{1}, nan, 0},
		{[]float64{2}, []float64{3}, 1.5, 1},
		{[]float64{0, 0, 0}, []float64{1, 2, 3}, nan, 3},
		// A quarter of the resamples draws the first pair twice.
		{[]float64{0, 2}, []float64{1, 1}, 1, 2},
		// Beyond √(4/3) 3.182 = 3.674 lie 0.00012 of a normal distribution, 0.24 of 2001 resamples.
		{[]float64{1, 2, 3, 4}, []float64{2, 2, 2, 4}, 1, 4},
	} {
		i := NewResampling(len(test.base), 1).Ratio(test.base, test.other, 0.95)
		if !metricstest.Near(i.Mean, test.mean) || i.N != test.n || i.Low != nil || i.High != nil {
			t.Errorf("%v: %+v", test.base, i)
		}
	}
	// Where every pair has the same ratio there is no doubt.
	if i := NewResampling(5, 1).Ratio([]float64{1, 2, 4, 8, 16}, []float64{3, 6, 12, 24, 48}, 0.95); !isInterval(i, 3, 3, 3) {
		t.Errorf("%+v", i)
	}
}

// skewed draws n pairs: a heavy common part, as of workloads that have a hard day, and
// a policy that takes 0.9 of the base on average: 0.8 to 1 of each.
func skewed(random *rand.Rand, n int) (base, other []float64) {
	for range n {
		b := 0.2 + random.ExpFloat64()
		base, other = append(base, b), append(other, b*(0.8+0.2*random.Float64()))
	}
	return base, other
}

// The ends of the interval by rank among the 2000 ratios, found by sorting: 2001 times the
// tail of a normal distribution beyond √(n/(n-1)) t, which is 3.104, 2.384, 2.030 and
// 1.970 for 5, 10, 50 and 333 pairs. The same draws serve every
// metric: what is measured in another unit has the same interval, and exchanging base
// and other gives the reciprocals.
func TestRatioByDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 0))
	for _, c := range []struct{ n, rank int }{{5, 1}, {10, 17}, {50, 42}, {333, 48}} {
		n, rank := c.n, c.rank
		base, other := skewed(random, n)
		r := NewResampling(n, 7)
		ratios := make([]float64, Resamples)
		for k := range ratios {
			var b, o float64
			for _, u := range r.draws[k*n:][:n] {
				i := int(math.Floor(float64(u) / (1 << 32) * float64(n)))
				b, o = b+base[i], o+other[i]
			}
			ratios[k] = o / b
		}
		slices.Sort(ratios)
		got := r.Ratio(base, other, 0.95)
		if low, high := ratios[rank-1], ratios[Resamples-rank]; *got.Low != low || *got.High != high {
			t.Errorf("%d pairs: %v to %v, want %v to %v", n, *got.Low, *got.High, low, high)
		}
		var hours []float64
		for _, b := range base {
			hours = append(hours, b/3600)
		}
		if i := r.Ratio(hours, other, 0.95); !isInterval(i, 3600*got.Mean, 3600**got.Low, 3600**got.High) {
			t.Errorf("in other units %+v, want %+v", i, got)
		}
		if i := r.Ratio(other, base, 0.95); !isInterval(i, 1/got.Mean, 1 / *got.High, 1 / *got.Low) {
			t.Errorf("exchanged %+v, want %+v", i, got)
		}
	}
}

// The same digits on every platform, to the last: these were printed natively on amd64.
func TestDigitsOfIntervals(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 0))
	var base, other []float64
	for range 200 {
		b := 1 / (0.05 + random.Float64())
		base, other = append(base, b), append(other, float64(b*(1.4-random.Float64())))
	}
	for i, got := range []Interval{PairedDifference(base, other, 0.95), NewResampling(200, 1).Ratio(base, other, 0.95)} {
		want := [][3]float64{
			{-0.19527663839165199, -0.36757430601763397, -0.022978970765670015},
			{0.93349670071615931, 0.8751654426696428, 0.99339356329395612},
		}[i]
		if got.Mean != want[0] || *got.Low != want[1] || *got.High != want[2] {
			t.Errorf("%.17g, %.17g, %.17g, want %v", got.Mean, *got.Low, *got.High, want)
		}
	}
}

// For many pairs the interval is the linearised one: with e = other - R base, mean R ±
// z s_e / (√n mean base). The error of a 2.5 % quantile of 2000 draws is
// √(0.025 · 0.975 / 2000) / φ(1.96) = 0.06 standard errors; four of these are allowed.
func TestRatioOfManyPairsIsLinear(t *testing.T) {
	base, other := skewed(rand.New(rand.NewPCG(5, 0)), 2000)
	got := NewResampling(len(base), 1).Ratio(base, other, 0.95)
	var residuals, mean float64
	for i := range base {
		e := other[i] - got.Mean*base[i]
		residuals += e * e
		mean += base[i] / float64(len(base))
	}
	n := float64(len(base))
	se := math.Sqrt(residuals/(n-1)/n) / mean
	z := distuv.UnitNormal.Quantile(0.975)
	if low := math.Abs(*got.Low - (got.Mean - z*se)); low > 0.24*se {
		t.Errorf("low is off by %v standard errors", low/se)
	}
	if high := math.Abs(*got.High - (got.Mean + z*se)); high > 0.24*se {
		t.Errorf("high is off by %v standard errors", high/se)
	}
}

// The true ratio is 0.9. Intervals from resampling skewed pairs are a little short, though
// expanded: of 60 pairs 94.1 % were measured over 8,000 other samples, of 10 pairs 93.6 %. Of
// 600 that is 565 with standard deviation 5.8 and 562 with 6.0; three of these are allowed.
func TestRatiosCoverTheTruth(t *testing.T) {
	for n, want := range map[int]int{60: 565, 10: 562} {
		random := rand.New(rand.NewPCG(6, uint64(n)))
		r := NewResampling(n, 1)
		covered := 0
		for range 600 {
			base, other := skewed(random, n)
			if i := r.Ratio(base, other, 0.95); *i.Low <= 0.9 && 0.9 <= *i.High {
				covered++
			}
		}
		if covered < want-18 || covered > want+18 {
			t.Errorf("%d of 600 intervals of %d pairs cover the truth", covered, n)
		}
	}
}

func BenchmarkRatio(b *testing.B) {
	base, other := skewed(rand.New(rand.NewPCG(1, 0)), 200)
	r := NewResampling(len(base), 1)
	b.ReportAllocs()
	for b.Loop() {
		r.Ratio(base, other, 0.95)
	}
}
