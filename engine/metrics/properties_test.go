package metrics

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/metrics/grouping"
	"backfill/engine/metrics/metricstest"
	"backfill/engine/metrics/stats"
)

// randomOutcome draws a valid schedule in milliseconds: jobs start at random, but never
// before they are submitted nor on processors in use. Unless complete, some jobs are
// refused and the simulation stops somewhere. Some workloads have dedicated jobs, some
// commands that changed sizes.
func randomOutcome(t *rapid.T, complete bool) *engine.Outcome { return drawOutcome(t, complete, false) }

// randomStops draws such a schedule in which, as a rule, some jobs are stopped and wait again, and some are cancelled.
func randomStops(t *rapid.T, complete bool) *engine.Outcome {
	return drawOutcome(t, complete, rapid.IntRange(0, 3).Draw(t, "stopping") > 0)
}

func drawOutcome(t *rapid.T, complete, stopping bool) *engine.Outcome {
	unit := int32(rapid.IntRange(1, 3).Draw(t, "unit"))
	processors := unit * int32(rapid.IntRange(1, 6).Draw(t, "units"))
	stop := engine.Time(math.MaxInt32)
	if !complete && rapid.Bool().Draw(t, "stops") {
		stop = engine.Time(rapid.IntRange(0, 150).Draw(t, "stop"))
	}
	var rows []metricstest.Row
	var submit engine.Time
	used := map[engine.Time]int32{}
	heterogeneous := rapid.Bool().Draw(t, "heterogeneous")
	elastic := rapid.Bool().Draw(t, "elastic")
	for range rapid.IntRange(0, 25).Draw(t, "jobs") {
		submit += engine.Time(rapid.IntRange(0, 9).Draw(t, "gap"))
		r := metricstest.Row{Submit: submit, Start: -1, End: -1, User: int32(rapid.IntRange(-1, 4).Draw(t, "user"))}
		if !complete && rapid.IntRange(0, 9).Draw(t, "refused") == 9 {
			r.Size, r.Refused = processors+1, true
			rows = append(rows, r)
			continue
		}
		r.Size = int32(rapid.IntRange(1, int(processors)).Draw(t, "size"))
		r.Killed = rapid.Bool().Draw(t, "killed")
		run := engine.Time(rapid.IntRange(1, 12).Draw(t, "run"))
		r.Request = engine.Time(rapid.IntRange(1, 12).Draw(t, "request"))
		r.Executed = r.Size
		if elastic {
			r.Executed = int32(rapid.IntRange(1, int(processors)).Draw(t, "executed"))
		}
		occupied := (r.Executed + unit - 1) / unit * unit
		ready := submit
		if heterogeneous && rapid.Bool().Draw(t, "dedicated") {
			r.Requested = max(1, submit+engine.Time(rapid.IntRange(-3, 20).Draw(t, "offset")))
			ready = max(ready, r.Requested)
		}
		// begins finds room for so long, not before an instant.
		begins := func(from, length engine.Time) engine.Time {
			from += engine.Time(rapid.IntRange(0, 15).Draw(t, "delay"))
			for at := from; at < from+length; at++ {
				if used[at]+occupied > processors {
					from = at + 1
				}
			}
			for at := from; at < from+length; at++ {
				used[at] += occupied
			}
			return from
		}
		if stopping {
			for range rapid.IntRange(0, 2).Draw(t, "stops before") {
				length := engine.Time(rapid.IntRange(1, 5).Draw(t, "until stopped"))
				from := begins(ready, length)
				ready = from + length
				r.Stopped = append(r.Stopped, metricstest.Stop{From: from, To: ready, Preempted: rapid.Bool().Draw(t, "preempted")})
			}
			r.Cancelled = rapid.IntRange(0, 3).Draw(t, "cancelled") == 3
		}
		if r.Cancelled && rapid.Bool().Draw(t, "withdrawn") {
			r.Killed, r.End = false, ready+engine.Time(rapid.IntRange(0, 15).Draw(t, "patience"))
			if cut(&r, stop); r.Start < 0 && r.End < 0 {
				r.Cancelled = false
			}
			rows = append(rows, r)
			continue
		}
		r.Start = begins(ready, run)
		if r.End = r.Start + run; r.End > stop {
			r.End, r.Killed, r.Cancelled = -1, false, false
		}
		cut(&r, stop)
		rows = append(rows, r)
	}
	return metricstest.Outcome(processors, unit, rows, engine.Millisecond)
}

// cut lets the simulation stop at an instant.
func cut(r *metricstest.Row, stop engine.Time) {
	if r.End > stop {
		r.End = -1
	}
	if r.Start > stop {
		r.Start = -1
	}
	for i, s := range r.Stopped {
		switch {
		case s.From > stop:
			r.Stopped = r.Stopped[:i]
			return
		case s.To > stop: // it is the last run
			r.Start, r.Stopped = s.From, r.Stopped[:i]
			return
		}
	}
}

// count is what one millisecond looks like, by the definitions and nothing else.
type count struct{ busy, occupied, waiting, narrowest int32 }

func requested(o *engine.Outcome, j int32) engine.Time {
	if o.Workload.Requested == nil {
		return -1
	}
	return o.Workload.Requested[j]
}

func countAt(o *engine.Outcome, at engine.Time) count {
	c := count{narrowest: math.MaxInt32}
	for j := range int32(len(o.State)) {
		runs := o.Start[j] >= 0 && o.Start[j] <= at
		for _, s := range o.Stopped {
			runs = runs || s.Job == j && s.From <= at && at < s.To
		}
		switch {
		case o.State[j] == engine.Refused || max(o.Workload.Jobs[j].Submit, requested(o, j)) > at || o.End[j] >= 0 && o.End[j] <= at:
		case !runs:
			c.waiting++
			c.narrowest = min(c.narrowest, o.Occupied(j))
		default:
			c.busy += o.Size(j)
			c.occupied += o.Occupied(j)
		}
	}
	return c
}

// Every quantity over time equals a count per millisecond.
func TestOverTimeByCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := randomStops(t, false)
		first, lastArrival, last, lastReady, lastChange := engine.Time(-1), engine.Time(-1), engine.Time(-1), engine.Time(-1), engine.Time(-1)
		for j, state := range o.State {
			if state == engine.Refused {
				continue
			}
			lastArrival = o.Workload.Jobs[j].Submit
			lastReady = max(lastReady, lastArrival, requested(o, int32(j)))
			if first < 0 {
				first = lastArrival
			}
			if o.Start[j] >= 0 {
				last = max(last, o.End[j])
			}
			lastChange = max(lastChange, o.End[j])
		}
		for _, s := range o.Stopped {
			lastChange = max(lastChange, s.To)
		}
		var busy, busyToArrival, queue, loss, lossFit, maxQueue int64
		for at := max(first, 0); at <= max(last, lastReady, lastChange); at++ {
			c := countAt(o, at)
			maxQueue = max(maxQueue, int64(c.waiting))
			if at < lastArrival {
				busyToArrival += int64(c.busy)
			}
			if at >= last {
				continue
			}
			idle := int64(o.Processors - c.occupied)
			busy, queue = busy+int64(c.busy), queue+int64(c.waiting)
			if c.waiting > 0 {
				loss += idle
				if int64(c.narrowest) <= idle {
					lossFit += idle
				}
			}
		}
		fit := float64(lossFit)
		if o.Stopped != nil || len(o.Withdrawn()) > 0 {
			fit = math.NaN()
		}
		capacity, span := float64(o.Processors), float64(last-first)
		if last < 0 {
			span = 0
		}
		got := Of(o)
		for name, want := range map[string]float64{
			"utilization":              stats.Ratio(float64(busy), capacity*span),
			"utilizationToLastArrival": stats.Ratio(float64(busyToArrival), capacity*float64(lastArrival-first)),
			"lossOfCapacity":           stats.Ratio(float64(loss), capacity*span),
			"lossOfCapacityFit":        stats.Ratio(fit, capacity*span),
			"meanQueue":                stats.Ratio(float64(queue), span),
		} {
			if !metricstest.Near(got.Value(name), want) {
				t.Errorf("%s = %v, want %v", name, got.Value(name), want)
			}
		}
		if m := got.Value("maxQueue"); first >= 0 && m != float64(maxQueue) || first < 0 && !math.IsNaN(m) {
			t.Errorf("maxQueue = %v, want %v", m, maxQueue)
		}
	})
}

// waitingProcessors is the number of processors that the waiting jobs ask for, at the
// instants of OverTime. A job whose size is changed counts with its last size.
func waitingProcessors(o *engine.Outcome) []int64 {
	s := newSweep(o)
	var demand []int64
	for s.next() {
		demand = append(demand, s.waitingProcessors)
	}
	return demand
}

// The series hold at every millisecond what a count finds.
func TestSeriesByCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := randomStops(t, false)
		series, demand := OverTime(o), waitingProcessors(o)
		n := series.At.Len()
		if cap(series.At.After) != mostInstants(o) || len(demand) != n || series.Busy.Len() != n || series.Queue.Len() != n {
			t.Fatalf("%d instants in room that was made for %d and is %d, %d and %d counts, %d demands", n, mostInstants(o), cap(series.At.After), series.Busy.Len(), series.Queue.Len(), len(demand))
		}
		for i, at := range series.At.All() {
			if i > 0 && at <= series.At.At(i-1) {
				t.Fatalf("instants %v do not increase", series.At)
			}
			until := at
			if i+1 < n {
				until = series.At.At(i+1) - 1
			}
			for _, at := range []engine.Time{at, until} {
				c := countAt(o, at)
				if series.Busy.At(i) != c.occupied || series.Queue.At(i) != c.waiting {
					t.Errorf("at %d busy %d, queue %d, want %d, %d", at, series.Busy.At(i), series.Queue.At(i), c.occupied, c.waiting)
				}
			}
		}
		for i, at := range series.At.All() {
			var want int64
			for j := range int32(len(o.State)) {
				ready := max(o.Workload.Jobs[j].Submit, requested(o, j))
				stopped := slices.ContainsFunc(o.Stopped, func(s engine.Run) bool { return s.Job == j && s.From <= at && at < s.To })
				if o.State[j] != engine.Refused && ready <= at && (o.Start[j] < 0 || o.Start[j] > at) && (o.Start[j] >= 0 || o.End[j] < 0 || o.End[j] > at) && !stopped {
					want += int64(o.Size(j))
				}
			}
			if demand[i] != want {
				t.Errorf("at %d %d processors wanted, want %d", at, demand[i], want)
			}
		}
	})
}

// Little's law: the integral of the queue length is the sum of the waits, exactly.
func TestLittle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := randomStops(t, true)
		var waits uint64
		last := engine.Time(0) // end of a run, where the mean of the queue ends
		for j := range o.State {
			waits += uint64(o.Wait(int32(j)))
			if o.Start[j] >= 0 {
				last = max(last, o.End[j])
			}
		}
		if slices.ContainsFunc(o.Withdrawn(), func(j int32) bool { return o.End[j] > last }) {
			t.Skip("a job still waits then")
		}
		var want stats.IntegerSum
		want.Add(waits)
		if got := machineTotalsOf(o).queue; got != want {
			t.Errorf("integral of the queue %v, sum of waits %d", got, waits)
		}
		var integral engine.Time
		series := OverTime(o)
		for i := range max(0, series.At.Len()-1) {
			integral += (series.At.At(i+1) - series.At.At(i)) * engine.Time(series.Queue.At(i))
		}
		if uint64(integral) != waits {
			t.Errorf("integral of the series %d, sum of waits %d", integral, waits)
		}
	})
}

// MarkOvertaking says what looking at all pairs says.
func TestOvertakingByPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := randomStops(t, false)
		want := slices.Clone(o.Overtook)
		o.MarkOvertaking()
		if !slices.Equal(o.Overtook, want) {
			t.Errorf("%v, want %v", o.Overtook, want)
		}
	})
}

// Every metric of jobs equals its definition, written naively.
func TestJobsByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := randomOutcome(t, false)
		checkJobs(t, o, Of(o), func(int32) bool { return true })
	})
}

func checkJobs(t *rapid.T, o *engine.Outcome, got Summary, member func(int32) bool) {
	var waits, responses, runs, slowdowns, bounded, perProcessor, areas, areaWaits, areaResponses []float64
	killed, overtook := 0, 0
	var errors, accuracies []float64
	tooShort, tooLong := 0.0, 0.0
	dedicated, onTime, delay := 0.0, 0.0, 0.0
	for j := range int32(len(o.State)) {
		if o.End[j] < 0 || !member(j) {
			continue
		}
		n := float64(o.Size(j))
		ready := max(o.Workload.Jobs[j].Submit, requested(o, j))
		w, r, T := (o.Start[j] - ready).Seconds(), (o.End[j] - o.Start[j]).Seconds(), (o.End[j] - ready).Seconds()
		if requested(o, j) >= 0 {
			dedicated++
			delay += w
			if o.Start[j] == ready {
				onTime++
			}
		}
		believed := o.Workload.Jobs[j].Estimate.Seconds()
		if o.Belief != nil {
			believed = o.Belief[j].Seconds()
		}
		errors, accuracies = append(errors, math.Abs(believed-r)), append(accuracies, min(believed/r, r/believed))
		if believed < r {
			tooShort++
		} else if believed > r {
			tooLong++
		}
		waits, responses, runs = append(waits, w), append(responses, T), append(runs, r)
		slowdowns = append(slowdowns, T/r)
		bounded = append(bounded, max(1, T/max(r, 10)))
		perProcessor = append(perProcessor, max(1, T/(n*max(r, 10))))
		areas, areaWaits, areaResponses = append(areas, n*r), append(areaWaits, n*r*w), append(areaResponses, n*r*T)
		if o.State[j] == engine.Killed {
			killed++
		}
		if o.Overtook[j] {
			overtook++
		}
	}
	J := float64(len(waits))
	sum := func(x []float64) (s float64) {
		for _, v := range x {
			s += v
		}
		return s
	}
	some := func(f func() float64) float64 {
		if J == 0 {
			return math.NaN()
		}
		return f()
	}
	p95 := func(x []float64) float64 {
		return some(func() float64 { return slices.Sorted(slices.Values(x))[(95*len(x)+99)/100-1] })
	}
	var deviations, squares float64
	for _, x := range slowdowns {
		deviations += (x - sum(slowdowns)/J) * (x - sum(slowdowns)/J)
		squares += x * x
	}
	for name, want := range map[string]float64{
		"jobs": J, "killed": float64(killed), "backfilledShare": stats.Ratio(float64(overtook), J),
		"meanWait": stats.Ratio(sum(waits), J), "maxWait": some(func() float64 { return slices.Max(waits) }), "p95Wait": p95(waits),
		"meanResponse": stats.Ratio(sum(responses), J), "slowdownOfMeans": stats.Ratio(sum(responses), sum(runs)),
		"meanSlowdown": stats.Ratio(sum(slowdowns), J), "maxSlowdown": some(func() float64 { return slices.Max(slowdowns) }),
		"jainSlowdown":        stats.Ratio(sum(slowdowns)*sum(slowdowns), J*squares),
		"meanBoundedSlowdown": stats.Ratio(sum(bounded), J), "p95BoundedSlowdown": p95(bounded),
		"meanPerProcessorSlowdown": stats.Ratio(sum(perProcessor), J),
		"areaWeightedWait":         stats.Ratio(sum(areaWaits), sum(areas)),
		"areaWeightedResponse":     stats.Ratio(sum(areaResponses), sum(areas)),
		"dedicatedJobs":            stats.Ratio(dedicated*dedicated, dedicated), "dedicatedOnTime": stats.Ratio(onTime, dedicated),
		"dedicatedDelay": stats.Ratio(delay, dedicated),
		"beliefError":    stats.Ratio(sum(errors), J), "beliefAccuracy": stats.Ratio(sum(accuracies), J),
		"believedTooShort": stats.Ratio(tooShort, J), "believedTooLong": stats.Ratio(tooLong, J),
	} {
		if !metricstest.Near(got.Value(name), want) {
			t.Errorf("%s = %v, want %v", name, got.Value(name), want)
		}
	}
	// The deviation of equal slowdowns is 0 but for the rounding of the slowdowns.
	if sd := got.Value("sdSlowdown"); J > 0 && math.Abs(sd-math.Sqrt(deviations/J)) > 1e-12*slices.Max(slowdowns) {
		t.Errorf("sdSlowdown = %v, want %v", sd, math.Sqrt(deviations/J))
	}
}

// Groups hold every job that ended once, equal values together; their shares sum to 1
// and their metrics are those of their members.
func TestGroupsByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := randomOutcome(t, false)
		counts, widths := splitAtRandom(t, o.Workload)
		g := grouping.Grouping{Division: grouping.Division{By: rapid.SampledFrom(grouping.Attributes).Draw(t, "attribute").Name}}
		if grouping.AttributeNamed(g.By).Natural {
			// The attribute says it all.
		} else if rapid.Bool().Draw(t, "by quantiles") {
			g.Quantiles = rapid.IntRange(2, grouping.MaxClasses).Draw(t, "quantiles")
		} else {
			b := 0.0
			for range rapid.IntRange(1, 4).Draw(t, "bounds") {
				b += float64(rapid.IntRange(1, 5).Draw(t, "step"))
				if g.By == "runTime" || g.By == "request" {
					g.Bounds = append(g.Bounds, b/1000)
				} else {
					g.Bounds = append(g.Bounds, b)
				}
			}
		}
		column := grouping.AttributeNamed(g.By).Column(o.Workload)
		if g.By == "components" && !slices.Equal(column, counts) || g.By == "widest" && !slices.Equal(column, widths) {
			t.Errorf("%s of %v are %v", g.By, o.Workload.Components, column)
		}
		jobs, load := 0.0, 0.0
		class := map[int64]int32{}
		b := Groups(o, []grouping.Grouping{g})[0]
		for i := range b.Len() {
			group := summaryOf(&b, i)
			jobs += group.Value("shareOfJobs")
			load += group.Value("shareOfLoad")
			if b.Label[i] == "" || group.Value("jobs") == 0 {
				t.Errorf("%+v", group)
			}
			member := func(j int32) bool { return classByDefinition(o, g, column, column[j]) == b.Class[i] }
			checkJobs(t, o, group, member)
			for j := range int32(len(o.State)) {
				if other, seen := class[column[j]]; member(j) && seen && other != b.Class[i] {
					t.Errorf("value %d is in the classes %d and %d", column[j], other, b.Class[i])
				} else if member(j) {
					class[column[j]] = b.Class[i]
				}
			}
		}
		if len(o.EndOrder) > 0 && (!metricstest.Near(jobs, 1) || !metricstest.Near(load, 1)) {
			t.Errorf("shares sum to %v and %v", jobs, load)
		}
	})
}

// splitAtRandom divides some of the jobs into components and returns how many each has, and
// the width of the widest.
func splitAtRandom(t *rapid.T, w *engine.Workload) (counts, widths []int64) {
	for _, job := range w.Jobs {
		var components []int32
		for left := job.Processors; left > 0; {
			width := int32(rapid.IntRange(1, int(left)).Draw(t, "width"))
			components = append(components, width)
			left -= width
		}
		slices.SortFunc(components, func(a, b int32) int { return int(b - a) })
		counts, widths = append(counts, int64(len(components))), append(widths, int64(components[0]))
		if len(components) == 1 {
			components = nil
		}
		w.Components = append(w.Components, components)
	}
	return counts, widths
}

// classByDefinition is the smallest c such that at least c/k of the jobs that were not
// refused are at most as large as some value at or above v.
func classByDefinition(o *engine.Outcome, g grouping.Grouping, column []int64, v int64) int32 {
	if v < 0 {
		return grouping.Unknown
	}
	if grouping.AttributeNamed(g.By).Natural {
		return int32(v) + 1
	}
	if g.Quantiles == 0 {
		scale := map[string]float64{"runTime": 1000, "request": 1000, "accuracy": 1e6, "memory": 1 << 20}
		c := int32(1)
		for _, b := range g.Bounds {
			if float64(v) > math.Round(b*cmp.Or(scale[g.By], 1)) {
				c++
			}
		}
		return c
	}
	n, below := 0, 0
	for j, x := range column {
		if x >= 0 && o.State[j] != engine.Refused {
			n++
			if x < v {
				below++
			}
		}
	}
	// v lies above the i-th quantile if at least ceil(i n / k) values are smaller.
	c := int32(1)
	for i := 1; i < g.Quantiles; i++ {
		if below*g.Quantiles >= i*n {
			c++
		}
	}
	return c
}

// The narrowest waiting job is found whatever starts, also after the heap was cleared
// of the many that started.
func TestNarrowestByLooking(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := int32(rapid.IntRange(1, 400).Draw(t, "jobs"))
		sizes := make([]int32, n)
		w := waitingLeast{start: make([]engine.Time, n)}
		for j := range n {
			sizes[j] = int32(rapid.IntRange(1, 50).Draw(t, "size"))
			// Job j is pushed at j and starts some time after; -1 never.
			if w.start[j] = -1; rapid.IntRange(0, 9).Draw(t, "never") > 0 {
				w.start[j] = engine.Time(j) + engine.Time(rapid.IntRange(1, 300).Draw(t, "wait"))
			}
		}
		looks := rapid.IntRange(1, 50).Draw(t, "looks every")
		for now := range n + 300 {
			if now < n {
				w.push(sizes[now], now)
			}
			waiting, want := int32(0), int32(math.MaxInt32)
			for j := range min(now+1, n) {
				if w.start[j] < 0 || w.start[j] > engine.Time(now) {
					waiting++
					want = min(want, sizes[j])
				}
			}
			if waiting > 0 && int(now)%looks == 0 {
				if got := w.least(engine.Time(now), waiting); got != want {
					t.Fatalf("at %d %d, want %d", now, got, want)
				}
				if len(w.heap) > 2*int(waiting)+64 {
					t.Fatalf("%d entries for %d jobs", len(w.heap), waiting)
				}
			}
		}
	})
}
