package ui

import (
	"strings"
	"testing"
)

// A frame that runs at every change does so however long that takes, and asks nobody; one that does not waits for Run.
func TestEagerFrame(t *testing.T) {
	for _, c := range []struct {
		query string
		eager bool
	}{{"", false}, {"&run=quick", false}, {"&run=always", true}} {
		p, b := newPage(t)
		p.Embed(readQuery(t, "view=answers&gallery=textbook&allow=/machine/processors"+c.query))
		p.Open("", "")
		p.Sized(900, 1)
		b.answer()
		p.Quick = false // the last run took long
		p.Edit("/machine/processors", "9")
		if p.AsksToRun() == c.eager {
			t.Errorf("%q: after a change it asks to be run: %v", c.query, p.AsksToRun())
		}
		b.pass()
		if ran := len(b.asked) == 2; ran != c.eager {
			t.Errorf("%q: a change was run: %v", c.query, ran)
		}
		if !c.eager {
			continue
		}
		// Back to what is shown while the change is simulated: that would be shown next, and so is not what runs in the end.
		p.Edit("/machine/processors", "8")
		b.pass()
		if len(b.asked) != 3 || !strings.Contains(b.lastScenario(), `"processors":8`) {
			t.Errorf("taken back while it runs, a change leads to %d simulations, the last one of %s", len(b.asked), b.lastScenario())
		}
		b.answer()
		if p.Stale() || p.AsksToRun() {
			t.Error("the results are stale in the end")
		}
		p.Edit("/machine/processors", "8")
		b.pass()
		if len(b.asked) != 3 {
			t.Error("what has not changed was run")
		}
	}
}

// The answers of such a frame go over from one whole experiment to the next: what is half simulated, or has no intervals yet, is not
// shown between them, and tells the page around nothing.
func TestEagerFrameShowsWholeExperiments(t *testing.T) {
	p, b := newPage(t)
	p.Embed(readQuery(t, "view=answers&run=always&allow=/machine/processors&origin=http://127.0.0.1"))
	p.Open("", "")
	p.Sized(900, 1)
	p.Hear([]byte(`{"backfill":1,"type":"scenario","scenario":` + sweptScenario + `}`))
	b.pass()
	whole(p, b)
	answers := func() (sentence string, rows, told int) {
		for _, m := range b.posted {
			if strings.Contains(m, `"type":"results"`) {
				told++
			}
		}
		return p.Answers.Sentence(), len(p.Answers.Rows()), told
	}
	was, rows, told := answers()
	if rows == 0 || told == 0 {
		t.Fatalf("%d rows, %d messages, notice %q", rows, told, p.Notice.Text)
	}
	same := func(when string) {
		t.Helper()
		if is, n, also := answers(); is != was || n != rows || also != told || p.AsksToRun() {
			t.Errorf("%s the answer is %q in %d rows, told %d times, asked to run: %v; want %q in %d rows, told %d times", when, is, n, also, p.AsksToRun(), was, rows, told)
		}
	}
	change := func(processors string) {
		p.Edit("/machine/processors", processors)
		b.pass()
		b.answer()
		same("with the schedule of one workload")
		b.measure(5)
		same("with a few workloads")
	}
	change("36")
	change("40") // before the last one was done
	b.measure(1 << 30)
	b.pass()
	if is, n, also := answers(); is == was || n != rows || also == told || p.Stale() {
		t.Errorf("in the end the answer is %q in %d rows, told %d times, stale: %v", is, n, also, p.Stale())
	}
	if scenario, _ := p.Reported(); !strings.Contains(string(scenario), `"processors":40`) {
		t.Errorf("the answer is that of %s", scenario)
	}
}
