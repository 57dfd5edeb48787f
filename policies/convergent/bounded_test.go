package convergent

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/policies/internal/reference"
)

// Valuing no more pairs than needed changes no plan: in whole simulations jobs run at the same
// times in the same places.
func TestBoundedPlansAreThoseOfAllPairs(t *testing.T) {
	plans, preempted := 0, 0
	eachTrial(t, 1500, func(t *testing.T, c trial) {
		all := c.config
		all.AllPairs = true
		got, want := c.run(t, New(c.config)), c.run(t, New(all))
		if diff := cmp.Diff(want.Segments, got.Segments); diff != "" {
			t.Errorf("%v\nsegments (-all +bounded):\n%s", c, diff)
		}
		plans += len(want.Plans)
		preempted += len(want.Segments) - len(want.StartOrder)
	})
	if plans < reference.Trials(20_000) || preempted < reference.Trials(3_000) {
		t.Errorf("%d plans, %d segments after others: too few to show anything", plans, preempted)
	}
}
