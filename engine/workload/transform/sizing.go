package transform

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/workload"
)

// SizingOf is how large a machine the jobs of w need; w has jobs. O(n).
func SizingOf(w *engine.Workload) *workload.Sizing {
	jobs := map[int32]int{} // by width
	var narrow [1 << 12]int // the same of most jobs, since a map takes ten times as long
	for i := range w.Jobs {
		if p := w.Jobs[i].Processors; int(p) < len(narrow) {
			narrow[p]++
		} else {
			jobs[p]++
		}
	}
	for p, n := range narrow {
		if n > 0 {
			jobs[int32(p)] = n
		}
	}
	widths := slices.SortedFunc(maps.Keys(jobs), func(a, b int32) int { return cmp.Compare(b, a) })
	s := &workload.Sizing{Jobs: len(w.Jobs), Widest: widths[0], Load: loadOn(w, widths[0])}

	few := len(w.Jobs) / 1000
	if len(w.Jobs) >= 100 {
		few = max(few, 1)
	}
	wider, gap := 0, 2.0
	for i := 1; i < len(widths); i++ {
		if wider += jobs[widths[i-1]]; wider > few {
			break
		}
		if g := float64(widths[i-1]) / float64(widths[i]); g > gap {
			gap, s.Others, s.Wider = g, widths[i], wider
		}
	}
	if s.Others > 0 {
		s.Within = loadOn(w, s.Others)
	}
	if s.Within != nil && *s.Within > 1 { // the wide jobs are what the machine was for
		s.Others, s.Wider, s.Within = 0, 0, nil
	}
	return s
}

// loadOn is the offered load on a machine of so many processors, nil if there is none as the jobs come at once.
func loadOn(w *engine.Workload, processors int32) *float64 {
	load := OfferedLoad(w, processors)
	if math.IsNaN(load) || w.Jobs[0].Submit == w.Jobs[len(w.Jobs)-1].Submit {
		return nil
	}
	return &load
}
