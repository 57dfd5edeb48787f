package limits

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"backfill/engine/clock"
	"backfill/engine/machine/slurmconf"
)

// Names gives QOS, accounts and users their numbers.
type Names struct{ QOS, Account, User func(name string) int32 }

// Of is the limits of a cluster as sacctmgr shows them, with Slurm's defaults for the decay of usage; nil if AccountingStorageEnforce has
// neither limits nor safe nor all. It lists what is not counted, for people: limits on other TRES, and associations for one partition
// alone.
func Of(c *slurmconf.Cluster, names Names) (config *Config, left []string) {
	if !c.EnforcesLimits() {
		return nil, nil
	}
	r := reading{}
	config = &Config{Safe: c.EnforcesSafe(), CalcPeriod: 5 * clock.Minute, HalfLife: 7 * clock.Day}
	for i := range c.QOS {
		from := &c.QOS[i]
		r.whose = "the QOS " + from.Name
		q := NewQOS(names.QOS(from.Name))
		q.Limits = r.limits(&from.Limits)
		q.MinTRES, q.MaxTRESPerUser, q.MaxTRESPerAccount = r.amounts("MinTRES", from.MinTRES), r.amounts("MaxTRESPU", from.MaxTRESPerUser), r.amounts("MaxTRESPA", from.MaxTRESPerAccount)
		q.MaxJobsPerUser, q.MaxJobsPerAccount, q.UsageFactor = from.MaxJobsPerUser, from.MaxJobsPerAccount, from.UsageFactor
		q.MaxSubmitPerUser, q.MaxSubmitPerAccount = from.MaxSubmitPerUser, from.MaxSubmitPerAccount
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
		if !c.IsOwn(from) {
			continue
		}
		if r.whose = "the account " + from.Account; from.User != "" {
			r.whose = fmt.Sprintf("the user %s of %s", from.User, r.whose)
		}
		if from.Partition != "" {
			r.left = append(r.left, fmt.Sprintf("%s in the partition %s", r.whose, from.Partition))
			continue
		}
		a := NewAssociation(names.Account(from.Account), None, None)
		if from.User != "" {
			a.User = names.User(from.User)
		} else if from.Account != "root" { // without a column for it, all accounts are below the root
			a.Parent = names.Account(cmp.Or(from.Parent, "root"))
		}
		a.Limits, a.MaxJobs, a.MaxSubmit = r.limits(&from.Limits), from.MaxJobs, from.MaxSubmit
		config.Associations = append(config.Associations, a)
	}
	return config, r.left
}

// reading is limits that are being read.
type reading struct {
	whose string
	left  []string
}

func (r *reading) limits(from *slurmconf.Limits) Limits {
	minutes := func(s int64) int64 {
		if s == slurmconf.Unlimited {
			return Unlimited
		}
		return s / 60
	}
	return Limits{
		GrpJobs: from.GrpJobs, GrpSubmit: from.GrpSubmit, GrpWall: minutes(from.GrpWall), MaxWall: minutes(from.MaxWall),
		GrpTRES: r.amounts("GrpTRES", from.GrpTRES), GrpTRESMins: r.amounts("GrpTRESMins", from.GrpTRESMins), GrpTRESRunMins: r.amounts("GrpTRESRunMins", from.GrpTRESRunMins),
		MaxTRES: r.amounts("MaxTRES", from.MaxTRES), MaxTRESPerNode: r.amounts("MaxTRESPerNode", from.MaxTRESPerNode), MaxTRESMins: r.amounts("MaxTRESMins", from.MaxTRESMins),
	}
}

func (r *reading) amounts(column string, from slurmconf.TRES) (a Amounts) {
	for t := range a {
		a[t] = from.Of(TRES(t).String())
	}
	for _, name := range slices.Sorted(maps.Keys(from)) {
		if !slices.Contains(slurmconf.CountedTRES, name) {
			r.left = append(r.left, fmt.Sprintf("%s of %s: %s=%d", column, r.whose, name, from[name]))
		}
	}
	return a
}
