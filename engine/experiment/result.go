package experiment

import (
	"encoding/json"
	"math"
	"slices"

	"backfill/engine/metrics"
	"backfill/engine/scenario"
)

// Result is everything that an experiment produced, as the headless program
// prints it.
type Result struct {
	Scenario    *scenario.Scenario `json:"scenario"`
	Version     string             `json:"version"` // of the program
	Runs        []*Run             `json:"runs"`    // by point, replication and policy
	Summary     []Mean             `json:"summary"`
	Comparisons []Comparison       `json:"comparisons"`
	Claims      []Judged           `json:"claims"`
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
// the same workloads. Low and High bound the difference if Kind is "difference", and
// the relative difference of the means if it is "ratio"; they are absent for a single
// pair of runs.
type Comparison struct {
	Policy   string         `json:"policy"`
	Baseline string         `json:"baseline"`
	Point    map[string]any `json:"point"`
	metrics.Difference
	Low   *float64 `json:"low,omitempty"`
	High  *float64 `json:"high,omitempty"`
	Level float64  `json:"level,omitempty"`
}

// Collect makes the result of runs of the plan: of all metrics, or of those that are
// named. Runs may be missing.
func Collect(p *scenario.Plan, runs []*Run, only ...string) *Result {
	r := &Result{Scenario: p.Scenario, Version: Version, Runs: runs, Summary: []Mean{}, Comparisons: []Comparison{}, Claims: []Judged{}}
	wanted := func(metric string) bool { return len(only) == 0 || slices.Contains(only, metric) }
	for _, run := range runs {
		for i, d := range metrics.Descriptions {
			if v := run.Metrics[i]; wanted(d.Name) && !math.IsNaN(v) {
				r.Summary = append(r.Summary, Mean{run.Policy, run.Point, d.Name, metrics.MeanInterval([]float64{v}, p.Level)})
			}
		}
	}
	baseline := runs[p.Baseline]
	for i, run := range runs {
		if i == p.Baseline {
			continue
		}
		for _, d := range metrics.Compare(baseline.Metrics, run.Metrics) {
			if wanted(d.Metric) {
				r.Comparisons = append(r.Comparisons, Comparison{Policy: run.Policy, Baseline: baseline.Policy, Point: run.Point, Difference: d})
			}
		}
	}
	return r
}

// JSON is the result as indented JSON.
func (r *Result) JSON() ([]byte, error) { return json.MarshalIndent(r, "", " ") }
