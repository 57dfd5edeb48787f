package explain

import (
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/metrics/metricstest"
	"backfill/ui/timeline"
)

// stoppedOnNodes are nodes a and b of 4 processors and jobs of 4, in seconds: job 1 runs on a from 0 to 10, is preempted, and runs on b from 20 to
// 40. Job 2 runs on b from 0 to 20, job 3 on a from 10 to 30, when it is cancelled; job 4 is cancelled at 15, while it waits. Job 5 runs on a from 40
// to 41, is requeued, and is cancelled at 50; job 6 runs there from 50 to 52, is requeued, and waits.
func stoppedOnNodes() *engine.Outcome {
	o := metricstest.Outcome(8, 1, []metricstest.Row{
		{Start: 20, End: 40, Size: 4, Stopped: []metricstest.Stop{{From: 0, To: 10, Preempted: true}}},
		{Start: 0, End: 20, Size: 4},
		{Start: 10, End: 30, Size: 4, Cancelled: true},
		{Start: -1, End: 15, Size: 4, Cancelled: true},
		{Submit: 30, Start: -1, End: 50, Size: 4, Cancelled: true, Stopped: []metricstest.Stop{{From: 40, To: 41}}},
		{Submit: 30, Start: -1, End: -1, Size: 4, Stopped: []metricstest.Stop{{From: 50, To: 52}}},
	}, engine.Second)
	a, b := engine.Piece{Lane: 0, Processors: 4, First: -1}, engine.Piece{Lane: 1, Processors: 4, First: -1}
	o.Lanes = []engine.Lane{{Kind: "node", Name: "a", Processors: 4}, {Kind: "node", Name: "b", Processors: 4}}
	o.Pieces, o.PieceEnd = []engine.Piece{b, a, b}, []int32{1, 2, 3}
	for i := range o.Stopped {
		o.Stopped[i].Pieces = []engine.Piece{a}
	}
	return o
}

func TestFatesOfStoppedJobs(t *testing.T) {
	o := stoppedOnNodes()
	for j, want := range []string{
		"Waited 10 s in all, started first at 0 on a, was preempted once, ran 10 s to no avail, ended at 40 s on b.",
		"Started at once, at 0 on b, ended at 20 s.",
		"Waited 10 s, started at 10 s on a, cancelled at 30 s.",
		"Waited 15 s, cancelled at 15 s before it started.",
		"Waited 19 s in all, started first at 40 s on a, was requeued once, ran 1 s to no avail, cancelled at 50 s, while it waited again.",
		"Started first at 50 s on a, was requeued once, ran 2 s to no avail, and waits again.",
	} {
		if got := Fate(o, int32(j), timeline.Clock{}).String(); got != want {
			t.Errorf("job %d: %q, want %q", j+1, got, want)
		}
	}
	var got []string
	for _, j := range []int32{0, 1, 5} {
		for _, line := range SegmentLines(o, j, timeline.Clock{}) {
			got = append(got, line.String())
		}
	}
	want := []string{
		"Ran 10 s, from 0 to 10 s, on a: preempted: what it had done was lost, and it waited again.",
		"Ran 20 s, from 20 s to 40 s, on b: ended.",
		"Ran 2 s, from 50 s to 52 s, on a: requeued: what it had done was lost, and it waited again.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Job 2 came after job 1 and started at the same time, job 3 while job 1 waited again; nobody else did. Of the jobs after job 4 none started before
// it was cancelled. Jobs 5 and 6 came at once: 6 started when 5 had been cancelled.
func TestOvertakersOfStoppedJobs(t *testing.T) {
	o := stoppedOnNodes()
	for j, want := range [][]int32{{2}, nil, nil, nil, nil, nil} {
		if got := Overtakers(o, int32(j)); !slices.Equal(got, want) {
			t.Errorf("job %d was overtaken by %v, want %v", j+1, got, want)
		}
	}
	for at, want := range map[engine.Time]string{5: "a: 0 of 4 processors free", 35: "a: 4 of 4 processors free", 51: "a: 0 of 4 processors free"} {
		if got := LaneLine(o, 0, at*engine.Second); got != want {
			t.Errorf("at %d: %q, want %q", at, got, want)
		}
	}
}

func TestReasonsOfStopsInWords(t *testing.T) {
	told := Narrator{Outcome: stoppedOnNodes(), Clock: timeline.Clock{}}
	why := func(at engine.Time, rule engine.Rule, blocker int32, shadow engine.Time) engine.Decision {
		return engine.Decision{At: at * engine.Second, Until: at * engine.Second, Reason: engine.Reason{Rule: rule, Blocker: blocker, Shadow: shadow * engine.Second}}
	}
	decisions := []engine.Decision{
		why(1, engine.LacksLicences, engine.NoJob, 0), why(2, engine.IsHeld, engine.NoJob, 0), why(3, engine.BeforeBegin, engine.NoJob, 9),
		why(4, engine.AwaitsReservation, engine.NoJob, 0), why(5, engine.OverTasks, engine.NoJob, 0), why(6, engine.PartitionDown, engine.NoJob, 0), why(7, engine.Preempts, engine.NoJob, 0),
		why(8, engine.PreemptedFor, 2, 0), why(9, engine.Requeued, engine.NoJob, 0), why(10, engine.NodeFailed, engine.NoJob, 0),
		why(11, engine.ReservedForOthers, engine.NoJob, 0), why(12, engine.NodesDown, engine.NoJob, 0), why(13, engine.SuspendedByHand, engine.NoJob, 0),
		why(14, engine.IsSuspended, engine.NoJob, 0), why(15, engine.OverLimit, engine.NoJob, 0), why(16, engine.IsHeld, engine.NoJob, 0),
	}
	of := &decisions[len(decisions)-2].Reason
	of.Limit, of.LimitUsed, of.LimitBound = engine.LimitNamed("QOSGrpCPUMinutesLimit"), 46, 40
	var got []string
	for _, s := range told.Reasons(decisions) {
		got = append(got, s.String())
	}
	want := []string{
		"Waited from 1 s to 2 s (Licenses): too few copies of a licence that it asks for were left.",
		"Waited from 2 s to 3 s (JobHeldAdmin): somebody held it.",
		"Waited from 3 s to 4 s (BeginTime): it may start at 9 s at the earliest.",
		"Waited from 4 s to 5 s (Reservation): the reservation in which it is to run had not begun, or was over.",
		"Waited from 5 s to 6 s (JobArrayTaskLimit): as many tasks of its array ran as may.",
		"Waited from 6 s to 7 s (PartitionDown): its partition started nobody.",
		"Waited from 7 s to 8 s (Resources): there was room for it only where jobs ran that had been told to stop for it.",
		"Stopped at 8 s to make room for job 3, which preempted it.",
		"Requeued at 9 s by hand.",
		"Stopped at 10 s, when one of its nodes failed.",
		"Waited from 11 s to 12 s (ReqNodeNotAvail): it would have room on nodes of an advance reservation, but would still run when that began.",
		"Waited from 12 s to 13 s (ReqNodeNotAvail): it would have room on nodes on which nobody started: they were drained or down.",
		"Suspended at 13 s by hand: what it had done was kept.",
		"Waited from 14 s to 15 s, suspended: it went on where it ran when there was room again and, if it was suspended by hand, somebody had resumed it.",
		"Waited from 15 s to 16 s (QOSGrpCPUMinutesLimit): of at most 40, 46 had been used. Others pass it.",
		"Waited from 16 s (JobHeldAdmin): somebody held it.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
	for rule := engine.StartedInOrder; rule <= engine.StartedByScript; rule++ {
		if told.RuleWords(rule) == "" {
			t.Errorf("rule %d has no words", rule)
		}
	}
	for _, d := range decisions {
		if Starts(d.Rule) {
			t.Errorf("rule %d is no reason to start", d.Rule)
		}
	}
}
