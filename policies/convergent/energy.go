package convergent

import "backfill/engine"

// energy favours computers that take little energy for the job: 1 - power x remaining / worst,
// where worst is what the whole job takes on that computer, of those that can run it, which
// takes most. It is 0 where no computer says what power it takes.
//
// The paper names energy as a criterion to be added and gives no formula.
type energy struct{ simple }

func (energy) Value(now *Instant, j *Job, p engine.Placement, remaining, _ float64) float64 {
	if j.Energy == 0 {
		return 0
	}
	return max(0, 1-float64(now.Computers[p].Power*remaining)/j.Energy)
}

func (energy) Bound(_ *Instant, j *Job, _ float64, _ bool) float64 {
	if j.Energy == 0 {
		return 0
	}
	return 1
}
