package workloadtest

import (
	"math"
	"testing"
)

// Sample gathers numbers for their mean.
type Sample struct{ n, sum, squares float64 }

// Add takes in a number.
func (m *Sample) Add(x float64) {
	m.n++
	m.sum += x
	m.squares += x * x
}

// Mean is the mean of all.
func (m *Sample) Mean() float64 { return m.sum / m.n }

// SD is the standard deviation.
func (m *Sample) SD() float64 { return math.Sqrt(m.squares/m.n - m.Mean()*m.Mean()) }

// Near checks that the mean is want: within 4 standard errors, and what rounding
// allows.
func (m *Sample) Near(t *testing.T, what string, want, rounding float64) {
	t.Helper()
	if tolerance := 4*m.SD()/math.Sqrt(m.n) + rounding; math.Abs(m.Mean()-want) > tolerance {
		t.Errorf("%s: %v instead of %v ± %v", what, m.Mean(), want, tolerance)
	}
}
