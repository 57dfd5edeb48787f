package ui

import (
	"strings"
	"testing"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/panel/inspector"
	"backfill/ui/timeline"
)

// The case of TestReasonsOnHosts in policies, where the reasons are derived, in seconds
// and GB: host 1 has 2 processors and 8 GB, host 2 has 4 and 4.
const onHosts = `{"version":1,"machine":{"kind":"hosts","hosts":[{"processors":2,"memory":8},{"processors":4,"memory":4}]},"workload":{"kind":"jobs","jobs":[
	{"run":10,"processors":2,"memory":4},{"run":20,"processors":3,"memory":3},{"submit":1,"run":5,"processors":2,"memory":2},{"submit":2,"run":20,"processors":1,"memory":4},{"submit":3,"run":30,"processors":1,"memory":1},
	{"submit":16,"run":5,"processors":4,"memory":1},{"submit":21,"run":20,"processors":1,"memory":1},{"submit":22,"run":20,"processors":1,"memory":1},{"submit":22,"run":11,"processors":1,"memory":1}]},
	"policies":[{"kind":"easy"},{"kind":"fcfs"}]}`

func TestReasonsOnHostsInWords(t *testing.T) {
	p, b := firstVisit(t)
	open(p, onHosts)
	if p.Notice.Problem || len(p.Wrong) > 0 {
		t.Fatal(p.Notice.Text, p.Wrong)
	}
	b.answer()
	for _, c := range []struct {
		job    int32
		policy int
		says   string
	}{
		{2, 0, "at the head of the queue: it needs 2 processors and 2 GB on one host; no host had more than 1 processor free. By the estimates it could start at 10 s on host 1 (shadow time)."},
		{3, 0, "it needs 1 processor and 4 GB on one host; no host had a processor free. By the estimates it could start at 15 s on host 1 (shadow time)."},
		{3, 0, "it needs 1 processor and 4 GB on one host; the hosts with enough processors free had no more than 1 GB free."},
		{4, 0, "Backfilled at 3 s on host 2, where nobody held a reservation: job 3 was due on host 1, at 10 s."},
		{7, 0, "host 2 had room for it when the policy decided, but job 6 was promised 4 processors and 1 GB there at 33 s (shadow time); by its requested time this job would still have run then, and it needs 1 processor and 1 GB, but no extra processor was left there then."},
		{8, 0, "Backfilled at 22 s on host 2: by its requested time it ended by 33 s, when job 6 was due there (shadow time)."},
		{2, 1, "at the head of the queue: it needs 2 processors and 2 GB on one host; no host had more than 1 processor free."},
	} {
		p.Pin(c.job)
		b.explain()
		if got := reasonsOf(p, c.policy); !strings.Contains(got, c.says) {
			t.Errorf("job %d under policy %d:\n%s\nwant in it\n%s", c.job+1, c.policy, got, c.says)
		}
	}
	p.Pin(4)
	if got := p.Inspector.Fates()[0].Summary.String(); !strings.HasPrefix(got, "Started at once, at 3 s on host 2, ended at 33 s.") {
		t.Errorf("the fate of job 5 is %q", got)
	}
	if facts := p.Inspector.Facts(); facts[2] != (inspector.Fact{Name: "Memory", Text: "1 GB"}) {
		t.Errorf("the facts of job 5 are %v", facts)
	}
}

// At 5 s job 1 has 2 processors and 4 GB of host 1, jobs 2 and 5 have 4 processors and 4
// GB of host 2.
func TestHoverOnHosts(t *testing.T) {
	p, b := firstVisit(t)
	open(p, onHosts)
	b.answer()
	if got := p.Schedules.JobLine(p.Drawn[0], 4); !strings.Contains(got, ", 1 processor and 1 GB for 30 s: waited ") || !strings.HasSuffix(got, ", started 3 s on host 2") {
		t.Errorf("job 5: %q", got)
	}
	if got := explain.LaneLine(p.Drawn[0].Outcome, 0, 5*engine.Second); got != "host 1: 0 of 2 processors and 4 GB of 8 GB free" {
		t.Error(got)
	}
	text, _ := p.Schedules.Hover(timeline.Hit{Lane: 2, Group: 0, Band: 1, Job: engine.NoJob, Time: 40 * engine.Second, Processor: 1})
	if !strings.HasSuffix(text, "easy, host 2: 4 of 4 processors and 4 GB of 4 GB free") {
		t.Errorf("an empty place: %q", text)
	}
	if tracks := p.Timeline.Groups[0].Tracks; len(tracks) != 3 || tracks[1].Label != "memory in use" || tracks[1].Top != 12*1024 {
		t.Errorf("the tracks are %v", tracks)
	}
	if got := p.Schedules.Words(false)[0].Summary; !strings.Contains(got, "Memory in use: ") || !strings.Contains(got, "of 12 GB") {
		t.Errorf("the description is %q", got)
	}
}
