package settings

import (
	"fmt"
	"slices"
	"strconv"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/param"
	"backfill/policies/slurm/limits"
)

// Limits are the limits of QOS and associations, which have the numbers of the workload.
type Limits struct {
	limits.Config
	PartitionQOS map[int32]int32 // numbers of the QOS whose limits partitions have, by those of the partitions
}

// limitSettings are the limits in the tables; nil if they do not hold. Usage decays as for priorities, which may be nil. Errors name the row.
func limitSettings(v param.Values, priorities *Priorities) (*Limits, error) {
	if !v.Bool("limits") {
		return nil, nil
	}
	words := func(table string) (list []string) {
		for _, row := range rows(v, table) {
			list = append(list, row.Text("limits"))
		}
		return list
	}
	cluster := &slurmconf.Cluster{Settings: map[string]string{"AccountingStorageEnforce": "limits"}}
	if v.Bool("safe") {
		cluster.Settings["AccountingStorageEnforce"] = "limits,safe"
	}
	for _, t := range []struct {
		table string
		ofQOS bool
	}{{"associations", false}, {"qos", true}} {
		list := words(t.table)
		if len(list) == 0 {
			continue
		}
		read, err := slurmconf.ReadLimits(list, t.ofQOS)
		if err != nil {
			at, reason := 0, err.Error()
			if e, is := err.(*slurmconf.Error); is {
				at, reason = min(max(e.Line-1, 0), len(list)-1), e.Reason
			}
			return nil, &param.Error{Path: fmt.Sprintf("/%s/%d/limits", t.table, at), Value: strconv.Quote(list[at]), Reason: reason}
		}
		if t.ofQOS {
			cluster.QOS = read.QOS
		} else {
			cluster.Associations = read.Associations
		}
	}
	// Their names are the numbers of the rows.
	row := func(name string) int32 {
		n, _ := strconv.Atoi(name)
		return int32(n)
	}
	s := &Limits{PartitionQOS: map[int32]int32{}}
	c := limits.Of(cluster, limits.Names{QOS: row, Account: row, User: row})
	s.Config = *c
	for i, q := range rows(v, "qos") {
		s.QOS[i].Number, s.QOS[i].UsageFactor = int32(q.Int("number")), q.Float("usageFactor")
	}
	associations := associationsOf(v)
	if err := checkTree(associations); err != nil {
		return nil, err
	}
	for i, a := range associations {
		of := &s.Associations[i]
		of.Account, of.Parent, of.User = a.Account, limits.None, a.User
		if a.User == limits.None && a.Account != root {
			of.Parent = a.Parent
		}
	}
	if !slices.ContainsFunc(s.Associations, func(a limits.Association) bool { return a.Account == root && a.User == limits.None }) {
		s.Associations = append(s.Associations, limits.NewAssociation(root, limits.None, limits.None))
	}
	for _, p := range rows(v, "partitions") {
		if _, is := p["qos"]; is {
			s.PartitionQOS[int32(p.Int("number"))] = int32(p.Int("qos"))
		}
	}
	if priorities != nil {
		s.CalcPeriod, s.HalfLife, s.Reset = priorities.CalcPeriod, priorities.HalfLife, priorities.Reset
	}
	return s, nil
}

// root is the number of the account above all.
const root = 0
