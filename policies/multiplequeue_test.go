package policies

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/policies/belief"
	"backfill/policies/internal/reference"
)

// plainMultipleQueue finds the pivots in the words of the definition, and asks of every other job whether it has room beside them.
type plainMultipleQueue struct {
	bounds []engine.Time
	plainPlan
	*belief.Belief
}

func (p *plainMultipleQueue) Schedule(s *engine.State) {
	s.FirstReserved() // jobs that outlive their requests are told of only to those who ask for a forecast
	p.reserved = map[int32]engine.Time{}
	pivot := map[int]bool{}
	for _, others := range []bool{false, true} {
		for j := s.First(); j != engine.NoJob; j = s.Next(j) {
			queue := 0
			for _, bound := range p.bounds {
				if s.Job(j).Estimate >= bound {
					queue++
				}
			}
			_, held := p.reserved[j]
			switch {
			case held || !others && pivot[queue]:
			case p.hasRoom(s, j, s.Now()):
				p.start(s, j)
			case !others:
				p.reserved[j], pivot[queue] = p.earliest(s, j), true
			}
		}
	}
}

// On 4 processors job 0 holds 3 until 10. Job 1, of 2 for 20, and job 2, of 2 for 4, wait. Job 3, of 1 for 8, fits at 3 and would end at
// 11: beside job 1 there is room for it at 10, beside both there is not.
//
// If job 2 has a queue of its own, both are promised 10, and job 3 starts when job 2 ends. If not, only job 1 is promised anything: job 3
// starts at once, and job 2 when job 3 ends.
func TestMultipleQueueByHand(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 10, 3}, [4]int{1, 20, 20, 2}, [4]int{2, 4, 4, 2}, [4]int{3, 8, 8, 1})
	apart, together := []engine.Time{0, 10, 10, 14}, []engine.Time{0, 10, 11, 3}
	for _, c := range []struct{ bounds, want []engine.Time }{
		{[]engine.Time{5}, apart},
		{[]engine.Time{2, 5, 30}, apart},
		{[]engine.Time{4}, together}, // a job as long as the bound belongs to the next queue
		{[]engine.Time{100}, together},
		{nil, together},
	} {
		if o := reference.Simulate(t, w, 4, &MultipleQueue{Bounds: c.bounds}, engine.Options{}); !slices.Equal(o.Start, c.want) {
			t.Errorf("bounds %v: starts %v, want %v", c.bounds, o.Start, c.want)
		}
	}
}

// With one queue it is EASY, with several what the plain version gives.
func TestMultipleQueueEqualsEASYAndThePlainVersion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, processors, options, b := drawBelieving(t)
		again, third := b, b
		got, want := scheduled(t, w, processors, &MultipleQueue{Belief: &b}, options), scheduled(t, w, processors, &EASY{Reservations: 1, Belief: &again}, options)
		if !slices.Equal(got.Start, want.Start) {
			t.Fatalf("one queue %+v: starts %v, want %v\njobs %v after %v", options, got.Start, want.Start, w.Jobs, w.After)
		}
		options.Order = engine.Batch // else a job that ends now may not have been taken out yet, for which the plain version is too plain
		var bounds []engine.Time
		for range rapid.IntRange(1, 3).Draw(t, "bounds") {
			bounds = append(bounds, engine.Time(rapid.IntRange(1, 12).Draw(t, "bound")))
		}
		slices.Sort(bounds)
		bounds = slices.Compact(bounds)
		again = third
		got = scheduled(t, w, processors, &MultipleQueue{Bounds: bounds, Belief: &again}, options)
		want = scheduled(t, w, processors, &plainMultipleQueue{bounds: bounds, Belief: &third}, options)
		if !slices.Equal(got.Start, want.Start) {
			t.Fatalf("bounds %v, %+v: starts %v, want %v\njobs %v after %v", bounds, options, got.Start, want.Start, w.Jobs, w.After)
		}
	})
}

// On every kind of machine that has reservations for jobs of one place, one queue is EASY.
func TestOneQueueIsEASYOnAllMachines(t *testing.T) {
	reference.EachTrial(t, 300, func(t *testing.T, c reference.Trial) {
		equalOnAnyMachine(t, c, &MultipleQueue{}, &EASY{Reservations: 1})
	})
}
