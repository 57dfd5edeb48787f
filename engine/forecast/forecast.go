// Package forecast tells when a job would start, as a distribution over drawings of the future, and how often recorded starts of the past lie where
// it would have told. It simulates under one policy that follows a log until an instant.
//
// What is drawn is up to package engine/workload/transform/forecast. This package knows no single policy and no page.
package forecast

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"backfill/engine"
	"backfill/engine/scenario"
	"backfill/engine/workload/transform/forecast"
)

// UsualDrawings is how many drawings there are if nothing is said.
const UsualDrawings = 40

// Model is who decides in the future.
type Model struct {
	Plan     *scenario.Plan
	Point    int // of the plan's sweep
	Policy   int
	Parallel int // simulations at the same time; 0: as many as there are cores
	// Progress, if not nil, is told how many simulations of how many are over. If it returns an error, no more are begun, and the error is
	// returned.
	Progress func(done, of int) error
}

// Remembers is how long what a job has used counts for the policy after the end of the job. It is an error if the policy does not follow a log.
func (m *Model) Remembers() (engine.Time, error) {
	policy := &m.Plan.Points[m.Point].Policies[m.Policy]
	p, follows := policy.New().(engine.FollowsLog)
	if !follows {
		return 0, fmt.Errorf("%s does not follow a log up to an instant, so that it does not know what runs and waits then; a policy slurm is accepted", policy.Label)
	}
	return p.Remembers(), nil
}

// Starts are when the job asked about starts in so many drawings, from the given one on, ascending: Never in those in which it does not.
func (m *Model) Starts(p *forecast.Past, first, drawings int) (Starts, error) {
	starts, err := m.draw(p, first, drawings)
	slices.Sort(starts)
	return starts, err
}

// draw is Starts in the order of the drawings.
func (m *Model) draw(p *forecast.Past, first, drawings int) (Starts, error) {
	if _, err := m.Remembers(); err != nil {
		return nil, err
	}
	starts := make(Starts, drawings)
	err := m.each(drawings, func(n int) (err error) {
		starts[n], err = m.start(p, first+n)
		return err
	})
	return starts, err
}

// start is when the job asked about starts in a drawing, Never if it does not. Later arrivals are made only as far as they can matter: those that come
// after it has started do not.
func (m *Model) start(p *forecast.Past, drawing int) (engine.Time, error) {
	for span := engine.Hour; ; span *= 8 {
		w, job, whole := p.DrawFor(m.Plan.Points[m.Point].Seed, drawing, span)
		if job == engine.NoJob {
			return 0, errors.New("no job is asked about")
		}
		if whole {
			span = forecast.Longest
		}
		start, err := m.startIn(w, job, drawing, p.At()+span)
		if start != engine.Never || err != nil || whole {
			return start, err
		}
	}
}

// startIn is when a job of a workload starts, Never if it has not by an instant.
func (m *Model) startIn(w *engine.Workload, job int32, drawing int, by engine.Time) (engine.Time, error) {
	point := &m.Plan.Points[m.Point]
	seeded := *w
	seeded.Seed = point.DrawingSeed(0, drawing)
	options := point.Options
	options.Elastic = point.Policies[m.Policy].Elastic
	options.Enough = func(o *engine.Outcome, now engine.Time) bool {
		return o.Start[job] >= 0 || o.State[job] != engine.Unfinished || now > by
	}
	o, err := engine.Simulate(&seeded, point.Machine(), point.Policies[m.Policy].New(), options)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", point.Policies[m.Policy].Label, err)
	}
	if o.Start[job] < 0 || o.Start[job] > by {
		return engine.Never, nil
	}
	return o.Start[job], nil
}

// each does n things, several at the same time, until one fails.
func (m *Model) each(n int, do func(i int) error) error {
	workers := m.Parallel
	if workers == 0 {
		workers = runtime.NumCPU()
	}
	all, failed := errgroup.WithContext(context.Background())
	all.SetLimit(workers)
	var mutex sync.Mutex // of done, and of what Progress does
	done := 0
	for i := range n {
		all.Go(func() error {
			if failed.Err() != nil {
				return nil // another one has said why
			}
			err := do(i)
			mutex.Lock()
			defer mutex.Unlock()
			if done++; err == nil && m.Progress != nil {
				err = m.Progress(done, n)
			}
			return err
		})
	}
	return all.Wait()
}
