package convergent

import (
	"math"

	"backfill/engine"
	"backfill/engine/machine/farm"
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
		job := p.jobs.of(j)
		p.best = append(p.best, prospect{p.bound(job, job.Shortest, true), int32(row), ^job.fastest})
	}
	p.best.build()
	missed := 0 // jobs without room since those were swept out
	for len(p.best) > 0 && p.available.Idle() > 0 {
		top := &p.best[0]
		row := top.row
		j := p.rows[row]
		if top.at >= 0 && p.available.Has(j, top.at) {
			p.take(row, top.at)
			p.best.pop()
			continue
		}
		if !p.available.Available(j, p.room) {
			p.best.pop()
			if missed++; missed > len(p.best)/8 {
				p.sweep()
				missed = 0
			}
			continue
		}
		job, fastest := p.jobs.of(j), farm.Fastest(p.room)
		if top.at != ^fastest {
			top.value, top.at = min(top.value, p.bound(job, p.shortest(job, fastest), true)), ^fastest
			if p.best.sink(0); p.best[0].row != row {
				continue
			}
		}
		top.value, top.at = p.choose(job)
		p.best.sink(0)
	}
}

// shortest is not more than job j, ms, has left to run on any computer with room, of which
// fastest is the fastest.
func (p *Policy) shortest(j *Job, fastest engine.Placement) float64 {
	least := j.Elsewhere / p.now.speed[fastest]
	if j.Home != engine.NoPlace {
		return min(least, j.AtHome/p.now.speed[j.Home])
	}
	return least
}

// bound is not less than the priority of job j at any computer on which it has at least
// shortest ms left to run, without its home unless home says so.
func (p *Policy) bound(j *Job, shortest float64, home bool) float64 {
	sum := 0.0
	for i, h := range p.used {
		sum += float64(p.weights[i] * h.Bound(&p.now, j, shortest, home))
	}
	sum += float64(1e-9 * (sum + p.highest)) // values are rounded
	if p.Counting {
		return class(sum, p.highest)
	}
	return sum
}

// stride is how many computers are tried between two looks at whether the slower ones can be
// better.
const stride = 8

// choose finds the best computer for job j among those with room, ties by speed.
func (p *Policy) choose(j *Job) (value float64, at engine.Placement) {
	p.wholes(j)
	value, at = math.Inf(-1), engine.NoPlace
	if home := j.Home; home != engine.NoPlace && p.room[home/64]&(1<<(home%64)) != 0 {
		value, at = p.value(j, home), home
		p.room[home/64] &^= 1 << (home % 64)
	}
	tried := 0
	for candidate := range farm.Places(p.room) {
		if tried%stride == 0 && at != engine.NoPlace && value > p.bound(j, j.Elsewhere/p.now.speed[candidate], false) {
			break
		}
		tried++
		if v := p.value(j, candidate); v > value || v == value && candidate < at {
			value, at = v, candidate
		}
	}
	return value, at
}

// sweep drops the jobs without room.
func (p *Policy) sweep() {
	staying := p.best[:0]
	for _, b := range p.best {
		if p.available.Available(p.rows[b.row], p.room) {
			staying = append(staying, b)
		}
	}
	p.best = staying
	p.best.build()
}
