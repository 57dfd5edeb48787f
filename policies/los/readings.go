package los

import "backfill/engine/param"

// Reading is how a gap or a slip in the published algorithms of the LOS family is
// filled. Faithful is the reading that keeps their promises; the others are known
// from experiments with what else they may mean.
type Reading string

const (
	// Faithful starts heads of the queue as long as they may start, then packs.
	Faithful Reading = "faithful"
	// OneHead starts at most one head of the queue in a cycle. If the next one may start
	// too, that is all; else it packs around that.
	OneHead Reading = "oneHead"
	// Literal takes one branch of Algorithm 1 in a cycle: it starts a head or packs.
	Literal Reading = "literal"
	// OverFreeze starts a head that was skipped often enough even if it delays
	// dedicated jobs: Algorithm 2, lines 35 to 37, with a check that it fits.
	OverFreeze Reading = "overFreeze"
	// NewestFirst puts the dedicated job that came due last before the others:
	// Algorithm 3.
	NewestFirst Reading = "newestFirst"
	// CombinedFreeze packs within one freeze, the earlier end and the fewer extra
	// processors of the head's and the dedicated jobs'.
	CombinedFreeze Reading = "combinedFreeze"
	// Printed is Algorithm 2 to the letter: see HybridAsPrinted.
	Printed Reading = "printed"
)

// readingParam is the choice among readings, the first by default.
func readingParam(doc string, readings ...Reading) []param.Param {
	p := param.Param{Name: "reading", Kind: param.Choice, Default: string(readings[0]), Doc: doc}
	for _, r := range readings {
		p.Choices = append(p.Choices, string(r))
	}
	return []param.Param{p}
}
