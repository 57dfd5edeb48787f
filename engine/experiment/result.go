package experiment

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"

	"backfill/engine/metrics"
	"backfill/engine/metrics/stats"
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
	Unstable    []Unstable         `json:"unstable,omitempty"`
	ClosedForms []ClosedForm       `json:"closedForms,omitempty"`

	// The groupings of the scenario, by point, policy and grouping.
	GroupSummary     []GroupMeans      `json:"groupSummary"`
	GroupComparisons []GroupComparison `json:"groupComparisons"`
}

// Unstable is a policy under which the system has no steady state at a point: its queue
// grows without end, by metrics.Rises of a single run and metrics.GrowsLikely of several. It
// has no means there.
type Unstable struct {
	Policy string         `json:"policy"`
	Point  map[string]any `json:"point"`
}

// Mean is one metric of one policy over its replications. Low and High are absent
// for a single run, which says nothing about its own error.
type Mean struct {
	Policy string         `json:"policy"`
	Point  map[string]any `json:"point"`
	Metric string         `json:"metric"`
	stats.Interval
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

// Collect makes the result of runs of the plan, of all metrics or of those that are
// named. Runs may be missing and come in any order. Intervals are over the replications
// of a point or, of a single steady run, over its batches.
func Collect(p *scenario.Plan, runs []*Run, only ...string) *Result {
	runs = inOrder(p, runs)
	r := &Result{Scenario: p.Scenario, Version: Version, Runs: runs, Summary: []Mean{}, Comparisons: []Comparison{}, Claims: []Judged{}, GroupSummary: []GroupMeans{}, GroupComparisons: []GroupComparison{}}
	r.ClosedForms = ClosedForms(p)
	points := collect(p, runs)
	ratios := newBootstraps(p)
	var wanted []int
	for i := range metrics.Descriptions {
		if len(only) == 0 || slices.Contains(only, metrics.Descriptions[i].Name) {
			wanted = append(wanted, i)
		}
	}
	for i := range points {
		for k, policy := range p.Policies {
			if points[i].unstable[k] {
				r.Unstable = append(r.Unstable, Unstable{policy.Label, p.Points[i].Values})
			}
			for _, metric := range wanted {
				if mean := points[i].mean(k, metric, p.Level); mean.N > 0 {
					r.Summary = append(r.Summary, Mean{policy.Label, p.Points[i].Values, metrics.Descriptions[metric].Name, mean})
				}
			}
		}
	}
	for i := range points {
		for k, policy := range p.Policies {
			if k == p.Baseline {
				continue
			}
			for _, metric := range wanted {
				for _, c := range compare(pairing{series{&points[i], p.Baseline, metric, -1}, series{&points[i], k, metric, -1}}, ratios) {
					c.Policy, c.Baseline, c.Point = policy.Label, p.Policies[p.Baseline].Label, p.Points[i].Values
					r.Comparisons = append(r.Comparisons, c)
				}
			}
		}
	}
	r.addGroups(p, points, wanted)
	for i := range p.Claims {
		r.Claims = append(r.Claims, judge(p, &p.Claims[i], points, ratios))
	}
	return r
}

// inOrder are the runs by point, replication and policy.
func inOrder(p *scenario.Plan, runs []*Run) []*Run {
	labels := map[string]int{}
	for i, policy := range p.Policies {
		labels[policy.Label] = i
	}
	runs = append([]*Run{}, runs...)
	slices.SortStableFunc(runs, func(a, b *Run) int {
		return cmp.Or(cmp.Compare(a.PointIndex, b.PointIndex), cmp.Compare(a.Replication, b.Replication), cmp.Compare(labels[a.Policy], labels[b.Policy]))
	})
	return runs
}

// compare compares one metric under two policies: the difference and, where an interval is known,
// the ratio of the means.
func compare(p pairing, ratios *bootstraps) []Comparison {
	base, other := p.values()
	difference := stats.PairedDifference(base, other, ratios.level)
	if difference.N == 0 {
		return nil
	}
	c := Comparison{Difference: metrics.Difference{
		Metric: metrics.Descriptions[p.other.metric].Name, N: difference.N, Difference: difference.Mean, Kind: "difference",
	}}
	if reference := pairedMean(base, other); reference != 0 {
		relative := difference.Mean / math.Abs(reference)
		c.Relative = &relative
	}
	if difference.Low == nil {
		return []Comparison{c}
	}
	c.Low, c.High, c.Level = difference.Low, difference.High, difference.Level
	both := []Comparison{c}
	ratio := ratios.ratio(p)
	if ratio.Low == nil {
		return both
	}
	relative, low, high := ratio.Mean-1, *ratio.Low-1, *ratio.High-1
	c.Kind, c.Relative, c.Low, c.High = "ratio", &relative, &low, &high
	return append(both, c)
}

// pairedMean is the mean of base where other is defined, too.
func pairedMean(base, other []float64) float64 {
	var values []float64
	for i, v := range base {
		if !math.IsNaN(v + other[i]) {
			values = append(values, v)
		}
	}
	return stats.MeanInterval(values, 0.5).Mean
}

// maxGroupsPrinted is how many metrics of groups of single runs a result has in JSON.
const maxGroupsPrinted = 100_000

// JSON is the result as indented JSON. Where there are many runs and groups, the groups of single
// runs and batches are left out: GroupSummary has their means.
func (r *Result) JSON() ([]byte, error) {
	values := 0
	count := func(m *Measures) {
		for i := range m.Groups {
			values += len(m.Groups[i].Metrics.Values)
		}
	}
	for _, run := range r.Runs {
		count(&run.Measures)
		for i := range run.Batches {
			count(&run.Batches[i])
		}
	}
	if values <= maxGroupsPrinted {
		return json.MarshalIndent(r, "", " ")
	}
	bare := *r
	bare.Runs = make([]*Run, len(r.Runs))
	for i, run := range r.Runs {
		copied := *run
		copied.Groups = []metrics.Breakdown{}
		copied.Batches = slices.Clone(run.Batches)
		for k := range copied.Batches {
			copied.Batches[k].Groups = []metrics.Breakdown{}
		}
		bare.Runs[i] = &copied
	}
	return json.MarshalIndent(&bare, "", " ")
}
