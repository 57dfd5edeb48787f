package policies

import (
	"cmp"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/snapshot"
	"backfill/policies/belief"
	"backfill/policies/internal/reference"
)

// plainSlack tries every place of a new job in plans made from nothing, in the words of the definition.
type plainSlack struct {
	factor   float64
	places   int
	promised bool
	slack    map[int32]engine.Time
	limit    map[int32]engine.Time
	plainPlan
	*belief.Belief
}

func (p *plainSlack) Schedule(s *engine.State) {
	if p.slack == nil {
		p.slack, p.limit, p.reserved = map[int32]engine.Time{}, map[int32]engine.Time{}, map[int32]engine.Time{}
		s.FirstReserved() // jobs that outlive their requests are told of only to those who ask for a forecast
	}
	started, waits := s.Outcome().StartOrder, 0.0
	for _, j := range started {
		waits += float64(s.Outcome().Start[j] - s.Job(j).Submit)
	}
	ended := s.Saw(engine.Completion)
	anew := s.Saw(engine.Overrun) || s.Saw(engine.Change)
	if anew {
		clear(p.reserved)
	}
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		_, known := p.limit[j]
		at, holds := p.reserved[j]
		switch {
		case !known:
			p.slack[j] = engine.Time(p.factor * waits / float64(max(1, len(started))))
			p.insert(s, j)
		case !holds:
			p.reserved[j] = p.earliest(s, j)
			p.limit[j] = p.reserved[j] + p.slack[j]
		case ended && at > s.Now():
			delete(p.reserved, j)
			p.reserved[j] = p.earliest(s, j)
			if !p.promised {
				p.limit[j] = min(p.limit[j], p.reserved[j]+p.slack[j])
			}
		}
		if p.reserved[j] == s.Now() {
			p.start(s, j)
		}
	}
	p.wake(s)
}

// insert plans job j in the place that costs least.
func (p *plainSlack) insert(s *engine.State, j int32) {
	before := p.reserved
	var order []int32
	for i := s.First(); i != engine.NoJob; i = s.Next(i) {
		if _, planned := before[i]; planned {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(before[a], before[b]) })
	var best map[int32]engine.Time
	var least, last engine.Time
	for k := len(order); k >= 0 && len(order)-k <= p.places; k-- {
		if k < len(order) && (before[order[k]] == s.Now() || before[order[k]] >= p.limit[order[k]]) {
			break
		}
		p.reserved = map[int32]engine.Time{}
		for _, i := range order[:k] {
			p.reserved[i] = before[i]
		}
		p.reserved[j] = p.earliest(s, j)
		if best == nil {
			last = p.reserved[j]
		}
		cost, kept := p.reserved[j]-last, true
		for _, i := range order[k:] {
			p.reserved[i] = p.earliestFrom(s, i, before[i])
			cost += p.reserved[i] - before[i]
			kept = kept && p.reserved[i] <= p.limit[i]
		}
		if best == nil || kept && cost < least {
			best, least = p.reserved, cost
		}
	}
	p.reserved = best
	p.limit[j] = last + p.slack[j]
}

// All jobs need all 4 processors. Job 0 starts at 0 and job 1 at 10: from then on the mean wait is 5, and so is the slack with a factor of
// 1. Job 2, of 10, is promised 20. Job 3, of 3, would be promised 30; before job 2 it starts 10 sooner and delays job 2 to 23, which is
// within its slack. Job 4, of 3, would delay job 2 to 26, before job 3 as well: it goes last.
//
// Job 3 of 12 instead of 3 would cost job 2 more than it gains, whatever the slack.
func TestSlackByHand(t *testing.T) {
	for _, c := range []struct {
		factor float64
		length int // of job 3
		want   []engine.Time
	}{
		{0, 3, []engine.Time{0, 10, 20, 30, 33}},
		{1, 3, []engine.Time{0, 10, 23, 20, 33}},
		{2, 3, []engine.Time{0, 10, 26, 20, 23}}, // now job 4 goes before job 2; before job 3 as well it would gain 3 and cost 3 more
		{3, 12, []engine.Time{0, 10, 23, 33, 20}},
	} {
		w := reference.Jobs([4]int{0, 10, 10, 4}, [4]int{0, 10, 10, 4}, [4]int{11, 10, 10, 4}, [4]int{12, c.length, c.length, 4}, [4]int{13, 3, 3, 4})
		if o := reference.Simulate(t, w, 4, &Slack{Factor: c.factor, Places: 20}, engine.Options{}); !slices.Equal(o.Start, c.want) {
			t.Errorf("factor %v: starts %v, want %v", c.factor, o.Start, c.want)
		}
	}
}

// Job 0 holds all 4 processors until 10, then jobs 1 and 2 two each: the mean wait is 20/3, the slack 6. Job 3, of 4 for 10, is promised 20,
// when job 1 is to end. That ends at 12, and job 3 can start at 16. Job 4, of 4 for 7, would delay it to 23: that is within the slack of
// the first promise, but not of the earliest start.
func TestSlackFromPromiseByHand(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 10, 4}, [4]int{0, 2, 10, 2}, [4]int{0, 6, 6, 2}, [4]int{11, 10, 10, 4}, [4]int{13, 7, 7, 4})
	for promised, want := range map[bool][]engine.Time{false: {0, 10, 10, 16, 26}, true: {0, 10, 10, 23, 16}} {
		if o := reference.Simulate(t, w, 4, &Slack{Factor: 1, Places: 20, Promised: promised}, engine.Options{}); !slices.Equal(o.Start, want) {
			t.Errorf("from the promise %v: starts %v, want %v", promised, o.Start, want)
		}
	}
}

// It is what the plain version gives.
func TestSlackEqualsThePlainVersion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, processors, options, b := drawBelieving(t)
		options.Order = engine.Batch // else a job that ends now may not have been taken out yet, for which the plain version is too plain
		again := b
		factor, places, promised := rapid.SampledFrom([]float64{0, 0.5, 1, 3, 10, 100}).Draw(t, "slack"), rapid.IntRange(1, 8).Draw(t, "places"), rapid.Bool().Draw(t, "promised")
		got := scheduled(t, w, processors, &Slack{Factor: factor, Places: places, Promised: promised, Belief: &b}, options)
		want := scheduled(t, w, processors, &plainSlack{factor: factor, places: places, promised: promised, Belief: &again}, options)
		if !slices.Equal(got.Start, want.Start) {
			t.Fatalf("slack %v, %d places, from the promise %v, %+v: starts %v, want %v\njobs %v after %v", factor, places, promised, options, got.Start, want.Start, w.Jobs, w.After)
		}
	})
}

// Without slack it is conservative backfilling.
func TestWithoutSlackIsConservative(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, processors, options, b := drawBelieving(t)
		again := b
		got, want := scheduled(t, w, processors, &Slack{Places: 5, Belief: &b}, options), scheduled(t, w, processors, Conservative{Compress: true, Belief: &again}, options)
		if !slices.Equal(got.Start, want.Start) {
			t.Fatalf("%+v: starts %v, want %v\njobs %v after %v", options, got.Start, want.Start, w.Jobs, w.After)
		}
	})
}

// Why jobs wait does not depend on which calls were observed before. (A job that moved to an earlier start went to the end of the order of reservations, but only
// where somebody observed it.)
func TestReasonsOfSlackAreTheSameFromAnyInstant(t *testing.T) {
	w := drawLublin(t, 200, 32, 2, "exact")
	for j := range w.Jobs {
		w.Jobs[j].Run = w.Jobs[j].Estimate / 2
	}
	noted := func(from engine.Time) []snapshot.Snapshot {
		series := snapshot.Series{From: from, Most: 1 << 30, Depth: 100}
		p := &Slack{Factor: 2, Places: 6}
		if _, err := engine.Simulate(w, engine.NewCluster(32, 1), p, engine.Options{Observers: []engine.Observer{series.Observer()}}); err != nil {
			t.Fatal(err)
		}
		return series.List
	}
	all := noted(0)
	for i := 20; i < len(all); i += 20 {
		for all[i].At == all[i-1].At {
			i++
		}
		if !reflect.DeepEqual(noted(all[i].At), all[i:]) {
			t.Errorf("from %d ms on, call %d, other reasons are noted", all[i].At, i)
		}
	}
}
