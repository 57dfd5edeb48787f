package slurm

import (
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/bitset"
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
	last, untried := int64(none), 0
	for i := range c.running {
		run := &c.running[i]
		if !run.nodes.Intersects(avail) {
			continue
		}
		c.trial.Release(run.job)
		last = run.end
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
