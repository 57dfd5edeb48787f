package ui

import (
	"strings"
	"testing"

	"backfill/engine/experiment"
	"backfill/ui/answer"
)

// closedForm is what stands in a row of the table of metrics as the closed form, of each policy.
func closedForm(table []answer.Row, metric string) (cells []string) {
	for _, row := range table {
		if row.About.Name == metric {
			for _, c := range row.Cells {
				cells = append(cells, c.ClosedForm)
			}
		}
	}
	return cells
}

// The closed form stands below the measured mean, of a single run as of several workloads, for FCFS alone; the remark
// says what it is, and of runs that begin with an empty machine why they may fall short of it.
func TestClosedFormsStandBesideTheMeans(t *testing.T) {
	p, b := firstVisit(t)
	// 0.596432 of the jobs wait, for 100/0.8 s on average: 74.55 s.
	const scenario = `{"version":1,"machine":{"kind":"cluster","processors":4},"workload":{"kind":"poisson","jobs":3000,"load":0.8,"meanRun":100},
		"policies":[{"kind":"easy","label":"EASY"},{"kind":"fcfs","label":"FCFS"}]`
	open(p, scenario+`}`)
	b.answer()
	check := func(wait, utilization, remark string) {
		t.Helper()
		cells := closedForm(p.Answers.Rows(), "meanWait")
		if len(cells) != 2 || cells[0] != "" || cells[1] != wait {
			t.Errorf("beside the mean waits stand %q, want %q of FCFS", cells, wait)
		}
		if cells := closedForm(p.Answers.Rows(), "utilization"); len(cells) != 2 || cells[1] != utilization {
			t.Errorf("beside the utilizations stand %q", cells)
		}
		if got := p.Answers.TableRemark(); !strings.HasSuffix(got, remark) {
			t.Errorf("the remark is %q, want %q at its end", got, remark)
		}
	}
	check("M/M/4: 1 min 15 s", "M/M/4: 80 %", "M/M/4: the mean in steady state by the formula (Erlang C). A simulation begins with an empty machine, so that a short one waits less than that on average; “Steady state only” leaves the beginning out.")
	open(p, scenario+`,"replications":3}`)
	whole(p, b)
	check("M/M/4: 1 min 15 s", "M/M/4: 80.0 %", "“Steady state only” leaves the beginning out.")
	open(p, scenario+`,"replications":3,"steady":{"warmup":500,"batch":1000}}`)
	whole(p, b)
	check("M/M/4: 1 min 15 s", "M/M/4: 80.0 %", "M/M/4: the mean in steady state by the formula (Erlang C).")
	// Of a sweep it is that of the point of the table: at 0.8, at 0.5 where 2 Erlang make 4/23 of the jobs wait, for 50 s.
	open(p, scenario+`,"replications":3,"sweep":[{"path":"/workload/load","values":[0.5,0.8]}]}`)
	whole(p, b)
	check("M/M/4: 1 min 15 s", "M/M/4: 80.0 %", "“Steady state only” leaves the beginning out.")
	p.ShowCell(experiment.Cell{Point: 0})
	whole(p, b)
	if cells := closedForm(p.Answers.Rows(), "meanWait"); len(cells) != 2 || cells[1] != "M/M/4: 8.70 s" {
		t.Errorf("at load 0.5 beside the mean waits stand %q", cells)
	}
}
