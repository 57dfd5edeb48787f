package reference

import (
	"cmp"
	"slices"
	"testing"

	"backfill/engine"
)

// InOrder says whether jobs are in the order of the column at.
func InOrder(jobs []int32, at []engine.Time) bool {
	return slices.IsSortedFunc(jobs, func(a, b int32) int { return int(at[a] - at[b]) })
}

// CheckRecord checks a record of all decisions: that those about one job do not overlap and end with its start,
// and that the last one starts exactly those jobs that did start, when they did.
func CheckRecord(t *testing.T, what string, o *engine.Outcome) {
	t.Helper()
	last := make([]engine.Decision, len(o.Start))
	for _, d := range o.Decisions {
		if before := last[d.Job]; before.Rule != 0 && Starts(before.Rule) || before.Until > d.At {
			t.Errorf("%s: job %d: %+v after %+v", what, d.Job, d, before)
		}
		last[d.Job] = d
	}
	for j, d := range last {
		if started := o.Start[j] >= 0; started != Starts(d.Rule) || started && d.At != o.Start[j] {
			t.Errorf("%s: job %d starts at %d, last decision %+v", what, j, o.Start[j], d)
		}
	}
}

// Starts says whether a job starts for that reason.
func Starts(r engine.Rule) bool {
	return r >= engine.StartedInOrder && r <= engine.StartedDue
}

// MostBusy is the largest number of processors in use at a time, ends before starts.
func MostBusy(o *engine.Outcome) (most int32) {
	type change struct {
		at   engine.Time
		size int32
	}
	var changes []change
	for _, j := range o.StartOrder {
		changes = append(changes, change{o.Start[j], o.Occupied(j)}, change{o.End[j], -o.Occupied(j)})
	}
	slices.SortFunc(changes, func(a, b change) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.size, b.size)) })
	busy := int32(0)
	for _, c := range changes {
		busy += c.size
		most = max(most, busy)
	}
	return most
}
