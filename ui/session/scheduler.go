package session

import (
	"slices"
	"strconv"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/workload/accounting"
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// otherwise is what the policy slurm does otherwise than configured, with what is assumed: by the configuration, and for jobs of a log with
// these names, of which so many jobs have each.
func (s *Session) otherwise(names *slurmconf.Legend, jobs *accounting.Named) []string {
	list := slices.Clone(s.cluster.Otherwise)
	ranked, limited := s.cluster.Ranks(), s.cluster.EnforcesLimits()
	if jobs == nil || !ranked && !limited {
		return list
	}
	tell := func(what string, logged []string, counts []int64, has func(name string) bool, assumed string) {
		for i, name := range logged {
			if i < len(counts) && counts[i] > 0 && !has(name) {
				list = append(list, phrase.Plural(counts[i], "job")+" of the log "+what+" "+name+", which no row of the configuration is about: "+assumed)
			}
		}
	}
	if len(s.cluster.QOS) > 0 {
		tell("with the QOS", names.QOS, jobs.QOS, func(name string) bool {
			return slices.ContainsFunc(s.cluster.QOS, func(q slurmconf.QOS) bool { return q.Name == name })
		}, "no limits, priority 0 and usage factor 1 are assumed")
		if len(names.QOS) == 0 {
			list = append(list, "the log does not tell the QOS of its jobs, as sacct does in the column QOS: those of the configuration hold for none")
		}
	}
	if len(s.cluster.Associations) > 0 {
		tell("of the account", names.Accounts, jobs.Groups, func(name string) bool {
			return slices.ContainsFunc(s.cluster.Associations, func(a slurmconf.Association) bool { return a.Account == name && s.cluster.IsOwn(&a) })
		}, "one share below the root and no limits are assumed")
		if len(names.Accounts) == 0 {
			list = append(list, "the log does not tell the accounts of its jobs, as sacct does in the column Account: the rows of the configuration are about none of them")
		}
	}
	return list
}

// giveScheduler puts the policy that the configuration describes before the others, for jobs of a log with these names, and has jobs
// stopped as Slurm does. It is false if the configuration does not say how the cluster schedules.
func (s *Session) giveScheduler(d *draft.Draft, names *slurmconf.Legend) bool {
	about := s.Form.Policy("slurm")
	set := s.cluster.Settings
	if about == nil || set["SchedulerType"] == "" && set["SchedulerParameters"] == "" && set["PriorityType"] == "" {
		return false
	}
	policy := s.Form.PresetChoice(about, param.Preset{Fields: s.cluster.Policy(names)})
	policy.Label = slurmconf.AsConfigured
	d.Policies = slices.DeleteFunc(d.Policies, func(c draft.Choice) bool { return c.Label == slurmconf.AsConfigured || c.Label == slurmconf.Changed })
	d.Policies = slices.Insert(d.Policies, 0, policy)
	d.Policies = d.Policies[:min(len(d.Policies), scenario.MaxPolicies)]
	d.Settings = d.Settings.Clone()
	d.Settings.Texts["baseline"] = slurmconf.AsConfigured
	rule, grace := s.cluster.Stops()
	d.Settings.Texts["kill/rule"] = rule
	d.Settings.Texts["kill/grace"] = strconv.Itoa(grace)
	return true
}
