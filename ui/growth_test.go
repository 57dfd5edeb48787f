package ui

import (
	"math"
	"strings"
	"testing"

	"backfill/engine/metrics"
	"backfill/ui/panel/answers"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9*(1+math.Abs(b)) }

// While workloads come in, the picture has the interval after each of them, which ends
// where the table is; the widest one says how far the precision is.
func TestIntervalsAsWorkloadsComeIn(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":32},"workload":{"kind":"lublin","jobs":60,"processors":32,"load":0.9},
		"policies":[{"kind":"fcfs","label":"FCFS"},{"kind":"easy","label":"EASY"}],"groups":[{"by":"size","bounds":[4]}],
		"precision":{"relativeHalfWidth":0.0001,"metric":"meanResponse","groups":true,"maxReplications":12}}`)
	whole(p, b)
	c := &answers.Curves{Answers: p.Answers}
	c.ChooseView(answers.GrowthWord)
	spec := p.Answers.PlotSpec()
	if !strings.HasPrefix(c.Title(), "Mean response time") || spec.X != "Workloads" || len(spec.Panels) != 1 || len(spec.Panels[0].Series) != 2 {
		t.Fatalf("%q: %+v", c.Title(), spec)
	}
	unit := p.Answers.PlotScale().Per
	for _, series := range spec.Panels[0].Series {
		last, mean := series.Points[len(series.Points)-1], p.Estimates().Table.Mean("meanResponse", series.Name)
		if len(series.Points) != 11 || series.Points[0].X != int64(2) || last.X != int64(12) ||
			!near(last.Y*unit, mean.Mean) || !near(*last.Low*unit, *mean.Low) || !near(*last.High*unit, *mean.High) {
			t.Errorf("%s ends with %+v after %d points, want %+v", series.Name, last, len(series.Points), mean)
		}
	}
	if table := p.Answers.CurveTable(); len(table) != 11 || table[10].Label != "12" || table[10].Cells[0].Interval == "" {
		t.Errorf("the table is %+v", table)
	}
	if answer := plain(p); !strings.HasPrefix(answer, "The mean response time is ") || !strings.Contains(answer, " lower under EASY than under FCFS; 95 % interval ") {
		t.Errorf("the answer is %q", answer)
	}
	if words := p.Answers.WidestWords(); !strings.HasPrefix(words, "Widest interval ±") || !strings.Contains(words, "processors); ±0.01 % is wanted") {
		t.Errorf("%q", words)
	}
	c.ChooseView("values")
	if p.Answers.PlotSpec().Kind != "dots" {
		t.Error("the values do not come back")
	}
}

// A view that was chosen gives way where the next experiment has nothing for it: no difference of one policy, no workloads that come in.
func TestViewsOfAnotherExperiment(t *testing.T) {
	const one = `{"version":1,"machine":{"kind":"cluster","processors":32},"workload":{"kind":"lublin","jobs":60,"processors":32,"load":0.9},
		"policies":[{"kind":"easy","label":"EASY"}],"sweep":[{"path":"/workload/load","values":[0.5,0.9]}]}`
	const two = `{"version":1,"machine":{"kind":"cluster","processors":32},"workload":{"kind":"lublin","jobs":60,"processors":32,"load":0.9},
		"policies":[{"kind":"fcfs","label":"FCFS"},{"kind":"easy","label":"EASY"}],"replications":3}`
	for _, view := range []string{"difference to FCFS", answers.GrowthWord} {
		p, b := firstVisit(t)
		open(p, two)
		whole(p, b)
		c := &answers.Curves{Answers: p.Answers}
		c.ChooseView(view)
		title := c.Title()
		open(p, one)
		whole(p, b)
		spec := p.Answers.PlotSpec()
		if spec.Kind != "lines" || spec.Zero || len(spec.Panels) != 1 || len(spec.Panels[0].Series) != 1 || len(spec.Panels[0].Series[0].Points) != 2 {
			t.Errorf("after %q one policy over two loads is drawn as %+v", view, spec)
		}
		if table := p.Answers.CurveTable(); len(table) != 2 || len(table[0].Cells) != 1 {
			t.Errorf("after %q the table is %+v", view, table)
		}
		open(p, two)
		whole(p, b)
		if c.Title() != title {
			t.Errorf("%q does not come back: %q", title, c.Title())
		}
	}
}

// An unstable policy has no means: the answer, the table and the claims say why.
func TestUnstablePoliciesInWords(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"multicluster","clusters":[20,20,20,20,20]},"workload":{"kind":"power-of-two","jobs":16000,"meanGap":0.4},
		"policies":[{"kind":"fcfs","label":"FCFS"},{"kind":"fpfs","label":"FPFS"}],"steady":{"batch":1000},
		"claims":[{"metric":"meanWait","policy":"FPFS","versus":"FCFS","direction":"lower"}]}`)
	whole(p, b)
	if got := plain(p); got != "FCFS is unstable: its queue grows without end, so that there is nothing to compare with." {
		t.Errorf("the answer is %q", got)
	}
	for _, row := range p.Estimates().Rows() {
		if row.About == &metrics.Descriptions[metrics.Index("meanWait")] && row.Cells[0].Text != "unstable" {
			t.Errorf("%+v", row)
		}
	}
	if caption := (&answers.Curves{Answers: p.Answers}).Caption(); !strings.HasSuffix(caption, "Unstable, so that there is no mean: FCFS; FPFS.") {
		t.Errorf("%q", caption)
	}
	if list := (&answers.Claims{Answers: p.Answers}).List(); len(list) != 1 || list[0].Verdict != "unstable" || list[0].Icon == "" {
		t.Errorf("%+v", list)
	}
}

// Two batches do not tell whether the queue grows without end: no policy is called better, and the page says why.
func TestTooFewBatchesForAVerdict(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":64},"workload":{"kind":"lublin","jobs":150,"processors":64,"load":1.2},
		"policies":[{"kind":"fcfs","label":"FCFS"},{"kind":"easy","label":"EASY"}],"steady":{"batch":50}}`)
	whole(p, b)
	for _, row := range p.Estimates().Rows() {
		for _, cell := range row.Cells {
			if cell.Verdict != "" || strings.ContainsAny(cell.Difference, "✓✗") {
				t.Errorf("%s: %+v", row.About.Name, cell)
			}
		}
	}
	if got, want := p.Answers.TableRemark(), " No difference is called better or worse where it cannot be told whether the queue grows without end."; !strings.HasSuffix(got, want) {
		t.Errorf("below the table stands %q", got)
	}
}
