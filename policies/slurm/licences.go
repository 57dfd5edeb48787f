package slurm

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"backfill/engine"
)

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

// warning names the licences that jobs ask for and of which the cluster does not say how many copies there are; "" if there are none.
func (l *licences) warning() string {
	asking := map[int32]int{}
	for j := range l.workload.Demand {
		for _, c := range l.workload.DemandOf(int32(j)).Licences {
			if _, counts := l.free[c.Licence]; !counts {
				asking[c.Licence]++
			}
		}
	}
	if len(asking) == 0 {
		return ""
	}
	var list []string
	for _, number := range slices.Sorted(maps.Keys(asking)) {
		if len(list) == 8 {
			list = append(list, fmt.Sprintf("and %d more", len(asking)-8))
			break
		}
		list = append(list, fmt.Sprintf("licence %d, asked for by %d", number, asking[number]))
	}
	return "of licences that are not in the table of licences there are always enough: " + strings.Join(list, "; ")
}
