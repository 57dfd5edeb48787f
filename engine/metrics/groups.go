package metrics

import (
	"slices"

	"backfill/engine"
	"backfill/engine/metrics/grouping"
	"backfill/engine/metrics/stats"
)

// Breakdown is the result of one Grouping, in columns: what its groups are called and,
// of each metric, one value per group.
type Breakdown struct {
	grouping.Grouping
	grouping.Classes
	Metrics Columns `json:"metrics"`
}

// Value is a metric, given by its place in Descriptions, of group i; NaN if it is
// undefined or was not asked for.
func (b *Breakdown) Value(i, metric int) float64 { return b.Metrics.At(i, metric) }

// Groups breaks a run down by each of the groupings, which have been checked. Metrics
// are those given by their places in Descriptions, or all that groups have.
//
// The quantile classes of a division into k lie between the nearest-rank quantiles 1/k, 2/k, ...
// of the attribute over all jobs that were not refused and meet the conditions. A class holds the
// values above the quantile below it, up to and including its own, so that equal values stay
// together and a value that fills several classes makes all but one of them empty. A natural
// attribute with more than grouping.MaxClasses values keeps the values with the most jobs; the
// rest are Others.
//
// A group's shares are of its panel: of the jobs that meet the conditions and are in the
// same class of Each; without classes, of all jobs that ended. Its load is offered over
// the month that it lies in, over the months that a condition names or, else, over the
// whole period. Linear time, and n log n for quantiles and users.
func Groups(o *engine.Outcome, groupings []grouping.Grouping, metrics ...int) []Breakdown {
	if len(metrics) == 0 {
		metrics = GroupMetrics(nil)
	}
	breakdowns := make([]Breakdown, len(groupings))
	if len(groupings) == 0 {
		return breakdowns
	}
	ended := o.EndedJobs()
	periods := grouping.PeriodsOf(o.Workload, runTotalsOf(o).offered.Span)
	for i, g := range groupings {
		p := grouping.PartitionOf(o, g)
		breakdowns[i] = breakdown(o, g, p, ended, &periods, metrics)
	}
	return breakdowns
}

// SteadyGroups breaks down what Steady measures: all batches together and, if inBatches is set,
// each of them. The classes are those of the whole run, but a group's shares are of the measured
// jobs; its load is undefined. With too few jobs for a batch there are no groups. Linear time in
// the jobs and, for each batch, in the number of groups.
func SteadyGroups(o *engine.Outcome, warmup, batch int, groupings []grouping.Grouping, inBatches bool, metrics ...int) (overall []Breakdown, batches [][]Breakdown) {
	if len(metrics) == 0 {
		metrics = GroupMetrics(nil)
	}
	ended := endedWhileJobsArrive(o)
	n := batchCount(ended, warmup, batch)
	measured := ended[min(warmup, len(ended)):][:n*batch]
	overall = make([]Breakdown, len(groupings))
	if inBatches {
		batches = make([][]Breakdown, n)
	}
	var unknown grouping.Periods
	for i, g := range groupings {
		p := grouping.PartitionOf(o, g)
		overall[i] = breakdown(o, g, p, measured, &unknown, metrics)
		for k := range batches {
			batches[k] = append(batches[k], breakdown(o, g, p, measured[k*batch:][:batch], &unknown, metrics))
		}
	}
	return overall, batches
}

// GroupMetrics are the places in Descriptions of the metrics that groups have, or only of the
// named ones.
func GroupMetrics(names []string) []int {
	var list []int
	for i := range Descriptions {
		if Descriptions[i].Group && (names == nil || slices.Contains(names, Descriptions[i].Name)) {
			list = append(list, i)
		}
	}
	return list
}

// breakdown breaks down the jobs in ended, which are in the order of their ends.
func breakdown(o *engine.Outcome, g grouping.Grouping, p *grouping.Partition, ended []int32, periods *grouping.Periods, metrics []int) Breakdown {
	b := Breakdown{Grouping: g, Classes: grouping.Classes{Class: []int32{}, Label: []string{}}}
	var all []totals
	machine := machineTotals{processors: o.Processors, memory: machineMemory(o), farm: o.Segments != nil}
	var whole partTotals
	if g.By == "" {
		whole = partOf(o, ended)
	}
	cells, most := p.Cells(ended), 0
	for i := range cells {
		most = max(most, len(cells[i].Jobs))
	}
	values, interrupted := make([]int64, most), preemptions(o)
	for begin := 0; begin < len(cells); {
		var panel partTotals
		end := begin
		for ; end < len(cells) && cells[end].Key.Panel == cells[begin].Key.Panel; end++ {
			c := &cells[end]
			t := totals{jobs: jobTotalsOf(o, c.Jobs, values[:len(c.Jobs)], interrupted), machine: machine, run: noRun()}
			t.run.offered = engine.Offered{Work: t.jobs.offered.Float(), Span: periods.Of(&g, c.Key)}
			panel.add(&t.jobs)
			all = append(all, t)
			b.Class, b.Label = append(b.Class, c.Key.Class), append(b.Label, c.Label)
			if g.Each != nil {
				b.Panel, b.PanelLabel = append(b.Panel, c.Key.Panel), append(b.PanelLabel, c.PanelLabel)
			}
		}
		if g.By == "" {
			panel = whole
		}
		for ; begin < end; begin++ {
			all[begin].whole = panel
		}
	}
	b.Metrics = Columns{Metrics: metrics, Values: make([]float64, 0, len(metrics)*len(all))}
	for _, metric := range metrics {
		for i := range all {
			b.Metrics.Values = append(b.Metrics.Values, Descriptions[metric].value(&all[i]))
		}
	}
	return b
}

// partTotals are what shares of a group are of; nothing for a whole run.
type partTotals struct {
	jobs int
	area stats.IntegerSum
}

// partOf are those of jobs that ended.
func partOf(o *engine.Outcome, rows []int32) partTotals {
	p := partTotals{jobs: len(rows)}
	for _, j := range rows {
		p.area.AddProduct(uint64(o.Size(j)), uint64(o.Ran(j)))
	}
	return p
}

func (p *partTotals) add(t *jobTotals) {
	p.jobs += t.ended
	p.area.AddSum(t.area)
}
