package limits

import (
	"cmp"
	"strings"

	"backfill/engine/clock"
	"backfill/engine/machine/slurmconf"
)

// Names gives QOS, accounts and users their numbers.
type Names struct{ QOS, Account, User func(name string) int32 }

// Of is the limits of a cluster as sacctmgr shows them, with Slurm's defaults for the decay of usage; nil if AccountingStorageEnforce has
// neither limits nor safe nor all. It leaves out limits on other TRES, and associations for one partition alone, of which
// slurmconf.Cluster.Otherwise tells.
func Of(c *slurmconf.Cluster, names Names) *Config {
	if !c.EnforcesLimits() {
		return nil
	}
	config := &Config{Safe: c.EnforcesSafe(), CalcPeriod: 5 * clock.Minute, HalfLife: 7 * clock.Day}
	for i := range c.QOS {
		from := &c.QOS[i]
		q := NewQOS(names.QOS(from.Name))
		q.SetLimits(from)
		q.UsageFactor = from.UsageFactor
		for _, flag := range from.Flags {
			switch strings.ToLower(flag) {
			case "overpartqos":
				q.OverPartQOS = true
			case "noreserve":
				q.NoReserve = true
			case "denyonlimit":
				q.DenyOnLimit = true
			case "nodecay":
				q.NoDecay = true
			}
		}
		config.QOS = append(config.QOS, q)
	}
	for i := range c.Associations {
		from := &c.Associations[i]
		if !c.IsOwn(from) || from.Partition != "" {
			continue
		}
		a := NewAssociation(names.Account(from.Account), None, None)
		if from.User != "" {
			a.User = names.User(from.User)
		} else if from.Account != "root" { // without a column for it, all accounts are below the root
			a.Parent = names.Account(cmp.Or(from.Parent, "root"))
		}
		a.SetLimits(from)
		config.Associations = append(config.Associations, a)
	}
	return config
}

// SetLimits gives a QOS the limits of another one, without its flags and its usage factor.
func (q *QOS) SetLimits(from *slurmconf.QOS) {
	q.Limits = limitsOf(&from.Limits)
	q.MinTRES, q.MaxTRESPerUser, q.MaxTRESPerAccount = amountsOf(from.MinTRES), amountsOf(from.MaxTRESPerUser), amountsOf(from.MaxTRESPerAccount)
	q.MaxJobsPerUser, q.MaxJobsPerAccount = from.MaxJobsPerUser, from.MaxJobsPerAccount
	q.MaxSubmitPerUser, q.MaxSubmitPerAccount = from.MaxSubmitPerUser, from.MaxSubmitPerAccount
}

// SetLimits gives an association the limits of another one.
func (a *Association) SetLimits(from *slurmconf.Association) {
	a.Limits, a.MaxJobs, a.MaxSubmit = limitsOf(&from.Limits), from.MaxJobs, from.MaxSubmit
}

func limitsOf(from *slurmconf.Limits) Limits {
	minutes := func(s int64) int64 {
		if s == slurmconf.Unlimited {
			return Unlimited
		}
		return s / 60
	}
	return Limits{
		GrpJobs: from.GrpJobs, GrpSubmit: from.GrpSubmit, GrpWall: minutes(from.GrpWall), MaxWall: minutes(from.MaxWall),
		GrpTRES: amountsOf(from.GrpTRES), GrpTRESMins: amountsOf(from.GrpTRESMins), GrpTRESRunMins: amountsOf(from.GrpTRESRunMins),
		MaxTRES: amountsOf(from.MaxTRES), MaxTRESPerNode: amountsOf(from.MaxTRESPerNode), MaxTRESMins: amountsOf(from.MaxTRESMins),
	}
}

func amountsOf(from slurmconf.TRES) (a Amounts) {
	for t := range a {
		a[t] = from.Of(TRES(t).String())
	}
	return a
}
