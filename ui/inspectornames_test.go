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
	"backfill/ui/phrase"
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

// pbsLog has three jobs of a cluster with PBS, of the queues long and short.
const pbsLog = `03/02/2026 09:00:00;E;1.server;user=ann group=physics account=P1 jobname=a queue=long ctime=1772440000 qtime=1772440000 etime=1772440000 start=1772440000 exec_host=n1/0 Resource_List.ncpus=4 Resource_List.walltime=01:00:00 end=1772442000 Exit_status=0
03/02/2026 09:30:00;E;2.server;user=bob group=physics account=P2 jobname=b queue=short ctime=1772440060 qtime=1772440060 etime=1772440060 start=1772440060 exec_host=n1/1 Resource_List.ncpus=2 Resource_List.walltime=01:00:00 end=1772441000 Exit_status=0
03/02/2026 09:40:00;E;3.server;user=bob group=physics account=P2 jobname=b queue=long ctime=1772440090 qtime=1772440090 etime=1772440090 start=1772440090 exec_host=n1/2 Resource_List.ncpus=2 Resource_List.walltime=01:00:00 end=1772441000 Exit_status=0
`

// Of an accounting log on one pool of processors, all panels say account and, if it is of Slurm, partition, as the story of the log does; group,
// where it has no accounts; queue, where it is of PBS; of other workloads queue and group.
func TestPanelsUseTheWordsOfTheLog(t *testing.T) {
	titled := func(p *Page, title string) bool {
		return slices.ContainsFunc(p.Jobs.Columns, func(c widget.Column) bool { return c.Title == title })
	}
	for _, c := range []struct{ log, facts, users, account, queue string }{
		{clusterLog, "{User 2} {Account 2} {QOS 1} {Partition 1}", "Users, accounts and partitions", "account", "partition"},
		{strings.Replace(clusterLog, "Account", "Group", 1), "{User 2} {Group 2} {QOS 1} {Partition 1}", "Users, groups and partitions", "group", "partition"},
		{pbsLog, "{User 2} {Account 2} {Queue 1}", "Users, accounts and queues", "account", "queue"},
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
		other := map[string]string{"queue": "partition", "partition": "queue"}[c.queue]
		p.Pin(2)
		b.explain()
		if got := fmt.Sprint(p.Inspector.Facts()); !strings.Contains(got, c.facts) {
			t.Errorf("the inspector says %s, want %s", got, c.facts)
		}
		if got := render(t, p).ids["users-heading"].text(); got != c.users {
			t.Errorf("the table of users is called %q, want %q", got, c.users)
		}
		if p.Users.SetBy(c.queue); p.Users.Columns[0].Title != phrase.UpperFirst(c.queue) || !titled(p, phrase.UpperFirst(c.queue)) || titled(p, phrase.UpperFirst(other)) {
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
		if !slices.Contains(words, c.queue) || !slices.Contains(words, c.account) || slices.Contains(words, other) {
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
