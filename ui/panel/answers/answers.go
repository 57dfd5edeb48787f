package answers

import (
	"math"

	"github.com/vugu/vugu"

	"backfill/engine/experiment"
	"backfill/ui/answer"
	"backfill/ui/explain"
	"backfill/ui/panel"
	"backfill/ui/phrase"
	"backfill/ui/widget"
)

// Answers is the sentence and the table of metrics.
type Answers struct {
	*panel.Shared
	plot    plot
	Classes classChoices
}

// Charts is the place of the distributions.
type Charts struct{ *Answers }

// cells chooses the point of the table.
func (c *Answers) cells() vugu.Builder {
	return c.Guard(&panel.Cells{Shared: c.Shared, Prefix: "table"})
}

// Labels are the names of the table's policies.
func (c *Answers) Labels() []string {
	if c.Measurement == nil {
		return c.RunLabels()
	}
	var labels []string
	for _, policy := range c.Measurement.Plan.Policies {
		labels = append(labels, policy.Label)
	}
	return labels
}

func (c *Answers) Rows() []answer.Row {
	if c.Measurement != nil {
		if c.Estimates() == nil {
			return nil
		}
		return c.Estimates().Rows()
	}
	runs, baseline := c.Runs()
	if len(runs) == 0 {
		return nil
	}
	return answer.Rows(runs, baseline, c.AllMetrics, answer.AskedMetrics(c.Shown.Plan))
}

func (c *Answers) isBaseline(i int) bool {
	if m := c.Measurement; m != nil {
		return i == c.BaselineOf(m.Plan)
	}
	_, baseline := c.Runs()
	return i == baseline
}

// Effort says what was simulated and how long that took.
func (c *Answers) Effort() string {
	r := c.Shown.Results
	if r == nil || r.Workload == nil {
		return ""
	}
	runs, _ := c.Runs()
	if m := c.Measurement; m != nil {
		return phrase.Join(" ", phrase.UpperFirst(m.Share())+" are done.", c.WidestWords(), "On the timeline: "+phrase.Join(", ", c.CellWords(), explain.JobsText(r.Workload))+".")
	}
	done := explain.JobsText(r.Workload) + " under " + phrase.Policies(len(runs))
	if took := r.Simulated(); !math.IsNaN(took) {
		done += ", simulated in " + effortText(took)
	}
	return done + "."
}

func effortText(seconds float64) string {
	if seconds < 0.01 {
		return "under 0.01 s"
	}
	return phrase.Decimals(seconds, 2) + " s"
}

// Warnings are what the policies' runs warn of, and that the baseline is another one.
func (c *Answers) Warnings() []string {
	var list []string
	if text := c.BaselineRemark(); text != "" {
		list = append(list, text)
	}
	if text := c.nobodyMeets(); text != "" {
		list = append(list, text)
	}
	if text := c.unknownDemands(); text != "" {
		list = append(list, text)
	}
	list = append(list, c.LostCells()...)
	runs, _ := c.Runs()
	told := c.Refusals() != ""
	for _, r := range runs {
		for _, w := range r.Warnings {
			if told && experiment.TellsRefusals(w) {
				continue
			}
			list = append(list, r.Label+": "+w)
		}
	}
	return list
}

func (c *Answers) metricsBar() vugu.Builder {
	return c.QuietBar("Table of metrics",
		widget.Button{Text: "All metrics", Expanded: widget.Yes(c.AllMetrics), Do: c.SwitchAllMetrics},
		widget.Button{Text: "Copy", Do: c.CopyMetrics},
		widget.Button{Text: "Save CSV", Do: c.SaveMetrics})
}

func (c *Answers) chartBar(id string) vugu.Builder {
	return c.QuietBar("Chart",
		c.Folds(id, "Numbers"),
		widget.Button{Text: "Save SVG", Do: func() { c.SaveChart(id, "svg") }},
		widget.Button{Text: "Save PNG", Do: func() { c.SaveChart(id, "png") }})
}

func (c *Answers) answerClass() string {
	if c.Stale() {
		return "answer old"
	}
	return "answer"
}

// unknownDemands says for how many jobs nobody knows what they ask the nodes for, where
// that matters; "" if there are none.
func (c *Answers) unknownDemands() string {
	w := c.Workload()
	if w == nil {
		return ""
	}
	n := 0
	for _, demand := range w.Bandwidth {
		if demand < 0 {
			n++
		}
	}
	if n == 0 || !c.Shares() {
		return ""
	}
	return phrase.Grouped(int64(n)) + " of " + phrase.Plural(int64(len(w.Bandwidth)), "job") + " have no known demand for memory bandwidth and ask for none."
}
