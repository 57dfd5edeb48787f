package ui

import (
	"strings"
	"testing"

	"backfill/engine"
	"backfill/ui/timeline"
)

func TestReasonsInWords(t *testing.T) {
	const minute = engine.Minute
	w := &engine.Workload{Jobs: []engine.Job{{Processors: 4}, {Processors: 6}, {Processors: 1}}}
	told := telling{&engine.Outcome{Workload: w, Unit: 1}, timeline.Clock{}}
	why := func(at engine.Time, rule engine.Rule, blocker, free int32, shadow engine.Time) engine.Decision {
		return engine.Decision{At: at * minute, Reason: engine.Reason{Rule: rule, Blocker: blocker, Free: free, Shadow: shadow * minute}}
	}
	for _, c := range []struct {
		name      string
		decisions []engine.Decision
		want      string
	}{
		{"free processors change", []engine.Decision{
			why(1, engine.TooWideNow, engine.NoJob, 1, 0), why(2, engine.TooWideNow, engine.NoJob, 3, 0), why(4, engine.StartedInOrder, engine.NoJob, 8, 0),
		}, `Waited from 1 min to 4 min: it needs 4 processors, 1 to 3 are free.
Started at 4 min; nobody who had arrived earlier was waiting.`},
		{"a reservation in the way", []engine.Decision{
			why(1, engine.Reserved, engine.NoJob, 0, 9), why(2, engine.Reserved, 1, 4, 9), why(9, engine.StartedReserved, engine.NoJob, 8, 9),
		}, `Waited from 1 min to 2 min with a reservation: it needs 4 processors, none is free. It is promised 9 min.
Waited from 2 min to 9 min with a reservation: it needs 4 processors, 4 are free, but job 2 has a reservation for them. It is promised 9 min.
Started at 9 min; its reservation came due.`},
		{"held to its promise", []engine.Decision{why(1, engine.Reserved, engine.NoJob, 5, 9)},
			`Waited from 1 min with a reservation: it needs 4 processors, 5 are free, but this policy keeps to what it promised. It is promised 9 min.`},
		{"moved forward", []engine.Decision{
			why(1, engine.Reserved, engine.NoJob, 0, 9), why(2, engine.Reserved, engine.NoJob, 1, 7), why(4, engine.StartedReserved, engine.NoJob, 8, 4),
		}, `Waited from 1 min to 4 min with a reservation: it needs 4 processors, at most 1 is free. It was promised 9 min first, 7 min at last.
Started at 4 min: its reservation moved forward from 7 min to 4 min.`},
	} {
		var lines []string
		for _, s := range told.reasons(c.decisions) {
			lines = append(lines, s.String())
		}
		if got := strings.Join(lines, "\n"); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	// What names a job is a part of its own, to be pressed.
	parts := told.reasons([]engine.Decision{why(1, engine.BehindHead, 1, 0, 0)})[0]
	if len(parts) != 3 || parts[1] != (words{"job 2", 1}) {
		t.Errorf("the parts are %v", parts)
	}
}

func TestManyReasonsAreCutShort(t *testing.T) {
	w := &engine.Workload{Jobs: make([]engine.Job, 2)}
	var decisions []engine.Decision
	for i := range 30 {
		rule := engine.HeadBlocked
		if i%2 == 1 {
			rule = engine.TooWideNow
		}
		decisions = append(decisions, engine.Decision{At: engine.Time(i), Reason: engine.Reason{Rule: rule, Blocker: engine.NoJob}})
	}
	told := telling{&engine.Outcome{Workload: w, Unit: 1}, timeline.Clock{}}.reasons(decisions)
	if len(told) != maxReasons+1 || told[maxReasons-1].String() != "… 18 further changes …" {
		t.Errorf("%d entries: %v", len(told), told)
	}
}
