package slurm

import "backfill/engine"

// forgotten is how many half-lives usage counts: after 20 less than a millionth is left.
const forgotten = 20

// Remembers is how long what jobs have used counts for priorities: 20 half-lives of the usage, for ever if it does not decay. Limits may count it
// without decay. With basic priorities and without limits nothing counts.
func (p *Slurm) Remembers() engine.Time {
	switch {
	case p.Limits != nil:
		return engine.Never
	case p.Priorities == nil:
		return 0
	case p.Priorities.HalfLife <= 0:
		return engine.Never
	}
	return forgotten * p.Priorities.HalfLife
}
