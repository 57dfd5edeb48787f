package workers

import (
	"fmt"
	"time"

	"backfill/engine"
	"backfill/ui/phrase"
	"backfill/wasm/wire"
)

// relay is a run on its way through workers, one after the other: where one breaks, another one goes on. A policy that breaks two is left out.
type relay struct {
	began    time.Time
	received bool // the workload is on the page
	policies int  // of the run, once it is
	from     int  // the policy with which this worker begins
	broken   int  // workers that have broken at that one

	// What was last heard of this worker.
	at    int         // policy that it simulates
	now   engine.Time // in its simulation
	ended int         // jobs, of
	jobs  int         // all
}

// hear takes note of how far the worker is.
func (r *relay) hear(a wire.Answer) {
	if a.Say == wire.Progressed {
		r.at, r.now, r.ended, r.jobs = a.Policy, a.At, a.Ended, a.Jobs
		return
	}
	r.at, r.now, r.ended, r.jobs = a.Policy+1, 0, 0, 0
}

// broke says how the next worker goes on when this one has broken, and which policy is lost by that, -1 if none is. There is no hope if the
// workload itself breaks two.
func (r *relay) broke() (next relay, lost int, hope bool) {
	at := max(r.at, r.from)
	next = relay{began: r.began, received: r.received, policies: r.policies, from: at, broken: 1}
	if at == r.from {
		next.broken += r.broken
	}
	switch {
	case next.broken < 2:
		return next, -1, true
	case !r.received:
		return next, -1, false
	}
	next.from, next.broken = at+1, 0
	return next, at, true
}

// lastWords say why a policy is lost, and where it was when it was last heard of.
func (r *relay) lastWords(why string, w *engine.Workload) string {
	text := "two workers broke in which it ran: " + why
	if r.jobs > 0 {
		text += fmt.Sprintf("; last heard of at %s, when %s of %s had ended", w.When(r.now), phrase.Grouped(int64(r.ended)), phrase.Plural(int64(r.jobs), "job"))
	}
	return text
}
