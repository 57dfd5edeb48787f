//go:build campaign

package script

import (
	"fmt"
	"testing"

	"backfill/engine"
	"backfill/engine/campaign"
	"backfill/engine/machine/partitions"
	"backfill/policies/internal/reference"
	"backfill/policies/internal/schedule"
	"backfill/policies/scripting"
)

// TestCampaignSimulations simulates random jobs on random machines under the examples of scripts: what comes out is a schedule, that of the built-in
// policy.
func TestCampaignSimulations(t *testing.T) {
	list := pairs(t, "0.0205")
	var programs []scripting.Program
	for _, p := range list {
		programs = append(programs, compiled(t, p.source))
	}
	kinds := []string{"cluster", "hosts", "multicluster", "nodes", "farm", "partitions"}
	plan := campaign.Plan{Name: "simulations/script", About: "the built-in policies that the examples stand for", Cases: 1_000_000}
	campaign.Run(t, plan, func(n int64) error {
		r := campaign.Rand(plan.Name, n)
		i := int(n) % len(list)
		var c reference.Trial
		var m engine.Machine
		var on, machine string
		for k := n / int64(len(list)); m == nil; k++ {
			c, on = reference.DrawTrial(r, 200), kinds[k%int64(len(kinds))]
			c.Seed = r.Uint64()
			if on == "partitions" {
				config := namedPartitions(r, &c)
				m, machine = partitions.New(config), fmt.Sprintf("%+v", config)
			} else {
				m, machine = reference.MachineOf(on, r, &c)
			}
			if !list[i].comparable(programs[i], m) {
				m = nil
			}
		}
		fail := func(err error) error { return fmt.Errorf("%s on %s, %v: %w", list[i].name, machine, c, err) }
		want, err := engine.Simulate(c.Workload, m, list[i].policy(t), c.Options)
		if err != nil {
			return fail(err)
		}
		options := c.Options
		options.RecordAll = r.IntN(3) == 0
		got, err := engine.Simulate(c.Workload, m, programs[i].New(), options)
		if err != nil {
			return fail(err)
		}
		if on != "farm" {
			if err := schedule.Check(got, c.Options, false); err != nil {
				return fail(err)
			}
		}
		if !equal(got, want) {
			return fail(fmt.Errorf("starts %v\nwant   %v", got.Start, want.Start))
		}
		return nil
	})
}
