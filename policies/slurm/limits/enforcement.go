package limits

import (
	"fmt"
	"slices"

	"backfill/engine/clock"
)

// Enforcement holds jobs to the limits. Instants never go back. Nothing that is asked for in a pass allocates; Before and After take time
// linear in the number of accounts above a user.
type Enforcement struct {
	Config
	qos          []qos
	associations []association
	own          []Association // Config.Associations without what they have from accounts above
	numbers      struct {
		qos, users, accounts map[int32]int32
		associations         map[member]int32
	}
	runs
	submitted []owners // by number of a job
}

// member is a user of an account, by their numbers; the user None stands for the account as a whole.
type member struct{ account, user int32 }

// Job is what limits ask of a job.
type Job struct {
	Association   int32 // its place in Config.Associations; None: nothing but QOS limits it
	QOS           int32 // its place in Config.QOS; None
	Minutes       int64 // its time limit
	user, account int32 // places of their own, from 0
}

// qos is a QOS with what counts against its limits.
type qos struct {
	group
	users, accounts []counter // empty if it limits none of them
}

// association is one with what counts against its limits.
type association struct {
	group
	above int32
}

// group is jobs that have limits together.
type group struct {
	counter
	bounds
	runSeconds Amounts        // that running jobs may still use, since the last calculation
	used       [kinds]float64 // seconds times amounts, decayed
	wall       float64        // s, decayed
	noDecay    bool
}

// counter is what was submitted and what runs.
type counter struct {
	submitted int64 // jobs that wait or run
	jobs      int64
	amounts   Amounts
	nodes     []int32 // jobs by node, if it counts those
}

// bounds are limits with a value for each TRES.
type bounds struct {
	of  [amounts]Amounts
	has [amounts]uint8 // which TRES are limited, as bits
}

func (b *bounds) set(l Limit, a Amounts) {
	b.of[l], b.has[l] = a, 0
	for t := range a {
		if a[t] != Unlimited {
			b.has[l] |= 1 << t
		}
	}
}

// New returns an Enforcement on a cluster on which nothing runs. The error says which row is wrong.
func New(c *Config) (*Enforcement, error) {
	if c.CalcPeriod < clock.Second || c.CalcPeriod%clock.Second != 0 {
		return nil, fmt.Errorf("calcPeriod: %g s, must be whole seconds, at least 1", c.CalcPeriod.Seconds())
	}
	e := &Enforcement{Config: *c}
	e.QOS, e.Associations = slices.Clone(c.QOS), slices.Clone(c.Associations)
	e.numbers.qos, e.numbers.users, e.numbers.accounts, e.numbers.associations = map[int32]int32{}, map[int32]int32{}, map[int32]int32{}, map[member]int32{}
	for i := range e.QOS {
		q := &e.QOS[i]
		if _, twice := e.numbers.qos[q.Number]; twice {
			return nil, fmt.Errorf("qos[%d].number: %d, must be another than those of the rows before", i, q.Number)
		}
		e.numbers.qos[q.Number] = int32(i)
		added := qos{group: group{noDecay: q.NoDecay}}
		added.bounds.takeQOS(q)
		e.qos = append(e.qos, added)
	}
	for i := range e.Associations {
		a := &e.Associations[i]
		key := member{a.Account, a.User}
		if _, twice := e.numbers.associations[key]; twice {
			return nil, fmt.Errorf("associations[%d]: account %d and user %d, must be another than those of the rows before", i, a.Account, a.User)
		}
		e.numbers.associations[key] = int32(i)
	}
	for i := range e.Associations {
		above, err := e.above(int32(i))
		if err != nil {
			return nil, err
		}
		e.associations = append(e.associations, association{above: above})
	}
	e.own = slices.Clone(e.Associations)
	for i := range e.Associations {
		e.bound(int32(i))
	}
	e.runs = newRuns(c)
	return e, nil
}

// take takes over what associations and QOS both have.
func (b *bounds) take(l *Limits) {
	b.set(GrpTRESMins, l.GrpTRESMins)
	b.set(GrpTRES, l.GrpTRES)
	b.set(GrpTRESRunMins, l.GrpTRESRunMins)
	b.set(MaxTRESMins, l.MaxTRESMins)
	b.set(MaxTRES, l.MaxTRES)
	b.set(MaxTRESPerNode, l.MaxTRESPerNode)
}

// takeQOS takes over the limits of a QOS.
func (b *bounds) takeQOS(q *QOS) {
	b.take(&q.Limits)
	b.set(MinTRES, q.MinTRES)
	b.set(MaxTRESPerUser, q.MaxTRESPerUser)
	b.set(MaxTRESPerAccount, q.MaxTRESPerAccount)
}

// above is the association above one, None if there is none.
func (e *Enforcement) above(i int32) (int32, error) {
	a := &e.Associations[i]
	account := a.Account
	if a.User == None {
		account = a.Parent
		at, steps := account, 0
		for next, known := e.numbers.associations[member{at, None}]; known; next, known = e.numbers.associations[member{at, None}] {
			if steps++; steps > len(e.Associations) {
				return None, fmt.Errorf("associations[%d].parent: %d, must be an account that is not below this one", i, a.Parent)
			}
			at = e.Associations[next].Parent
		}
	}
	if next, known := e.numbers.associations[member{account, None}]; known {
		return next, nil
	}
	return None, nil
}

// bound takes over the limits of an association. Those on single jobs that it does not have are those of the nearest account above that has them.
func (e *Enforcement) bound(i int32) {
	a := &e.Associations[i]
	for up := e.associations[i].above; up != None; up = e.associations[up].above {
		from := &e.Associations[up]
		inheritOne(&a.MaxJobs, from.MaxJobs)
		inheritOne(&a.MaxSubmit, from.MaxSubmit)
		inheritOne(&a.MaxWall, from.MaxWall)
		for t := range TRES(kinds) {
			inheritOne(&a.MaxTRES[t], from.MaxTRES[t])
			inheritOne(&a.MaxTRESPerNode[t], from.MaxTRESPerNode[t])
			inheritOne(&a.MaxTRESMins[t], from.MaxTRESMins[t])
		}
	}
	e.associations[i].bounds.take(&a.Limits)
}

func inheritOne(limit *int64, above int64) {
	if *limit == Unlimited {
		*limit = above
	}
}

// Job is what is asked of a job of a user in an account with a QOS, by their numbers, and with a time limit in minutes. A user who is not
// in the account becomes one without limits of their own.
func (e *Enforcement) Job(account, user, qualityOfService int32, minutes int64) Job {
	j := Job{Association: e.associationOf(account, user), QOS: e.QOSOf(qualityOfService), Minutes: minutes,
		user: place(e.numbers.users, user), account: place(e.numbers.accounts, account)}
	for i := range e.qos {
		q, of := &e.qos[i], &e.QOS[i]
		if e.Changing || of.MaxJobsPerUser != Unlimited || of.MaxSubmitPerUser != Unlimited || q.has[MaxTRESPerUser] != 0 {
			q.users = grown(q.users, j.user)
		}
		if e.Changing || of.MaxJobsPerAccount != Unlimited || of.MaxSubmitPerAccount != Unlimited || q.has[MaxTRESPerAccount] != 0 {
			q.accounts = grown(q.accounts, j.account)
		}
	}
	return j
}

// associationOf is the place of a user in an account; None if there is no such account.
func (e *Enforcement) associationOf(account, user int32) int32 {
	key := member{account, user}
	if at, known := e.numbers.associations[key]; known {
		return at
	}
	above, known := e.numbers.associations[member{account, None}]
	if !known {
		return None
	}
	at := int32(len(e.associations))
	e.numbers.associations[key] = at
	e.Associations = append(e.Associations, NewAssociation(account, None, user))
	e.own = append(e.own, e.Associations[at])
	e.associations = append(e.associations, association{above: above})
	e.bound(at)
	return at
}

// QOSOf is the place of a QOS in Config.QOS by its number, None if there is none.
func (e *Enforcement) QOSOf(number int32) int32 {
	if at, known := e.numbers.qos[number]; known {
		return at
	}
	return None
}

// place is that of a number among those that were met.
func place(places map[int32]int32, number int32) int32 {
	at, known := places[number]
	if !known {
		at = int32(len(places))
		places[number] = at
	}
	return at
}

func grown(list []counter, place int32) []counter {
	for int(place) >= len(list) {
		list = append(list, counter{})
	}
	return list
}

// order is the QOS that are asked for limits, one after the other.
func (e *Enforcement) order(j *Job, partitionQOS int32) (list [2]int32) {
	list = [2]int32{partitionQOS, j.QOS}
	if partitionQOS == j.QOS {
		list[1] = None
	} else if j.QOS != None && e.QOS[j.QOS].OverPartQOS {
		list[0], list[1] = list[1], list[0]
	}
	return list
}

// MayReserve says whether the backfill scheduler promises something to a job.
func (e *Enforcement) MayReserve(j *Job) bool { return j.QOS == None || !e.QOS[j.QOS].NoReserve }

// Before says which limit keeps a job from starting in a partition with a QOS, or None, whatever it would get there.
func (e *Enforcement) Before(j *Job, partitionQOS int32) (Over, bool) {
	var known [counts]bool // by a QOS
	over := Over{QOS: None, Association: None, Asked: 1}
	exceeds := func(l Limit, bound, used int64) bool {
		if bound == Unlimited || known[l-GrpJobs] {
			return false
		}
		over.Limit, over.Bound, over.Used = l, bound, used
		return over.By() > 0
	}
	wall := func(g *group, bound int64) bool {
		if bound == Unlimited || known[GrpWall-GrpJobs] {
			return false
		}
		over.Limit, over.Bound, over.Used, over.Asked = GrpWall, bound, int64(g.wall/60), 0
		if over.Used >= bound {
			return true
		}
		if e.Safe {
			over.Asked = j.Minutes
		}
		is := over.By() > 0
		if !is {
			over.Asked = 1
		}
		return is
	}
	for _, q := range e.order(j, partitionQOS) {
		if q == None {
			continue
		}
		g, of := &e.qos[q], &e.QOS[q]
		over.QOS = q
		if exceeds(GrpJobs, of.GrpJobs, g.jobs) || wall(&g.group, of.GrpWall) ||
			of.MaxJobsPerAccount != Unlimited && exceeds(MaxJobsPerAccount, of.MaxJobsPerAccount, g.accounts[j.account].jobs) ||
			of.MaxJobsPerUser != Unlimited && exceeds(MaxJobsPerUser, of.MaxJobsPerUser, g.users[j.user].jobs) {
			return over, true
		}
		over.Asked = j.Minutes
		if exceeds(MaxWall, of.MaxWall, 0) {
			return over, true
		}
		over.Asked = 1
		for l, bound := range of.counts() {
			known[l] = known[l] || bound != Unlimited
		}
	}
	over.QOS = None
	for at := j.Association; at != None; at = e.associations[at].above {
		g, of := &e.associations[at], &e.Associations[at]
		over.Association = at
		if exceeds(GrpJobs, of.GrpJobs, g.jobs) || wall(&g.group, of.GrpWall) {
			return over, true
		}
		if at != j.Association {
			continue
		}
		if exceeds(MaxJobsPerUser, of.MaxJobs, g.jobs) {
			return over, true
		}
		over.Asked = j.Minutes
		if exceeds(MaxWall, of.MaxWall, 0) {
			return over, true
		}
		over.Asked = 1
	}
	return Over{}, false
}

// counts are the limits of a QOS from GrpJobs on.
func (q *QOS) counts() [counts]int64 {
	return [counts]int64{q.GrpJobs, q.GrpWall, q.MaxJobsPerAccount, q.MaxJobsPerUser, q.MaxWall, q.GrpSubmit, q.MaxSubmitPerAccount, q.MaxSubmitPerUser}
}

// After says which limit keeps a job from starting in a partition with a QOS, or None, if it gets there what is given.
func (e *Enforcement) After(j *Job, partitionQOS int32, a *Allocation) (Over, bool) {
	t := newTrial(j, a)
	t.safe = e.Safe
	for _, q := range e.order(j, partitionQOS) {
		if q == None {
			continue
		}
		g := &e.qos[q]
		t.over.QOS = q
		if t.group(&g.group) || t.job(&g.bounds) ||
			t.less(&g.bounds) ||
			g.has[MaxTRESPerAccount] != 0 && t.beside(&g.bounds, MaxTRESPerAccount, &g.accounts[j.account]) ||
			g.has[MaxTRESPerUser] != 0 && t.beside(&g.bounds, MaxTRESPerUser, &g.users[j.user]) {
			return t.over, true
		}
		for l, has := range g.has {
			t.known[l] |= has
		}
	}
	t.over.QOS = None
	for at := j.Association; at != None; at = e.associations[at].above {
		g := &e.associations[at]
		t.over.Association = at
		if t.group(&g.group) || at == j.Association && t.job(&g.bounds) {
			return t.over, true
		}
	}
	return Over{}, false
}
