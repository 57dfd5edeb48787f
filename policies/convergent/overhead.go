package convergent

import "backfill/engine"

// overhead favours leaving a job where it runs: by the time since it started there, divided
// by the longer one of that and the time that it has left.
//
// Source: section 4.1, equation 8.
type overhead struct{ simple }

func (overhead) Value(_ *Instant, j *Job, p engine.Placement, remaining, _ float64) float64 {
	if p != j.Runs {
		return 0
	}
	return j.Elapsed / max(remaining, j.Elapsed) // a job has at least 1 MIPS ms left: never 0 / 0
}

func (h overhead) Bound(now *Instant, j *Job, _ float64, home bool) float64 {
	if !home || j.Runs == engine.NoPlace {
		return 0
	}
	return h.Value(now, j, j.Runs, now.remaining(j, j.Runs), 0)
}
