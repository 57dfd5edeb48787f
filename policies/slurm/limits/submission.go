package limits

// Refused says which limit has a job refused when it is submitted to a partition with a QOS, or None: one on how many jobs may wait or run
// or, if one of its QOS has the flag DenyOnLimit, one that it would be over if it were alone. It asks for an allocation, whose nodes do not
// count. The limit that is told is the first in the order of Slurm's tests. Time linear in the number of accounts above the user.
//
// Source: acct_policy_validate in slurmctld/acct_policy.c. A job without a QOS is taken there as if it had DenyOnLimit; here it has no flag,
// since a log without a column for the QOS tells nothing of them.
func (e *Enforcement) Refused(j *Job, partitionQOS int32, asked *Allocation) (over Over, is bool) {
	s := submission{trial: newTrial(j, asked), job: j}
	qos := e.order(j, partitionQOS)
	for _, q := range qos {
		s.deny = s.deny || q != None && e.QOS[q].DenyOnLimit
	}
	for _, q := range qos {
		if q == None {
			continue
		}
		if s.over.QOS = q; s.qos(&e.qos[q], &e.QOS[q]) {
			return s.over, true
		}
		s.settle(&e.qos[q].bounds, &e.QOS[q])
	}
	s.over.QOS = None
	for at := j.Association; at != None; at = e.associations[at].above {
		if s.over.Association = at; s.association(&e.associations[at].group, &e.Associations[at], at == j.Association) {
			return s.over, true
		}
	}
	return Over{}, false
}

// submission is whether a job may be submitted.
type submission struct {
	trial
	job  *Job
	deny bool         // it is refused if it could never start
	has  [counts]bool // which of the limits from GrpJobs on a QOS has
}

// qos tests the limits of a QOS.
func (s *submission) qos(q *qos, of *QOS) bool {
	return s.amount(&q.bounds, MaxTRESPerAccount, &s.asked.Amounts) || s.amount(&q.bounds, MaxTRESPerUser, &s.asked.Amounts) || s.amount(&q.bounds, GrpTRES, &s.asked.Amounts) ||
		s.count(GrpSubmit, of.GrpSubmit, q.submitted) ||
		s.amount(&q.bounds, MaxTRESMins, &s.minutes) || s.amount(&q.bounds, GrpTRESMins, &s.minutes) || s.amount(&q.bounds, GrpTRESRunMins, &s.minutes) ||
		s.length(MaxWall, of.MaxWall) || s.length(GrpWall, of.GrpWall) ||
		s.amount(&q.bounds, MaxTRES, &s.asked.Amounts) || s.amount(&q.bounds, MaxTRESPerNode, &s.perNode) ||
		of.MaxSubmitPerAccount != Unlimited && s.count(MaxSubmitPerAccount, of.MaxSubmitPerAccount, q.accounts[s.job.account].submitted) ||
		of.MaxSubmitPerUser != Unlimited && s.count(MaxSubmitPerUser, of.MaxSubmitPerUser, q.users[s.job.user].submitted) ||
		s.deny && s.less(&q.bounds)
}

// association tests the limits of an association: those of the user, with those on single jobs, or those of an account above. Either limit of
// a QOS on submitted jobs, by user or by account, stands for MaxSubmit.
func (s *submission) association(g *group, of *Association, own bool) bool {
	if s.amount(&g.bounds, GrpTRES, &s.asked.Amounts) || s.count(GrpSubmit, of.GrpSubmit, g.submitted) ||
		s.amount(&g.bounds, GrpTRESMins, &s.minutes) || s.amount(&g.bounds, GrpTRESRunMins, &s.minutes) || s.length(GrpWall, of.GrpWall) {
		return true
	}
	return own && (s.amount(&g.bounds, MaxTRES, &s.asked.Amounts) || s.amount(&g.bounds, MaxTRESPerNode, &s.perNode) ||
		!s.has[MaxSubmitPerAccount-GrpJobs] && s.count(MaxSubmitPerUser, of.MaxSubmit, g.submitted) ||
		s.amount(&g.bounds, MaxTRESMins, &s.minutes) || s.length(MaxWall, of.MaxWall))
}

// settle notes the limits of a QOS, which no other place is asked for.
func (s *submission) settle(b *bounds, of *QOS) {
	for l, has := range b.has {
		s.known[l] |= has
	}
	for l, bound := range of.counts() {
		s.has[l] = s.has[l] || bound != Unlimited
	}
}

// amount tests what the job asks for alone.
func (s *submission) amount(b *bounds, l Limit, asked *Amounts) bool {
	return s.deny && s.alone(b, l, asked)
}

// length tests its time limit.
func (s *submission) length(l Limit, bound int64) bool {
	return s.deny && s.exceeds(l, bound, 0, s.job.Minutes)
}

// count tests how many jobs wait or run with it.
func (s *submission) count(l Limit, bound, submitted int64) bool {
	return s.exceeds(l, bound, submitted, 1)
}

// exceeds tests a limit without TRES.
func (s *submission) exceeds(l Limit, bound, used, asked int64) bool {
	if bound == Unlimited || s.has[l-GrpJobs] || used+asked <= bound {
		return false
	}
	s.over.Limit, s.over.Bound = l, bound
	return s.found(used, asked)
}

// Submit counts a job as submitted to a partition with a QOS, or None: from now on it waits, and later runs. One that is refused is not
// counted. The number is that of the job as for Start.
func (e *Enforcement) Submit(number int32, j *Job, partitionQOS int32) {
	for int(number) >= len(e.submitted) {
		e.submitted = append(e.submitted, owners{})
	}
	o := &e.submitted[number]
	*o = e.owners(j, partitionQOS)
	e.countSubmitted(o, 1)
}

// Leave says that a submitted job has ended or was cancelled: it counts as submitted no more. One that runs is told to End before. A job
// that is requeued does not leave.
func (e *Enforcement) Leave(number int32) {
	e.countSubmitted(&e.submitted[number], -1)
}

func (e *Enforcement) countSubmitted(o *owners, sign int64) {
	for g := range e.groups(o) {
		g.submitted += sign
	}
	for c := range e.counters(o) {
		c.submitted += sign
	}
}
