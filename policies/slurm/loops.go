package slurm

import (
	"backfill/engine"
	"backfill/policies/slurm/settings"
)

// passKind is what a pass is.
type passKind uint8

const (
	mainPass     passKind = iota // of the main scheduler, over the first jobs of the queue
	fullPass                     // of the main scheduler, over the whole queue
	backfillPass                 // of the backfill scheduler
)

// timetable says when passes are made.
type timetable interface {
	// ask notes that a submission, the end of a job or another change asks for a pass of the main scheduler, if at once without waiting for a tick.
	ask(now engine.Time, atOnce bool)
	// next is the next pass that is made if jobs wait, at now or later.
	next(now engine.Time) pass
	// made notes that the pass that was next has been made.
	made(p pass)
	// skip has no passes been made before now, though the loops ticked.
	skip(now engine.Time)
}

// pass is a pass of one of the schedulers.
type pass struct {
	at   engine.Time
	kind passKind
	most int // how many jobs a pass of the backfill scheduler looks at before its time is over; below 0: any number
}

// loops are those of the daemon. One ticks every second and makes the passes of the main scheduler: one that was asked for when the last
// one is BatchSchedDelay seconds ago, and a full one every SchedInterval. The other makes the passes of the backfill scheduler, BfInterval
// after the end of the last one. When they tick depends on when the daemon was started, which no log tells.
//
// Source: slurmctld/controller.c, _slurmctld_background; backfill.c, backfill_agent.
type loops struct {
	*settings.Config
	unix func(t engine.Time) int64

	tick     engine.Time // the first one
	backfill engine.Time // the next pass of the backfill scheduler
	asked    bool
	atOnce   bool
	last     int64 // pass of this loop, s
	lastFull int64
}

// tickPeriod is how long the background loop takes: it sleeps ten times a tenth of a second and works.
const tickPeriod = 1010 * engine.Millisecond

// passLength is how much longer than BfInterval the period of the backfill scheduler is.
const passLength = 10 * engine.Millisecond

func (l *loops) ask(_ engine.Time, atOnce bool) {
	l.asked = true
	l.atOnce = l.atOnce || atOnce
}

func (l *loops) next(now engine.Time) pass {
	if l.atOnce {
		return pass{now, mainPass, -1}
	}
	for l.unix(now)-l.lastFull >= 2*l.SchedInterval { // passes without a job that waits
		l.lastFull += l.SchedInterval
	}
	at, kind := l.tickAt(now, l.lastFull+l.SchedInterval), fullPass
	if l.asked {
		if t := l.tickAt(now, l.last+l.BatchSchedDelay); t < at {
			at, kind = t, mainPass
		}
	}
	if l.Backfill {
		t := l.backfill
		if t < now { // it looks every second whether something has changed
			t += (now - t + engine.Second - 1) / engine.Second * engine.Second
		}
		if t < at {
			at, kind = t, backfillPass
		}
	}
	return pass{at, kind, -1}
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

func (l *loops) skip(now engine.Time) {
	if period := engine.Time(l.BfInterval)*engine.Second + passLength; l.backfill < now {
		l.backfill += (now - l.backfill + period - 1) / period * period
	}
}

func (l *loops) made(p pass) {
	switch {
	case p.kind == backfillPass:
		l.backfill = p.at + engine.Time(l.BfInterval)*engine.Second + passLength
	case l.atOnce:
		l.asked, l.atOnce = false, false
	default:
		l.asked = false
		l.last = l.unix(p.at)
		if p.kind == fullPass {
			l.lastFull = l.last
		}
	}
}
