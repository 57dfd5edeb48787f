package limits

// UsedUp says which limit has a running job killed: others or it have used what its QOS and accounts may use in all, and no limits are Safe,
// by which such a job would not have started. It is asked for every half a minute. Time linear in the accounts above a user.
//
// Source: slurmctld/acct_policy.c, acct_policy_job_time_out.
func (e *Enforcement) UsedUp(number int32) (over Over, is bool) {
	r := &e.records[e.slot[number]]
	for _, q := range r.qos {
		if q != None && e.qos[q].usedUp(r, e.QOS[q].GrpWall, &over) {
			over.QOS, over.Association = q, None
			return over, true
		}
	}
	for at := r.association; at != None; at = e.associations[at].above {
		if e.associations[at].usedUp(r, e.Associations[at].GrpWall, &over) {
			over.QOS, over.Association = None, at
			return over, true
		}
	}
	return Over{}, false
}

// usedUp says whether a group has used what it may of something that a job uses.
func (g *group) usedUp(r *record, wall int64, over *Over) bool {
	if used := int64(g.wall / 60); wall != Unlimited && used >= wall {
		*over = Over{Limit: GrpWall, Used: used, Bound: wall}
		return true
	}
	for k, bound := range g.of[GrpTRESMins] {
		if used := int64(g.used[k] / 60); g.has[GrpTRESMins]&(1<<k) != 0 && r.amounts[k] > 0 && used >= bound {
			*over = Over{Limit: GrpTRESMins, TRES: TRES(k), Used: used, Bound: bound}
			return true
		}
	}
	return false
}

// BoundsUsage says whether running jobs can be killed by UsedUp.
func (e *Enforcement) BoundsUsage() bool {
	if e.Safe {
		return false
	}
	for i := range e.qos {
		if e.qos[i].has[GrpTRESMins] != 0 || e.QOS[i].GrpWall != Unlimited {
			return true
		}
	}
	for i := range e.associations {
		if e.associations[i].has[GrpTRESMins] != 0 || e.Associations[i].GrpWall != Unlimited {
			return true
		}
	}
	return false
}
