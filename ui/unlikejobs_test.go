package ui

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/policies/written"
	"backfill/ui/answer"
	"backfill/ui/code"
	"backfill/ui/phrase"
)

// besideEASY has EASY and a script, on so many workloads of 60 jobs.
func besideEASY(script string, replications int) string {
	return fmt.Sprintf(`{"version": 1, "machine": {"kind": "cluster", "processors": 16}, "workload": {"kind": "lublin", "jobs": 60, "processors": 16, "load": 0.9}, "replications": %d,
		"policies": [{"kind": "easy", "label": "EASY"}, {"kind": "script", "label": "own", "source": %q}]}`, replications, script)
}

// wholeWritten is whole where policies are scripts, which the page's own program does not run. It returns the runs, by workload and policy.
func wholeWritten(p *Page, b *fake) (runs [][]*experiment.Run) {
	b.t.Helper()
	b.answer()
	m := b.measured[len(b.measured)-1]
	s, err := scenario.Read(b.asked[len(b.asked)-1].scenario)
	if err != nil {
		b.t.Fatal(err)
	}
	plan, err := scenario.Compile(s, written.Catalogs())
	if err != nil {
		b.t.Fatal(err)
	}
	for c, more := m.book.Next(); more; c, more = m.book.Next() {
		of, err := b.prepare(plan, c).MeasureAll()
		if err != nil {
			b.t.Fatal(err)
		}
		runs = append(runs, slices.Clone(of))
		m.book.Add(c, of)
	}
	p.MeasureFinished(m.run, 0.01)
	b.pass()
	return runs
}

// A script that fails in some workloads is compared in the others, and the means of EASY are over those, too.
func TestMeansAreOfTheWorkloadsThatAllPoliciesHave(t *testing.T) {
	const script = "def schedule():\n    if len(waiting()) > 25:\n        start(waiting()[500])\n    start_in_order()\n"
	p, b := firstVisit(t)
	open(p, besideEASY(script, 6))
	b.pass()
	b.check()
	runs := wholeWritten(p, b)
	n, sum := 0, 0.0
	for _, of := range runs {
		if of[1].Failed == "" {
			n, sum = n+1, sum+of[0].Metrics.Value("meanWait")
		}
	}
	if n < 2 || n > 4 {
		t.Fatalf("the script has results in %d of 6 workloads", n)
	}
	e := p.Answers.Estimates()
	for _, m := range []*experiment.Mean{e.Table.Mean("meanWait", "EASY"), e.Curves[0].Mean("meanWait", "EASY")} {
		if m.N != n || math.Abs(m.Mean-sum/float64(n)) > 1e-9*sum {
			t.Errorf("EASY has a mean wait of %v over %d workloads, want %v over %d", m.Mean, m.N, sum/float64(n), n)
		}
	}
	if m := e.Table.Mean("meanWait", "own"); m.N != n {
		t.Errorf("the script has a mean over %d", m.N)
	}
	for _, N := range e.Growth.N {
		if N > n {
			t.Errorf("means come to rest over %d workloads", N)
		}
	}
	got := plainOf(p.Answers.TableRemark())
	if !strings.HasPrefix(got, fmt.Sprintf("Means over %d workloads", n)) ||
		!strings.HasSuffix(got, fmt.Sprintf(" %d workloads are left out of all means and pictures, under each policy: there own has no results.", 6-n)) {
		t.Errorf("below the table stands %q", got)
	}
	if got := p.Answers.Effort(); !strings.HasPrefix(got, fmt.Sprintf("12 of 12 simulations are done. %d of them failed. ", 6-n)) {
		t.Errorf("of the effort is told %q", got)
	}
	if got := plainOf(p.Answers.Sentence()); !strings.HasSuffix(got, fmt.Sprintf("; %d paired workloads.", n)) {
		t.Errorf("the answer is %q", got)
	}
}

// A script that starts no wide jobs has short waits, of other jobs than EASY: over six workloads nothing is said of that, and of the workload on the timeline
// only of the jobs that started under both.
func TestJobsThatAScriptNeverStarts(t *testing.T) {
	const all = "def schedule():\n    start_in_order()\n"
	const narrow = "def schedule():\n    for job in waiting():\n        if job.processors <= 3 and fits(job):\n            start(job)\n"
	p, b := firstVisit(t)
	open(p, besideEASY(all, 1))
	b.pass()
	b.check()
	b.answer()
	p.Editor.TypeScript("/policies/1/source", narrow, code.Units(narrow, len(narrow)))
	b.pass()
	b.check()
	b.pass()
	b.answer()

	// One workload. What happened to its jobs, by hand.
	easy, own := p.Shown.Results.Runs[0].Outcome, p.Shown.Results.Runs[1].Outcome
	lost, less, longer, same, sum := 0, 0, 0, 0, engine.Time(0)
	for j := range own.Start {
		switch d := own.Start[j] - easy.Start[j]; {
		case own.Start[j] < 0:
			lost++
			continue
		case d < 0:
			less++
		case d > 0:
			longer++
		default:
			same++
		}
		sum += own.Start[j] - easy.Start[j]
	}
	if lost < 2 || less == 0 {
		t.Fatalf("%d jobs never start, %d wait less", lost, less)
	}
	number := func(n int) string {
		if n == 0 {
			return "none"
		}
		return fmt.Sprint(n)
	}
	want := fmt.Sprintf("%d jobs that started under EASY did not start under own. Of the %d jobs that started under both, %d %s less under own than under EASY, %s longer and %s as long; their mean wait is ",
		lost, 60-lost, less, phrase.Verb(less, "waits", "wait"), number(longer), number(same))
	p.TwoRuns.ChooseContender(0, "EASY")
	p.TwoRuns.ChooseContender(1, "own")
	if got := plainOf(p.TwoRuns.Comparison().Sentence().String()); !strings.HasPrefix(got, want) {
		t.Errorf("two runs: %q, want %q", got, want)
	}
	left := fmt.Sprintf("Under own %d jobs that ran before are now never started: the last call of schedule(), at ", lost)
	got := plainOf(p.BeforeAndAfter().Sentence())
	if !strings.HasPrefix(got, left) || !strings.Contains(got, fmt.Sprintf(", left them waiting with %d of 16 processors free.", 16)) || strings.Contains(got, "not known") {
		t.Errorf("before and after: %q, want %q", got, left)
	}

	// Six workloads.
	p.Edit("/replications", "6")
	b.pass()
	b.check()
	b.pass()
	runs := wholeWritten(p, b)
	never, other := 0, 0.0
	for _, of := range runs {
		never += 60 - int(of[1].Metrics.Value("jobs"))
		other += of[0].Metrics.Value("meanWait")
	}
	words := strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.2f", float64(never)/6), "0"), ".")
	if never >= 60 {
		words = strings.TrimSuffix(fmt.Sprintf("%.1f", float64(never)/6), ".0")
	}
	want = "Under own " + words + " jobs on average never run and under EASY none: these are not means over the same jobs, so that the two policies are not compared. Under EASY a job waits " +
		answer.ScaleFor(p.Answers.Estimates().Topic(), other/6).Text(other/6) + " on average; "
	if got := plainOf(p.Answers.Sentence()); !strings.HasPrefix(got, plainOf(want)) || strings.Contains(got, "less") {
		t.Errorf("the answer is %q, want %q", got, want)
	}
	for _, row := range p.Answers.Rows() {
		if row.About.Name == "meanWait" && (row.Cells[1].Difference != "" || row.Cells[1].Verdict != "" || row.Cells[1].Text == "") {
			t.Errorf("the mean wait of the script: %+v", row.Cells[1])
		}
	}
	if got := strings.Join(p.Answers.Warnings(), "|"); !strings.Contains(got, fmt.Sprintf("On the timeline (workload 1 of 6): own: %d of 60 jobs were never started: ", lost)) {
		t.Errorf("the warnings are %q", got)
	}
	if c := p.BeforeAndAfter(); c != nil {
		if got := plainOf(c.Sentence()); !strings.HasPrefix(got, "On the timeline alone (workload 1 of 6): ") {
			t.Errorf("before and after says %q", got)
		}
	} else {
		t.Error("there is nothing before and after")
	}
}
