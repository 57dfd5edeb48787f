package ui

import (
	"strings"
	"testing"

	"backfill/engine"
	"backfill/ui/link"
	"backfill/ui/result"
)

const askingWhy = "Asking the policy why …"

// The worker breaks while the policies are asked why the pinned job waited: the page says what happened, and nobody is asked any more.
func TestReasonsThatAreLost(t *testing.T) {
	p, b := firstVisit(t)
	p.Pin(2)
	if got := render(t, p).root.shown(); len(b.why) == 0 || !strings.Contains(got, askingWhy) {
		t.Fatalf("%d questions are asked: %s", len(b.why), got)
	}
	p.Unexplained(b.why[0].key, result.Failure{Reason: "the worker broke", Crash: true})
	if got := render(t, p).root.shown(); strings.Contains(got, askingWhy) || !p.Notice.Problem {
		t.Errorf("the notice is %q on %s", p.Notice.Text, got)
	}
}

// What is measured beside the questions fails, and with it the questions are given up: they are asked again.
func TestReasonsAreAskedAgainWhenAMeasurementFails(t *testing.T) {
	p, b := sweptPage(t)
	b.answer()
	b.measure(4)
	b.pass()
	if !p.Measuring() {
		t.Fatal("nothing is measured")
	}
	p.Pin(2)
	asked := len(b.why)
	b.why = nil
	p.Failed(p.RunNumber, result.Failure{Reason: "the worker broke", Crash: true})
	if len(b.why) != asked || asked == 0 {
		t.Errorf("%d questions, then %d", asked, len(b.why))
	}
	b.explain()
	if got := render(t, p).root.shown(); strings.Contains(got, askingWhy) {
		t.Errorf("the policies are still asked: %s", got)
	}
}

// No job may ever start, so that a policy has nothing to tell: the words do not wait for that.
func TestWordsOfJobsThatNeverStart(t *testing.T) {
	p, b := newPage(t)
	p.Sized(900, 1)
	open(p, `{"version":1,"machine":{"kind":"partitions","nodes":[{"name":"n1","processors":4}],"partitions":[{"name":"batch","maxTime":60}]},
		"workload":{"kind":"jobs","jobs":[{"run":50,"processors":1,"request":100}]},"policies":[{"kind":"fcfs"}]}`)
	b.answer()
	b.pass()
	p.Schedules.Toggle("description")
	p.Schedules.AskStories()
	b.explain()
	if words := p.Schedules.Words(true); len(words) != 1 || words[0].Asked || !strings.Contains(words[0].Summary, "0 jobs ran") {
		t.Errorf("in words: %+v", words)
	}
}

// A link to the experiment on the page, but with another version of its log, which is taken back: by its name the page means the other version now.
// The results are of that before, and so they are not those of the experiment.
func TestLinkToAnotherVersionOfALog(t *testing.T) {
	p, b := newPage(t)
	b.versions = map[string]string{}
	to := func(hash, run string) (result.FileRef, string) {
		f := result.FileRef{Name: "a.swf", Size: 100, SHA256: strings.Repeat(hash, 32)}
		b.versions[f.SHA256] = "1 0 0 10 4 -1 -1 4 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n2 5 0 " + run + " 4 -1 -1 4 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n"
		const scenario = `{"version":1,"machine":{"kind":"cluster","processors":4},"workload":{"kind":"swf","file":"a.swf"},"policies":[{"kind":"fcfs"}]}`
		return f, link.Encode(link.Experiment{Scenario: []byte(scenario), Files: []result.FileRef{f}})
	}
	first, link := to("ab", "10")
	p.Navigated(link)
	p.FileFound(first, true)
	b.answer()
	if p.Stale() || p.Shown.Files[0] != first {
		t.Fatalf("the results are of %v", p.Shown.Files)
	}
	second, link := to("cd", "15")
	p.Navigated(link)
	p.Undo()
	if !p.Stale() {
		t.Errorf("needed is %v, and the results are of %v", p.FilesNeeded(), p.Shown.Files)
	}
	p.FileFound(second, true)
	b.answer()
	if got := p.Shown.Results.Runs[0].Outcome.End[1]; p.Stale() || got != 25*engine.Second {
		t.Errorf("job 2 ends at %v, not 15 s after job 1, at 25 s", got)
	}
}
