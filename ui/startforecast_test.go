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
		"request":    {"long", `Long: minutes as in sbatch -t 10, or a time such as 90 s, 2 h, 01:30:00 or 1-12:00:00 are accepted`},
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
	if f.Ask(); !strings.Contains(f.Fields()[0].Mistake, "the log ends at 26 Nov 2026 10:22:40; an instant up to 366 days after that is accepted") || f.Fields()[2].Mistake != "Missing: how long the job may run, such as 60 or 01:00:00." {
		t.Errorf("%+v", f.Fields())
	}
	for typed, read := range map[string]string{"00:01:00": "Read as 1 min.", "1-12": "Read as 1 d 12 h.", "10": "Read as 10 min.", "1": "Read as 1 min."} {
		if f.Type("request", typed); f.Fields()[2].About != read || f.Fields()[2].Mistake != "" {
			t.Errorf("%q: %+v", typed, f.Fields()[2])
		}
	}
	f.Type("request", "1")
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
	// Other fields have another answer, and those that cannot be asked have none.
	if f.Former() != "" {
		t.Errorf("the answer is former: %s", f.Former())
	}
	f.Type("processors", "3")
	if former := f.Former(); !strings.HasPrefix(former, "The fields ask for something else now.") || !strings.Contains(render(t, p).ids["forecast"].text(), former) {
		t.Errorf("another question has the answer %s", f.Sentence())
	}
	if f.Type("processors", "4"); f.Former() != "" {
		t.Errorf("the answer to the same question is former: %s", f.Former())
	}
	f.Type("processors", "-4")
	if f.Ask(); f.Started() != nil || f.Sentence() != "" {
		t.Errorf("what is refused has the answer %s", f.Sentence())
	}
	f.Type("processors", "4")
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

// On four nodes of 16 processors with 32,000 MB, of which two have 4 GPUs, for up to an hour, users get 8 processors at once and accounts jobs of up to 30 minutes.
func TestStartForecastSaysWhyNever(t *testing.T) {
	p, b := onForecast(t, askedLog)
	open(p, `{"version":1,"machine":{"kind":"partitions","choice":"slurm","nodes":[{"name":"n[1-2]","processors":16,"memory":32000,"gpus":4},{"name":"n[3-4]","processors":16,"memory":32000}],
	"partitions":[{"name":"batch","number":1,"maxTime":3600}]},"workload":{"kind":"swf","file":"asked.swf"},
	"policies":[{"kind":"easy"},{"kind":"slurm","limits":true,"qos":[{"number":5,"limits":"MaxTRESPU=cpu=8"}],"associations":[{"account":1,"limits":"MaxWall=30"},{"account":1,"user":1}]}]}`)
	b.settle()
	f := p.StartForecast
	for _, c := range []struct {
		fields map[string]string
		want   string
	}{
		{map[string]string{"processors": "65"}, "never starts. No partition can ever run it: asking for more processors than there are on the nodes of batch. At most 64 processors would do."},
		{map[string]string{"processors": "5", "nodes": "5"}, "never starts. No partition can ever run it: asking for more nodes than can be used together in batch. At most 4 nodes would do."},
		{map[string]string{"request": "90"}, "never starts. It would wait for ever: asking for more than the time limit of batch, 01:00:00 (PartitionTimeLimit)."},
		{map[string]string{"request": "45", "user": "1", "group": "1"}, "never starts. It waits for ever: it asks for 45 minutes, and its account or user allows at most 30 minutes (AssocMaxWallDurationPerJobLimit)."},
	} {
		for _, name := range []string{"nodes", "user", "group"} {
			f.Type(name, "")
		}
		f.Type("processors", "1")
		f.Type("request", "10")
		for name, text := range c.fields {
			f.Type(name, text)
		}
		f.Ask()
		b.foretell()
		if text := f.Sentence(); !strings.HasSuffix(text, c.want) {
			t.Errorf("%v: %q %s", c.fields, text, f.State())
		}
		if asking := strings.Contains(c.want, ": asking for more "); asking != (len(f.Depends()) == 1) || asking && !strings.HasPrefix(f.Depends()[0], "It can never start, in all ") {
			t.Errorf("%v depends on %q", c.fields, f.Depends())
		}
	}
}

// Job 4 runs when the log ends, five minutes after it began. Those that ended ran for a quarter to half of their limit: it is there for 15 minutes at least,
// and for 30 at most. A week later nothing is left of it.
func TestStartForecastLongAfterTheLog(t *testing.T) {
	p, b := configuredWith(t, clusterLog+"4|ann|chem|short|normal|2026-03-02T00:50:00|2026-03-02T00:50:00|Unknown|RUNNING|8|60\n"+"5|ann|chem|short|normal|2026-03-02T00:55:00|Unknown|Unknown|CANCELLED by 0|8|60\n")
	p.Unfolded["forecast"] = true
	f := p.StartForecast
	f.Type("processors", "8")
	f.Type("request", "10")
	for at, want := range map[string]string{
		"2026-03-09":       "and what happens until then is simulated, too. By then everything that runs or waits when the log ends has ended, in all 40 drawings: the log's last state says nothing of this job.",
		"2026-03-02 01:00": "The job comes 5 min later, and what happens until then is simulated, too. Of what runs or waits when the log ends, 1 job, 1 has not ended by then.",
	} {
		f.Type("at", at)
		f.Ask()
		b.foretell()
		if text := strings.Join(f.Depends(), " "); !strings.Contains(text, want) {
			t.Errorf("%s: %q %s", at, text, f.State())
		}
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
