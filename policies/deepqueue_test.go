package policies

import (
	"fmt"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/policies/internal/cost"
	"backfill/policies/internal/reference"
	"backfill/policies/queue"
)

// deepQueue draws jobs that a cluster of 256 processors is offered four times as fast as it
// can run them.
func deepQueue(t testing.TB, jobs int, parts string) *engine.Workload {
	_, w := compileOn(t, `{"kind": "cluster", "processors": 256}`,
		fmt.Sprintf(`"workload": {"kind": "lublin", "jobs": %d, "processors": 256, "load": 4%s}, "policies": [{"kind": "easy"}]`, jobs, parts), "")
	return w
}

// following is w with requests of whole hours, of which many are equal, and every third job submitted after the end of one of the hundred
// before it, so that jobs do not arrive in the order of their numbers.
func following(w *engine.Workload) *engine.Workload {
	f := inSeconds(w, 1)
	f.Jobs = f.Jobs[:1200]
	for j := range f.Jobs {
		job := &f.Jobs[j]
		job.Estimate += engine.Hour - 1 - (job.Estimate-1)%engine.Hour
		after := engine.NoJob
		if j > 100 && j%3 == 0 {
			after = int32(j - 1 - 37*j%100)
		}
		f.After, f.Think = append(f.After, after), append(f.Think, engine.Time(j%7)*engine.Hour)
	}
	return f
}

// With reasons recorded, every waiting job is looked at.
func TestDeepQueuesAreSearchedAsIfOneByOne(t *testing.T) {
	w := deepQueue(t, 3000, `, "transform": [{"kind": "estimates"}]`)
	for _, w := range []*engine.Workload{w, following(w)} {
		searchedAsIfOneByOne(t, w)
	}
}

func searchedAsIfOneByOne(t *testing.T, w *engine.Workload) {
	t.Helper()
	all := []engine.Policy{&EASY{Reservations: 1}, &EASY{Reservations: 3}}
	for order := range queue.OrderNames {
		all = append(all, &EASY{Reservations: 1 + 2*(order%2), Others: queue.Order(order), OnlyFitting: order == 3})
	}
	for _, p := range all {
		for _, o := range []engine.Options{{}, {Order: engine.Sequential, Kill: engine.KillNever}} {
			got := reference.Simulate(t, w, 256, p, o)
			o.RecordAll = true
			if want := reference.Simulate(t, w, 256, p, o); !slices.Equal(got.Start, want.Start) {
				t.Errorf("%v %+v: other starts than with reasons recorded", p, o)
			}
		}
	}
}

// Jobs per second of a processor where more than 10,000 jobs wait.
func BenchmarkDeepQueue(b *testing.B) {
	w := deepQueue(b, 30_000, "")
	for i := range w.Jobs {
		w.User = append(w.User, int32(i%100))
	}
	for _, c := range []struct {
		name   string
		policy func() engine.Policy
	}{
		{"easy", func() engine.Policy { return &EASY{Reservations: 1} }},
		{"easy-sjbf", func() engine.Policy { return &EASY{Reservations: 1, Others: queue.Shortest} }},
		{"easy++", func() engine.Policy { return easyPlusPlus() }},
	} {
		b.Run(c.name, func(b *testing.B) {
			cost.OfJobs(b, w, func() engine.Machine { return engine.NewCluster(256, 1) }, c.policy)
		})
	}
}

// What an arrival or a completion costs EASY against the number of waiting jobs, which stays
// the same, in time of a processor.
func BenchmarkQueueDepthEASY(b *testing.B) {
	w := deepQueue(b, 140_000, "")
	for _, depth := range []int{10, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000} {
		b.Run(fmt.Sprint("depth=", depth), func(b *testing.B) {
			cost.AtDepth(b, w, func() engine.Machine { return engine.NewCluster(256, 1) }, func() engine.Policy { return &EASY{Reservations: 1} }, depth, 30_000)
		})
	}
}
