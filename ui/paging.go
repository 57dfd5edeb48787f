package ui

import "backfill/ui/phrase"

// paging is which rows of a table are shown: those of one page.
type paging struct {
	from int // first row of the page
	rows int // of a page
	all  int // rows of the table
}

// newPaging shows the page that begins at row from, as far as the table has it.
func newPaging(from, rows, all int) paging {
	g := paging{rows: rows, all: all}
	g.from = min(max(from, 0), g.last())
	return g
}

// last is the first row of the last page.
func (g paging) last() int { return max(g.all-1, 0) / g.rows * g.rows }

// end is one more than the last row of the page.
func (g paging) end() int { return min(g.from+g.rows, g.all) }

// pageOf is the first row of the page that has a row.
func (g paging) pageOf(row int) int { return row / g.rows * g.rows }

// words are such as "13 to 24 of 40 jobs".
func (g paging) words(noun string) string {
	return phrase.Grouped(int64(min(g.from+1, g.all))) + " to " + phrase.Grouped(int64(g.end())) + " of " + phrase.Plural(int64(g.all), noun)
}

// turns are the buttons that show the first, the previous, the next and the last page, by what a
// screen reader says of them; show is told the first row.
func (g paging) turns(names [4]string, show func(from int)) []Button {
	turn := func(text, name string, to int, disabled bool) Button {
		return Button{Text: text, Name: name, Disabled: disabled, Do: func() { show(to) }}
	}
	first, last := g.from == 0, g.from == g.last()
	return []Button{
		turn("⇤", names[0], 0, first), turn("←", names[1], g.from-g.rows, first),
		turn("→", names[2], g.from+g.rows, last), turn("⇥", names[3], g.last(), last),
	}
}
