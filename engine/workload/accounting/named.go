package accounting

import "backfill/engine"

// Named is how many jobs have each name of a legend, that with the number 1 first.
type Named struct {
	Groups []int64 `json:"groups,omitempty"` // by Legend.Groups
	QOS    []int64 `json:"qos,omitempty"`
}

// Named counts the jobs of a workload that was made of the log with this legend. O(jobs).
func (l *Legend) Named(w *engine.Workload) *Named {
	count := func(names []string, numbers []int32) []int64 {
		n := make([]int64, len(names))
		for _, number := range numbers {
			if 1 <= number && int(number) <= len(n) {
				n[number-1]++
			}
		}
		return n
	}
	return &Named{Groups: count(l.Groups(), w.Group), QOS: count(l[QOSs], w.QOS)}
}
