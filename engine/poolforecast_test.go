package engine

import "testing"

// The forecast of a cluster goes on to the next level with the second reservation and with the ninth,
// and has the slots that the profile has had from the beginning.
func TestPoolForecastPromotesItself(t *testing.T) {
	jobs := make([]Job, 12)
	for j := range jobs {
		jobs[j] = Job{Estimate: Time(10 + j), Processors: int32(1 + j%5)}
	}
	c := NewCluster(8, 1)
	c.Begin(&Workload{Jobs: jobs})
	forecast, profile := c.Forecast().(*poolForecast), newPoolProfile(c)
	for j := range int32(len(jobs)) {
		if got, want := forecast.Reserve(j), profile.Reserve(j); got != want {
			t.Errorf("slot of job %d: %v, want %v", j, got, want)
		}
		if one, few := j == 0, j > 0 && j < fewSlots; forecast.single != one || (forecast.few != nil) != few || (forecast.profile != nil) != (!one && !few) {
			t.Errorf("%d reservations: one %v, few %v, profile %v", j+1, forecast.single, forecast.few != nil, forecast.profile != nil)
		}
		for i := range j + 1 {
			got, held := forecast.Reservation(i)
			if want, _ := profile.Reservation(i); got != want || !held {
				t.Errorf("slot of job %d beside %d: %v, want %v", i, j, got, want)
			}
		}
	}
}
