package policies

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/policies/belief"
	"backfill/policies/internal/reference"
	"backfill/policies/priority"
)

// plainSelective is selective backfilling in the words of the definition.
type plainSelective struct {
	threshold float64
	adaptive  bool
	slowdowns []float64 // of the jobs that have ended
	selected  map[int32]bool
	plainPlan
	*belief.Belief
}

func (p *plainSelective) Schedule(s *engine.State) {
	if p.selected == nil {
		p.selected, p.reserved = map[int32]bool{}, map[int32]engine.Time{}
		s.FirstReserved() // jobs that outlive their requests are told of only to those who ask for a forecast
	}
	ended := false
	for _, e := range s.Events() {
		switch e.Kind {
		case engine.Completion:
			ended = true
			wait, run := s.Outcome().Start[e.Job]-s.Job(e.Job).Submit, s.Now()-s.Outcome().Start[e.Job]
			p.slowdowns = append(p.slowdowns, max(1, float64(wait+run)/float64(max(run, 10*engine.Second))))
		case engine.Overrun, engine.Change:
			clear(p.reserved)
		}
	}
	threshold := p.threshold
	if p.adaptive {
		threshold = 1
		if len(p.slowdowns) > 0 {
			sum := 0.0
			for _, slowdown := range p.slowdowns {
				sum += slowdown
			}
			threshold = sum / float64(len(p.slowdowns))
		}
	}
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		request := float64(s.Request(j))
		if float64(s.Now()-s.Job(j).Submit)+request >= float64(threshold*request) {
			p.selected[j] = true
		}
		if !p.selected[j] {
			continue
		}
		if at, holds := p.reserved[j]; !holds || ended && at > s.Now() {
			delete(p.reserved, j)
			p.reserved[j] = p.earliest(s, j)
		}
		if p.reserved[j] <= s.Now() {
			p.start(s, j)
		}
	}
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if !p.selected[j] && p.hasRoom(s, j, s.Now()) {
			p.start(s, j)
		}
	}
	p.wake(s)
}

// Between the limits it is what the plain version gives. Times are up to minutes, so that slowdowns differ from 1.
func TestSelectiveEqualsThePlainVersion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := inSeconds(drawWorkload(t, 14, 8), rapid.SampledFrom([]engine.Time{engine.Millisecond, 5 * engine.Second, 40 * engine.Second}).Draw(t, "unit"))
		drawUsers(t, w)
		drawFollowers(t, w)
		options := drawOptions(t)
		options.RecordAll = rapid.Bool().Draw(t, "recorded")
		b := drawBelief(t)
		again := b
		processors := rapid.Int32Range(2, 8).Draw(t, "machine")
		threshold, adaptive := float64(rapid.IntRange(4, 16).Draw(t, "quarters"))/4, rapid.Bool().Draw(t, "adaptive")
		got := scheduled(t, w, processors, &Selective{Threshold: threshold, Adaptive: adaptive, Belief: &b}, options)
		want := scheduled(t, w, processors, &plainSelective{threshold: threshold, adaptive: adaptive, Belief: &again}, options)
		if !slices.Equal(got.Start, want.Start) {
			t.Fatalf("threshold %v, adaptive %v, %+v: starts %v, want %v\njobs %v after %v", threshold, adaptive, options, got.Start, want.Start, w.Jobs, w.After)
		}
	})
}

// On 4 processors job 0 holds 3 until 10. Job 1, of 4 for 4, waits from 1 on. Its expansion factor reaches 2 at 5.
//
//	job  submit  run  size
//	 0      0     10    3
//	 1      1      4    4
//	 2      1     20    1
//	 3      5      8    1
//	 4     11     12    1
func TestSelectiveByHand(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 10, 3}, [4]int{1, 4, 4, 4}, [4]int{1, 20, 20, 1}, [4]int{5, 8, 8, 1}, [4]int{11, 12, 12, 1})
	for _, c := range []struct {
		threshold float64
		want      []engine.Time
	}{
		// Job 1 is promised 10 when it arrives. Jobs 2 and 3 would delay it, and are promised its end, 14; job 4, too.
		{1, []engine.Time{0, 10, 14, 14, 14}},
		// At 1 job 1 has no reservation, so that job 2 starts. At 5 it has: its start is the end of job 2, 21. Nothing is free for job 3
		// until 10; it ends at 18. Job 4 would run from 11 to 23: it waits for the end of job 1, 25.
		{2, []engine.Time{0, 21, 1, 10, 25}},
		// Job 1 never has a reservation: job 4 starts at 11, beside jobs 2 and 3. All have ended at 23.
		{1000, []engine.Time{0, 23, 1, 10, 11}},
	} {
		if o := reference.Simulate(t, w, 4, &Selective{Threshold: c.threshold}, engine.Options{}); !slices.Equal(o.Start, c.want) {
			t.Errorf("threshold %v: starts %v, want %v", c.threshold, o.Start, c.want)
		}
	}
}

// Jobs 0 and 1 hold all 4 processors, for 20 s each: slowdowns 1 and 2. From 40 s on the threshold is 1.5. Job 2 then starts on 3, until
// 90 s. Job 3, of 4 for 10 s, has no reservation at 41 s, so that job 4, of 1 for 100 s, starts at 42 s. When job 2 ends, at once, the
// threshold is 4/3, and the expansion factor of job 3 is (49 + 10) / 10: it is promised the end of job 4. With a threshold of 1 it would
// have been promised 90 s, and job 4, which would run past that, 100 s.
func TestAdaptiveThresholdByHand(t *testing.T) {
	w := inSeconds(reference.Jobs([4]int{0, 20, 20, 4}, [4]int{0, 20, 20, 4}, [4]int{40, 50, 50, 3}, [4]int{41, 10, 10, 4}, [4]int{42, 100, 100, 1}), engine.Second)
	for _, c := range []struct {
		policy *Selective
		want   []engine.Time
	}{
		{&Selective{Adaptive: true}, []engine.Time{0, 20, 40, 142, 42}},
		{&Selective{Threshold: 1}, []engine.Time{0, 20, 40, 90, 100}},
	} {
		for j := range c.want {
			c.want[j] *= engine.Second
		}
		if o := reference.Simulate(t, w, 4, c.policy, engine.Options{}); !slices.Equal(o.Start, c.want) {
			t.Errorf("%+v: starts %v, want %v", c.policy, o.Start, c.want)
		}
	}
}

// With a threshold of 1 selective backfilling is conservative backfilling, whatever is believed; with one that nobody reaches, whoever
// fits starts, in the order of arrival.
func TestLimitsOfSelective(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, processors, options, b := drawBelieving(t)
		again := b
		got, want := scheduled(t, w, processors, &Selective{Threshold: 1, Belief: &b}, options), scheduled(t, w, processors, Conservative{Compress: true, Belief: &again}, options)
		if !slices.Equal(got.Start, want.Start) {
			t.Fatalf("threshold 1 %+v: starts %v, want those of conservative backfilling, %v\njobs %v after %v", options, got.Start, want.Start, w.Jobs, w.After)
		}
		got = scheduled(t, w, processors, &Selective{Threshold: 1e6}, options)
		want = scheduled(t, w, processors, &priority.Ordered{Priority: priority.Priority{Name: "fcfs"}, WhoeverFits: true}, options)
		if !slices.Equal(got.Start, want.Start) {
			t.Fatalf("no reservations %+v: starts %v, want those of whoever fits, %v\njobs %v after %v", options, got.Start, want.Start, w.Jobs, w.After)
		}
	})
}

// On every kind of machine that has reservations for jobs of one place, a threshold of 1 is conservative backfilling.
func TestSelectiveIsConservativeOnAllMachines(t *testing.T) {
	reference.EachTrial(t, 300, func(t *testing.T, c reference.Trial) {
		equalOnAnyMachine(t, c, &Selective{Threshold: 1}, Conservative{Compress: true})
	})
}
