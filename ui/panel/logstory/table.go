package logstory

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"backfill/engine/workload/story"
	"backfill/ui/phrase"
	"backfill/ui/widget"
)

// columns are those of a table with a row for each class of a dimension.
func (p *Story) columns(d story.Dimension) []widget.Column {
	rows, all := p.told.Tables[d], p.told.All
	of := func(key, title, unit string, value func(*story.Row) float64, text func(float64) string) widget.Column {
		at := func(row int32) float64 { return value(&rows[row]) }
		return widget.NewColumn(key, title, func(row int32) int64 { return int64(min(at(row)*1000, math.MaxInt64/2)) }, func(row int32) string { return text(at(row)) }).
			Of(unit, func(row int32) string { return phrase.Number(at(row)) })
	}
	started := func(c widget.Column) widget.Column { // without a start none of it is known
		text, number := c.Text, c.Number
		c.Text = func(row int32) string {
			if rows[row].Started == 0 {
				return widget.Nothing
			}
			return text(row)
		}
		c.Number = func(row int32) string {
			if rows[row].Started == 0 {
				return ""
			}
			return number(row)
		}
		return c
	}
	waited := func(seconds float64) string { return span(int64(seconds)) }
	columns := []widget.Column{
		widget.NewColumn("class", p.title(d), func(row int32) int64 { return int64(rows[row].Class) }, func(row int32) string { return p.label(d, rows[row].Class) }),
		of("jobs", "Jobs", "", func(r *story.Row) float64 { return float64(r.Jobs) }, whole),
		started(of("median", "Median wait", "s", func(r *story.Row) float64 { return float64(r.Median) }, waited)),
		started(of("p95", "p95 wait", "s", func(r *story.Row) float64 { return float64(r.P95) }, waited)),
		started(of("wait", "Waited, h", "h", func(r *story.Row) float64 { return r.Wait / 3600 }, func(h float64) string { return hours(h * 3600) })),
		started(of("share", "Share", "", func(r *story.Row) float64 { return r.Wait / max(all.Wait, 1) }, phrase.Percent)),
		started(of("work", "Processor-h", "h", func(r *story.Row) float64 { return r.Work / 3600 }, func(h float64) string { return hours(h * 3600) })),
		of("started", "Started", "", func(r *story.Row) float64 { return float64(r.Started) }, whole),
	}
	if all.GPUs > 0 {
		columns = append(columns, of("gpus", "GPU-h", "h", func(r *story.Row) float64 { return r.GPUs / 3600 }, func(h float64) string { return hours(h * 3600) }))
	}
	return columns
}

func whole(v float64) string { return phrase.Grouped(int64(v)) }

// dimensions are those that can have a table.
func (p *Story) dimensions() []string {
	var words []string
	for d := range story.Dimensions {
		if p.told.Tells(d) || d == p.by {
			words = append(words, p.noun(d))
		}
	}
	return words
}

// Table is a table of the story in a text.
type Table struct {
	Caption string
	Head    []string
	Rows    [][]string
}

// Tables are all tables: of each dimension that tells jobs apart, those who waited most first and at most so many rows, and of the jobs and
// hours.
func (p *Story) Tables(most int) []Table {
	var list []Table
	for d := range story.Dimensions {
		if !p.told.Tells(d) || d == story.HourOfWeek {
			continue
		}
		columns, rows := p.columns(d), p.told.Tables[d]
		order := make([]int32, len(rows))
		for i := range order {
			order[i] = int32(i)
		}
		slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(rows[b].Wait, rows[a].Wait) })
		t := Table{Caption: "By " + p.noun(d)}
		if len(order) > most {
			t.Caption += fmt.Sprintf(", the %d of %s that waited most", most, phrase.Grouped(int64(len(order))))
			order = order[:most]
		}
		for i := range columns {
			t.Head = append(t.Head, columns[i].Title)
		}
		for _, row := range order {
			var cells []string
			for i := range columns {
				cells = append(cells, columns[i].Text(row))
			}
			t.Rows = append(t.Rows, cells)
		}
		list = append(list, t)
	}
	if len(p.told.Jobs) > 0 {
		list = append(list, Table{"Jobs that waited longest", p.jobsHead(), p.jobsRows()})
	}
	if len(p.told.Hours) > 0 {
		list = append(list, Table{"Hours in which most jobs waited", hoursHead, p.hoursRows()})
	}
	return list
}

// jobsHead is the head of the table of jobs that waited longest.
func (p *Story) jobsHead() []string {
	return []string{"Job", "Wait", "Could start", p.title(story.User), p.title(story.Partition), "Processors", "Requested time"}
}

func (p *Story) title(d story.Dimension) string { return phrase.UpperFirst(p.noun(d)) }

// jobsRows are its rows.
func (p *Story) jobsRows() [][]string {
	var rows [][]string
	for _, j := range p.told.Jobs {
		size := phrase.Grouped(int64(j.Processors))
		if j.GPUs > 0 {
			size += ", " + phrase.Plural(int64(j.GPUs), "GPU")
		}
		requested := "unknown"
		switch {
		case j.Limit == story.NoLimit:
			requested = "no limit"
		case j.Limit > 0:
			requested = span(int64(j.Limit))
		}
		rows = append(rows, []string{phrase.Number(float64(j.Number)), span(j.Wait), p.instant(j.Came), p.label(story.User, j.User), p.label(story.Partition, j.Partition), size, requested})
	}
	return rows
}

// hoursHead is the head of the table of hours in which most jobs waited.
var hoursHead = []string{"Hour from", "Jobs waiting", "Processors in use"}

// hoursRows are its rows, means of the hour.
func (p *Story) hoursRows() [][]string {
	var rows [][]string
	for _, h := range p.told.Hours {
		rows = append(rows, []string{p.instant(h.Begin), phrase.Decimals(h.Waiting, 1), phrase.Decimals(h.Busy, 1)})
	}
	return rows
}
