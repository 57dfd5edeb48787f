package engine

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine/profile"
)

// Searches of an index against walks along the queue.
func TestBySizeEqualsTheQueue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		jobs := make([]Job, rapid.IntRange(1, 60).Draw(t, "jobs"))
		for j := range jobs {
			jobs[j] = Job{Estimate: Time(rapid.Int64Range(1, 20).Draw(t, "estimate")), Processors: rapid.Int32Range(1, 9).Draw(t, "size")}
		}
		q := newQueue(len(jobs))
		next := int32(rapid.IntRange(0, len(jobs)).Draw(t, "at first"))
		for j := range next {
			q.append(j)
		}
		var x bySize
		x.fill(&q, jobs)
		for range rapid.IntRange(1, 80).Draw(t, "operations") {
			var waiting []int32
			for j := q.first; j != NoJob; j = q.next[j] {
				waiting = append(waiting, j)
			}
			switch {
			case int(next) < len(jobs) && rapid.Bool().Draw(t, "arrives"):
				q.append(next)
				x.add(next, &jobs[next])
				next++
			case len(waiting) > 0 && rapid.Bool().Draw(t, "leaves"):
				j := rapid.SampledFrom(waiting).Draw(t, "who")
				q.remove(j)
				x.remove(j, &jobs[j])
			case len(waiting) > 0:
				j := rapid.SampledFrom(waiting).Draw(t, "from")
				var holes []profile.Hole
				free, length := rapid.Int32Range(-1, 10).Draw(t, "free"), Time(rapid.Int64Range(0, 20).Draw(t, "length"))
				for range rapid.IntRange(1, 4).Draw(t, "holes") {
					holes = append(holes, profile.Hole{Processors: free, Length: length})
					free -= rapid.Int32Range(1, 4).Draw(t, "fewer")
					length += Time(rapid.Int64Range(1, 10).Draw(t, "longer"))
				}
				if rapid.Bool().Draw(t, "for ever") {
					holes[len(holes)-1].Length = Never
				}
				want := j
				for want != NoJob && !slices.ContainsFunc(holes, func(o profile.Hole) bool { return o.Holds(jobs[want].Processors, 0, jobs[want].Estimate) }) {
					want = q.next[want]
				}
				if got := x.from(j, jobs, holes); got != want {
					t.Fatalf("first from %d on within %v is %d, want %d", j, holes, got, want)
				}
			}
		}
	})
}
