package explain

import (
	"strings"
	"testing"

	"backfill/engine"
	"backfill/ui/timeline"
)

func TestReasonsInWords(t *testing.T) {
	const minute = engine.Minute
	w := &engine.Workload{Jobs: []engine.Job{{Processors: 4}, {Processors: 6}, {Processors: 1}}}
	told := Narrator{Outcome: &engine.Outcome{Workload: w, Unit: 1, Overtook: make([]bool, 3)}, Clock: timeline.Clock{}}
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
		}, `Waited from 1 min to 4 min: it needs 4 processors, at most 3 were free.
Started at 4 min; nobody who had arrived earlier was waiting.`},
		{"a reservation in the way", []engine.Decision{
			why(1, engine.Reserved, engine.NoJob, 0, 9), why(2, engine.Reserved, 1, 4, 9), why(9, engine.StartedReserved, engine.NoJob, 8, 9),
		}, `Waited from 1 min to 2 min with a reservation: it needs 4 processors, none was free. This job was promised a start at 9 min.
Waited from 2 min to 9 min with a reservation: it needs 4 processors, 4 were free when the policy decided, but job 2 had a reservation for them. This job was promised a start at 9 min.
Started at 9 min; its reservation came due.`},
		{"held to its promise", []engine.Decision{why(1, engine.Reserved, engine.NoJob, 5, 9)},
			`Waited from 1 min with a reservation: it needs 4 processors, 5 were free when the policy decided, but this policy keeps to what it promised. This job was promised a start at 9 min.`},
		{"moved forward", []engine.Decision{
			why(1, engine.Reserved, engine.NoJob, 0, 9), why(2, engine.Reserved, engine.NoJob, 1, 7), why(4, engine.StartedReserved, engine.NoJob, 8, 4),
		}, `Waited from 1 min to 4 min with a reservation: it needs 4 processors, at most 1 was free. This job was promised a start at 9 min first, at 7 min at last.
Started at 4 min: its reservation moved forward from 7 min to 4 min.`},
	} {
		var lines []string
		for _, s := range told.Reasons(c.decisions) {
			lines = append(lines, s.String())
		}
		if got := strings.Join(lines, "\n"); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	// Heads of partitions.
	for want, why := range map[string]engine.Decision{
		"Waited from 1 min at the head of a partition: it needs 4 processors, at most 3 were free.":                             why(1, engine.PartitionHead, engine.NoJob, 3, 0),
		"Waited from 1 min behind job 2: in every partition in which it may run, this policy starts nobody past a waiting job.": why(1, engine.BehindHeads, 1, 3, 0),
	} {
		if got := told.Reasons([]engine.Decision{why})[0].String(); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
	// What names a job or an instant is a part of its own, to be pressed.
	parts := told.Reasons([]engine.Decision{why(1, engine.BehindHead, 1, 0, 0)})[0]
	if len(parts) != 5 || parts[1] != (Words{"1 min", engine.NoJob, engine.Minute}) || parts[3] != (Words{"job 2", 1, engine.Never}) {
		t.Errorf("the parts are %v", parts)
	}
}

// Job 1 needs 4 processors; others were chosen instead, or it does not fit.
func TestReasonsOfPackingInWords(t *testing.T) {
	const minute = engine.Minute
	w := &engine.Workload{Jobs: []engine.Job{{Processors: 4}, {Processors: 6}, {Processors: 1}}}
	told := Narrator{Outcome: &engine.Outcome{Workload: w, Unit: 1, Overtook: make([]bool, 3)}, Clock: timeline.Clock{}, Shadow: true}
	why := func(at engine.Time, rule engine.Rule, free int32) engine.Decision {
		return engine.Decision{At: at * minute, Reason: engine.Reason{Rule: rule, Blocker: engine.NoJob, Free: free}}
	}
	packed := func(at engine.Time, rule engine.Rule, chosen, others, used, with, free int32) engine.Decision {
		d := why(at, rule, free)
		d.Chosen, d.Others, d.Used, d.With = chosen, others, used, with
		return d
	}
	skipped := func(at engine.Time, rule engine.Rule, skips, free int32, shadow engine.Time) engine.Decision {
		d := why(at, rule, free)
		d.Skips, d.MaxSkip, d.Shadow = skips, 7, shadow
		return d
	}
	for _, c := range []struct {
		name      string
		decisions []engine.Decision
		want      string
	}{
		{"a tie with one ahead", []engine.Decision{packed(1, engine.PackedAhead, 1, 0, 4, 4, 4)},
			`Waited from 1 min: it needs 4 processors, 4 were free when the policy decided, and job 2, ahead of it, took all 4.`},
		{"a tie", []engine.Decision{packed(1, engine.NotPacked, 1, 1, 5, 5, 6)},
			`Waited from 1 min: it needs 4 processors, 6 were free when the policy decided, and job 2 and 1 other together took 5 of them; of sets that use as many, the one that ends nearest to the head is taken.`},
		{"others use more, twice, then as many", []engine.Decision{packed(1, engine.NotPacked, 1, 0, 6, 5, 6), packed(2, engine.NotPacked, 2, 2, 5, 4, 5), packed(3, engine.NotPacked, 2, 2, 5, 5, 5)},
			`Waited from 1 min to 3 min: it needs 4 processors, 5 to 6 were free when the policy decided, and other jobs (job 2 first, job 3 at last) used more of them than any set with this job.
Waited from 3 min: it needs 4 processors, 5 were free when the policy decided, and job 3 and 2 others together took all 5; of sets that use as many, the one that ends nearest to the head is taken.`},
		{"packed in parts", []engine.Decision{packed(1, engine.NotPacked, 1, 0, 4, 5, 6)},
			`Waited from 1 min: it needs 4 processors, 6 were free when the policy decided, and job 2 took 4 of them; the queue was too long to be packed at once.`},
		{"skips of a head that does not fit, then has a reservation", []engine.Decision{skipped(1, engine.HeadBlocked, 2, 1, engine.Never), skipped(2, engine.HeadBlocked, 3, 2, engine.Never), skipped(3, engine.HeadBlocked, 3, 2, 9*minute)},
			`Waited from 1 min to 3 min at the head of the queue, skipped 2 to 3 of at most 7 times: it needs 4 processors, at most 2 were free.
Waited from 3 min at the head of the queue, skipped 3 of at most 7 times: it needs 4 processors, at most 2 were free. By the estimates it could start at 9 min (shadow time).`},
	} {
		var lines []string
		for _, s := range told.Reasons(c.decisions) {
			lines = append(lines, s.String())
		}
		if got := strings.Join(lines, "\n"); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
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
		decisions = append(decisions, engine.Decision{At: engine.Time(i) * engine.Minute, Reason: engine.Reason{Rule: rule, Blocker: engine.NoJob}})
	}
	told := Narrator{Outcome: &engine.Outcome{Workload: w, Unit: 1}, Clock: timeline.Clock{}}.Reasons(decisions)
	if len(told) != 25 || told[12].String() != "… 6 further changes …" || !strings.HasPrefix(told[24].String(), "Waited from 29 min:") {
		t.Errorf("%d entries: %v", len(told), told)
	}
}

// A job of 4 + 2 processors is head of the queue of a multi-cluster, is jumped twice, and
// another one waits behind it.
func TestReasonsOfJumpsInWords(t *testing.T) {
	const minute = engine.Minute
	w := &engine.Workload{Jobs: []engine.Job{{Processors: 6}, {Processors: 1}, {Processors: 1}, {Processors: 6}}, Components: [][]int32{{4, 2}, nil, nil, nil}}
	told := Narrator{Outcome: &engine.Outcome{Workload: w, Unit: 1, Overtook: []bool{false, true, true}, Lanes: []engine.Lane{{Kind: "cluster"}},
		Pieces: []engine.Piece{}}, Clock: timeline.Clock{}}
	why := func(job int32, at engine.Time, rule engine.Rule, blocker, free, skips int32) engine.Decision {
		return engine.Decision{Job: job, At: at * minute, Reason: engine.Reason{Rule: rule, Blocker: blocker, Free: free, Skips: skips, MaxSkip: 3}}
	}
	without := func(d engine.Decision, component, most int32) engine.Decision {
		d.Room = engine.Room{Component: component, Processors: most}
		return d
	}
	few := why(0, 1, engine.HeadJumped, engine.NoJob, 5, 0)
	wide, narrow := without(why(0, 2, engine.HeadJumped, engine.NoJob, 7, 1), 4, 3), without(why(0, 3, engine.HeadJumped, engine.NoJob, 8, 2), 2, 0)
	never := why(1, 5, engine.BehindJumped, 0, 2, 0)
	pair := without(why(3, 1, engine.TooWideNow, engine.NoJob, 8, 0), 6, 5)
	never.MaxSkip, pair.MaxSkip = 0, 0
	for _, c := range []struct {
		decisions []engine.Decision
		want      string
	}{
		{[]engine.Decision{few},
			`Waited from 1 min at the head of the queue, jumped 0 of at most 3 times: it needs 6 processors in components of 4 and 2, at most 5 were free.`},
		{[]engine.Decision{few, wide},
			`Waited from 1 min at the head of the queue, jumped 0 to 1 of at most 3 times: it needs 6 processors in components of 4 and 2, at most 7 were free; when there were enough, no cluster was left with more than 3 free for a component of 4.`},
		{[]engine.Decision{narrow},
			`Waited from 3 min at the head of the queue, jumped 2 of at most 3 times: it needs 6 processors in components of 4 and 2, at most 8 were free, but no cluster was left with any free for a component of 2.`},
		{[]engine.Decision{wide, narrow},
			`Waited from 2 min at the head of the queue, jumped 1 to 2 of at most 3 times: it needs 6 processors in components of 4 and 2, at most 8 were free, but one of the components found no cluster with so many free.`},
		{[]engine.Decision{pair}, `Waited from 1 min: it needs 6 processors, at most 8 were free, but no cluster had more than 5 free.`},
		{[]engine.Decision{never}, `Waited from 5 min behind job 1, the head of the queue, which nobody may jump.`},
		{[]engine.Decision{why(1, 1, engine.BehindJumped, 0, 2, 3), why(1, 3, engine.StartedJumping, 0, 2, 1)},
			`Waited from 1 min to 3 min behind job 1, the head of the queue, which had been jumped as often as it may be (3 times).
Started at 3 min past job 1 at the head of the queue, which did not fit: number 1 of at most 3 jobs that may jump it.`},
	} {
		var lines []string
		for _, s := range told.Reasons(c.decisions) {
			lines = append(lines, s.String())
		}
		if got := strings.Join(lines, "\n"); got != c.want {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
	}
}

// A job of 4 processors under a policy that makes plans: it starts, is moved, interrupted and
// waits.
func TestReasonsOfPlansInWords(t *testing.T) {
	const minute = engine.Minute
	w := &engine.Workload{Jobs: []engine.Job{{Processors: 4}}}
	lanes := []engine.Lane{{Kind: "computer", Name: "computer 2", Processors: 8}, {Kind: "computer", Name: "computer 1", Processors: 4}}
	told := Narrator{Outcome: &engine.Outcome{Workload: w, Unit: 1, Overtook: make([]bool, 1), Lanes: lanes, Lane: []int32{1}}, Clock: timeline.Clock{}}
	why := func(at engine.Time, rule engine.Rule, lane int32, priority float64, rank int32) engine.Decision {
		return engine.Decision{At: at * minute, Reason: engine.Reason{Rule: rule, Blocker: engine.NoJob, Lane: lane, Priority: priority, Rank: rank,
			Room: engine.Room{Lane: engine.NoLane, Processors: 3, Memory: -1}}}
	}
	var lines []string
	for _, s := range told.Reasons([]engine.Decision{
		why(1, engine.StartedByPlan, 0, 31.44, 3), why(2, engine.MovedByPlan, 1, 40, 1), why(3, engine.Interrupted, 0, 5, 9),
		why(4, engine.Outranked, 0, 5.5, 12), why(5, engine.Outranked, 0, 6.26, 7), why(6, engine.StartedByPlan, 1, 7, 5),
	}) {
		lines = append(lines, s.String())
	}
	want := `Started at 1 min on computer 2: with a priority of 31.4 it was number 3 of the plan.
Moved at 2 min to computer 1: with a priority of 40.0 there it was number 1 of the new plan.
Interrupted at 3 min: its priority, 5.0 at best, comes after 8 jobs of the plan, and no computer that can run it had room left when its turn there came: it needs 4 processors on one computer; no computer had more than 3 processors free.
Waited from 4 min to 6 min: its priority, 5.5 to 6.3 at best, comes after 6 to 11 jobs of the plan, and no computer that can run it had room left when its turn there came: it needs 4 processors on one computer; no computer had more than 3 processors free.
Started at 6 min on computer 1: with a priority of 7.0 it was number 5 of the plan.`
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// A job of 2 processors fits in a cluster, and 5 are left when job 2 begins, but not in one cluster that it could keep so long.
func TestEnoughProcessorsWithoutAPlaceInWords(t *testing.T) {
	w := &engine.Workload{Jobs: []engine.Job{{Processors: 2}, {Processors: 6}}}
	told := Narrator{Outcome: &engine.Outcome{Workload: w, Unit: 1, Lanes: []engine.Lane{{Kind: "cluster"}}, Pieces: []engine.Piece{}}, Clock: timeline.Clock{}, Shadow: true}
	d := engine.Decision{At: engine.Minute, Reason: engine.Reason{Rule: engine.WouldDelay, Blocker: 1, Shadow: 10 * engine.Minute, Extra: 5, Free: 2}}
	want := "job 2 was promised 6 processors at 10 min (shadow time); by its requested time this job would not have ended before, and for so long there was no place for it beside what was reserved."
	if got := told.Reasons([]engine.Decision{d})[0].String(); got != "Waited from 1 min: "+want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	d.Extra = 1
	want = "job 2 was promised 6 processors at 10 min (shadow time); by its requested time this job would still have run then, and it needs 2, more than the 1 extra processor left then."
	if got := told.Reasons([]engine.Decision{d})[0].String(); got != "Waited from 1 min: "+want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
