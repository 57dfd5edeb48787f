package explain

import (
	"strings"
	"testing"

	"backfill/engine"
	"backfill/ui/timeline"
)

// Job 1 needs 1 processor and 4 GB. What was too little is told over all entries; where
// that changes from processors to memory, another sentence begins.
func TestLackOnHostsInWords(t *testing.T) {
	w := &engine.Workload{Jobs: []engine.Job{{Processors: 1}, {Processors: 2}}, Memory: []int64{4 << 20, 1 << 20}}
	o := &engine.Outcome{Workload: w, Unit: 1, Lanes: []engine.Lane{{Kind: "host", Name: "host 1", Processors: 4, Memory: 8 << 10}}, Lane: []int32{0, 0}}
	why := func(at engine.Time, rule engine.Rule, extra, extraMemory int32, room engine.Room) engine.Decision {
		return engine.Decision{At: at * engine.Second, Reason: engine.Reason{Rule: rule, Blocker: 1, Shadow: 9 * engine.Second, Extra: extra, ExtraMemory: extraMemory, Room: room}}
	}
	full, scarce, fits := engine.Room{Lane: engine.NoLane, Memory: -1}, engine.Room{Lane: engine.NoLane, Processors: 2, Memory: 1 << 10}, engine.Room{Processors: 2, Memory: 4 << 10}
	const delay = "host 1 had room for it when the policy decided, but job 2 was promised 2 processors and 2 GB there at 9 s (shadow time); by its requested time this job would still have run then, and it needs 1 processor and 4 GB, but no "
	for _, c := range []struct {
		decisions []engine.Decision
		want      string
	}{
		{[]engine.Decision{why(1, engine.TooWideNow, 0, 0, scarce)}, "Waited from 1 s: it needs 1 processor and 4 GB on one host; the hosts with enough processors free had no more than 1 GB free."},
		{[]engine.Decision{why(1, engine.TooWideNow, 0, 0, full), why(2, engine.TooWideNow, 0, 0, scarce)},
			"Waited from 1 s: it needs 1 processor and 4 GB on one host; at times no host had enough processors free, at times too little memory was left on those that had."},
		{[]engine.Decision{why(1, engine.WouldDelay, 0, 5<<10, fits), why(2, engine.WouldDelay, 2, 1<<10, fits), why(3, engine.WouldDelay, 1, 3<<10, fits)},
			"Waited from 1 s to 2 s: " + delay + "extra processor was left there then.\nWaited from 2 s: " + delay + "more than 2 extra processors and 3 GB were left there then."},
		{[]engine.Decision{why(1, engine.Reserved, 0, 0, fits)}, "Waited from 1 s with a reservation: it needs 1 processor and 4 GB on one host; host 1 had room when the policy decided, but job 2 had a reservation there. This job was promised a start at 9 s on host 1."},
	} {
		var lines []string
		for _, s := range (Narrator{Outcome: o, Clock: timeline.Clock{}, Shadow: true}).Reasons(c.decisions) {
			lines = append(lines, s.String())
		}
		if got := strings.Join(lines, "\n"); got != c.want {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
	}
}

// Job 1 holds 3 of the 4 processors of computer 1 up to 10 s, when it is interrupted, and from
// 20 s on; job 2 holds 2 of the 2 of computer 2 all the time.
func TestLaneLineBySegments(t *testing.T) {
	const s = engine.Second
	o := &engine.Outcome{
		Workload: &engine.Workload{Jobs: []engine.Job{{Processors: 3}, {Processors: 2}}}, Unit: 1,
		Lanes: []engine.Lane{{Kind: "computer", Name: "computer 1", Processors: 4}, {Kind: "computer", Name: "computer 2", Processors: 2}},
		Lane:  []int32{0, 1}, Start: []engine.Time{0, 0}, End: []engine.Time{30 * s, -1}, StartOrder: []int32{0, 1},
		Segments: []engine.Segment{{Job: 0, To: 10 * s, End: engine.Suspended}, {Job: 1, Lane: 1, To: -1}, {Job: 0, From: 20 * s, To: 30 * s, End: engine.Ended}},
	}
	for _, c := range []struct {
		lane int
		at   engine.Time
		want string
	}{
		{0, 9 * s, "computer 1: 1 of 4 processors free"}, {0, 10 * s, "computer 1: 4 of 4 processors free"}, {0, 20 * s, "computer 1: 1 of 4 processors free"},
		{0, 30 * s, "computer 1: 4 of 4 processors free"}, {1, 40 * s, "computer 2: 0 of 2 processors free"},
	} {
		if got := LaneLine(o, c.lane, c.at); got != c.want {
			t.Errorf("at %v: %s, want %s", c.at, got, c.want)
		}
	}
}

// Job 1 needs a processor and licences 1 and 3. What was short is told over all entries.
func TestLackOnComputersInWords(t *testing.T) {
	w := &engine.Workload{Jobs: []engine.Job{{Processors: 1}}, Licences: []engine.Licences{5}}
	o := &engine.Outcome{Workload: w, Unit: 1, Lanes: []engine.Lane{{Kind: "computer", Name: "computer 1", Processors: 4, Speed: 400}}, Lane: []int32{0}}
	why := func(processors int32, licences engine.Licences) engine.Decision {
		return engine.Decision{At: engine.Second, Reason: engine.Reason{Rule: engine.TooWideNow, Room: engine.Room{Lane: engine.NoLane, Processors: processors, Licences: licences}}}
	}
	const needs = "Waited from 1 s: it needs 1 processor on one computer with licences 1 and 3; "
	for _, c := range []struct {
		decisions []engine.Decision
		want      string
	}{
		{[]engine.Decision{why(2, 4)}, "licence 3 had no copy left for another computer."},
		{[]engine.Decision{why(0, 5)}, "licences 1 and 3 had no copies left, and no computer that may use them had a processor free."},
		{[]engine.Decision{why(0, 0)}, "no computer that may use them had a processor free."},
		{[]engine.Decision{why(0, 0), why(2, 1)}, "at times licence 1 had no copy left, at times no computer that may use them had a processor free."},
	} {
		var lines []string
		for _, s := range (Narrator{Outcome: o, Clock: timeline.Clock{}}).Reasons(c.decisions) {
			lines = append(lines, s.String())
		}
		if got := strings.Join(lines, "\n"); got != needs+c.want {
			t.Errorf("%s\nwant\n%s", got, needs+c.want)
		}
	}
}
