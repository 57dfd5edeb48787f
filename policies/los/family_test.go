package los_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/policies"
	"backfill/policies/internal/reference"
	"backfill/policies/los"
)

// others are policies that know no dedicated jobs.
var others = []engine.Policy{policies.FCFS{}, &policies.EASY{Reservations: 1}, &policies.EASY{Reservations: 2}, &policies.EASY{Reservations: 5}, &policies.EASY{Reservations: 1000},
	policies.Conservative{Compress: true}, policies.Conservative{}}

// familyMember is a policy and the same for the plain simulator.
type familyMember struct {
	name   string
	policy engine.Policy
	plain  reference.LOSPolicy
}

// family lists the LOS family with its readings, for one simulation each.
func family(maxSkip int32, l los.Lookahead) []familyMember {
	look := func() los.Lookahead { return freshLookahead(l) }
	depth := l.Depth
	skip := int(maxSkip)
	var all []familyMember
	for _, r := range []los.Reading{los.Faithful, los.OneHead, los.Literal} {
		all = append(all,
			familyMember{"LOS", &los.LOS{Lookahead: look(), Reading: r}, reference.LOSPolicy{Reading: reference.Reading(r), Depth: depth}},
			familyMember{"Delayed-LOS", &los.Delayed{Lookahead: look(), MaxSkip: maxSkip, Reading: r}, reference.LOSPolicy{MaxSkip: skip, Reading: reference.Reading(r), Depth: depth}})
	}
	for _, r := range []los.Reading{los.Faithful, los.OneHead} {
		all = append(all, familyMember{"LOS-D", &los.LOSD{Lookahead: look(), Reading: r}, reference.LOSPolicy{Dedicated: true, Reading: reference.Reading(r), Depth: depth}})
	}
	for _, r := range []los.Reading{los.Faithful, los.OverFreeze, los.OneHead, los.CombinedFreeze} {
		all = append(all, familyMember{"Hybrid-LOS", &los.Hybrid{Lookahead: look(), MaxSkip: maxSkip, Reading: r}, reference.LOSPolicy{Dedicated: true, MaxSkip: skip, Reading: reference.Reading(r), Depth: depth}})
	}
	return append(all,
		familyMember{"Hybrid-LOS", los.NewestFirstHybrid{Hybrid: &los.Hybrid{Lookahead: look(), MaxSkip: maxSkip, Reading: los.NewestFirst}}, reference.LOSPolicy{Dedicated: true, MaxSkip: skip, Reading: reference.NewestFirst, Depth: depth}},
		familyMember{"Hybrid-LOS", &los.HybridAsPrinted{Lookahead: look(), MaxSkip: maxSkip}, reference.LOSPolicy{Dedicated: true, MaxSkip: skip, Reading: reference.Printed, Depth: depth}},
		familyMember{"EASY-D", &los.EASYD{}, reference.LOSPolicy{Dedicated: true, EASY: true}})
}

// Every member of the family, in every reading, starts every job when the plain
// simulator does.
func TestLOSFamilyEqualsThePlainSimulator(t *testing.T) {
	for seed := range uint64(reference.Trials(12000)) {
		c := reference.DrawWorld(seed, 14)
		r := rand.New(rand.NewPCG(seed, 12))
		for _, m := range family(r.Int32N(4), los.Lookahead{Depth: []int{0, 0, 1, 3}[r.IntN(4)]}) {
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
