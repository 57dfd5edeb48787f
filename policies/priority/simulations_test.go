//go:build campaign

package priority_test

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/campaign"
	"backfill/engine/scenario"
	"backfill/policies/belief"
	"backfill/policies/internal/reference"
	"backfill/policies/internal/schedule"
	"backfill/policies/priority"
)

// TestCampaignSimulations simulates random jobs on random machines under each policy that goes by priorities, with random parameters.
func TestCampaignSimulations(t *testing.T) {
	for kind, about := range map[*scenario.PolicyKind]string{
		new(priority.BackfillKind(nil)): "the plain policy",
		new(priority.OrderedKind(nil)):  "the plain policy; properties only of waits until no start and of beliefs",
	} {
		t.Run(kind.Kind, func(t *testing.T) {
			campaign.Run(t, campaign.Plan{Name: "simulations/" + kind.Kind, About: about, Cases: 1_000_000}, func(n int64) error { return simulation(kind, n) })
		})
	}
}

// believing is a plain policy that plans with beliefs.
type believing struct {
	engine.Policy
	*belief.Belief
}

// simulation is case n of a kind of policy.
func simulation(kind *scenario.PolicyKind, n int64) error {
	r := campaign.Rand("simulations/"+kind.Kind, n)
	for {
		if err := simulate(kind, n, r); err != errOther {
			return err
		}
	}
}

// errOther says that a policy with the parameters that were drawn does not run on the machine.
var errOther = errors.New("something else is to be drawn")

// simulate draws one and simulates it on the machine of case n.
func simulate(kind *scenario.PolicyKind, n int64, r *rand.Rand) error {
	v, what, err := reference.DrawValues(r, kind)
	if err != nil {
		return err
	}
	needs := kind.NeedsWith(v) &^ (engine.Users | engine.Groups)
	c := reference.DrawTrial(r, 200)
	kinds := reference.MachineKinds
	if kind.Kind == "priority" {
		kinds = []string{"cluster"}
	}
	on := kinds[int(n)%len(kinds)]
	if on == "cluster" {
		if r.IntN(3) == 0 {
			reference.LetFollow(r, c.Workload)
		}
		if v["who"] != "chosenAndBesides" { // whose plain version steps through every millisecond
			c = c.Scaled([]engine.Time{1, 1, 1000, 40_000}[r.IntN(4)])
		}
	}
	c.Seed = r.Uint64()
	m, machine := reference.MachineOf(on, r, &c)
	if needs.Missing(m.Offers()) != nil {
		return errOther
	}
	if c.Workload.Group == nil {
		for range c.Workload.Jobs {
			c.Workload.Group = append(c.Workload.Group, r.Int32N(3)-1)
		}
	}
	fail := func(err error) error {
		return fmt.Errorf("%s on %s, %v after %v by %v, users %v, groups %v: %w", what, machine, c, c.Workload.After, c.Workload.Think, c.Workload.User, c.Workload.Group, err)
	}
	o, err := engine.Simulate(c.Workload, m, kind.New(v), c.Options)
	if err != nil {
		return fail(err)
	}
	if on != "farm" { // where jobs take longer on slow computers
		if err := schedule.Check(o, c.Options, false); err != nil {
			return fail(err)
		}
	}
	var plain engine.Policy
	switch p := kind.New(v).(type) {
	case *priority.Backfill:
		if slices.Contains(priority.Names, p.Name) {
			of := plainly(p).(*reference.Priority)
			if on == "partitions" { // the queue has jobs of higher tiers in front; of equal priorities who came first goes first
				of.Order, of.Others = tied(of.Order), tied(of.Others)
			}
			plain = believing{of, p.Belief}
		}
	case *priority.Ordered:
		if slices.Contains(priority.Names, p.Name) && !p.NoWait && (p.Belief == nil || !p.Believes()) {
			plain = &plainOrder{order: reference.Published(p.Name, p.WaitWeight, p.MaxRequest), who: v.Text("who"), chosen: engine.NoJob, ends: map[int32]engine.Time{}}
		}
	}
	if plain == nil {
		return nil
	}
	want, err := engine.Simulate(c.Workload, m, plain, c.Options)
	if err != nil {
		return fail(err)
	}
	if !slices.Equal(o.Start, want.Start) {
		return fail(fmt.Errorf("starts %v\nwant   %v", o.Start, want.Start))
	}
	return nil
}

// tied is an order in which the jobs of equals go by arrival; nil stays nil. No job follows another.
func tied(order func(s *engine.State, a, b int32) int) func(s *engine.State, a, b int32) int {
	if order == nil {
		return nil
	}
	return func(s *engine.State, a, b int32) int { return cmp.Or(order(s, a, b), cmp.Compare(a, b)) }
}
