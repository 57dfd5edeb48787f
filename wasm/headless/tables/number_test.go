package tables

import (
	"math"
	"testing"
)

func TestNumber(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		values []float64
		want   []string
	}{
		{[]float64{0}, []string{"0"}},
		{[]float64{nan, 1234567}, []string{"-", "1,234,567"}},
		{[]float64{100, 999, 1000, -100, -1000}, []string{"100", "999", "1,000", "-100", "-1,000"}},
		{[]float64{353776.4123, 6834.587, 0}, []string{"353,776.41", "6,834.59", "0.00"}},
		{[]float64{92.6877, 6825.6}, []string{"92.69", "6,825.60"}},
		{[]float64{1.5}, []string{"1.500"}},
		{[]float64{0.6967, 0}, []string{"0.6967", "0.0000"}},
		{[]float64{0.000989, 1}, []string{"0.000989", "1.000000"}},
		{[]float64{1e-20, 2}, []string{"0.000000", "2.000000"}},
		{[]float64{-123456.5}, []string{"-123,456.50"}},
		{[]float64{1e21}, []string{"1,000,000,000,000,000,000,000"}},
	} {
		for i, v := range c.values {
			if got := Number(v, Digits(c.values)); got != c.want[i] {
				t.Errorf("%v of %v: %q, want %q", v, c.values, got, c.want[i])
			}
		}
	}
}
