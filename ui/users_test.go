package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"backfill/engine/metrics"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/logs"
)

// userRows are the rows of the visible page of the table of users, as people read them.
func userRows(p *Page, b *fake) []string {
	b.pass() // on a busy machine sorting takes several steps
	var rows []string
	for _, row := range p.Users.Visible() {
		var cells []string
		for i := range p.Users.Columns {
			cells = append(cells, p.Users.Columns[i].Text(row))
		}
		rows = append(rows, strings.Join(cells, " | "))
	}
	return rows
}

// Under EASY the textbook case starts the jobs of user 1, numbers 1, 3, 8 and 12, after 0, 540, 0 and 0 s: 540 s in all, and the
// 95th percentile of four is the fourth. They take 4·240 + 6·240 + 2·720 + 60 = 3900 processor seconds. User 2 has jobs 2, 5, 7
// and 10: waits 0, 0, 780 and 540 s, 1800 + 480 + 540 + 2400 = 5220 processor seconds. User 3 has jobs 4, 6, 9 and 11: waits
// 780, 0, 120 and 300 s, 1500 + 480 + 120 + 360 = 2460 processor seconds. Under FCFS users 1 to 3 wait for 0 + 540 + 780 + 1320,
// 0 + 720 + 780 + 1200 and 780 + 840 + 540 + 1440 s.
func TestTableOfUsers(t *testing.T) {
	p, b := firstVisit(t)
	u := p.Users
	if got, want := u.Remark(), "3 users; groups and queues are unknown."; got != want {
		t.Errorf("the folded table says %q, want %q", got, want)
	}
	p.Toggle("users")
	u.SetPolicy("EASY")
	easy := []string{ // those that use most first
		"2 | 4 | 1.45 | 5 min 30 s | 13 min | 22 min | 0",
		"1 | 4 | 1.08 | 2 min 15 s | 9 min | 9 min | 0",
		"3 | 4 | 0.68 | 5 min | 13 min | 20 min | 0",
	}
	if got := userRows(p, b); !slices.Equal(got, easy) {
		t.Errorf("under EASY:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(easy, "\n"))
	}
	u.SortBy("mean")
	if got := userRows(p, b); !slices.Equal(got, []string{easy[0], easy[2], easy[1]}) {
		t.Errorf("by mean wait: %q", got)
	}
	u.SortBy("mean")
	if got := userRows(p, b); !slices.Equal(got, []string{easy[1], easy[2], easy[0]}) {
		t.Errorf("by mean wait, the other way round: %q", got)
	}
	u.SetPolicy("all policies, side by side")
	if got := u.By; got != "mean0" || u.Sorted(got) != "ascending" {
		t.Errorf("all policies are sorted by %s, %s", got, u.Sorted(got))
	}
	u.SortBy("number")
	var heads []string
	for _, c := range u.Columns {
		heads = append(heads, c.Title)
	}
	if want := "User Jobs Processor-hours Mean wait, FCFS Mean wait, EASY Mean wait, Conservative p95 wait, FCFS p95 wait, EASY " +
		"p95 wait, Conservative Total wait, FCFS Total wait, EASY Total wait, Conservative Killed"; strings.Join(heads, " ") != want {
		t.Errorf("side by side: %q", heads)
	}
	if got := userRows(p, b); !strings.HasPrefix(got[0], "1 | 4 | 1.08 | 11 min | 2 min 15 s | ") || !strings.HasPrefix(got[1], "2 | 4 | 1.45 | 11 min 15 s | ") || !strings.HasPrefix(got[2], "3 | 4 | 0.68 | 15 min | ") {
		t.Errorf("side by side: %q", got)
	}
	u.SetSearch("3")
	if got := userRows(p, b); len(got) != 1 || !strings.HasPrefix(got[0], "3 |") {
		t.Errorf("searched for 3: %q", got)
	}
	u.SetBy("group")
	if got := userRows(p, b); len(got) != 0 || u.Remark() != "No job of this workload has a known group." {
		t.Errorf("by group: %q, %q", got, u.Remark())
	}
}

// What is copied and saved are numbers in the units of the heads, in the order of the table.
func TestTableOfUsersAsAFile(t *testing.T) {
	p, b := firstVisit(t)
	p.Users.SetPolicy("EASY")
	p.Users.SortBy("wait")
	p.Users.SetSearch("2")
	b.pass()
	want := [][]string{{"User", "Jobs", "Processor-hours", "Mean wait (s)", "p95 wait (s)", "Total wait (s)", "Killed"}, {"2", "4", "1.45", "330", "780", "1320", "0"}}
	p.Users.Copy()
	if got := records(t, b.copied, '\t'); !slices.EqualFunc(got, want, slices.Equal[[]string]) {
		t.Errorf("copied: %q", got)
	}
	p.Users.Save()
	file := string(b.saved["backfill-a-textbook-case-by-user.csv"])
	if got := records(t, file, ','); !slices.EqualFunc(got, want, slices.Equal[[]string]) || !strings.Contains(file, "# rows: 1 user under EASY; user with “2”; sorted by Total wait, descending\n") {
		t.Errorf("saved:\n%s", file)
	}
}

// Queue 0 of this log has a name, queue 3 none, and of one job the queue is unknown. One job is killed at its limit of 60 s,
// another is wider than the machine and never starts.
func TestTableOfQueues(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version": 1, "machine": {"kind": "cluster", "processors": 4}, "policies": [{"kind": "fcfs"}], "workload": {"kind": "swf", "file": "q.swf"}}`)
	const log = "; MaxProcs: 4\n; Queue: 0 night, long jobs\n" +
		"1 0 -1 100 4 -1 -1 4 60 -1 1 -1 -1 -1 0 -1 -1 -1\n" +
		"2 0 -1 10 2 -1 -1 2 60 -1 1 -1 -1 -1 3 -1 -1 -1\n" +
		"3 0 -1 10 2 -1 -1 2 60 -1 1 -1 -1 -1 -1 -1 -1 -1\n" +
		"4 0 -1 10 8 -1 -1 8 60 -1 1 -1 -1 -1 3 -1 -1 -1\n"
	b.logs = map[string]string{"q.swf": log}
	p.FileCame(droppedText(t, "q.swf", log))
	b.pass()
	b.answer()
	p.Users.SortBy("number")
	want := []string{
		"unknown | – | 1 | 0 | 0.006 | 1 min | 1 min | 1 min | 0",
		"0 | night, long jobs | 1 | 0 | 0.067 | 0 s | 0 s | 0 s | 1",
		"3 | – | 1 | 1 | 0.006 | 1 min | 1 min | 1 min | 0",
	}
	if got := userRows(p, b); !slices.Equal(got, want) {
		t.Errorf("queues:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestWorkloadWithoutUsers(t *testing.T) {
	p, b := firstVisit(t)
	open(p, threeJobs)
	b.answer()
	if got, want := p.Users.Remark(), "The jobs of this workload have no known users, groups or queues."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestJobsOfAUser(t *testing.T) {
	p, b := firstVisit(t)
	p.Jobs.SetFilter("least", "2")
	p.Users.ShowJobs(3)
	b.pass()
	if got := len(p.Jobs.Found); got != 4 {
		t.Errorf("%d jobs of user 3 are listed, want 4", got)
	}
}

// Names of an accounting log stand in the table of users when they are asked for, and only there. A log that is found in the browser's
// storage has none.
func TestNamesOfAnAccountingLog(t *testing.T) {
	p, b := firstVisit(t)
	f := droppedLog(t, "small.swf")
	w, _, err := logs.ReadSWF(strings.NewReader(smallLog), "small.swf")
	if err != nil {
		t.Fatal(err)
	}
	legend := &accounting.Legend{}
	for user := range slices.Max(w.User) {
		legend[accounting.Users] = append(legend[accounting.Users], fmt.Sprintf("ann%d", user+1))
	}
	f.Legend = legend
	p.FileCame(f)
	b.answer()
	p.Unfolded["users"] = true
	p.Users.Refresh()
	names := func() string {
		r := render(t, p)
		return r.ids["user-table"].text() + r.ids["users"].text()
	}
	if text := names(); strings.Contains(text, "ann") || !strings.Contains(text, "Show names") {
		t.Errorf("before they are asked for, the table says %q", text)
	}
	render(t, p).do("users-names", "click", "")
	if text := names(); !strings.Contains(text, "ann7") || !strings.Contains(text, "Hide names") || !strings.Contains(text, "nowhere else") {
		t.Errorf("the table says %q", text)
	}
	p.Users.SetSearch("ann8")
	if got := len(p.Users.Found); got != 1 {
		t.Errorf("ann8 is found %d times", got)
	}
	for _, what := range []string{b.lastScenario(), p.Origin()} {
		if strings.Contains(what, "ann7") {
			t.Errorf("%s names somebody", what)
		}
	}
	p.Users.SetSearch("")
	render(t, p).do("users-names", "click", "")
	if text := names(); strings.Contains(text, "ann") {
		t.Errorf("hidden again, the table says %q", text)
	}
}

// Below the name of an accounting log a button copies the command that prints one.
func TestCopyTheCommandForSacct(t *testing.T) {
	p, b := firstVisit(t)
	p.Editor.FoldedCards = map[string]bool{}
	if render(t, p).ids["field-workload-file-offer"] != nil {
		t.Error("the command is offered for another workload")
	}
	p.Edit("/workload/kind", "accounting")
	render(t, p).do("field-workload-file-offer", "click", "")
	if b.copied != accounting.SlurmCommand+" > log.txt" {
		t.Errorf("copied is %q", b.copied)
	}
}

// As long as the rows of new results are not sorted, the table shows those of the old order that are still there: without user 2 there are two.
func TestTableOfUsersWhileItIsSorted(t *testing.T) {
	p, b := firstVisit(t)
	p.Toggle("users")
	if n := len(p.Users.Visible()); n != 3 {
		t.Fatalf("%d users", n)
	}
	staging := p.Staging
	p.Staging = func() bool { return true }
	p.WhatIfWithout(metrics.ByUser, 2)
	b.answer()
	if n := len(p.Users.Visible()); !p.Users.Arranging() || n != 2 {
		t.Errorf("sorting: %v; %d users are shown", p.Users.Arranging(), n)
	}
	render(t, p)
	p.Staging = staging
	if rows := userRows(p, b); len(rows) != 2 {
		t.Errorf("the table shows %q", rows)
	}
}
