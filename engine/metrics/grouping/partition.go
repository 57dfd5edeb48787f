package grouping

import (
	"slices"

	"backfill/engine"
)

// Partition is the jobs of a run by the groups of a grouping.
type Partition struct {
	panelled        bool
	met             []bool // by job: meets the conditions
	classes, panels *division
}

// PartitionOf carries out g, which has been checked. O(jobs), and n log n for quantiles and users.
func PartitionOf(o *engine.Outcome, g Grouping) *Partition {
	met := meets(o, g.Where)
	p := &Partition{panelled: g.Each != nil, met: met, classes: divide(o, g.Division, met)}
	if p.panelled {
		p.panels = divide(o, *g.Each, met)
	} else {
		p.panels = divide(o, Division{}, met)
	}
	return p
}

// Cell is a group that has jobs.
type Cell struct {
	Key               Key // Panel is 1 where there are no panels
	PanelLabel, Label string
	Jobs              []int32 // rows
}

// Cells are the groups in which some of the jobs are, in the order of panels and classes. Jobs
// keep their order. O(jobs and classes).
func (p *Partition) Cells(jobs []int32) []Cell {
	// A counting sort.
	n := len(p.classes.class)
	count := len(p.panels.class) * n
	first := make([]int, count+1)
	cellOf := func(j int32) int { return int(p.panels.of[j])*n + int(p.classes.of[j]) }
	for _, j := range jobs {
		if p.met[j] {
			first[cellOf(j)+1]++
		}
	}
	for c := range count {
		first[c+1] += first[c]
	}
	rows := make([]int32, first[count])
	place := slices.Clone(first)
	for _, j := range jobs {
		if p.met[j] {
			c := cellOf(j)
			rows[place[c]] = j
			place[c]++
		}
	}
	var cells []Cell
	for k, panel := range p.panels.class {
		for c, class := range p.classes.class {
			if members := rows[first[k*n+c]:first[k*n+c+1]]; len(members) > 0 {
				cells = append(cells, Cell{Key{panel, class}, p.panels.label[k], p.classes.label[c], members})
			}
		}
	}
	return cells
}

// Membership says which group of a grouping each job of a run is in, whether it ended or not: an
// index of labels, -1 if it does not meet the conditions. Groups come in the order of panels and
// classes; some may have no job. O(jobs), and what quantiles take to sort.
func Membership(o *engine.Outcome, g Grouping) (of []int32, labels []string) {
	p := PartitionOf(o, g)
	n := len(p.classes.class)
	for _, panel := range p.panels.label {
		for _, class := range p.classes.label {
			if p.panelled {
				class = panel + ", " + class
			}
			labels = append(labels, class)
		}
	}
	of = make([]int32, len(p.met))
	for j := range of {
		of[j] = -1
		if p.met[j] {
			of[j] = p.panels.of[j]*int32(n) + p.classes.of[j]
		}
	}
	return of, labels
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
		column := a.Column(o.Workload)
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
