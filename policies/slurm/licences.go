package slurm

import "backfill/engine"

// licences are the copies that nobody holds. A licence of which the cluster does not say how many copies there are is there without end.
type licences struct {
	workload *engine.Workload
	free     map[int32]int32 // by number
}

func newLicences(w *engine.Workload, copies map[int32]int32) licences {
	l := licences{workload: w, free: map[int32]int32{}}
	for number, count := range copies {
		l.free[number] = count
	}
	return l
}

// enough says whether there are those that job j needs.
func (l *licences) enough(j int32) bool {
	for _, c := range l.workload.DemandOf(j).Licences {
		if free, counts := l.free[c.Licence]; counts && free < c.Count {
			return false
		}
	}
	return true
}

// take has job j hold its licences or, with sign -1, give them back.
func (l *licences) take(j, sign int32) {
	for _, c := range l.workload.DemandOf(j).Licences {
		if _, counts := l.free[c.Licence]; counts {
			l.free[c.Licence] -= sign * c.Count
		}
	}
}
