package policies

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/machine/multicluster"
	"backfill/engine/machine/nodes"
	"backfill/engine/metrics"
	"backfill/policies/belief"
	"backfill/policies/internal/reference"
	"backfill/policies/priority"
	"backfill/policies/queue"
)

// startHeads starts jobs from the head of the queue on as long as they fit. It is the head that does not, NoJob if there is none.
func startHeads(s *engine.State) int32 {
	for s.First() != engine.NoJob {
		place, ok := s.StartsNow(s.First())
		if !ok {
			break
		}
		s.Start(s.First(), place)
	}
	return s.First()
}

// behind are the jobs behind the head, in an order.
func behind(s *engine.State, head int32, order queue.Order) (others []int32) {
	for j := s.Next(head); j != engine.NoJob; j = s.Next(j) {
		others = append(others, j)
	}
	slices.SortStableFunc(others, func(a, b int32) int { return order.Compare(s.Job(a), s.Job(b)) })
	return others
}

// plainPass is EASY with one reservation in the words of its definition: it looks at every job in every call.
type plainPass struct {
	others queue.Order
	*belief.Belief
}

func (p plainPass) Schedule(s *engine.State) {
	head := startHeads(s)
	if head == engine.NoJob {
		return
	}
	s.Reserve(head)
	for _, j := range behind(s, head, p.others) {
		if place, ok := s.StartsNow(j); ok {
			s.Start(j, place)
		}
	}
	s.DropAll()
}

// orders are those of jobs behind a reservation.
var orders = []queue.Order{queue.ByArrival, queue.Shortest, queue.Longest, queue.SmallestArea, queue.LargestArea, queue.SmallestRatio, queue.LargestRatio}

// drawBelief draws what a policy believes, with a corrector.
func drawBelief(t *rapid.T) belief.Belief {
	return belief.Belief{
		Predictor: rapid.SampledFrom([]belief.Predictor{belief.Request, belief.Clairvoyant, belief.DoubleRequest, belief.UserLastTwo}).Draw(t, "predictor"),
		Corrector: rapid.SampledFrom([]belief.Corrector{belief.ToRequest, belief.Steps, belief.Doubling}).Draw(t, "corrector"),
	}
}

// drawUsers gives the jobs of w two users, or none.
func drawUsers(t *rapid.T, w *engine.Workload) {
	for range w.Jobs {
		w.User = append(w.User, rapid.Int32Range(-1, 1).Draw(t, "user"))
	}
}

// drawBelieving draws jobs that have users and may follow each other, a machine, and what a policy believes.
func drawBelieving(t *rapid.T) (w *engine.Workload, processors int32, options engine.Options, b belief.Belief) {
	w = drawWorkload(t, 14, 8)
	drawUsers(t, w)
	drawFollowers(t, w)
	options = drawOptions(t)
	options.Order = rapid.SampledFrom([]engine.Order{engine.Batch, engine.Sequential}).Draw(t, "order")
	options.RecordAll = rapid.Bool().Draw(t, "recorded")
	return w, rapid.Int32Range(2, 8).Draw(t, "machine"), options, drawBelief(t)
}

// inSeconds is w with seconds in the place of milliseconds, as predictions and corrections are made in seconds and minutes.
func inSeconds(w *engine.Workload, factor engine.Time) *engine.Workload {
	scaled := *w
	scaled.Jobs = slices.Clone(w.Jobs)
	for j := range scaled.Jobs {
		job := &scaled.Jobs[j]
		job.Submit, job.Run, job.Estimate = factor*job.Submit, factor*job.Run, factor*job.Estimate
	}
	return &scaled
}

// scheduled is what a policy makes of jobs on a cluster.
func scheduled(t *rapid.T, w *engine.Workload, processors int32, p engine.Policy, options engine.Options) *engine.Outcome {
	o, err := engine.Simulate(w, engine.NewCluster(processors, 1), p, options)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// equalOnAnyMachine demands that both policies give the same schedule on a machine of any kind.
func equalOnAnyMachine(t *testing.T, c reference.Trial, policies ...engine.Policy) {
	t.Helper()
	var starts [][]engine.Time
	for _, p := range policies {
		own, w := c, *c.Workload // which become those of the machine
		w.Jobs = slices.Clone(w.Jobs)
		own.Workload = &w
		m, what := reference.RandomMachine(rand.New(rand.NewPCG(c.Seed, 31)), &own)
		o, err := engine.Simulate(own.Workload, m, p, own.Options)
		if err != nil {
			t.Fatal(what, err)
		}
		starts = append(starts, o.Start)
	}
	if !slices.Equal(starts[0], starts[1]) {
		t.Errorf("%v: starts %v, want %v", c, starts[0], starts[1])
	}
}

// Whatever is believed, only jobs that may start are looked at, and the schedule is that of looking at all.
func TestOrdersOfOthersEqualThePlainPass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := inSeconds(drawWorkload(t, 14, 8), rapid.SampledFrom([]engine.Time{engine.Millisecond, engine.Second, 40 * engine.Second, engine.Hour}).Draw(t, "unit"))
		drawUsers(t, w)
		options := drawOptions(t)
		options.Order = rapid.SampledFrom([]engine.Order{engine.Batch, engine.Sequential}).Draw(t, "order")
		options.RecordAll = rapid.Bool().Draw(t, "recorded")
		others, b := rapid.SampledFrom(orders).Draw(t, "others"), drawBelief(t)
		again := b
		processors := rapid.Int32Range(2, 8).Draw(t, "machine")
		got := scheduled(t, w, processors, &EASY{Reservations: 1, Others: others, Belief: &b}, options)
		want := scheduled(t, w, processors, plainPass{others, &again}, options)
		if !slices.Equal(got.Start, want.Start) {
			t.Fatalf("%v %+v: starts at %v, want %v\njobs %v, users %v", others, b, got.Start, want.Start, w.Jobs, w.User)
		}
	})
}

// What is believed changes a schedule as other requests would: that of the requests not at all, that of the run times as if they were
// requested, and twice the request as if twice as much were requested by jobs that end by their requests.
func TestBeliefsAreOtherRequests(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorkload(t, 14, 8)
		drawFollowers(t, w)
		options := drawOptions(t)
		options.Order = rapid.SampledFrom([]engine.Order{engine.Batch, engine.Sequential}).Draw(t, "order")
		b := drawBelief(t)
		if b.Predictor == belief.UserLastTwo {
			b.Predictor = belief.Request
		}
		if b.Predictor != belief.Request {
			options.Kill = engine.KillAtEstimate
		}
		same := inSeconds(w, 1)
		for j := range same.Jobs {
			job := &same.Jobs[j]
			job.Run = min(job.Run, map[bool]engine.Time{true: job.Estimate, false: engine.Never}[options.Kill == engine.KillAtEstimate])
			switch b.Predictor {
			case belief.Clairvoyant:
				job.Estimate = w.Jobs[j].Run
			case belief.DoubleRequest:
				job.Estimate *= 2
			}
		}
		processors := rapid.Int32Range(2, 8).Draw(t, "machine")
		for _, policy := range []func(b *belief.Belief) engine.Policy{
			func(b *belief.Belief) engine.Policy { return &EASY{Reservations: 1, Others: queue.Shortest, Belief: b} },
			func(b *belief.Belief) engine.Policy { return &EASY{Reservations: 2, Belief: b} },
			func(b *belief.Belief) engine.Policy { return Conservative{Compress: true, Belief: b} },
		} {
			this := b
			got, want := scheduled(t, w, processors, policy(&this), options), scheduled(t, same, processors, policy(nil), options)
			if !slices.Equal(got.Start, want.Start) || !slices.Equal(got.End, want.End) {
				t.Fatalf("%T %+v %+v: starts at %v, want %v\njobs %v after %v", policy(nil), b, options, got.Start, want.Start, w.Jobs, w.After)
			}
		}
	})
}

// On 4 processors job 1 runs from 0 to 30 min on 2 of them and is believed to run 1 min: its user's last two jobs, A and B, ran 1 min
// each. Job 2, of 4 processors, is reserved for the believed end. The prediction is corrected at 1 min after the start, to 2 min (1 + 1),
// then to 6, 16 and 31 min (1 + 5, 15, 30), all counted from the start: four corrections, the fifth step is not reached. The request of
// 1 h is never reached either.
func TestCorrectionsOfStepsByHand(t *testing.T) {
	w := &engine.Workload{User: []int32{1, 1, 1, 2}}
	for _, job := range []struct{ submit, run, request, processors int }{{0, 60, 3600, 1}, {60, 60, 3600, 1}, {120, 1800, 3600, 2}, {121, 60, 60, 4}} {
		w.Jobs = append(w.Jobs, engine.Job{Submit: engine.Time(job.submit) * engine.Second, Run: engine.Time(job.run) * engine.Second,
			Estimate: engine.Time(job.request) * engine.Second, Processors: int32(job.processors)})
	}
	o := reference.Simulate(t, w, 4, &EASY{Reservations: 1, Belief: &belief.Belief{Predictor: belief.UserLastTwo, Corrector: belief.Steps}}, engine.Options{})
	got := ""
	for _, c := range o.Corrections {
		got += fmt.Sprintf("job %d at %v s: %v s; ", c.Job, c.At.Seconds(), c.Belief.Seconds())
	}
	if want := "job 2 at 180 s: 120 s; job 2 at 240 s: 360 s; job 2 at 480 s: 960 s; job 2 at 1080 s: 1860 s; "; got != want {
		t.Errorf("corrections: %s, want %s", got, want)
	}
	if want := []engine.Time{3600 * engine.Second, 3600 * engine.Second, 60 * engine.Second, 60 * engine.Second}; !slices.Equal(o.Belief, want) {
		t.Errorf("beliefs %v, want %v", o.Belief, want)
	}
	// Believed were 3600, 3600, 60 and 60 s of jobs that ran 60, 60, 1800 and 60 s.
	m := metrics.Of(o)
	for name, want := range map[string]float64{"beliefError": (3540 + 3540 + 1740 + 0) / 4.0, "beliefAccuracy": (1.0/60 + 1.0/60 + 1.0/30 + 1) / 4, "believedTooShort": 0.25, "believedTooLong": 0.5} {
		if got := m.Value(name); math.Abs(got-want) > 1e-12*want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

// Priority backfilling by arrival with as many reservations, and the same order of the others, is EASY.
func TestPriorityBackfillingByArrivalIsEASY(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorkload(t, 14, 8)
		drawUsers(t, w)
		drawFollowers(t, w)
		options := drawOptions(t)
		options.Order = rapid.SampledFrom([]engine.Order{engine.Batch, engine.Sequential}).Draw(t, "order")
		options.RecordAll = rapid.Bool().Draw(t, "recorded")
		others, b := rapid.SampledFrom(orders).Draw(t, "others"), drawBelief(t)
		again, reservations := b, rapid.IntRange(1, 4).Draw(t, "reservations")
		processors := rapid.Int32Range(2, 8).Draw(t, "machine")
		got := scheduled(t, w, processors, &priority.Backfill{Priority: priority.Priority{Name: "fcfs"}, Reservations: reservations, Others: &others, Belief: &b}, options)
		want := scheduled(t, w, processors, &EASY{Reservations: reservations, Others: others, Belief: &again}, options)
		if !slices.Equal(got.Start, want.Start) {
			t.Fatalf("%v, %d reservations, %+v: starts at %v, want %v\njobs %v, users %v", others, reservations, b, got.Start, want.Start, w.Jobs, w.User)
		}
	})
}

// On a machine on which jobs may slow each other down, though nobody does here, jobs 0 and 1 of one user run 1.7 and 1.2 s, so that job 2 is
// believed to run 1 s, the mean in whole seconds. It ends at 1.95 + 1.5 = 3.45 s, when it is corrected to its request, 1.5 s: the
// belief ran out at 2.95 s, and nothing has happened since. It is over then, not overdue, and job 3, of all 4 processors, comes and starts.
func TestABeliefIsCorrectedToTheEndOfTheJob(t *testing.T) {
	w := reference.Jobs([4]int{0, 1700, 2200, 1}, [4]int{0, 1200, 1600, 3}, [4]int{1950, 1500, 1500, 3}, [4]int{3450, 100, 100, 4})
	w.User = []int32{1, 1, 1, 2}
	for name, m := range map[string]func() engine.Machine{
		"nodes": func() engine.Machine {
			return nodes.New(nodes.Config{Count: 4, PerNode: 1, Sharing: engine.Sharing{Model: engine.SharedRate, Bandwidth: 1000}})
		},
		"clusters": func() engine.Machine { return multicluster.New([]int32{4}, multicluster.WorstFit, false, 2) },
	} {
		for _, order := range []engine.Order{engine.Batch, engine.Sequential} {
			o, err := engine.Simulate(w, m(), Conservative{Compress: true, Belief: &belief.Belief{Predictor: belief.UserLastTwo}}, engine.Options{Kill: engine.KillNever, Order: order})
			if err != nil {
				t.Fatal(err)
			}
			if want := []engine.Time{0, 0, 1950, 3450}; !slices.Equal(o.Start, want) {
				t.Errorf("%s, order %d: starts %v, want %v", name, order, o.Start, want)
			}
		}
	}
}
