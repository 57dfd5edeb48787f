package policies

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/policies/belief"
	"backfill/policies/internal/reference"
)

// plainRelaxed asks of every job whether the head could still start by the limit if the job ran, in the words of the definition.
type plainRelaxed struct {
	relaxation float64
	promised   bool
	head       int32
	promise    engine.Time
	*belief.Belief
}

func (p *plainRelaxed) Schedule(s *engine.State) {
	s.FirstReserved() // jobs that outlive their requests are told of only to those who ask for a forecast
	head := startHeads(s)
	if head == engine.NoJob {
		return
	}
	shadow := p.earliest(s, head, engine.NoJob)
	if p.head != head+1 {
		p.head, p.promise = head+1, shadow
	}
	from := p.promise
	if !p.promised && shadow < from {
		from = shadow
	}
	limit := max(shadow, from+engine.Time(p.relaxation*float64(p.promise-s.Job(head).Submit)))
	for j := s.Next(head); j != engine.NoJob; j = s.Next(j) {
		if place, ok := s.Fits(j); ok && p.earliest(s, head, j) <= limit {
			s.Start(j, place)
		}
	}
}

// earliest is when the head could start, by the expected ends of the jobs that run and of job j, which starts now, if it is one.
func (p *plainRelaxed) earliest(s *engine.State, head, j int32) engine.Time {
	type end struct {
		at   engine.Time
		size int32
	}
	var ends []end
	free := s.Free()
	for i := range int32(len(s.Workload().Jobs)) {
		if s.Runs(i) {
			ends = append(ends, end{max(s.ExpectedEnd(i), s.Now()+engine.Millisecond), s.Occupies(i)}) // overdue: any moment
		}
	}
	if j != engine.NoJob {
		free -= s.Occupies(j)
		ends = append(ends, end{s.Now() + s.Job(j).Estimate, s.Occupies(j)})
	}
	slices.SortFunc(ends, func(a, b end) int { return cmp.Compare(a.at, b.at) })
	if free >= s.Occupies(head) {
		return s.Now()
	}
	for _, e := range ends {
		if free += e.size; free >= s.Occupies(head) {
			return e.at
		}
	}
	return engine.Never
}

// On 4 processors job 0 holds 3 until 100. Job 1, of 4, is the head from 0 on: it is promised 100, and may be delayed by 0.2 times 100,
// to 120. Job 2 ends at 115 and starts at once. At 100 job 1 could start at 115, but job 3 delays it to 120, which is the limit still.
// Job 4 would to 122. Under EASY nobody delays job 1, and all others start when it has ended.
func TestRelaxedByHand(t *testing.T) {
	w := reference.Jobs([4]int{0, 100, 100, 3}, [4]int{0, 50, 50, 4}, [4]int{10, 105, 105, 1}, [4]int{101, 19, 19, 1}, [4]int{102, 20, 20, 1})
	for relaxation, want := range map[float64][]engine.Time{0.2: {0, 120, 10, 101, 170}, 0: {0, 100, 150, 150, 150}} {
		if o := reference.Simulate(t, w, 4, &Relaxed{Relaxation: relaxation}, engine.Options{}); !slices.Equal(o.Start, want) {
			t.Errorf("relaxation %v: starts %v, want %v", relaxation, o.Start, want)
		}
	}
}

// Job 0 is to hold 3 processors until 100, but ends at 40; job 1 holds one until 60. Job 2, of 4, is promised 100, then 60. From there
// it may be delayed to 80, from the first promise to 120. Job 3, of 1, comes at 41 and ends at 91.
func TestRelaxedFromPromiseByHand(t *testing.T) {
	w := reference.Jobs([4]int{0, 40, 100, 3}, [4]int{0, 60, 60, 1}, [4]int{0, 50, 50, 4}, [4]int{41, 50, 50, 1})
	for promised, want := range map[bool][]engine.Time{false: {0, 0, 60, 110}, true: {0, 0, 91, 41}} {
		if o := reference.Simulate(t, w, 4, &Relaxed{Relaxation: 0.2, Promised: promised}, engine.Options{}); !slices.Equal(o.Start, want) {
			t.Errorf("from the promise %v: starts %v, want %v", promised, o.Start, want)
		}
	}
}

// Without relaxation it is EASY, and with some, what asking of every job gives.
func TestRelaxedEqualsEASYAndThePlainVersion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, processors, options, b := drawBelieving(t)
		again, third := b, b
		got, want := scheduled(t, w, processors, &Relaxed{Belief: &b}, options), scheduled(t, w, processors, &EASY{Reservations: 1, Belief: &again}, options)
		if !slices.Equal(got.Start, want.Start) {
			t.Fatalf("without relaxation %+v: starts %v, want %v\njobs %v after %v", options, got.Start, want.Start, w.Jobs, w.After)
		}
		options.Order = engine.Batch // else a job that ends now may not have been taken out yet, for which the plain version is too plain
		relaxation, promised := rapid.Float64Range(0, 2).Draw(t, "relaxation"), rapid.Bool().Draw(t, "promised")
		again = third
		got = scheduled(t, w, processors, &Relaxed{Relaxation: relaxation, Promised: promised, Belief: &again}, options)
		want = scheduled(t, w, processors, &plainRelaxed{relaxation: relaxation, promised: promised, Belief: &third}, options)
		if !slices.Equal(got.Start, want.Start) {
			t.Fatalf("relaxation %v, from the promise %v, %+v: starts %v, want %v\njobs %v after %v", relaxation, promised, options, got.Start, want.Start, w.Jobs, w.After)
		}
	})
}
