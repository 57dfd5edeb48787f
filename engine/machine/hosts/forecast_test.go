package hosts

import (
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/profile"
)

// The forecast of hosts goes on to profiles with the ninth reservation, and has the slots that profiles
// have had from the beginning.
func TestForecastPromotesItself(t *testing.T) {
	jobs := make([]engine.Job, 12)
	for j := range jobs {
		jobs[j] = engine.Job{Estimate: engine.Time(10 + j), Processors: int32(1 + j%3)}
	}
	m := New([]Host{{Processors: 4}, {Processors: 3}}, FirstFit)
	m.Begin(&engine.Workload{Jobs: jobs})
	future, profiles := m.Forecast().(*forecast), newProfiles(m)
	for j := range int32(len(jobs)) {
		if got, want := future.Reserve(j), profiles.Reserve(j); got != want {
			t.Errorf("slot of job %d: %v, want %v", j, got, want)
		}
		if few := j < fewSlots; (future.few != nil) != few || (future.profiles != nil) == few {
			t.Errorf("%d reservations: few %v, profiles %v", j+1, future.few != nil, future.profiles != nil)
		}
		for i := range j + 1 {
			got, held := future.Reservation(i)
			if want, _ := profiles.Reservation(i); got != want || !held {
				t.Errorf("slot of job %d beside %d: %v, want %v", i, j, got, want)
			}
		}
	}
}

// A host of 4 processors and 4 MB. Job 0 has 1 processor and 3 MB, at first until 10, when job 1 is to have all memory; then until 30, so
// that 3 MB are missing from 10 on. Job 2, which needs 1 processor for 20 and no memory, may start all the same.
func TestMemoryIsNothingToAJobThatNeedsNone(t *testing.T) {
	w := &engine.Workload{Jobs: []engine.Job{{Processors: 1, Estimate: 10}, {Processors: 1, Estimate: 10}, {Processors: 1, Estimate: 20}}, Memory: []int64{3 << 10, 4 << 10, 0}}
	for _, choice := range []Choice{FirstFit, BestFit} {
		m := New([]Host{{Processors: 4, Memory: 4}}, choice)
		m.Begin(w)
		few, many := newFewReservations(m), newProfiles(m)
		for _, f := range []engine.Forecast{few, many} {
			f.Started(0, 0, 10)
		}
		m.Place(0, 0)
		for _, f := range []engine.Forecast{few, many} {
			f.Reserve(1)
			f.Advance(5)
			f.Moved(0, 10, 30)
			holes, _ := f.Holes(nil)
			_, starts := f.StartsNow(2)
			if slot := f.Earliest(2); !starts || slot.At != 5 || f.Explain(2).Rule != engine.StartedInExtra || !slices.ContainsFunc(holes, func(h profile.Hole) bool { return h.Holds(1, 0, 20) }) {
				t.Errorf("%T: starts %v, at %d at the earliest, %+v, holes %v", f, starts, slot.At, f.Explain(2), holes)
			}
		}
	}
}
