package waiting

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine/clock"
	"backfill/engine/profile"
)

type job struct {
	processors int32
	estimate   clock.Time
}

// Searches of an index against walks along the queue.
func TestBySizeEqualsTheQueue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		jobs := make([]job, rapid.IntRange(1, 60).Draw(t, "jobs"))
		for j := range jobs {
			jobs[j] = job{estimate: clock.Time(rapid.Int64Range(1, 20).Draw(t, "estimate")), processors: rapid.Int32Range(1, 9).Draw(t, "size")}
		}
		q := New(len(jobs))
		next := int32(rapid.IntRange(0, len(jobs)).Draw(t, "at first"))
		for j := range next {
			q.Append(j)
		}
		var x BySize
		x.Begin(len(jobs))
		for j := range next {
			x.Add(j, jobs[j].processors, jobs[j].estimate)
		}
		for range rapid.IntRange(1, 80).Draw(t, "operations") {
			var waiting []int32
			for j := q.First; j != nobody; j = q.Next[j] {
				waiting = append(waiting, j)
			}
			switch {
			case int(next) < len(jobs) && rapid.Bool().Draw(t, "arrives"):
				q.Append(next)
				x.Add(next, jobs[next].processors, jobs[next].estimate)
				next++
			case len(waiting) > 0 && rapid.Bool().Draw(t, "leaves"):
				j := rapid.SampledFrom(waiting).Draw(t, "who")
				q.Remove(j)
				x.Remove(j, jobs[j].processors)
			case len(waiting) > 0:
				j := rapid.SampledFrom(waiting).Draw(t, "from")
				var holes []profile.Hole
				free, length := rapid.Int32Range(-1, 10).Draw(t, "free"), clock.Time(rapid.Int64Range(0, 20).Draw(t, "length"))
				for range rapid.IntRange(1, 4).Draw(t, "holes") {
					holes = append(holes, profile.Hole{Processors: free, Length: length})
					free -= rapid.Int32Range(1, 4).Draw(t, "fewer")
					length += clock.Time(rapid.Int64Range(1, 10).Draw(t, "longer"))
				}
				if rapid.Bool().Draw(t, "for ever") {
					holes[len(holes)-1].Length = clock.Never
				}
				want := j
				for want != nobody && !slices.ContainsFunc(holes, func(o profile.Hole) bool { return o.Holds(jobs[want].processors, 0, jobs[want].estimate) }) {
					want = q.Next[want]
				}
				if got := x.From(j, jobs[j].processors, holes); got != want {
					t.Fatalf("first from %d on within %v is %d, want %d", j, holes, got, want)
				}
			}
		}
	})
}
