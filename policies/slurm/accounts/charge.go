package accounts

import (
	"backfill/engine/machine/partitions"
	"backfill/policies/slurm/settings"
)

// charge is what a job with some amounts is charged for each second: the sum over what it has or, if most, only what is charged most of it.
//
// Source: TRESBillingWeights and PriorityFlags=MAX_TRES of slurm.conf(5).
func charge(b settings.Billing, a partitions.Amounts, most bool) float64 {
	if b == nil {
		return float64(a.Processors)
	}
	sum, highest := 0.0, 0.0
	for i, n := range [...]int64{a.Processors, a.Memory, a.Nodes, a.GPUs} {
		charged := b[i] * float64(n)
		sum += charged
		highest = max(highest, charged)
	}
	if most {
		return highest
	}
	return sum
}
