package logs

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine/workload"
	"backfill/engine/workload/textfile"
)

// A log with a line of three fields, one with a word for a number, and one with too large a number. By default it is refused for the first
// of them, with a word on how to read it all the same; else the other lines are read as if these were not there.
func TestUnreadableLines(t *testing.T) {
	const log = "; MaxProcs: 8\n" +
		"1 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n" +
		"2 5 0\n" +
		"3 6 0 ten 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n" +
		"4 7 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n" +
		"5 8 0 10 1 -1 -1 999999999999 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n"
	_, _, err := Read(strings.NewReader(log), "a.swf", Refuse)
	const want = `a.swf:3: "2 5 0": only 3 fields; 18 numbers are accepted` + howToSkip
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant\n%s", err, want)
	}
	w, report, err := Read(strings.NewReader(log), "a.swf", Skip)
	if err != nil {
		t.Fatal(err)
	}
	if len(w.Jobs) != 2 || w.JobNumber(0) != 1 || w.JobNumber(1) != 4 || report.Lines != 6 || report.JobLines != 5 || report.Jobs != 2 {
		t.Errorf("jobs %+v, report %+v", w.Jobs, report)
	}
	remark := workload.Remark{Kind: "unreadable", Effect: workload.Dropped, Text: "cannot be read", Count: 3, Lines: []int{3, 4, 6}, Reasons: []string{
		`"2 5 0": only 3 fields; 18 numbers are accepted`, `field 4 (run time): "ten": a number is accepted`, `field 8 (requested processors): "999999999999": a number up to 1073741824 is accepted`}}
	if diff := cmp.Diff(remark, report.Remark("unreadable")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got, want := remark.String(), "3 lines dropped: cannot be read (3, 4, 6)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if diff := cmp.Diff([]string{`line 3: "2 5 0": only 3 fields; 18 numbers are accepted`, "and 2 more"}, remark.Each(1)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// In the other format commands without a job, or without an amount, cannot be read either; a command for a job whose line cannot be read
// has no job.
func TestUnreadableCommands(t *testing.T) {
	const job = "%d 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1 -1 %s\n"
	log := fmt.Sprintf(job+job+job+job+job, 1, "S", 9, "ET 5", 1, "ET", 2, "X", 2, "EP 3") + fmt.Sprintf(job, 1, "RT 3")
	w, report, err := Read(strings.NewReader(log), "a.cwf", Skip)
	if err != nil || len(w.Jobs) != 1 || len(w.Commands) != 1 {
		t.Fatalf("%+v, %v", w, err)
	}
	remark := report.Remark("unreadable")
	if diff := cmp.Diff([]int{2, 3, 4, 5}, remark.Lines); diff != "" || !strings.Contains(remark.Reasons[3], "that no line further up submits") {
		t.Errorf("%q (-want +got):\n%s", remark.Reasons, diff)
	}
}

// A file in which no line can be read is no log, whatever is skipped, nor is one whose text breaks off.
func TestNothingIsLeft(t *testing.T) {
	_, _, err := Read(strings.NewReader("a b c\nd e\n"), "a.swf", Skip)
	if want := "a.swf: no line of the log can be simulated: 2 lines dropped: cannot be read (1, 2)"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	var wrong *textfile.Error
	if _, _, err := Read(strings.NewReader(strings.Repeat("x", textfile.MaxLine+1)), "a.swf", Skip); !errors.As(err, &wrong) || wrong.Without != "" {
		t.Errorf("%v", err)
	}
}

// Whatever is done to lines of a log: read without those that cannot be read, it has the jobs of the log without these lines, and strictly
// it is refused for the first of them.
func TestSkippingIsReadingWithoutTheLines(t *testing.T) {
	skipped := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		var lines []string
		for j := range 1 + r.IntN(12) {
			line := fmt.Sprintf("%d %d 0 %d %d -1 -1 %d %d -1 1 %d -1 -1 -1 -1 -1 -1", j+1, r.IntN(50), r.IntN(9)-1, r.IntN(4), r.IntN(4), r.IntN(20), r.IntN(3))
			switch b := []byte(line); r.IntN(6) {
			case 0:
				line = line[:r.IntN(len(line))]
			case 1:
				b[r.IntN(len(b))] = "x.;-9 "[r.IntN(6)]
				line = string(b)
			}
			lines = append(lines, line)
		}
		text := strings.Join(lines, "\n") + "\n"
		w, report, err := Read(strings.NewReader(text), "a.swf", Skip)
		if err != nil {
			continue // nothing is left
		}
		remark := report.Remark("unreadable")
		skipped += remark.Count
		var rest []string
		for i, line := range lines {
			if len(remark.Lines) > 0 && i+1 == remark.Lines[0] {
				remark.Lines = remark.Lines[1:]
				line = "" // so that the numbers of the others stay
			}
			rest = append(rest, line)
		}
		want, _, err := Read(strings.NewReader(strings.Join(rest, "\n")+"\n"), "a.swf", Refuse)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if diff := cmp.Diff(want, w); diff != "" {
			t.Fatalf("seed %d:\n%s\n(-without +skipped):\n%s", seed, text, diff)
		}
		_, _, err = Read(strings.NewReader(text), "a.swf", Refuse)
		var wrong *textfile.Error
		if first := report.Remark("unreadable"); (err != nil) != (first.Count > 0) || err != nil && (!errors.As(err, &wrong) || wrong.Line != first.Lines[0] || wrong.Reason() != first.Reasons[0]) {
			t.Fatalf("seed %d: %v, skipped %+v", seed, err, first)
		}
	}
	if skipped < 200 {
		t.Errorf("only %d lines were skipped", skipped)
	}
}
