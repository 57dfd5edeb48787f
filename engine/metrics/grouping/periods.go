package grouping

import (
	"slices"

	"backfill/engine"
)

// Periods are the lengths of time over which the load of groups is offered.
type Periods struct {
	whole  engine.Time
	months map[int32]engine.Time // by class
}

// PeriodsOf are the periods of the jobs of w, which arrive over the whole period.
func PeriodsOf(w *engine.Workload, whole engine.Time) Periods {
	p := Periods{whole: whole, months: map[int32]engine.Time{}}
	for _, m := range w.SubmitMonths() {
		p.months[int32(monthNumber(m))+1] = m.Length
	}
	return p
}

// named is the length of the months that are called so.
func (p *Periods) named(labels []string) engine.Time {
	sum := engine.Time(0)
	for class, length := range p.months {
		if slices.Contains(labels, monthName(int64(class)-1)) {
			sum += length
		}
	}
	return sum
}

// Of is the period of a group: for the jobs of a month, that month.
func (p *Periods) Of(g *Grouping, group Key) engine.Time {
	switch {
	case g.By == "month":
		return p.months[group.Class]
	case g.Each != nil && g.Each.By == "month":
		return p.months[group.Panel]
	}
	for _, c := range g.Where {
		if c.By == "month" {
			return p.named(c.In)
		}
	}
	return p.whole
}
