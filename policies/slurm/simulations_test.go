//go:build campaign

package slurm

import (
	"fmt"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/campaign"
	"backfill/policies/internal/schedule"
)

// finds is the failer of a campaign: what is wrong is a finding.
type finds struct{}

func (finds) Helper()                           {}
func (finds) Fatal(args ...any)                 { panic(fmt.Sprint(args...)) }
func (finds) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// TestCampaignSimulations simulates random jobs on random machines with partitions under the policy slurm: some with nothing but sizes, memory and
// partitions, some with arrays, licences, dependencies, heterogeneous jobs, preemption and what people do, some with limits of QOS and associations.
func TestCampaignSimulations(t *testing.T) {
	plan := campaign.Plan{Name: "simulations/slurm", About: "itself with all passes made; else properties only, among them limits, licences, arrays and dependencies", Cases: 1_000_000}
	campaign.Run(t, plan, func(n int64) error {
		seed := uint64(n / 3)
		switch n % 3 {
		case 1:
			checkLively(finds{}, seed, false)
		case 2:
			checkLimits(finds{}, seed)
		default:
			return checkWorld(seed)
		}
		return nil
	})
}

// checkWorld simulates the world of a seed, with all passes and without those that would decide nothing.
func checkWorld(seed uint64) error {
	var outcomes [2]*engine.Outcome
	options := engine.Options{Kill: engine.KillRule(seed % 4)}
	for i, plain := range []bool{true, false} {
		w, m, s := world(seed)
		s.plain = plain
		o, err := engine.Simulate(w, m, s, options)
		if err != nil {
			return err
		}
		outcomes[i] = o
	}
	want, got := outcomes[0], outcomes[1]
	if !slices.Equal(want.Start, got.Start) || !slices.Equal(want.Pieces, got.Pieces) {
		return fmt.Errorf("starts %v, with all passes %v", got.Start, want.Start)
	}
	if options.Kill == engine.KillAtSweep {
		return nil
	}
	return schedule.Check(got, options, true)
}
