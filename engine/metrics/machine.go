package metrics

import (
	"math"

	"backfill/engine"
	"backfill/engine/metrics/stats"
)

// machineTotals are the quantities of a run over time, or of a window of it: integrals
// from its beginning, in processors (or jobs) times milliseconds.
type machineTotals struct {
	processors int32
	hidesFits  bool // it is unknown whether a waiting job would fit
	farm       bool
	licensed   bool  // a farm with licences, for jobs that need some
	memory     int64 // KB, 0: none

	anyArrival, anyEnd bool
	// The window: a run's goes from the first arrival to the last end, or to the last
	// arrival for what is measured only to there. Refused jobs never arrive.
	first, lastArrival, last engine.Time

	busy              stats.IntegerSum // until last, of requested processors
	busyToLastArrival stats.IntegerSum
	queue             stats.IntegerSum // waiting jobs, until last
	loss, lossFit     stats.IntegerSum // idle processors while jobs wait, until last
	maxQueue          int32

	free, stranded [len(engine.FreeAmounts{})]stats.IntegerSum // of each resource, while a waiting job asks for it, until last

	processorUse, licenceUse stats.CompensatedSum // of a farm: shares times ms, until last
}

// machineTotalsOf goes through the run once.
func machineTotalsOf(o *engine.Outcome) machineTotals {
	t := window(o)
	s := newSweep(o)
	s.watchFits()
	s.usage = newUsage(o)
	for t.addSome(s) {
	}
	return t
}

// perCall is how many instants or jobs a function goes through in one call. In WebAssembly a
// function gets its faster code only at its next call, so a single long loop would stay slow to
// the end.
const perCall = 1 << 12

// addSome takes in the next instants of a sweep and says whether there may be more.
//
//go:noinline
func (t *machineTotals) addSome(s *sweep) (more bool) {
	for range perCall {
		if !s.next() {
			return false
		}
		t.add(s)
	}
	return true
}

// window is the window of a whole run, with nothing added up.
func window(o *engine.Outcome) machineTotals {
	t := machineTotals{processors: o.Processors, memory: machineMemory(o), hidesFits: hidesFits(o), last: -1}
	t.farm = o.Segments != nil
	t.licensed = t.farm && len(o.Copies) > 0 && o.Workload.Licences != nil
	for j, state := range o.State {
		at := o.Submitted(int32(j))
		if state == engine.Refused || at < 0 {
			continue
		}
		if !t.anyArrival {
			t.anyArrival, t.first = true, at
		}
		t.first, t.lastArrival = min(t.first, at), max(t.lastArrival, at)
	}
	if n := len(o.EndOrder); n > 0 {
		t.anyEnd, t.last = true, o.End[o.EndOrder[n-1]]
	}
	return t
}

// machineMemory is the memory of all lanes together, in KB.
func machineMemory(o *engine.Outcome) int64 {
	sum := int64(0)
	for _, lane := range o.Lanes {
		sum += int64(lane.Memory) * 1024
	}
	return sum
}

// add takes in what holds from this instant of a sweep, which is not before the window,
// to the following one.
func (t *machineTotals) add(s *sweep) {
	t.maxQueue = max(t.maxQueue, s.waiting)
	until := s.following()
	if d := min(until, t.lastArrival) - s.at; d > 0 {
		t.busyToLastArrival.AddProduct(uint64(s.busy), uint64(d))
	}
	d := min(until, t.last) - s.at
	if d <= 0 {
		return
	}
	t.busy.AddProduct(uint64(s.busy), uint64(d))
	if s.usage != nil {
		t.processorUse.Add(s.usage.processorTime)
		t.licenceUse.Add(s.usage.licenceTime)
	}
	if s.waiting == 0 {
		return
	}
	t.queue.AddProduct(uint64(s.waiting), uint64(d))
	for i, amount := range s.freeAmounts() {
		t.free[i].AddProduct(uint64(amount.Free), uint64(d))
		t.stranded[i].AddProduct(uint64(amount.Stranded), uint64(d))
	}
	if idle := s.idle(); idle > 0 {
		t.loss.AddProduct(uint64(idle), uint64(d))
		if s.anyFits() {
			t.lossFit.AddProduct(uint64(idle), uint64(d))
		}
	}
}

// makespan is 0 if no job ended.
func (t *machineTotals) makespan() engine.Time {
	if !t.anyEnd {
		return 0
	}
	return t.last - t.first
}

func (t *machineTotals) arrivalSpan() engine.Time { return t.lastArrival - t.first }

// share is area over what the machine could do in span, NaN if span is zero.
func (t *machineTotals) share(area *stats.IntegerSum, span engine.Time) float64 {
	return stats.Ratio(area.Float(), float64(float64(t.processors)*float64(span)))
}

// strandedShare is which share of a resource that was free no waiting job could use, NaN if none was free while some job that asks for it
// waited.
func (t *machineTotals) strandedShare(of int) float64 {
	return stats.Ratio(t.stranded[of].Float(), t.free[of].Float())
}

// use is a sum of shares divided by the length of the window, NaN if the machine has nothing of
// the kind.
func (t *machineTotals) use(sum *stats.CompensatedSum, there bool) float64 {
	return only(there, stats.Ratio(sum.Value(), float64(t.makespan())))
}

// defined is x if any job ended, else NaN.
func (t *machineTotals) defined(x float64) float64 {
	if !t.anyEnd {
		return math.NaN()
	}
	return x
}
