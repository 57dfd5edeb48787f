package transform

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/table"
	"backfill/engine/workload/workloadtest"
)

const s = engine.Second

func TestFirst(t *testing.T) {
	out, notes, err := workloadtest.Apply(t, First, `{"jobs": 2}`, workloadtest.FourJobs(), workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	want := workloadtest.FourJobs()
	want.Jobs, want.User, want.Wait = want.Jobs[:2], want.User[:2], want.Wait[:2]
	if diff := cmp.Diff(want, out); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"the first 2 of 4 jobs are kept"}, notes); diff != "" {
		t.Error(diff)
	}
	out, _, err = workloadtest.Apply(t, First, `{"jobs": 5}`, workloadtest.FourJobs(), workload.Inputs{})
	if err != nil || len(out.Jobs) != 4 {
		t.Errorf("%d jobs, error %v", len(out.Jobs), err)
	}
}

// The window from 150.5 s to 500 s holds the two jobs of 200 s. Zero moves to 150 s,
// the whole second; numbers stay 2 and 3, and 150 s are added to the calendar.
func TestWindow(t *testing.T) {
	out, _, err := workloadtest.Apply(t, Window, `{"from": 150.5, "to": 500}`, workloadtest.FourJobs(), workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	want := &engine.Workload{
		Jobs: []engine.Job{
			{Submit: 50 * s, Run: 50 * s, Estimate: 60 * s, Processors: 16},
			{Submit: 50 * s, Run: 30 * s, Estimate: 20 * s, Processors: 1},
		},
		Number:   []int64{2, 3},
		User:     []int32{2, 3},
		Wait:     []engine.Time{10 * s, -1},
		Machine:  16,
		Calendar: &engine.Calendar{UnixStart: 1_000_150, Zone: "Europe/Stockholm"},
	}
	if diff := cmp.Diff(want, out); diff != "" {
		t.Error(diff)
	}
	for fields, jobs := range map[string]int{`{}`: 4, `{"from": 200}`: 3, `{"from": 200.001}`: 1, `{"to": 200}`: 1, `{"to": 200.001}`: 3, `{"from": 500}`: 1} {
		out, _, err := workloadtest.Apply(t, Window, fields, workloadtest.FourJobs(), workload.Inputs{})
		if err != nil || len(out.Jobs) != jobs {
			t.Errorf("%s: %v, error %v", fields, out, err)
		}
	}
}

// When a log ends, and up to when it is followed, moves with time zero, and is unknown for other times.
func TestEndOfLog(t *testing.T) {
	w := workloadtest.FourJobs()
	w.LogEnd, w.Until = 600*s, 170*s
	out, _, err := workloadtest.Apply(t, Window, `{"from": 150.5}`, w, workload.Inputs{})
	if err != nil || out.LogEnd != 450*s || out.Until != 20*s {
		t.Errorf("%v, %v, %v", out.LogEnd, out.Until, err)
	}
	if out, _, err = workloadtest.Apply(t, Load, `{"factor": 2}`, w, workload.Inputs{}); err != nil || out.LogEnd != 0 || out.Until != 0 {
		t.Errorf("%v, %v, %v", out.LogEnd, out.Until, err)
	}
}

// With jobs of 100, 200, 200 and 500 s, the window from 150 s keeps the last three:
// the requested start of 250 s becomes 100 s, the one of 100.5 s, before the new zero, 0.
// The command of job 1 goes with its job; a command issued at 120 s for the last job
// would come before zero.
func TestWindowMovesStartsAndCommands(t *testing.T) {
	w := workloadtest.Heterogeneous()
	w.Commands = append([]engine.Command{{At: 120 * s, Job: 3, Kind: engine.ExtendTime, Amount: 1}}, w.Commands...)
	out, notes, err := workloadtest.Apply(t, Window, `{"from": 150}`, w, workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]engine.Time{100 * s, -1, 0}, out.Requested); diff != "" {
		t.Error(diff)
	}
	want := []engine.Command{
		{At: 50 * s, Job: 1, Kind: engine.ExtendProcessors, Amount: 3},
		{At: 50 * s, Job: 0, Kind: engine.ReduceTime, Amount: 10_000},
		{At: 150 * s, Job: 2, Kind: engine.ReduceProcessors, Amount: 1},
	}
	if diff := cmp.Diff(want, out.Commands); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"3 of 4 jobs were submitted in the window; time zero was 150 s before; " +
		"commands issued before time zero, when their jobs had not been submitted, are left out: 1"}, notes); diff != "" {
		t.Error(diff)
	}
	if out.MaxCommands != 1 {
		t.Errorf("at most %d commands", out.MaxCommands)
	}
}

func TestFirstTakesCommandsAlong(t *testing.T) {
	out, _, err := workloadtest.Apply(t, First, `{"jobs": 2}`, workloadtest.Heterogeneous(), workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	want := workloadtest.Heterogeneous()
	want.Jobs, want.User, want.Wait, want.Requested = want.Jobs[:2], want.User[:2], want.Wait[:2], want.Requested[:2]
	want.Commands = []engine.Command{want.Commands[0], want.Commands[2]}
	if diff := cmp.Diff(want, out); diff != "" {
		t.Error(diff)
	}
}

// The four jobs' time zero is 1,000,000 s after 1970, 11 d 13:46:40, in a zone that this program does not know, so that dates are UTC.
func TestWindowRefuses(t *testing.T) {
	const none = "no job was submitted in the window; the first was at 100 s (1970-01-12 13:48:20), the last at 500 s (1970-01-12 13:55:00)"
	for fields, want := range map[string]string{
		`{"from": 501}`:             "/from: 501: " + none,
		`{"to": 99}`:                "/to: 99: " + none,
		`{"from": 300, "to": 400}`:  "/from: 300: " + none,
		`{"from": 300, "to": 300}`:  "/to: 300: a time after from, 300 s (1970-01-12 13:51:40), is accepted",
		`{"from": 300, "to": 29.5}`: "/to: 29.5: a time after from, 300 s (1970-01-12 13:51:40), is accepted",
	} {
		if _, _, err := workloadtest.Apply(t, Window, fields, workloadtest.FourJobs(), workload.Inputs{}); err == nil || err.Error() != want {
			t.Errorf("%s: error %v", fields, err)
		}
	}
}

// Area: 8*40 + 16*50 + 1*30 + 2*10 = 1170 processor seconds in 400 s. On 16
// processors the load is 1170/6400 = 0.1828125. On 10 the job of 16 offers none:
// 370/4000 = 0.0925.
func TestOfferedLoad(t *testing.T) {
	if got := OfferedLoad(workloadtest.FourJobs(), 16); got != 0.1828125 {
		t.Errorf("load %v", got)
	}
	if got := OfferedLoad(workloadtest.FourJobs(), 10); got != 0.0925 {
		t.Errorf("load %v", got)
	}
}

func TestLoad(t *testing.T) {
	for _, c := range []struct {
		fields string
		in     workload.Inputs
		want   []engine.Time
	}{
		{`{"factor": 2}`, workload.Inputs{}, []engine.Time{100 * s, 300 * s, 300 * s, 900 * s}},
		{`{"factor": 0.333}`, workload.Inputs{}, []engine.Time{100 * s, 133300, 133300, 233200}},
		// Twice the load of 0.1828125 on the log's 16 processors: half the gaps.
		{`{"load": 0.365625}`, workload.Inputs{}, []engine.Time{100 * s, 150 * s, 150 * s, 300 * s}},
		// The scenario's machine of 10 has 0.0925, a tenth of which is ten times the gaps.
		{`{"load": 0.00925}`, workload.Inputs{Processors: 10}, []engine.Time{100 * s, 1100 * s, 1100 * s, 4100 * s}},
		// A quarter more load, on any machine: the gaps of 100, 0 and 300 s become 80, 0 and 240 s. Half the load doubles them.
		{`{"change": 25}`, workload.Inputs{}, []engine.Time{100 * s, 180 * s, 180 * s, 420 * s}},
		{`{"change": -50}`, workload.Inputs{Processors: 10}, []engine.Time{100 * s, 300 * s, 300 * s, 900 * s}},
	} {
		out, _, err := workloadtest.Apply(t, Load, c.fields, workloadtest.FourJobs(), c.in)
		if err != nil {
			t.Fatal(err)
		}
		var got []engine.Time
		for _, j := range out.Jobs {
			got = append(got, j.Submit)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.fields, diff)
		}
		if out.Wait != nil || out.Calendar != nil {
			t.Errorf("%s: the waits and dates of another time remain", c.fields)
		}
	}
}

// The load of FourJobs on 10 processors, 0.0925, of which the job of 16 is no part, becomes 1.2 times that. Where nobody
// says how many processors there are, the change is all there is to say.
func TestLoadChangeSaysWhatItDoes(t *testing.T) {
	nowhere := workloadtest.FourJobs()
	nowhere.Machine = 0
	for _, c := range []struct {
		w    *engine.Workload
		in   workload.Inputs
		want string
	}{
		{workloadtest.FourJobs(), workload.Inputs{Processors: 10}, "times between submissions are multiplied by 0.8333: the offered load changes by +20 %, on 10 processors from 0.0925 to 0.111"},
		{nowhere, workload.Inputs{}, "times between submissions are multiplied by 0.8333: the offered load changes by +20 %"},
	} {
		_, notes, err := workloadtest.Apply(t, Load, `{"change": 20}`, c.w, c.in)
		if err != nil || len(notes) != 1 || notes[0] != c.want {
			t.Errorf("%q, %v", notes, err)
		}
	}
}

// At half the gaps jobs come at 100, 150, 150 and 300 s. Requested starts stay 50 s
// after and 399.5 s before the submission; the latter would be below 0. Commands keep
// their 50, 0, 0 and -200 s, so that the one of the last job comes first, and its
// other one, 450 s before, is left out.
func TestLoadMovesStartsAndCommands(t *testing.T) {
	w := workloadtest.Heterogeneous()
	w.Commands = append([]engine.Command{{At: 50 * s, Job: 3, Kind: engine.ExtendTime, Amount: 1}}, w.Commands...)
	for _, fields := range []string{`{"factor": 0.5}`, `{"load": 0.365625}`, `{"change": 100}`} {
		out, notes, err := workloadtest.Apply(t, Load, fields, w, workload.Inputs{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]engine.Time{-1, 200 * s, -1, 0}, out.Requested); diff != "" {
			t.Errorf("%s: %s", fields, diff)
		}
		want := []engine.Command{
			{At: 100 * s, Job: 3, Kind: engine.ReduceProcessors, Amount: 1},
			{At: 150 * s, Job: 0, Kind: engine.ExtendTime, Amount: 2500},
			{At: 150 * s, Job: 2, Kind: engine.ExtendProcessors, Amount: 3},
			{At: 150 * s, Job: 1, Kind: engine.ReduceTime, Amount: 10_000},
		}
		if diff := cmp.Diff(want, out.Commands); diff != "" {
			t.Errorf("%s: %s", fields, diff)
		}
		if out.MaxCommands != 1 || !strings.HasSuffix(notes[0], "; commands issued before time zero, when their jobs had not been submitted, are left out: 1") {
			t.Errorf("%s: at most %d commands, note %q", fields, out.MaxCommands, notes)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	nowhere := workloadtest.FourJobs()
	nowhere.Machine = 0
	late := workloadtest.FourJobs()
	late.Jobs[3].Submit = engine.FromSeconds(9e11)
	lateStart, lateCommand := workloadtest.Heterogeneous(), workloadtest.Heterogeneous()
	lateStart.Requested[3] = table.Latest
	lateCommand.Commands[3].At = table.Latest
	following := workloadtest.FourJobs()
	following.After = []int32{engine.NoJob, engine.NoJob, engine.NoJob, 0}
	for _, c := range []struct {
		fields string
		w      *engine.Workload
		want   string
	}{
		{`{}`, workloadtest.FourJobs(), "/load: missing; one of load, factor and change is accepted"},
		{`{"load": 1, "factor": 2}`, workloadtest.FourJobs(), "/factor: 2: load is given too; one of load, factor and change is accepted"},
		{`{"factor": 2, "change": 20}`, workloadtest.FourJobs(), "/change: 20: factor is given too; one of load, factor and change is accepted"},
		{`{"change": 20}`, table.Rows(workloadtest.FourJobs(), 1, 3), "/change: 20: no load is defined, as all jobs are submitted at once; jobs submitted at two or more instants are accepted"},
		{`{"change": 20}`, following, "/change: 20: jobs are submitted when others have ended, so that their load depends on the schedule; it is accepted before the transformation closedLoop"},
		{`{"load": 1}`, nowhere, "/load: 1: neither the machine nor the workload says for how many processors; a factor or a change is accepted instead"},
		{`{"load": 1}`, table.Rows(workloadtest.FourJobs(), 1, 3), "/load: 1: no load is defined; jobs no wider than the machine, submitted at two or more instants, are accepted"},
		{`{"factor": 2}`, late, "/factor: 2: the last job would be submitted after 1000000000000 s, the latest time that is accepted"},
		{`{"factor": 2}`, lateStart, "/factor: 2: a dedicated job would be requested to start after 1000000000000 s, the latest time that is accepted"},
		{`{"factor": 2}`, lateCommand, "/factor: 2: a command would be issued after 1000000000000 s, the latest time that is accepted"},
	} {
		if _, _, err := workloadtest.Apply(t, Load, c.fields, c.w, workload.Inputs{}); err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v", c.fields, err)
		}
	}
}

func TestTooWide(t *testing.T) {
	for _, c := range []struct {
		fields     string
		processors int32
		want       []int32
		note       string
	}{
		{`{}`, 8, []int32{8, 16, 1, 2}, "1 of 4 jobs needs more than the machine's 8 processors and is refused"},
		{`{"rule": "clip"}`, 8, []int32{8, 8, 1, 2}, "1 of 4 jobs needs more than the machine's 8 processors and runs on all of them"},
		{`{"rule": "clip"}`, 16, []int32{8, 16, 1, 2}, "0 of 4 jobs need more than the machine's 16 processors and run on all of them"},
	} {
		out, notes, err := workloadtest.Apply(t, TooWide, c.fields, workloadtest.FourJobs(), workload.Inputs{Processors: c.processors})
		if err != nil {
			t.Fatal(err)
		}
		var got []int32
		for _, j := range out.Jobs {
			got = append(got, j.Processors)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]string{c.note}, notes); diff != "" {
			t.Error(diff)
		}
	}
	if _, _, err := workloadtest.Apply(t, TooWide, `{"rule": "clip"}`, workloadtest.FourJobs(), workload.Inputs{}); err == nil {
		t.Error("clipped to a machine of unknown size")
	}
}

// People entered job 2, of 200 s, at 60 s, 140 s before, and job 4, of 500 s, at 450 s. In a window whose zero is 150 s that is before its
// begin and at 300 s; at half the times between submissions jobs come at 150 and 300 s, job 2 was entered at 10 s and job 4 at 250 s. A
// dependency keeps its delay; one on a job before the window is gone.
func TestEnteredMovesWithTheJobs(t *testing.T) {
	w := workloadtest.FourJobs()
	w.Entered = []engine.Time{-1, 60 * s, -1, 450 * s}
	w.Dependencies = []engine.Dependency{{Job: 1, On: 0}, {Job: 3, On: 2, Delay: 60 * s}}
	out, _, err := workloadtest.Apply(t, Window, `{"from": 150}`, w, workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]engine.Time{0, -1, 300 * s}, out.Entered) + cmp.Diff([]engine.Dependency{{Job: 2, On: 1, Delay: 60 * s}}, out.Dependencies); diff != "" {
		t.Errorf("window: %s", diff)
	}
	if out, _, err = workloadtest.Apply(t, Load, `{"factor": 0.5}`, w, workload.Inputs{}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]engine.Time{-1, 10 * s, -1, 250 * s}, out.Entered) + cmp.Diff(w.Dependencies, out.Dependencies); diff != "" {
		t.Errorf("load: %s", diff)
	}
}

// Deadlines are 30, no and 0 s after submission. A window whose zero is 150 s before shifts them;
// at half the times between submissions, 100 s, 150 s and 150 s, they keep their distances.
func TestDeadlinesMoveWithTheirJobs(t *testing.T) {
	w := workloadtest.FourJobs()
	w.Deadline = []engine.Time{130 * s, -1, 200 * s, 510 * s}
	out, _, err := workloadtest.Apply(t, Window, `{"from": 150}`, w, workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]engine.Time{-1, 50 * s, 360 * s}, out.Deadline); diff != "" {
		t.Errorf("window: %s", diff)
	}
	if out, _, err = workloadtest.Apply(t, Load, `{"factor": 0.5}`, w, workload.Inputs{}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]engine.Time{130 * s, -1, 150 * s, 310 * s}, out.Deadline); diff != "" {
		t.Errorf("load: %s", diff)
	}
}
