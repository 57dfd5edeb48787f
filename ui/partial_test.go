package ui

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"backfill/ui/result"
	"backfill/ui/timeline"
)

// answerFirst runs the last simulation that was asked for, slowly, and hands over
// the first n policies.
func (b *fake) answerFirst(n int) {
	b.t.Helper()
	r := b.asked[len(b.asked)-1]
	results := b.simulate(r)
	runs := results.Runs
	results.Runs = make([]*result.Run, len(runs))
	b.page.Began = b.page.Began.Add(-time.Minute)
	b.page.Received(r.run, results)
	for i := range n {
		b.page.RunCame(r.run, i, runs[i])
	}
}

// someOfIt is a page whose run has come to its first policy.
func someOfIt(t *testing.T) (*Page, *fake) {
	t.Helper()
	p, b := firstVisit(t)
	p.RemovePolicy(0)
	p.Edit("/baseline", "Conservative")
	b.pass()
	b.answerFirst(1)
	return p, b
}

// The job that somebody has gone to by keyboard stays lit up when the next policy comes.
func TestLitJobStaysWhenTheNextPolicyComes(t *testing.T) {
	p, b := someOfIt(t)
	p.Schedules.Hover(timeline.Hit{Lane: 2, Job: 3})
	last := b.asked[len(b.asked)-1]
	p.RunCame(last.run, 1, b.simulate(last).Runs[1])
	if n := len(p.Timeline.Groups); n != 2 || p.Timeline.Hover != 3 {
		t.Errorf("of %d policies job %d is lit up, want 3", n, p.Timeline.Hover)
	}
}

func TestCancelledAfterOnePolicy(t *testing.T) {
	p, b := someOfIt(t)
	if !strings.HasPrefix(p.BaselineRemark(), "Conservative has no results") {
		t.Errorf("of the baseline the page says %q", p.BaselineRemark())
	}
	b.charts = map[string][]byte{}
	p.CancelRun()
	if want := "Cancelled: 1 of 2 policies is shown."; b.said != want || p.Notice.Text != "" {
		t.Errorf("announced is %q, want %q; the notice is %q", b.said, want, p.Notice.Text)
	}
	r := render(t, p)
	if run := r.ids["run-button"]; run.attr("hidden") != "" || folded(run) {
		t.Error("there is no way to simulate the rest")
	}
	if want := "Only 1 of 2 policies is shown; still to be simulated: Conservative."; p.staleSentence() != want {
		t.Errorf("the page says %q, want %q", p.staleSentence(), want)
	}
	if want := "Conservative has no results: the others are compared with EASY."; p.BaselineRemark() != want {
		t.Errorf("of the baseline the page says %q, want %q", p.BaselineRemark(), want)
	}
	if len(b.charts) != 2 {
		t.Error("the charts are of other results")
	}

	p.Run()
	b.answer()
	if p.AsksToRun() || p.BaselineRemark() != "" || len(p.RunLabels()) != 2 {
		t.Error("the whole run did not take the part's place")
	}
}

func TestExportsOfAPart(t *testing.T) {
	p, b := someOfIt(t)
	p.CancelRun()
	for _, item := range p.Exports.Items() {
		p.follow(item)
	}
	const part = "partial: 1 of 2 policies; without Conservative"
	if csv := string(b.saved["backfill-a-textbook-case-partial-metrics.csv"]); !strings.Contains(csv, "# "+part+"\nmetric,unit,EASY\n") {
		t.Errorf("the metrics are\n%.900s", csv)
	}
	if swf := string(b.saved["backfill-a-textbook-case-easy.swf"]); !strings.Contains(swf, part) {
		t.Errorf("the schedule does not say that others are missing:\n%.900s", swf)
	}
	if b.saved["backfill-a-textbook-case-partial-jobs.csv"] == nil {
		t.Error("no job table was saved")
	}
	var result struct {
		Runs []struct {
			Policy   string
			Warnings []string
		}
	}
	if err := json.Unmarshal(b.saved["backfill-a-textbook-case-partial.json"], &result); err != nil {
		t.Fatal(err)
	}
	if len(result.Runs) != 1 || result.Runs[0].Policy != "EASY" || !slices.Contains(result.Runs[0].Warnings, part) {
		t.Errorf("the result is %+v", result)
	}
}

func TestFailureAfterOnePolicy(t *testing.T) {
	for _, f := range []result.Failure{{Reason: "no more memory"}, {Reason: "out of memory", Crash: true}} {
		p, _ := someOfIt(t)
		p.Failed(p.RunNumber, f)
		if !p.Notice.Problem || !strings.Contains(p.Notice.Text, "1 of 2 policies is shown") {
			t.Errorf("the notice is %q", p.Notice.Text)
		}
		p.dismissNotice()
		if !p.AsksToRun() {
			t.Error("nothing asks to run")
		}
	}
}

func TestCancelledBeforeAnyPolicy(t *testing.T) {
	p, b := firstVisit(t)
	p.RemovePolicy(0)
	b.pass()
	b.answerFirst(0)
	p.CancelRun()
	if len(p.RunLabels()) != 3 || p.Notice.Text != "Cancelled. The results are the last ones." {
		t.Errorf("%q; results of %v", p.Notice.Text, p.RunLabels())
	}
	p.Run()
	if p.Notice.Text != "" {
		t.Errorf("while it runs again the page says %q", p.Notice.Text)
	}
}

func TestExportsNameTheLog(t *testing.T) {
	p, b := firstVisit(t)
	p.FileCame(droppedLog(t, "small.swf"))
	b.answer()
	p.SaveMetrics()
	want := fmt.Sprintf("\n# log: small.swf, %d bytes, SHA-256 %s\n", len(smallLog), strings.Repeat("ab", 32))
	if csv := string(b.saved["backfill-small-swf-metrics.csv"]); !strings.Contains(csv, want) {
		t.Errorf("no line %q in\n%.900s", want, csv)
	}
}
