package logs

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/textfile"
)

func readCWF(t *testing.T, text string) (*engine.Workload, *workload.Report) {
	t.Helper()
	w, report, err := ReadCWF(strings.NewReader(text), "x.cwf")
	if err != nil {
		t.Fatal(err)
	}
	return w, report
}

// Five job lines and six commands. The line of job 9 has no size: it is dropped, and
// its command with it. Job 3 comes before the others by its submit time, so that rows
// are 3, 7, 8 and then the second 7. The commands of lines 5 and 10 are issued at 25 s and stay
// in the order of the file; both are for the first job 7, since the second stands below
// line 10. That of line 4 is issued before its job is submitted, and kept. The command
// of line 12 is for the second job 7.
func TestReadCWF(t *testing.T) {
	w, report := readCWF(t, "; MaxProcs: 64\n"+ // 1
		"7 10 -1 100 -1 -1 -1 8 120 -1 -1 3 -1 -1 -1 -1 -1 -1 -1 S -1\n"+
		"8 10.5 -1 100 -1 -1 -1 4 100 -1 -1 -1 -1 -1 -1 -1 -1 -1 400.25 S\n"+
		"8 2 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 RP 3\n"+
		"7 25 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 ET 0.5\n"+ // 5
		"9 30 -1 10 -1 -1 -1 -1 10 -1 -1 -1 -1 -1 -1 -1 -1 -1 50 S -1\n"+
		"9 31 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 ET 7\n"+
		"3 5 -1 60 -1 -1 -1 1 60 -1 -1 -1 -1 -1 -1 -1 -1 -1 0 S 12\n"+
		"3 20 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 EP 2 and more\n"+
		"7 25 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 RT 60\r\n"+ // 10
		"7 40 -1 60 -1 -1 -1 1 60 -1 -1 -1 -1 -1 -1 -1 -1 -1 -5 S -1\n"+
		"7 41 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 ET 1e3")
	want := &engine.Workload{
		Jobs: []engine.Job{
			{Submit: 5 * s, Run: 60 * s, Estimate: 60 * s, Processors: 1},
			{Submit: 10 * s, Run: 100 * s, Estimate: 120 * s, Processors: 8},
			{Submit: 10500, Run: 100 * s, Estimate: 100 * s, Processors: 4},
			{Submit: 40 * s, Run: 60 * s, Estimate: 60 * s, Processors: 1},
		},
		Number:    []int64{3, 7, 8, 7},
		User:      []int32{-1, 3, -1, -1},
		Requested: []engine.Time{0, -1, 400250, -1},
		Commands: []engine.Command{
			{At: 2 * s, Job: 2, Kind: engine.ReduceProcessors, Amount: 3},
			{At: 20 * s, Job: 0, Kind: engine.ExtendProcessors, Amount: 2},
			{At: 25 * s, Job: 1, Kind: engine.ExtendTime, Amount: 500},
			{At: 25 * s, Job: 1, Kind: engine.ReduceTime, Amount: 60_000},
			{At: 41 * s, Job: 3, Kind: engine.ExtendTime, Amount: 1_000_000},
		},
		Machine: 64,
	}
	if diff := cmp.Diff(want, w); diff != "" {
		t.Error(diff)
	}
	remarks := map[string][]int{}
	for _, m := range report.Remarks {
		remarks[m.Kind] = m.Lines
	}
	wantRemarks := map[string][]int{"noSize": {6}, "commandOfDropped": {7}, "amountOfJob": {8}, "outOfOrder": {8},
		"extraColumns": {9}, "negativeValue": {11}, "repeatedNumber": {11}}
	if diff := cmp.Diff(wantRemarks, remarks); diff != "" {
		t.Error(diff)
	}
	if report.JobLines != 5 || report.Jobs != 4 || report.Commands != 5 {
		t.Errorf("job lines, jobs, commands: %d, %d, %d", report.JobLines, report.Jobs, report.Commands)
	}
	if diff := cmp.Diff([]string{"jobs with a requested start: 2 of 4; elastic commands: 5"}, report.Notes); diff != "" {
		t.Error(diff)
	}
}

// A job's own line, a summary, is meant by commands below its partial executions.
func TestCommandForJobWithPartialExecutions(t *testing.T) {
	w, _ := readCWF(t, "1 0 -1 10 -1 -1 -1 1 10 -1 1 -1 -1 -1 -1 -1 -1 -1 -1 S -1\n"+
		"1 0 -1 4 -1 -1 -1 1 10 -1 2 -1 -1 -1 -1 -1 -1 -1 -1 S -1\n"+
		"1 5 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 ET 1\n")
	if len(w.Jobs) != 1 || len(w.Commands) != 1 || w.Commands[0].Job != 0 {
		t.Errorf("%+v", w)
	}
}

func TestReadCWFRefuses(t *testing.T) {
	const (
		job     = "1 0 -1 10 -1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1 -1 S -1\n"
		unknown = " -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 "
	)
	for _, c := range []struct{ name, text, want string }{
		{"unknown type", job + "1 5" + unknown + "XT 5\n", `x.cwf:2: field 20 (request type): "XT": one of S, ET, RT, EP, RP is accepted`},
		{"small letters", job + "1 5" + unknown + "et 5\n", `x.cwf:2: field 20 (request type): "et": one of S, ET, RT, EP, RP is accepted`},
		{"before its job", "1 0" + unknown + "RT 5\n" + job, `x.cwf:1: field 1 (job number): "1": the line is a command (RT) for a job that no line further up submits; a job number from further up is accepted`},
		{"job unknown", job + "-1 5" + unknown + "ET 5\n", "x.cwf:2: field 1 (job number): unknown, but the line is a command (ET); the number of a job that is submitted further up is accepted"},
		{"time unknown", job + "1 -1" + unknown + "ET 5\n", "x.cwf:2: field 2 (submit time): unknown, but the line is a command (ET); the time when it is issued is accepted"},
		{"no amount", job + "1 5" + unknown + "ET\n", `x.cwf:2: "1 5 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 ET": only 20 fields; 21 are accepted`},
		{"amount 0", job + "1 5" + unknown + "ET 0\n", `x.cwf:2: field 21 (amount): "0": a number of seconds from 0.001 to 1000000000000 is accepted`},
		{"amount unknown", job + "1 5" + unknown + "RT -1\n", `x.cwf:2: field 21 (amount): "-1": a number of seconds from 0.001 to 1000000000000 is accepted`},
		{"amount too small", job + "1 5" + unknown + "ET 0.0004\n", `x.cwf:2: field 21 (amount): "0.0004": a number of seconds from 0.001 to 1000000000000 is accepted`},
		{"amount too large", job + "1 5" + unknown + "ET 1e13\n", `x.cwf:2: field 21 (amount): "1e13": a number of seconds from 0.001 to 1000000000000 is accepted`},
		{"half a processor", job + "1 5" + unknown + "EP 0.5\n", `x.cwf:2: field 21 (amount): "0.5": a whole number of processors from 1 to 1073741824 is accepted`},
		{"almost two processors", job + "1 5" + unknown + "RP 2.0001\n", `x.cwf:2: field 21 (amount): "2.0001": a whole number of processors from 1 to 1073741824 is accepted`},
		{"letters as amount of a job", strings.Replace(job, "S -1", "S x", 1), `x.cwf:1: field 21 (amount): "x": a number is accepted`},
		{"letters as requested start", strings.Replace(job, "-1 S", "noon S", 1), `x.cwf:1: field 19 (requested start): "noon": a number is accepted`},
		{"lines of the Standard Workload Format", "1 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n",
			`x.cwf:1: "1 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1": only 18 fields; 21 are accepted`},
		{"no type", "1 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1 -1\n",
			`x.cwf:1: "1 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1 -1": only 19 fields; 21 are accepted`},
		{"two jobs in a line", strings.Replace(job, " -1\n", " ", 1) + strings.Replace(job, " -1\n", "\n", 1),
			`x.cwf:1: "1 0 -1 10 -1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1 -1 S 1 0 -…": 40 fields; 21 are accepted`},
		{"empty", "", "x.cwf: the file is empty; a log in the Cloud Workload Format is accepted"},
		{"all dropped", strings.Replace(job, "0 -1 10", "0 -1 -1", 1) + "1 5" + unknown + "ET 5\n",
			"x.cwf: no line of the log can be simulated: 1 line dropped: run time unknown or negative (1); 1 line dropped: command for a job that is dropped (2)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := ReadCWF(strings.NewReader(c.text), "x.cwf")
			var file *textfile.Error
			if !errors.As(err, &file) {
				t.Fatalf("error %v", err)
			}
			want := c.want
			if file.Line > 0 {
				want += howToSkip
			}
			if err.Error() != want {
				t.Errorf("\n%s\ninstead of\n%s", err, want)
			}
		})
	}
}

// The format of a log is told by its name, so that nobody loses requested starts by
// naming the wrong kind.
func TestSWFRefusesCWF(t *testing.T) {
	for _, name := range []string{"a.cwf", "a.CWF.gz"} {
		_, _, err := SWF.Make(param.Values{"file": name}, workload.Inputs{Open: func(string) (io.ReadCloser, error) { t.Error("opened"); return nil, io.EOF }})
		var wrong *param.Error
		if !errors.As(err, &wrong) || wrong.Path != "/file" || !strings.Contains(wrong.Reason, "kind cwf") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
