// Package machinetest is what tests of machines share.
package machinetest

import (
	"pgregory.net/rapid"

	"backfill/engine"
)

// FewJobs draws jobs of up to 8 processors.
func FewJobs(t *rapid.T) *engine.Workload {
	jobs := make([]engine.Job, 12)
	for j := range jobs {
		jobs[j] = engine.Job{Estimate: engine.Time(rapid.Int64Range(1, 12).Draw(t, "estimate")), Processors: rapid.Int32Range(1, 8).Draw(t, "size")}
	}
	return &engine.Workload{Jobs: jobs}
}

// CheckForecasts compares few, which may hold so many reservations, and several, which is made of it,
// with full, in whatever order jobs start, end early or late, get reservations and lose them.
func CheckForecasts(t *rapid.T, w *engine.Workload, m engine.Machine, most int, few, full engine.Forecast, several func() engine.Forecast) {
	jobs := w.Jobs
	both := []engine.Forecast{few, full}
	now := engine.Time(0)
	ends := map[int32]engine.Time{} // expected, of running jobs
	reserved := 0
	for range 40 {
		switch j := rapid.Int32Range(0, int32(len(jobs))-1).Draw(t, "job"); rapid.IntRange(0, 3).Draw(t, "what") {
		case 0:
			now += engine.Time(rapid.Int64Range(0, 4).Draw(t, "pause"))
			for k, end := range ends {
				if end <= now {
					m.Release(k)
					delete(ends, k)
				}
			}
			for _, f := range both {
				f.Advance(now)
			}
		case 1:
			if end, runs := ends[j]; runs {
				m.Release(j)
				delete(ends, j)
				for _, f := range both {
					f.Ended(j, end)
				}
			} else if place, ok := few.StartsNow(j); ok {
				ends[j] = now + jobs[j].Estimate
				for _, f := range both {
					f.Started(j, place, ends[j])
				}
				m.Place(j, place)
			}
		case 2:
			_, held := few.Reservation(j)
			if end, runs := ends[j]; runs {
				ends[j] = now + engine.Time(rapid.Int64Range(1, 20).Draw(t, "to"))
				for _, f := range both {
					f.Moved(j, end, ends[j])
				}
			} else if held {
				few.Drop(j)
				full.Drop(j)
			} else if reserved < most {
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
		several := several()
		reserved = 0
		holes, _ := few.Holes(nil)
		for k := range int32(len(jobs)) {
			if _, runs := ends[k]; runs {
				continue
			}
			want, wanted := full.Reservation(k)
			if wanted {
				reserved++
			}
			if got, held := few.Reservation(k); got != want || held != wanted {
				t.Fatalf("reservation of job %d: %v, want %v", k, got, want)
			}
			if got, want := few.Earliest(k), full.Earliest(k); got != want {
				t.Fatalf("earliest slot of job %d: %v, want %v", k, got, want)
			}
			place, starts := full.StartsNow(k)
			gotPlace, got := few.StartsNow(k)
			_, inSeveral := several.StartsNow(k)
			opens := false
			for _, o := range holes {
				opens = opens || o.Holds(jobs[k].Processors, w.MemoryNeed(k), jobs[k].Estimate)
			}
			if got != starts || starts && gotPlace != place || inSeveral != starts || opens != starts {
				t.Fatalf("job %d starts now: %v, of several %v, by holes %v, want %v", k, got, inSeveral, opens, starts)
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
}
