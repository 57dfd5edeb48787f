package poisson

import (
	"fmt"

	"backfill/engine/param"
	"backfill/engine/workload"
)

// queue is what theory knows of the jobs on a cluster of so many processors, given out in units, under FCFS; nil if
// nothing. Jobs of one size run in as many places as have room for one. Of several places the mean wait is known for
// exponential run times, of one for all; from an expected load of 1 on there is no steady state.
//
// Sources: Erlang 1917 and Pollaczek 1930, Khinchine 1932; Kleinrock, Queueing systems, volume 1, 1975, equations 3.40
// and 5.70.
func queue(v param.Values, processors, unit int32) *workload.Queue {
	m, err := modelOf(v, processors)
	if err != nil || m.sizes == "uniform" || m.sizes == "powersOfTwo" {
		return nil
	}
	places := processors / ((m.size + unit - 1) / unit * unit)
	if places == 0 || places > 1 && m.runs != "exponential" {
		return nil
	}
	offered := m.run / m.gap // in places: Erlangs
	busy := offered / float64(places)
	if busy >= 1 {
		return nil
	}
	q := &workload.Queue{Name: fmt.Sprintf("M/%s/%d", m.notation(), places), Utilization: m.load(processors)}
	if places > 1 {
		q.Formula, q.Wait = "Erlang C", erlangC(places, offered)*m.run/(float64(places)-offered)
	} else {
		q.Formula, q.Wait = "Pollaczek-Khinchine", busy*m.run*(1+float64(m.cv*m.cv))/(2*(1-busy))
	}
	q.Response, q.Length = q.Wait+m.run, q.Wait/m.gap
	return q
}

// notation is Kendall's for the distribution of run times.
func (m *model) notation() string {
	switch m.runs {
	case "exponential":
		return "M"
	case "constant":
		return "D"
	case "erlang":
		return fmt.Sprintf("E%d", m.phases)
	case "hyperexponential":
		return "H2"
	}
	return "G"
}

// erlangC is the probability that a job has to wait, at an offered load in Erlangs below the number of places. It comes
// from the probability that all are taken where nobody waits (Erlang B), which has a recurrence that neither overflows
// nor cancels. O(places).
func erlangC(places int32, offered float64) float64 {
	b := 1.0
	for k := 1.0; k <= float64(places); k++ {
		b = float64(offered*b) / (k + float64(offered*b))
	}
	return b / (1 - float64(offered/float64(places)*(1-b)))
}
