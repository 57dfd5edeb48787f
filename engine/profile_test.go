package engine

import (
	"testing"

	"pgregory.net/rapid"
)

// The profile against an array with one entry per millisecond.
func TestProfileEqualsArray(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const end, size = 60, 10
		p := newProfile(size)
		var plain [end + 1]int32
		for i := range plain {
			plain[i] = size
		}
		now := Time(0)
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			switch rapid.IntRange(0, 3).Draw(t, "operation") {
			case 0:
				now = Time(rapid.Int64Range(int64(now), end-1).Draw(t, "now"))
				p.advance(now)
			case 1:
				from := Time(rapid.Int64Range(0, end-1).Draw(t, "from"))
				to := Time(rapid.Int64Range(0, end).Draw(t, "to"))
				delta := rapid.Int32Range(-3, 3).Draw(t, "delta")
				if delta == 0 {
					continue
				}
				p.add(from, to, delta)
				for i := max(from, now); i < to; i++ {
					plain[i] += delta
				}
			case 2:
				need, length := rapid.Int32Range(1, size).Draw(t, "need"), Time(rapid.Int64Range(1, end).Draw(t, "length"))
				if got, want := p.holds(need, length), minimum(plain[now:min(now+length, end+1)]) >= need; got != want {
					t.Fatalf("holds(%d, %d) = %v, want %v", need, length, got, want)
				}
			case 3:
				need, length := rapid.Int32Range(1, size).Draw(t, "need"), Time(rapid.Int64Range(1, end).Draw(t, "length"))
				want := now
				for minimum(plain[want:min(want+length, end+1)]) < need {
					want++
				}
				if got := p.steps[p.earliest(need, length)].At; got != want {
					t.Fatalf("earliest(%d, %d) = %d, want %d", need, length, got, want)
				}
			}
			for i := now; i <= end; i++ {
				if p.at(i) != plain[i] {
					t.Fatalf("at %d: %d free, want %d", i, p.at(i), plain[i])
				}
			}
			for i := p.first + 1; i < len(p.steps); i++ {
				if p.steps[i].At <= p.steps[i-1].At || i > p.first+1 && p.steps[i].Free == p.steps[i-1].Free {
					t.Fatalf("steps %v are not minimal", p.steps[p.first:])
				}
			}
		}
	})
}

func minimum(values []int32) int32 {
	least := values[0]
	for _, v := range values {
		least = min(least, v)
	}
	return least
}

func TestEndHeapSorts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var h endHeap
		n := rapid.IntRange(0, 60).Draw(t, "n")
		for seq := range n {
			h.push(ending{Time(rapid.Int64Range(0, 9).Draw(t, "at")), int32(seq), 0})
		}
		last := ending{at: -1}
		for range n {
			next := h.pop()
			if next.before(last) {
				t.Fatalf("%v came after %v", next, last)
			}
			last = next
		}
		if len(h) != 0 {
			t.Fatalf("%d are left", len(h))
		}
	})
}
