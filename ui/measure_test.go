package ui

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/policies"
	"backfill/ui/answer"
	"backfill/ui/link"
	"backfill/ui/panel/answers"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/session"
)

// plain is the page's answer with ordinary blanks.
func plain(p *Page) string { return strings.ReplaceAll(p.Answers.Sentence(), "\u00a0", " ") }

// whole lets everything that was asked for come.
func whole(p *Page, b *fake) {
	b.answer()
	b.measure(math.MaxInt32)
	b.pass()
}

// The address shows others the cell that the reader has chosen: the same timeline and the same sentences.
func TestLinkShowsTheChosenCell(t *testing.T) {
	p, b := sweptPage(t)
	whole(p, b)
	for _, chosen := range []experiment.Cell{{Point: 0}, {Point: 1, Replication: 1}, p.Cell} {
		p.ShowCell(chosen)
		whole(p, b)
		if p.Cell != chosen {
			t.Fatalf("%v is shown, not %v", p.Cell, chosen)
		}
		other, at := newPage(t)
		other.Navigated(b.address)
		whole(other, at)
		if other.Shown.Cell != chosen || at.address != b.address {
			t.Errorf("the link of %v shows %v", chosen, other.Shown.Cell)
		}
		want, got := render(t, p).ids["answer"].text(), render(t, other).ids["answer"].text()
		if got != want {
			t.Errorf("it says %q, not %q", got, want)
		}
	}
	// So it does the metric of the answer; one that there is not, is left out. Who opens another experiment sees what that one is about.
	p.ShowMetric("makespan")
	whole(p, b)
	other, at := newPage(t)
	other.Navigated(b.address)
	whole(other, at)
	if got, want := plain(other), plain(p); got != want || !strings.Contains(got, "the makespan is ") {
		t.Errorf("it says %q, not %q", got, want)
	}
	open(other, sweptScenario)
	whole(other, at)
	if got := plain(other); !strings.Contains(got, "jobs wait ") {
		t.Errorf("of another experiment it says %q", got)
	}
	other.Navigated(link.Encode(link.Experiment{Scenario: json.RawMessage(sweptScenario), Metric: "unknown"}))
	whole(other, at)
	if got := plain(other); !strings.Contains(got, "jobs wait ") {
		t.Errorf("of an unknown metric it says %q", got)
	}
	p.Undo()
	if s, err := link.Decode(b.address); err != nil || s.Shown != nil && s.Shown.Point >= len(p.Plan.Points) {
		t.Errorf("after undo the link shows %v (%v)", s.Shown, err)
	}
	// A link that names no cell of its experiment shows the closest.
	beyond, at := newPage(t)
	beyond.Navigated(link.Encode(link.Experiment{Scenario: json.RawMessage(sweptScenario), Shown: &link.Cell{Point: 99, Replication: -1}}))
	whole(beyond, at)
	if got := beyond.Shown.Cell; got.Point != len(beyond.Plan.Points)-1 || got.Replication != 0 {
		t.Errorf("a link to a cell that is not there shows %v", got)
	}
}

// While an experiment with more settings runs, or has yet to be agreed to, the answers are those of the one before it, at its own setting. Back
// there, the setting is the one that was chosen.
func TestCellsOfAnotherExperiment(t *testing.T) {
	const few, many = "12", "10000"
	for _, replications := range []string{few, many} {
		p, b := sweptPage(t)
		whole(p, b)
		chosen := experiment.Cell{Point: 0, Replication: 3}
		p.ShowCell(chosen)
		whole(p, b)
		want := plain(p)
		open(p, `{"version":1,"name":"Wider","machine":{"kind":"cluster","processors":32},"workload":{"kind":"lublin","jobs":60,"processors":32},"policies":[{"kind":"fcfs"},{"kind":"easy"}],
			"replications":`+replications+`,"sweep":[{"path":"/workload/load","values":[0.5,0.6,0.7,0.8,0.9]}]}`)
		if asks := p.Question.Text != ""; asks != (replications == many) || p.Running == asks {
			t.Fatalf("of %s workloads it asks %q", replications, p.Question.Text)
		}
		p.SwitchAllMetrics()
		b.pass()
		if got := plain(p); got != want || p.Cell != chosen || p.WantedCell() != (experiment.Cell{Point: 4}) {
			t.Errorf("beside another experiment, of whose cells %v is wanted, %v says %q, not %q", p.WantedCell(), p.Cell, got, want)
		}
		render(t, p)
		p.Undo()
		p.Run()
		whole(p, b)
		if got := plain(p); got != want || p.Shown.Cell != chosen {
			t.Errorf("back again, %v says %q, not %q", p.Shown.Cell, got, want)
		}
	}
}

func TestManyCells(t *testing.T) {
	p, b := sweptPage(t)
	if len(b.measured) != 1 || b.asked[1].run != b.measured[0].run {
		t.Fatalf("%d measurements of the run %d", len(b.measured), b.asked[1].run)
	}
	if want := (experiment.Cell{Point: 1}); b.asked[1].cell != want {
		t.Errorf("shown is %+v, want %+v: a claim is about it", b.asked[1].cell, want)
	}
	b.answer()
	if got := plain(p); !strings.HasPrefix(got, "Simulating") && !strings.Contains(got, "nothing has been measured here yet") {
		t.Errorf("before anything has come the page says %q", got)
	}

	// Half of it: the answer says so. 11 cells are 6 workloads at the first load, 5 at the other.
	b.measure(11)
	b.pass()
	if got := plain(p); !strings.HasSuffix(got, "5 paired workloads. From the first 22 of 48 simulations.") {
		t.Errorf("the part is told as %q", got)
	}
	p.Ongoing.Began = p.Ongoing.Began.Add(-11 * time.Hour)
	if got := render(t, p).ids["cancel-button"].parent.text(); !strings.Contains(got, "22 of 48 simulations") || !strings.Contains(got, "about 13 h left") {
		t.Errorf("the progress is told as %q", got)
	}

	b.measure(math.MaxInt32)
	b.pass()
	plan := p.Measurement.Plan
	want := experiment.Collect(plan, p.Measurement.Cells.Runs())
	for _, c := range want.Comparisons {
		if c.Metric != "meanWait" || c.Kind != "ratio" || c.Point["/workload/load"] != 1.1 {
			continue
		}
		text := "At load 1.1: jobs wait " + phrase.Decimals(-100**c.Relative, 1) + " % less under EASY than under FCFS; 95 % interval " +
			phrase.Decimals(-100**c.High, 1) + " to " + phrase.Decimals(-100**c.Low, 1) + " %; 12 paired workloads."
		if got := plain(p); got != text {
			t.Errorf("the answer is\n%s\nwant\n%s", got, text)
		}
	}
	if p.Stale() || p.AsksToRun() || b.said != p.Answers.Sentence() {
		t.Error("fresh results count as stale, or nobody says them")
	}
	rows := p.Estimates().Rows()
	for _, m := range want.Summary {
		if m.Metric == "meanWait" && m.Policy == "FCFS" && m.Point["/workload/load"] == 1.1 {
			s := answer.ScaleFor(rows[0].About, m.Mean)
			if cell := rows[0].Cells[0]; cell.Text != s.Text(m.Mean) || cell.Interval != s.Bounds(m.Low, m.High) || cell.Difference != "" {
				t.Errorf("the table shows %+v, want %+v", cell, m)
			}
		}
	}
	if cell := rows[0].Cells[1]; cell.Verdict != "better" || !strings.HasSuffix(cell.Difference, " ✓") || !strings.HasPrefix(cell.Bounds, "−") {
		t.Errorf("the difference is shown as %+v", cell)
	}
}

// settlingPage is a page with some cells of a sweep, of whose estimates steps are still to come.
func settlingPage(t *testing.T) (*Page, *fake) {
	p, b := sweptPage(t)
	b.answer()
	b.measure(5)
	b.pass()
	p.Estimating.Busy = true
	return p, b
}

// Until the last answer has been computed the page does not look finished.
func TestSettling(t *testing.T) {
	p, _ := settlingPage(t)
	m := p.Measurement
	m.Running, m.Done, m.Began = false, 24, m.Began.Add(-time.Minute)
	if got := render(t, p).ids["cancel-button"]; folded(got) || !strings.HasPrefix(got.parent.text(), "Computing the intervals") {
		t.Errorf("the page says %q", got.parent.text())
	}
	p.Edit("/machine/processors", "64")
	p.RemoveAxis(0)
	p.Edit("/replications", "1")
	p.Run() // of one cell: there is nothing to settle
	if render(t, p); p.Settling() || p.Notice.Problem {
		t.Errorf("another experiment settles: %s", p.Notice.Text)
	}
}

// A difference whose interval contains zero is not marked, and the sentence says that
// none is shown.
func TestNoDifferenceIsShown(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":32},"workload":{"kind":"lublin","jobs":150,"processors":32,"load":0.9},
		"policies":[{"kind":"easy","label":"EASY"},{"kind":"conservative","label":"Conservative"}],"replications":5,"seed":1}`)
	whole(p, b)
	c := p.Estimates().Table.Comparison("meanWait", "Conservative", "ratio")
	if *c.Low > 0 || *c.High < 0 {
		t.Fatalf("the interval of this case was to contain zero, but is %v to %v", *c.Low, *c.High)
	}
	if got := plain(p); !strings.HasPrefix(got, "No difference between Conservative and EASY is shown; 95 % interval −") || !strings.HasSuffix(got, " %; 5 paired workloads.") {
		t.Errorf("the answer is %q", got)
	}
	if cell := p.Estimates().Rows()[0].Cells[1]; cell.Verdict != "" || strings.ContainsAny(cell.Difference, "✓✗") {
		t.Errorf("the difference is marked: %+v", cell)
	}
}

func TestCancelledMeasurementIsKeptAndGoneOnWith(t *testing.T) {
	p, b := sweptPage(t)
	b.answer()
	b.measure(7)
	p.CancelRun()
	b.pass()
	// One bar says it, which offers the rest.
	if want := "Cancelled: 14 of 48 simulations are shown."; b.said != want || p.Notice.Text != "" {
		t.Errorf("announced is %q, want %q; the notice is %q", b.said, want, p.Notice.Text)
	}
	if want := "Only 14 of 48 simulations are shown."; p.staleSentence() != want {
		t.Errorf("the page says %q, want %q", p.staleSentence(), want)
	}
	r := render(t, p)
	if run := r.ids["run-button"]; folded(run) || run.text() != "Go on" {
		t.Error("nothing offers to go on")
	}
	p.SaveMetrics()
	if csv := string(b.saved["backfill-swept-partial-metrics.csv"]); !strings.Contains(csv, "# partial: 14 of 48 simulations") {
		t.Errorf("the file of a part is\n%.600s", csv)
	}
	b.page.Measured(b.measured[0].run) // what was already under way
	r.do("run-button", "click", "")
	if len(b.asked) != 2 || len(b.measured) != 2 || b.measured[1].book != b.measured[0].book {
		t.Fatal("what was measured is measured again")
	}
	b.measure(math.MaxInt32)
	b.pass()
	if p.AsksToRun() || p.Notice.Text != "" || !strings.HasSuffix(plain(p), "12 paired workloads.") {
		t.Errorf("the answer is %q, the notice %q", plain(p), p.Notice.Text)
	}
}

// A sweep that is cancelled before it comes to the setting that is shown: the answer says so, and that the workload of the timeline does not count.
func TestCancelledBeforeTheSettingWasMeasured(t *testing.T) {
	const want = "At load 1.1: nothing was measured before the simulations were stopped. The timeline shows one workload, which is not counted."
	for cells := range 2 {
		p, b := sweptPage(t)
		b.answer()
		b.measure(cells)
		b.pass()
		if got := plain(p); !strings.Contains(got, "At load 1.1: nothing has been measured here yet.") {
			t.Errorf("after %d cells, while more come, it says %q", cells, got)
		}
		p.CancelRun()
		b.pass()
		if got := plain(p); got != want {
			t.Errorf("after %d cells it says %q, want %q", cells, got, want)
		}
		p.ShowCell(experiment.Cell{})
		b.pass()
		if got := plain(p); strings.Contains(got, "timeline") {
			t.Errorf("of the timeline of another setting it says %q", got)
		}
		p.ShowCell(experiment.Cell{Point: 1})
		b.answer()
		p.Run()
		b.measure(math.MaxInt32)
		b.pass()
		if got := plain(p); !strings.HasSuffix(got, "12 paired workloads.") {
			t.Errorf("gone on with, it says %q", got)
		}
	}
}

func TestFailureKeepsWhatWasMeasured(t *testing.T) {
	p, b := sweptPage(t)
	b.answer()
	b.measure(4)
	p.Failed(p.RunNumber, result.Failure{Reason: "the disk is full"})
	b.pass()
	if want := "the disk is full So far 8 of 48 simulations are shown."; p.Notice.Text != want {
		t.Errorf("the notice is %q, want %q", p.Notice.Text, want)
	}
	if p.Measuring() || !p.AsksToRun() {
		t.Error("the measurement counts as running")
	}
}

// A sweep gives way to another experiment, which is cancelled before anything of it has come: the page does not wait for the rest of the first.
func TestGivenWayToACancelledRun(t *testing.T) {
	p, b := sweptPage(t)
	b.answer()
	b.measure(4)
	b.pass()
	open(p, strings.Replace(sweptScenario, `"jobs":60`, `"jobs":50`, 1))
	if p.Measurement.Running {
		t.Error("what gave way is still measured")
	}
	p.CancelRun()
	if p.Running || p.Measuring() || !p.AsksToRun() {
		t.Errorf("running: %v, measuring: %v, it asks to run: %v", p.Running, p.Measuring(), p.AsksToRun())
	}
	if got, want := p.Notice.Text+b.said, "Cancelled: 8 of 48 simulations are shown."; !strings.Contains(got, want) {
		t.Errorf("it says %q, not %q", got, want)
	}
}

// One simulation is done, two are.
func TestVerbOfOneSimulation(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":32},"workload":{"kind":"lublin","jobs":30,"processors":32,"load":0.9},"policies":[{"kind":"fcfs"}],"replications":4}`)
	b.answer()
	for _, want := range []string{"1 of 4 simulations is ", "2 of 4 simulations are "} {
		b.measure(1)
		b.pass()
		if got := p.Answers.Effort(); !strings.HasPrefix(got, want+"done.") {
			t.Errorf("%q, want %sdone", got, want)
		}
	}
	p.CancelRun()
	if got, want := p.PartShown(), "2 of 4 simulations are shown"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What was kept is shown again with its setting and workload: from another cell of the same experiment, and from another experiment.
func TestKeptCellIsShownAgain(t *testing.T) {
	p, b := sweptPage(t)
	whole(p, b)
	kept := experiment.Cell{Point: 0, Replication: 3}
	p.ShowCell(kept)
	whole(p, b)
	p.Keep()
	for _, leave := range []func(){
		func() { p.ShowCell(experiment.Cell{Point: 1}) },
		func() { p.Edit("/workload/jobs", "50"); p.Run() },
		func() { open(p, strings.Replace(sweptScenario, "60", "50", 1)) },
	} {
		leave()
		whole(p, b)
		p.ShowCell(experiment.Cell{Point: 1})
		whole(p, b)
		p.ShowAgain(0)
		b.pass()
		whole(p, b)
		if p.Shown.Cell != kept || p.Cell != kept || !strings.HasPrefix(plain(p), "At load 0.7") {
			t.Errorf("%v is shown, and %q", p.Shown.Cell, plain(p))
		}
	}
}

func TestAnotherCell(t *testing.T) {
	p, b := sweptPage(t)
	b.answer()
	b.measure(4)
	b.pass()
	run := p.RunNumber
	r := render(t, p)
	r.do("shown-axis-0", "change", "0")
	r.do("shown-replication", "change", "3")
	if got, want := b.asked[len(b.asked)-1], (experiment.Cell{Point: 0, Replication: 2}); got.cell != want || got.run != run || !p.Measuring() {
		t.Errorf("asked for is %+v in run %d, want %+v in run %d", got.cell, got.run, want, run)
	}
	b.answer()
	b.pass()
	if got, want := p.CellWords(), "load 0.7, workload 3 of 12"; got != want {
		t.Errorf("shown is %q, want %q", got, want)
	}
	if !strings.HasPrefix(plain(p), "At load 0.7:") {
		t.Errorf("the answer is of another point: %q", plain(p))
	}
	p.Pin(1)
	if got := b.why[len(b.why)-1]; got.Cell != (experiment.Cell{Replication: 2}) || got.Policy != len(p.Shown.Results.Runs)-1 {
		t.Errorf("reasons are asked for in %+v", got)
	}
	// Out of range is the last one; no number is no change.
	render(t, p).do("shown-replication", "change", "99")
	render(t, p).do("shown-replication", "change", "x")
	if p.Cell.Replication != 11 {
		t.Errorf("shown is workload %d", p.Cell.Replication+1)
	}
	b.answer()
	jobs := experiment.Run{}
	if got := p.CellRuns()[0]; got.Replication != 11 || got.Point["/workload/load"] != 0.7 {
		t.Errorf("files say %+v instead of workload 12 at load 0.7 %v", got.Point, jobs)
	}
}

func TestLostCellsAreReported(t *testing.T) {
	p, b := sweptPage(t)
	b.answer()
	book := b.measured[0].book
	c, _ := book.Next()
	book.Lose(c, "out of memory")
	b.measure(math.MaxInt32)
	b.pass()
	text := strings.Join((p.Answers).Warnings(), "\n")
	if want := "Not simulated, after a second try: load 0.7, workload 1: out of memory."; !strings.Contains(text, want) {
		t.Errorf("the warnings are %q, want %q", text, want)
	}
}

func TestPlotOfASweep(t *testing.T) {
	p, b := sweptPage(t)
	whole(p, b)
	read := func() (s answers.PlotSpec) {
		t.Helper()
		b.pass()
		if err := json.Unmarshal(b.charts[answers.CurveChart], &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := read()
	if s.Kind != "lines" || s.X != "Load" || s.Y != "Mean wait" || !s.Time || len(s.Panels) != 1 || len(s.Panels[0].Series) != 2 || s.Here != 1.1 {
		t.Fatalf("%+v", s)
	}
	for k, series := range s.Panels[0].Series {
		if series.Index != k || len(series.Points) != 2 || series.Points[1].X != 1.1 {
			t.Errorf("%+v", series)
		}
		for _, at := range series.Points {
			if at.Low == nil || *at.Low > at.Y || *at.High < at.Y {
				t.Errorf("%s: %v is not within its band", series.Name, at.Y)
			}
		}
	}
	r := render(t, p)
	r.do("plot-view", "change", "difference to FCFS")
	r.do("plot-log-x", "change", "")
	s = read()
	only := s.Panels[0].Series
	want := p.Estimates().Curves[0].Comparison("meanWait", "EASY", "ratio")
	if len(only) != 1 || only[0].Index != 1 || !s.Zero || math.Abs(only[0].Points[0].Y-100**want.Relative) > 1e-9 {
		t.Errorf("the difference is drawn as %+v", s.Panels)
	}
	r.do("plot-metric", "change", "utilization")
	b.pass()
	if s = read(); !strings.HasPrefix(s.Title, "Utilization, difference to FCFS") || s.Y != "Difference to FCFS (points)" {
		t.Errorf("drawn is %q with %q", s.Title, s.Y)
	}

	p.Answers.SaveCurves()
	csv := strings.Split(string(b.saved["backfill-swept-curves.csv"]), "\n")
	if !strings.HasPrefix(csv[0], "# Backfill test, seed 1") || !strings.HasPrefix(csv[3], "/workload/load,policy,metric,unit,mean,low,high,level,n,baseline,") ||
		!strings.HasPrefix(csv[4], "0.7,FCFS,utilization,,0.") || len(csv) != 9 {
		t.Errorf("the file is\n%s", strings.Join(csv, "\n"))
	}
	if table := p.Answers.CurveTable(); len(table) != 2 || table[1].Label != "load 1.1" || len(table[0].Cells) != 1 {
		t.Errorf("the table is %+v", table)
	}
}

// Words have no place on a line: their axis is ordinal. A second axis makes panels.
func TestPlotOfWordsInPanels(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":32},"workload":{"kind":"lublin","jobs":30,"processors":32,"load":0.9},
		"policies":[{"kind":"easy","label":"EASY"},{"kind":"fcfs","label":"FCFS"}],"replications":2,
		"sweep":[{"path":"/simultaneous","values":["batch","sequential"]},{"path":"/policies/0/reservations","values":[1,2,4]}]}`)
	whole(p, b)
	s := p.Answers.PlotSpec()
	if !s.Ordinal || len(s.Panels) != 3 || s.Panels[2].Title != "EASY: reservations 4" || s.Panels[0].Series[0].Points[1].X != "sequential" {
		t.Errorf("%+v", s)
	}
	// The last axis changes first: the panel of two reservations has the points 1 and 4.
	if got, want := s.Panels[1].Series[0].Points[1].Y*p.Answers.PlotScale().Per, p.Estimates().Curves[4].Mean("meanWait", "EASY").Mean; math.Abs(got-want) > 1e-6 {
		t.Errorf("the panel shows %v, want %v", got, want)
	}
	render(t, p).do("plot-panel", "change", "2")
	if s = p.Answers.PlotSpec(); len(s.Panels) != 1 || s.Panels[0].Title != "EASY: reservations 2" {
		t.Errorf("chosen is %+v", s.Panels)
	}
	if got, want := p.PointOf(p.Shown.Plan, 5), "events of one instant sequential, EASY: reservations 4"; got != want {
		t.Errorf("the last point is %q, want %q", got, want)
	}
	// A panel may still be chosen in the moment in which another experiment takes the place of the one that has it.
	before := render(t, p)
	open(p, threeJobs)
	whole(p, b)
	before.do("plot-panel", "change", "1")
	if len(b.reported) > 0 || p.Notice.Problem {
		t.Errorf("reported is %q, the notice %q", b.reported, p.Notice.Text)
	}
}

// What no run has, such as licences in use, is not offered for the curves; what is shown is.
func TestMetricsOfTheCurves(t *testing.T) {
	p, b := sweptPage(t)
	whole(p, b)
	offered := func() []string {
		r := render(t, p)
		var values []string
		for _, e := range r.ids["plot-metric"].children {
			if e.Data == "option" {
				values = append(values, e.attr("value"))
			}
		}
		return values
	}
	if got := offered(); !slices.Contains(got, "meanWait") || !slices.Contains(got, "refused") || slices.Contains(got, "licenceUsage") || slices.Contains(got, "late") {
		t.Errorf("offered are %q", got)
	}
	p.ShowMetric("late")
	b.pass()
	if got := offered(); !slices.Contains(got, "late") {
		t.Errorf("what is shown is not among %q", got)
	}
	if got := plain(p); got != "At load 1.1: FCFS has no late jobs to compare with." {
		t.Errorf("where there are no deadlines the answer is %q", got)
	}
}

func TestPlotWithoutASweep(t *testing.T) {
	p, b := sweptPage(t)
	p.RemoveAxis(0)
	p.Run()
	whole(p, b)
	if s := p.Answers.PlotSpec(); s.Kind != "dots" || len(s.Panels[0].Series) != 2 || s.Panels[0].Series[1].Points[0].Low == nil {
		t.Errorf("%+v", s)
	}
	if !strings.HasPrefix(plain(p), "Jobs wait ") || !strings.Contains(plain(p), " less under EASY than under FCFS; ") {
		t.Errorf("the answer is %q", plain(p))
	}
}

func TestClaims(t *testing.T) {
	p, b := sweptPage(t)
	whole(p, b)
	list := (&answers.Claims{Answers: p.Answers}).List()
	if len(list) != 2 {
		t.Fatalf("%d claims, want 2", len(list))
	}
	first := list[0]
	if first.Statement != "The mean wait is lower under EASY than under FCFS." || first.Published != "Published: 90 %; held against 90.0 % less; Table I" || first.Remark != "By hand." ||
		first.Verdict != "not reproduced" && first.Verdict != "same direction" || !strings.Contains(first.Measured, " % less; 95 % interval ") {
		t.Errorf("%+v", first)
	}
	if second := list[1]; second.Verdict != "reproduced" || second.Icon != "✓" || second.Published != "Published: 1.0 % less" || !strings.HasSuffix(second.Measured, ", at load 1.1.") {
		t.Errorf("%+v", second)
	}
	// Of a single run nothing can be said.
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":32},"workload":{"kind":"lublin","jobs":30,"processors":32,"load":0.9},
		"policies":[{"kind":"fcfs"}],"claims":[{"metric":"utilization","policy":"fcfs","direction":"higher","value":0.5}]}`)
	b.answer()
	if list := (&answers.Claims{Answers: p.Answers}).List(); len(list) != 1 || list[0].Verdict != "not decidable from 1 workload" || list[0].Statement != "Under fcfs the utilization is at least 50.0 %." {
		t.Errorf("%+v", list)
	}
}

// printed is what the headless program prints of a scenario.
func printed(t *testing.T, b *fake, text []byte) []byte {
	t.Helper()
	s, err := scenario.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := scenario.Compile(s, policies.Catalogs())
	if err != nil {
		t.Fatal(err)
	}
	book := experiment.NewCells(plan)
	for c, more := book.Next(); more; c, more = book.Next() {
		task := b.prepare(plan, c)
		var runs []*experiment.Run
		for i := range plan.Policies {
			run, err := task.Measure(i, nil)
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, run)
		}
		book.Add(c, runs)
	}
	result, err := book.Result().JSON()
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// The file of results is what the headless program prints.
func TestResultOfManyCells(t *testing.T) {
	p, b := sweptPage(t)
	whole(p, b)
	p.Exports.SaveResult()
	b.pass()
	want := printed(t, b, []byte(sweptScenario))
	if got := b.saved["backfill-swept.json"]; !bytes.Equal(got, want) {
		t.Errorf("the file has %d bytes, want %d like it", len(got), len(want))
	}
}

// Whatever the policies are compared with, and whatever the experiment is called, without another run: the file of results is what the headless
// program prints of the scenario in it, which has the baseline of the page, and so have the comments of the tables.
func TestFilesFollowTheBaseline(t *testing.T) {
	for _, c := range []struct {
		name   string
		open   func(t *testing.T) (*Page, *fake)
		change func(p *Page)
		title  string // of the files
		base   string
	}{
		{"one cell", firstVisit, func(p *Page) { p.Edit("/baseline", "EASY") }, "a-textbook-case", "EASY"},
		{"one cell, renamed", firstVisit, func(p *Page) { p.Edit("/baseline", "Conservative"); p.Edit("/name", "Mine") }, "mine", "Conservative"},
		{"many cells", sweptPage, func(p *Page) { p.Edit("/baseline", "EASY") }, "swept", "EASY"},
		{"many cells, taken back", sweptPage, func(p *Page) { p.Edit("/baseline", "EASY"); p.Undo() }, "swept", "FCFS"},
		{"many cells, without any", sweptPage, func(p *Page) { p.Edit("/baseline", "EASY"); p.Edit("/baseline", "") }, "swept", "FCFS"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, b := c.open(t)
			if p.Ongoing != nil {
				whole(p, b)
			}
			asked := len(b.asked) + len(b.measured)
			c.change(p)
			b.pass()
			if len(b.asked)+len(b.measured) != asked {
				t.Fatal("it is simulated again: nothing is tested")
			}
			p.Exports.SaveResult()
			b.pass()
			got := b.saved["backfill-"+c.title+".json"]
			var file struct {
				Scenario    json.RawMessage
				Comparisons []struct{ Baseline string }
			}
			if err := json.Unmarshal(got, &file); err != nil {
				t.Fatal(err, b.saved)
			}
			if want := printed(t, b, file.Scenario); !bytes.Equal(got, want) {
				t.Errorf("the file has %d bytes, want the %d that the scenario in it gives", len(got), len(want))
			}
			if len(file.Comparisons) == 0 || file.Comparisons[0].Baseline != c.base {
				t.Errorf("compared is with %+v, want %s", file.Comparisons[:1], c.base)
			}
			if runs, baseline := p.Runs(); runs[baseline].Label != c.base {
				t.Errorf("the page compares with %s, want %s", runs[baseline].Label, c.base)
			}

			p.SaveMetrics()
			csv := string(b.saved["backfill-"+c.title+"-metrics.csv"])
			_, line, _ := strings.Cut(csv, "# scenario: ")
			line, _, _ = strings.Cut(line, "\n")
			var about, inside any
			if err := json.Unmarshal([]byte(line), &about); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(file.Scenario, &inside); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(about, inside) {
				t.Errorf("the table of metrics names the scenario\n%s, the result\n%s", line, file.Scenario)
			}
			if p.Measurement != nil && !strings.Contains(csv, ","+c.base+",") {
				t.Errorf("the table of metrics compares with another policy than %s:\n%.900s", c.base, csv)
			}
		})
	}
}

// An experiment that has changed otherwise, and does not run by itself, still has its old results on the page: a file has their scenario, with
// the baseline that the page compares with.
func TestFilesOfStaleResultsFollowTheBaseline(t *testing.T) {
	p, b := firstVisit(t)
	p.Quick = false
	p.Edit("/machine/processors", "16")
	p.Edit("/baseline", "EASY")
	b.pass()
	if !p.Stale() {
		t.Fatal("it ran by itself")
	}
	p.Exports.SaveResult()
	got := b.saved["backfill-a-textbook-case.json"]
	var file struct{ Scenario json.RawMessage }
	if err := json.Unmarshal(got, &file); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, printed(t, b, file.Scenario)) || !strings.Contains(string(got), `"baseline": "EASY"`) || strings.Contains(string(got), `"processors": 16`) {
		t.Errorf("the file is\n%.1500s", got)
	}
}

func TestAnotherBaselineNeedsNoSimulation(t *testing.T) {
	p, b := sweptPage(t)
	whole(p, b)
	asked := len(b.asked)
	p.Edit("/baseline", "EASY")
	b.pass()
	if len(b.asked) != asked || len(b.measured) != 1 || p.Stale() {
		t.Error("another baseline simulates")
	}
	if got := plain(p); !strings.HasPrefix(got, "At load 1.1: jobs wait ") || !strings.Contains(got, " more under FCFS than under EASY") {
		t.Errorf("the answer is %q", got)
	}
}

func TestVeryLongExperimentsAskFirst(t *testing.T) {
	p, b := sweptPage(t)
	whole(p, b)
	p.Quick = false
	p.Edit("/replications", "10000")
	p.Edit("/workload/jobs", "1000")
	p.Run()
	if len(b.measured) != 1 || !strings.Contains(p.Question.Text, "40,000 simulations with 40,000,000 jobs in all") {
		t.Fatalf("the question is %q", p.Question.Text)
	}
	// What is on the page meanwhile is of another experiment, and the page says so.
	const last = "Run it? The results are those of the last run."
	if got := render(t, p).root.text(); !strings.Contains(got, last) {
		t.Errorf("beside the question stand results of which nobody knows the experiment: %.1000s", got)
	}
	choose(t, p, "run-anyway-button")
	if len(b.measured) != 2 {
		t.Error("what was agreed to does not run")
	}
}

// One long run in its steady state has batches for its intervals.
func TestSteadyState(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":32},"workload":{"kind":"lublin","jobs":700,"processors":32,"load":0.4},
		"policies":[{"kind":"fcfs","label":"FCFS"},{"kind":"easy","label":"EASY"}],"steady":{"warmup":100,"batch":50}}`)
	whole(p, b)
	if got := plain(p); !strings.HasSuffix(got, "; 10 paired batches.") {
		t.Errorf("the answer is %q", got)
	}
}

// The cells that a wanted precision takes are foreseen from the first block: n grows with
// the square of the half width, 10 (h/w)^2, for the policy that needs most, up to the limit.
func TestForeseenCells(t *testing.T) {
	for _, wanted := range []float64{0.5, 0.1, 0.0001} {
		p, b := firstVisit(t)
		open(p, fmt.Sprintf(`{"version":1,"machine":{"kind":"cluster","processors":32},"workload":{"kind":"lublin","jobs":60,"processors":32,"load":0.9},
			"policies":[{"kind":"fcfs"},{"kind":"easy"}],"precision":{"relativeHalfWidth":%v,"maxReplications":700}}`, wanted))
		b.answer()
		if m := p.Ongoing; m.Needed != 10 {
			t.Errorf("before anything is known, %d cells are foreseen", m.Needed)
		}
		b.measure(10)
		b.pass()
		m, want := p.Ongoing, 10.0
		for i := range m.Plan.Policies {
			mean := p.Estimates().Table.Mean("meanWait", m.Plan.Policies[i].Label)
			ratio := (*mean.High - *mean.Low) / 2 / (wanted * mean.Mean)
			want = max(want, min(700, 10*ratio*ratio))
		}
		if want > 10 && m.Needed != max(m.Planned, int(math.Ceil(want))) || want == 10 && m.Needed != m.Planned {
			t.Errorf("±%v: %d cells are foreseen, want %v; %d are planned", wanted, m.Needed, want, m.Planned)
		}
	}
}

// What is done in steps is shown in the end only.
func TestStepsAreShownOnce(t *testing.T) {
	p, b := newPage(t)
	done := 0
	step := func() {
		time.Sleep(session.Slice)
		done++
	}
	if p.InSteps([]func(){step, step, step}, func() bool { return true }, func() { done *= 10 }) {
		t.Error("the first step is shown")
	}
	if done != 1 {
		t.Errorf("%d steps at one go, want 1", done)
	}
	if b.pass(); done != 30 || b.rendered != 1 {
		t.Errorf("done: %d, want 30; rendered %d times, want 1", done, b.rendered)
	}
}

// While estimates are on their way, which take long, the page shows how many cells there are by now.
func TestCountIsShownBeforeItsFinding(t *testing.T) {
	p, b := settlingPage(t)
	if m := b.enter(3); !p.Measured(m.run) || p.Ongoing.Done != 8 {
		t.Errorf("%d cells are counted, want 8, or they are not shown", p.Ongoing.Done)
	}
	if p.Measured(b.measured[0].run - 1) {
		t.Error("what belongs to an earlier run is shown")
	}
}

// The axis of a picture names the unit of what is varied, unless that is its name.
func TestUnitsOfAxes(t *testing.T) {
	for path, want := range map[string]string{"/workload/meanGap": "Mean gap (s)", "/workload/jobs": "Jobs", "/workload/deadlineShare": "Deadline share", "/policies/0/every": "Convergent: every (s)"} {
		p, b := firstVisit(t)
		open(p, `{"version":1,"machine":{"kind":"farm","computers":4},"workload":{"kind":"farm","jobs":9},"policies":[{"kind":"convergent"}],"sweep":[{"path":"`+path+`","values":[1]}]}`)
		b.answer()
		if got := p.AxisTitle(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
