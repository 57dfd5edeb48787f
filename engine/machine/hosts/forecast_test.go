package hosts

import (
	"testing"

	"backfill/engine"
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
