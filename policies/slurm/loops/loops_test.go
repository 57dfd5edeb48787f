package loops

import (
	"testing"

	"backfill/engine"
	"backfill/policies/slurm/settings"
)

// The background loop ticks at 0.5 s and every 1.01 s from there on; the backfill scheduler is due at 10 s. Without any question a full pass would be
// at the first tick behind second 60: 0.5 + 59 * 1.01 = 60.09 s. What is asked for at 1 s is done at the tick at 1.51 s, in second 1. What is asked for
// at 1.6 s waits until second 1 + 3, BatchSchedDelay: for the tick at 4.54 s. The backfill scheduler is due again 30.01 s after its pass.
func TestTicks(t *testing.T) {
	c := settings.Defaults()
	l := &loops{Config: &c, tick: 500, backfill: 10 * engine.Second, last: -c.BatchSchedDelay}
	next := func(now, at engine.Time, kind Kind) {
		t.Helper()
		p := l.Next(now)
		if p.At != at || p.Kind != kind {
			t.Errorf("at %d ms the next pass is %d at %d ms, want %d at %d ms", now, p.Kind, p.At, kind, at)
		}
		l.Made(p)
	}
	l.Ask(1000, false)
	next(1000, 1510, Main)
	l.Ask(1600, false)
	next(1600, 4540, Main)
	next(4540, 10_000, Backfill)
	l.Ask(11_000, true)
	next(11_000, 11_000, Main)
	next(11_000, 40_010, Backfill)
	next(40_010, 60_090, Full)
}
