package convergent

import (
	"math"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/policies/internal/reference"
)

// The matrix of a plan adds up to the priorities, has NaN where jobs cannot run, and asking for
// it changes nothing.
func TestMatrixAddsUp(t *testing.T) {
	shown := 0
	eachTrial(t, 60, func(t *testing.T, c trial) {
		c.config.Counting = false
		want := c.run(t, New(c.config))
		m := &engine.Matrix{}
		c.options.Probe, c.options.ProbeAt = m, want.Plans[len(want.Plans)/2]
		p := New(c.config)
		if got := c.run(t, p); len(got.Segments) != len(want.Segments) || m.At != c.options.ProbeAt {
			t.Fatalf("%v: %d segments, not %d; the plan of %d, not of %d", c, len(got.Segments), len(want.Segments), m.At, c.options.ProbeAt)
		}
		terms := len(m.Terms)
		if len(m.Value) != len(m.Jobs)*m.Lanes*terms || len(m.Plan) != len(m.Jobs) || len(m.Where) != len(m.Jobs) {
			t.Fatalf("%v: columns of different lengths", c)
		}
		computers := farm.New(c.farm).Computers()
		for row, j := range m.Jobs {
			for at, computer := range computers {
				sum := 0.0
				for _, v := range m.Value[(row*m.Lanes+at)*terms:][:terms] {
					sum += float64(v)
				}
				can := c.workload.Jobs[j].Processors <= computer.Processors && c.workload.Needs(j)&^computer.Licences == 0
				if can == math.IsNaN(sum) || can && (sum < 0 || sum > p.highest*(1+1e-6)) {
					t.Errorf("%v: job %d at %d: %v", c, j, at, sum)
				}
				shown++
			}
		}
	})
	if shown < reference.Trials(1000) {
		t.Errorf("%d pairs: too few to show anything", shown)
	}
}
