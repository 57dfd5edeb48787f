package convergent

import "backfill/engine"

// licences favours jobs that need licences in demand, so that they give them back: the mean,
// over the licences that the job needs, of the number of jobs that need one divided by its
// copies; 1 at most, 0 for a job without licences. It is the same on all computers.
//
// Source: section 4.1, equations 9 to 11.
type licences struct{}

func (licences) Whole(now *Instant, j *Job) float64 {
	if j.Needs == 0 {
		return 0
	}
	sum := 0.0
	for l := range j.Needs.Each {
		sum += now.Demand[l]
	}
	if n := float64(j.Needs.Count()); sum < n {
		return sum / n
	}
	return 1
}

func (licences) Value(_ *Instant, _ *Job, _ engine.Placement, _, whole float64) float64 { return whole }

func (h licences) Bound(now *Instant, j *Job, _ float64, _ bool) float64 { return h.Whole(now, j) }
