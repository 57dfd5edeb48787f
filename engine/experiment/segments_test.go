package experiment_test

import (
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/metrics/metricstest"
)

// A job table of a farm says of each job when it was to have ended, whether it was late, on
// which computers it ran and how often it was interrupted, for how long it ran and how much of
// that was lost. Job 1 ran from 0 to 4 on computer 7, from 6 to 7 on computer 2 and from 9 to
// 12 there, and lost the first segment; job 2 still ran when the simulation stopped, after one
// segment; job 3 never did.
func TestJobTableOfAFarm(t *testing.T) {
	const s = engine.Second
	o := &engine.Outcome{
		Workload: &engine.Workload{
			Jobs:     []engine.Job{{Run: 4 * s, Estimate: 5 * s, Processors: 1}, {Run: 4 * s, Estimate: 5 * s, Processors: 1}, {Run: 4 * s, Estimate: 5 * s, Processors: 1}},
			Deadline: []engine.Time{11500, 30 * s, -1},
		},
		Processors: 4, Unit: 1,
		Start: []engine.Time{0, 4 * s, -1}, End: []engine.Time{12 * s, -1, -1}, State: []engine.JobState{engine.Completed, engine.Unfinished, engine.Unfinished},
		Lanes: []engine.Lane{{Kind: "computer", Name: "computer 7", Processors: 2}, {Kind: "computer", Name: "computer 2", Processors: 2}},
		Lane:  []int32{1, 0, engine.NoLane},
		Segments: []engine.Segment{
			{Job: 0, Lane: 0, From: 0, To: 4 * s, End: engine.Restarted}, {Job: 1, Lane: 0, From: 4 * s, To: 5 * s, End: engine.Suspended},
			{Job: 0, Lane: 1, From: 6 * s, To: 7 * s, End: engine.Suspended}, {Job: 0, Lane: 1, From: 9 * s, To: 12 * s, End: engine.Ended},
			{Job: 1, Lane: 0, From: 10 * s, To: -1},
		},
		SegmentOrder: []int32{0, 1, 2, 3}, Held: []engine.Time{8 * s, 1 * s, 0}, Lost: []engine.Time{4 * s, 0, 0},
	}
	var text strings.Builder
	if err := experiment.WriteJobs(&text, []*experiment.Run{{Policy: "p", Outcome: o}}, experiment.Columns{Farm: true}); err != nil {
		t.Fatal(err)
	}
	want := `policy,replication,job,submit,start,end,wait,processors,requested_time,state,point,index,requested_start,run_time,attempt,deadline,late,computers,preemptions,held,lost
p,0,1,0,0,12,4,1,5,completed,0,0,,8,1,11.5,1,7+2+2,2,8,4
p,0,2,0,4,,4,1,5,unfinished,0,1,,,1,30,,7+7,1,1,
p,0,3,0,,,,1,5,unfinished,0,2,,,1,,,,,,
`
	if text.String() != want {
		t.Errorf("%s\nwant\n%s", text.String(), want)
	}
}

// Where policies are timed, there are times of plans; otherwise there are none, and the same
// result everywhere. What was timed at one point is timed again at the others, though it makes
// the same of the same jobs.
func TestTimes(t *testing.T) {
	for record, want := range map[string]struct {
		timed bool
		runs  int // of the first policy, at two points
	}{"none": {false, 1}, "times": {true, 2}} {
		task := prepare(t, `"record": "`+record+`", "workload": {"kind": "lublin", "jobs": 200}, "policies": [{"kind": "easy"}, {"kind": "easy", "label": "b"}],
			"sweep": [{"path": "/policies/1/reservations", "values": [1, 2]}]`)
		other, ok := task.At(experiment.Cell{Point: 1})
		if !ok {
			t.Fatal("another workload")
		}
		runs := 0
		for _, at := range []*experiment.Task{task, other} {
			simulated := false
			run, err := at.Measure(0, func(int, engine.Time) error { simulated = true; return nil })
			if err != nil {
				t.Fatal(err)
			}
			if simulated {
				runs++
			}
			if total := run.Metrics.Value("planTimeTotal"); (total > 0) != want.timed {
				t.Errorf("record %s: %v s in plans", record, total)
			}
			if run.Metrics.Value("plans") < 200 {
				t.Errorf("record %s: %v plans", record, run.Metrics.Value("plans"))
			}
		}
		if runs != want.runs {
			t.Errorf("record %s: %d runs, want %d", record, runs, want.runs)
		}
		if told := strings.Contains(strings.Join(task.Report.Notes, " "), "differ from run to run"); told != want.timed {
			t.Errorf("record %s: notes %q", record, task.Report.Notes)
		}
	}
}

// Job 1 was preempted after 10 of its 25 s and waited from 10 to 20 s again; job 2 was cancelled as it ran, job 3 as it waited, for 10 s; job 4 was
// requeued and waits.
func TestJobTableOfStoppedJobs(t *testing.T) {
	o := metricstest.Outcome(4, 1, []metricstest.Row{
		{Submit: 0, Start: 20, End: 35, Size: 3, Stopped: []metricstest.Stop{{From: 0, To: 10, Preempted: true}}},
		{Submit: 6, Start: 22, End: 25, Size: 1, Cancelled: true},
		{Submit: 8, Start: -1, End: 18, Size: 2, Cancelled: true},
		{Submit: 12, Start: -1, End: -1, Size: 1, Stopped: []metricstest.Stop{{From: 25, To: 26}}},
	}, engine.Second)
	var text strings.Builder
	if err := experiment.WriteJobs(&text, []*experiment.Run{{Policy: "p", Outcome: o}}, experiment.Columns{Stops: true}); err != nil {
		t.Fatal(err)
	}
	want := `policy,replication,job,submit,start,end,wait,processors,requested_time,state,point,index,requested_start,run_time,attempt,preemptions,requeues,held,lost
p,0,1,0,20,35,10,3,15,completed,0,0,,25,1,1,0,25,10
p,0,2,6,22,25,16,1,3,cancelled,0,1,,3,1,0,0,3,0
p,0,3,8,,18,10,2,0.001,cancelled,0,2,,,1,,,,
p,0,4,12,,,,1,0.001,unfinished,0,3,,,1,0,1,1,1
`
	if text.String() != want {
		t.Errorf("%s\nwant\n%s", text.String(), want)
	}
}
