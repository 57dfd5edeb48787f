package slurm

import (
	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/policies/slurm/settings"
)

// Kind describes the policy.
var Kind = scenario.PolicyKind{
	Description: param.Description{
		Kind: "slurm", Name: "Slurm",
		Doc:    "As Slurm schedules: the main scheduler starts jobs in order until one does not fit, and every bf_interval seconds, 30 by default, the backfill scheduler starts others beside promises of whole nodes, which it makes anew each time.",
		Params: settings.Params,
	},
	Needs: engine.NodesAsSlurm,
	Omits: omits,
	Draws: true,
	Check: func(v param.Values) error {
		_, err := settings.Of(v)
		return err
	},
	New: func(v param.Values) engine.Policy {
		s, _ := settings.Of(v) // Check has seen it
		return &Slurm{Settings: s}
	},
}
