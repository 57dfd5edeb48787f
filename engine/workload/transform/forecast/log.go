package forecast

import (
	"cmp"
	"math/bits"
	"slices"

	"backfill/engine"
)

// Log is a log about which questions are asked.
type Log struct {
	*engine.Workload
	end     engine.Time
	ran     []engine.Time // by job: how long in all, by the log
	byShare []int32       // jobs that started, by the share of their requests for which they ran
}

// NewLog prepares a workload. O(n log n) for n jobs.
func NewLog(w *engine.Workload) *Log {
	l := &Log{Workload: w, end: End(w)}
	if w.Wait == nil {
		return l
	}
	l.ran = make([]engine.Time, len(w.Jobs))
	for j := range w.Jobs {
		l.ran[j] = w.RecordedRun(int32(j))
		if w.Wait[j] >= 0 {
			l.byShare = append(l.byShare, int32(j))
		}
	}
	l.sortByShare(l.byShare, l.ran)
	return l
}

// End is when a log ends: as it says, else with the last that it tells of a job.
func End(w *engine.Workload) engine.Time {
	if w.LogEnd > 0 || len(w.Jobs) == 0 {
		return w.LogEnd
	}
	end := w.Jobs[len(w.Jobs)-1].Submit
	for j := range w.Wait {
		if w.Wait[j] >= 0 {
			end = max(end, w.Jobs[j].Submit+w.Wait[j]+w.RecordedRun(int32(j)))
		}
	}
	return end
}

// start is when job j started, Never if the log does not say.
func (l *Log) start(j int32) engine.Time {
	if l.Wait[j] < 0 {
		return engine.Never
	}
	return l.Jobs[j].Submit + l.Wait[j]
}

// came is from when on job j is known to be in the queue: from when it could start or, as a task of an array of which only so many run at
// once, from when it was submitted, since whoever waits for its turn waits in sight of all.
func (l *Log) came(j int32) engine.Time {
	if l.Entered != nil && l.Entered[j] >= 0 && l.IsTask(j) && l.DemandOf(j).MostTasks > 0 {
		return min(l.Entered[j], l.Jobs[j].Submit)
	}
	return l.Jobs[j].Submit
}

// compareShares compares a/of with b/bOf, all above 0; of shares above 1 the differences.
func compareShares(a, of, b, bOf engine.Time) int {
	if a > of && b > bOf {
		return cmp.Compare(a-of, b-bOf)
	}
	if a > of || b > bOf {
		return cmp.Compare(max(a-of, 0), max(b-bOf, 0))
	}
	high, low := bits.Mul64(uint64(a), uint64(bOf))
	otherHigh, otherLow := bits.Mul64(uint64(b), uint64(of))
	return cmp.Or(cmp.Compare(high, otherHigh), cmp.Compare(low, otherLow))
}

// sortByShare sorts jobs by the share of their requests for which they have run, ties by row.
func (l *Log) sortByShare(jobs []int32, ran []engine.Time) {
	slices.SortFunc(jobs, func(a, b int32) int {
		return cmp.Or(compareShares(ran[a], l.Jobs[a].Estimate, ran[b], l.Jobs[b].Estimate), cmp.Compare(a, b))
	})
}
