package ui

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"backfill/ui/widget"
)

// The steps of sorting give what a stable sort in one go gives.
func TestSortingInSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.OneOf(
			rapid.Int64Range(-1, 3), rapid.Int64Range(-1, 1<<40), rapid.Int64Range(1<<52-5, 1<<52)), 0, 200).Draw(t, "values")
		keep := rapid.Int64Range(1, 3).Draw(t, "keep")
		descending := rapid.Bool().Draw(t, "descending")
		accepts := func(j int32) bool { return int64(j)%keep == 0 }
		s := widget.Sort(len(values), accepts, &widget.Column{Value: func(j int32) int64 { return values[j] }}, descending)
		for !s.Step() {
		}
		want := []int32{}
		for j := range values {
			if accepts(int32(j)) {
				want = append(want, int32(j))
			}
		}
		slices.SortStableFunc(want, func(a, b int32) int {
			if descending {
				a, b = b, a
			}
			switch {
			case values[a] < values[b]:
				return -1
			case values[a] > values[b]:
				return 1
			}
			return 0
		})
		if descending { // ties stay in workload order
			slices.SortStableFunc(want, func(a, b int32) int {
				switch {
				case values[a] > values[b]:
					return -1
				case values[a] < values[b]:
					return 1
				}
				return int(a) - int(b)
			})
		}
		if !slices.Equal(s.Rows, want) {
			t.Errorf("%v, want %v", s.Rows, want)
		}
	})
}

func TestSortingAMillionJobsNeverTakesLong(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a second")
	}
	const n = 1_000_000
	s := widget.Sort(n, func(int32) bool { return true }, &widget.Column{Value: func(j int32) int64 { return int64(j) * 7919 % n << 20 }}, true)
	steps := 1
	for !s.Step() {
		steps++
	}
	// Every step does about as much: at 100 ms for all, a millisecond each.
	if steps < 50 {
		t.Errorf("%d steps", steps)
	}
	if len(s.Rows) != n || s.Rows[0] == s.Rows[1] {
		t.Error("not sorted")
	}
}

func TestJobTable(t *testing.T) {
	p, b := firstVisit(t)
	l := p.Jobs
	numbers := func() []int64 {
		b.pass() // on a busy machine sorting takes several steps
		var list []int64
		for _, j := range l.Visible() {
			list = append(list, p.Workload().JobNumber(j))
		}
		return list
	}
	l.SortBy("wait1") // EASY
	if got := numbers()[:3]; !slices.Equal(got, []int64{4, 7, 3}) {
		t.Errorf("longest waits under EASY: jobs %v", got)
	}
	l.SetFilter("least", "5")
	l.SetFilter("most", "6")
	if got := numbers(); !slices.Equal(got, []int64{4, 3}) {
		t.Errorf("jobs of 5 or 6 processors: %v", got)
	}
	l.ClearFilter()
	l.SetPolicy(1)
	l.SetFilter("state", "backfilled")
	if got := len(numbers()); got != 6 {
		t.Errorf("%d backfilled jobs under EASY, want 6", got)
	}
	l.ClearFilter()
	l.SetFilter("wait", "10 min")
	l.SetFilter("user", "3")
	if got := numbers(); !slices.Equal(got, []int64{4}) {
		t.Errorf("jobs of user 3 that wait 10 min: %v", got)
	}
	l.SetFilter("wait", "soon")
	if l.Mistakes["wait"] == "" {
		t.Error("a mistake in the filter goes unsaid")
	}
	l.ClearFilter()
	l.SortBy("job")
	b.pass()
	p.Jobs.Copy()
	if want := "Job,Submitted,Processors,Requested time,Run time,User,\"Wait, FCFS\",\"Wait, EASY\",\"Wait, Conservative\",Start,End,State\n1,"; len(b.copied) < len(want) || b.copied[:len(want)] != want {
		t.Errorf("copied was %.200s", b.copied)
	}
}

// A job of 4 processors with 1.5 GB in all, and one of which nothing is known.
func TestMemoryAndQueueAreListed(t *testing.T) {
	p, b := firstVisit(t)
	r := b.simulate(b.asked[len(b.asked)-1])
	w := *r.Workload
	n := len(w.Jobs)
	w.Memory, w.Queue, w.Queues = make([]int64, n), make([]int32, n), []string{"", "big memory"}
	w.Jobs = slices.Clone(w.Jobs)
	w.Jobs[0].Processors, w.Memory[0], w.Queue[0] = 4, 3*128*1024, 1
	w.Memory[1], w.Queue[1] = -1, -1
	r.Runs[0].Outcome.Workload = &w
	cells := map[string][]string{}
	for _, c := range p.Jobs.ColumnsFor(r.Runs, r.Runs[0]) {
		cells[c.Title] = []string{c.Text(0), c.Text(1)}
	}
	if got := cells["Memory"]; !slices.Equal(got, []string{"1.5 GB", "–"}) {
		t.Errorf("memory is %q", got)
	}
	if got := cells["Queue"]; !slices.Equal(got, []string{"big memory", "–"}) {
		t.Errorf("queues are %q", got)
	}
}
