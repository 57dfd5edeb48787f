package slurm

import (
	"slices"

	"backfill/engine"
	"backfill/engine/machine/bitset"
	"backfill/engine/machine/partitions"
	"backfill/policies/slurm/accounts"
	"backfill/policies/slurm/running"
	"backfill/policies/slurm/settings"
	"backfill/policies/slurm/slots"
)

// controller is what slurmctld knows when it schedules: who waits, who runs and until when at the latest, and on which nodes a job that has
// ended is not yet cleaned up. Time is in whole seconds of the real world, as in the daemon.
type controller struct {
	settings.Config
	machine  *partitions.Machine
	workload *engine.Workload
	trial    *partitions.Trial

	now        int64   // of the pass, in unix seconds
	pending    []bool  // by job
	since      []int64 // by job: from when it could start, s
	held       []bool  // by job: somebody holds it
	begins     []int64 // by job: the second before which it does not start
	submitted  []int64 // by job, s; anew if it is requeued
	waiting    []int32 // jobs that are pending, and some that were
	arrays     *arrays
	licences   licences
	components components
	pass       int32       // of the backfill scheduler, the number of the one at hand
	promised   []int32     // by job: the last pass that promised it something
	promisesIn []int       // by partition: promises of the pass at hand
	leaving    []stopping  // by instant
	suspended  []suspended // since when, the longest first
	preempted  int         // jobs told to stop in the pass at hand
	running    running.Runs
	places     []int32          // of jobs in Slurm's list of jobs; nil: those in the workload
	nodesOf    []bitset.Set     // by partition
	cleaned    []engine.Time    // by node: until when a job that has ended is COMPLETING there
	up         bitset.Set       // nodes
	down       []bool           // by partition: nothing starts there
	reserved   []reservation    // by begin
	limits     *accounts.Limits // nil: none
	queue      []record
	slots      slots.Slots
	shares     shares
	search     search
	rest       rest
	closed     []bool // by partition, in a pass of the main scheduler
	tried      []int  // by partition: jobs that the pass has looked at

	lastEnded, lastCleaned engine.Time // when the last job ended, and until when nodes are COMPLETING
	nextBoundary           int64       // the first second at which a reservation begins or ends
	nextBegin              int64       // the first second at which a waiting job may start that may not now
	quiet                  bool        // the last pass of the backfill scheduler found nobody to look at, and nobody has changed anything since

	epoch int64       // unix seconds of time zero
	clock engine.Time // the instant at hand
	sweep engine.Time // one at which jobs are looked for that are to be stopped

	settled settled
	horizon int64 // the second from which on a pass of the backfill scheduler may find something else than the one at hand
	plain   bool  // no pass is left out, for tests

	priority func(j, partition int32) int64                 // of a waiting job; equal ones count by submission
	start    func(j, partition int32)                       // has job j start on the nodes that the machine was told
	stop     func(j, by int32, how settings.PreemptionMode) // has running job j stop for another one
	relimit  func(j int32, limit int64)                     // gives running job j another limit, in seconds
	planned  func(p Plan)                                   // is told of each promise, if it is not nil
	why      why                                            // jobs wait, for observers

	clean bitset.Set                                // nodes on which no job is being cleaned up in the pass at hand
	sets  struct{ usable, open, chosen bitset.Set } // buffers
	nodes []int32                                   // buffer
}

// Plan is a promise that the backfill scheduler makes in a pass.
type Plan struct {
	Job, Partition int32
	At             int64   // s
	Nodes          []int32 // ascending; valid until the call returns
}

func newController(c settings.Config, m *partitions.Machine, w *engine.Workload) *controller {
	n, jobs := int32(len(m.Nodes)), len(w.Jobs)
	k := &controller{Config: c, machine: m, workload: w, trial: partitions.NewTrial(m), pending: make([]bool, jobs), held: make([]bool, jobs), since: make([]int64, jobs), promised: make([]int32, jobs), promisesIn: make([]int, len(m.Partitions)), begins: make([]int64, jobs), submitted: make([]int64, jobs),
		arrays: newArrays(w, m), licences: newLicences(w, c.Licences), priority: func(int32, int32) int64 { return 0 }, cleaned: make([]engine.Time, n),
		nextBegin: forEver, nextBoundary: forEver, down: make([]bool, len(m.Partitions)), closed: make([]bool, len(m.Partitions)), tried: make([]int, len(m.Partitions))}
	for _, set := range []*bitset.Set{&k.up, &k.clean, &k.sets.usable, &k.sets.open, &k.sets.chosen, &k.search.candidates, &k.search.span.Offered, &k.search.span.Open, &k.rest.span.Offered, &k.rest.span.Open} {
		*set = bitset.New(n)
	}
	k.up.Add(0, n)
	k.running = running.New(&k.Config, m, w, k.trial)
	for p := range m.Partitions {
		k.nodesOf = append(k.nodesOf, setOf(n, m.Partitions[p].Nodes))
	}
	return k
}

// setOf is a set of nodes, of so many in all.
func setOf(all int32, nodes []int32) bitset.Set {
	set := bitset.New(all)
	set.AddEach(nodes)
	return set
}

// limit is how long job j may run, in seconds.
func (c *controller) limit(j int32) int64 { return 60 * accounts.Minutes(&c.workload.Jobs[j]) }

// leastLimit is how long job j wants to run at least, in seconds.
func (c *controller) leastLimit(j int32) int64 {
	if least := c.workload.DemandOf(j).LeastTime; least > 0 {
		return min((least.WholeSeconds()+59)/60*60, c.limit(j))
	}
	return c.limit(j)
}

// choose makes chosen the nodes of the last trial.
func (c *controller) choose() {
	c.nodes = c.trial.Nodes(c.nodes[:0])
	clear(c.sets.chosen)
	c.sets.chosen.AddEach(c.nodes)
}

// changed notes that a pass may find something else than the last one.
func (c *controller) changed() {
	c.settled = settled{}
	c.quiet = false
}

// submit notes that job j waits, from now on or again. It was submitted at a second.
func (c *controller) submit(j int32, at int64) {
	c.changed()
	c.pending[j], c.submitted[j], c.since[j] = true, at, c.now
	c.waiting = append(c.waiting, j)
}

// submitAgain notes that job j, which has run, was submitted again at a second and may start from another one on.
func (c *controller) submitAgain(j int32, at, begin int64) {
	c.waiting = slices.DeleteFunc(c.waiting, func(k int32) bool { return k == j })
	c.submit(j, at)
	c.begins[j], c.since[j] = begin, begin
	c.nextBegin = min(c.nextBegin, begin)
}

// limitChanged notes that job j has another time limit.
func (c *controller) limitChanged(j int32) {
	c.changed()
	if c.limits != nil {
		c.limits.Change(j, &c.workload.Jobs[j])
	}
	if run := c.running.Of(j); run != nil {
		c.running.EndsBy(j, run.Began+c.limit(j))
	}
}

// leaves notes that job j does not wait any more.
func (c *controller) leaves(j int32) {
	c.changed()
	c.pending[j] = false
}

// advance has the instant at hand be a later one.
func (c *controller) advance(now engine.Time) {
	c.clock = now
	c.now = c.unix(now)
	if c.limits != nil && c.limits.Advance(now) {
		c.settled = settled{}
	}
	if c.nextBegin > c.now {
		return
	}
	c.settled = settled{}
	c.nextBegin = forEver
	for _, j := range c.waiting {
		if begin := c.begins[j]; begin > c.now {
			c.nextBegin = min(c.nextBegin, begin)
		}
	}
}

// begin starts job j in a partition, where the last trial found room for it.
func (c *controller) begin(j, partition int32) {
	c.why.starts(j)
	c.occupy(j, partition)
}

// occupy has a job run where the trial has found room.
func (c *controller) occupy(j, partition int32) {
	c.trial.Assign()
	c.nodes = c.trial.Nodes(c.nodes[:0])
	c.runs(j, c.now, c.nodes)
	if c.limits != nil {
		c.limits.Start(c.clock, j, partition, c.trial, c.nodes)
	}
	c.start(j, partition)
}

// runs notes that job j runs on nodes since an instant.
func (c *controller) runs(j int32, since int64, nodes []int32) {
	c.changed()
	r := running.Run{Job: j, Place: j, Began: since, End: since + c.limit(j), Nodes: setOf(int32(len(c.cleaned)), nodes)}
	if c.places != nil {
		r.Place = c.places[j]
	}
	c.pending[j] = false
	c.arrays.runs(j, 1)
	c.licences.take(j, 1)
	c.running.Add(r)
}

// ended notes that job j does not run any more. Until an instant it is cleaned up on its nodes.
func (c *controller) ended(j int32, cleaned engine.Time) {
	c.changed()
	c.lastEnded, c.lastCleaned = c.clock, max(c.lastCleaned, cleaned)
	nodes := c.running.Of(j).Nodes
	for n := range c.cleaned {
		if nodes.Has(int32(n)) {
			if c.cleaned[n] = max(c.cleaned[n], cleaned); cleaned > c.clock {
				c.clean.Remove(int32(n), 1)
			}
		}
	}
	c.leaving = slices.DeleteFunc(c.leaving, func(s stopping) bool { return s.job == j })
	c.running.Remove(j)
	c.arrays.runs(j, -1)
	c.licences.take(j, -1)
	if c.limits != nil {
		c.limits.End(c.clock, j)
	}
}

// beginPass begins a pass of either scheduler.
func (c *controller) beginPass(at engine.Time) {
	c.now, c.preempted = c.unix(at), 0
	for n, until := range c.cleaned {
		if until > at {
			c.clean.Remove(int32(n), 1)
		} else {
			c.clean.Add(int32(n), 1)
		}
	}
	c.running.Pass(c.now)
	c.sortQueue()
}

// unix is an instant in seconds of the real world.
func (c *controller) unix(t engine.Time) int64 { return c.epoch + t.WholeSeconds() }
