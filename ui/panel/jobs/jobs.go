package jobs

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"backfill/engine"
	"backfill/ui/panel"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/widget"
)

// Jobs is the panel with the job table: which jobs it shows, in which order, and which page.
//
// A log may hold a million jobs. Filtering and sorting therefore go in steps, each
// short enough for the page to answer in between; the table shows the old order
// until the new one is ready. Sorting is a stable radix sort of 16 bits a pass.
type Jobs struct {
	*panel.Shared

	runs []*result.Run // whose jobs are listed

	filter     map[string]string // the texts of the filter's fields
	Mistakes   map[string]string // mistakes in the filter's fields
	by         string            // key of the column to sort by, "" for the workload's order
	descending bool
	policy     int // place among runs of the one whose start, end and state are shown

	Found   []int32         // the jobs that pass the filter, in order
	from    int             // first row of the visible page
	work    *widget.Sorting // that is under way; nil: none
	Columns []widget.Column
}

// pageRows is how many jobs the table shows at once.
const pageRows = 15

// New makes the panel.
func New(s *panel.Shared) *Jobs {
	l := &Jobs{Shared: s, Mistakes: map[string]string{}, filter: map[string]string{}}
	s.Lists = func(j int32) bool { return slices.Contains(l.Visible(), j) }
	return l
}

// Refresh follows new results.
func (l *Jobs) Refresh() {
	runs, _ := l.Runs()
	if len(runs) == 0 || slices.Equal(runs, l.runs) {
		return
	}
	l.runs = runs
	l.choose()
}

// choose makes the columns for the runs and the chosen one among them.
func (l *Jobs) choose() {
	runs := l.runs
	l.policy = min(l.policy, len(runs)-1)
	l.Columns = l.ColumnsFor(runs, runs[l.policy])
	if l.Column(l.by) == nil {
		l.by, l.descending = "", false
	}
	l.arrange()
}

// Column is the column with that key, nil if there is none.
func (l *Jobs) Column(key string) *widget.Column {
	for i := range l.Columns {
		if l.Columns[i].Key == key {
			return &l.Columns[i]
		}
	}
	return nil
}

// SortBy sorts by a column; once more turns the order round.
func (l *Jobs) SortBy(key string) {
	if l.by == key {
		l.descending = !l.descending
	} else {
		// The longest wait is what one looks for, and what was latest.
		l.by, l.descending = key, strings.HasPrefix(key, "wait") || key == "late" || key == "interrupted"
	}
	l.arrange()
}

// SetFilter puts text into one of the filter's fields.
func (l *Jobs) SetFilter(field, text string) {
	l.filter[field] = text
	l.arrange()
}

// ClearFilter shows all jobs again.
func (l *Jobs) ClearFilter() {
	l.filter = map[string]string{}
	l.arrange()
}

// SetPolicy chooses the run whose start, end and state are shown.
func (l *Jobs) SetPolicy(i int) {
	l.policy = i
	l.choose()
}

// paging is which of the jobs are on the visible page.
func (l *Jobs) paging() widget.Paging { return widget.NewPaging(l.from, pageRows, len(l.Found)) }

// Visible are the jobs of the visible page.
func (l *Jobs) Visible() []int32 {
	g := l.paging()
	return l.Found[g.From:g.End()]
}

// arrange begins to filter and sort anew.
func (l *Jobs) arrange() {
	if len(l.runs) == 0 {
		return
	}
	l.from = 0
	l.work = widget.Sort(len(l.runs[0].Outcome.Workload.Jobs), l.accepts(l.runs[l.policy].Outcome), l.Column(l.by), l.descending)
	l.proceed(l.work)
}

// proceed goes on with what is not superseded; it returns whether there are new rows to show.
func (l *Jobs) proceed(work *widget.Sorting) bool {
	if work != l.work {
		return false // another order is wanted by now
	}
	for begin := time.Now(); !l.Staging() && time.Since(begin) < session.Slice; {
		if work.Step() {
			l.Found, l.work = work.Rows, nil
			return true
		}
	}
	l.Browser.Proceed(session.Pause, func() bool { return l.proceed(work) })
	return false
}

// accepts is the filter as a test of a job. Fields with mistakes accept all.
func (l *Jobs) accepts(o *engine.Outcome) func(j int32) bool {
	w := o.Workload
	l.Mistakes = map[string]string{}
	bound := func(field string, otherwise int64) int64 {
		text := strings.TrimSpace(l.filter[field])
		if text == "" {
			return otherwise
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			l.Mistakes[field] = "A whole number is accepted."
			return otherwise
		}
		return n
	}
	least, most := bound("least", 0), bound("most", math.MaxInt64)
	user := bound("user", -1)
	wait := engine.Time(0)
	if text := strings.TrimSpace(l.filter["wait"]); text != "" {
		t, err := phrase.ParseSpan(text)
		if err != nil {
			l.Mistakes["wait"] = phrase.UpperFirst(err.Error())
		}
		wait = t
	}
	number, state := strings.TrimSpace(l.filter["text"]), l.filter["state"]
	return func(j int32) bool {
		n := int64(w.Jobs[j].Processors)
		switch {
		case n < least || n > most,
			state != "" && o.State[j].String() != state && !(state == "backfilled" && o.Overtook[j]),
			user >= 0 && (w.User == nil || int64(w.User[j]) != user),
			wait > 0 && waitOf(o, j) < int64(wait),
			number != "" && !strings.Contains(strconv.FormatInt(w.JobNumber(j), 10), number):
			return false
		}
		return true
	}
}
