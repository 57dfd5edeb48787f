package ui

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// Listing is the job table: which jobs it shows, in which order, and which page.
//
// A log may hold a million jobs. Filtering and sorting therefore go in steps, each
// short enough for the page to answer in between; the table shows the old order
// until the new one is ready. Sorting is a stable radix sort of 16 bits a pass.
type Listing struct {
	page *Page
	runs []*result.Run // that are listed

	filter     map[string]string // the texts of the filter's fields
	wrong      map[string]string // mistakes in the filter's fields
	by         string            // key of the column to sort by, "" for the workload's order
	descending bool
	policy     int // the run whose start, end and state are shown

	rows    []int32 // the jobs that pass the filter, in order
	from    int     // first row of the visible page
	work    *sorting
	columns []Column
}

// pageRows is how many jobs the table shows at once.
const pageRows = 15

// Column is one column of the job table.
type Column struct {
	Key, Title string
	value      func(j int32) int64  // to sort by
	text       func(j int32) string // to show
}

func (l *Listing) init(p *Page) {
	l.page, l.wrong, l.filter = p, map[string]string{}, map[string]string{}
}

// refresh follows new results.
func (l *Listing) refresh() {
	runs, _ := l.page.runs()
	if len(runs) == 0 || slices.Equal(runs, l.runs) {
		return
	}
	l.runs = runs
	l.choose()
}

// choose makes the columns for the runs and the chosen one among them.
func (l *Listing) choose() {
	runs := l.runs
	l.policy = min(l.policy, len(runs)-1)
	l.columns = l.page.jobColumns(runs, runs[l.policy])
	if l.column(l.by) == nil {
		l.by, l.descending = "", false
	}
	l.arrange()
}

func (l *Listing) column(key string) *Column {
	for i := range l.columns {
		if l.columns[i].Key == key {
			return &l.columns[i]
		}
	}
	return nil
}

// jobColumns are the columns for the runs; start, end and state are those of chosen, and
// so is what commands or the computers that it ran on made of a job.
func (p *Page) jobColumns(runs []*result.Run, chosen *result.Run) []Column {
	o := chosen.Outcome
	w := o.Workload
	clock := p.clock()
	at := func(t engine.Time) string {
		if t < 0 {
			return "–"
		}
		return clock.Format(t)
	}
	retimed := retimedJobs(o)
	executed := func(j int32) engine.Time {
		if (retimed[j] || o.Held != nil) && o.End[j] >= 0 {
			return o.Ran(j)
		}
		return w.Jobs[j].Run
	}
	columns := []Column{
		{"job", "Job", func(j int32) int64 { return w.JobNumber(j) }, func(j int32) string { return strconv.FormatInt(w.JobNumber(j), 10) }},
		{"submit", "Submitted", func(j int32) int64 { return int64(o.Submitted(j)) }, func(j int32) string { return at(o.Submitted(j)) }},
		{"processors", "Processors", func(j int32) int64 { return int64(o.Size(j)) }, func(j int32) string {
			return changedText(phrase.Grouped(int64(w.Jobs[j].Processors)), phrase.Grouped(int64(o.Size(j))))
		}},
		{"request", "Requested time", func(j int32) int64 { return int64(w.Jobs[j].Estimate) }, func(j int32) string {
			text := phrase.Span(w.Jobs[j].Estimate)
			if retimed[j] {
				text += ", changed"
			}
			return text
		}},
		{"run", "Run time", func(j int32) int64 { return int64(executed(j)) }, func(j int32) string {
			return changedText(phrase.Span(w.Jobs[j].Run), phrase.Span(executed(j)))
		}},
	}
	if w.Memory != nil {
		total := func(j int32) float64 { return float64(w.Memory[j]) * float64(w.Jobs[j].Processors) } // KB
		columns = slices.Insert(columns, 3, Column{"memory", "Memory", func(j int32) int64 { return int64(total(j)) }, func(j int32) string {
			if w.Memory[j] < 0 {
				return "–"
			}
			return timeline.Gigabytes(total(j) / 1024)
		}})
	}
	if w.Bandwidth != nil {
		columns = append(columns, Column{"bandwidth", "Bandwidth", func(j int32) int64 { return int64(w.Bandwidth[j]) }, func(j int32) string { return bandwidthText(w.Bandwidth[j]) }})
	}
	if slices.ContainsFunc(w.Requested, func(t engine.Time) bool { return t >= 0 }) {
		columns = append(columns, Column{"requested", "Requested start", func(j int32) int64 { return int64(w.Requested[j]) }, func(j int32) string { return at(w.Requested[j]) }})
	}
	if w.Continues != nil {
		columns = append(columns, Column{"attempt", "Run", func(j int32) int64 {
			if w.Continues[j] {
				return 2
			}
			return 1
		}, func(j int32) string { return explain.AttemptWords(w, j, "") }})
	}
	if w.User != nil {
		columns = append(columns, Column{"user", "User", func(j int32) int64 { return int64(w.User[j]) }, func(j int32) string {
			if w.User[j] < 0 {
				return "–"
			}
			return strconv.Itoa(int(w.User[j]))
		}})
	}
	if w.Queue != nil {
		columns = append(columns, Column{"queue", "Queue", func(j int32) int64 { return int64(w.Queue[j]) }, func(j int32) string {
			if w.Queue[j] < 0 {
				return "–"
			}
			return w.QueueName(w.Queue[j])
		}})
	}
	for i, r := range runs {
		o := r.Outcome
		columns = append(columns, Column{fmt.Sprintf("wait%d", i), "Wait, " + r.Label,
			func(j int32) int64 { return waitOf(o, j) },
			func(j int32) string {
				if o.Start[j] < 0 {
					return "–"
				}
				return phrase.Span(o.Wait(j))
			}})
	}
	if o.Lane != nil {
		title := phrase.UpperFirst(o.Lanes[0].Kind)
		columns = append(columns, Column{"lane", title, func(j int32) int64 { return int64(o.Lane[j]) }, func(j int32) string {
			if o.Lane[j] < 0 {
				return "–"
			}
			return o.Lanes[o.Lane[j]].Name
		}})
	}
	columns = append(columns, farmColumns(o, at)...)
	columns = append(columns,
		Column{"start", "Start", func(j int32) int64 { return int64(o.Start[j]) }, func(j int32) string { return at(o.Start[j]) }},
		Column{"end", "End", func(j int32) int64 { return int64(o.End[j]) }, func(j int32) string { return at(o.End[j]) }},
	)
	if o.VariableRate {
		columns = append(columns, Column{"longer", "Ran longer by", func(j int32) int64 {
			if o.End[j] < 0 {
				return -1
			}
			return int64(o.Extension(j) * 1e6)
		}, func(j int32) string {
			if o.End[j] < 0 {
				return "–"
			}
			return phrase.Percent(o.Extension(j))
		}})
	}
	return append(columns, Column{"state", "State", func(j int32) int64 { return int64(o.State[j]) }, func(j int32) string { return o.State[j].String() }})
}

// bandwidthText is what each process of a job asks for, "–" if that is unknown.
func bandwidthText(demand int32) string {
	if demand < 0 {
		return "–"
	}
	return phrase.Grouped(int64(demand)) + " MB/s"
}

// retimedJobs are the jobs whose time an accepted command changed.
func retimedJobs(o *engine.Outcome) map[int32]bool {
	jobs := map[int32]bool{}
	for i, fate := range o.Fates {
		if c := &o.Workload.Commands[i]; fate == engine.Accepted && (c.Kind == engine.ExtendTime || c.Kind == engine.ReduceTime) {
			jobs[c.Job] = true
		}
	}
	return jobs
}

// changedText is what was submitted and, if that differs, what came of it.
func changedText(submitted, executed string) string {
	if submitted == executed {
		return submitted
	}
	return submitted + " → " + executed
}

// waitOf is -1 for jobs that never started.
func waitOf(o *engine.Outcome, j int32) int64 {
	if o.Start[j] < 0 {
		return -1
	}
	return int64(o.Wait(j))
}

// SortBy sorts by a column; once more turns the order round.
func (l *Listing) SortBy(key string) {
	if l.by == key {
		l.descending = !l.descending
	} else {
		// The longest wait is what one looks for, and what was latest.
		l.by, l.descending = key, strings.HasPrefix(key, "wait") || key == "late" || key == "interrupted"
	}
	l.arrange()
}

// SetFilter puts text into one of the filter's fields.
func (l *Listing) SetFilter(field, text string) {
	l.filter[field] = text
	l.arrange()
}

// ClearFilter shows all jobs again.
func (l *Listing) ClearFilter() {
	l.filter = map[string]string{}
	l.arrange()
}

// SetPolicy chooses the run whose start, end and state are shown.
func (l *Listing) SetPolicy(i int) {
	l.policy = i
	l.choose()
}

// paging is which of the jobs are on the visible page.
func (l *Listing) paging() paging { return newPaging(l.from, pageRows, len(l.rows)) }

// visible are the jobs of the visible page.
func (l *Listing) visible() []int32 {
	g := l.paging()
	return l.rows[g.from:g.end()]
}

// arrange begins to filter and sort anew.
func (l *Listing) arrange() {
	if len(l.runs) == 0 {
		return
	}
	l.from = 0
	l.work = newSorting(len(l.runs[0].Outcome.Workload.Jobs), l.accepts(l.runs[l.policy].Outcome), l.column(l.by), l.descending)
	l.proceed(l.work)
}

// Long work is done in slices with pauses, in which the browser takes its turn. A
// pause of nothing would not let it.
const (
	slice = 12 * time.Millisecond
	pause = 4 * time.Millisecond
)

// proceed goes on with what is not superseded; it returns whether there are new rows to show.
func (l *Listing) proceed(work *sorting) bool {
	if work != l.work {
		return false // another order is wanted by now
	}
	for begin := time.Now(); !l.page.StagesScene() && time.Since(begin) < slice; {
		if work.step() {
			l.rows, l.work = work.rows, nil
			return true
		}
	}
	l.page.browser.Proceed(pause, func() bool { return l.proceed(work) })
	return false
}

// accepts is the filter as a test of a job. Fields with mistakes accept all.
func (l *Listing) accepts(o *engine.Outcome) func(j int32) bool {
	w := o.Workload
	l.wrong = map[string]string{}
	bound := func(field string, otherwise int64) int64 {
		text := strings.TrimSpace(l.filter[field])
		if text == "" {
			return otherwise
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			l.wrong[field] = "A whole number is accepted."
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
			l.wrong["wait"] = phrase.UpperFirst(err.Error())
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
