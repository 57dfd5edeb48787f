package stats

import "testing"

// Of 1, 2, 4, 8 the places are 5 p: 2.5 for the median, halfway from 2 to 4; 1.25 for 0.25; 0.25 and 4.75 lie outside. Of 19 values the
// places of 0.05 and 0.95 are 1 and 19, of 39 values 2 and 38.
func TestQuantile(t *testing.T) {
	upTo := func(n int) (values []float64) {
		for i := range n {
			values = append(values, float64(i+1))
		}
		return values
	}
	for _, c := range []struct {
		sorted  []float64
		p, want float64
	}{
		{[]float64{1, 2, 4, 8}, 0.5, 3}, {[]float64{1, 2, 4, 8}, 0.25, 1.25}, {[]float64{1, 2, 4, 8}, 0.05, 1}, {[]float64{1, 2, 4, 8}, 0.95, 8},
		{[]float64{7}, 0.5, 7}, {upTo(19), 0.05, 1}, {upTo(19), 0.95, 19}, {upTo(39), 0.05, 2}, {upTo(39), 0.95, 38}, {upTo(20), 0.5, 10.5},
	} {
		if got := Quantile(c.sorted, c.p); got < c.want-1e-12 || got > c.want+1e-12 {
			t.Errorf("%g of %v is %g, want %g", c.p, c.sorted, got, c.want)
		}
	}
}
