package sacct

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/metrics/metricstest"
	"backfill/engine/workload/accounting"
)

// read reads a log in UTC.
func read(t *testing.T, from io.Reader) *accounting.Log {
	t.Helper()
	log, err := accounting.Read(from, "log", accounting.Options{UntilLimit: true})
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// Job 1 runs from 0 to 60 s on both processors of a machine; jobs 2 and 3 wait. Job 3, of 1, has started past job 2 at 120 s, and was
// killed at 180 s; job 2 started then and has not ended. Job 4 waits. What is written of it is read again, these two until their limits.
func TestScheduleIsWritten(t *testing.T) {
	const s = engine.Second
	w := &engine.Workload{Jobs: []engine.Job{{Submit: 0, Run: 60 * s, Estimate: 120 * s, Processors: 2}, {Submit: 10 * s, Run: 600 * s, Estimate: 600 * s, Processors: 2}, {Submit: 20 * s, Run: 60 * s, Estimate: 60 * s, Processors: 1},
		{Submit: 30 * s, Run: 60 * s, Estimate: 60 * s, Processors: 1}}, Number: []int64{5, 6, 7, 8}, User: []int32{1, 2, 1, 1}, Group: []int32{-1, 1, 2, -1}, Queue: []int32{1, 1, 2, 2}, Memory: []int64{-1, 2048, -1, -1}}
	o := &engine.Outcome{Workload: w, Start: []engine.Time{0, 180 * s, 120 * s, -1}, End: []engine.Time{60 * s, -1, 180 * s, -1},
		State: []engine.JobState{engine.Completed, engine.Unfinished, engine.Killed, engine.Unfinished}, Overtook: []bool{false, false, true, false}, Processors: 2, Unit: 1}
	var b bytes.Buffer
	if err := Write(&b, o); err != nil {
		t.Fatal(err)
	}
	const want = "5|5|1001|||queue1|normal|2026-01-01T00:00:00|2026-01-01T00:00:00|2026-01-01T00:00:00|2026-01-01T00:01:00|60|00:00:00|COMPLETED|2|2|2|1||billing=2,cpu=2,node=1|billing=2,cpu=2,node=1||SchedMain\n" +
		"6|6|1002|101|account1|queue1|normal|2026-01-01T00:00:10|2026-01-01T00:00:10|2026-01-01T00:03:00|Unknown|0|00:00:00|RUNNING|10|2|2|1||billing=2,cpu=2,mem=4096K,node=1|billing=2,cpu=2,mem=4096K,node=1||SchedMain\n" +
		"7|7|1001|102|account2|queue2|normal|2026-01-01T00:00:20|2026-01-01T00:00:20|2026-01-01T00:02:00|2026-01-01T00:03:00|60|00:00:00|TIMEOUT|1|1|1|1||billing=1,cpu=1,node=1|billing=1,cpu=1,node=1||SchedBackfill\n" +
		"8|8|1001|||queue2|normal|2026-01-01T00:00:30|2026-01-01T00:00:30|Unknown|Unknown|0|00:00:00|PENDING|1|1|1|1||billing=1,cpu=1,node=1||None assigned|\n"
	if _, rows, _ := bytes.Cut(b.Bytes(), []byte("\n")); string(rows) != want {
		t.Errorf("written is\n%s\nwant\n%s", rows, want)
	}
	log := read(t, &b)
	again, _, err := log.Workload("log", "UTC", nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(again.Jobs, w.Jobs) || !slices.Equal(again.Wait, []engine.Time{0, 170 * s, 100 * s, -1}) || !slices.Equal(again.Number, w.Number) || !slices.Equal(again.User, w.User) || !slices.Equal(again.Queue, w.Queue) || !slices.Equal(again.Memory, w.Memory) {
		t.Errorf("read again are %+v", again)
	}
}

// Job 1 ran from 0 to 60 s, was preempted, and from 120 to 180 s; job 2 was cancelled as it ran, job 3 as it waited. Read again are the last runs
// of those that ran, by their submissions: job 1 was submitted anew at 60 s.
func TestStoppedJobsAreWritten(t *testing.T) {
	const s = engine.Second
	o := metricstest.Outcome(2, 1, []metricstest.Row{
		{Submit: 0, Start: 120, End: 180, Size: 2, Stopped: []metricstest.Stop{{From: 0, To: 60, Preempted: true}}},
		{Submit: 10, Start: 60, End: 90, Size: 2, Cancelled: true, Request: 60},
		{Submit: 20, Start: -1, End: 100, Size: 2, Cancelled: true, Request: 60},
	}, s)
	var b bytes.Buffer
	if err := Write(&b, o); err != nil {
		t.Fatal(err)
	}
	const want = "1|1|1000||||normal|2026-01-01T00:00:00|2026-01-01T00:00:00|2026-01-01T00:00:00|2026-01-01T00:01:00|60|00:00:00|PREEMPTED|1|2|2|1||billing=2,cpu=2,node=1|billing=2,cpu=2,node=1||SchedMain\n" +
		"1|1|1000||||normal|2026-01-01T00:01:00|2026-01-01T00:01:00|2026-01-01T00:02:00|2026-01-01T00:03:00|60|00:00:00|COMPLETED|1|2|2|1||billing=2,cpu=2,node=1|billing=2,cpu=2,node=1||SchedMain\n" +
		"2|2|1000||||normal|2026-01-01T00:00:10|2026-01-01T00:00:10|2026-01-01T00:01:00|2026-01-01T00:01:30|30|00:00:00|CANCELLED|1|2|2|1||billing=2,cpu=2,node=1|billing=2,cpu=2,node=1||SchedMain\n" +
		"3|3|1000||||normal|2026-01-01T00:00:20|2026-01-01T00:00:20|Unknown|2026-01-01T00:01:40|0|00:00:00|CANCELLED|1|2|2|1||billing=2,cpu=2,node=1||None assigned|\n"
	if _, rows, _ := bytes.Cut(b.Bytes(), []byte("\n")); string(rows) != want {
		t.Errorf("written is\n%s\nwant\n%s", rows, want)
	}
	again, _, err := read(t, &b).Workload("log", "UTC", nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(again.Number, []int64{2, 1}) || !slices.Equal(again.Wait, []engine.Time{50 * s, 60 * s}) {
		t.Errorf("read again are %+v", again)
	}
}

// Job 5 had 3 processors on two nodes, of which it asked for one at least, and a GPU on each; jobs 2 and 3 are the tasks of array 7, and the second one waits for
// two nodes. All are read again, with as many nodes and GPUs.
func TestNodesAndTasksAreWritten(t *testing.T) {
	o := metricstest.Outcome(8, 1, []metricstest.Row{{Submit: 0, Start: 0, End: 60, Size: 3, Request: 60}, {Submit: 10, Start: 10, End: 70, Size: 1, Request: 60}, {Submit: 10, Start: -1, End: -1, Size: 4, Request: 60}}, engine.Second)
	w := o.Workload
	w.Number, w.Array = []int64{5, 7, 7}, []int32{-1, 7, 7}
	w.Demands, w.Demand = []engine.Demand{{NodeGPUs: 1}, {Nodes: 2}}, []int32{0, -1, 1}
	o.Lanes = []engine.Lane{{Processors: 2, GPUs: 1}, {Processors: 2, GPUs: 1}, {Processors: 4}}
	o.Pieces, o.PieceEnd = []engine.Piece{{Lane: 0, Processors: 2}, {Lane: 1, Processors: 1}, {Lane: 2, Processors: 1}}, []int32{2, 3}
	var b bytes.Buffer
	if err := Write(&b, o); err != nil {
		t.Fatal(err)
	}
	_, rows, _ := strings.Cut(b.String(), "\n")
	var got []string
	for line := range strings.Lines(rows) {
		field := strings.Split(line, "|")
		got = append(got, strings.Join([]string{field[0], field[17], field[19], field[20]}, " "))
	}
	want := []string{"5 2 billing=3,cpu=3,gres/gpu=1,node=1 billing=3,cpu=3,gres/gpu=2,node=2", "7_0 1 billing=1,cpu=1,node=1 billing=1,cpu=1,node=1", "7_1 2 billing=4,cpu=4,node=2 "}
	if !slices.Equal(got, want) {
		t.Errorf("written is %q, want %q", got, want)
	}
	log := read(t, &b)
	again, _, err := log.Workload("log", "UTC", nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(again.Jobs) != 3 || !slices.Equal(again.Array, w.Array) || again.DemandOf(0).AllGPUs != 2 || again.DemandOf(0).MostNodes == 1 || again.DemandOf(2).Nodes != 2 {
		t.Errorf("read again are %+v with %+v", again.Jobs, again.Demands)
	}
}
