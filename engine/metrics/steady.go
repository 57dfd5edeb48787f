package metrics

import (
	"math"

	"backfill/engine"
)

// Steady measures one long run in steady state. The first warmup ≥ 0 jobs to end are
// left out; those that end next are taken in batches of batch ≥ 1 jobs, in the order of
// their ends; what is left at the end and fills no batch is left out, too.
//
// A batch's metrics of jobs are over its jobs. Its metrics of the machine are over its
// window of time: from the last end before the batch, or from the first arrival if
// there is none, to its own last end. So "makespan" is the length of the window and
// utilizationToLastArrival is of the part of the window before the last arrival.
// What only a whole run has (refused and unfinished jobs, commands, offered load) is
// undefined. A batch whose jobs all ended at the last end before it has a window of no
// length.
//
// overall is the same over all batches together, with the counts of the whole run. If
// there are too few jobs for one batch, all of it is undefined and batches is empty.
//
// Linear time, and sorting if there are dedicated jobs. It panics if warmup or batch is
// out of range: a programmer's mistake.
//
// Source: Law, Kelton: Simulation modeling and analysis, 2000, section 9.5.
func Steady(o *engine.Outcome, warmup, batch int) (overall Summary, batches []Summary) {
	if warmup < 0 || batch < 1 {
		panic("metrics: a warm-up below 0 or batches below 1")
	}
	ended, n := o.EndedJobs(), 0
	if len(ended) > warmup {
		n = (len(ended) - warmup) / batch
	}
	if n == 0 {
		return undefined(), nil
	}
	machines, all := windows(o, ended, warmup, batch, n)
	values := make([]int64, n*batch)
	for i := range n {
		rows := ended[warmup+i*batch:][:batch]
		t := totals{jobs: jobTotalsOf(o, rows, values[:batch]), machine: machines[i], run: noRun()}
		batches = append(batches, t.summary())
	}
	run := runTotalsOf(o)
	run.loaded = 0
	t := totals{jobs: jobTotalsOf(o, ended[warmup:][:n*batch], values), machine: all, run: run}
	return t.summary(), batches
}

// windows adds up what the machine and the queue did in the windows of n batches of the
// jobs that ended, and in all of them.
func windows(o *engine.Outcome, ended []int32, warmup, batch, n int) (machines []machineTotals, all machineTotals) {
	run := window(o)
	machines = make([]machineTotals, n)
	first := run.first
	if warmup > 0 {
		first = o.End[ended[warmup-1]]
	}
	for i := range machines {
		last := o.End[ended[warmup+(i+1)*batch-1]]
		machines[i] = run.part(first, last)
		first = last
	}
	s := newSweep(o)
	s.watchFits()
	// A window begins and ends at instants of the sweep, so that no step is in two.
	for i := 0; s.next(); {
		for i < n && machines[i].last <= s.at {
			i++
		}
		if i == n {
			break
		}
		if machines[i].first <= s.at {
			machines[i].add(s)
		}
	}
	all = run.part(machines[0].first, machines[n-1].last)
	for i := range machines {
		m := &machines[i]
		all.busy.addSum(m.busy)
		all.busyToLastArrival.addSum(m.busyToLastArrival)
		all.queue.addSum(m.queue)
		all.loss.addSum(m.loss)
		all.lossFit.addSum(m.lossFit)
		all.maxQueue = max(all.maxQueue, m.maxQueue)
	}
	return machines, all
}

// part is the part of a run's window from first to last, with nothing added up.
func (t *machineTotals) part(first, last engine.Time) machineTotals {
	return machineTotals{processors: t.processors, scattered: t.scattered, anyArrival: last > first, anyEnd: true,
		first: first, last: last, lastArrival: max(first, min(last, t.lastArrival))}
}

// MeanOver is Student's t interval for the mean of one metric, given by its place in
// Descriptions, over the summaries of replications or of batches of one run. Those in
// which it is undefined, and missing ones (nil), do not count. Of batches the interval
// holds if they are so long that they are nearly independent. Each summary has the same
// weight: of a metric that is no mean over jobs (such as a percentile, a maximum or a
// ratio of means) the mean is not the value over all jobs.
func MeanOver(summaries []Summary, metric int, level float64) Interval {
	values := make([]float64, 0, len(summaries))
	for _, s := range summaries {
		if s != nil && !math.IsNaN(s[metric]) {
			values = append(values, s[metric])
		}
	}
	return MeanInterval(values, level)
}
