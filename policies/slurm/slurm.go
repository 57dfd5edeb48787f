// Package slurm schedules as Slurm does: a main scheduler that starts jobs in the order of their priorities until one does not fit, and a
// backfill scheduler that starts others beside promises of whole nodes, which it makes anew in every pass. Both are called by loops with a
// period, not when something changes.
//
// Slurm is the policy: it has passes made when they are due, tells its controller what happens and does what people do. The controller is what
// slurmctld knows, and makes the passes: mainPass and backfillPass. Its settings, the loops, priorities and limits, the jobs that run with the room
// that their ends make, and the slots of promises are packages below this one.
//
// It knows the machine with partitions, and settings that have been read and checked.
//
// Source: the documentation of Slurm 22.05 (slurm.conf(5), sched_config.html, cons_tres.html), its source as named at the functions, and
// runs of a real one, with which TestForced and TestReplay compare start by start.
package slurm

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"backfill/engine"
	"backfill/engine/agreement"
	"backfill/engine/machine/partitions"
	"backfill/policies/slurm/accounts"
	"backfill/policies/slurm/loops"
	"backfill/policies/slurm/settings"
)

// Slurm is the policy.
type Slurm struct {
	settings.Settings

	c       *controller
	plain   bool          // no pass is left out, for tests
	sweep   engine.Time   // see controller
	cleanup []engine.Time // by job: what Completing is for all, for tests that know it; nil: Completing
	table   loops.Timetable
	ranks   accounts.Ranking
	epilogs []engine.Time // when they will have run, ascending
	actions *actions
	stops   map[int32]int // how often jobs have been requeued
	checks  engine.Time   // when it is looked next for jobs whose accounts have used up what they may; Never: it is not
	passes  engine.Passes // of the present call

	following *follower            // nil: the policy decides
	compares  *agreement.Agreement // is told how it would decide while it follows a log; may be nil
}

// Warnings names what is not known of the parameters.
func (p *Slurm) Warnings() (list []string) {
	if len(p.Unknown) > 0 {
		list = append(list, "SchedulerParameters that are not modelled: "+strings.Join(p.Unknown, ", "))
	}
	if p.c != nil {
		if warning := p.c.licences.warning(); warning != "" {
			list = append(list, warning)
		}
	}
	if p.actions != nil {
		if warning := p.actions.warning(); warning != "" {
			list = append(list, warning)
		}
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
	if p.ranks.Advance(s.Now()) {
		p.c.settled = settled{}
	}
	p.c.why.observe(s, int32(len(p.c.cleaned)))
	p.passes = 0
	for _, e := range s.Events() {
		switch e.Kind {
		case engine.Arrival:
			p.comes(s, e.Job)
		case engine.Completion:
			p.stoppedForGood(s, e.Job)
		}
	}
	p.actions.take(p, s)
	p.c.overdue()
	if p.following != nil {
		if s.Now() < p.following.until {
			p.follow(s)
			p.wake(s)
			return
		}
		p.following = nil
		p.table.Skip(s.Now())
	}
	p.killUsedUp(s)
	p.c.resume()
	if p.c.passBoundaries() {
		p.table.Ask(s.Now(), false)
	}
	for len(p.epilogs) > 0 && p.epilogs[0] <= s.Now() {
		p.epilogs = p.epilogs[1:]
		if s.Waiting() > 0 {
			p.table.Ask(s.Now(), !p.Defer)
		}
	}
	for s.Waiting() > 0 {
		next := p.table.Next(s.Now())
		if next.At > s.Now() {
			if !p.c.waitsForEver() {
				s.WakeAt(next.At)
			}
			p.c.why.untilPass(p.c, next.At)
			break
		}
		if !p.c.awaitsCleaning(s.Now()) {
			p.pass(s, next)
		}
		p.table.Made(next)
	}
	p.wake(s)
}

// wake asks for a call when something is due beside passes.
func (p *Slurm) wake(s *engine.State) {
	if len(p.epilogs) > 0 {
		s.WakeAt(p.epilogs[0])
	}
	if at := p.actions.at(); at < engine.Never {
		s.WakeAt(at)
	}
	if p.checks < engine.Never && len(p.c.running.List) > 0 {
		s.WakeAt(p.checks)
	}
	if len(p.c.leaving) > 0 {
		s.WakeAt(p.c.leaving[0].at)
	}
	if next := p.c.nextBoundary; next < forEver {
		s.WakeAt(engine.Time(next-p.c.epoch) * engine.Second)
	}
}

// comes takes in job j, which may start from now on.
func (p *Slurm) comes(s *engine.State, j int32) {
	w, entered := s.Workload(), s.Now()
	if w.Entered != nil && w.Entered[j] >= 0 {
		entered = w.Entered[j]
	}
	if p.c.limits != nil {
		partition := int32(s.MayRunIn(j)[0])
		p.c.trial.Begin(j, partition, p.c.up)
		over, is := p.c.limits.Refuses(j, partition, p.c.trial.Amounts())
		switch {
		case is && p.following != nil:
			p.c.limits.Submit(j, partition) // the log has it wait, whatever the limits are
		case is:
			s.Refuse(j, fmt.Sprintf("over %s: at most %d, with %d there and %d asked for", over.Reason(), over.Bound, over.Used, over.Asked))
			return
		}
	}
	p.c.submit(j, p.c.unix(entered))
	p.ranks.Submit(s.Now(), entered, j)
	if p.c.held[j] {
		p.ranks.Hold(j)
	}
	p.table.Ask(s.Now(), false)
}

// pass makes a pass of one of the schedulers.
func (p *Slurm) pass(s *engine.State, next loops.Pass) {
	p.ranks.Pass(s.Now())
	if next.Kind == loops.Backfill {
		p.passes |= engine.BackfillPass
		p.c.backfillPass(next.At, next.Most)
	} else {
		p.passes |= engine.MainPass
		p.c.mainPass(next.At, next.Kind == loops.Full)
	}
}

// completing is how long the nodes of job j take no other when it has ended.
func (p *Slurm) completing(j int32) engine.Time {
	if p.following != nil {
		return justEnded // logs tell whole seconds
	}
	if p.cleanup != nil {
		return p.cleanup[j]
	}
	return p.Completing
}

// begin makes the controller, and draws when the loops tick.
func (p *Slurm) begin(s *engine.State) (err error) {
	w := s.Workload()
	p.OverTimeLimit = settings.Never
	if s.Grace() < engine.Never {
		p.OverTimeLimit = int64(s.Grace() / engine.Second)
	}
	p.c = newController(p.Config, s.Machine().(*partitions.Machine), w)
	p.c.plain, p.c.sweep = p.plain, p.sweep
	if w.Calendar != nil {
		p.c.epoch = w.Calendar.UnixStart
	}
	random := rand.New(rand.NewPCG(w.Seed, 0))
	if p.table == nil {
		p.table = loops.New(&p.Config, p.c.epoch, s.Now(), random)
	}
	began := s.Now()
	if p.Priorities != nil {
		began -= engine.Time(random.Int64N(int64(p.Priorities.CalcPeriod)))
	} else if p.Limits != nil {
		began -= engine.Time(random.Int64N(int64(p.Limits.CalcPeriod)))
	}
	if p.ranks == nil {
		p.ranks = accounts.BySubmission(len(w.Jobs))
		if p.Priorities != nil {
			if p.ranks, err = accounts.NewPriorities(p.Priorities, p.c.machine, w, began, p.c.epoch); err != nil {
				return err
			}
		}
	}
	if p.Limits != nil {
		p.Limits.Changing = slices.ContainsFunc(p.Actions, func(a settings.Action) bool { return a.Do == "limits" })
		if p.c.limits, err = accounts.NewLimits(p.Limits, p.c.machine, w, began, p.c.epoch); err != nil {
			return err
		}
	}
	if p.checks = engine.Never; p.c.limits != nil && p.c.limits.BoundsUsage() {
		p.checks = p.c.nextSweep(s.Now())
	}
	switch {
	case p.compares != nil:
		p.following = newFollower(p.c, engine.Never)
		p.following.told = p.compares
		p.compares.WithoutPreemption = p.Preemption.By != settings.NoPreemption
	case w.Until > 0:
		p.following = newFollower(p.c, w.Until)
	}
	p.stops = map[int32]int{}
	p.actions = newActions(p.Actions, p.c.machine, w)
	p.c.priority = p.ranks.Of
	p.c.stop = func(j, by int32, how settings.PreemptionMode) {
		why := engine.Reason{Rule: engine.PreemptedFor, Blocker: by}
		switch {
		case by == engine.NoJob:
			p.kill(s, j)
		case how == settings.ByCancel:
			p.end(s, j, why)
		case how == settings.BySuspend:
			p.suspend(s, j, why)
		default:
			p.stopOrRequeue(s, j, why)
		}
	}
	p.c.relimit = func(j int32, limit int64) { s.SetRequest(j, engine.Time(limit)*engine.Second) }
	p.c.start = func(j, partition int32) {
		s.Start(j, 0)
		p.ranks.Start(s.Now(), j, partition, p.c.trial.Amounts())
	}
	return nil
}
