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
		"nodes":      {"abc", `"abc": a whole number from 1 to 1,073,741,824 nodes is accepted`},
		"request":    {"long", `“long”: minutes as in sbatch -t 10, or a time such as 90 s, 2 h, 01:30:00 or 1-12:00:00 are accepted`},
		"at":         {"yesterday", "“yesterday”: a date such as 2026-11-27 or 2026-11-27 14:30 (UTC), a weekday such as Monday 9:00, or"},
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
	// The log ends on a Thursday at 10:22:40. The next Monday at 9 is four days later, the next Thursday at 10 seven.
	for typed, read := range map[string]string{"Monday 9:00": "Read as Mon 30 Nov 2026 09:00.", "Mon 9": "Read as Mon 30 Nov 2026 09:00.", "thursday at 10": "Read as Thu 3 Dec 2026 10:00."} {
		if f.Type("at", typed); f.Fields()[0].About != read || f.Fields()[0].Mistake != "" {
			t.Errorf("%q: %+v", typed, f.Fields()[0])
		}
	}
	f.Type("request", "1")
	f.Type("nodes", "")
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
	want := "A job (4 processors, up to 1 min, user 2) submitted at 26 Nov 2026 10:16:40 starts at 26 Nov 2026 10:20:"
	if text := f.Sentence(); !strings.HasPrefix(text, want) || !strings.HasSuffix(text, " without later arrivals. With later arrivals there is no forecast: they are drawn as whole days, and the log has less than a day before that.") {
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
	for _, want := range []string{"The log is used up to 26 Nov 2026 10:16:40: 1 job runs and 0 wait then.", "40 times, from the 2 jobs that had started", "Not said of the job: Account", "is untested"} {
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
	if text, want := f.Sentence(), "A job like job 1 submitted when the log ends (26 Nov 2026 10:22:40) starts at 26 Nov 2026 10:2"; !strings.HasPrefix(text, want) {
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

// A job of 90 minutes in a partition for an hour waits for ever under EnforcePartLimits=NO, and is refused under ANY and ALL.
func TestStartForecastUnderEnforcePartLimits(t *testing.T) {
	for enforce, want := range map[string]string{
		"no":  "never starts. It would wait for ever: asking for more than the time limit of batch, 01:00:00 (PartitionTimeLimit).",
		"any": "never starts. It is refused: asking for more than the time limit of batch, 01:00:00 (EnforcePartLimits=ANY).",
		"all": "never starts. It is refused: asking for more than the time limit of batch, 01:00:00 (EnforcePartLimits=ALL).",
	} {
		p, b := onForecast(t, askedLog)
		open(p, `{"version":1,"machine":{"kind":"partitions","choice":"slurm","enforcePartLimits":"`+enforce+`","nodes":[{"name":"n[1-2]","processors":16}],
		"partitions":[{"name":"batch","number":1,"maxTime":3600}]},"workload":{"kind":"swf","file":"asked.swf"},"policies":[{"kind":"easy"},{"kind":"slurm"}]}`)
		b.settle()
		f := p.StartForecast
		f.Type("processors", "1")
		f.Type("request", "90")
		f.Ask()
		b.foretell()
		if text := f.Sentence(); !strings.HasSuffix(text, want) {
			t.Errorf("%s: %q %s", enforce, text, f.State())
		}
		depends := "It is refused when it comes, in all "
		if enforce == "no" {
			depends = "It can never start, in all "
		}
		if got := f.Depends(); len(got) != 1 || !strings.HasPrefix(got[0], depends) {
			t.Errorf("%s: it depends on %q", enforce, got)
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
		"2026-03-09":       "and what happens until then is simulated, too. By then everything that runs or waits when the log ends has ended, in all 40 drawings. Only later arrivals count",
		"2026-03-02 01:00": "The job comes 5 min later, and what happens until then is simulated, too. Of what runs or waits when the log ends, 1 job, 1 has not ended by then.",
	} {
		f.Type("at", at)
		f.Ask()
		b.foretell()
		if text := strings.Join(f.Depends(), " "); !strings.Contains(text, want) {
			t.Errorf("%s: %q %s", at, text, f.State())
		}
		told, late := f.Sentence(), at == "2026-03-09"
		if (told == "The log does not say what a job (8 processors, up to 10 min) submitted at 9 Mar 2026 00:00:00 will meet: of the jobs that ran or waited at its end, none runs any more by then. "+
			"All depends on what comes until then, and the log has less than a day from which that could be drawn. There is no forecast.") != late || strings.Contains(told, " starts at ") == late || (len(f.Rows()[0].Cells) == 0) != late {
			t.Errorf("%s: told is %q, with %+v", at, told, f.Rows())
		}
		if answer, _, _ := p.StartForecast.Report(); (f.Trust() == "") != late || (answer == "") != late {
			t.Errorf("%s: of no forecast it says %q, and reports %q", at, f.Trust(), answer)
		}
	}
}

// A job of 4 processors comes each day at 9 for two weeks, and runs for an hour. Of a job that comes a week after the end only the range with such arrivals is told.
func TestStartForecastOfLaterArrivalsAlone(t *testing.T) {
	var log strings.Builder
	log.WriteString("; MaxProcs: 4\n; UnixStartTime: 1795683600\n")
	for day := range 14 {
		fmt.Fprintf(&log, "%d %d 0 3600 4 -1 -1 4 7200 -1 1 1 1 1 1 1 -1 -1\n", day+1, 24*3600*day)
	}
	p, b := onForecast(t, log.String())
	f := p.StartForecast
	f.Type("request", "10")
	f.Type("at", "20 d 00:30")
	f.Ask()
	b.foretell()
	const want = "The log does not say what a job (1 processor, up to 10 min) submitted at 16 Dec 2026 09:30:00 will meet: at its end nothing ran or waited. " +
		"All depends on what comes until then. If that is as in past weeks, drawn at random, it starts at 16 Dec 2026 10:00:"
	text := f.Sentence()
	if !strings.HasPrefix(text, want) || strings.Contains(text, "without later arrivals") {
		t.Errorf("told is %q %s", text, f.State())
	}
	if rows := f.Rows(); len(rows[2].Cells) != 1 || strings.Contains(string(b.charts[forecast.Chart]), "without later") {
		t.Errorf("shown is %+v, %s", rows, b.charts[forecast.Chart])
	}
}

// A log whose jobs all start 1 s after the node is free fits a main scheduler that comes every few seconds, and not one that comes at most once in ten minutes. Until
// that was looked at, the page says so beside a forecast; then there is none where it does not fit, on the page or in reports.
func TestStartForecastOfAModelThatDoesNotFit(t *testing.T) {
	for _, c := range []struct {
		parameters string
		fits       bool
	}{{"", true}, {"sched_min_interval=600000000,batch_sched_delay=600,bf_interval=600", false}} {
		p, b := onForecast(t, steadyLog(1))
		open(p, fmt.Sprintf(`{"version":1,"machine":{"kind":"partitions","choice":"slurm","nodes":[{"name":"n1","processors":4}],"partitions":[{"name":"batch","number":1}]},
		"workload":{"kind":"swf","file":"asked.swf"},"policies":[{"kind":"slurm","label":"S","parameters":%q}],"kill":{"rule":"never"}}`, c.parameters))
		b.settle()
		f := p.StartForecast
		f.Type("request", "10")
		f.Ask()
		b.foretell()
		shown := func() string { return strings.Join(strings.Fields(render(t, p).ids["forecast"].text()), " ") }
		report := func() string {
			p.Sized(900, 1)
			p.Exports.SaveReport()
			for name, data := range b.saved {
				if strings.HasSuffix(name, ".html") {
					return string(data)
				}
			}
			return ""
		}
		answer := f.Sentence()
		if !strings.HasPrefix(answer, "A job (1 processor, up to 10 min) submitted when the log ends") || !strings.Contains(shown(), "It has not been checked whether “S” fits this log.") || !strings.Contains(shown(), "press “Hold against the log” in “How well the model fits”") {
			t.Errorf("before it is held against the log, the panel is %q", shown())
		}
		f.Try()
		b.foretell()
		if text := report(); !strings.Contains(text, "<h2>When would it start?</h2>\n<p class=\"answer\">A job (1 processor") || !strings.Contains(text, "It has not been checked whether") || !strings.Contains(text, "Of 20 jobs of the log") || !strings.Contains(text, "How long these jobs run is drawn") {
			t.Error("the report has no forecast, or not what it depends on")
		}
		p.ModelFit.Hold()
		b.compare()
		b.draw(99)
		if c.fits {
			if f.Sentence() != answer || f.Refused() != "" || !strings.Contains(shown(), "“S” starts the same jobs as this log in 100 % of its passes. That is a close fit") {
				t.Errorf("a model that fits: %q", shown())
			}
			p.Unfolded["forecast"] = false
			if strings.Contains(report(), "When would it start?") {
				t.Error("the report has a forecast that is not on the page")
			}
			continue
		}
		if f.Sentence() != "" || !strings.HasPrefix(f.Refused(), "There is no forecast. “S” does not fit this log (") || !strings.Contains(shown(), f.Refused()) || strings.Contains(shown(), "starts at") {
			t.Errorf("a model that does not fit: %q", shown())
		}
		if f.Ask(); len(b.telling) > 0 || strings.Contains(report(), "When would it start?") {
			t.Error("a model that does not fit is asked, or told of in the report")
		}
	}
}

// What was asked of the scheduler as configured is not called another one's once its change is taken back.
func TestStartForecastAfterReset(t *testing.T) {
	p, b := configuredWith(t, clusterLog)
	p.Unfolded["forecast"] = true
	f := p.StartForecast
	tried := func() string { return strings.Join(f.Calibration(), "\n") }
	f.Try()
	b.foretell()
	if tried() == "" || strings.Contains(tried(), "before the change") {
		t.Errorf("at first: %q %s", tried(), f.State())
	}
	b.press(p, "word")
	if text := tried(); !strings.Contains(text, "That is of “Slurm as configured”, before the change. The log says nothing about the changed one.") {
		t.Errorf("after a change: %q", text)
	}
	p.Reset()
	p.Run()
	b.settle()
	if text := tried(); text == "" || strings.Contains(text, "before the change") {
		t.Errorf("after the change is taken back: %q", text)
	}
}

// Jobs of the whole node come every 100 s, ask for 200 s and run for 60 s: each starts when it comes or, as Slurm starts jobs as they come, a few seconds later at most. A log
// that says so lies in every range; one in which they waited for 40 s in none.
func TestStartForecastIsTried(t *testing.T) {
	for wait, want := range map[int]string{
		0:  "Of 20 jobs of the log's second half, 20 started within the 80 % range of their forecast (100 %; with 95 % confidence 84 % to 100 %).\nThe range is too wide here",
		35: "Of 20 jobs of the log's second half, 0 started within the 80 % range of their forecast (0 %; with 95 % confidence 0 % to 16 %).\nThe range is too narrow here",
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
