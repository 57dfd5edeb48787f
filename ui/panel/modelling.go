package panel

import (
	"slices"

	"backfill/engine/machine/slurmconf"
	"backfill/ui/result"
	"backfill/ui/session"
)

// Modelling is the policy that models the scheduler of the log on the page: as configured or, if there is none such, the first of its kind. False if
// there is none, or no recorded waits.
func (s *Shared) Modelling() (e *session.Simulated, policy int, ok bool) { return ModelIn(s.OnPage()) }

// ModelIn is Modelling for any simulated cell; nil: there is none.
func ModelIn(e *session.Simulated) (_ *session.Simulated, policy int, ok bool) {
	if e == nil || e.Results == nil || e.Results.Workload == nil || e.Results.Workload.Wait == nil {
		return nil, 0, false
	}
	models := func(r *result.Run) bool { return r != nil && r.Kind == "slurm" }
	policy = slices.IndexFunc(e.Results.Runs, func(r *result.Run) bool { return models(r) && r.Label == slurmconf.AsConfigured })
	if policy < 0 {
		policy = slices.IndexFunc(e.Results.Runs, models)
	}
	return e, policy, policy >= 0
}
