package logs

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/metrics/metricstest"
	"backfill/engine/workload"
	"backfill/engine/workload/model/lublin"
	"backfill/engine/workload/model/o2k"
	"backfill/engine/workload/table"
	"backfill/engine/workload/textfile"
	"backfill/engine/workload/transform"
	"backfill/engine/workload/transform/estimates"
	"backfill/engine/workload/workloadtest"
)

func TestWriteSWF(t *testing.T) {
	w := workloadtest.FourJobs()
	w.Jobs = append(w.Jobs, engine.Job{Submit: 600500, Run: s, Estimate: s, Processors: 99}, engine.Job{Submit: 700 * s, Run: s, Estimate: 1234567, Processors: 2})
	w.User = append(w.User, -1, 6)
	w.Wait = append(w.Wait, 1, 2)
	o := &engine.Outcome{
		Workload: w,
		Start:    []engine.Time{100 * s, 200 * s, 250050, 500 * s, -1, 701 * s},
		End:      []engine.Time{140 * s, 250050, 270050, 510 * s, -1, -1},
		State: []engine.JobState{engine.Completed, engine.Completed, engine.Killed, engine.Completed,
			engine.Refused, engine.Unfinished},
		Processors: 16, Unit: 4,
	}
	var b bytes.Buffer
	if err := WriteSWF(&b, o, []string{"seed 1", "two\r\nlines"}); err != nil {
		t.Fatal(err)
	}
	want := `; Version: 2.2
; MaxJobs: 6
; MaxRecords: 6
; Preemption: No
; UnixStartTime: 1000000
; TimeZoneString: Europe/Stockholm
; MaxNodes: 16
; MaxProcs: 16
; Note: simulated schedule
; Note: seed 1
; Note: two lines
1 100 0 40 8 -1 -1 8 100 -1 1 1 -1 -1 -1 -1 -1 -1
2 200 0 50.05 16 -1 -1 16 60 -1 1 2 -1 -1 -1 -1 -1 -1
3 200 50.05 20 4 -1 -1 1 20 -1 0 3 -1 -1 -1 -1 -1 -1
4 500 0 10 4 -1 -1 2 10 -1 1 4 -1 -1 -1 -1 -1 -1
5 600.5 -1 -1 -1 -1 -1 99 1 -1 5 -1 -1 -1 -1 -1 -1 -1
6 700 1 -1 4 -1 -1 2 1234.567 -1 -1 6 -1 -1 -1 -1 -1 -1
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

// Neither format has a place for components and bandwidths, and the header says so.
func TestLogsSayWhatTheyOmit(t *testing.T) {
	w := workloadtest.FourJobs()
	w.Components = [][]int32{{4, 4}, {16}, nil, {1, 1}}
	for _, c := range []struct {
		network []int32
		want    []string
	}{
		{nil, []string{"2 jobs had several components, which are not written: each is one job of all its processors"}},
		{[]int32{1, 2, 3, 4}, []string{"2 jobs had several components, which are not written: each is one job of all its processors", "the memory and network bandwidth that processes ask for are not written"}},
	} {
		w.Network = c.network
		var swf, cwf bytes.Buffer
		if err := errors.Join(WriteSWF(&swf, replayed(w), nil), WriteCWF(&cwf, w, nil)); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{swf.String(), cwf.String()} {
			_, report, err := ReadSWF(strings.NewReader(text), "x.swf")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, report.Header.Notes[1:]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		}
	}
}

// replayed is the schedule in which each job waits as long as its log says, zero if
// that is unknown, and runs to its end.
func replayed(w *engine.Workload) *engine.Outcome {
	n := len(w.Jobs)
	o := &engine.Outcome{Workload: w, Start: make([]engine.Time, n), End: make([]engine.Time, n),
		State: make([]engine.JobState, n), Processors: max(w.Machine, 1), Unit: 1}
	for i, j := range w.Jobs {
		o.Start[i] = j.Submit
		if w.Wait != nil && w.Wait[i] > 0 {
			o.Start[i] += w.Wait[i]
		}
		o.End[i] = o.Start[i] + j.Run
		o.State[i] = engine.Completed
	}
	return o
}

// writtenAndRead checks that a schedule, written and read again, gives the jobs,
// attributes and waits that it shows.
func writtenAndRead(t *testing.T, w *engine.Workload) {
	t.Helper()
	o := replayed(w)
	var b bytes.Buffer
	if err := WriteSWF(&b, o, nil); err != nil {
		t.Fatal(err)
	}
	got, report, err := ReadSWF(&b, "again.swf")
	if err != nil {
		t.Fatal(err)
	}
	want := workloadtest.CopyOf(w)
	want.Recorded = nil
	want.Machine = o.Processors
	want.Wait = make([]engine.Time, len(w.Jobs))
	for i := range want.Wait {
		want.Wait[i] = o.Wait(int32(i))
	}
	// Where a log out of order has the numbers 1, 2, ... by submit time, the column is as good as none.
	table.NumberJobs(want)
	table.NumberJobs(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, m := range report.Remarks {
		if m.Effect != workload.Noted {
			t.Errorf("not taken as written: %v", m)
		}
	}
}

func TestWriteSWFReadAgain(t *testing.T) {
	writtenAndRead(t, workloadtest.FourJobs())
	writtenAndRead(t, workloadtest.Made(t, lublin.Kind, `{"jobs": 300, "types": "two", "load": 0.7}`, workload.Inputs{Seed: 1, Processors: 128}))
	writtenAndRead(t, workloadtest.Made(t, o2k.Kind, `{"months": "2001-01"}`, workload.Inputs{Seed: 1})) // with memory
}

func TestWriteSWFReadAgainRealLog(t *testing.T) {
	w, _, err := ReadSWF(workloadtest.OpenTrace(t, "KTH-SP2-1996-2.1-cln.swf.gz"), "x")
	if err != nil {
		t.Fatal(err)
	}
	writtenAndRead(t, w)
}

type brokenWriter struct{}

var errBroken = errors.New("disk full")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestWriteSWFPassesErrorsOn(t *testing.T) {
	err := WriteSWF(brokenWriter{}, replayed(workloadtest.FourJobs()), nil)
	if !errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
}

// FuzzSWF feeds the reader with anything: it must not panic, what it accepts must
// be a workload, and that must survive writing and reading.
func FuzzSWF(f *testing.F) {
	f.Add([]byte("; MaxProcs: 4\n; UnixStartTime: 5\n3 10.25 0 5 2 1.00 7 2 9 -1 1 1 2 3 4 5 -1 -1\n1 2 -1 0 2 -1 -1 -1 -1 -1 0 1 -1 -1 -1 -1 -1 -1 x\n"))
	f.Add([]byte("1 1e3 -5 2.0005 0.5 -1 -1 -1 -1 -1 5 -1 -1 -1 -1 -1 -1 -1\r\n1 0 1 1 1 1 1 1 1 1 2 1 1 1 1 1 1 1"))
	f.Add([]byte("\xef\xbb\xbf ;  Note: a\n;     b: c\n\n1 0 0 NaN 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1"))
	f.Add(gzipped(f, "1 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n"))
	f.Fuzz(func(t *testing.T, log []byte) {
		w, report, err := ReadSWF(bytes.NewReader(log), "x.swf")
		if err != nil {
			var file *textfile.Error
			if !errors.As(err, &file) || strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("error %q", err)
			}
			return
		}
		if len(w.Jobs) == 0 || report.Jobs != len(w.Jobs) || report.JobLines != report.Jobs+droppedLines(report) {
			t.Errorf("report %+v of %d jobs", report, len(w.Jobs))
		}
		last := engine.Time(0)
		for i, j := range w.Jobs {
			const latest = engine.Time(table.MaxSeconds) * engine.Second
			if j.Submit < last || j.Submit > latest || j.Run < 1 || j.Run > latest || j.Estimate < 1 || j.Estimate > latest ||
				j.Processors < 1 || j.Processors > table.MaxProcessors {
				t.Errorf("job %d: %+v", i, j)
			}
			last = j.Submit
		}
		for name, length := range map[string]int{"number": len(w.Number), "user": len(w.User), "group": len(w.Group), "app": len(w.App),
			"queue": len(w.Queue), "partition": len(w.Partition), "memory": len(w.Memory), "wait": len(w.Wait), "recorded": len(w.Recorded)} {
			if length != 0 && length != len(w.Jobs) {
				t.Errorf("column %s has %d entries for %d jobs", name, length, len(w.Jobs))
			}
		}
		writtenAndRead(t, w)
	})
}

func BenchmarkWriteSWF(b *testing.B) {
	o := replayed(workloadtest.Made(b, lublin.Kind, `{"jobs": 20000}`, workload.Inputs{Seed: 1, Processors: 128}))
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		if err := WriteSWF(&out, o, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(out.Len()))
}

// A job that was interrupted ran from 5 to 8 and from 20 to 24, submitted at 2: for 7 s of the
// 22 s to its end.
func TestWriteSWFOfAnInterruptedJob(t *testing.T) {
	const s = engine.Second
	o := &engine.Outcome{
		Workload: &engine.Workload{Jobs: []engine.Job{{Submit: 2 * s, Run: 7 * s, Estimate: 9 * s, Processors: 2}}},
		Start:    []engine.Time{5 * s}, End: []engine.Time{24 * s}, State: []engine.JobState{engine.Completed}, Processors: 2, Unit: 1,
		Segments: []engine.Segment{{From: 5 * s, To: 8 * s, End: engine.Suspended}, {From: 20 * s, To: 24 * s, End: engine.Ended}}, Held: []engine.Time{7 * s},
	}
	var b strings.Builder
	if err := WriteSWF(&b, o, nil); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); !strings.Contains(got, "; Preemption: Yes\n") || !strings.Contains(got, "\n1 2 15 7 2 -1") {
		t.Error(got)
	}
}

// A log with test runs keeps them: every run is a job with a number of its own that
// follows its test, and the closed loop of what is read back has the same followers.
func TestWriteSWFWithFollowers(t *testing.T) {
	w := workloadtest.ThreeToTest()
	w.Preceding, w.Think = []int64{-1, 1, -1}, []engine.Time{-1, 500, -1}
	w, _, _ = workloadtest.Apply(t, transform.ClosedLoop, `{}`, w, workload.Inputs{})
	w, _, _ = workloadtest.Apply(t, estimates.Transform, `{"model": "testRuns", "share": 1}`, w, workload.Inputs{})
	o := replayed(w)
	o.Submit = []engine.Time{0, 100500, 3701 * s, 10 * s}
	for j := range o.Start {
		o.Start[j], o.End[j] = o.Submit[j], o.Submit[j]+w.Jobs[j].Run
	}
	var b bytes.Buffer
	if err := WriteSWF(&b, o, nil); err != nil {
		t.Fatal(err)
	}
	want := `1 0 0 100 1 -1 -1 1 1800 -1 1 7 -1 -1 -1 -1 -1 -1
2 10 0 60 2 -1 -1 2 100 -1 1 9 -1 -1 -1 -1 -1 -1
3 100.5 0 3600 4 -1 -1 4 3600 -1 1 8 -1 -1 -1 -1 1 0.5
4 3701 0 7200 4 -1 -1 4 14400 -1 1 8 -1 -1 -1 -1 3 0
`
	if got := b.String(); !strings.HasSuffix(got, want) {
		t.Errorf("written\n%swant\n%s", got, want)
	}
	read, report, err := ReadSWF(&b, "x")
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Remarks) > 0 {
		t.Errorf("the reader remarks on %v", report.Remarks)
	}
	read, _, _ = workloadtest.Apply(t, transform.ClosedLoop, `{}`, read, workload.Inputs{})
	if diff := cmp.Diff([]int32{-1, -1, 0, 2}, read.After); diff != "" {
		t.Error(diff)
	}
}

// Job 1, submitted at 2, ran from 5 to 8, was stopped, and ran from 20 to 24: it waited for 3 and for 12 s. Job 2 was cancelled after 1 s; job 3
// while it waited, after 7 s.
func TestWriteSWFOfStoppedJobs(t *testing.T) {
	o := metricstest.Outcome(2, 1, []metricstest.Row{
		{Submit: 2, Start: 20, End: 24, Size: 2, Stopped: []metricstest.Stop{{From: 5, To: 8}}},
		{Submit: 3, Start: 25, End: 26, Size: 1, Cancelled: true},
		{Submit: 4, Start: -1, End: 11, Size: 1, Cancelled: true},
	}, engine.Second)
	var b strings.Builder
	if err := WriteSWF(&b, o, nil); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	for _, want := range []string{"; Preemption: Yes\n", "\n1 2 15 7 2 -1 -1 2 4 -1 1 ", "\n2 3 22 1 1 -1 -1 1 1 -1 5 ", "\n3 4 7 -1 -1 -1 -1 1 0.001 -1 5 "} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
