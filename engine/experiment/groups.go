package experiment

import (
	"fmt"
	"math"
	"slices"

	"backfill/engine/metrics"
	"backfill/engine/metrics/grouping"
	"backfill/engine/metrics/stats"
	"backfill/engine/scenario"
)

// GroupMeans are the means of the groups of one grouping under one policy, over the replications
// of a point or the batches of a single steady run: one column per metric, with one entry per
// group. Low and High are undefined for a single run without batches.
type GroupMeans struct {
	Policy   string         `json:"policy"`
	Point    map[string]any `json:"point"`
	Grouping int            `json:"grouping"` // index into the groups of the scenario
	grouping.Classes
	Level float64         `json:"level"`
	N     metrics.Columns `json:"n"` // runs or batches in which the metric of the group is defined
	Mean  metrics.Columns `json:"mean"`
	Low   metrics.Columns `json:"low"`
	High  metrics.Columns `json:"high"`
}

// GroupComparison is the differences of groups between a policy and the baseline on the same
// workloads, in columns as GroupMeans. Low and High bound the mean difference; Relative is that
// difference over the magnitude of the baseline's mean.
type GroupComparison struct {
	Policy   string         `json:"policy"`
	Baseline string         `json:"baseline"`
	Point    map[string]any `json:"point"`
	Grouping int            `json:"grouping"` // index into the groups of the scenario
	grouping.Classes
	Level      float64         `json:"level"`
	N          metrics.Columns `json:"n"` // pairs of runs or batches
	Difference metrics.Columns `json:"difference"`
	Relative   metrics.Columns `json:"relative"`
	Low        metrics.Columns `json:"low"`
	High       metrics.Columns `json:"high"`
}

// SummarizeGroups is the part of a result's GroupSummary that is about one grouping, of
// the named metrics: much less work than all of it.
func SummarizeGroups(p *scenario.Plan, runs []*Run, grouping int, only ...string) []GroupMeans {
	var kept []int
	for _, metric := range p.GroupMetrics {
		if slices.Contains(only, metrics.Descriptions[metric].Name) {
			kept = append(kept, metric)
		}
	}
	var list []GroupMeans
	for i, s := range collect(p, inOrder(p, runs)) {
		for k := range p.Policies {
			if t := gather(s.policies[k], &p.Scenario.Groups[grouping], grouping); t.Len() > 0 {
				list = append(list, t.means(p, i, k, kept))
			}
		}
	}
	return list
}

// addGroups fills in the summary and the comparisons of the scenario's groupings, for the wanted
// metrics that groups have.
func (r *Result) addGroups(p *scenario.Plan, points []samples, wanted []int) {
	var kept []int
	for _, metric := range wanted {
		if slices.Contains(p.GroupMetrics, metric) {
			kept = append(kept, metric)
		}
	}
	if len(kept) == 0 {
		return
	}
	for i := range points {
		for g := range p.Scenario.Groups {
			grouping := &p.Scenario.Groups[g]
			base := gather(points[i].policies[p.Baseline], grouping, g)
			for k, policy := range p.Policies {
				own := base
				if k != p.Baseline {
					own = gather(points[i].policies[k], grouping, g)
				}
				if own.Len() == 0 {
					continue
				}
				r.GroupSummary = append(r.GroupSummary, own.means(p, i, k, kept))
				if k == p.Baseline || base.Len() == 0 {
					continue
				}
				c := GroupComparison{Policy: policy.Label, Baseline: p.Policies[p.Baseline].Label, Point: p.Points[i].Values,
					Grouping: g, Classes: own.Classes, Level: p.Level}
				own.fill(kept, []*metrics.Columns{&c.N, &c.Difference, &c.Low, &c.High, &c.Relative}, func(row, metric int) []float64 {
					of, other := base.values(base.Find(own.Key(row)), metric), own.values(row, metric)
					difference := stats.PairedDifference(of, other, p.Level)
					relative := math.NaN()
					if reference := pairedMean(of, other); reference != 0 {
						relative = difference.Mean / math.Abs(reference)
					}
					return append(bounds(difference), relative)
				})
				r.GroupComparisons = append(r.GroupComparisons, c)
			}
		}
	}
}

// bounds are the number of values, the mean and the ends of an interval, NaN where it
// has none.
func bounds(i stats.Interval) []float64 {
	b := []float64{float64(i.N), i.Mean, math.NaN(), math.NaN()}
	if i.Low != nil {
		b[2], b[3] = *i.Low, *i.High
	}
	return b
}

// groupTable is one grouping in the samples of one policy at one point: every group that
// a sample has, and where to find it in each.
type groupTable struct {
	grouping.Classes
	samples  []*Measures
	grouping int
	rows     [][]int32 // by group and sample: its row there, -1: none
}

// gather finds the groups of samples, some of which may be missing (nil). A group whose
// label differs between samples, as that of quantiles may, is called by its number.
func gather(samples []*Measures, g *grouping.Grouping, grouping int) *groupTable {
	t := &groupTable{samples: samples, grouping: grouping}
	for r, sample := range samples {
		if sample == nil || grouping >= len(sample.Groups) {
			continue
		}
		b := &sample.Groups[grouping]
		for row, label := range b.Label {
			key := b.Key(row)
			i, known := t.Search(key)
			if !known {
				t.Class, t.Label = slices.Insert(t.Class, i, key.Class), slices.Insert(t.Label, i, label)
				if b.Panel != nil {
					t.Panel, t.PanelLabel = slices.Insert(t.Panel, i, key.Panel), slices.Insert(t.PanelLabel, i, b.PanelLabel[row])
				}
				t.rows = slices.Insert(t.rows, i, slices.Repeat([]int32{-1}, len(samples)))
			}
			if t.Label[i] != label {
				t.Label[i] = fmt.Sprintf("group %d of %d", key.Class, g.Quantiles)
			}
			if b.Panel != nil && t.PanelLabel[i] != b.PanelLabel[row] {
				t.PanelLabel[i] = fmt.Sprintf("group %d of %d", key.Panel, g.Each.Quantiles)
			}
			t.rows[i][r] = int32(row)
		}
	}
	return t
}

// name is what group i is called: "2–4 processors" or, in a panel, "Jan 2001: 2–4 processors".
func (t *groupTable) name(i int) string {
	if t.Panel == nil {
		return t.Label[i]
	}
	return t.PanelLabel[i] + ": " + t.Label[i]
}

// means are the means of the wanted metrics under a policy at a point.
func (t *groupTable) means(p *scenario.Plan, point, policy int, wanted []int) GroupMeans {
	m := GroupMeans{Policy: p.Policies[policy].Label, Point: p.Points[point].Values, Grouping: t.grouping, Classes: t.Classes, Level: p.Level}
	t.fill(wanted, []*metrics.Columns{&m.N, &m.Mean, &m.Low, &m.High}, func(row, metric int) []float64 {
		return bounds(stats.MeanInterval(defined(t.values(row, metric)), p.Level))
	})
	return m
}

// values are the values of a metric of group i in each sample, NaN where missing or undefined; i
// is -1 for a group that no sample has.
func (t *groupTable) values(i, metric int) []float64 {
	values := make([]float64, len(t.samples))
	for r, sample := range t.samples {
		values[r] = math.NaN()
		if i >= 0 && t.rows[i][r] >= 0 {
			values[r] = sample.Groups[t.grouping].Value(int(t.rows[i][r]), metric)
		}
	}
	return values
}

// fill makes columns of the wanted metrics from one value of each column per group and
// metric. Metrics that are undefined in all groups are left out.
func (t *groupTable) fill(wanted []int, columns []*metrics.Columns, entry func(row, metric int) []float64) {
	for _, metric := range wanted {
		entries := make([][]float64, t.Len())
		some := false
		for row := range entries {
			entries[row] = entry(row, metric)
			some = some || entries[row][0] > 0
		}
		if !some {
			continue
		}
		for k, c := range columns {
			c.Metrics = append(c.Metrics, metric)
			for _, values := range entries {
				c.Values = append(c.Values, values[k])
			}
		}
	}
}
