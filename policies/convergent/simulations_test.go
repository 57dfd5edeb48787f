//go:build campaign

package convergent

import (
	"fmt"
	"reflect"
	"testing"

	"backfill/engine"
	"backfill/engine/campaign"
	"backfill/engine/machine/farm"
	"backfill/policies/internal/reference"
)

// TestCampaignSimulations simulates random jobs on random farms under the Convergent Scheduler: nothing is in use twice, jobs do what their work asks for
// however they are interrupted, and valuing no more pairs than needed changes nothing.
func TestCampaignSimulations(t *testing.T) {
	plan := campaign.Plan{Name: "simulations/convergent", About: "itself with all pairs valued; else properties only", Cases: 1_000_000}
	campaign.Run(t, plan, func(n int64) error {
		c := newTrial(uint64(n))
		run := func(config Config) (*engine.Outcome, error) {
			o, err := engine.Simulate(c.workload, farm.New(c.farm), New(config), c.options)
			if err == nil {
				err = reference.FarmWorld{Config: c.farm, Workload: c.workload, Options: c.options}.Fault(o)
			}
			if err != nil {
				return o, fmt.Errorf("%v: %w", c, err)
			}
			return o, nil
		}
		got, err := run(c.config)
		if err != nil {
			return err
		}
		all := c.config
		all.AllPairs = true
		want, err := run(all)
		if err == nil && !reflect.DeepEqual(got.Segments, want.Segments) {
			err = fmt.Errorf("%v: segments %v, with all pairs %v", c, got.Segments, want.Segments)
		}
		return err
	})
}
