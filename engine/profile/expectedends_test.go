package profile

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine/clock"
)

// As a table of processors by instant, with so many instants that some are far from the soonest.
func TestExpectedEndsAreSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var e ExpectedEnds
		type end struct {
			at   clock.Time
			free int32
		}
		var noted []end
		want := map[clock.Time]int32{}
		for range rapid.IntRange(0, 12*nearEnds).Draw(t, "changes") {
			if len(noted) > 0 && rapid.IntRange(0, 3).Draw(t, "change") == 0 {
				i := rapid.IntRange(0, len(noted)-1).Draw(t, "removed")
				x := noted[i]
				noted = slices.Delete(noted, i, i+1)
				e.Remove(x.at, x.free)
				if want[x.at] -= x.free; want[x.at] == 0 {
					delete(want, x.at)
				}
			} else {
				x := end{clock.Time(rapid.Int64Range(0, 99).Draw(t, "at")), rapid.Int32Range(1, 9).Draw(t, "free")}
				noted = append(noted, x)
				e.Add(x.at, x.free)
				want[x.at] += x.free
			}
			got := map[clock.Time]int32{}
			for i, step := range e {
				got[step.At] = step.Free
				if i > 0 && step.At >= e[i-1].At {
					t.Fatalf("%v are not in order", e)
				}
			}
			if !maps.Equal(got, want) {
				t.Fatalf("%v, want %v", got, want)
			}
		}
	})
}
