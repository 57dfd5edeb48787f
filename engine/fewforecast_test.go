package engine

import (
	"testing"

	"pgregory.net/rapid"
)

// What is known with a few reservations at a time against the profile, in whatever order jobs
// start, end early or late, get reservations and lose them.
func TestFewForecastEqualsTheProfile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		jobs := make([]Job, 12)
		for j := range jobs {
			jobs[j] = Job{Estimate: Time(rapid.Int64Range(1, 12).Draw(t, "estimate")), Processors: rapid.Int32Range(1, 8).Draw(t, "size")}
		}
		c := NewCluster(8, 1)
		c.Begin(&Workload{Jobs: jobs})
		few, full := newSoleForecast(c).few(), c.Forecast()
		both := []Forecast{few, full}
		now := Time(0)
		ends := map[int32]Time{} // expected, of running jobs
		for range 40 {
			switch j := rapid.Int32Range(0, int32(len(jobs))-1).Draw(t, "job"); rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				now += Time(rapid.Int64Range(0, 4).Draw(t, "pause"))
				for k, end := range ends {
					if end <= now {
						c.Release(k)
						delete(ends, k)
					}
				}
				for _, f := range both {
					f.Advance(now)
				}
			case 1:
				if end, runs := ends[j]; runs {
					c.Release(j)
					delete(ends, j)
					for _, f := range both {
						f.Ended(j, end)
					}
				} else if _, ok := few.StartsNow(j); ok {
					ends[j] = now + jobs[j].Estimate
					for _, f := range both {
						f.Started(j, 0, ends[j])
					}
					c.Place(j, 0)
				}
			case 2:
				_, held := few.Reservation(j)
				if end, runs := ends[j]; runs {
					ends[j] = now + Time(rapid.Int64Range(1, 20).Draw(t, "to"))
					for _, f := range both {
						f.Moved(j, end, ends[j])
					}
				} else if held {
					few.Drop(j)
					full.Drop(j)
				} else if len(few.held) < fewSlots {
					if got, want := few.Reserve(j), full.Reserve(j); got != want {
						t.Fatalf("slot %v, want %v", got, want)
					}
				}
			case 3:
				if rapid.IntRange(0, 9).Draw(t, "all") == 0 {
					few.DropAll()
					full.DropAll()
				}
			}
			several := few.several()
			openings, _ := few.Openings(nil)
			for k := range int32(len(jobs)) {
				if _, runs := ends[k]; runs {
					continue
				}
				want, wanted := full.Reservation(k)
				if got, held := few.Reservation(k); got != want || held != wanted {
					t.Fatalf("reservation of job %d: %v, want %v", k, got, want)
				}
				if got, want := few.Earliest(k), full.Earliest(k); got != want {
					t.Fatalf("earliest slot of job %d: %v, want %v", k, got, want)
				}
				_, starts := full.StartsNow(k)
				_, got := few.StartsNow(k)
				_, inSeveral := several.StartsNow(k)
				opens := false
				for _, o := range openings {
					opens = opens || o.Holds(jobs[k].Processors, 0, jobs[k].Estimate)
				}
				if got != starts || inSeveral != starts || opens != starts {
					t.Fatalf("job %d starts now: %v, of several %v, by openings %v, want %v", k, got, inSeveral, opens, starts)
				}
				if got, want := few.Explain(k), full.Explain(k); got != want {
					t.Fatalf("reason of job %d %+v, want %+v", k, got, want)
				}
			}
			for at := now; at < now+30; at++ {
				if got, want := few.Extra(at), full.Extra(at); got != want {
					t.Fatalf("%d free at %d, want %d", got, at, want)
				}
			}
		}
	})
}
