// Package loops says when slurmctld makes the passes of its two schedulers: when its loops tick.
//
// It knows the clock and the periods of slurm.conf, and no job.
package loops

import (
	"math/rand/v2"

	"backfill/engine"
	"backfill/policies/slurm/settings"
)

// Kind is what a pass is.
type Kind uint8

const (
	Main     Kind = iota // of the main scheduler, over the first jobs of the queue
	Full                 // of the main scheduler, over the whole queue
	Backfill             // of the backfill scheduler
)

// Timetable says when passes are made.
type Timetable interface {
	// Ask notes that a submission, the end of a job or another change asks for a pass of the main scheduler, if at once without waiting for a tick.
	Ask(now engine.Time, atOnce bool)
	// Next is the next pass that is made if jobs wait, at now or later.
	Next(now engine.Time) Pass
	// Made notes that the pass that was next has been made.
	Made(p Pass)
	// Skip has no passes been made before now, though the loops ticked.
	Skip(now engine.Time)
}

// Pass is a pass of one of the schedulers.
type Pass struct {
	At   engine.Time
	Kind Kind
	Most int // how many jobs a pass of the backfill scheduler looks at before its time is over; below 0: any number
}

// loops are those of the daemon. One ticks every second and makes the passes of the main scheduler: one that was asked for when the last
// one is BatchSchedDelay seconds ago, and a full one every SchedInterval. The other makes the passes of the backfill scheduler, BfInterval
// after the end of the last one. When they tick depends on when the daemon was started, which no log tells.
//
// Source: slurmctld/controller.c, _slurmctld_background; backfill.c, backfill_agent.
type loops struct {
	*settings.Config
	epoch int64 // unix seconds of time zero

	tick     engine.Time // the first one
	backfill engine.Time // the next pass of the backfill scheduler
	asked    bool
	atOnce   bool
	last     int64 // pass of this loop, s
	lastFull int64
}

// New are the loops of a daemon, which is there from now on. When they tick is drawn. The epoch is time zero in unix seconds.
func New(c *settings.Config, epoch int64, now engine.Time, random *rand.Rand) Timetable {
	return &loops{Config: c, epoch: epoch, last: epoch - c.BatchSchedDelay,
		tick:     engine.Time(random.Int64N(int64(tickPeriod))),
		backfill: now + engine.Time(random.Int64N(c.BfInterval*int64(engine.Second))),
		lastFull: epoch - random.Int64N(c.SchedInterval),
	}
}

// unix is an instant in seconds of the real world.
func (l *loops) unix(t engine.Time) int64 { return l.epoch + t.WholeSeconds() }

// tickPeriod is how long the background loop takes: it sleeps ten times a tenth of a second and works.
const tickPeriod = 1010 * engine.Millisecond

// passLength is how much longer than BfInterval the period of the backfill scheduler is.
const passLength = 10 * engine.Millisecond

func (l *loops) Ask(_ engine.Time, atOnce bool) {
	l.asked = true
	l.atOnce = l.atOnce || atOnce
}

func (l *loops) Next(now engine.Time) Pass {
	if l.atOnce {
		return Pass{now, Main, -1}
	}
	for l.unix(now)-l.lastFull >= 2*l.SchedInterval { // passes without a job that waits
		l.lastFull += l.SchedInterval
	}
	at, kind := l.tickAt(now, l.lastFull+l.SchedInterval), Full
	if l.asked {
		if t := l.tickAt(now, l.last+l.BatchSchedDelay); t < at {
			at, kind = t, Main
		}
	}
	if l.Backfill {
		t := l.backfill
		if t < now { // it looks every second whether something has changed
			t += (now - t + engine.Second - 1) / engine.Second * engine.Second
		}
		if t < at {
			at, kind = t, Backfill
		}
	}
	return Pass{at, kind, -1}
}

// tickAt is the first tick from now on at which the clock shows at least so many seconds.
func (l *loops) tickAt(now engine.Time, seconds int64) engine.Time {
	t := l.tick
	if now > t {
		t += (now - t + tickPeriod - 1) / tickPeriod * tickPeriod
	}
	if late := engine.Time(seconds-l.unix(t)) * engine.Second; late > 0 {
		t += late / tickPeriod * tickPeriod
	}
	for l.unix(t) < seconds {
		t += tickPeriod
	}
	return t
}

func (l *loops) Skip(now engine.Time) {
	if period := engine.Time(l.BfInterval)*engine.Second + passLength; l.backfill < now {
		l.backfill += (now - l.backfill + period - 1) / period * period
	}
}

func (l *loops) Made(p Pass) {
	switch {
	case p.Kind == Backfill:
		l.backfill = p.At + engine.Time(l.BfInterval)*engine.Second + passLength
	case l.atOnce:
		l.asked, l.atOnce = false, false
	default:
		l.asked = false
		l.last = l.unix(p.At)
		if p.Kind == Full {
			l.lastFull = l.last
		}
	}
}
