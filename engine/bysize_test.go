package engine

import (
	"testing"

	"pgregory.net/rapid"
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
				free, extra := rapid.Int32Range(0, 10).Draw(t, "free"), rapid.Int32Range(0, 10).Draw(t, "extra")
				length := Time(rapid.Int64Range(0, 20).Draw(t, "length"))
				want := j
				for want != NoJob && (jobs[want].Processors > free || jobs[want].Processors > extra && jobs[want].Estimate > length) {
					want = q.next[want]
				}
				if got := x.from(j, jobs, free, extra, length); got != want {
					t.Fatalf("first from %d on within %d, %d, %d is %d, want %d", j, free, extra, length, got, want)
				}
			}
		}
	})
}
