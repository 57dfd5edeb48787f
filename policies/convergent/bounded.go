package convergent

import (
	"math"
	"math/bits"

	"backfill/engine"
)

// matchBounded makes the plan of matchAll and values no more pairs than it must.
//
// Room only shrinks while a plan is made, so that each pair which matchAll takes is the best
// one of all whose job has no place yet and whose computer has room: that is found by looking,
// among the jobs, for the one with the best pair. A job's pairs are valued when no other job's
// can be better, by a bound, and again when its best computer has no room any more.
func (p *Policy) matchBounded() {
	p.best = p.best[:0]
	for row, j := range p.rows {
		p.best = append(p.best, prospect{p.bound(p.jobs.of(j)), int32(row), engine.NoPlace})
	}
	p.best.build()
	missed := 0 // jobs without room since those were swept out
	for len(p.best) > 0 && p.stock.Idle() > 0 {
		top := &p.best[0]
		j := p.rows[top.row]
		if top.at != engine.NoPlace && p.stock.Has(j, top.at) {
			p.take(top.row, top.at)
			p.best.pop()
			continue
		}
		if p.stock.Available(j, p.room) {
			top.value, top.at = p.choose(p.jobs.of(j))
			p.best.sink(0)
			continue
		}
		p.best.pop()
		if missed++; missed > len(p.best)/8 {
			p.sweep()
			missed = 0
		}
	}
}

// bound is not less than the priority of any pair of job j.
func (p *Policy) bound(j *Job) float64 {
	sum := 0.0
	for i, h := range p.used {
		sum += float64(p.weights[i] * h.Bound(&p.now, j))
	}
	sum += float64(1e-9 * (sum + p.highest)) // values are rounded
	if p.Counting {
		return class(sum, p.highest)
	}
	return sum
}

// choose finds the best computer for job j among those with room.
func (p *Policy) choose(j *Job) (value float64, at engine.Placement) {
	p.wholes(j)
	value, at = math.Inf(-1), engine.NoPlace
	for w, word := range p.room {
		for ; word != 0; word &= word - 1 {
			candidate := engine.Placement(w*64 + bits.TrailingZeros64(word))
			if v := p.value(j, candidate); v > value {
				value, at = v, candidate
			}
		}
	}
	return value, at
}

// sweep drops the jobs without room.
func (p *Policy) sweep() {
	staying := p.best[:0]
	for _, b := range p.best {
		if p.stock.Available(p.rows[b.row], p.room) {
			staying = append(staying, b)
		}
	}
	p.best = staying
	p.best.build()
}
