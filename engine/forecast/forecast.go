// Package forecast tells when a job would start, as a distribution over drawings of the future, and how often recorded starts of the past lie where
// it would have told. It simulates under one policy that follows a log until an instant.
//
// What is drawn is up to package engine/workload/transform/forecast. This package knows no single policy and no page.
package forecast

import (
	"context"
	"errors"
	"fmt"
	"math"
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

// Drawn is what came of the job asked about in some drawings.
type Drawn struct {
	Starts Starts
	Left   Left
	Never  *Never // why it starts in none; nil: it does in some
}

// Left is how many of the jobs that had come by the instant up to which the log counts have not ended when the job asked about comes. Those that are refused
// are not counted.
type Left struct {
	Fewest int `json:"fewest"` // in a drawing
	Most   int `json:"most"`
	Idle   int `json:"idle"` // in how many drawings none of them runs then, or starts until the job asked about does
}

// Draw asks for so many drawings, from the given one on.
func (m *Model) Draw(p *forecast.Past, first, drawings int) (*Drawn, error) {
	list, err := m.draw(p, first, drawings)
	if err != nil {
		return nil, err
	}
	d := &Drawn{Starts: startsOf(list), Left: Left{Fewest: math.MaxInt}}
	for _, drawn := range list {
		d.Left.Fewest, d.Left.Most = min(d.Left.Fewest, drawn.left), max(d.Left.Most, drawn.left)
		if !drawn.busy {
			d.Left.Idle++
		}
	}
	slices.Sort(d.Starts)
	if d.Starts[0] == engine.Never {
		d.Never, err = m.never(p, first)
	}
	return d, err
}

// drawing is what came of the job asked about in one drawing.
type drawing struct {
	start engine.Time // Never: it does not start
	left  int         // see Left
	busy  bool        // some of them runs then, or starts until the job asked about does
}

func startsOf(list []drawing) Starts {
	starts := make(Starts, len(list))
	for i := range list {
		starts[i] = list[i].start
	}
	return starts
}

// draw makes drawings, in their order.
func (m *Model) draw(p *forecast.Past, first, drawings int) ([]drawing, error) {
	if _, err := m.Remembers(); err != nil {
		return nil, err
	}
	list := make([]drawing, drawings)
	err := m.each(drawings, func(n int) (err error) {
		list[n], err = m.drawing(p, first+n)
		return err
	})
	return list, err
}

// drawing makes one. Later arrivals are made only as far as they can matter: those that come after the job has started do not.
func (m *Model) drawing(p *forecast.Past, n int) (drawing, error) {
	for span := engine.Hour; ; span *= 8 {
		w, job, whole := p.DrawFor(m.Plan.Points[m.Point].Seed, n, span)
		if job == engine.NoJob {
			return drawing{}, errors.New("no job is asked about")
		}
		if whole {
			span = forecast.Longest
		}
		by := p.At() + span
		enough := func(o *engine.Outcome, now engine.Time) bool {
			return o.Start[job] >= 0 || o.State[job] != engine.Unfinished || now > by
		}
		o, _, err := m.simulate(w, n, engine.Options{Enough: enough})
		if err != nil {
			return drawing{}, err
		}
		d := drawing{start: engine.Never}
		d.left, d.busy = left(o, job, p)
		if start := o.Start[job]; start >= 0 && start <= by {
			d.start = start
		}
		if d.start != engine.Never || whole {
			return d, nil
		}
	}
}

// left counts the jobs beside the one asked about that had come by the end of the log and have not ended when that comes. busy says whether some of them has started
// when the simulation ends: others may wait for ever, on an empty cluster, too.
func left(o *engine.Outcome, job int32, p *forecast.Past) (n int, busy bool) {
	for j := range o.Workload.Jobs {
		if int32(j) != job && o.Workload.Jobs[j].Submit <= p.Now() && o.State[j] != engine.Refused && (o.End[j] < 0 || o.End[j] > p.At()) {
			n++
			busy = busy || o.Start[j] >= 0
		}
	}
	return n, busy
}

// simulate simulates a drawing, with what is added to the options of the experiment. The machine is as it is at the end.
func (m *Model) simulate(w *engine.Workload, drawing int, added engine.Options) (*engine.Outcome, engine.Machine, error) {
	point := &m.Plan.Points[m.Point]
	seeded := *w
	seeded.Seed = point.DrawingSeed(0, drawing)
	options := point.Options
	options.Elastic, options.Enough, options.Record = point.Policies[m.Policy].Elastic, added.Enough, added.Record
	machine := point.Machine()
	o, err := engine.Simulate(&seeded, machine, point.Policies[m.Policy].New(), options)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", point.Policies[m.Policy].Label, err)
	}
	return o, machine, nil
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
