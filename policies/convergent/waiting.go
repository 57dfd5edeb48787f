package convergent

import "backfill/engine"

// waiting favours short jobs: 1 - remaining / longest, the longest time that any job which a
// computer can run has left to run there.
//
// Source: section 4.1, equation 12.
type waiting struct{ simple }

func (waiting) Value(now *Instant, _ *Job, p engine.Placement, remaining, _ float64) float64 {
	return 1 - remaining/now.Longest[p]
}

// Bound sets what is left of the job against what is left of any, wherever: on one computer
// times are as work is.
func (waiting) Bound(now *Instant, j *Job, _ float64, _ bool) float64 {
	return 1 - min(j.AtHome, j.Elsewhere)/now.MostLeft
}
