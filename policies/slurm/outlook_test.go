package slurm

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/bitset"
	"backfill/engine/machine/partitions"
	"backfill/policies/internal/reference"
	"backfill/policies/slurm/running"
	"backfill/policies/slurm/settings"
)

// plainWhenAndWhere is whenAndWhere without what is known of the nodes. Jobs that make room are taken away before all others, at once.
func (c *controller) plainWhenAndWhere(r *record, avail bitset.Set) (at int64, ok bool) {
	c.trial.Begin(r.job, r.partition, avail)
	if c.trial.Fits() {
		return c.now, true
	}
	var left []running.Run
	list := c.candidates(r)
	for _, run := range c.running.List {
		if slices.ContainsFunc(list, func(other running.Run) bool { return other.Job == run.Job }) {
			c.trial.Release(run.Job)
		} else {
			left = append(left, run)
		}
	}
	if list != nil {
		if c.trial.Fits() {
			return c.now, true
		}
	}
	fits := c.trial.Fits
	if c.BfBusyNodes {
		fits = c.trial.FitsLater
	}
	const first = 30
	window, base := int64(first), int64(none)
	var last, tried *running.Run
	for i := range left {
		run := &left[i]
		if !run.Nodes.Intersects(avail) {
			continue
		}
		c.trial.Release(run.Job)
		last = run
		if base == none {
			base = run.End - run.End%first + first
		}
		if i+1 == len(left) {
			break
		}
		next := left[i+1].End
		if next <= base+window {
			continue
		}
		if tried = last; fits() {
			return c.plainEnd(left, last), true
		}
		for next > base+window {
			if c.BfWindowLinear > 0 {
				window += c.BfWindowLinear
			} else {
				window *= 2
			}
		}
	}
	if last != tried && fits() {
		return c.plainEnd(left, last), true
	}
	return 0, false
}

// plainEnd is when a job can start on the nodes of the last trial: when the last of those is gone that were taken away or, of some versions, that
// run on the nodes.
func (c *controller) plainEnd(left []running.Run, last *running.Run) int64 {
	if !c.MatteringEnds {
		return c.running.GoneBy(last)
	}
	end := c.now + 1
	for i := range left {
		if run := &left[i]; run.End <= last.End && slices.ContainsFunc(c.trial.Nodes(nil), func(n int32) bool { return run.Nodes.Has(n) }) {
			end = max(end, c.running.GoneBy(run))
		}
	}
	return end
}

// comparing asks, after each call of a policy, when and where waiting jobs could start on nodes drawn at random.
type comparing struct {
	*Slurm
	*testing.T
	*rand.Rand
	asked, found, beside int
}

func (p *comparing) Schedule(s *engine.State) {
	p.Slurm.Schedule(s)
	c := p.c
	c.beginPass(s.Now())
	for i := range c.queue {
		r := &c.queue[i]
		avail := slices.Clone(c.machine.Candidates(r.job, r.partition))
		for range p.IntN(3) {
			avail.Remove(p.Int32N(int32(len(c.cleaned))), 1)
		}
		wantAt, want := c.plainWhenAndWhere(r, avail)
		nodes := c.trial.Nodes(nil)
		until := c.now + p.Int64N(4000)
		switch at := c.whenAndWhere(r, avail, until); {
		case at <= until && (!want || at != wantAt), at > until && want && wantAt <= until:
			p.Fatalf("at %d: job %d on %v until %d: %d; want %d, %v", c.now, r.job, avail, until, at, wantAt, want)
		}
		for range 2 { // the second answer is known
			at := c.whenAndWhere(r, avail, forEver)
			ok := at < forEver
			if ok != want || ok && (at != wantAt || !slices.Equal(nodes, c.trial.Nodes(nil))) {
				p.Fatalf("at %d: job %d on %v: %d, %v on %v; want %d, %v on %v", c.now, r.job, avail, at, ok, c.trial.Nodes(nil), wantAt, want, nodes)
			}
		}
		if c.candidates(r) != nil {
			p.beside++
		}
		p.asked++
		if want && wantAt > c.now {
			p.found++
		}
	}
}

func TestWhenAndWhere(t *testing.T) {
	asked, found, beside := 0, 0, 0
	for seed := range uint64(reference.Trials(300)) {
		of := world
		if seed%3 == 1 {
			of = lively
		}
		w, m, s := of(seed)
		p := &comparing{Slurm: s, T: t, Rand: rand.New(rand.NewPCG(seed, 2))}
		if _, err := engine.Simulate(w, m, p, engine.Options{Kill: engine.KillRule(seed % 4)}); err != nil && seed%3 != 1 {
			t.Fatal(err) // jobs of the others may make room for each other for ever
		}
		asked, found, beside = asked+p.asked, found+p.found, beside+p.beside
	}
	if found < asked/4 || beside == 0 {
		t.Errorf("of %d answers %d are later, %d are of jobs for which others make room", asked, found, beside)
	}
}

// Jobs 1, 2 and 3 have a node each and reach their limits after 60, 200 and 230 s. After 100 s job 1 has not been stopped yet. It is taken
// away first nevertheless, and windows are counted from its limit: from 90 s on, which is the next multiple of 30 s. Job 4 asks for two
// nodes. It does not fit when job 1 is gone, which is alone before 90 + 30 s; the window grows to 120 s, job 2 is gone by 90 + 120 s and job
// 3 is not: job 4 is promised that it starts at 200 s. Job 5 asks for one node and waits for job 1 alone: that has been past its limit for
// longer than KillWait, 30 s, so any moment counts, 101 s.
func TestPastTheLimit(t *testing.T) {
	k := busy(t, []int32{1, 1, 1}, []engine.Job{
		{Estimate: engine.Minute, Processors: 1}, {Estimate: 3 * engine.Minute, Processors: 1}, {Estimate: 3 * engine.Minute, Processors: 1},
		{Estimate: engine.Minute, Processors: 2}, {Estimate: engine.Minute, Processors: 1},
	}, []int64{0, 20, 50})
	if got, want := promised(k, 100), []string{"job 4 at 200 s on [0 1]", "job 5 at 101 s on [0]"}; !slices.Equal(got, want) {
		t.Errorf("promises %q, want %q", got, want)
	}
}

// All 240 processors of a node are in use, and all jobs reach their limits in the same window: 220 after 600 s, 20 after 620 s. However
// many they are, they are taken away together, and another job is promised that it starts when the last of them is gone. A real Slurm
// 22.05.8 did so with 280 jobs.
func TestManyInAWindow(t *testing.T) {
	jobs, since := make([]engine.Job, 241), make([]int64, 240)
	for j := range jobs {
		jobs[j] = engine.Job{Estimate: 10 * engine.Minute, Processors: 1}
	}
	for j := 220; j < 240; j++ {
		since[j] = 20
	}
	if got, want := promised(busy(t, []int32{240}, jobs, since), 30), []string{"job 241 at 620 s on [0]"}; !slices.Equal(got, want) {
		t.Errorf("promises %q, want %q", got, want)
	}
}

// busy is a controller of nodes with so many processors. The first jobs have been running since the given instants, in s; the others wait.
func busy(t *testing.T, nodes []int32, jobs []engine.Job, since []int64) *controller {
	c := partitions.Config{Choice: partitions.Slurm, Partitions: []partitions.Partition{{Name: "all", Number: 1, Default: true}}}
	for i, processors := range nodes {
		c.Nodes = append(c.Nodes, partitions.Node{Name: fmt.Sprint("n", i), Processors: processors})
		c.Partitions[0].Nodes = append(c.Partitions[0].Nodes, int32(i))
	}
	w := &engine.Workload{Jobs: jobs, Demand: make([]int32, len(jobs)), Demands: make([]engine.Demand, 1)}
	m := partitions.New(c)
	m.Begin(w)
	k := newController(settings.Defaults(), m, w)
	k.start = func(j, _ int32) { m.Place(j, 0) }
	for j := range int32(len(jobs)) {
		if int(j) >= len(since) {
			k.submit(j, 0)
			continue
		}
		k.now = since[j]
		if k.trial.Begin(j, 0, k.up); !k.trial.Fits() {
			t.Fatalf("job %d has no room", j+1)
		}
		k.begin(j, 0)
	}
	return k
}

// promised is what a pass of the backfill scheduler promises.
func promised(k *controller, now int64) (list []string) {
	k.planned = func(p Plan) { list = append(list, fmt.Sprintf("job %d at %d s on %v", p.Job+1, p.At, p.Nodes)) }
	k.backfillPass(engine.Time(now)*engine.Second, -1)
	return list
}
