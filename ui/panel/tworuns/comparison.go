package tworuns

import (
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/byhand"
	"backfill/ui/compare"
	"backfill/ui/phrase"
	"backfill/ui/session"
	"backfill/ui/timeline"
	"backfill/ui/widget"
)

// comparison is two runs on the same workload, compared job by job.
type comparison struct {
	A, B    session.Contender
	Refusal string // why they cannot be compared; "" if they can

	clock      timeline.Clock
	pairs      []int32 // job of b by job of a, engine.NoJob if there is none
	Jobs       []int32 // of a, those that started under both: the rows of the comparison
	row        []int32 // by job of a, -1: none
	wait       [2][]engine.Time
	divergence compare.Divergence

	compare.Tally          // of the rows
	Mean           float64 // of the differences, in seconds
	onlyA, onlyB   int     // jobs that are in one of the workloads only
	oneStarted     [2]int  // that started under the first only, and under the second only
	changed        int     // that ask for something else in b, or run for another time
	Order          []int32 // rows by difference, ascending; nil as long as they are not sorted
	firstBySecond  []int32 // job of a by job of b; nil: not known yet
	sorting        *widget.Sorting
	ofPage, toPage []int32 // row by job on the page, and job on the page by job of a; nil: they are the same
}

// Compare compares two runs. O(jobs).
func Compare(a, b session.Contender) *comparison {
	c := &comparison{A: a, B: b, divergence: compare.None}
	o, u := a.Run().Outcome, b.Run().Outcome
	c.pairs = compare.PairJobs(o.Workload, u.Workload)
	if alike, most := alikeJobs(o.Workload, u.Workload, c.pairs), max(len(o.Workload.Jobs), len(u.Workload.Jobs)); 2*alike < most {
		c.Refusal = "These runs have different workloads: of " + phrase.Plural(int64(most), "job") + " only " + phrase.Grouped(int64(alike)) +
			" have the same submission, size and run time in both. Choose two runs on the same workload, such as those of two policies side by side."
		return c
	}
	for _, run := range []session.Contender{a, b} {
		if n := unplaced(run); n > 0 {
			c.Refusal = run.Name() + " is not complete, and not compared: " + phrase.Plural(int64(n), "job") + phrase.Verb(n, " has", " have") + " not been placed."
			return c
		}
	}
	n := len(o.Workload.Jobs)
	c.Jobs, c.row = make([]int32, 0, n), slices.Repeat([]int32{-1}, n)
	found := 0
	var sum float64
	for j := range int32(n) {
		k := c.pairs[j]
		if k == engine.NoJob {
			c.onlyA++
			continue
		}
		found++
		if o.Workload.Jobs[j] != u.Workload.Jobs[k] {
			c.changed++
		}
		switch first, second := o.Start[j] >= 0, u.Start[k] >= 0; {
		case first && !second:
			c.oneStarted[0]++
			continue
		case second && !first:
			c.oneStarted[1]++
			continue
		case !first:
			continue
		}
		x, y := o.Wait(j), u.Wait(k)
		c.row[j] = int32(len(c.Jobs))
		c.Jobs = append(c.Jobs, j)
		c.wait[0], c.wait[1] = append(c.wait[0], x), append(c.wait[1], y)
		sum += (y - x).Seconds()
		c.Add(x, y)
	}
	c.onlyB = len(u.Workload.Jobs) - found
	c.Mean = math.NaN()
	if rows := len(c.Jobs); rows > 0 {
		c.Mean = sum / float64(rows)
	}
	c.divergence = compare.DivergenceOf(o, u, c.pairs)
	return c
}

// unplaced counts the jobs that have not been placed in a schedule by hand, also in a steady state, which measures none of them; 0 of other runs.
func unplaced(run session.Contender) (n int) {
	if run.Run().Kind != byhand.Kind {
		return 0
	}
	for _, state := range run.Run().Outcome.State {
		if state == engine.Unfinished {
			n++
		}
	}
	return n
}

// alikeJobs counts the pairs that are submitted alike, as wide, and run as long.
func alikeJobs(a, b *engine.Workload, pairs []int32) int {
	if a == b {
		return len(a.Jobs)
	}
	n := 0
	for j, k := range pairs {
		if k == engine.NoJob {
			continue
		}
		x, y := &a.Jobs[j], &b.Jobs[k]
		if x.Submit == y.Submit && x.Processors == y.Processors && x.Run == y.Run {
			n++
		}
	}
	return n
}

// Difference is by how much longer a row waits under b.
func (c *comparison) Difference(row int32) engine.Time { return c.wait[1][row] - c.wait[0][row] }

// of says whether the comparison is of these runs.
func (c *comparison) of(a, b session.Contender) bool {
	return c.A.Run() == a.Run() && c.B.Run() == b.Run()
}

// sort puts the rows in the order of difference, step by step: true once that is done.
func (c *comparison) sort() bool {
	if c.Order != nil {
		return true
	}
	if c.sorting == nil {
		low := engine.Time(0)
		for row := range c.Jobs {
			low = min(low, c.Difference(int32(row)))
		}
		column := &widget.Column{Value: func(row int32) int64 { return int64(c.Difference(row) - low) }}
		c.sorting = widget.Sort(len(c.Jobs), func(int32) bool { return true }, column, false)
	}
	if !c.sorting.Step() {
		return false
	}
	c.Order, c.sorting = c.sorting.Rows, nil
	return true
}

// relateTo relates the rows to the jobs of the workload on the page.
func (c *comparison) relateTo(page *engine.Workload) {
	c.ofPage, c.toPage = nil, nil
	if w := c.A.Run().Outcome.Workload; w != page {
		c.toPage = compare.PairJobs(w, page)
		c.ofPage = slices.Repeat([]int32{-1}, len(page.Jobs))
		for row, j := range c.Jobs {
			if k := c.toPage[j]; k != engine.NoJob {
				c.ofPage[k] = int32(row)
			}
		}
	}
}

// jobOf is the job on the page of a row, NoJob if there is none.
func (c *comparison) jobOf(row int32) int32 {
	j := c.Jobs[row]
	if c.toPage != nil {
		return c.toPage[j]
	}
	return j
}

// RowOf is the row of a job on the page, -1 if there is none.
func (c *comparison) RowOf(j int32) int32 {
	switch {
	case j == engine.NoJob:
		return -1
	case c.ofPage != nil && int(j) < len(c.ofPage):
		return c.ofPage[j]
	case c.ofPage == nil && int(j) < len(c.row):
		return c.row[j]
	}
	return -1
}
