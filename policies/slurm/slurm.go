// Package slurm schedules as Slurm does: a main scheduler that starts jobs in the order of their priorities until one does not fit, and a
// backfill scheduler that starts others beside promises of whole nodes, which it makes anew in every pass. Both are called by loops with a
// period, not when something changes.
//
// It knows the machine with partitions and the settings of slurm.conf, not their file.
//
// Source: the documentation of Slurm 22.05 (slurm.conf(5), sched_config.html, cons_tres.html), its source as named at the functions, and
// runs of a real one, with which TestForced and TestReplay compare start by start.
package slurm

import (
	"math/rand/v2"
	"strings"

	"backfill/engine"
	"backfill/engine/machine/partitions"
)

// Slurm is the policy.
type Slurm struct {
	Config
	Priorities *PrioritySettings // nil: in the order of submission
	Limits     *LimitSettings    // nil: none
	Epilog     bool              // a program is run behind every job: its end then asks for a pass at once
	Completing engine.Time       // how long the nodes of a job that has ended take no other

	c       *controller
	plain   bool          // no pass is left out, for tests
	cleanup []engine.Time // by job: what Completing is for all, for tests that know it; nil: Completing
	table   timetable
	ranks   ranking
	epilogs []engine.Time // when they will have run, ascending
	passes  engine.Passes // of the present call
}

// Warnings names what is not known of the parameters.
func (p *Slurm) Warnings() (list []string) {
	if len(p.Unknown) > 0 {
		list = append(list, "SchedulerParameters that are not modelled: "+strings.Join(p.Unknown, ", "))
	}
	return list
}

// Schedule makes the passes that are due.
func (p *Slurm) Schedule(s *engine.State) {
	if p.c == nil {
		if err := p.begin(s); err != nil {
			s.Fail(err)
			return
		}
	}
	p.c.advance(s.Now())
	if p.ranks.advance(s.Now()) {
		p.c.settled = settled{}
	}
	p.c.why.observe(s)
	p.passes = 0
	for _, e := range s.Events() {
		switch e.Kind {
		case engine.Arrival:
			p.c.submit(e.Job)
			p.ranks.submit(s.Now(), e.Job)
			p.table.ask(s.Now(), false)
		case engine.Completion:
			p.c.ended(e.Job, s.Now()+p.completing(e.Job))
			p.ranks.ended(s.Now(), e.Job)
			if !p.Epilog {
				p.table.ask(s.Now(), false)
			} else {
				p.epilogs = append(p.epilogs, s.Now()+p.completing(e.Job))
			}
		}
	}
	for len(p.epilogs) > 0 && p.epilogs[0] <= s.Now() {
		p.epilogs = p.epilogs[1:]
		if s.Waiting() > 0 {
			p.table.ask(s.Now(), true)
		}
	}
	for s.Waiting() > 0 {
		next := p.table.next(s.Now())
		if next.at > s.Now() {
			if !p.c.waitsForEver() {
				s.WakeAt(next.at)
			}
			p.c.why.untilPass(p.c, next.at)
			break
		}
		p.ranks.pass(s.Now())
		if next.kind == backfillPass {
			p.passes |= engine.BackfillPass
			p.c.backfillPass(next.at, next.most)
		} else {
			p.passes |= engine.MainPass
			p.c.mainPass(next.at, next.kind == fullPass)
		}
		p.table.made(next)
	}
	if len(p.epilogs) > 0 {
		s.WakeAt(p.epilogs[0])
	}
}

// completing is how long the nodes of job j take no other when it has ended.
func (p *Slurm) completing(j int32) engine.Time {
	if p.cleanup != nil {
		return p.cleanup[j]
	}
	return p.Completing
}

// begin makes the controller, and draws when the loops tick.
func (p *Slurm) begin(s *engine.State) (err error) {
	w := s.Workload()
	p.OverTimeLimit = Never
	if s.Grace() < engine.Never {
		p.OverTimeLimit = int64(s.Grace() / engine.Second)
	}
	p.c = newController(p.Config, s.Machine().(*partitions.Machine), w)
	p.c.plain = p.plain
	if w.Calendar != nil {
		p.c.epoch = w.Calendar.UnixStart
	}
	random := rand.New(rand.NewPCG(w.Seed, 0))
	if p.table == nil {
		p.table = &loops{Config: &p.Config, unix: p.c.unix, last: p.c.epoch - p.BatchSchedDelay,
			tick:     engine.Time(random.Int64N(int64(tickPeriod))),
			backfill: s.Now() + engine.Time(random.Int64N(p.BfInterval*int64(engine.Second))),
			lastFull: p.c.epoch - random.Int64N(p.SchedInterval),
		}
	}
	began := s.Now()
	if p.Priorities != nil {
		began -= engine.Time(random.Int64N(int64(p.Priorities.CalcPeriod)))
	} else if p.Limits != nil {
		began -= engine.Time(random.Int64N(int64(p.Limits.CalcPeriod)))
	}
	if p.ranks == nil {
		p.ranks = bySubmission{}
		if p.Priorities != nil {
			if p.ranks, err = newPriorities(p.Priorities, p.c.machine, w, began, p.c.epoch); err != nil {
				return err
			}
		}
	}
	if p.Limits != nil {
		if p.c.limits, err = newLimited(p.Limits, p.c.machine, w, began, p.c.epoch); err != nil {
			return err
		}
	}
	p.c.priority = p.ranks.of
	p.c.start = func(j int32) {
		s.Start(j, 0)
		p.ranks.started(s.Now(), j)
	}
	return nil
}
