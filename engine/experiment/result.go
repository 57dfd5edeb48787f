package experiment

import (
	"encoding/json"
	"math"

	"backfill/engine/metrics"
	"backfill/engine/scenario"
)

// Result is everything that an experiment produced, as the headless program
// prints it.
type Result struct {
	Scenario    *scenario.Scenario `json:"scenario"`
	Version     string             `json:"version"` // of the program
	Runs        []*Run             `json:"runs"`
	Summary     []Mean             `json:"summary"`
	Comparisons []Comparison       `json:"comparisons"`
}

// Mean is one metric of one policy over its replications. Low and High are absent
// for a single run, which says nothing about its own error.
type Mean struct {
	Policy string         `json:"policy"`
	Point  map[string]any `json:"point"`
	Metric string         `json:"metric"`
	metrics.Interval
}

// Comparison is the difference of one metric between a policy and the baseline on
// the same workloads.
type Comparison struct {
	Policy   string         `json:"policy"`
	Baseline string         `json:"baseline"`
	Point    map[string]any `json:"point"`
	metrics.Difference
}

// level of the confidence intervals.
const level = 0.95

// Collect makes the result of runs, one for each policy of the plan in its order.
func Collect(p *scenario.Plan, runs []*Run) *Result {
	r := &Result{Scenario: p.Scenario, Version: Version, Runs: runs, Summary: []Mean{}, Comparisons: []Comparison{}}
	for _, run := range runs {
		for i, d := range metrics.Descriptions {
			if v := run.Metrics[i]; !math.IsNaN(v) {
				r.Summary = append(r.Summary, Mean{run.Policy, run.Point, d.Name, metrics.MeanInterval([]float64{v}, level)})
			}
		}
	}
	baseline := runs[p.Baseline]
	for i, run := range runs {
		if i == p.Baseline {
			continue
		}
		for _, d := range metrics.Compare(baseline.Metrics, run.Metrics) {
			r.Comparisons = append(r.Comparisons, Comparison{run.Policy, baseline.Policy, run.Point, d})
		}
	}
	return r
}

// JSON is the result as indented JSON.
func (r *Result) JSON() ([]byte, error) { return json.MarshalIndent(r, "", " ") }
