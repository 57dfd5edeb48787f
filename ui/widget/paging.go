package widget

import "backfill/ui/phrase"

// Paging is which rows of a table are shown: those of one page.
type Paging struct {
	From int // first row of the page
	Rows int // of a page
	All  int // rows of the table
}

// NewPaging shows the page that begins at row from, as far as the table has it.
func NewPaging(from, rows, all int) Paging {
	g := Paging{Rows: rows, All: all}
	g.From = min(max(from, 0), g.last())
	return g
}

// last is the first row of the last page.
func (p Paging) last() int { return max(p.All-1, 0) / p.Rows * p.Rows }

// End is one more than the last row of the page.
func (p Paging) End() int { return min(p.From+p.Rows, p.All) }

// PageOf is the first row of the page that has a row.
func (p Paging) PageOf(row int) int { return row / p.Rows * p.Rows }

// Words are such as "13 to 24 of 40 jobs".
func (p Paging) Words(noun string) string {
	return phrase.Grouped(int64(min(p.From+1, p.All))) + " to " + phrase.Grouped(int64(p.End())) + " of " + phrase.Plural(int64(p.All), noun)
}

// Turns are the buttons that show the first, the previous, the next and the last page, by what a
// screen reader says of them; show is told the first row.
func (p Paging) Turns(names [4]string, show func(from int)) []Button {
	turn := func(text, name string, to int, disabled bool) Button {
		return Button{Text: text, Name: name, Disabled: disabled, Do: func() { show(to) }}
	}
	first, last := p.From == 0, p.From == p.last()
	return []Button{
		turn("⇤", names[0], 0, first), turn("←", names[1], p.From-p.Rows, first),
		turn("→", names[2], p.From+p.Rows, last), turn("⇥", names[3], p.last(), last),
	}
}
