package priority_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/policies/internal/reference"
	"backfill/policies/priority"
)

// plainOrder is Ordered in the words of its definition: the whole queue is sorted for every question.
type plainOrder struct {
	order  reference.Order
	who    string
	chosen int32
	ends   map[int32]engine.Time // of running jobs, by request
}

func (p *plainOrder) Schedule(s *engine.State) {
	for _, e := range s.Events() {
		if e.Kind == engine.Completion {
			delete(p.ends, e.Job)
		}
	}
	sorted := func() (queue []int32) {
		for j := s.First(); j != engine.NoJob; j = s.Next(j) {
			queue = append(queue, j)
		}
		slices.SortStableFunc(queue, func(a, b int32) int { return p.order(reference.StandingOf(s, a), reference.StandingOf(s, b)) })
		return queue
	}
	taken := func(at engine.Time) (n int32) {
		for j, end := range p.ends {
			if end > at {
				n += s.Occupies(j)
			}
		}
		return n
	}
	fits := func(j int32) bool {
		_, ok := s.Fits(j)
		return ok && (p.who != "chosenAndBesides" || s.Occupies(j) <= s.Processors()-taken(-1))
	}
	start := func(j int32) {
		p.ends[j] = s.Now() + s.Job(j).Estimate
		s.Start(j, 0)
	}
	if p.who == "whoeverFits" {
		for _, j := range sorted() {
			if fits(j) {
				start(j)
			}
		}
		return
	}
	for queue := sorted(); len(queue) > 0; queue = sorted() {
		if p.chosen == engine.NoJob || p.who == "first" {
			p.chosen = queue[0]
		}
		if !fits(p.chosen) {
			break
		}
		start(p.chosen)
		p.chosen = engine.NoJob
	}
	if p.chosen == engine.NoJob || p.who != "chosenAndBesides" {
		return
	}
	shadow := s.Now()
	for s.Processors()-taken(shadow) < s.Occupies(p.chosen) {
		shadow++
	}
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if j != p.chosen && fits(j) && s.Now()+s.Job(j).Estimate < shadow {
			start(j)
		}
	}
}

// Under every priority and whoever may start, each job starts when the plain policy says.
func TestOrdersEqualThePlainOnes(t *testing.T) {
	seen := map[string]int{}
	reference.EachTrial(t, 4000, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 19))
		p := drawPriority(r).Priority
		p.Expression = nil
		who := []string{"first", "whoeverFits", "chosen", "chosenAndBesides"}[r.IntN(4)]
		plain := &plainOrder{order: reference.Published(p.Name, p.WaitWeight, p.MaxRequest), who: who, chosen: engine.NoJob, ends: map[int32]engine.Time{}}
		ordered := &priority.Ordered{Priority: p, WhoeverFits: who == "whoeverFits", Committed: who == "chosen" || who == "chosenAndBesides", Besides: who == "chosenAndBesides"}
		simulate := func(p engine.Policy) *engine.Outcome {
			o, err := engine.Simulate(c.Workload, engine.NewCluster(c.Processors, c.Unit), p, c.Options)
			if err != nil {
				t.Fatal(err)
			}
			return o
		}
		got := simulate(ordered)
		if want := simulate(plain); !slices.Equal(got.Start, want.Start) {
			t.Errorf("%s %s on %v:\nstarts %v\nwant   %v", p.Name, who, c, got.Start, want.Start)
		}
		if !slices.IsSorted(got.StartOrder) {
			seen[who]++
		}
	})
	if len(seen) != 4 || seen["chosenAndBesides"] < reference.Trials(500) {
		t.Errorf("the trials are too easy: %v", seen)
	}
}
