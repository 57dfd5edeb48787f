//go:build campaign

package los_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/campaign"
	"backfill/engine/scenario"
	"backfill/policies/internal/reference"
	"backfill/policies/internal/schedule"
	"backfill/policies/los"
)

// TestCampaignSimulations simulates random jobs, among them dedicated ones and such as commands change, under each policy of the LOS family with
// random parameters: each job starts when the plain simulator says, and where no command is obeyed what comes out is a schedule.
func TestCampaignSimulations(t *testing.T) {
	for _, kind := range []scenario.PolicyKind{los.LOSKind, los.DelayedKind, los.HybridKind, los.EASYDKind, los.LOSDKind} {
		t.Run(kind.Kind, func(t *testing.T) {
			plan := campaign.Plan{Name: "simulations/" + kind.Kind, About: "the plain simulator of the family; properties only where the queue is packed in parts", Cases: 1_000_000}
			campaign.Run(t, plan, func(n int64) error { return simulation(&kind, n) })
		})
	}
}

// simulation is case n of a kind of policy.
func simulation(kind *scenario.PolicyKind, n int64) error {
	r := campaign.Rand("simulations/"+kind.Kind, n)
	v, what, err := reference.DrawValues(r, kind)
	if err != nil {
		return err
	}
	most := 14
	if r.IntN(3) == 0 {
		most = 40
	}
	c := reference.DrawWorld(r.Uint64(), most)
	o, err := engine.Simulate(c.Workload, engine.NewCluster(c.Processors, c.Unit), kind.New(v), c.Options)
	if err != nil {
		return fmt.Errorf("%s, %v: %w", what, c, err)
	}
	printed := v["reading"] == string(los.Printed) // which leaves jobs waiting and gives out more processors than there are, as it says
	if !printed && (!c.Options.Elastic || len(c.Workload.Commands) == 0) {
		if err := schedule.Check(o, c.Options, false); err != nil {
			return fmt.Errorf("%s, %v\nstarts %v: %w", what, c, o.Start, err)
		}
	}
	if slices.ContainsFunc(o.Warnings, func(s string) bool { return strings.Contains(s, "packed in parts") }) {
		return nil
	}
	plain := reference.LOS{Workload: c.Workload, Processors: c.Processors, Unit: c.Unit, Options: c.Options}
	plain.Policy.Dedicated = kind.Kind == "hybrid-los" || kind.Kind == "los-d" || kind.Kind == "easy-d"
	if kind.Kind == "easy-d" {
		plain.Policy.EASY = true
	} else {
		plain.Policy.Reading, plain.Policy.Depth = reference.Reading(v.Text("reading")), int(v.Int("lookahead"))
	}
	if kind.Kind == "hybrid-los" || kind.Kind == "delayed-los" {
		plain.Policy.MaxSkip = int(v.Int("maxSkip"))
	}
	last := engine.Time(0)
	for j := range c.Workload.Jobs {
		last = max(last, o.End[j], c.Workload.Ready(int32(j)))
	}
	if want := plain.Run(last + engine.Second); !slices.Equal(o.Start, want) {
		return fmt.Errorf("%s, %v\nstarts %v\nwant   %v", what, c, o.Start, want)
	}
	return nil
}
