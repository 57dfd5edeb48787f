package ui

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"backfill/engine/metrics"
	"backfill/ui/answer"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// whatIf is the panel of changes as a reader sees it, with plain spaces.
func whatIf(t *testing.T, p *Page) string {
	t.Helper()
	return strings.ReplaceAll(render(t, p).ids["whatif"].text(), "\u00a0", " ")
}

// meanWaits are the mean waits before and now, in seconds, of the jobs with the same number that ended both times, and how many
// these are.
func meanWaits(before, now *result.Run) (was, is float64, jobs int) {
	a, b := before.Outcome, now.Outcome
	rows := map[int64]int{}
	for j := range a.Start {
		rows[a.Workload.JobNumber(int32(j))] = j
	}
	for j := range b.Start {
		k, ok := rows[b.Workload.JobNumber(int32(j))]
		if !ok || a.End[k] < 0 || b.End[j] < 0 {
			continue
		}
		was += (a.Start[k] - a.Workload.Jobs[k].Submit).Seconds()
		is += (b.Start[j] - b.Workload.Jobs[j].Submit).Seconds()
		jobs++
	}
	return was / float64(jobs), is / float64(jobs), jobs
}

// With 4 of the 8 processors the textbook case's jobs of 5 and more processors can never run. The others are compared, the three are
// told, and a machine that refuses jobs is not called a better one.
func TestRefusedJobsAreNotCompared(t *testing.T) {
	p, b := firstVisit(t)
	before := p.Shown.Results
	b.alterTo("/machine/processors", "4")
	text := whatIf(t, p)
	refused := 0
	for _, job := range before.Workload.Jobs {
		if job.Processors > 4 {
			refused++
		}
	}
	if refused != 3 {
		t.Fatalf("%d jobs of the textbook case need more than 4 processors", refused)
	}
	for i, r := range p.Shown.Results.Runs {
		was, is, jobs := meanWaits(before.Runs[i], r)
		if jobs != 12-refused {
			t.Fatalf("%d jobs ended both times", jobs)
		}
		for _, want := range []string{
			"(" + phrase.Seconds(is) + ", before " + phrase.Seconds(was) + ")",
			fmt.Sprintf("%s → %s", phrase.Seconds(was), phrase.Seconds(is)),
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the page does not say %q: %s", r.Label, want, text)
			}
		}
	}
	for _, want := range []string{"Under FCFS the 9 jobs that ended both times wait ", "and under Conservative they wait ", "3 more jobs are refused: 3, before none (wider than the machine).", "The work is not the same as before"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q: %s", want, text)
		}
	}
	noSigns(t, p)
}

// noSigns looks at the table of before and after for what calls a difference better or worse.
func noSigns(t *testing.T, p *Page) {
	t.Helper()
	for _, row := range p.BeforeAndAfter().Rows() {
		for _, cell := range row.Cells {
			if cell.Verdict != "" || strings.ContainsAny(cell.Difference, "✓✗") {
				t.Errorf("%s: %+v", row.Title, cell)
			}
		}
	}
	if table := render(t, p).ids["before-table"]; table == nil || strings.ContainsAny(table.text(), "✓✗") {
		t.Errorf("the table has signs: %v", table)
	}
}

// A job that comes when all others have gone delays nobody. Its wait of 0 makes the mean of all jobs 1/13 less, but nobody waits less.
func TestAJobThatDelaysNobody(t *testing.T) {
	p, b := firstVisit(t)
	p.WhatIf.AddRow(draft.JobChange{"action": []byte(`"add"`), "submit": []byte("36000"), "run": []byte("60"), "processors": []byte("1")})
	b.settle()
	text := whatIf(t, p)
	for _, want := range []string{
		"Under FCFS the 12 jobs that ended both times wait as long on average (12 min 25 s)",
		"Job 13 was added; it waits not at all under FCFS, not at all under EASY and not at all under Conservative.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q: %s", want, text)
		}
	}
	noSigns(t, p)
	if one := p.BeforeAndAfter().Partners[0]; one.Less+one.Longer > 0 || one.Same != 12 {
		t.Errorf("%+v", one.Tally)
	}
}

// Policies of other kinds are never compared with each other, wherever they stand in the list.
func TestPoliciesAreComparedWithThemselves(t *testing.T) {
	p, b := firstVisit(t)
	b.alterTo("/policies/0/kind", "fpfs")
	text := whatIf(t, p)
	if c := p.BeforeAndAfter(); c.Partners[0].Label() != "FPFS" || strings.Contains(text, "→ FPFS") {
		t.Errorf("the page says %s", text)
	}
	for _, want := range []string{"Under EASY and Conservative every job starts and ends as before.", "New: FPFS.", "Gone: FCFS."} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q: %s", want, text)
		}
	}
	// A parameter of one policy is another one, and both are named.
	p, b = firstVisit(t)
	open(p, strings.Replace(threeJobs, `{"kind":"easy","label":"EASY"}`, `{"kind":"fcfs"},{"kind":"easy"}`, 1))
	b.answer()
	b.alterTo("/policies/1/reservations", "2")
	if got := p.BeforeAndAfter().Partners[1].Label(); got != "easy → easy(reservations=2)" {
		t.Errorf("compared is %s", got)
	}
}

// Where nothing that can be seen has changed, one line says so.
func TestNothingChanged(t *testing.T) {
	p, b := firstVisit(t)
	b.alterTo("/simultaneous", "sequential")
	c := p.BeforeAndAfter()
	if c == nil || len(c.Changed()) > 0 || len(c.Rows()) > 0 || len(c.Remarks) > 0 {
		t.Fatalf("%+v", c)
	}
	if text := whatIf(t, p); !strings.Contains(text, "Under FCFS, EASY and Conservative every job starts and ends as before.") || strings.Contains(text, "Something else") || strings.Contains(text, "same") {
		t.Errorf("the page says %s", text)
	}
}

// Waits that read the same are neither less nor more, and neither better nor worse.
func TestWhatReadsTheSame(t *testing.T) {
	for _, c := range []struct {
		metric      string
		was, is     float64
		text, verb  string
		better      bool
		differently bool
	}{
		{"meanWait", 330.1, 330.4, "about the same", "about as long", false, false},
		{"meanWait", 330, 331, "+0.3 % ✗", "0.3\u00a0% more", false, true},
		{"meanWait", 330, 330, "same", "as long", false, false},
		{"utilization", 0.8204, 0.8201, "about the same", "", false, false},
		{"makespan", 7510.4, 7509.9, "about the same", "", false, false},
	} {
		d := &metrics.Descriptions[metrics.Index(c.metric)]
		if got, verdict := answer.Difference(d, c.was, c.is, false); got != c.text || verdict != "" != c.differently {
			t.Errorf("%s %v, %v: %q %q, want %q", c.metric, c.was, c.is, got, verdict, c.text)
		}
		if got := answer.Compared(c.was, c.is); c.verb != "" && got != c.verb {
			t.Errorf("%v, %v: %q, want %q", c.was, c.is, got, c.verb)
		}
	}
}

// killedJobs: on one processor job 1 asks for 10 s and runs for 100 s, so that it is killed unless that is never done; job 2 waits for
// it from the beginning, for 10 s or for 100 s.
const killedJobs = `{"version":1,"name":"killed","machine":{"kind":"cluster","processors":1},"policies":[{"kind":"fcfs","label":"FCFS"}],
	"workload":{"kind":"jobs","jobs":[{"run":100,"request":10},{"run":50}]}}`

// A policy is not worse because jobs are not killed any more, and a makespan not better because jobs come sooner: what else differs
// is said, without signs.
func TestOtherWorkIsNoVerdict(t *testing.T) {
	p, b := firstVisit(t)
	open(p, killedJobs)
	b.answer()
	b.alterTo("/kill/rule", "never")
	text := whatIf(t, p)
	for _, want := range []string{"Under FCFS a job waits 900 % more on average (50.0 s, before 5.0 s).", "1 fewer job is killed: none, before 1.", "The work is not the same as before"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q: %s", want, text)
		}
	}
	noSigns(t, p)

	// Killed 30 s after its estimate, not 60 s, job 1 is done at 40 s instead of 70 s.
	p, b = firstVisit(t)
	open(p, strings.Replace(killedJobs, `"machine"`, `"kill":{"rule":"grace","grace":60},"machine"`, 1))
	b.answer()
	b.alterTo("/kill/grace", "30")
	text = whatIf(t, p)
	for _, want := range []string{"(20.0 s, before 35.0 s).", "Under FCFS 1 job is cut short both times, but not after the same time.", "The work is not the same as before"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q: %s", want, text)
		}
	}
	noSigns(t, p)

	// Twice the load: the same jobs come in half the time.
	p, b = firstVisit(t)
	open(p, strings.Replace(threeJobs, `"request":200}]}`, `"request":200}],"transform":[{"kind":"load","factor":1}]}`, 1))
	b.answer()
	before := p.Shown.Results.Runs[0]
	b.alterTo("/workload/transform/0/factor", "2")
	text = whatIf(t, p)
	was, is, jobs := meanWaits(before, p.Shown.Results.Runs[0])
	if want := fmt.Sprintf("(%s, before %s)", phrase.Seconds(is), phrase.Seconds(was)); jobs != 3 || !strings.Contains(text, want) || !strings.Contains(text, "2 jobs are submitted at other times.") {
		t.Errorf("the page does not say %q: %s", want, text)
	}
	noSigns(t, p)
}

// Other random numbers make other jobs, though these have the same numbers: nothing is compared, and no change is offered as a colour.
func TestOtherJobsAreNotCompared(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"name":"drawn","machine":{"kind":"cluster","processors":64},"policies":[{"kind":"easy"}],"workload":{"kind":"lublin","jobs":100,"processors":64}}`)
	b.answer()
	b.alterTo("/seed", "7")
	c := p.BeforeAndAfter()
	if got := c.Sentence(); got != "The jobs are others than before, so that nothing is compared." || len(c.Rows()) > 0 || p.Compares() || len(c.Remarks) > 0 {
		t.Errorf("the page says %s", whatIf(t, p))
	}
}

// A run in steady state is one of a system that may be unstable: the table of before and after calls nothing better.
func TestSteadyStateIsNoVerdict(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"name":"steady","machine":{"kind":"cluster","processors":64},"policies":[{"kind":"fcfs"}],"steady":{"warmup":10,"batch":20},
		"workload":{"kind":"lublin","jobs":200,"processors":64,"load":1.3}}`)
	b.answer()
	b.measure(math.MaxInt32)
	b.pass()
	p.Edit("/machine/processors", "60")
	p.Run()
	b.answer()
	b.measure(math.MaxInt32)
	b.pass()
	if text := whatIf(t, p); !strings.Contains(text, "Under fcfs a job waits ") {
		t.Errorf("the page says %s", text)
	}
	noSigns(t, p)

	// Up to the last arrival fewer jobs end than a batch has: there are no means to compare.
	p, b = firstVisit(t)
	open(p, `{"version":1,"name":"steady","machine":{"kind":"cluster","processors":64},"policies":[{"kind":"fcfs"}],"steady":{"warmup":10,"batch":190},
		"workload":{"kind":"lublin","jobs":200,"processors":64,"load":1.3}}`)
	b.answer()
	b.measure(math.MaxInt32)
	b.pass()
	p.Edit("/machine/processors", "63")
	p.Run()
	b.answer()
	b.measure(math.MaxInt32)
	b.pass()
	if text := whatIf(t, p); !strings.Contains(text, "Under fcfs there is no steady state to compare.") {
		t.Errorf("the page says %s", text)
	}
}

// A run that is measured in steady state has metrics of some of its jobs only: beside one that is not, whole runs are compared.
func TestSteadyStateBesideAWholeRun(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"name":"steady","machine":{"kind":"cluster","processors":64},"policies":[{"kind":"easy","label":"EASY"}],
		"workload":{"kind":"lublin","jobs":200,"processors":64,"load":1.3}}`)
	b.answer()
	before := p.Shown.Results.Runs[0]
	p.Edit("/steady", "true")
	p.Edit("/steady/warmup", "10")
	p.Edit("/steady/batch", "20")
	p.Edit("/policies/0/reservations", "3")
	p.Run()
	b.answer()
	b.measure(math.MaxInt32)
	b.pass()
	was, is, _ := meanWaits(before, p.Shown.Results.Runs[0])
	if text, want := whatIf(t, p), "("+phrase.Seconds(is)+", before "+phrase.Seconds(was)+")"; !strings.Contains(text, want) || !strings.Contains(text, "The numbers here are those of the whole runs") {
		t.Errorf("the page does not say %q: %s", want, text)
	}
	noSigns(t, p)
}

// Beside the log, jobs without a recorded wait have no start: what a policy made of them is not held against the log.
func TestPoliciesSideBySideWithOtherJobs(t *testing.T) {
	p, b := firstVisit(t)
	log := `; MaxProcs: 4
1 0 0 100 4 -1 -1 4 100 -1 1 1 1 -1 -1 -1 -1 -1
2 10 -1 50 4 -1 -1 4 50 -1 1 1 1 -1 -1 -1 -1 -1
3 20 90 60 1 -1 -1 1 200 -1 1 1 1 -1 -1 -1 -1 -1
`
	b.logs = map[string]string{"unknown.swf": log}
	p.FileCame(droppedText(t, "unknown.swf", log))
	b.answer()
	// The log has waits of 0 and 90 s: 45 s on average. Of the same two jobs, under FCFS and the others the third waits until 150 s: 65 s on average.
	want := " The log recorded a mean wait of 45.0 s, over the 2 jobs that started in it; the same jobs wait 1 min 5 s under FCFS, 1 min 5 s under EASY and 1 min 5 s under Conservative."
	if got := strings.ReplaceAll(p.Answers.Sentence(), "\u00a0", " "); !strings.Contains(got, want) {
		t.Errorf("the answer is %q, want %q", got, want)
	}
	p.Edit("/baseline", "As recorded")
	want = "Jobs wait 44 % more under FCFS than the log recorded (mean 1 min 5 s against 45.0 s, over the 2 jobs that ended under both), "
	if got := strings.ReplaceAll(p.Answers.Sentence(), "\u00a0", " "); !strings.HasPrefix(got, want) {
		t.Errorf("the answer is %q, want %q", got, want)
	}
	// Nobody has refused job 2.
	want = "Under As recorded 1 job has no start: still waiting when the log ended, cancelled before a start, or with a wait that was not recorded."
	if got := p.Answers.Refusals(); got != want {
		t.Errorf("the page says %q, want %q", got, want)
	}
	if got := strings.Join(p.Answers.Warnings(), " "); strings.Contains(got, "refused") {
		t.Errorf("the page warns of %q", got)
	}
	for _, row := range p.Answers.Rows() {
		for i, cell := range row.Cells {
			if cell.Verdict != "" {
				t.Errorf("%s: %+v", row.About.Name, cell)
			}
			// Over all its jobs FCFS has a mean wait of (0 + 90 + 130) / 3 s; the difference is over two.
			if row.About.Name == "meanWait" && i == 0 && (cell.Text != "1 min 13 s" || cell.Difference != "+44 %") {
				t.Errorf("%+v", cell)
			}
		}
	}
}

// Commands make job 1 shorter under a policy that obeys them: it is not better than the same policy without.
func TestCommandsAreOtherWork(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"name":"commands","machine":{"kind":"cluster","processors":1},"policies":[{"kind":"fcfs","label":"FCFS"},{"kind":"fcfs","label":"obeys","elastic":true}],
		"workload":{"kind":"jobs","jobs":[{"run":100},{"run":50}],"commands":[{"at":5,"job":1,"type":"RT","amount":60}]}}`)
	b.answer()
	// Job 2 waits for 100 s, or for 40 s.
	if got, want := strings.ReplaceAll(p.Answers.Sentence(), "\u00a0", " "), "Jobs wait 60 % less under obeys than under FCFS (mean 20.0 s against 50.0 s)"; !strings.HasPrefix(got, want) {
		t.Errorf("the answer is %q, want %q", got, want)
	}
	if got := strings.Join(p.Answers.Warnings(), " "); !strings.Contains(got, "Commands that change jobs are obeyed under obeys and ignored under FCFS.") {
		t.Errorf("the page warns of %q", got)
	}
	for _, row := range p.Answers.Rows() {
		if cell := row.Cells[1]; cell.Verdict != "" {
			t.Errorf("%s: %+v", row.About.Name, cell)
		}
	}
}
