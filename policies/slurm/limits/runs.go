package limits

import (
	"slices"

	"backfill/engine/clock"
	"backfill/policies/slurm/multifactor"
)

// runs is what runs, and when usage is computed.
type runs struct {
	decay   multifactor.Decay
	next    clock.Time // the next calculation
	last    int64      // the last, s
	resetAt int64      // s of local time

	slot    []int32 // by number of a job: its place in records, None
	records []record
	free    []int32 // places in records
}

// record is a job that runs.
type record struct {
	owners
	factor  float64
	amounts Amounts
	nodes   []int32
	limit   int64 // when it reaches its time limit, s
	counted int64 // until when its usage is counted, s
	running bool
}

// owners are whom a job counts against.
type owners struct {
	association   int32
	qos           [2]int32
	user, account int32
}

func (e *Enforcement) owners(j *Job, partitionQOS int32) owners {
	return owners{association: j.Association, qos: e.order(j, partitionQOS), user: j.user, account: j.account}
}

func newRuns(c *Config) runs {
	r := runs{decay: multifactor.NewDecay(c.HalfLife.WholeSeconds()), next: c.Begin + c.CalcPeriod, last: c.Begin.WholeSeconds()}
	r.resetAt = c.Reset.After(c.Zero + r.last)
	return r
}

// Start says that a job runs from now on, with what it got in a partition with a QOS, or None.
func (e *Enforcement) Start(now clock.Time, number int32, j *Job, partitionQOS int32, a *Allocation) {
	for int(number) >= len(e.slot) {
		e.slot = append(e.slot, None)
	}
	if last := len(e.free) - 1; last >= 0 {
		e.slot[number], e.free = e.free[last], e.free[:last]
	} else {
		e.slot[number] = int32(len(e.records))
		e.records = append(e.records, record{})
	}
	r := &e.records[e.slot[number]]
	*r = record{owners: e.owners(j, partitionQOS), factor: 1, amounts: a.Amounts,
		nodes: append(r.nodes[:0], a.Nodes...), limit: now.WholeSeconds() + 60*j.Minutes, counted: now.WholeSeconds(), running: true}
	if j.QOS != None {
		r.factor = e.QOS[j.QOS].UsageFactor
	}
	e.count(r, 1)
}

// End says that a job does not run any more. What it has used counts at once.
func (e *Enforcement) End(now clock.Time, number int32) {
	r := &e.records[e.slot[number]]
	e.use(r, now.WholeSeconds())
	e.count(r, -1)
	r.running = false
	e.free = append(e.free, e.slot[number])
	e.slot[number] = None
}

// count counts a job that starts or, with sign -1, has ended.
func (e *Enforcement) count(r *record, sign int64) {
	left := r.amounts.times(sign * max(r.limit-r.counted, 0))
	for g := range e.groups(&r.owners) {
		g.add(r, sign)
		for t := range left {
			g.runSeconds[t] += left[t]
		}
	}
	for c := range e.counters(&r.owners) {
		c.add(r, sign)
	}
}

// groups are those whose limits a job counts against.
func (e *Enforcement) groups(o *owners) func(yield func(g *group) bool) {
	return func(yield func(g *group) bool) {
		for _, q := range o.qos {
			if q != None && !yield(&e.qos[q].group) {
				return
			}
		}
		for at := o.association; at != None; at = e.associations[at].above {
			if !yield(&e.associations[at].group) {
				return
			}
		}
	}
}

// counters are those of its user and of its account in a QOS that limits them.
func (e *Enforcement) counters(o *owners) func(yield func(c *counter) bool) {
	return func(yield func(c *counter) bool) {
		for _, q := range o.qos {
			if q == None {
				continue
			}
			if list := e.qos[q].users; int(o.user) < len(list) && !yield(&list[o.user]) {
				return
			}
			if list := e.qos[q].accounts; int(o.account) < len(list) && !yield(&list[o.account]) {
				return
			}
		}
	}
}

// add adds a job or, with sign -1, takes it away. Of nodes that jobs share each counts once.
func (c *counter) add(r *record, sign int64) {
	c.jobs += sign
	for t := range r.amounts {
		if TRES(t) != Node || r.nodes == nil {
			c.amounts[t] += sign * r.amounts[t]
		}
	}
	for _, n := range r.nodes {
		for int(n) >= len(c.nodes) {
			c.nodes = append(c.nodes, 0)
		}
		if c.nodes[n] += int32(sign); c.nodes[n] == 0 && sign < 0 || c.nodes[n] == 1 && sign > 0 {
			c.amounts[Node] += sign
		}
	}
}

// shared is on how many of some nodes others run already.
func (c *counter) shared(nodes []int32) (n int64) {
	for _, at := range nodes {
		if int(at) < len(c.nodes) && c.nodes[at] > 0 {
			n++
		}
	}
	return n
}

// Advance makes the calculations of usage that are due by an instant, and says whether there were any: then jobs may be over other limits.
// Time for each: linear in the jobs that run, the QOS and the associations.
func (e *Enforcement) Advance(now clock.Time) (changed bool) {
	for ; e.next <= now; e.next += e.CalcPeriod {
		e.calculate(e.next.WholeSeconds())
		changed = true
	}
	return changed
}

func (e *Enforcement) calculate(now int64) {
	left := e.decay.After(now - e.last)
	if local := e.Zero + now; e.Reset != multifactor.NoReset && local >= e.resetAt {
		left, e.resetAt = 0, e.Reset.After(e.resetAt)
	}
	for i := range e.qos {
		e.qos[i].scale(left)
	}
	for i := range e.associations {
		e.associations[i].scale(left)
	}
	for i := range e.records {
		if e.records[i].running {
			e.use(&e.records[i], now)
		}
	}
	e.last = now
}

// Lasting says whether no calculation to come lets a job start while nothing else does: all usage stays, or there is less than a minute of
// it. Time linear in the QOS and associations.
func (e *Enforcement) Lasting() bool {
	if e.Reset == multifactor.NoReset && e.HalfLife == 0 {
		return true
	}
	for i := range e.qos {
		if g := &e.qos[i].group; g.decays() && (!g.noDecay || e.Reset != multifactor.NoReset) {
			return false
		}
	}
	for i := range e.associations {
		if e.associations[i].decays() {
			return false
		}
	}
	return true
}

// decays says whether there is a minute of usage.
func (g *group) decays() bool {
	return g.wall >= 60 || slices.ContainsFunc(g.used[:], func(used float64) bool { return used >= 60 })
}

// scale multiplies all usage, as decay does, or a reset with 0.
func (g *group) scale(by float64) {
	if g.noDecay && by != 0 {
		return
	}
	for t := range g.used {
		g.used[t] *= by
	}
	g.wall *= by
}

// use counts what a job has used until an instant, and takes it from what it may still use.
func (e *Enforcement) use(r *record, until int64) {
	ran := until - r.counted
	if ran <= 0 {
		return
	}
	within := max(min(until, r.limit)-min(r.counted, r.limit), 0)
	decayed := e.decay.Used(ran, 1) * r.factor
	for g := range e.groups(&r.owners) {
		wall := decayed
		if g.noDecay {
			wall = float64(ran) * r.factor
		}
		g.wall += wall
		for t := range r.amounts {
			g.used[t] += wall * float64(r.amounts[t])
			g.runSeconds[t] -= within * r.amounts[t]
		}
	}
	r.counted = until
}
