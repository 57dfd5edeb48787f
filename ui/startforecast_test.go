package ui

import (
	"fmt"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/ui/panel/forecast"
	"backfill/ui/phrase"
)

// askedLog is a log of a node of 4 processors, on which job 1 ran for half of what it asked for, from 0 to 600 s, and job 2, which asked for the same, from
// then until it was stopped at 1300 s, when job 3 came.
const askedLog = "; MaxProcs: 4\n; UnixStartTime: 1795687200\n1 0 0 600 4 -1 -1 4 1200 -1 1 1 1 1 1 1 -1 -1\n2 100 500 700 4 -1 -1 4 1200 -1 1 1 1 1 1 1 -1 -1\n3 1300 0 60 4 -1 -1 4 60 -1 1 2 1 1 1 1 -1 -1\n"

// onForecast is a page with a log, under Slurm on one node of 4 processors, that asks when a job would start.
func onForecast(t *testing.T, log string) (*Page, *fake) {
	t.Helper()
	p, b := firstVisit(t)
	b.logs = map[string]string{"asked.swf": log}
	p.FileCame(droppedText(t, "asked.swf", log))
	b.settle()
	open(p, `{"version":1,"machine":{"kind":"partitions","choice":"slurm","nodes":[{"name":"n1","processors":4}],"partitions":[{"name":"batch","number":1}]},
	"workload":{"kind":"swf","file":"asked.swf"},"policies":[{"kind":"easy"},{"kind":"slurm"}]}`)
	b.settle()
	if p.StartForecast.Inapplicable() {
		t.Fatalf("nothing can be asked: %s", p.Notice.Text)
	}
	p.Unfolded["forecast"] = true
	return p, b
}

// Job 2 is drawn to run for 600 s as job 1 did, the only one that ended by 1000 s. So a job of the whole node that comes then starts when it ends, at 1200 s, or when Slurm
// looks at it next, within a minute.
func TestStartForecast(t *testing.T) {
	p, b := onForecast(t, askedLog)
	f := p.StartForecast
	for name, c := range map[string][2]string{
		"processors": {"0", "0: a whole number from 1 to 1,073,741,824 processors is accepted"},
		"request":    {"long", `"long": a number from 0.001 to`},
		"at":         {"yesterday", "Yesterday: a date such as 2026-11-27 or 2026-11-27 14:30 (UTC)"},
	} {
		f.Type(name, c[0])
		found := false
		for _, field := range f.Fields() {
			found = found || field.Name == name && strings.HasPrefix(field.Mistake, c[1])
		}
		if !found {
			t.Errorf("%s: %+v", name, f.Fields())
		}
	}
	f.Ask()
	if len(b.telling) > 0 || b.focused != "forecast-at" {
		t.Errorf("with mistakes something is asked; the focus is on %s", b.focused)
	}
	f.Type("processors", "4")
	f.Type("request", "")
	f.Type("at", "2028-01-01")
	if f.Ask(); !strings.Contains(f.Fields()[0].Mistake, "the log ends at 26 Nov 2026 10:22:40; an instant up to 366 days after that is accepted") || f.Fields()[2].Mistake != "Missing: how long the job may run, such as 1 h." {
		t.Errorf("%+v", f.Fields())
	}
	f.Type("request", "60 s")
	f.Type("at", "2026-11-26 10:16:40")
	f.Type("user", "2")
	f.Ask()
	b.foretell()
	told := f.Started()
	if told == nil {
		t.Fatal(f.State())
	}
	for _, start := range told.None {
		if start < 1200*engine.Second || start > 1260*engine.Second {
			t.Errorf("it starts at %v", start)
		}
	}
	want := "A job (4 processors, up to 1 min, user 2) that is submitted at 26 Nov 2026 10:16:40, starts at 26 Nov 2026 10:20:"
	if text := f.Sentence(); !strings.HasPrefix(text, want) || !strings.HasSuffix(text, "; with later arrivals it cannot be told, as the log has less than a day before that, and whole days are drawn.") {
		t.Errorf("told is %q", text)
	}
	if b.said != f.Sentence() {
		t.Errorf("said is %q", b.said)
	}
	rows := f.Rows()
	if median := rows[2]; median.Label != "50 %" || median.Cells[0].Text != phrase.Span((told.None.Median()-1000*engine.Second)/engine.Second*engine.Second) {
		t.Errorf("%+v", median)
	}
	depends := strings.Join(f.Depends(), "\n")
	for _, want := range []string{"The log counts up to 26 Nov 2026 10:16:40: 1 job runs and 0 wait then.", "40 times, from the 2 jobs that had started", "Not said of the job: Account", "is untested"} {
		if !strings.Contains(depends, want) {
			t.Errorf("%q is not in %q", want, depends)
		}
	}
	if !strings.Contains(string(b.charts[forecast.Chart]), `"y":"Share of drawings"`) {
		t.Errorf("drawn is %s", b.charts[forecast.Chart])
	}
	// As the pinned job 1, which asks for the same processors, and of a log that is over.
	p.Pin(0)
	f.Type("like", "like")
	f.Type("at", "")
	f.Ask()
	b.foretell()
	if text, want := f.Sentence(), "A job that asks for what job 1 asks for and is submitted when the log ends, at 26 Nov 2026 10:22:40, starts at 26 Nov 2026 10:2"; !strings.HasPrefix(text, want) {
		t.Errorf("told is %q", text)
	}
	if text := strings.Join(strings.Fields(render(t, p).ids["forecast"].text()), " "); !strings.Contains(text, "Asks for") || strings.Contains(text, "Time limit") {
		t.Errorf("the panel is %q", text)
	}
	// What was told of one run is not told of another.
	f.Ask()
	p.Edit("/policies/1/label", "Slurm")
	b.settle()
	if f.Started() != nil || f.State() != "" {
		t.Errorf("another run has %q, %q", f.Sentence(), f.State())
	}
}

// Jobs of the whole node come every 100 s, ask for 200 s and run for 60 s: each starts when it comes or, as Slurm starts jobs as they come, a few seconds later at most. A log
// that says so lies in every range; one in which they waited for 40 s in none.
func TestStartForecastIsTried(t *testing.T) {
	for wait, want := range map[int]string{
		0:  "Of 20 jobs of the log's second half, 20 started within the 80 % range that was told (100 %, 84 % to 100 %).\nThe range is too wide here",
		35: "Of 20 jobs of the log's second half, 0 started within the 80 % range that was told (0 %, 0 % to 16 %).\nThe range is too narrow here",
	} {
		var log strings.Builder
		log.WriteString("; MaxProcs: 4\n")
		for j := range 40 {
			fmt.Fprintf(&log, "%d %d %d 60 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1\n", j+1, 100*j, wait)
		}
		p, b := onForecast(t, log.String())
		f := p.StartForecast
		f.Try()
		if f.State() != "Simulating …" {
			t.Errorf("state %q", f.State())
		}
		f.Ask() // one question at a time
		f.Cancel()
		if len(b.telling) > 0 || f.State() != "" {
			t.Errorf("what was cancelled goes on: %q", f.State())
		}
		f.Try()
		p.Foretelling(b.telling[0].key, 3, 20)
		if f.State() != "Simulating: 3 of 20 …" {
			t.Errorf("state %q", f.State())
		}
		b.foretell()
		if text := strings.Join(f.Calibration(), "\n"); !strings.HasPrefix(text, want) || !strings.Contains(text, "as of when it came, without later arrivals") {
			t.Errorf("waits of %d s: %q", wait, text)
		}
		if f.Type("request", "60 s"); f.Started() != nil {
			t.Error("something is told before it is asked")
		}
		f.Ask()
		b.foretell()
		if strings.Contains(strings.Join(f.Depends(), " "), "untested") {
			t.Error("what was tried is called untested")
		}
	}
	p, _ := firstVisit(t)
	open(p, slurmed)
	if !p.StartForecast.Inapplicable() {
		t.Error("without a log something can be asked")
	}
}
