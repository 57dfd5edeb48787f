package slurm

import (
	"math"

	"backfill/engine"
	"backfill/policies/slurm/running"
)

// settled is what is known of passes to come as long as nobody is submitted, starts or ends: which of them start nobody and promise what
// the last one promised. They can be left out.
type settled struct {
	records  int   // a pass of the main scheduler that goes through so many records of the queue starts nobody
	backfill int64 // nor does one of the backfill scheduler before that second
}

// forEver is a second after all others.
const forEver = running.Never

// whole is more records than there are.
const whole = math.MaxInt

// isCleaning says whether a job is being cleaned up anywhere: what its nodes can do changes by itself.
func (c *controller) isCleaning() bool { return int(c.clean.Count()) < len(c.cleaned) }

// holds notes that what the pass at hand has found is found in later ones before a second, too.
func (c *controller) holds(before int64) { c.horizon = min(c.horizon, before) }

// holdsInSlot is holds before the first slot of the pass has gone by.
func (c *controller) holdsInSlot() { c.holds(floor(c.now, c.BfResolution) + c.BfResolution) }

// awaitsCleaning says whether no pass is made as a job is being cleaned up that ended less than CompleteWait ago.
func (c *controller) awaitsCleaning(now engine.Time) bool {
	return c.lastCleaned > now && (now-c.lastEnded).WholeSeconds() < c.CompleteWait
}

// waitsForEver says whether none of those that wait ever starts unless somebody is submitted or does something: nothing runs, and both
// schedulers have found nobody to start.
func (c *controller) waitsForEver() bool {
	return len(c.running.List) == 0 && c.nextBegin == forEver && c.settled.records == whole && (c.settled.backfill > 0 || c.quiet || !c.Backfill) && (c.limits == nil || c.limits.Lasting())
}
