package opened

import (
	"slices"
	"strconv"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/inferred"
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// otherwise is what the policy slurm does otherwise than configured, with what is assumed: by the configuration, and for jobs of a log with
// these names, of which so many jobs have each.
func (o *Files) otherwise(names *slurmconf.Legend, jobs *accounting.Named) []string {
	list := slices.Clone(o.cluster.Otherwise)
	ranked, limited := o.cluster.Ranks(), o.cluster.EnforcesLimits()
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
	if len(o.cluster.QOS) > 0 {
		tell("with the QOS", names.QOS, jobs.QOS, func(name string) bool {
			return slices.ContainsFunc(o.cluster.QOS, func(q slurmconf.QOS) bool { return q.Name == name })
		}, "no limits, priority 0 and usage factor 1 are assumed")
		if len(names.QOS) == 0 {
			list = append(list, "the log does not tell the QOS of its jobs, as sacct does in the column QOS: those of the configuration hold for none")
		}
	}
	if len(o.cluster.Associations) > 0 {
		tell("of the account", names.Accounts, jobs.Groups, func(name string) bool {
			return slices.ContainsFunc(o.cluster.Associations, func(a slurmconf.Association) bool { return a.Account == name && o.cluster.IsOwn(&a) })
		}, "one share below the root and no limits are assumed")
		if len(names.Accounts) == 0 {
			list = append(list, "the log does not tell the accounts of its jobs, as sacct does in the column Account: the rows of the configuration are about none of them")
		}
	}
	return list
}

// giveScheduler puts the policy that the configuration describes before the others, for jobs of a log with these names, and has jobs
// stopped as Slurm does. It is false if the configuration does not say how the cluster schedules.
func (o *Files) giveScheduler(d *draft.Draft, names *slurmconf.Legend) bool {
	about := o.Form.Policy("slurm")
	set := o.cluster.Settings
	if about == nil || set["SchedulerType"] == "" && set["SchedulerParameters"] == "" && set["PriorityType"] == "" {
		return false
	}
	policy := o.Form.PresetChoice(about, param.Preset{Fields: o.cluster.Policy(names)})
	policy.Label = slurmconf.AsConfigured
	d.Policies = slices.DeleteFunc(d.Policies, func(c draft.Choice) bool { return c.Label == slurmconf.AsConfigured || c.Label == slurmconf.Changed })
	d.Policies = slices.Insert(d.Policies, 0, policy)
	d.Policies = d.Policies[:min(len(d.Policies), scenario.MaxPolicies)]
	d.Settings = d.Settings.Clone()
	d.Settings.Texts["baseline"] = slurmconf.AsConfigured
	rule, grace := o.cluster.Stops()
	d.Settings.Texts["kill/rule"] = rule
	d.Settings.Texts["kill/grace"] = strconv.Itoa(grace)
	return true
}

// Otherwise is what the policy that is as configured does otherwise than the files of the configuration say, with what is assumed. The texts
// have names of the cluster. Nil if it follows all of them, or they did not come since the page was opened.
func (o *Files) Otherwise() []string {
	if !o.KnowsAsConfigured() || o.Configuration() == nil {
		return nil
	}
	o.ConfiguredNames() // o.called is of this log and this configuration now
	if k := &o.called; k.otherwise == nil {
		k.otherwise = append([]string{}, o.otherwise(inferred.Legend(o.LoggedNames()), o.LoggedJobs())...)
	}
	return o.called.otherwise
}
