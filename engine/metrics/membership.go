package metrics

import "backfill/engine"

// Membership says which group of a grouping each job of a run is in, whether it ended or not: an
// index of labels, -1 if it does not meet the conditions. Groups come in the order of panels and
// classes; some may have no job. O(jobs), and what quantiles take to sort.
func Membership(o *engine.Outcome, g Grouping) (of []int32, labels []string) {
	p := partitionOf(o, g)
	n := len(p.classes.class)
	for _, panel := range p.panels.label {
		for _, class := range p.classes.label {
			if g.Each != nil {
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
