package answer

import (
	"testing"

	"backfill/engine/metrics"
)

// An end that is not zero is not written as zero while three decimals can tell it apart.
func TestBoundsThatAreNotZero(t *testing.T) {
	for _, test := range []struct {
		s         Scale
		low, high float64
		want      string
	}{
		{ShareScale(0.01), 0.0003, 0.02, "0.03 to 2.00"},
		{ShareScale(-0.01), -0.02, -0.00004, "−2.000 to −0.004"},
		{ShareScale(0.01), 0, 0.02, "0.0 to 2.0"},
		{Scale{Per: 1, Digits: 0}, 0.4, 120, "0.4 to 120.0"},
		{Scale{Per: 1, Digits: 1}, 0.00001, 5, "0.000 to 5.000"},
	} {
		if got := test.s.Bounds(&test.low, &test.high); got != test.want {
			t.Errorf("%v to %v: %q, want %q", test.low, test.high, got, test.want)
		}
	}
	if got := ShareScale(0.005).Text(-0.0002); got != "−0.02 %" {
		t.Errorf("a difference is written as %q", got)
	}
}

// Times below a tenth of a second are told in milliseconds, as in tables.
func TestShortTimes(t *testing.T) {
	d := &metrics.Descriptions[metrics.Index("planTime")]
	for seconds, want := range map[float64]string{0.00192: "1.92 ms", 0.0999: "99.9 ms", 0.1: "0.100 s", 0: "0 s", 3: "3.00 s"} {
		if got := ScaleFor(d, seconds).Text(seconds); got != want {
			t.Errorf("%v s: %q, want %q", seconds, got, want)
		}
	}
}
