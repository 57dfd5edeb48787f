package policies

import (
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/policies/internal/reference"
)

// familyMember is a policy and the same for the plain simulator.
type familyMember struct {
	name   string
	policy engine.Policy
	plain  reference.LOSPolicy
}

// family lists the LOS family with its readings, for one simulation each.
func family(maxSkip int32, l Lookahead) []familyMember {
	look, depth := l.fresh, l.Depth
	skip := int(maxSkip)
	var all []familyMember
	for _, r := range []Reading{Faithful, OneHead, Literal} {
		all = append(all,
			familyMember{"LOS", &LOS{Lookahead: look(), Reading: r}, reference.LOSPolicy{Reading: reference.Reading(r), Depth: depth}},
			familyMember{"Delayed-LOS", &DelayedLOS{Lookahead: look(), MaxSkip: maxSkip, Reading: r}, reference.LOSPolicy{MaxSkip: skip, Reading: reference.Reading(r), Depth: depth}})
	}
	for _, r := range []Reading{Faithful, OneHead} {
		all = append(all, familyMember{"LOS-D", &LOSD{Lookahead: look(), Reading: r}, reference.LOSPolicy{Dedicated: true, Reading: reference.Reading(r), Depth: depth}})
	}
	for _, r := range []Reading{Faithful, OverFreeze, OneHead, CombinedFreeze} {
		all = append(all, familyMember{"Hybrid-LOS", &HybridLOS{Lookahead: look(), MaxSkip: maxSkip, Reading: r}, reference.LOSPolicy{Dedicated: true, MaxSkip: skip, Reading: reference.Reading(r), Depth: depth}})
	}
	return append(all,
		familyMember{"Hybrid-LOS", newestFirst{&HybridLOS{Lookahead: look(), MaxSkip: maxSkip, Reading: NewestFirst}}, reference.LOSPolicy{Dedicated: true, MaxSkip: skip, Reading: reference.NewestFirst, Depth: depth}},
		familyMember{"Hybrid-LOS", &HybridAsPrinted{Lookahead: look(), MaxSkip: maxSkip}, reference.LOSPolicy{Dedicated: true, MaxSkip: skip, Reading: reference.Printed, Depth: depth}},
		familyMember{"EASY-D", &EASYD{}, reference.LOSPolicy{Dedicated: true, EASY: true}})
}

// Every member of the family, in every reading, starts every job when the plain
// simulator does.
func TestLOSFamilyEqualsThePlainSimulator(t *testing.T) {
	for seed := range uint64(reference.Trials(12000)) {
		c := reference.DrawWorld(seed, 14)
		r := rand.New(rand.NewPCG(seed, 12))
		for _, m := range family(r.Int32N(4), Lookahead{Depth: []int{0, 0, 1, 3}[r.IntN(4)]}) {
			o := c.Run(t, m.policy, c.Options)
			slow := reference.LOS{Workload: c.Workload, Processors: c.Processors, Unit: c.Unit, Options: c.Options, Policy: m.plain}
			last := engine.Time(0)
			for j := range c.Workload.Jobs {
				last = max(last, o.End[j], c.Workload.Ready(int32(j)))
			}
			if want := slow.Run(last + engine.Second); !slices.Equal(o.Start, want) {
				t.Fatalf("%s %+v, %v\nstarts %v\nwant   %v", m.name, m.plain, c, o.Start, want)
			}
		}
	}
}
