package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"backfill/engine/metrics/metricstest"
)

// From tables of Student's t: t(0.975; 4) = 2.776445105. The values 1..5 have mean 3 and
// standard deviation √2.5.
func TestMeanInterval(t *testing.T) {
	got := MeanInterval([]float64{1, 2, 3, 4, 5}, 0.95)
	half := 2.776445105197793 * math.Sqrt(2.5) / math.Sqrt(5)
	if !metricstest.Near(got.Mean, 3) || math.Abs(*got.Low-(3-half)) > 1e-8 || math.Abs(*got.High-(3+half)) > 1e-8 || got.N != 5 {
		t.Errorf("%+v: %v to %v", got, *got.Low, *got.High)
	}
	one := MeanInterval([]float64{7}, 0.95)
	if one.Mean != 7 || one.Low != nil || one.High != nil || one.N != 1 {
		t.Errorf("%+v", one)
	}
	if none := MeanInterval(nil, 0.95); !math.IsNaN(none.Mean) || none.Low != nil || none.N != 0 {
		t.Errorf("%+v", none)
	}
}

// Two pairs are incomplete; the differences of the others are 1, 2, 0: mean 1, standard
// deviation 1. From tables: t(0.95; 2) = 2.919985580.
func TestPairedDifference(t *testing.T) {
	nan := math.NaN()
	got := PairedDifference([]float64{1, 2, nan, 3, 4}, []float64{2, 4, 5, 3, nan}, 0.9)
	half := 2.919985580 / math.Sqrt(3)
	if got.Mean != 1 || math.Abs(*got.Low-(1-half)) > 1e-8 || math.Abs(*got.High-(1+half)) > 1e-8 || got.N != 3 || got.Level != 0.9 {
		t.Errorf("%+v: %v to %v", got, *got.Low, *got.High)
	}
	if same := PairedDifference([]float64{5, 1e9, 0}, []float64{7, 1e9 + 2, 2}, 0.95); same.Mean != 2 || *same.Low != 2 || *same.High != 2 {
		t.Errorf("%+v: %v to %v", same, *same.Low, *same.High)
	}
	if one := PairedDifference([]float64{5, nan}, []float64{7, 1}, 0.95); one.Mean != 2 || one.Low != nil || one.N != 1 {
		t.Errorf("%+v", one)
	}
	if none := PairedDifference([]float64{nan}, []float64{1}, 0.95); !math.IsNaN(none.Mean) || none.N != 0 {
		t.Errorf("%+v", none)
	}
}

// The interval is exact for normal differences, whatever the pairs have in common: of
// 4,000 samples of 8 pairs 95 %, so 3,800 with standard deviation 13.8, cover the truth;
// four of these are allowed. The common part is 30 times as wide as the difference, so
// that two intervals side by side would say nothing.
func TestPairedDifferencesCoverTheTruth(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	covered := 0
	base, other := make([]float64, 8), make([]float64, 8)
	for range 4000 {
		for i := range base {
			base[i] = 100 + 30*random.NormFloat64()
			other[i] = base[i] - 2 + random.NormFloat64()
		}
		d := PairedDifference(base, other, 0.95)
		if *d.Low <= -2 && -2 <= *d.High {
			covered++
		}
	}
	if covered < 3800-55 || covered > 3800+55 {
		t.Errorf("%d of 4000 intervals cover the truth", covered)
	}
}
