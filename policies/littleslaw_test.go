package policies

import (
	"testing"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/policies/internal/reference"
)

// Little's law holds of every single run: the queue length integrated over time is
// the sum of the waits. Times are integers, so it holds exactly.
func TestLittlesLaw(t *testing.T) {
	reference.EachTrial(t, 500, func(t *testing.T, c reference.Trial) {
		for _, p := range all {
			o := c.Run(t, p, false)
			waits, area := engine.Time(0), engine.Time(0)
			for _, j := range o.StartOrder {
				waits += o.Wait(j)
			}
			series := metrics.OverTime(o)
			for i := 1; i < series.At.Len(); i++ {
				area += engine.Time(series.Queue.At(i-1)) * (series.At.At(i) - series.At.At(i-1))
			}
			if waits != area {
				t.Errorf("%T%v %v: waits add up to %d, the queue to %d", p, p, c, waits, area)
			}
		}
	})
}
