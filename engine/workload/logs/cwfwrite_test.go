package logs

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/model/lublin"
	"backfill/engine/workload/table"
	"backfill/engine/workload/textfile"
	"backfill/engine/workload/workloadtest"
)

func TestWriteCWF(t *testing.T) {
	var b bytes.Buffer
	if err := WriteCWF(&b, workloadtest.Heterogeneous(), []string{"seed 1"}); err != nil {
		t.Fatal(err)
	}
	want := `; Version: 2.2
; MaxJobs: 4
; MaxRecords: 4
; Preemption: No
; UnixStartTime: 1000000
; TimeZoneString: Europe/Stockholm
; MaxNodes: 16
; MaxProcs: 16
; Note: Cloud Workload Format: field 19 requested start, 20 request type, 21 amount of a command
; Note: seed 1
; Note: maxCommands: 1
1 100 0 40 -1 -1 -1 8 100 -1 -1 1 -1 -1 -1 -1 -1 -1 -1 S -1
1 150 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 ET 2.5
2 200 10 50 -1 -1 -1 16 60 -1 -1 2 -1 -1 -1 -1 -1 -1 250 S -1
3 200 -1 30 -1 -1 -1 1 20 -1 -1 3 -1 -1 -1 -1 -1 -1 -1 S -1
3 200 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 EP 3
2 200 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 RT 10
4 500 0 10 -1 -1 -1 2 10 -1 -1 4 -1 -1 -1 -1 -1 -1 100.5 S -1
4 300 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 RP 1
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

// cwfAgain is w, written and read again.
func cwfAgain(t *testing.T, w *engine.Workload) (*engine.Workload, *workload.Report) {
	t.Helper()
	var b bytes.Buffer
	if err := WriteCWF(&b, w, nil); err != nil {
		t.Fatal(err)
	}
	again, report, err := ReadCWF(&b, "again.cwf")
	if err != nil {
		t.Fatal(err)
	}
	return again, report
}

// survivesCWF checks that a workload written and read again is the same.
func survivesCWF(t *testing.T, w *engine.Workload) {
	t.Helper()
	got, report := cwfAgain(t, w)
	want := workloadtest.CopyOf(w)
	if !namesItsJobs(w) {
		want.Number = nil
	}
	if diff := cmp.Diff(told(want), told(got)); diff != "" {
		t.Error(diff)
	}
	for _, m := range report.Remarks {
		if m.Effect != workload.Noted && m.Kind != "zeroRunTime" {
			t.Errorf("not taken as written: %v", m)
		}
	}
}

// told is what a workload says that belongs into a file: columns that say nothing are
// absent, which gives jobs the numbers 1, 2, ..., and the limit of commands is
// another matter.
func told(w *engine.Workload) *engine.Workload {
	w = workloadtest.CopyOf(w)
	w.MaxCommands = 0
	if !slices.Contains(w.Recorded, 0) {
		w.Recorded = nil
	}
	v := reflect.ValueOf(w).Elem()
	for i := range v.NumField() {
		f := v.Field(i)
		if f.Kind() != reflect.Slice || f.Type().Elem().Kind() == reflect.Struct {
			continue
		}
		says := false
		for k := range f.Len() {
			says = says || f.Index(k).Int() != -1
		}
		if !says {
			f.SetZero()
		}
	}
	table.NumberJobs(w)
	return w
}

func TestWriteCWFReadAgain(t *testing.T) {
	survivesCWF(t, workloadtest.Heterogeneous())
	survivesCWF(t, workloadtest.Made(t, lublin.CWFKind, `{"dedicatedShare": 0.5, "extendShare": 0.2, "reduceShare": 0.1}`, workload.Inputs{Seed: 1, Processors: 320}))
}

// Numbers that do not tell for which job a command is are replaced, and only then.
func TestWriteCWFRenumbers(t *testing.T) {
	for _, c := range []struct {
		numbers, want []int64
	}{
		{[]int64{9, 8, 7, 6}, []int64{9, 8, 7, 6}},
		{[]int64{9, 8, 9, 6}, []int64{1, 2, 3, 4}},
		{[]int64{-1, 8, 7, 6}, []int64{1, 2, 3, 4}},
	} {
		w := workloadtest.Heterogeneous()
		w.Number = c.numbers
		got, report := cwfAgain(t, w)
		table.NumberJobs(got)
		if diff := cmp.Diff(c.want, got.Number); diff != "" {
			t.Errorf("%v: %s", c.numbers, diff)
		}
		if said := strings.Contains(strings.Join(report.Header.Notes, "\n"), "job numbers were not unique"); said == slices.Equal(c.numbers, c.want) {
			t.Errorf("%v: notes %q", c.numbers, report.Header.Notes)
		}
		w.Commands = nil
		if got, _ = cwfAgain(t, w); !slices.Equal(got.Number, c.numbers) {
			t.Errorf("%v became %v without commands", c.numbers, got.Number)
		}
	}
}

func TestWriteCWFPassesErrorsOn(t *testing.T) {
	if err := WriteCWF(brokenWriter{}, workloadtest.Heterogeneous(), nil); !errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
}

// FuzzReadCWF feeds the reader with anything: it must not panic, what it accepts must
// be a workload, and that must survive writing and reading.
func FuzzReadCWF(f *testing.F) {
	f.Add([]byte("; MaxProcs: 4\n; UnixStartTime: 5\n3 10.25 0 5 2 1.00 7 2 9 -1 1 1 2 3 4 5 -1 -1 12.5 S\n3 2 -1 0 2 -1 -1 -1 -1 -1 0 1 -1 -1 -1 -1 -1 -1 x ET 1\n"))
	f.Add([]byte("1 1e3 -5 0 0.5 -1 -1 -1 -1 -1 5 -1 -1 -1 -1 -1 -1 -1 -3 S 1\r\n1 0 1 1 1 1 1 1 1 1 2 1 1 1 1 1 1 1 0 RP 7 x\n1 5 1 1 1 1 1 1 1 1 2 1 1 1 1 1 1 1 0 S\n1 5 1 1 1 1 1 1 1 1 2 1 1 1 1 1 1 1 0 RT 0.0005"))
	f.Add([]byte("1 5 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 0 S\n1 3 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 0 S\n1 5 1 1 1 1 1 1 1 1 2 1 1 1 1 1 1 1 0 ET 3\n"))
	f.Add(gzipped(f, "1 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1 -1 S -1\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		w, report, err := ReadCWF(bytes.NewReader(text), "x.cwf")
		if err != nil {
			var file *textfile.Error
			if !errors.As(err, &file) || strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("error %q", err)
			}
			return
		}
		if report.Commands != len(w.Commands) || report.JobLines+report.Remark("commandOfDropped").Count != report.Jobs+droppedLines(report) {
			t.Errorf("report %+v of %d jobs and %d commands", report, len(w.Jobs), len(w.Commands))
		}
		isWorkload(t, w)
		survivesCWF(t, w)
	})
}

// isWorkload checks what an engine may rely on.
func isWorkload(t *testing.T, w *engine.Workload) {
	t.Helper()
	last := engine.Time(0)
	for i, j := range w.Jobs {
		if j.Submit < last || j.Submit > table.Latest || j.Run < 1 || j.Run > table.Latest || j.Estimate < 1 || j.Estimate > table.Latest ||
			j.Processors < 1 || j.Processors > table.MaxProcessors {
			t.Errorf("job %d: %+v", i, j)
		}
		last = j.Submit
	}
	for i, at := range w.Requested {
		if at < -1 || at > table.Latest {
			t.Errorf("job %d: requested start %d", i, at)
		}
	}
	if n := len(w.Requested); n != 0 && n != len(w.Jobs) {
		t.Errorf("%d requested starts for %d jobs", n, len(w.Jobs))
	}
	last = 0
	for i, c := range w.Commands {
		if c.At < last || c.At > table.Latest || c.Job < 0 || int(c.Job) >= len(w.Jobs) || c.Kind > engine.ReduceProcessors || c.Amount < 1 || c.Amount > int64(table.Latest) {
			t.Errorf("command %d: %+v", i, c)
		}
		last = c.At
	}
}

// FuzzCWFRoundTrip writes and reads random workloads with attributes of all sorts.
func FuzzCWFRoundTrip(f *testing.F) {
	f.Add(uint64(1), uint8(1), uint8(0))
	f.Add(uint64(2), uint8(9), uint8(20))
	f.Add(uint64(3), uint8(200), uint8(200))
	f.Fuzz(func(t *testing.T, seed uint64, jobs, commands uint8) {
		w := randomWorkload(rand.New(rand.NewPCG(seed, 0)), 1+int(jobs), int(commands))
		isWorkload(t, w)
		survivesCWF(t, w)
	})
}

// randomWorkload has few different times, so that many things happen at once, and
// numbers that are sometimes not unique.
func randomWorkload(r *rand.Rand, jobs, commands int) *engine.Workload {
	n := jobs
	scale := []engine.Time{1, 3, 500, s, 777 * s}[r.IntN(5)]
	at := func() engine.Time { return scale * engine.Time(r.IntN(40)) }
	w := &engine.Workload{Jobs: make([]engine.Job, n), Machine: r.Int32N(3) * 50}
	for i := range w.Jobs {
		w.Jobs[i] = engine.Job{Submit: at(), Run: 1 + at(), Estimate: 1 + at(), Processors: 1 + r.Int32N(64)}
	}
	slices.SortFunc(w.Jobs, func(a, b engine.Job) int { return int(a.Submit - b.Submit) })
	if r.IntN(2) == 0 {
		for range n {
			w.Number = append(w.Number, r.Int64N(10*int64(n))-1)
		}
	}
	for _, column := range []*[]int32{&w.User, &w.Group, &w.App, &w.Queue, &w.Partition} {
		for range n * r.IntN(2) {
			*column = append(*column, r.Int32N(4)-1)
		}
	}
	for range n * r.IntN(2) {
		w.Memory = append(w.Memory, []int64{-1, 1, 1 << 40}[r.IntN(3)])
	}
	for _, column := range []*[]engine.Time{&w.Wait, &w.Requested} {
		for range n * r.IntN(2) {
			*column = append(*column, max(at()-2, -1))
		}
	}
	if r.IntN(2) == 0 {
		w.Calendar = &engine.Calendar{UnixStart: 1 + r.Int64N(1e10), Zone: []string{"", "Europe/Stockholm"}[r.IntN(2)]}
	}
	if r.IntN(2) == 0 {
		for i := range w.Jobs {
			w.Recorded = append(w.Recorded, w.Jobs[i].Run)
			if r.IntN(3) == 0 {
				w.Jobs[i].Run, w.Recorded[i] = s, 0
			}
		}
	}
	for range commands {
		w.Commands = append(w.Commands, engine.Command{At: at(), Job: r.Int32N(int32(n)), Kind: engine.CommandKind(r.IntN(4)), Amount: 1 + r.Int64N(1e5)})
	}
	table.SortCommands(w.Commands)
	return w
}
