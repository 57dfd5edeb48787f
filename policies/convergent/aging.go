package convergent

import "backfill/engine"

// aging favours jobs that have been there for long, against the time that they have left to
// run: age / (age + remaining).
//
// Source: section 4.1, equation 13.
type aging struct{ simple }

func (aging) Value(_ *Instant, j *Job, _ engine.Placement, remaining, _ float64) float64 {
	return j.Age / (j.Age + remaining)
}

func (h aging) Bound(_ *Instant, j *Job, shortest float64, _ bool) float64 {
	return j.Age / (j.Age + shortest)
}
