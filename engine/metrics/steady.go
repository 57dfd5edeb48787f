package metrics

import (
	"sort"

	"backfill/engine"
)

// Steady measures one long run in steady state. The first warmup ≥ 0 jobs to end are left out;
// those that end next are taken in batches of batch ≥ 1 jobs, in the order of their ends. Jobs
// that end after the last arrival, while the system runs empty, are left out, and so are jobs
// that fill no batch.
//
// A batch's metrics of jobs are over its jobs. Its metrics of the machine are over its
// window of time: from the last end before the batch, or from the first arrival if
// there is none, to its own last end. So "makespan" is the length of the window, and
// utilizationToLastArrival is the utilization.
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
	ended := endedWhileJobsArrive(o)
	n := batchCount(ended, warmup, batch)
	if n == 0 {
		return undefined(), nil
	}
	machines, all := windows(o, ended, warmup, batch, n)
	values, interrupted := make([]int64, n*batch), preemptions(o)
	for i := range n {
		t := totals{jobs: jobTotalsOf(o, ended[warmup+i*batch:][:batch], values[:batch], interrupted), machine: machines[i], run: noRun()}
		batches = append(batches, t.summary())
	}
	run := runTotalsOf(o)
	run.offered = engine.Offered{}
	t := totals{jobs: jobTotalsOf(o, ended[warmup:][:n*batch], values, interrupted), machine: all, run: run}
	return t.summary(), batches
}

// endedWhileJobsArrive are the jobs that ended up to the last arrival, in the order of
// their ends.
func endedWhileJobsArrive(o *engine.Outcome) []int32 {
	ended, lastArrival := o.EndedJobs(), window(o).lastArrival
	n := sort.Search(len(ended), func(i int) bool { return o.End[ended[i]] > lastArrival })
	return ended[:n]
}

// batchCount is how many batches there are. It panics if warmup or batch is out of range.
func batchCount(ended []int32, warmup, batch int) int {
	if warmup < 0 || batch < 1 {
		panic("metrics: a warm-up below 0 or batches below 1")
	}
	return max(0, len(ended)-warmup) / batch
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
	s.usage = newUsage(o)
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
		all.busy.AddSum(m.busy)
		all.busyToLastArrival.AddSum(m.busyToLastArrival)
		all.queue.AddSum(m.queue)
		all.loss.AddSum(m.loss)
		all.lossFit.AddSum(m.lossFit)
		for k := range all.free {
			all.free[k].AddSum(m.free[k])
			all.stranded[k].AddSum(m.stranded[k])
		}
		all.processorUse.Add(m.processorUse.Value())
		all.licenceUse.Add(m.licenceUse.Value())
		all.maxQueue = max(all.maxQueue, m.maxQueue)
	}
	return machines, all
}

// part is the part of a run's window from first to last, with nothing added up.
func (t *machineTotals) part(first, last engine.Time) machineTotals {
	return machineTotals{processors: t.processors, hidesFits: t.hidesFits, farm: t.farm, licensed: t.licensed, anyArrival: last > first, anyEnd: true,
		first: first, last: last, lastArrival: max(first, min(last, t.lastArrival))}
}
