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
)

// plainWhenAndWhere is whenAndWhere without what is known of the nodes.
func (c *controller) plainWhenAndWhere(r *record, avail bitset.Set) (at int64, ok bool) {
	c.trial.Begin(r.job, r.partition, avail)
	if c.trial.Fits() {
		return c.now, true
	}
	const first = 30
	window, base := int64(first), int64(none)
	var last *running
	untried := 0
	for i := range c.running {
		run := &c.running[i]
		if !run.nodes.Intersects(avail) {
			continue
		}
		c.trial.Release(run.job)
		last = run
		untried++
		if base == none {
			base = run.end - run.end%first + first
		}
		if i+1 == len(c.running) {
			break
		}
		next := c.running[i+1].end
		if next <= base+window && untried <= mostTogether {
			continue
		}
		if untried = 0; c.trial.Fits() {
			return c.lastEnd(last), true
		}
		c.widen(&window, next-base)
	}
	if untried > 0 && c.trial.Fits() {
		return c.lastEnd(last), true
	}
	return 0, false
}

// comparing asks, after each call of a policy, when and where waiting jobs could start on nodes drawn at random.
type comparing struct {
	*Slurm
	*testing.T
	*rand.Rand
	asked, found int
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
		for range 2 { // the second answer is known
			at, ok := c.whenAndWhere(r, avail)
			if ok != want || ok && (at != wantAt || !slices.Equal(nodes, c.trial.Nodes(nil))) {
				p.Fatalf("at %d: job %d on %v: %d, %v on %v; want %d, %v on %v", c.now, r.job, avail, at, ok, c.trial.Nodes(nil), wantAt, want, nodes)
			}
		}
		p.asked++
		if want && wantAt > c.now {
			p.found++
		}
	}
}

func TestWhenAndWhere(t *testing.T) {
	asked, found := 0, 0
	for seed := range uint64(reference.Trials(300)) {
		w, m, s := world(seed)
		p := &comparing{Slurm: s, T: t, Rand: rand.New(rand.NewPCG(seed, 2))}
		if _, err := engine.Simulate(w, m, p, engine.Options{Kill: engine.KillRule(seed % 4)}); err != nil {
			t.Fatal(err)
		}
		asked, found = asked+p.asked, found+p.found
	}
	if found < asked/4 {
		t.Errorf("of %d answers %d are later", asked, found)
	}
}

// Jobs 1, 2 and 3 have a node each and reach their limits after 60, 200 and 230 s. After 100 s job 1 has not been stopped yet. It is taken
// away first nevertheless, and windows are counted from its limit: from 90 s on, which is the next multiple of 30 s. Job 4 asks for two
// nodes. It does not fit when job 1 is gone, which is alone before 90 + 30 s; the window grows to 120 s, job 2 is gone by 90 + 120 s and job
// 3 is not: job 4 is promised that it starts at 200 s. Job 5 asks for one node and waits for job 1 alone: that has been past its limit for
// longer than KillWait, 30 s, so any moment counts, 101 s.
func TestPastTheLimit(t *testing.T) {
	c := partitions.Config{Choice: partitions.Slurm, Partitions: []partitions.Partition{{Name: "all", Number: 1, Nodes: []int32{0, 1, 2}, Default: true}}}
	for _, name := range []string{"a", "b", "c"} {
		c.Nodes = append(c.Nodes, partitions.Node{Name: name, Processors: 1})
	}
	w := &engine.Workload{}
	for j, minutes := range []engine.Time{1, 3, 3, 1, 1} {
		w.Jobs = append(w.Jobs, engine.Job{Run: engine.Hour, Estimate: minutes * engine.Minute, Processors: 1})
		w.Demand, w.Demands = append(w.Demand, int32(j)), append(w.Demands, engine.Demand{})
	}
	w.Jobs[3].Processors = 2
	m := partitions.New(c)
	m.Begin(w)
	k := newController(Defaults(), m, w)
	k.start = func(j int32) { m.Place(j, 0) }
	for j, at := range []int64{0, 20, 50} {
		k.now = at
		if k.trial.Begin(int32(j), 0, k.up); !k.trial.Fits() {
			t.Fatalf("job %d has no room", j+1)
		}
		k.begin(int32(j), 0)
	}
	k.submit(3)
	k.submit(4)
	var got []string
	k.planned = func(p Plan) { got = append(got, fmt.Sprintf("job %d at %d s on %v", p.Job+1, p.At, p.Nodes)) }
	k.backfillPass(100*engine.Second, -1)
	if want := []string{"job 4 at 200 s on [0 1]", "job 5 at 101 s on [0]"}; !slices.Equal(got, want) {
		t.Errorf("promises %q, want %q", got, want)
	}
}
