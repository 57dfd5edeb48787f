package users

import (
	"github.com/vugu/vugu"

	"backfill/engine/metrics"
	"backfill/ui/phrase"
	"backfill/ui/widget"
)

// kinds are the words for what a row can be.
func (u *Users) kinds() []string {
	var words []string
	for by := range metrics.NumOwners {
		words = append(words, by.String())
	}
	return words
}

// all is what the choice of the policy has for all of them.
const all = "all policies, side by side"

// policies are what the table can be of.
func (u *Users) policies() []string {
	labels := u.RunLabels()
	if len(labels) > 1 {
		labels = append(labels, all)
	}
	return labels
}

// chosenPolicy is which of them it is of.
func (u *Users) chosenPolicy() string {
	if u.policy == sideBySide || u.policy >= len(u.runs) {
		return all
	}
	return u.runs[u.policy].Label
}

// known says whether there are rows: some job has a known user, group or queue.
func (u *Users) known() bool { return len(u.owners().Number) > 0 }

// Remark says which schedules the table is of and what counts, or that there is nothing to tell.
func (u *Users) Remark() string {
	if !u.known() {
		return "No job of this workload has a known " + u.by.String() + "."
	}
	return phrase.Join(" ", u.CellRemark(), "Counted are the jobs that ended; at least 95 % of them wait no longer than the p95 wait.")
}

// noun is what a row is, one of several.
func (u *Users) noun() string { return u.by.String() }

// count says how many rows the table lists.
func (u *Users) count() string {
	text := u.Paging().Words(u.noun())
	if len(u.Found) == 0 {
		text = "No " + u.noun() + " has “" + u.search + "” in its name"
	}
	if rows := len(u.owners().Number); len(u.Found) != rows {
		text += " (of " + phrase.Grouped(int64(rows)) + ")"
	}
	if u.Arranging() {
		text += ", sorting …"
	}
	return text
}

// bar turns the pages of the table, and copies or saves it.
func (u *Users) bar() vugu.Builder {
	n := len(u.Found)
	idle := u.Arranging() || n == 0
	return u.QuietBar("Pages of the table of "+u.noun()+"s", append(u.Turns(),
		widget.Button{Text: "Copy " + phrase.Plural(int64(min(n, maxCopied)), u.noun()), Disabled: idle, Do: u.Copy},
		widget.Button{Text: "Save CSV of " + phrase.Plural(int64(n), u.noun()), Disabled: idle, Do: u.Save})...)
}

// maxCopied is how many rows the clipboard gets at most.
const maxCopied = 10_000

// Copy puts what the table lists on the clipboard: numbers in the units that the heads name.
func (u *Users) Copy() { u.Browser.Copy(phrase.Tabbed(u.Cells(maxCopied))) }

// Save offers what the table lists as CSV.
func (u *Users) Save() {
	if !u.MaySave() {
		return
	}
	search := ""
	if u.search != "" {
		search = u.noun() + " with “" + u.search + "”"
	}
	what := phrase.Plural(int64(len(u.Found)), u.noun()) + " under " + u.chosenPolicy()
	remark := phrase.Comments(u.Origin() + "\nrows: " + phrase.Join("; ", what, search, u.OrderWords()))
	u.Browser.Save(u.ResultName()+"-by-"+u.noun()+".csv", "text/csv", []byte(remark+phrase.CSV(u.Cells(len(u.Found)))))
}

// lists says whether the job table can list the jobs of a row.
func (u *Users) lists(row int32) bool { return u.by == metrics.ByUser && u.owners().Number[row] >= 0 }

// show lists the jobs of a row's user in the job table.
func (u *Users) show(row int32) {
	u.ShowJobs(u.owners().Number[row])
	u.Browser.Focus("jobs")
}
