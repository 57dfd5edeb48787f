package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"backfill/engine/metrics"
	"backfill/engine/workload"
	"backfill/engine/workload/accounting"
	"backfill/ui/opened"
	"backfill/ui/result"
	"backfill/ui/widget"
)

// Job 3 is of bob, whom the log names second, as it does other, and of the first QOS and partition.
func TestInspectorNamesOwners(t *testing.T) {
	p, b := configured(t)
	p.Pin(2)
	b.explain()
	for named, want := range map[bool]string{true: "{User bob} {Account other} {QOS normal} {Partition short}", false: "{User 2} {Account 2} {QOS 1} {Partition p1}"} {
		p.ShowNames(named)
		if got := fmt.Sprint(p.Inspector.Facts()); !strings.Contains(got, want) {
			t.Errorf("names shown %t: %s, want %s", named, got, want)
		}
		why := fmt.Sprint(p.Inspector.Fates()[0].Reasons)
		if want := map[bool]string{true: "partition short", false: "partition p1"}[named]; !strings.Contains(why, want) {
			t.Errorf("names shown %t: the reasons %s do not tell of %s", named, why, want)
		}
	}
}

// Of an accounting log on one pool of processors, all panels say partition and account, as the story of the log does; group, where it has no
// accounts; of other workloads queue and group.
func TestPanelsUseTheWordsOfTheLog(t *testing.T) {
	titled := func(p *Page, title string) bool {
		return slices.ContainsFunc(p.Jobs.Columns, func(c widget.Column) bool { return c.Title == title })
	}
	for _, c := range []struct{ log, facts, users, account string }{
		{clusterLog, "{User 2} {Account 2} {QOS 1} {Partition 1}", "Users, accounts and partitions", "account"},
		{strings.Replace(clusterLog, "Account", "Group", 1), "{User 2} {Group 2} {QOS 1} {Partition 1}", "Users, groups and partitions", "group"},
	} {
		p, b := firstVisit(t)
		var text strings.Builder
		read, err := accounting.Copy(&text, strings.NewReader(c.log), "sacct.txt", accounting.Options{})
		if err != nil {
			t.Fatal(err)
		}
		b.logs = map[string]string{"accounting-1.txt": text.String()}
		p.FileCame(opened.File{FileRef: result.FileRef{Name: "accounting-1.txt", Size: int64(text.Len()), SHA256: strings.Repeat("cd", 32)}, Kind: "accounting", Report: &workload.Report{},
			Legend: &read.Legend, Named: &accounting.Named{}, Sizing: &workload.Sizing{Widest: 8, Busy: 8}})
		b.pass()
		b.answer()
		p.Pin(2)
		b.explain()
		if got := fmt.Sprint(p.Inspector.Facts()); !strings.Contains(got, c.facts) {
			t.Errorf("the inspector says %s, want %s", got, c.facts)
		}
		if got := render(t, p).ids["users-heading"].text(); got != c.users {
			t.Errorf("the table of users is called %q, want %q", got, c.users)
		}
		if p.Users.SetBy("partition"); p.Users.Columns[0].Title != "Partition" || !titled(p, "Partition") || titled(p, "Queue") {
			t.Errorf("a row is of a %s", p.Users.Columns[0].Title)
		}
		p.Schedules.ColorBy("group")
		b.pass()
		if got := p.Timeline.Colors.Owner(p.Shown.Results.Runs[0].Outcome, 2); got != c.account+" 2" {
			t.Errorf("the colours are of %q", got)
		}
		var words []string
		for _, kind := range p.GroupKinds(&p.Draft) {
			words = append(words, kind.Word)
		}
		if !slices.Contains(words, "partition") || !slices.Contains(words, c.account) || slices.Contains(words, "queue") {
			t.Errorf("jobs can be grouped by %q", words)
		}
	}

	p, _ := dropped(t, "waiting.swf", waitingLog)
	if account, queue := p.OwnerWord(metrics.ByGroup), p.OwnerWord(metrics.ByQueue); account != "group" || queue != "queue" {
		t.Errorf("a log in the Standard Workload Format has a %s and a %s", account, queue)
	}
	if got := render(t, p).ids["users-heading"].text(); got != "Users, groups and queues" {
		t.Errorf("the table of its users is called %q", got)
	}
}
