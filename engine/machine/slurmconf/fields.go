package slurmconf

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// field reads the text of a cell, which is not empty.
type field func(text string) error

// fields are those of the limits, by column.
func (l *Limits) fields() map[string]field {
	return map[string]field{
		"grpjobs": toCount(&l.GrpJobs), "grpsubmit": toCount(&l.GrpSubmit), "grpwall": toSeconds(&l.GrpWall),
		"grptres": toTRES(&l.GrpTRES), "grptresmins": toTRES(&l.GrpTRESMins), "grptresrunmins": toTRES(&l.GrpTRESRunMins),
		"maxwall": toSeconds(&l.MaxWall),
		"maxtres": toTRES(&l.MaxTRES), "maxtrespernode": toTRES(&l.MaxTRESPerNode), "maxtresmins": toTRES(&l.MaxTRESMins),
	}
}

func newAssociation() *Association {
	return &Association{Share: 1, Priority: Unlimited, Limits: noLimits(), MaxJobs: Unlimited, MaxSubmit: Unlimited}
}

func (a *Association) fields() map[string]field {
	f := a.Limits.fields()
	f["cluster"], f["account"], f["parentname"], f["user"], f["partition"] = toText(&a.Cluster), toText(&a.Account), toText(&a.Parent), toText(&a.User), toText(&a.Partition)
	f["share"] = func(cell string) error {
		if strings.EqualFold(cell, "parent") {
			a.Share = ParentShare
			return nil
		}
		return toCount(&a.Share)(cell)
	}
	f["priority"], f["maxjobs"], f["maxsubmit"] = toCount(&a.Priority), toCount(&a.MaxJobs), toCount(&a.MaxSubmit)
	f["qos"], f["defqos"] = toList(&a.QOS), toText(&a.DefaultQOS)
	return f
}

func newQOS() *QOS {
	return &QOS{PreemptExemptTime: Unlimited, UsageFactor: 1, Limits: noLimits(), MaxJobsPerUser: Unlimited, MaxSubmitPerUser: Unlimited, MaxJobsPerAccount: Unlimited, MaxSubmitPerAccount: Unlimited}
}

func (q *QOS) fields() map[string]field {
	f := q.Limits.fields()
	f["name"], f["priority"], f["flags"] = toText(&q.Name), toCount(&q.Priority), toList(&q.Flags)
	f["preempt"], f["preemptmode"], f["preemptexempttime"], f["gracetime"] = toList(&q.Preempt), toText(&q.PreemptMode), toSeconds(&q.PreemptExemptTime), toSeconds(&q.GraceTime)
	f["usagefactor"] = func(cell string) (err error) {
		if q.UsageFactor, err = strconv.ParseFloat(cell, 64); err != nil || !(q.UsageFactor >= 0) || math.IsInf(q.UsageFactor, 0) {
			return fmt.Errorf("a number that is not negative is accepted")
		}
		return nil
	}
	f["mintres"] = toTRES(&q.MinTRES)
	f["maxtrespu"], f["maxjobspu"], f["maxsubmitpu"] = toTRES(&q.MaxTRESPerUser), toCount(&q.MaxJobsPerUser), toCount(&q.MaxSubmitPerUser)
	f["maxtrespa"], f["maxjobspa"], f["maxsubmitpa"] = toTRES(&q.MaxTRESPerAccount), toCount(&q.MaxJobsPerAccount), toCount(&q.MaxSubmitPerAccount)
	return f
}

func toText(to *string) field {
	return func(cell string) error {
		*to = cell
		return nil
	}
}

func toList(to *[]string) field {
	return func(cell string) error {
		*to = listed(cell)
		return nil
	}
}

func toCount(to *int64) field {
	return func(cell string) (err error) {
		if cell == "-1" {
			*to = Unlimited
			return nil
		}
		*to, err = count(cell, math.MaxUint32)
		return err
	}
}

func toSeconds(to *int64) field {
	return func(cell string) (err error) {
		*to, err = length(cell)
		return err
	}
}

func toTRES(to *TRES) field {
	return func(cell string) (err error) {
		*to, err = tres(cell)
		return err
	}
}
