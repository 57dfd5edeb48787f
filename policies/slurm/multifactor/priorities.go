package multifactor

import (
	"fmt"
	"slices"

	"backfill/engine/clock"
)

// Priorities are those of the jobs of a cluster. Instants never go back, and before what happens at one, Advance makes the calculations that
// are due. Jobs are numbered from 0; calculations go through them in the order of their numbers, as Slurm's through its list of jobs.
type Priorities struct {
	factors
	tree    *Tree
	decay   Decay
	next    clock.Time // the next calculation
	last    int64      // the last, in seconds
	resetAt int64      // the next reset, in seconds of local time

	slot    []int32  // by number: the place in records, None for jobs that neither wait nor run
	records []record // in no order
	free    []int32  // places in records
	numbers []int32  // of jobs that wait or run, ascending, and of some that have gone since the last calculation
	unseen  []int32  // numbers of waiting jobs that may not have been seen, and of some that have gone; some may stand there twice
}

// record is a job that waits or runs.
type record struct {
	Job
	terms      Terms      // without those of the partition
	priorities []uint32   // by partition asked for; it keeps its room for the next job
	seen       bool       // a pass has seen it wait
	running    bool       // it has started
	stale      bool       // it has run since its priority was computed
	started    clock.Time // when
	billing    float64
}

// New returns the priorities of a cluster on which nothing has been submitted, by a first calculation when the daemon begins. The tree may
// have usage already. The error says which setting is out of range.
func New(c *Config, t *Tree) (*Priorities, error) {
	switch {
	case c.CalcPeriod < clock.Second || c.CalcPeriod%clock.Second != 0:
		return nil, fmt.Errorf("calcPeriod: %g s, must be whole seconds, at least 1", c.CalcPeriod.Seconds())
	case c.HalfLife < 0 || c.HalfLife%clock.Second != 0:
		return nil, fmt.Errorf("halfLife: %g s, must be whole seconds, at least 0", c.HalfLife.Seconds())
	case !(c.Dampening > 0) && c.Classic:
		return nil, fmt.Errorf("dampening: %g, must be above 0", c.Dampening)
	case c.Nodes < 1 || c.CPUs < 1:
		return nil, fmt.Errorf("nodes and cpus: %d and %d, must be at least 1", c.Nodes, c.CPUs)
	}
	p := &Priorities{factors: newFactors(c, t.maxPriority), tree: t, decay: NewDecay(c.HalfLife.WholeSeconds()), last: c.Begin.WholeSeconds()}
	p.resetAt = c.Reset.After(c.Zero + p.last)
	p.calculate(c.Begin)
	p.next = c.Begin + c.CalcPeriod
	return p, nil
}

// Next is when the next calculation is due.
func (p *Priorities) Next() clock.Time { return p.next }

// Advance makes the calculations that are due by an instant, and says whether there were any: then all priorities may have changed.
// Time for each: that of sorting the associations, and linear in the jobs that wait or run.
func (p *Priorities) Advance(now clock.Time) (changed bool) {
	for p.next <= now {
		p.calculate(p.next)
		p.next += p.CalcPeriod
		changed = true
	}
	return changed
}

// calculate is one calculation. Fair tree first adds all usage, then ranks users, then computes priorities. Classic goes through the jobs
// once and adds and computes as it meets them.
func (p *Priorities) calculate(now clock.Time) {
	second := now.WholeSeconds()
	if local := p.Zero + second; p.Reset != NoReset && local >= p.resetAt {
		p.tree.scale(0)
		p.resetAt = p.Reset.After(p.resetAt)
	}
	if p.Classic {
		p.tree.computeAccounts(p.DepthOblivious)
	}
	if left := p.decay.After(second - p.last); left != 1 {
		p.tree.scale(left)
	}
	p.forgetEnded()
	for _, n := range p.numbers {
		r := p.record(n)
		p.addUsage(r, second)
		if p.Classic {
			p.renew(r, now)
		}
	}
	if !p.Classic {
		p.tree.fairTree()
		for _, n := range p.numbers {
			p.renew(p.record(n), now)
		}
	}
	p.last = second
}

// addUsage adds what a running job has used since the last calculation, or since its start.
func (p *Priorities) addUsage(r *record, by int64) {
	if !r.running || r.User == None {
		return
	}
	ran := by - max(r.started.WholeSeconds(), p.last)
	if ran <= 0 {
		return
	}
	usage := p.decay.Used(ran, r.billing)
	if r.QOS != None {
		usage *= p.QOS[r.QOS].UsageFactor
	}
	p.tree.Add(r.User, usage)
}

// renew computes the priority of a waiting job in a calculation.
func (p *Priorities) renew(r *record, now clock.Time) {
	if !r.running && !r.Held {
		p.compute(r, now, p.IncreaseOnly)
	}
}

// compute sums up the factors, for each partition.
func (p *Priorities) compute(r *record, now clock.Time, increaseOnly bool) {
	w, j := &p.Weights, &r.Job
	r.stale = false
	r.terms = Terms{Size: w.JobSize * p.size(j), QOS: w.QOS * p.qos(j.QOS), Site: float64(j.Site), Nice: float64(j.Nice)}
	if r.seen {
		r.terms.Age = w.Age * p.age(j, now)
	}
	if j.User != None {
		r.terms.Assoc = w.Assoc * relative(p.tree.nodes[j.User].Priority, p.maxAssoc, p.RawAssoc)
		if w.FairShare > 0 {
			r.terms.FairShare = w.FairShare * p.FairShare(j.User)
		}
	}
	for i := range j.Partitions {
		terms := p.termsIn(r, i)
		if sum := terms.sum(); !increaseOnly || sum > r.priorities[i] {
			r.priorities[i] = sum
		}
	}
}

// termsIn completes the terms by those of a partition.
func (p *Priorities) termsIn(r *record, place int) Terms {
	t, partition := r.terms, r.Partitions[place]
	t.Partition, t.TRES = p.Weights.Partition*p.partition(partition), p.tres(&r.Job, partition)
	return t
}

// FairShare is the factor of a user. By fair tree it is that of the last calculation. Classic computes it when somebody asks for the first
// time after a calculation, so that only those who want it for a job should ask.
func (p *Priorities) FairShare(user int32) float64 {
	if p.Classic {
		return p.tree.classic(user, p.DepthOblivious, p.Dampening)
	}
	return p.tree.nodes[user].factor
}

// Submit takes a job that begins to wait, and computes its priority.
func (p *Priorities) Submit(now clock.Time, number int32, j Job) {
	r := p.enter(number)
	*r = record{Job: j, priorities: slices.Grow(r.priorities[:0], len(j.Partitions))[:len(j.Partitions)]}
	clear(r.priorities)
	p.unseen = append(p.unseen, number)
	if !j.Held {
		p.compute(r, now, false)
	}
}

// Pass says that a scheduler begins a pass: the age of the jobs that are eligible counts from the next calculation on. Age is that since
// Job.Accrue, but none for a job that no pass has seen. Time linear in the jobs not seen before.
func (p *Priorities) Pass(now clock.Time) {
	p.unseen = slices.DeleteFunc(p.unseen, func(number int32) bool {
		if p.slot[number] == None {
			return true
		}
		r := p.record(number)
		r.seen = r.seen || !r.Held && r.Accrue.WholeSeconds() <= now.WholeSeconds()
		return r.seen || r.running
	})
}

// Release lets a held job have a priority; its age counts anew. The caller has set its Accrue.
func (p *Priorities) Release(now clock.Time, number int32) {
	r := p.record(number)
	r.Held, r.seen = false, false
	p.unseen = append(p.unseen, number)
	p.compute(r, now, false)
}

// Update computes the priority of a job anew, as Slurm does when somebody has changed a waiting job. What has changed stands in Job.
func (p *Priorities) Update(now clock.Time, number int32) {
	if r := p.record(number); !r.running && !r.Held {
		p.compute(r, now, false)
	}
}

// Hold takes the priority of a waiting job.
func (p *Priorities) Hold(number int32) {
	r := p.record(number)
	r.Held = true
	clear(r.priorities)
}

// Start says that a waiting job runs from now on. The billing is the number of its CPUs, unless its partition has weights for others. It keeps
// its priority.
func (p *Priorities) Start(now clock.Time, number int32, billing float64) {
	r := p.record(number)
	r.running, r.started, r.billing = true, now, billing
}

// End says that a job neither waits nor runs any more. What it used counts at once; no factor moves.
func (p *Priorities) End(now clock.Time, number int32) {
	p.addUsage(p.record(number), now.WholeSeconds())
	p.free = append(p.free, p.slot[number])
	p.slot[number] = None
}

// Requeue says that a running job waits again, since when it is eligible, and that its age counts anew. What it used counts at once. It keeps
// its priority until the next calculation.
func (p *Priorities) Requeue(now clock.Time, number int32, accrue clock.Time) {
	r := p.record(number)
	p.addUsage(r, now.WholeSeconds())
	r.running, r.seen, r.stale, r.Accrue = false, false, true, accrue
	p.unseen = append(p.unseen, number)
}

// Job is what is known of a job that waits or runs. What is changed there counts from the next calculation or Update on.
func (p *Priorities) Job(number int32) *Job { return &p.record(number).Job }

// Priority is that of a job in one of its partitions, by the place in Job.Partitions; 0: it is held.
func (p *Priorities) Priority(number int32, place int) uint32 {
	return p.record(number).priorities[place]
}

// Stale says whether a waiting job was requeued since its priority was computed: the next calculation gives it another one.
func (p *Priorities) Stale(number int32) bool { return p.record(number).stale }

// Terms are the summands of the priority of a job in one of its partitions, as they were computed last.
func (p *Priorities) Terms(number int32, place int) Terms { return p.termsIn(p.record(number), place) }

func (p *Priorities) record(number int32) *record { return &p.records[p.slot[number]] }

// enter makes room for a job. Jobs that come in the order of their numbers are entered at the end.
func (p *Priorities) enter(number int32) *record {
	for int(number) >= len(p.slot) {
		p.slot = append(p.slot, None)
	}
	if last := len(p.free) - 1; last >= 0 {
		p.slot[number], p.free = p.free[last], p.free[:last]
	} else {
		p.slot[number] = int32(len(p.records))
		p.records = append(p.records, record{})
	}
	if at, there := slices.BinarySearch(p.numbers, number); !there {
		p.numbers = slices.Insert(p.numbers, at, number)
	}
	return p.record(number)
}

// forgetEnded takes those that are gone out of numbers.
func (p *Priorities) forgetEnded() {
	p.numbers = slices.DeleteFunc(p.numbers, func(n int32) bool { return p.slot[n] == None })
}
