package users

import (
	"slices"
	"strconv"
	"strings"

	"backfill/engine/metrics"
	"backfill/ui/panel"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/widget"
)

// Users is the panel with the table of users, groups or queues.
type Users struct {
	*panel.Shared
	panel.Listing

	// ShowJobs lists the jobs of a user in the job table.
	ShowJobs func(user int32)

	runs   []*result.Run // that the table is of
	by     metrics.Owner // what a row is
	chosen bool          // by the reader; else by is one that the workload knows, if there is any
	policy int           // place among runs of the one that is shown, sideBySide: all of them
	search string        // what the label of a row is to contain
}

// sideBySide is the place of all policies.
const sideBySide = -1

// pageRows is how many rows the table shows at once.
const pageRows = 15

// New makes the panel. The first rows are of those who use most.
func New(s *panel.Shared) *Users {
	u := &Users{Shared: s, Listing: panel.NewListing(s, pageRows)}
	u.By, u.Descending = "work", true
	s.OnNamed = append(s.OnNamed, u.arrange)
	return u
}

// Refresh follows new results.
func (u *Users) Refresh() {
	runs, _ := u.Runs()
	if len(runs) == 0 || slices.Equal(runs, u.runs) {
		return
	}
	u.runs = runs
	if !u.chosen {
		u.by = usual(runs[0])
	}
	u.policy = min(u.policy, len(runs)-1)
	u.arrange()
}

// usual is the first kind of owner that a run knows of, users if it knows of none.
func usual(r *result.Run) metrics.Owner {
	for by := range metrics.NumOwners {
		if len(r.Owners[by].Number) > 0 {
			return by
		}
	}
	return metrics.ByUser
}

// SetBy shows what came of the jobs of each user, group or queue.
func (u *Users) SetBy(word string) {
	for by := range metrics.NumOwners {
		if u.OwnerWord(by) == word {
			u.by, u.chosen, u.search = by, true, ""
		}
	}
	u.arrange()
}

// SetPolicy shows the run with that label, or all of them.
func (u *Users) SetPolicy(label string) {
	u.policy = slices.Index(u.RunLabels(), label)
	u.arrange()
}

// SetSearch shows the rows whose label contains text.
func (u *Users) SetSearch(text string) {
	u.search = text
	u.arrange()
}

// SortBy sorts by a column; once more turns the order round. The most is what one looks for.
func (u *Users) SortBy(key string) {
	u.OrderBy(key, key != "number" && key != "name")
	u.arrange()
}

// owners are what came of the jobs under the first of the runs that are shown.
func (u *Users) owners() *metrics.Owners {
	if len(u.runs) == 0 {
		return &metrics.Owners{}
	}
	return &u.shown()[0].Owners[u.by]
}

// shown are the runs whose columns are shown.
func (u *Users) shown() []*result.Run {
	if u.policy == sideBySide {
		return u.runs
	}
	return u.runs[u.policy : u.policy+1]
}

// arrange makes the columns, and begins to filter and sort anew.
func (u *Users) arrange() {
	if len(u.runs) == 0 {
		return
	}
	columns := u.columns()
	key := strings.TrimRight(u.By, "0123456789") // the same of all policies, and of the first of several
	for _, by := range []string{u.By, key, key + "0"} {
		if slices.ContainsFunc(columns, func(c widget.Column) bool { return c.Key == by }) {
			u.By = by
			break
		}
	}
	u.ColumnsAre(columns)
	wanted := strings.ToLower(strings.TrimSpace(u.search))
	u.Arrange(len(u.owners().Number), func(row int32) bool { return strings.Contains(strings.ToLower(u.label(row)), wanted) })
}

// label is what a row is called: "3", "unknown", of a queue with a name "2 night".
func (u *Users) label(row int32) string { return phrase.Join(" ", u.number(row), u.name(row)) }

// number is that of a row's user, group or queue.
func (u *Users) number(row int32) string {
	if n := u.owners().Number[row]; n >= 0 {
		return strconv.Itoa(int(n))
	}
	return "unknown"
}

// legend are the names of the rows by their numbers, the first of which is 1; nil: there are none.
func (u *Users) legend() []string { return u.OwnerNames(u.by) }

// name is that of a row's queue, or what an accounting log calls it, if that is to be shown; "" if it has none.
func (u *Users) name(row int32) string {
	n := u.owners().Number[row]
	if legend := u.legend(); u.Named && n > 0 && int(n) <= len(legend) {
		return legend[n-1]
	}
	if w := u.runs[0].Outcome.Workload; u.by == metrics.ByQueue && n >= 0 && int(n) < len(w.Queues) {
		return w.Queues[n]
	}
	return ""
}
