package ui

import (
	"strings"
	"testing"

	"backfill/engine"
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
	if p.notice.Problem || len(p.wrong) > 0 {
		t.Fatal(p.notice.Text, p.wrong)
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
		{7, 0, "host 2 had room for it, but job 6 was promised 4 processors and 1 GB there at 33 s (shadow time); this job would still have run then and needs 1 processor and 1 GB, but no extra processor was left there then."},
		{8, 0, "Backfilled at 22 s on host 2: by its requested time it ended before job 6 was due there at 33 s (shadow time)."},
		{2, 1, "at the head of the queue: it needs 2 processors and 2 GB on one host; no host had more than 1 processor free."},
	} {
		p.Pin(c.job)
		b.explain()
		if got := reasonsOf(p, c.policy); !strings.Contains(got, c.says) {
			t.Errorf("job %d under policy %d:\n%s\nwant in it\n%s", c.job+1, c.policy, got, c.says)
		}
	}
	p.Pin(4)
	if got := p.fates()[0].Summary.String(); !strings.HasPrefix(got, "Started at once, at 3 s on host 2, ended at 33 s.") {
		t.Errorf("the fate of job 5 is %q", got)
	}
	if facts := p.facts(); facts[2] != (Fact{"Memory", "1 GB"}) {
		t.Errorf("the facts of job 5 are %v", facts)
	}
}

// Job 1 needs 1 processor and 4 GB. What was too little is told over all entries; where
// that changes from processors to memory, another sentence begins.
func TestLackOnHostsInWords(t *testing.T) {
	w := &engine.Workload{Jobs: []engine.Job{{Processors: 1}, {Processors: 2}}, Memory: []int64{4 << 20, 1 << 20}}
	o := &engine.Outcome{Workload: w, Unit: 1, Lanes: []engine.Lane{{Kind: "host", Name: "host 1", Processors: 4, Memory: 8 << 10}}, Lane: []int32{0, 0}}
	why := func(at engine.Time, rule engine.Rule, extra, extraMemory int32, room engine.Room) engine.Decision {
		return engine.Decision{At: at * engine.Second, Reason: engine.Reason{Rule: rule, Blocker: 1, Shadow: 9 * engine.Second, Extra: extra, ExtraMemory: extraMemory, Room: room}}
	}
	full, scarce, fits := engine.Room{Lane: engine.NoLane, Memory: -1}, engine.Room{Lane: engine.NoLane, Processors: 2, Memory: 1 << 10}, engine.Room{Processors: 2, Memory: 4 << 10}
	const delay = "host 1 had room for it, but job 2 was promised 2 processors and 2 GB there at 9 s (shadow time); this job would still have run then and needs 1 processor and 4 GB, but no "
	for _, c := range []struct {
		decisions []engine.Decision
		want      string
	}{
		{[]engine.Decision{why(1, engine.TooWideNow, 0, 0, scarce)}, "Waited from 1 s: it needs 1 processor and 4 GB on one host; the hosts with enough processors free had no more than 1 GB free."},
		{[]engine.Decision{why(1, engine.TooWideNow, 0, 0, full), why(2, engine.TooWideNow, 0, 0, scarce)},
			"Waited from 1 s: it needs 1 processor and 4 GB on one host; at times no host had enough processors free, at times too little memory was left on those that had."},
		{[]engine.Decision{why(1, engine.WouldDelay, 0, 5<<10, fits), why(2, engine.WouldDelay, 2, 1<<10, fits), why(3, engine.WouldDelay, 1, 3<<10, fits)},
			"Waited from 1 s to 2 s: " + delay + "extra processor was left there then.\nWaited from 2 s: " + delay + "more than 2 extra processors and 3 GB were left there then."},
		{[]engine.Decision{why(1, engine.Reserved, 0, 0, fits)}, "Waited from 1 s with a reservation: it needs 1 processor and 4 GB on one host; host 1 had room, but job 2 had a reservation there. It was promised 9 s on host 1."},
	} {
		var lines []string
		for _, s := range (telling{outcome: o, clock: timeline.Clock{}}).reasons(c.decisions) {
			lines = append(lines, s.String())
		}
		if got := strings.Join(lines, "\n"); got != c.want {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
	}
}

// At 5 s job 1 has 2 processors and 4 GB of host 1, jobs 2 and 5 have 4 processors and 4
// GB of host 2.
func TestHoverOnHosts(t *testing.T) {
	p, b := firstVisit(t)
	open(p, onHosts)
	b.answer()
	if got := p.jobLine(p.drawn[0], 4); !strings.Contains(got, "started 3 s on host 2 under easy") || !strings.HasSuffix(got, ", 1 processor and 1 GB for 30 s") {
		t.Errorf("job 5: %q", got)
	}
	if got := laneLine(p.drawn[0].Outcome, 0, 5*engine.Second); got != "host 1: 0 of 2 processors and 4 GB of 8 GB free" {
		t.Error(got)
	}
	text, _ := p.Hover(timeline.Hit{Lane: 2, Group: 0, Band: 1, Job: engine.NoJob, Time: 40 * engine.Second, Processor: 1})
	if !strings.HasSuffix(text, "easy, host 2: 4 of 4 processors and 4 GB of 4 GB free") {
		t.Errorf("an empty place: %q", text)
	}
	if tracks := p.scene.Groups[0].Tracks; len(tracks) != 3 || tracks[1].Label != "memory in use" || tracks[1].Top != 12*1024 {
		t.Errorf("the tracks are %v", tracks)
	}
	if got := p.Descriptions()[0]; !strings.Contains(got, "Memory in use: ") || !strings.Contains(got, "of 12 GB") {
		t.Errorf("the description is %q", got)
	}
}

// Job 1 holds 3 of the 4 processors of computer 1 up to 10 s, when it is interrupted, and from
// 20 s on; job 2 holds 2 of the 2 of computer 2 all the time.
func TestLaneLineByStints(t *testing.T) {
	const s = engine.Second
	o := &engine.Outcome{
		Workload: &engine.Workload{Jobs: []engine.Job{{Processors: 3}, {Processors: 2}}}, Unit: 1,
		Lanes: []engine.Lane{{Kind: "computer", Name: "computer 1", Processors: 4}, {Kind: "computer", Name: "computer 2", Processors: 2}},
		Lane:  []int32{0, 1}, Start: []engine.Time{0, 0}, End: []engine.Time{30 * s, -1}, StartOrder: []int32{0, 1},
		Stints: []engine.Stint{{Job: 0, To: 10 * s, End: engine.Suspended}, {Job: 1, Lane: 1, To: -1}, {Job: 0, From: 20 * s, To: 30 * s, End: engine.Ended}},
	}
	for _, c := range []struct {
		lane int
		at   engine.Time
		want string
	}{
		{0, 9 * s, "computer 1: 1 of 4 processors free"}, {0, 10 * s, "computer 1: 4 of 4 processors free"}, {0, 20 * s, "computer 1: 1 of 4 processors free"},
		{0, 30 * s, "computer 1: 4 of 4 processors free"}, {1, 40 * s, "computer 2: 0 of 2 processors free"},
	} {
		if got := laneLine(o, c.lane, c.at); got != c.want {
			t.Errorf("at %v: %s, want %s", c.at, got, c.want)
		}
	}
}
