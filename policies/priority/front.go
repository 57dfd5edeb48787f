package priority

import (
	"math"

	"backfill/engine"
)

// front is the waiting jobs from the one that goes first on, as far as a pass looks at them.
type front struct {
	begun    bool     // in this pass
	ceilings ceilings // of the heads of lines
	looked   ranking  // jobs that have been looked at in this pass and not been taken
}

// beginFront prepares for looking at jobs by priority in a pass.
func (p *Backfill) beginFront(s *engine.State) {
	f := &p.front
	f.begun = true
	f.looked = f.looked[:0]
	if !p.apart() {
		f.ceilings.update(s, &p.waiting, &p.Priority)
		return
	}
	for _, j := range p.waiting.Heads() {
		if j != engine.NoJob {
			f.looked = append(f.looked, p.ranked(s, j))
		}
	}
	f.looked.order()
}

// first is the job that goes first of those that have not been taken in this pass, NoJob if
// there is none.
func (p *Backfill) first(s *engine.State) int32 {
	f := &p.front
	if !f.begun {
		p.beginFront(s)
	}
	for {
		least := math.Inf(-1)
		if len(f.looked) > 0 {
			least = f.looked[0].priority
		}
		j := f.ceilings.look(least)
		if j == engine.NoJob {
			return f.looked.first()
		}
		f.looked.add(p.ranked(s, j))
	}
}

// take takes job j, which goes first and leaves its place to the next of its line.
func (p *Backfill) take(s *engine.State, j int32) {
	f := &p.front
	f.ceilings.taken++
	if next := p.waiting.Next(j); next == engine.NoJob {
		f.looked.remove()
	} else {
		f.looked.replace(p.ranked(s, next))
	}
}

// firstFitting is the job that goes first of those whom a hole holds, NoJob if there is none,
// where the order is that of a published priority. O(lines), beside the jobs passed over in some.
func (p *Backfill) firstFitting(s *engine.State) int32 {
	if !p.front.begun {
		p.beginFront(s)
	}
	best := ranked{priority: math.Inf(-1), job: engine.NoJob}
	for i := range p.front.ceilings.list {
		c := &p.front.ceilings.list[i]
		if c.priority < best.priority {
			break
		}
		if !p.waiting.MayFit(p.holes, c.line) {
			continue
		}
		j := p.waiting.FirstFitting(p.holes, c.line)
		if j == engine.NoJob {
			continue
		}
		if r := p.ranked(s, j); best.job == engine.NoJob || r.before(&best) {
			best = r
		}
	}
	return best.job
}

// ranked is waiting job j with its priority. One that is no finite number fails the run.
func (p *Backfill) ranked(s *engine.State, j int32) ranked {
	x := p.of(s, j)
	if x-x != 0 {
		s.Fail(p.notFinite(s, j, x))
	}
	return ranked{x, p.waiting.Place(j), j, p.exactly(s, j)}
}
