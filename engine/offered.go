package engine

import "math"

// Offered is what jobs ask of a machine, whatever becomes of them.
type Offered struct {
	Work float64 // processors times run time as submitted, in processor milliseconds
	Span Time    // in which the jobs come
}

// Load is the offered load on a machine of so many processors: the utilization that the jobs ask
// for, from 0. It is NaN if they come in no time, as one job alone does.
func (f Offered) Load(processors int32) float64 {
	if f.Span == 0 {
		return math.NaN()
	}
	return f.Work / float64(float64(processors)*float64(f.Span))
}

// Offered is what the jobs of w ask of a machine from the first to the last submission. The
// function submitted says when a job is submitted, -1 if it does not count, for which jobs that the
// machine can never run are to be taken. Test runs that another row continues do not count: the job
// asks for what it needs in the end. O(n).
//
// Source: comments of the program of Lublin and Feitelson, whose first submission is at 0.
func (w *Workload) Offered(submitted func(j int32) Time) Offered {
	var f Offered
	first, last := Never, Time(-1)
	for i := range w.Jobs {
		j := int32(i)
		at := submitted(j)
		if at < 0 || w.Continues != nil && w.Continued(j) {
			continue
		}
		first, last = min(first, at), max(last, at)
		f.Work += float64(float64(w.Jobs[i].Run) * float64(w.Jobs[i].Processors))
	}
	if last >= 0 {
		f.Span = last - first
	}
	return f
}
