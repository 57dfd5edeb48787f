package answer

import (
	"testing"

	"backfill/engine/metrics"
)

// An end that is not zero is not written as zero while six decimals can tell it apart.
func TestBoundsThatAreNotZero(t *testing.T) {
	for _, test := range []struct {
		s         Scale
		low, high float64
		want      string
	}{
		{ShareScale(0.01), 0.0003, 0.02, "0.03 to 2.0"},
		{ShareScale(-0.01), -0.02, -0.00004, "−2.0 to −0.004"},
		{ShareScale(0.01), 0, 0.02, "0.0 to 2.0"},
		{Scale{Per: 1, Digits: 0}, 0.4, 120, "0.4 to 120"},
		{Scale{Per: 1, Digits: 1}, 0.00001, 5, "0.00001 to 5.0"},
		{Scale{Per: 1, Digits: 1}, 0.0000001, 5, "0.000000 to 5.0"},
	} {
		if got := test.s.Bounds(&test.low, &test.high); got != test.want {
			t.Errorf("%v to %v: %q, want %q", test.low, test.high, got, test.want)
		}
	}
	if got := ShareScale(0.005).Text(-0.0002); got != "−0.02 %" {
		t.Errorf("a difference is written as %q", got)
	}
}

// Times are written in units of their own, two at most, as everywhere on the page; below a minute with the digits that say something.
func TestTimes(t *testing.T) {
	d := &metrics.Descriptions[metrics.Index("meanWait")]
	for seconds, want := range map[float64]string{
		0: "0 s", 0.00192: "1.92 ms", 0.0999: "99.90 ms", 0.1: "0.100 s", 3: "3.00 s", 24.5: "24.5 s", 73.3: "1 min 13 s", 6800: "1 h 53 min", 14515: "4 h 2 min",
		352800: "4 d 2 h", -90: "−1 min 30 s", -2.5: "−2.50 s",
	} {
		if got := ScaleFor(d, seconds).Text(seconds); got != want {
			t.Errorf("%v s: %q, want %q", seconds, got, want)
		}
	}
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{6100, 7500, "1 h 42 min to 2 h 5 min"}, {45, 70, "45.0 s to 1 min 10 s"}, {0.515, 0.5251, "0.52 s to 0.53 s"}, {6800, 6810, "1 h 53 min 20 s to 1 h 53 min 30 s"},
		{-6810, -6800, "−1 h 53 min 30 s to −1 h 53 min 20 s"}, {-90, 30, "−1 min 30 s to 30.0 s"}, {20, 20, "20.0 s to 20.0 s"},
	} {
		if got := (Scale{Per: 1, Digits: 1, Time: true}).Bounds(&c.low, &c.high); got != c.want {
			t.Errorf("%v to %v: %q, want %q", c.low, c.high, got, c.want)
		}
	}
}
