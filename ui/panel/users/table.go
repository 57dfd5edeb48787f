package users

import (
	"slices"

	"github.com/vugu/vugu"

	"backfill/engine/metrics"
	"backfill/ui/phrase"
	"backfill/ui/widget"
)

// kinds are the words for what a row can be.
func (u *Users) kinds() []string {
	var words []string
	for by := range metrics.NumOwners {
		words = append(words, u.OwnerWord(by))
	}
	return words
}

// title names the panel by what a row can be: "Users, groups and queues".
func (u *Users) title() string { return phrase.UpperFirst(u.owned("and")) }

// owned are the words for all that a row can be: "users, groups or queues".
func (u *Users) owned(join string) string {
	k := u.kinds()
	return k[metrics.ByUser] + "s, " + k[metrics.ByGroup] + "s " + join + " " + k[metrics.ByQueue] + "s"
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

// foldBar unfolds the table, if there is anything to tell.
func (u *Users) foldBar() vugu.Builder {
	if !u.any() {
		return u.QuietBar("")
	}
	fold := u.Folds("users", "Table")
	fold.ID = "show-users"
	return u.QuietBar(u.title(), fold)
}

// open says whether the table is unfolded.
func (u *Users) open() bool { return u.Unfolded["users"] && u.any() }

// any says whether some job has a known user, group or queue.
func (u *Users) any() bool {
	return len(u.runs) > 0 && slices.ContainsFunc(u.runs[0].Owners[:], func(t metrics.Owners) bool { return len(t.Number) > 0 })
}

// known says whether there are rows.
func (u *Users) known() bool { return len(u.owners().Number) > 0 }

// Remark says how many users, groups and queues there are, of which schedules the table is and what counts, or that there is nothing
// to tell.
func (u *Users) Remark() string {
	switch {
	case !u.any():
		return "The jobs of this workload have no known " + u.owned("or") + "."
	case !u.open():
		return u.counts()
	case !u.known():
		return "No job of this workload has a known " + u.noun() + "."
	}
	names := ""
	if u.Named && u.legend() != nil {
		names = "Names are shown only while this page is open, and are in what you copy or save of this table; nowhere else."
	}
	return phrase.Join(" ", u.CellRemark(), names, "Counted are the jobs that ended; at least 95 % of them wait no longer than the p95 wait.")
}

// counts are how many users, groups and queues are known: "214 users and 3 queues, groups are unknown".
func (u *Users) counts() string {
	var known, unknown []string
	for by, t := range u.runs[0].Owners {
		noun := u.OwnerWord(metrics.Owner(by))
		switch n := len(t.Number); {
		case n == 0:
			unknown = append(unknown, noun+"s")
		case t.Number[0] < 0:
			known = append(known, phrase.Plural(int64(n-1), noun))
		default:
			known = append(known, phrase.Plural(int64(n), noun))
		}
	}
	text := phrase.List(known)
	if len(unknown) > 0 {
		text += "; " + phrase.List(unknown) + " are unknown"
	}
	return text + "."
}

// noun is what a row is, one of several.
func (u *Users) noun() string { return u.OwnerWord(u.by) }

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
	names := []widget.Button{}
	if u.legend() != nil {
		text := "Show names"
		if u.Named {
			text = "Hide names"
		}
		names = append(names, widget.Button{Text: text, ID: "users-names", Do: func() { u.ShowNames(!u.Named) }})
	}
	return u.QuietBar("Pages of the table of "+u.noun()+"s", append(append(u.Turns(), names...),
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

// what a row is about: "user 3", "unknown users".
func (u *Users) what(row int32) string {
	if u.owners().Number[row] < 0 {
		return "unknown " + u.noun() + "s"
	}
	return u.noun() + " " + u.number(row)
}

// whyNot is the value of aria-disabled of the buttons that leave jobs out: the form may have a mistake.
func (u *Users) whyNot() string {
	if len(u.Wrong) > 0 || u.OtherResults() != "" {
		return "true"
	}
	return ""
}

// Without runs the experiment without the jobs of a row, to compare it with what was before.
func (u *Users) Without(row int32) {
	if u.whyNot() != "" {
		return
	}
	u.WhatIfWithout(u.by, u.owners().Number[row])
	u.Browser.Reveal("whatif")
}
