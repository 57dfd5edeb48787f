package policies

import (
	"backfill/engine"
	"backfill/policies/belief"
)

// Believing is a policy that plans with beliefs of its own instead of the requests.
type Believing struct {
	engine.Policy
	belief.Belief
}

var _ engine.Believer = (*Believing)(nil)
