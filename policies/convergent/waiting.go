package convergent

import "backfill/engine"

// waiting favours short jobs: 1 - remaining / longest, the longest time that any job which a
// computer can run has left to run there. On one computer times are as work is, and work is
// an integer: a job is worth the same on all computers with the same longest job, whatever
// their speeds, so that the faster one wins the tie.
//
// Source: section 4.1, equation 12.
type waiting struct{ simple }

func (waiting) Value(now *Instant, j *Job, p engine.Placement, _, _ float64) float64 {
	return 1 - j.left(p)/now.Most[p]
}

// Bound sets what is left of the job against what is left of any, wherever.
func (waiting) Bound(now *Instant, j *Job, _ float64, _ bool) float64 {
	return 1 - j.AtHome/now.MostLeft // never more than elsewhere
}
