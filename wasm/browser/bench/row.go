package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// row is a measurement of the table of goals.
type row struct {
	name    string // of its benchmark: words with = and / between them, no blanks
	what    string // in words
	with    string // what it was measured with
	unit    string // as Go's benchmarks name it, such as jobs/s
	more    bool   // more is better
	goal    float64
	samples []float64
}

var noGoal = math.NaN() // of a row that has none

// best is the best sample: other programs only ever make a measurement worse.
func (r *row) best() float64 {
	if r.more {
		return slices.Max(r.samples)
	}
	return slices.Min(r.samples)
}

// ratio is how many times the goal was measured, NaN without one.
func (r *row) ratio() float64 { return r.best() / r.goal }

// verdict says whether the goal is met, "" without one.
func (r *row) verdict() string {
	switch {
	case math.IsNaN(r.goal):
		return ""
	case r.more && r.best() >= r.goal, !r.more && r.best() <= r.goal:
		return "met"
	}
	return "missed"
}

// cells are the row in the printed table, below rowTitles.
func (r *row) cells() []any {
	goal, ratio := "", ""
	if !math.IsNaN(r.goal) {
		sign := "≤ "
		if r.more {
			sign = "≥ "
		}
		goal, ratio = sign+readable(r.goal), fmt.Sprintf("%.2f", r.ratio())
	}
	return []any{r.what, r.unit, goal, readable(r.best()), ratio, r.verdict(), len(r.samples), r.with}
}

var rowTitles = []any{"what", "unit", "goal", "measured", "÷ goal", "", "samples", "measured with"}

// readable has three significant digits, and commas between thousands.
func readable(v float64) string {
	if math.Abs(v) < 1000 {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	digits := strconv.FormatFloat(v, 'f', 0, 64)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// dashed is words as a benchmark's name may have them.
func dashed(words string) string {
	return strings.Join(strings.FieldsFunc(words, func(r rune) bool { return strings.ContainsRune(" ,()", r) }), "-")
}
