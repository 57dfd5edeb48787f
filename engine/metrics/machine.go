package metrics

import (
	"math"

	"backfill/engine"
)

// machineTotals are the quantities of a whole run over time: integrals from the first
// arrival, in processors (or jobs) times milliseconds. Refused jobs never arrive.
type machineTotals struct {
	processors          int32
	refused, unfinished int

	anyArrival, anyEnd              bool
	firstArrival, lastArrival, last engine.Time // last: the last end

	busy              integerSum // until the last end, of requested processors
	busyToLastArrival integerSum
	queue             integerSum // waiting jobs, until the last end
	loss, lossFit     integerSum // idle processors while jobs wait, until the last end
	maxQueue          int32
}

// machineTotalsOf goes through the run once.
func machineTotalsOf(o *engine.Outcome) machineTotals {
	t := machineTotals{processors: o.Processors, last: -1}
	for j, state := range o.State {
		switch state {
		case engine.Refused:
			t.refused++
			continue
		case engine.Unfinished:
			t.unfinished++
		}
		if !t.anyArrival {
			t.anyArrival, t.firstArrival = true, o.Workload.Jobs[j].Submit
		}
		t.lastArrival = o.Workload.Jobs[j].Submit
	}
	if n := len(o.EndOrder); n > 0 {
		t.anyEnd, t.last = true, o.End[o.EndOrder[n-1]]
	}

	s := newSweep(o)
	s.waitingSizes = &waitingSizes{start: o.Start}
	for s.next() {
		t.maxQueue = max(t.maxQueue, s.waiting)
		until := s.following()
		if d := min(until, t.lastArrival) - s.at; d > 0 {
			t.busyToLastArrival.addProduct(uint64(s.busy), uint64(d))
		}
		d := min(until, t.last) - s.at
		if d <= 0 {
			continue
		}
		t.busy.addProduct(uint64(s.busy), uint64(d))
		if s.waiting == 0 {
			continue
		}
		t.queue.addProduct(uint64(s.waiting), uint64(d))
		if idle := s.idle(); idle > 0 {
			t.loss.addProduct(uint64(idle), uint64(d))
			if int64(s.waitingSizes.narrowest(s.at, s.waiting)) <= idle {
				t.lossFit.addProduct(uint64(idle), uint64(d))
			}
		}
	}
	return t
}

// makespan is 0 if no job ended.
func (t *machineTotals) makespan() engine.Time {
	if !t.anyEnd {
		return 0
	}
	return t.last - t.firstArrival
}

func (t *machineTotals) arrivalSpan() engine.Time { return t.lastArrival - t.firstArrival }

// share is area over what the machine could do in span, NaN if span is zero.
func (t *machineTotals) share(area *integerSum, span engine.Time) float64 {
	return ratio(area.float(), float64(float64(t.processors)*float64(span)))
}

// defined is x if any job ended, else NaN.
func (t *machineTotals) defined(x float64) float64 {
	if !t.anyEnd {
		return math.NaN()
	}
	return x
}
