package session

import (
	"slices"
	"strconv"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/ui/draft"
)

// asConfigured is the label of the policy that a configuration describes.
const asConfigured = "Slurm as configured"

// giveScheduler puts the policy that the configuration describes before the others, for jobs of a log with these names, and has jobs
// stopped as Slurm does. It is false if the configuration does not say how the cluster schedules.
func (s *Session) giveScheduler(d *draft.Draft, names *slurmconf.Legend) bool {
	about := s.Form.Policy("slurm")
	set := s.cluster.Settings
	if about == nil || set["SchedulerType"] == "" && set["SchedulerParameters"] == "" && set["PriorityType"] == "" {
		return false
	}
	policy := s.Form.PresetChoice(about, param.Preset{Fields: s.cluster.Policy(names)})
	policy.Label = asConfigured
	d.Policies = slices.DeleteFunc(d.Policies, func(c draft.Choice) bool { return c.Label == asConfigured })
	d.Policies = slices.Insert(d.Policies, 0, policy)
	d.Policies = d.Policies[:min(len(d.Policies), scenario.MaxPolicies)]
	d.Settings = d.Settings.Clone()
	d.Settings.Texts["baseline"] = asConfigured
	d.Settings.Texts["kill/rule"] = "sweep"
	d.Settings.Texts["kill/grace"] = "0"
	if minutes, err := strconv.Atoi(set["OverTimeLimit"]); err == nil {
		d.Settings.Texts["kill/grace"] = strconv.Itoa(60 * minutes)
	} else if set["OverTimeLimit"] == "UNLIMITED" {
		d.Settings.Texts["kill/rule"] = "never"
	}
	return true
}
