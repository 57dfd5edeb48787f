package slurm

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/engine/agreement"
	"backfill/engine/machine/bitset"
	"backfill/policies/slurm/running"
	"backfill/policies/slurm/settings"
)

// follower has jobs start when and where a log says. If that is asked for, it tells how the passes of the schedulers would have decided.
type follower struct {
	until engine.Time // from then on it does nothing
	list  []following // starts that are to come, in their order
	late  []following // those of jobs that were not there yet when they came
	nodes []int32     // by the number of a node in the log: its place on the machine, -1: none

	told  *agreement.Agreement // nil: nothing is compared
	real  []following          // starts of the pass at hand
	began []begun              // starts that it would make
	lead  map[int32]int        // places in told.Sooner of jobs that still wait
	idle  []idleNode           // by node, since something ran there
}

// following is a start in a log.
type following struct {
	at  engine.Time
	by  engine.Starter
	job int32
}

// begun is a start that a pass would make.
type begun struct {
	job   int32
	nodes []int32
}

// idleNode is what is known of a node since something ran there.
type idleNode struct {
	agreement.Idle
	jobs []int32
}

// newFollower follows the starts that the log of a workload tells, before an instant. On a machine without names node 7 of the log is n7.
func newFollower(c *controller, until engine.Time) *follower {
	w := c.workload
	f := &follower{until: until, lead: map[int32]int{}, idle: make([]idleNode, len(c.machine.Nodes))}
	for j, wait := range w.Wait {
		came := w.Jobs[j].Submit
		if came < 0 && w.Entered != nil {
			came = w.Entered[j] // it waits for others: its wait counts from then
		}
		if wait < 0 || came < 0 {
			continue
		}
		s := following{at: came + wait, job: int32(j)}
		if w.Started != nil {
			s.by = w.Started[j].By
		}
		if s.at < until {
			f.list = append(f.list, s)
		}
	}
	slices.SortStableFunc(f.list, func(a, b following) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.by, b.by)) })
	for i := range c.machine.Nodes {
		digits, is := strings.CutPrefix(c.machine.Nodes[i].Name, "n")
		number, err := strconv.Atoi(digits)
		if !is || err != nil || number < 0 || number > 1<<20 {
			continue
		}
		for len(f.nodes) <= number {
			f.nodes = append(f.nodes, -1)
		}
		f.nodes[number] = int32(i)
	}
	return f
}

// next is when the next jobs start; until if none does before.
func (f *follower) next() engine.Time {
	if len(f.list) > 0 {
		return f.list[0].at
	}
	return f.until
}

// follow starts the jobs that have started by now. Those that the log has started in one second by one scheduler were started in one pass.
func (p *Slurm) follow(s *engine.State) {
	f := p.following
	waits := func(x following) bool { return p.c.pending[x.job] && x.at <= s.Now() }
	f.late = slices.DeleteFunc(f.late, func(x following) bool {
		if waits(x) {
			p.startAsRecorded(s, x.job)
			return true
		}
		return false
	})
	for len(f.list) > 0 && f.list[0].at <= s.Now() {
		n := 1
		for n < len(f.list) && f.list[n].at == f.list[0].at && f.list[n].by == f.list[0].by {
			n++
		}
		pass := f.list[:n]
		f.list = f.list[n:]
		here := slices.DeleteFunc(slices.Clone(pass), func(x following) bool { return !waits(x) })
		for _, x := range pass {
			if !waits(x) {
				f.late = append(f.late, x)
			}
		}
		var others []begun
		if f.told != nil && len(here) > 0 {
			others = p.compare(s, here)
		}
		for _, x := range here {
			p.startAsRecorded(s, x.job)
		}
		for i := range others {
			f.wouldStart(p.c, &others[i])
		}
		if len(f.list) == 0 && f.told != nil {
			f.endComparison()
		}
	}
	if next := f.next(); next < engine.Never {
		s.WakeAt(next)
	}
}

// startAsRecorded starts job j on the nodes on which the log has it, or else on those that would be chosen. If there is no room, the job leaves.
func (p *Slurm) startAsRecorded(s *engine.State, j int32) {
	c, f := p.c, p.following
	partition := int32(c.machine.MayRunIn(j)[0])
	nodes, known := f.nodesOf(c, j)
	c.trial.Begin(j, partition, nodes)
	fits := c.trial.Fits()
	if !fits && known {
		c.trial.Begin(j, partition, c.nodesOf[partition])
		fits = c.trial.Fits()
	}
	f.starts(c, j)
	if !fits {
		if f.told != nil {
			f.told.NoRoom = append(f.told.NoRoom, j)
		}
		c.leaves(j)
		p.gone(s, j)
		s.Cancel(j)
		return
	}
	c.now = c.unix(s.Now())
	c.begin(j, partition)
}

// nodesOf are those on which the log has a job run, as far as the machine has them; if it is not known, all of its partition.
func (f *follower) nodesOf(c *controller, j int32) (nodes bitset.Set, known bool) {
	w := c.workload
	if w.Started == nil || w.Started[j].Nodes == 0 {
		return c.nodesOf[c.machine.MayRunIn(j)[0]], false
	}
	nodes = bitset.New(int32(len(c.machine.Nodes)))
	for _, number := range w.NodeLists[w.Started[j].Nodes-1] {
		if int(number) >= len(f.nodes) || f.nodes[number] < 0 {
			return c.nodesOf[c.machine.MayRunIn(j)[0]], false
		}
		nodes.Add(f.nodes[number], 1)
	}
	return nodes, true
}

// compare makes the pass in which jobs really started, takes back what it did, and notes what differs. Others are what it would have started
// beside.
func (p *Slurm) compare(s *engine.State, real []following) (others []begun) {
	f, a := p.following, p.following.told
	a.Passes++
	a.Starts += len(real)
	deep := real[0].by != engine.BackfillScheduler && len(p.c.queue) > p.c.DefaultQueueDepth
	f.real = real
	as := attempt{by: real[0].by}
	p.try(s, as)
	if best := f.agrees(p.c); best < onSameNodes {
		shown := as
		for n := 1; n < 8 && best < onSameNodes; n++ {
			other := attempt{by: as.by, full: n&4 != 0, beforeArrivals: n&1 != 0, beforeEnds: n&2 != 0}
			if other.full && !deep {
				break
			}
			p.try(s, other)
			if agrees := f.agrees(p.c); agrees > best {
				best, shown = agrees, other
			}
		}
		p.try(s, shown)
	}
	if f.agrees(p.c) > not {
		a.SamePasses++
	}
	var missing []int32
	for _, x := range real {
		starts, placed, same := f.start(p.c, x.job)
		if !starts {
			missing = append(missing, x.job)
			continue
		}
		a.SameStarts++
		if placed {
			a.Placed++
		}
		if same {
			a.SameNodes++
		}
	}
	for _, b := range f.began {
		if !f.really(b.job) {
			others = append(others, b)
		}
	}
	if len(missing) == 0 {
		return others
	}
	p.c.why.record(s, int32(len(p.c.cleaned)))
	p.try(s, as)
	p.c.why.observe(s, int32(len(p.c.cleaned)))
	for _, j := range missing {
		a.Later = append(a.Later, agreement.Later{Job: j, At: s.Now(), Reason: p.c.why.reasons[j]})
	}
	return others
}

// agreed says how a pass agrees with the real one.
type agreed int

const (
	not         agreed = iota
	sameJobs           // start
	onSameNodes        // as far as they are known
)

// agrees says how the pass at hand does.
func (f *follower) agrees(c *controller) agreed {
	if len(f.began) != len(f.real) {
		return not
	}
	all := onSameNodes
	for _, x := range f.real {
		starts, placed, same := f.start(c, x.job)
		if !starts {
			return not
		}
		if placed && !same {
			all = sameJobs
		}
	}
	return all
}

// start says whether the pass at hand starts job j, whether the log tells on which nodes it ran, and whether these are the same.
func (f *follower) start(c *controller, j int32) (starts, placed, same bool) {
	at := slices.IndexFunc(f.began, func(b begun) bool { return b.job == j })
	if at < 0 {
		return false, false, false
	}
	nodes, placed := f.nodesOf(c, j)
	return true, placed, placed && slices.Equal(nodes.Append(nil), f.began[at].nodes)
}

// really says whether job j really started in the pass at hand.
func (f *follower) really(j int32) bool {
	return slices.ContainsFunc(f.real, func(x following) bool { return x.job == j })
}

// attempt is one way in which a pass may have been, as the log does not tell: over the whole queue, if it is of the main scheduler; before other
// jobs came, and before jobs ended, in the same second.
type attempt struct {
	by                               engine.Starter
	full, beforeArrivals, beforeEnds bool
}

// justEnded is how long the nodes of a job that has ended are COMPLETING: an attempt that is made at the instant itself is before the end.
const justEnded = engine.Millisecond

// try makes a pass of a scheduler and takes back what it did.
func (p *Slurm) try(s *engine.State, as attempt) {
	c, f := p.c, p.following
	at := s.Now() + justEnded
	if as.beforeEnds {
		at = s.Now()
	}
	var hidden []int32
	for _, e := range s.Events() {
		if as.beforeArrivals && e.Kind == engine.Arrival && c.pending[e.Job] && !f.really(e.Job) {
			hidden = append(hidden, e.Job)
			c.pending[e.Job] = false
		}
	}
	start, relimit, preemption := c.start, c.relimit, c.Preemption.By
	f.began = f.began[:0]
	c.start = func(j, _ int32) {
		c.machine.Place(j, 0)
		f.began = append(f.began, begun{j, slices.Clone(c.nodes)})
	}
	c.relimit = func(int32, int64) {}
	c.Preemption.By = settings.NoPreemption
	c.changed()
	p.ranks.Pass(s.Now())
	if as.by == engine.BackfillScheduler {
		c.backfillPass(at, -1)
	} else {
		c.mainPass(at, as.full)
	}
	c.start, c.relimit, c.Preemption.By = start, relimit, preemption
	for _, b := range f.began {
		c.ended(b.job, 0)
		c.machine.Release(b.job)
		c.pending[b.job] = true
	}
	for _, j := range hidden {
		c.pending[j] = true
		c.waiting = append(c.waiting, j)
	}
	c.changed()
}

// starts notes that a job starts: what was noted of it and of its nodes is over.
func (f *follower) starts(c *controller, j int32) {
	if f.told == nil {
		return
	}
	if at, leads := f.lead[j]; leads {
		f.told.Sooner[at].Until = c.clock
		delete(f.lead, j)
	}
	if nodes, known := f.nodesOf(c, j); known {
		for _, n := range nodes.Append(nil) {
			f.close(n)
		}
	}
}

// leastIdle is in how many passes jobs would have been started on a node before it is told of.
const leastIdle = 3

// close ends what is known of a node.
func (f *follower) close(n int32) {
	if i := &f.idle[n]; i.Passes >= leastIdle && i.To > i.From {
		i.Jobs = len(i.jobs)
		f.told.Idle = append(f.told.Idle, i.Idle)
	}
	f.idle[n] = idleNode{}
}

// wouldStart notes that the model would have started a job now, beside what has really started.
func (f *follower) wouldStart(c *controller, b *begun) {
	now := c.clock
	at, leads := f.lead[b.job]
	if !leads {
		at = len(f.told.Sooner)
		f.lead[b.job] = at
		f.told.Sooner = append(f.told.Sooner, agreement.Sooner{Job: b.job, At: now, Until: engine.Never})
	}
	f.told.Sooner[at].Passes++
	c.trial.Begin(b.job, int32(c.machine.MayRunIn(b.job)[0]), c.up)
	if !c.trial.Fits() {
		return
	}
	f.told.Sooner[at].Room++
	if c.workload.NodeLists == nil {
		return // nobody knows which nodes were empty
	}
	for _, n := range b.nodes {
		if slices.ContainsFunc(c.running.List, func(r running.Run) bool { return r.Nodes.Has(n) }) {
			continue
		}
		i := &f.idle[n]
		if i.Passes == 0 {
			i.Node, i.From = c.machine.Nodes[n].Name, now
		}
		i.To = now
		i.Passes++
		if !slices.Contains(i.jobs, b.job) {
			i.jobs = append(i.jobs, b.job)
		}
	}
}

// endComparison closes what is known of all nodes.
func (f *follower) endComparison() {
	for n := range f.idle {
		f.close(int32(n))
	}
	slices.SortStableFunc(f.told.Idle, func(a, b agreement.Idle) int { return cmp.Compare(a.From, b.From) })
}

// Compare has the policy follow the log.
func (p *Slurm) Compare(a *agreement.Agreement) { p.compares = a }

// DependsOnDraws says whether it matters when priorities and usage are computed.
func (p *Slurm) DependsOnDraws() bool { return p.Priorities != nil || p.Limits != nil }
