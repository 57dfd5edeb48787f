package users

import (
	"math"
	"slices"
	"strconv"

	"backfill/engine/metrics"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/widget"
)

// columns are those of the table: whose jobs a row is about, then what came of them under the runs that are shown. What is hardly ever
// another number under another policy has one column, or stands behind the others where it is.
func (u *Users) columns() []widget.Column {
	numbers := u.owners().Number
	columns := []widget.Column{
		widget.NewColumn("number", phrase.UpperFirst(u.noun()), func(row int32) int64 { return int64(numbers[row]) }, u.number).
			Of("", func(row int32) string {
				if numbers[row] < 0 {
					return ""
				}
				return u.number(row)
			}),
	}
	if slices.ContainsFunc(u.rows(), func(row int32) bool { return u.name(row) != "" }) {
		columns = append(columns, widget.NewColumn("name", "Name", func(row int32) int64 { return int64(numbers[row]) }, func(row int32) string {
			if name := u.name(row); name != "" {
				return name
			}
			return widget.Nothing
		}))
	}
	runs := u.shown()
	var apart []widget.Column // what need not differ, and does
	for _, m := range measures {
		same := !slices.ContainsFunc(runs[1:], func(r *result.Run) bool { return !m.same(&r.Owners[u.by], &runs[0].Owners[u.by]) })
		if (m.key == "unended" || m.key == "cancelled") && same && !slices.ContainsFunc(u.rows(), func(row int32) bool { return m.value(u.owners(), row) > 0 }) {
			continue
		}
		if same && m.common || len(runs) == 1 {
			columns = append(columns, m.column(m.key, m.title, &runs[0].Owners[u.by]))
			continue
		}
		list := &columns
		if m.common {
			list = &apart
		}
		for i, r := range runs {
			*list = append(*list, m.column(m.key+strconv.Itoa(i), m.title+", "+r.Label, &r.Owners[u.by]))
		}
	}
	return append(columns, apart...)
}

// rows are all rows.
func (u *Users) rows() []int32 {
	rows := make([]int32, len(u.owners().Number))
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows
}

// measure is something that is told of the jobs of each user.
type measure struct {
	key, title, unit string
	common           bool // policies hardly ever differ
	value            func(t *metrics.Owners, row int32) float64
	text             func(v float64) string
}

// measures are all of them, in their order. NaN stands for what is undefined.
var measures = []measure{
	{"jobs", "Jobs", "", true, func(t *metrics.Owners, row int32) float64 { return float64(t.Jobs[row]) }, whole},
	{"unended", "Not ended", "", true, func(t *metrics.Owners, row int32) float64 { return float64(t.Unended[row]) }, whole},
	{"work", "Processor-hours", "", true, func(t *metrics.Owners, row int32) float64 { return t.Work[row] / 3600 }, hours},
	{"mean", "Mean wait", "s", false, func(t *metrics.Owners, row int32) float64 { return t.Wait[row] / float64(t.Jobs[row]) }, phrase.Seconds},
	{"percentile", "p95 wait", "s", false, func(t *metrics.Owners, row int32) float64 {
		if t.Jobs[row] == 0 {
			return math.NaN()
		}
		return t.P95Wait[row]
	}, phrase.Seconds},
	{"wait", "Total wait", "s", false, func(t *metrics.Owners, row int32) float64 { return t.Wait[row] }, phrase.Seconds},
	{"killed", "Killed", "", true, func(t *metrics.Owners, row int32) float64 { return float64(t.Killed[row]) }, whole},
	{"cancelled", "Cancelled", "", true, func(t *metrics.Owners, row int32) float64 { return float64(t.Cancelled[row]) }, whole},
}

// whole is a number of jobs.
func whole(v float64) string { return phrase.Grouped(int64(v)) }

// hours are with as many digits as say something.
func hours(v float64) string {
	switch {
	case v >= 100 || v == 0:
		return phrase.Decimals(v, 0)
	case v >= 10:
		return phrase.Decimals(v, 1)
	case v >= 0.1:
		return phrase.Decimals(v, 2)
	}
	return phrase.Decimals(v, 3)
}

// same says whether a measure has the same values in both.
func (m *measure) same(a, b *metrics.Owners) bool {
	for row := range int32(len(a.Number)) {
		if m.value(a, row) != m.value(b, row) {
			return false
		}
	}
	return true
}

// column is the measure as a column of the table, of what came under one policy.
func (m *measure) column(key, title string, t *metrics.Owners) widget.Column {
	defined := func(row int32, text func(float64) string, otherwise string) string {
		v := m.value(t, row)
		if math.IsNaN(v) {
			return otherwise
		}
		return text(v)
	}
	return widget.NewColumn(key, title, func(row int32) int64 {
		v := m.value(t, row)
		if math.IsNaN(v) {
			return -1 // after all others
		}
		return int64(min(v*1000, math.MaxInt64/2)) // to the thousandth
	}, func(row int32) string { return defined(row, m.text, widget.Nothing) }).
		Of(m.unit, func(row int32) string { return defined(row, phrase.Number, "") })
}
