package policies

import (
	"math"

	"backfill/engine"
)

// front is the waiting jobs from the one that goes first on, as far as a pass looks at them.
type front struct {
	begun    bool     // in this pass
	ceilings ceilings // of the heads of lines
	looked   ranking  // jobs that have been looked at in this pass and not been taken
	fitting  bool     // only jobs that an opening holds matter from now on in this pass
}

// beginFront prepares for looking at jobs by priority in a pass.
func (p *PriorityBackfill) beginFront(s *engine.State) {
	f, lines := &p.front, &p.waiting.lines
	f.begun, f.fitting = true, false
	f.looked = f.looked[:0]
	if p.Expression == nil {
		f.ceilings.update(s, &p.waiting, &p.Priority)
		return
	}
	for _, j := range lines.heads {
		if j != engine.NoJob {
			f.looked = append(f.looked, p.ranked(s, j))
		}
	}
	f.looked.order()
}

// first is the job that goes first of those that have not been taken in this pass, NoJob if
// there is none.
func (p *PriorityBackfill) first(s *engine.State) int32 {
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
		if j = p.matters(s, j); j != engine.NoJob {
			f.looked.add(p.ranked(s, j))
		}
	}
}

// take takes job j, which goes first and leaves its place to the next of its line.
func (p *PriorityBackfill) take(s *engine.State, j int32) {
	f := &p.front
	f.ceilings.taken++
	if next := p.matters(s, p.waiting.lines.jobs[j].next); next == engine.NoJob {
		f.looked.remove()
	} else {
		f.looked.replace(p.ranked(s, next))
	}
}

// matters is the first job from j on in its line that matters, NoJob if none does.
func (p *PriorityBackfill) matters(s *engine.State, j int32) int32 {
	if p.front.fitting {
		for j != engine.NoJob && !p.fits(s, j) {
			j = p.waiting.lines.jobs[j].next
		}
	}
	return j
}

// ranked is waiting job j with its priority. One that is no finite number fails the run.
func (p *PriorityBackfill) ranked(s *engine.State, j int32) ranked {
	x := p.of(s, j)
	if x-x != 0 {
		s.Fail(p.notFinite(s, j, x))
	}
	return ranked{x, p.waiting.lines.jobs[j].place, j}
}
