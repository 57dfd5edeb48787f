package story

import (
	"slices"
	"testing"
)

// Something is 10 from half past the first hour to half past the second, where the log begins and ends, and 4 more in the last quarter of an hour of
// the first: means are over what the log covers of each hour.
func TestCutHours(t *testing.T) {
	m := newMeter(0, 1800, 5400, 3600)
	m.add(1800, 5400, 10)
	m.add(2700, 3600, 4)
	if got, want := m.means(), []float64{12, 10}; !slices.Equal(got, want) {
		t.Errorf("means are %v, want %v", got, want)
	}
}
