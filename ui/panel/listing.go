package panel

import (
	"slices"
	"time"

	"backfill/ui/session"
	"backfill/ui/widget"
)

// Listing is which rows a long table shows, in which order, and which page of them.
//
// There may be a million rows. Filtering and sorting therefore go in steps, each short enough for the page to answer in between; the
// table shows the old order until the new one is ready. Sorting is a stable radix sort of 16 bits a pass.
type Listing struct {
	Columns    []widget.Column
	By         string // key of the column to sort by, "" for the order of the rows
	Descending bool
	Found      []int32 // the rows that pass the filter, in order
	From       int     // first row of the visible page

	shared *Shared
	page   int             // rows of a page
	work   *widget.Sorting // that is under way; nil: none
}

// NewListing is a table of pages with so many rows each.
func NewListing(s *Shared, page int) Listing { return Listing{shared: s, page: page} }

// ColumnsAre gives the table other columns. It is in the order of its rows again if what it was sorted by is gone.
func (l *Listing) ColumnsAre(columns []widget.Column) {
	l.Columns = columns
	if l.Column(l.By) == nil {
		l.By, l.Descending = "", false
	}
}

// Column is the column with that key, nil if there is none.
func (l *Listing) Column(key string) *widget.Column {
	if i := slices.IndexFunc(l.Columns, func(c widget.Column) bool { return c.Key == key }); i >= 0 {
		return &l.Columns[i]
	}
	return nil
}

// OrderBy notes that a column is to be sorted by, at first from the largest value if descending; once more turns the order round.
func (l *Listing) OrderBy(key string, descending bool) {
	if l.By == key {
		descending = !l.Descending
	}
	l.By, l.Descending = key, descending
}

// Arrange begins to filter and sort so many rows anew. Of the old order, which the table shows until then, rows that are gone are dropped.
func (l *Listing) Arrange(rows int, accepts func(row int32) bool) {
	l.From = 0
	l.Found = slices.DeleteFunc(l.Found, func(row int32) bool { return int(row) >= rows })
	l.work = widget.Sort(rows, accepts, l.Column(l.By), l.Descending)
	l.proceed(l.work)
}

// proceed goes on with what is not superseded; it returns whether there are new rows to show.
func (l *Listing) proceed(work *widget.Sorting) bool {
	if work != l.work {
		return false // another order is wanted by now
	}
	for begin := time.Now(); !l.shared.Staging() && time.Since(begin) < session.Slice; {
		if work.Step() {
			l.Found, l.work = work.Rows, nil
			return true
		}
	}
	l.shared.Browser.Proceed(session.Pause, func() bool { return l.proceed(work) })
	return false
}

// Arranging says whether Found is still that of the last filter and order.
func (l *Listing) Arranging() bool { return l.work != nil }

// Paging is which of the rows are on the visible page.
func (l *Listing) Paging() widget.Paging { return widget.NewPaging(l.From, l.page, len(l.Found)) }

// Visible are the rows of the visible page.
func (l *Listing) Visible() []int32 {
	g := l.Paging()
	return l.Found[g.From:g.End()]
}

// Turns are the buttons that turn the pages.
func (l *Listing) Turns() []widget.Button {
	return l.Paging().Turns([4]string{"First page", "Previous page", "Next page", "Last page"}, func(from int) { l.From = from })
}

// Sorted is the value of aria-sort of a column.
func (l *Listing) Sorted(key string) string {
	switch {
	case l.By != key:
		return ""
	case l.Descending:
		return "descending"
	}
	return "ascending"
}

// Arrow marks the column that the table is sorted by.
func (l *Listing) Arrow(key string) string {
	switch l.Sorted(key) {
	case "ascending":
		return " ▲"
	case "descending":
		return " ▼"
	}
	return ""
}

// OrderWords say by what the table is sorted, "" for the order of its rows.
func (l *Listing) OrderWords() string {
	c := l.Column(l.By)
	if c == nil {
		return ""
	}
	if l.Descending {
		return "sorted by " + c.Title + ", descending"
	}
	return "sorted by " + c.Title
}

// Cells are the head of the table and at most so many of the rows that it lists, for a program: numbers in the units that the head
// names.
func (l *Listing) Cells(most int) [][]string {
	var head []string
	for i := range l.Columns {
		head = append(head, l.Columns[i].Head())
	}
	table := [][]string{head}
	for _, j := range l.Found[:min(len(l.Found), most)] {
		var row []string
		for i := range l.Columns {
			row = append(row, l.Columns[i].Cell(j))
		}
		table = append(table, row)
	}
	return table
}
