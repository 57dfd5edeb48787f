package convergent

import (
	"math"
	"slices"
	"sort"

	"backfill/engine"
	"backfill/engine/machine/farm"
)

// note records what became of the jobs in the plan, which has been applied, if decisions are
// recorded: of those that wait, that start, and that ran elsewhere before.
func (p *Policy) note(s *engine.State) {
	if !s.Recording() {
		return
	}
	p.taken = p.taken[:0]
	for _, row := range p.order {
		p.taken = append(p.taken, p.sorted(row, p.plan[row]))
	}
	for row, j := range p.rows {
		job := p.jobs.of(j)
		at := p.plan[row]
		if !s.Records(j) || at != engine.NoPlace && at == job.Runs {
			continue
		}
		why := engine.Reason{Blocker: engine.NoJob, Free: s.Free()}
		switch {
		case at != engine.NoPlace && job.Runs != engine.NoPlace:
			why.Rule = engine.MovedByPlan
		case at != engine.NoPlace:
			why.Rule = engine.StartedByPlan
		case job.Runs != engine.NoPlace:
			why.Rule = engine.Interrupted
		default:
			why.Rule = engine.Outranked
		}
		if at != engine.NoPlace {
			why.Lane = int32(at)
		} else {
			at = p.favourite(job)
		}
		why.Priority, why.Rank = p.worth(job, at), p.rank(int32(row), at)
		s.Note(j, why)
	}
}

// noteNextPlan records, of the jobs that have room, that they wait for the plan that is made next.
func noteNextPlan(s *engine.State, next engine.Time) {
	if !s.Recording() {
		return
	}
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if _, fits := s.Fits(j); fits {
			s.Note(j, engine.Reason{Rule: engine.NextPlan, Blocker: engine.NoJob, Shadow: next, Free: s.Free()})
		}
	}
}

// InOrder puts waiting jobs in the order of the best pairs that they had when the last plan was
// made; those that have come since stand behind them.
func (p *Policy) InOrder(_ *engine.State, waiting []int32) {
	row := make(map[int32]int32, len(p.rows))
	for i, j := range p.rows {
		row[j] = int32(i)
	}
	best := make(map[int32]pair, len(waiting))
	for _, j := range waiting {
		if i, ranked := row[j]; ranked {
			best[j] = p.sorted(i, p.favourite(p.jobs.of(j)))
		}
	}
	slices.SortStableFunc(waiting, func(a, b int32) int {
		x, known := best[a]
		y, too := best[b]
		switch {
		case known && (!too || x.before(y)):
			return -1
		case too && (!known || y.before(x)):
			return 1
		}
		return 0
	})
}

// worth is the priority of the pair of job j and computer at.
func (p *Policy) worth(j *Job, at engine.Placement) float64 {
	p.wholes(j)
	return p.priority(j, at)
}

// favourite is the best computer for job j, whether or not it had room.
func (p *Policy) favourite(j *Job) engine.Placement {
	p.wholes(j)
	best, at := math.Inf(-1), engine.NoPlace
	for candidate := range farm.Places(j.Affine) {
		if v := p.value(j, candidate); v > best {
			best, at = v, candidate
		}
	}
	return at
}

// rank is which one, from 1, the pair of a row and a computer is or would be of those taken.
func (p *Policy) rank(row int32, at engine.Placement) int32 {
	mine := p.sorted(row, at)
	return 1 + int32(sort.Search(len(p.taken), func(i int) bool { return !p.taken[i].before(mine) }))
}

// sorted is the pair of a row and a computer as it is sorted.
func (p *Policy) sorted(row int32, at engine.Placement) pair {
	job := p.jobs.of(p.rows[row])
	p.wholes(job)
	return pair{p.value(job, at), int64(row)<<32 | int64(at)}
}
