package metrics

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"backfill/engine"
)

// Breakdown is the result of one Grouping, in columns: what its groups are called and,
// of each metric, one value per group.
type Breakdown struct {
	Grouping
	Classes
	Metrics Columns `json:"metrics"`
}

// Value is a metric, given by its place in Descriptions, of group i; NaN if it is
// undefined or was not asked for.
func (b *Breakdown) Value(i, metric int) float64 { return b.Metrics.At(i, metric) }

// Classes names groups, in the order of panels and classes, where what is unknown comes
// last. Classes without a job that ended are left out.
type Classes struct {
	// Panel and PanelLabel are the class of Each that a group lies in; nil without Each.
	Panel      []int32  `json:"panel,omitempty"`
	PanelLabel []string `json:"panelLabel,omitempty"`
	// Class numbers the classes of a grouping from 1, those left out included, so that
	// the same class is found in another run: of quantiles and bounds in their order, of
	// a natural attribute it is one more than the value (of months counted from the year
	// 0). Jobs of unknown value have the class Unknown, rare classes put together Others.
	Class []int32  `json:"class"`
	Label []string `json:"label"` // in words: "2–4 processors"
}

// Classes that have no number.
const (
	Unknown int32 = 0
	Others  int32 = -1
)

// Len is the number of groups.
func (c *Classes) Len() int { return len(c.Class) }

// Equal says whether c and other name the same groups alike.
func (c *Classes) Equal(other *Classes) bool {
	return slices.Equal(c.Class, other.Class) && slices.Equal(c.Label, other.Label) &&
		slices.Equal(c.Panel, other.Panel) && slices.Equal(c.PanelLabel, other.PanelLabel)
}

// Key is what group i is found by in another run.
func (c *Classes) Key(i int) Key {
	k := Key{Class: c.Class[i]}
	if c.Panel != nil {
		k.Panel = c.Panel[i]
	}
	return k
}

// Find is the group with that key, -1 if there is none. O(log n).
func (c *Classes) Find(k Key) int {
	if i, found := c.Search(k); found {
		return i
	}
	return -1
}

// Search is the place of the group with that key, or where it would be. O(log n).
func (c *Classes) Search(k Key) (i int, found bool) {
	i = sort.Search(c.Len(), func(i int) bool { return c.Key(i).Compare(k) >= 0 })
	return i, i < c.Len() && c.Key(i) == k
}

// Key is the panel and the class of a group; without panels Panel is 0.
type Key struct{ Panel, Class int32 }

// Compare orders keys as groups are.
func (k Key) Compare(other Key) int {
	return cmp.Or(compareClasses(k.Panel, other.Panel), compareClasses(k.Class, other.Class))
}

// compareClasses puts Others and then Unknown last.
func compareClasses(a, b int32) int {
	rank := func(class int32) int64 {
		switch class {
		case Unknown:
			return math.MaxInt64
		case Others:
			return math.MaxInt64 - 1
		}
		return int64(class)
	}
	return cmp.Compare(rank(a), rank(b))
}

// Groups breaks a run down by each of the groupings, which have been checked. Metrics
// are those given by their places in Descriptions, or all that groups have.
//
// The quantile classes of a division into k lie between the nearest-rank quantiles 1/k,
// 2/k, ... of the attribute over all jobs that were not refused and meet the conditions.
// A class holds the values above the quantile below it, up to and including its own, so
// that equal values stay together and a value that fills several classes makes all but
// one of them empty. A natural attribute with more than MaxClasses values has those with
// the most jobs and Others.
//
// A group's shares are of its panel: of the jobs that meet the conditions and are in the
// same class of Each; without classes, of all jobs that ended. Its load is offered over
// the month that it lies in, over the months that a condition names or, else, over the
// whole period. Linear time, and n log n for quantiles and users.
func Groups(o *engine.Outcome, groupings []Grouping, metrics ...int) []Breakdown {
	if len(metrics) == 0 {
		metrics = GroupMetrics(nil)
	}
	breakdowns := make([]Breakdown, len(groupings))
	if len(groupings) == 0 {
		return breakdowns
	}
	ended := o.EndedJobs()
	periods := periodsOf(o)
	for i, g := range groupings {
		p := partitionOf(o, g)
		breakdowns[i] = p.breakdown(ended, &periods, metrics)
	}
	return breakdowns
}

// SteadyGroups breaks down what Steady measures: all batches together and, if inBatches is
// set, each of them. The classes are those of the whole run, but a group's shares are of
// the jobs that are measured; its load is undefined. With too few jobs for a batch there
// are no groups. Linear time in the jobs and, for each batch, in the number of groups.
func SteadyGroups(o *engine.Outcome, warmup, batch int, groupings []Grouping, inBatches bool, metrics ...int) (overall []Breakdown, batches [][]Breakdown) {
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
	var unknown periods
	for i, g := range groupings {
		p := partitionOf(o, g)
		overall[i] = p.breakdown(measured, &unknown, metrics)
		for k := range batches {
			batches[k] = append(batches[k], p.breakdown(measured[k*batch:][:batch], &unknown, metrics))
		}
	}
	return overall, batches
}

// GroupMetrics are the places in Descriptions of the metrics that groups have, or of
// those of them that are named.
func GroupMetrics(names []string) []int {
	var list []int
	for i := range Descriptions {
		if Descriptions[i].Group && (names == nil || slices.Contains(names, Descriptions[i].Name)) {
			list = append(list, i)
		}
	}
	return list
}

// partition is the jobs of a run by the groups of a grouping.
type partition struct {
	grouping        Grouping
	outcome         *engine.Outcome
	met             []bool // by job: meets the conditions
	classes, panels *division
}

func partitionOf(o *engine.Outcome, g Grouping) *partition {
	met := meets(o, g.Where)
	p := &partition{grouping: g, outcome: o, met: met, classes: divide(o, g.Division, met)}
	if g.Each != nil {
		p.panels = divide(o, *g.Each, met)
	} else {
		p.panels = divide(o, Division{}, met)
	}
	return p
}

// breakdown is that of the jobs ended, which did, in the order of their ends.
func (p *partition) breakdown(ended []int32, periods *periods, metrics []int) Breakdown {
	g, o, met, classes, panels := p.grouping, p.outcome, p.met, p.classes, p.panels
	n := len(classes.class)
	cells := len(panels.class) * n

	// Counting sort of the ended jobs by cell keeps the order of ends.
	first := make([]int, cells+1)
	cellOf := func(j int32) int { return int(panels.of[j])*n + int(classes.of[j]) }
	for _, j := range ended {
		if met[j] {
			first[cellOf(j)+1]++
		}
	}
	for c := range cells {
		first[c+1] += first[c]
	}
	rows := make([]int32, first[cells])
	place := slices.Clone(first)
	for _, j := range ended {
		if met[j] {
			c := cellOf(j)
			rows[place[c]] = j
			place[c]++
		}
	}

	b := Breakdown{Grouping: g, Classes: Classes{Class: []int32{}, Label: []string{}}}
	values, interrupted := make([]int64, len(rows)), preemptions(o)
	var all []totals
	machine := machineTotals{processors: o.Processors, memory: machineMemory(o), farm: o.Stints != nil}
	var whole partTotals
	if g.By == "" {
		whole = partOf(o, ended)
	}
	for k := range panels.class {
		var panel partTotals
		begin := len(all)
		for c := range n {
			members := rows[first[k*n+c]:first[k*n+c+1]]
			if len(members) == 0 {
				continue
			}
			t := totals{jobs: jobTotalsOf(o, members, values[:len(members)], interrupted), machine: machine, run: noRun()}
			t.run.loaded = periods.of(&g, panels.class[k], classes.class[c])
			panel.add(&t.jobs)
			all = append(all, t)
			b.Class, b.Label = append(b.Class, classes.class[c]), append(b.Label, classes.label[c])
			if g.Each != nil {
				b.Panel, b.PanelLabel = append(b.Panel, panels.class[k]), append(b.PanelLabel, panels.label[k])
			}
		}
		if g.By == "" {
			panel = whole
		}
		for i := begin; i < len(all); i++ {
			all[i].whole = panel
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
	area integerSum
}

// partOf are those of jobs that ended.
func partOf(o *engine.Outcome, rows []int32) partTotals {
	p := partTotals{jobs: len(rows)}
	for _, j := range rows {
		p.area.addProduct(uint64(o.Size(j)), uint64(o.Ran(j)))
	}
	return p
}

func (p *partTotals) add(t *jobTotals) {
	p.jobs += t.ended
	p.area.addSum(t.area)
}

// meets says which jobs were not refused and meet every condition. Of a job with a test
// run it is the row that continues that.
func meets(o *engine.Outcome, conditions []Condition) []bool {
	met := make([]bool, len(o.State))
	for j, state := range o.State {
		met[j] = state != engine.Refused && !o.Workload.Continued(int32(j))
	}
	for _, c := range conditions {
		a := AttributeNamed(c.By)
		column := a.column(o.Workload)
		if a.Natural {
			known := map[int64]bool{}
			for j, v := range column {
				in, seen := known[v]
				if !seen {
					in = v >= 0 && slices.Contains(c.In, a.name(o.Workload, v))
					known[v] = in
				}
				met[j] = met[j] && in
			}
			continue
		}
		above, most := c.ends()
		for j, v := range column {
			met[j] = met[j] && v > above && (most < 0 || v <= most)
		}
	}
	return met
}

// periods are the lengths of time over which the load of groups is offered.
type periods struct {
	whole  engine.Time
	months map[int32]engine.Time // by class
}

// periodsOf takes the whole period as for a run: from time zero to the last submission.
func periodsOf(o *engine.Outcome) periods {
	p := periods{whole: runTotalsOf(o).loaded, months: map[int32]engine.Time{}}
	for _, m := range o.Workload.SubmitMonths() {
		p.months[int32(monthNumber(m))+1] = m.Length
	}
	return p
}

// named is the length of the months that are called so.
func (p *periods) named(labels []string) engine.Time {
	sum := engine.Time(0)
	for class, length := range p.months {
		if slices.Contains(labels, monthName(int64(class)-1)) {
			sum += length
		}
	}
	return sum
}

// of is that of a group: of a month's jobs the month.
func (p *periods) of(g *Grouping, panel, class int32) engine.Time {
	switch {
	case g.By == "month":
		return p.months[class]
	case g.Each != nil && g.Each.By == "month":
		return p.months[panel]
	}
	for _, c := range g.Where {
		if c.By == "month" {
			return p.named(c.In)
		}
	}
	return p.whole
}
