package convergent

import (
	"testing"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/policies/internal/reference"
)

// surveyed makes sure, before each plan, that what is kept of all jobs is what the farm says.
type surveyed struct {
	*Policy
	t     *testing.T
	apart int // pairs of jobs that have less to do at their home, and wait
}

func (c *surveyed) Schedule(s *engine.State) {
	p := c.Policy
	p.admit(s)
	if p.postpones(s) {
		return
	}
	p.survey(s)
	for _, j := range p.rows {
		job := p.jobs.of(j)
		for at := range farm.Places(job.Affine) {
			if got, want := job.left(at), float64(farm.Of(s).Left(j, at, s.Now())); got != want {
				c.t.Errorf("job %d has %v MIPS ms left at %d at instant %d, want %v", j, got, at, s.Now(), want)
			}
		}
		if job.Runs == engine.NoPlace && job.AtHome < job.Elsewhere {
			c.apart++
		}
	}
	p.match()
	p.apply(s)
}

// A suspended job that is started elsewhere and taken away from there at the same instant, as
// can be where events come one at a time, still has what it has done where it was suspended.
func TestWhatJobsHaveLeft(t *testing.T) {
	apart := 0
	eachTrial(t, 600, func(t *testing.T, c trial) {
		check := &surveyed{Policy: New(c.config), t: t}
		c.run(t, check)
		apart += check.apart
		if t.Failed() {
			t.Log(c)
		}
	})
	if apart < reference.Trials(3_000) {
		t.Errorf("%d jobs that were suspended: too few to show anything", apart)
	}
}
