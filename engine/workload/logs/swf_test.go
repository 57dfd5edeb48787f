package logs

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/textfile"
	"backfill/engine/workload/workloadtest"
)

const s = engine.Second

func read(t *testing.T, log string) (*engine.Workload, *workload.Report) {
	t.Helper()
	w, report, err := ReadSWF(strings.NewReader(log), "x.swf")
	if err != nil {
		t.Fatal(err)
	}
	return w, report
}

// droppedLines is the number of lines of which no job and no command was made.
func droppedLines(r *workload.Report) int {
	n := 0
	for _, m := range r.Remarks {
		if m.Effect == workload.Dropped {
			n += m.Count
		}
	}
	return n
}

func TestReadSWF(t *testing.T) {
	w, report := read(t, "; Version: 2.2\r\n"+
		"; MaxProcs: 64\r\n; UnixStartTime: 843480031\r\n; TimeZoneString: Europe/Stockholm\r\n"+
		"\r\n"+
		"  7 10 5 100 4 90.5 2000 8 120.25 3000 1 3 2 6 0 1 -1 -1\r\n"+
		"  8 10.5 -1 100 4 -1 2000 -1 -1 -1 1 -1 2 -1 1 1 -1 -1\r\n"+
		"  9 11 0 0 1 -1 -1 1 60 -1 5 3 2 7 1 1 7 10") // and no line end
	want := &engine.Workload{
		Jobs: []engine.Job{
			{Submit: 10 * s, Run: 100 * s, Estimate: 120250, Processors: 8},
			{Submit: 10500, Run: 100 * s, Estimate: 100 * s, Processors: 4},
			{Submit: 11 * s, Run: 1 * s, Estimate: 60 * s, Processors: 1},
		},
		Number:    []int64{7, 8, 9},
		User:      []int32{3, -1, 3},
		Group:     []int32{2, 2, 2},
		App:       []int32{6, -1, 7},
		Queue:     []int32{0, 1, 1},
		Partition: []int32{1, 1, 1},
		Memory:    []int64{3000, 2000, -1},
		Wait:      []engine.Time{5 * s, -1, 0},
		Recorded:  []engine.Time{100 * s, 100 * s, 0},
		Preceding: []int64{-1, -1, 7},
		Think:     []engine.Time{-1, -1, 10 * s},
		Machine:   64,
		Calendar:  &engine.Calendar{UnixStart: 843480031, Zone: "Europe/Stockholm"},
	}
	if diff := cmp.Diff(want, w); diff != "" {
		t.Error(diff)
	}
	wantRemarks := []workload.Remark{
		{Kind: "zeroRunTime", Effect: workload.Repaired, Text: "run time 0, simulated as 1 s", Count: 1, Lines: []int{8}},
		{Kind: "allocatedUsed", Effect: workload.Repaired, Text: "requested processors unknown, the allocated ones are used", Count: 1, Lines: []int{7}},
		{Kind: "noRequestedTime", Effect: workload.Repaired, Text: "requested time unknown, the run time is used", Count: 1, Lines: []int{7}},
	}
	if diff := cmp.Diff(wantRemarks, report.Remarks); diff != "" {
		t.Error(diff)
	}
	if report.Lines != 8 || report.JobLines != 3 || report.Jobs != 3 {
		t.Errorf("lines, job lines, jobs: %d, %d, %d", report.Lines, report.JobLines, report.Jobs)
	}
}

// What is unknown of every job takes no memory, and numbers 1, 2, ... need none.
func TestReadSWFUnknownColumns(t *testing.T) {
	w, report := read(t, "1 0 -1 10 1 -1 -1 1 20 -1 -1 -1 -1 -1 -1 -1 -1 -1\n2 0 -1 10 1 -1 -1 1 20 -1 -1 -1 -1 -1 -1 -1 -1 -1\n")
	j := engine.Job{Run: 10 * s, Estimate: 20 * s, Processors: 1}
	if diff := cmp.Diff(&engine.Workload{Jobs: []engine.Job{j, j}}, w); diff != "" {
		t.Error(diff)
	}
	if len(report.Remarks) != 0 {
		t.Errorf("remarks %v", report.Remarks)
	}
}

// Each way in which real logs are dirty: one line between two good ones.
func TestDirtyLines(t *testing.T) {
	const (
		before = "1 100 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n"
		after  = "3 300 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n"
	)
	job := func(submit, run, estimate engine.Time, processors int32) *engine.Job {
		return &engine.Job{Submit: submit, Run: run, Estimate: estimate, Processors: processors}
	}
	for _, c := range []struct {
		name string
		line string
		want *engine.Job // nil: dropped
		kind string      // of the only remark; "": none
	}{
		{"plain", "2 200 0 10 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1", job(200*s, 10*s, 20*s, 4), ""},
		{"blanks and tabs", " \t2  200\t0 10 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1 \t\r", job(200*s, 10*s, 20*s, 4), ""},
		{"fractional CPU time", "2 200 0 10 4 489.00 -1 4 20 -1 1 1 1 1 1 1 -1 -1", job(200*s, 10*s, 20*s, 4), ""},
		{"fractional times", "2 200.25 0.5 10.125 4 -1 -1 4 20.5 -1 1 1 1 1 1 1 -1 -1", job(200250, 10125, 20500, 4), ""},
		{"whole numbers with a point", "2.0 200.00 0. 10.0 4.0 -1.00 -1 4.0 20.000 -1 1.0 1 1 1 1 1 -1 -1", job(200*s, 10*s, 20*s, 4), ""},
		{"scientific", "2 2e2 0 1.0e+1 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1", job(200*s, 10*s, 20*s, 4), ""},
		{"plus signs", "2 +200 0 +10 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1", job(200*s, 10*s, 20*s, 4), ""},
		{"leading zeros", "2 00000000000000000000200 0 10 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1", job(200*s, 10*s, 20*s, 4), ""},
		{"finer than a millisecond", "2 200 0 10.0005 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1", job(200*s, 10001, 20*s, 4), "roundedTime"},
		{"rounded up to the next second", "2 200 0 9.9996 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1", job(200*s, 10*s, 20*s, 4), "roundedTime"},
		{"no request of processors", "2 200 0 10 4 -1 -1 -1 20 -1 1 1 1 1 1 1 -1 -1", job(200*s, 10*s, 20*s, 4), "allocatedUsed"},
		{"request of 0 processors", "2 200 0 10 4 -1 -1 0 20 -1 1 1 1 1 1 1 -1 -1", job(200*s, 10*s, 20*s, 4), "allocatedUsed"},
		{"half a processor", "2 200 0 10 4 -1 -1 3.5 20 -1 1 1 1 1 1 1 -1 -1", job(200*s, 10*s, 20*s, 4), "roundedUp"},
		{"no requested time", "2 200 0 10 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1", job(200*s, 10*s, 10*s, 4), "noRequestedTime"},
		{"requested time 0", "2 200 0 10 4 -1 -1 4 0 -1 1 1 1 1 1 1 -1 -1", job(200*s, 10*s, 10*s, 4), "noRequestedTime"},
		{"run time 0", "2 200 0 0 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1", job(200*s, 1*s, 20*s, 4), "zeroRunTime"},
		{"run time -0", "2 200 0 -0 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1", job(200*s, 1*s, 20*s, 4), "zeroRunTime"},
		{"longer than requested", "2 200 0 30 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1", job(200*s, 30*s, 20*s, 4), "runAboveRequest"},
		{"failed", "2 200 0 10 4 -1 -1 4 20 -1 0 1 1 1 1 1 -1 -1", job(200*s, 10*s, 20*s, 4), ""},
		{"cancelled while running", "2 200 0 10 4 -1 -1 4 20 -1 5 1 1 1 1 1 -1 -1", job(200*s, 10*s, 20*s, 4), ""},
		{"negative wait", "2 200 -17 10 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1", job(200*s, 10*s, 20*s, 4), "negativeValue"},
		{"other negative request", "2 200 0 10 4 -1 -1 -4 20 -1 1 1 1 1 1 1 -1 -1", job(200*s, 10*s, 20*s, 4), "negativeValue"},
		{"17 columns more", "2 200 0 10 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1" + strings.Repeat(" 7", 17) + " \t", job(200*s, 10*s, 20*s, 4), "extraColumns"},
		{"other negative submit time", "2 -5 0 10 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1", nil, "noSubmit"},
		{"text behind", "2 200 0 10 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1 batch /bin/sh", job(200*s, 10*s, 20*s, 4), "extraColumns"},
		{"wider than any machine", "2 200 0 10 1000000 -1 -1 1000000 20 -1 1 1 1 1 1 1 -1 -1", job(200*s, 10*s, 20*s, 1000000), ""},
		{"number of another job", "1 200 0 10 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1", job(200*s, 10*s, 20*s, 4), "repeatedNumber"},
		{"no size", "2 200 0 10 -1 -1 -1 -1 20 -1 1 1 1 1 1 1 -1 -1", nil, "noSize"},
		{"size 0", "2 200 0 10 0 -1 -1 0 20 -1 1 1 1 1 1 1 -1 -1", nil, "noSize"},
		{"no run time", "2 200 0 -1 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1", nil, "noRunTime"},
		{"no submit time", "2 -1 0 10 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1", nil, "noSubmit"},
		{"partial", "2 200 0 10 4 -1 -1 4 20 -1 2 1 1 1 1 1 -1 -1", nil, "partialExecution"},
		{"last partial, completed", "2 -1 0 10 4 -1 -1 4 20 -1 3 1 1 1 1 1 -1 -1", nil, "partialExecution"},
		{"last partial, failed", "2 200 0 -1 4 -1 -1 4 20 -1 4 1 1 1 1 1 -1 -1", nil, "partialExecution"},
		{"job taken out", ";2 200 0 10 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1", nil, ""},
		{"blank line", "  \t \r", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, report := read(t, before+c.line+"\n"+after)
			var got *engine.Job
			if len(w.Jobs) == 3 {
				got = &w.Jobs[1]
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			for _, m := range report.Remarks {
				if m.Kind != c.kind && !(c.kind == "negativeValue" && m.Kind == "allocatedUsed") {
					t.Errorf("unexpected remark %v", m)
				}
			}
			if m := report.Remark(c.kind); c.kind != "" && (m.Count != 1 || len(m.Lines) != 1 || m.Lines[0] != 2) {
				t.Errorf("remark %s: %+v", c.kind, m)
			}
			if report.Jobs != len(w.Jobs) || report.JobLines != report.Jobs+droppedLines(report) {
				t.Errorf("the counts do not add up: %+v", report)
			}
		})
	}
}

// Lines 1 to 5 are submitted at 50, 20, 50, 10, 60: the order is by submit time,
// then line, and lines 2 and 4 come too late.
func TestReadSWFUnsorted(t *testing.T) {
	var log strings.Builder
	for i, submit := range []int{50, 20, 50, 10, 60} {
		fmt.Fprintf(&log, "%d %d %d 10 1 -1 -1 1 20 -1 1 %d -1 -1 -1 -1 -1 -1\n", i+1, submit, 100*(i+1), 11*(i+1))
	}
	w, report := read(t, log.String())
	if diff := cmp.Diff([]int64{4, 2, 1, 3, 5}, w.Number); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int32{44, 22, 11, 33, 55}, w.User); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]engine.Time{400 * s, 200 * s, 100 * s, 300 * s, 500 * s}, w.Wait); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{2, 4}, report.Remark("outOfOrder").Lines); diff != "" {
		t.Error(diff)
	}
}

func TestRepeatedNumbers(t *testing.T) {
	var log strings.Builder
	for _, number := range []int{5, 3, 5, -1, 3, 5, -1} {
		fmt.Fprintf(&log, "%d 0 -1 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n", number)
	}
	w, report := read(t, log.String())
	if diff := cmp.Diff([]int{3, 5, 6}, report.Remark("repeatedNumber").Lines); diff != "" {
		t.Error(diff)
	}
	if len(w.Jobs) != 7 {
		t.Errorf("%d jobs", len(w.Jobs))
	}
}

// A remark counts all lines and lists the first thousand.
func TestRemarkListsAreBounded(t *testing.T) {
	w, report := read(t, strings.Repeat("1 0 -1 0 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n", 1500))
	m := report.Remark("zeroRunTime")
	if len(w.Jobs) != 1500 || m.Count != 1500 || len(m.Lines) != 1000 || m.Lines[999] != 1000 {
		t.Errorf("%d jobs, count %d, %d lines", len(w.Jobs), m.Count, len(m.Lines))
	}
	if want := "1500 lines repaired: run time 0, simulated as 1 s (1, 2, 3, 4, 5, …)"; m.String() != want {
		t.Errorf("%q instead of %q", m.String(), want)
	}
}

// howToSkip ends the error of a line that cannot be read.
const howToSkip = `; with "lines": "skip" in the workload, lines that cannot be read are left out and listed`

func TestReadSWFRefuses(t *testing.T) {
	const good = "1 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n"
	packed := gzipped(t, strings.Repeat(good, 5000))
	damaged := bytes.Clone(packed)
	damaged[len(damaged)-6] ^= 0xff // the checksum
	for _, c := range []struct{ name, log, want string }{
		{"empty", "", "x.swf: the file is empty; a log in the Standard Workload Format is accepted"},
		{"only comments", "; Version: 2\n\n", "x.swf: no job lines, only comments and blank lines; a log in the Standard Workload Format is accepted"},
		{"nothing left", "1 0 0 -1 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n", "x.swf: no line of the log can be simulated: 1 line dropped: run time unknown or negative (1)"},
		{"letters", good + "2 0 0 abc 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n", `x.swf:2: field 4 (run time): "abc": a number is accepted`},
		{"letters in a field that is not used", good + "2 0 0 1 1 x -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n", `x.swf:2: field 6 (average CPU time): "x": a number is accepted`},
		{"not a number", "2 0 0 NaN 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n", `x.swf:1: field 4 (run time): "NaN": a number is accepted`},
		{"infinite", "2 Inf 0 1 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n", `x.swf:1: field 2 (submit time): "Inf": a number is accepted`},
		{"hexadecimal", "2 0x1p4 0 1 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n", `x.swf:1: field 2 (submit time): "0x1p4": a number is accepted`},
		{"absurd", "2 1e300 0 1 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n", `x.swf:1: field 2 (submit time): "1e300": a number up to 1000000000000 is accepted`},
		{"absurd digits", "2 99999999999999999999999999.9999 0 1 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n", `x.swf:1: field 2 (submit time): "99999999999999999999999999.9999": a number up to 1000000000000 is accepted`},
		{"too many processors", "2 0 0 1 1 -1 -1 3000000000 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n", `x.swf:1: field 8 (requested processors): "3000000000": a number up to 1073741824 is accepted`},
		{"half a user", "2 0 0 1 1 -1 -1 1 20 -1 1 2.5 -1 -1 -1 -1 -1 -1\n", `x.swf:1: field 12 (user): "2.5": a whole number is accepted`},
		{"sign alone", "2 0 0 - 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n", `x.swf:1: field 4 (run time): "-": a number is accepted`},
		{"point alone", "2 0 0 . 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n", `x.swf:1: field 4 (run time): ".": a number is accepted`},
		{"two points", "2 0 0 1.2.3 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n", `x.swf:1: field 4 (run time): "1.2.3": a number is accepted`},
		{"too few fields", good + "2 0 0 1 1 -1\n", `x.swf:2: "2 0 0 1 1 -1": only 6 fields; 18 numbers are accepted`},
		{"carriage returns alone", strings.Repeat(strings.TrimSpace(good)+"\r", 3), `x.swf:1: "1 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\r1 0 0 10 1 -…": 54 fields; 18 numbers are accepted`},
		{"two jobs in a line", strings.TrimSpace(good) + " " + good, `x.swf:1: "1 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1 1 0 0 10 1 -…": 36 fields; 18 numbers are accepted`},
		{"cut off", good + good[:len(good)-8], `x.swf:2: field 16 (partition): "-": a whole number is accepted`},
		{"some text", "Dear reader,\n", `x.swf:1: field 1 (job number): "Dear": a whole number is accepted`},
		{"binary without line ends", strings.Repeat("\x01\x02", 1<<20), "x.swf:1: a line of more than 1 MB; a text file in the Standard Workload Format is accepted"},
		{"gzip cut off", string(packed[:len(packed)-9]), "x.swf:%d: the gzip data end too early, after this line; a whole .gz file is accepted"},
		{"gzip magic alone", "\x1f\x8b", "x.swf: the gzip data are damaged; a whole .gz file is accepted (unexpected EOF)"},
		{"gzip with a wrong checksum", string(damaged), "x.swf:5000: the gzip data are damaged after this line; a whole .gz file is accepted (gzip: invalid checksum)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := ReadSWF(strings.NewReader(c.log), "x.swf")
			var file *textfile.Error
			if !errors.As(err, &file) {
				t.Fatalf("error %v", err)
			}
			want := c.want
			if strings.Contains(want, "%d") {
				want = fmt.Sprintf(want, file.Line)
			}
			if file.Value != "" { // a line
				want += howToSkip
			}
			if err.Error() != want {
				t.Errorf("\n%s\ninstead of\n%s", err, want)
			}
		})
	}
}

func TestReadSWFPassesReadErrorsOn(t *testing.T) {
	broken := errors.New("disk on fire")
	_, _, err := ReadSWF(io.MultiReader(strings.NewReader("; x\n"), iotest.ErrReader(broken)), "x.swf")
	if !errors.Is(err, broken) || err.Error() != "x.swf:1: reading fails after this line (disk on fire)" {
		t.Errorf("error %v", err)
	}
}

// The result must not depend on where the pieces of a stream begin and end.
func TestReadSWFPiecewise(t *testing.T) {
	log := "; Computer: x\n" + strings.Repeat("12 345.5 6 78 9 -1 -1 10 200 -1 1 1 -1 -1 -1 -1 -1 -1\n; some comment\n", 50)
	want, wantReport := read(t, log)
	for _, packed := range []string{log, string(gzipped(t, log))} {
		got, report, err := ReadSWF(iotest.OneByteReader(strings.NewReader(packed)), "x.swf")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(wantReport, report); diff != "" {
			t.Error(diff)
		}
	}
}

// Lines longer than the buffer are read as long as they are shorter than 1 MB.
func TestReadSWFLongLine(t *testing.T) {
	const job = "1 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1"
	w, _ := read(t, job+"\n;"+strings.Repeat("x", 600<<10)+"\n"+strings.Repeat(" ", 300<<10)+job+"\n")
	if len(w.Jobs) != 2 {
		t.Errorf("%d jobs", len(w.Jobs))
	}
}

func TestHeader(t *testing.T) {
	_, report := read(t, "\xef\xbb\xbf; Version: 2.2\n"+
		";Computer: Alpha\n"+
		"   ;   Installation: Beta\n"+
		"; Acknowledge: Gamma\n"+
		"; Information: http://a.example/\n"+
		";              http://b.example/\n"+
		"; MaxNodes: 32 (dual CPU)\n"+
		"; MaxProcs: (64)\n"+
		"; MaxRuntime: none\n"+
		"; UnixStartTime: 843480031\n"+
		"; TimeZoneString: Europe/Stockholm (CET)\n"+
		";        and more\n"+
		"; Note: first\n"+
		";\n"+
		";       belongs to nothing\n"+
		"; Note: second\n"+
		";       goes on: here\n"+
		"; Origin: own label\n"+
		"1 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n"+
		"; Computer: too late\n")
	want := &workload.Header{
		Labels: []workload.Label{
			{Name: "Version", Value: "2.2"}, {Name: "Computer", Value: "Alpha"}, {Name: "Installation", Value: "Beta"}, {Name: "Acknowledge", Value: "Gamma"},
			{Name: "Information", Value: "http://a.example/\nhttp://b.example/"}, {Name: "MaxNodes", Value: "32 (dual CPU)"}, {Name: "MaxProcs", Value: "(64)"},
			{Name: "MaxRuntime", Value: "none"}, {Name: "UnixStartTime", Value: "843480031"}, {Name: "TimeZoneString", Value: "Europe/Stockholm (CET)\nand more"},
			{Name: "Note", Value: "first"}, {Name: "Note", Value: "second\ngoes on: here"}, {Name: "Origin", Value: "own label"},
		},
		Computer: "Alpha", Installation: "Beta", Acknowledge: "Gamma",
		Information:   "http://a.example/\nhttp://b.example/",
		Notes:         []string{"first", "second\ngoes on: here"},
		MaxNodes:      32,
		MaxProcs:      64,
		UnixStartTime: 843480031, TimeZoneString: "Europe/Stockholm",
	}
	if diff := cmp.Diff(want, report.Header); diff != "" {
		t.Error(diff)
	}
}

// A header that promises more jobs than memory holds must not be believed.
func TestHeaderPromisesTooMuch(t *testing.T) {
	w, _ := read(t, "; MaxRecords: 999999999999\n1 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n")
	if cap(w.Jobs) > 1<<20 {
		t.Errorf("room for %d jobs", cap(w.Jobs))
	}
}

// Facts about the logs: 28,476 job lines, one of them without size and 8 with run
// time 0; the filtered ones need no repair.
func TestReadRealLogs(t *testing.T) {
	for _, c := range []struct {
		name       string
		lines      int
		jobs       int
		processors int32
		want       map[string]int
	}{
		{"KTH-SP2-1996-2.1-cln.swf.gz", 28476, 28475, 100, map[string]int{"noSize": 1, "zeroRunTime": 8, "allocatedUsed": 0, "outOfOrder": 0}},
		{"KTH-SP2-1996-filtered.swf.gz", 28481, 28481, 100, nil},
		{"SDSC-SP2-1998-filtered.swf.gz", 54006, 54006, 128, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, report, err := ReadSWF(workloadtest.OpenTrace(t, c.name), c.name)
			if err != nil {
				t.Fatal(err)
			}
			if report.JobLines != c.lines || report.Jobs != c.jobs || len(w.Jobs) != c.jobs || w.Machine != c.processors {
				t.Errorf("%d job lines, %d jobs, machine of %d", report.JobLines, report.Jobs, w.Machine)
			}
			for kind, count := range c.want {
				if n := report.Remark(kind).Count; n != count {
					t.Errorf("%s: %d lines instead of %d", kind, n, count)
				}
			}
			for _, m := range report.Remarks {
				t.Log(m)
				if c.want == nil {
					t.Errorf("unexpected remark %v", m)
				}
			}
		})
	}
}

func gzipped(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// BenchmarkReadSWF reads lines as the archive writes them, about 77 bytes each.
func BenchmarkReadSWF(b *testing.B) {
	const jobs = 50_000
	var log bytes.Buffer
	fmt.Fprintf(&log, "; MaxRecords: %d\n", jobs)
	for i := range jobs {
		fmt.Fprintf(&log, "%5d %8d %6d %6d %4d     -1    -1 %4d %6d    -1  1 %3d %3d  -1 -1 -1 -1 -1\n",
			i+15, 600000+i*97, i%9000, 1+i*31%50000, 1+i%100, 1+i%100, 60+i*17%60000, i%300, i%12)
	}
	for _, c := range []struct {
		name string
		data []byte
	}{{"plain", log.Bytes()}, {"gzip", gzipped(b, log.String())}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(log.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := ReadSWF(bytes.NewReader(c.data), "x.swf"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
