package engine

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// What is known with one reservation at a time against the profile.
func TestOneReservationEqualsTheProfile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		jobs := make([]Job, 30)
		for j := range jobs {
			jobs[j] = Job{Estimate: Time(rapid.Int64Range(1, 12).Draw(t, "estimate")), Processors: rapid.Int32Range(1, 8).Draw(t, "size")}
		}
		c := NewCluster(8, 1)
		c.Begin(&Workload{Jobs: jobs})
		future := newOneReservation(c)
		one := &future
		full := newPoolProfile(c)
		both := []Forecast{one, full}
		now := Time(0)
		ends := map[int32]Time{}
		for j := range int32(len(jobs)) {
			now += Time(rapid.Int64Range(0, 4).Draw(t, "pause"))
			var running []int32
			for k, end := range ends {
				if end <= now {
					c.Release(k)
					delete(ends, k)
				} else {
					running = append(running, k)
				}
			}
			slices.Sort(running)
			for _, f := range both {
				f.DropAll()
				f.Advance(now)
			}
			if len(running) > 0 && rapid.Bool().Draw(t, "ends early") {
				k := rapid.SampledFrom(running).Draw(t, "who")
				c.Release(k)
				for _, f := range both {
					f.Ended(k, ends[k])
				}
				delete(ends, k)
			} else if len(running) > 0 && rapid.Bool().Draw(t, "moves") {
				k := rapid.SampledFrom(running).Draw(t, "who")
				to := now + Time(rapid.Int64Range(1, 20).Draw(t, "to"))
				for _, f := range both {
					f.Moved(k, ends[k], to)
				}
				ends[k] = to
			}
			head := int32(len(jobs)) - 1 - j
			if got, want := one.Reserve(head), full.Reserve(head); got != want {
				t.Fatalf("slot %v, want %v", got, want)
			}
			several := one.profile()
			for k := range int32(len(jobs)) {
				_, got := one.StartsNow(k)
				_, inSeveral := several.StartsNow(k)
				if _, want := full.StartsNow(k); got != want || inSeveral != want {
					t.Fatalf("job %d starts now: %v, of several %v, want %v", k, got, inSeveral, want)
				}
				if got, want := one.Explain(k), full.Explain(k); got != want {
					t.Fatalf("reason of job %d %+v, want %+v", k, got, want)
				}
			}
			for at := now; at < now+30; at++ {
				if got, want := one.Extra(at), full.Extra(at); got != want || several.Extra(at) != want {
					t.Fatalf("%d free at %d, want %d", got, at, want)
				}
			}
			if place, ok := one.StartsNow(j); ok && j != head {
				for _, f := range both {
					f.Started(j, place, now+jobs[j].Estimate)
				}
				c.Place(j, place)
				ends[j] = now + jobs[j].Estimate
				if got, want := one.Extra(one.shadow), full.Extra(one.shadow); got != want || got != one.extra {
					t.Fatalf("%d extra processors, of sums %d, want %d", one.extra, got, want)
				}
			}
		}
	})
}
