package metrics

import (
	"math"

	"backfill/engine"
	"backfill/engine/metrics/grouping"
	"backfill/engine/metrics/stats"
)

// boundedRun is tau of the bounded slowdown.
const boundedRun = 10 * engine.Second

// minuteRun is the least run time in the slowdown of a minute.
const minuteRun = engine.Minute

// jobTotals are the sums, extremes and percentiles over a set of jobs that ended.
type jobTotals struct {
	ended, killed, overtook int
	dedicated, onTime       int

	wait, response, run, area stats.IntegerSum // ms; area in processors times ms
	offered                   stats.IntegerSum // processors times ms, as submitted
	memory                    stats.IntegerSum // KB times ms, as submitted
	memoryKnown               bool             // of any job
	dedicatedWait             stats.IntegerSum // ms

	variableRate           bool // the machine changes the rate of jobs
	penalty                stats.CompensatedSum
	areaWait, areaResponse stats.CompensatedSum

	slowdown, bounded, minute, perProcessor stats.CompensatedSum
	slowdownSquares                         stats.CompensatedSum
	slowdownDeviations                      stats.CompensatedSum // squared, from the mean

	beliefError       stats.IntegerSum     // ms between the run time and what was believed at submission
	beliefAccuracy    stats.CompensatedSum // the smaller of the two by the larger
	tooShort, tooLong int                  // believed, of the ended

	maxWait, p95Wait        engine.Time
	maxSlowdown, p95Bounded float64
	medianSlowdown          float64

	dated         bool // some job of the workload has a deadline
	deadlines     int  // jobs that have one
	late          int  // of them, jobs that ended after it
	interruptible bool // the machine can interrupt jobs, or some were stopped and waited again
	preemptions   int64
	lostArea      stats.IntegerSum // processors times ms without lasting work
}

// jobTotalsOf adds up the jobs in rows, all of which ended. It takes linear time and
// overwrites values, which is as long as rows; interrupted is that of preemptions.
func jobTotalsOf(o *engine.Outcome, rows []int32, values []int64, interrupted []int32) jobTotals {
	var t jobTotals
	t.ended, t.variableRate = len(rows), o.VariableRate
	t.dated, t.interruptible = o.Workload.Deadline != nil, interrupted != nil
	if len(rows) == 0 {
		return t
	}
	inParts(rows, values, func(rows []int32, values []int64) { t.add(o, rows, values, interrupted) })
	t.p95Wait = engine.Time(stats.Percentile(values, 95))
	mean := t.meanRatio(&t.slowdown)
	inParts(rows, values, func(rows []int32, values []int64) { t.addDeviations(o, rows, values, mean) })
	t.p95Bounded = math.Float64frombits(uint64(stats.Percentile(values, 95)))
	inParts(rows, values, func(rows []int32, values []int64) { slowdowns(o, rows, values) })
	t.medianSlowdown = math.Float64frombits(uint64(stats.Percentile(values, 50)))
	return t
}

// inParts calls f for perCall rows at a time and the values beside them.
func inParts(rows []int32, values []int64, f func(rows []int32, values []int64)) {
	for len(rows) > 0 {
		n := min(len(rows), perCall)
		f(rows[:n], values[:n])
		rows, values = rows[n:], values[n:]
	}
}

// add takes in jobs and sets their values to how long they waited.
//
//go:noinline
func (t *jobTotals) add(o *engine.Outcome, rows []int32, values []int64, interrupted []int32) {
	for i, j := range rows {
		wait, run := o.WaitInAll(j), o.Ran(j)
		response := wait + run
		size := o.Size(j)
		if o.State[j] == engine.Killed {
			t.killed++
		}
		if o.Overtook[j] {
			t.overtook++
		}
		if o.Workload.Dedicated(j) {
			t.dedicated++
			t.dedicatedWait.Add(uint64(wait))
			if wait == 0 {
				t.onTime++
			}
		}
		if t.variableRate {
			t.penalty.Add(o.Extension(j))
		}
		if t.dated && o.Workload.Deadline[j] >= 0 {
			t.deadlines++
			if o.End[j] > o.Workload.Deadline[j] {
				t.late++
			}
		}
		if t.interruptible {
			t.preemptions += int64(interrupted[j])
			t.lostArea.AddProduct(uint64(size), uint64(o.Lost[j]))
		}
		t.addBelief(o.Believed(j), o.RanLast(j))
		t.wait.Add(uint64(wait))
		t.response.Add(uint64(response))
		t.run.Add(uint64(run))
		t.area.AddProduct(uint64(size), uint64(run))
		job := &o.Workload.Jobs[j]
		t.offered.AddProduct(uint64(job.Processors), uint64(job.Run))
		if m := grouping.MemoryOf(o.Workload, j); m > 0 {
			t.memoryKnown = true
			t.memory.AddProduct(uint64(m), uint64(job.Run))
		}
		area := float64(float64(size) * float64(run))
		t.areaWait.Add(float64(area * float64(wait)))
		t.areaResponse.Add(float64(area * float64(response)))

		slowdown := float64(response) / float64(run)
		t.slowdown.Add(slowdown)
		t.slowdownSquares.Add(float64(slowdown * slowdown))
		t.bounded.Add(boundedSlowdown(response, run))
		t.minute.Add(float64(response) / float64(max(run, minuteRun)))
		t.perProcessor.Add(max(1, float64(response)/float64(float64(size)*float64(max(run, boundedRun)))))
		t.maxWait = max(t.maxWait, wait)
		t.maxSlowdown = max(t.maxSlowdown, slowdown)
		values[i] = int64(wait)
	}
}

// addBelief takes in how long a job was believed to run, and how long it ran.
func (t *jobTotals) addBelief(believed, run engine.Time) {
	switch {
	case believed < run:
		t.tooShort++
	case believed > run:
		t.tooLong++
	}
	less, more := min(believed, run), max(believed, run)
	t.beliefError.Add(uint64(more - less))
	t.beliefAccuracy.Add(float64(less) / float64(more))
}

// addDeviations takes in how far the slowdowns of jobs are from the mean, and sets their values to the bits of their bounded slowdowns.
//
//go:noinline
func (t *jobTotals) addDeviations(o *engine.Outcome, rows []int32, values []int64, mean float64) {
	for i, j := range rows {
		run := o.Ran(j)
		response := o.WaitInAll(j) + run
		deviation := float64(response)/float64(run) - mean
		t.slowdownDeviations.Add(float64(deviation * deviation))
		// Non-negative floating-point numbers are ordered as their bits are.
		values[i] = int64(math.Float64bits(boundedSlowdown(response, run)))
	}
}

// slowdowns sets the values of jobs to the bits of their slowdowns.
//
//go:noinline
func slowdowns(o *engine.Outcome, rows []int32, values []int64) {
	for i, j := range rows {
		run := o.Ran(j)
		values[i] = int64(math.Float64bits(float64(o.WaitInAll(j)+run) / float64(run)))
	}
}

func boundedSlowdown(response, run engine.Time) float64 {
	return max(1, float64(response)/float64(max(run, boundedRun)))
}

// mean is the mean of a sum of times, in seconds.
func (t *jobTotals) mean(sum *stats.IntegerSum) float64 {
	return stats.Ratio(sum.Float(), float64(t.ended)*float64(engine.Second))
}

// meanRatio is the mean of a sum of ratios.
func (t *jobTotals) meanRatio(sum *stats.CompensatedSum) float64 {
	return stats.Ratio(sum.Value(), float64(t.ended))
}

// some is x if there is any job, else NaN.
func (t *jobTotals) some(x float64) float64 {
	if t.ended == 0 {
		return math.NaN()
	}
	return x
}

// dedicatedOnly is x if any job is dedicated, else NaN.
func (t *jobTotals) dedicatedOnly(x float64) float64 {
	if t.dedicated == 0 {
		return math.NaN()
	}
	return x
}

// only is x if there is what it is about, else NaN.
func only(there bool, x float64) float64 {
	if !there {
		return math.NaN()
	}
	return x
}

func (t *jobTotals) jainSlowdown() float64 {
	sum := t.slowdown.Value()
	return stats.Ratio(float64(sum*sum), float64(float64(t.ended)*t.slowdownSquares.Value()))
}
