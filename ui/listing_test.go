package ui

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
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
}

// records reads a table, without its comments.
func records(t *testing.T, text string, comma rune) [][]string {
	t.Helper()
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.Comment = comma, '#'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// What is copied are numbers in the units of the heads: those of the outcomes, which are in milliseconds.
func TestCopiedJobsAreNumbers(t *testing.T) {
	p, b := firstVisit(t)
	p.Jobs.SortBy("wait0")
	b.pass()
	p.Jobs.Copy()
	rows := records(t, b.copied, '\t')
	if want := strings.Split("Job|Submitted (s)|Processors|Requested time (s)|Run time (s)|User|Wait, FCFS (s)|Wait, EASY (s)|Wait, Conservative (s)|Start (s)|End (s)|State", "|"); !slices.Equal(rows[0], want) {
		t.Errorf("the heads are %q, want %q", rows[0], want)
	}
	runs, _ := p.Runs()
	w := p.Workload()
	if len(rows) != len(w.Jobs)+1 {
		t.Fatalf("%d rows are copied, want %d", len(rows), len(w.Jobs)+1)
	}
	last := math.Inf(1)
	for _, row := range rows[1:] {
		number, _ := strconv.Atoi(row[0])
		j := number - 1
		for i, want := range []engine.Time{1: w.Jobs[j].Submit, 3: w.Jobs[j].Estimate, 4: w.Jobs[j].Run,
			6: runs[0].Outcome.Start[j] - w.Jobs[j].Submit, 7: runs[1].Outcome.Start[j] - w.Jobs[j].Submit, 8: runs[2].Outcome.Start[j] - w.Jobs[j].Submit,
			9: runs[0].Outcome.Start[j], 10: runs[0].Outcome.End[j]} {
			if i == 0 || i == 2 || i == 5 {
				continue
			}
			if got, err := strconv.ParseFloat(row[i], 64); err != nil || got != float64(want)/1000 {
				t.Errorf("job %d: %s is %q, want %g", number, rows[0][i], row[i], float64(want)/1000)
			}
		}
		if row[2] != strconv.Itoa(int(w.Jobs[j].Processors)) || row[5] != strconv.Itoa(int(w.User[j])) || row[11] != "completed" {
			t.Errorf("job %d is %q", number, row)
		}
		wait, _ := strconv.ParseFloat(row[6], 64)
		if wait > last {
			t.Errorf("job %d stands behind one that waits for a shorter time", number)
		}
		last = wait
	}
	p.CopyMetrics()
	for _, row := range records(t, b.copied, '\t')[1:] {
		for _, cell := range row[2:] {
			if _, err := strconv.ParseFloat(cell, 64); cell != "" && err != nil {
				t.Errorf("the metric %s (%s) is copied as %q", row[0], row[1], cell)
			}
		}
	}
}

// A filtered table has a file of its own: the lines of the whole file for these jobs under the policy that is shown, in the order of the table. Its
// button says how many. The whole file stays what it was.
func TestAFilteredTableIsSavedAsItStands(t *testing.T) {
	p, b := firstVisit(t)
	l := p.Jobs
	press := func(start string) {
		t.Helper()
		for _, button := range l.FileButtons() {
			if strings.HasPrefix(button.Text, start) {
				button.Press()
				return
			}
		}
		t.Fatalf("no button %q among %+v", start, l.FileButtons())
	}
	l.SetPolicy(1) // EASY
	b.pass()
	press("Save CSV of 12 jobs")
	all := string(b.saved["backfill-a-textbook-case-jobs.csv"])
	whole := records(t, all, ',')
	l.SetFilter("least", "5")
	l.SetFilter("wait", "1 min")
	l.SortBy("wait1")
	b.pass()

	// Computed from the whole file: lines of EASY with 5 processors or more and a wait of 60 s or more, the longest wait first.
	var want [][]string
	for _, row := range whole[1:] {
		processors, _ := strconv.Atoi(row[7])
		if wait, _ := strconv.ParseFloat(row[6], 64); row[0] == "EASY" && processors >= 5 && wait >= 60 {
			want = append(want, row)
		}
	}
	slices.SortStableFunc(want, func(a, b []string) int {
		x, _ := strconv.ParseFloat(a[6], 64)
		y, _ := strconv.ParseFloat(b[6], 64)
		return cmp.Compare(y, x)
	})
	if len(want) < 2 || len(want) == 12 {
		t.Fatalf("%d jobs pass: nothing is tested", len(want))
	}
	press(fmt.Sprintf("Save CSV of %d jobs", len(want)))
	const name = "backfill-a-textbook-case-jobs-filtered-easy-processors-from-5-wait-at-least-1-min.csv"
	part := string(b.saved[name])
	if got := records(t, part, ','); !slices.EqualFunc(got[1:], want, slices.Equal) || !slices.Equal(got[0], whole[0]) {
		t.Errorf("the file has\n%q, want\n%q", got, want)
	}
	if remark := fmt.Sprintf("\n# rows: %d of 12 jobs under EASY; processors from 5, wait at least 1 min; sorted by Wait, EASY, descending\n", len(want)); !strings.Contains(part, remark) {
		t.Errorf("no line %q in\n%s", remark, part)
	}
	delete(b.saved, "backfill-a-textbook-case-jobs.csv")
	press("Save CSV of all 12 jobs")
	if string(b.saved["backfill-a-textbook-case-jobs.csv"]) != all {
		t.Error("under a filter the file of all jobs is another one")
	}
	l.SetFilter("least", "500")
	b.pass()
	if button := l.FileButtons()[1]; button.Text != "Save CSV of 0 jobs" || !button.Disabled {
		t.Errorf("without any job there is %+v", button)
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
