package jobs

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/ui/panel"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// Jobs is the panel with the job table: which jobs it shows, in which order, and which page.
type Jobs struct {
	*panel.Shared
	panel.Listing

	runs []*result.Run // whose jobs are listed

	filter   map[string]string // the texts of the filter's fields
	Mistakes map[string]string // mistakes in the filter's fields
	policy   int               // place among runs of the one whose start, end and state are shown
}

// pageRows is how many jobs the table shows at once.
const pageRows = 15

// New makes the panel.
func New(s *panel.Shared) *Jobs {
	l := &Jobs{Shared: s, Listing: panel.NewListing(s, pageRows), Mistakes: map[string]string{}, filter: map[string]string{}}
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
	l.ColumnsAre(l.ColumnsFor(runs, runs[l.policy]))
	l.arrange()
}

// SortBy sorts by a column; once more turns the order round.
func (l *Jobs) SortBy(key string) {
	// The longest wait is what one looks for, and what was latest.
	l.OrderBy(key, strings.HasPrefix(key, "wait") || key == "late" || key == "interrupted")
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

// ShowUser lists the jobs of a user, and no others.
func (l *Jobs) ShowUser(user int32) {
	l.filter = map[string]string{"user": strconv.Itoa(int(user))}
	l.arrange()
}

// SetPolicy chooses the run whose start, end and state are shown.
func (l *Jobs) SetPolicy(i int) {
	l.policy = i
	l.choose()
}

// arrange begins to filter and sort anew.
func (l *Jobs) arrange() {
	if len(l.runs) > 0 {
		l.Arrange(len(l.runs[0].Outcome.Workload.Jobs), l.accepts(l.runs[l.policy].Outcome))
	}
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
