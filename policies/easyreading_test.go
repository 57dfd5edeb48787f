package policies

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/scenario"
	"backfill/policies/belief"
	"backfill/policies/internal/reference"
	"backfill/policies/priority"
	"backfill/policies/queue"
)

// On 10 processors jobs 0 and 1 hold 4 each until 100. Job 2, of 5, is the head from 1 on, with the shadow time 100: the end of one of
// them is enough for it and leaves 4 + 2 - 5 = 1, both leave 8 + 2 - 5 = 5. Job 3, of 2, runs past 100. It starts where both ends are
// counted, and nothing is free for the others until 100. Else job 4, of 1, which runs past 100, starts where one end is counted; then
// nothing is extra any more (1 free + 4 = 5). Job 5, of 1, ends at 100 exactly. At 100 all that waits finds room.
func TestReadingsOfEASYByHand(t *testing.T) {
	w := reference.Jobs([4]int{0, 100, 100, 4}, [4]int{0, 100, 100, 4}, [4]int{1, 10, 10, 5}, [4]int{2, 200, 200, 2}, [4]int{3, 150, 150, 1}, [4]int{10, 90, 90, 1})
	for reading, want := range map[Reading][]engine.Time{
		{AllEnds, false}:   {2, 100, 100},
		{AllEnds, true}:    {2, 100, 100},
		{FirstEnds, false}: {100, 3, 10},
		{FirstEnds, true}:  {100, 3, 100},
		{NoExtra, false}:   {100, 100, 10},
		{NoExtra, true}:    {100, 100, 100},
	} {
		o := reference.Simulate(t, w, 10, &EASY{Reservations: 1, Reading: reading}, engine.Options{})
		if want := append([]engine.Time{0, 0, 100}, want...); !slices.Equal(o.Start, want) {
			t.Errorf("%+v: starts %v, want %v", reading, o.Start, want)
		}
	}
}

// plainReading counts ends one by one, in the words of the definition.
type plainReading struct {
	Reading
	others queue.Order
	*belief.Belief
}

func (p plainReading) Schedule(s *engine.State) {
	s.FirstReserved() // jobs that outlive their requests are told of only to those who ask for a forecast
	head := startHeads(s)
	if head == engine.NoJob {
		return
	}
	end := func(j int32) engine.Time { return max(s.ExpectedEnd(j), s.Now()+engine.Millisecond) } // overdue: any moment
	var running []int32
	for _, j := range s.Outcome().StartOrder {
		if s.Runs(j) {
			running = append(running, j)
		}
	}
	slices.SortStableFunc(running, func(a, b int32) int { return cmp.Compare(end(a), end(b)) })
	extra, shadow := s.Free()-s.Occupies(head), s.Now()
	for _, j := range running {
		if extra >= 0 && (p.Extra != AllEnds || end(j) > shadow) {
			break
		}
		extra += s.Occupies(j)
		shadow = end(j)
	}
	if p.Extra == NoExtra {
		extra = 0
	}
	for _, j := range behind(s, head, p.others) {
		place, fits := s.Fits(j)
		ends := s.Now() + s.Job(j).Estimate
		switch late := ends > shadow || p.Before && ends == shadow; {
		case !fits || late && s.Occupies(j) > extra:
			continue
		case late:
			extra -= s.Occupies(j)
		}
		s.Start(j, place)
	}
}

// Every reading equals the plain version, whatever is believed and recorded.
func TestReadingsOfEASYEqualThePlainVersion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorkload(t, 16, 6)
		drawUsers(t, w)
		drawFollowers(t, w)
		options := drawOptions(t)
		options.RecordAll = rapid.Bool().Draw(t, "recorded")
		b := drawBelief(t)
		again := b
		reading := Reading{rapid.SampledFrom([]Extra{AllEnds, FirstEnds, NoExtra}).Draw(t, "extra"), rapid.Bool().Draw(t, "before")}
		others := rapid.SampledFrom(orders).Draw(t, "others")
		processors := rapid.Int32Range(4, 12).Draw(t, "machine")
		got := scheduled(t, w, processors, &EASY{Reservations: 1, Others: others, Reading: reading, Belief: &b}, options)
		want := scheduled(t, w, processors, plainReading{reading, others, &again}, options)
		if !slices.Equal(got.Start, want.Start) {
			t.Fatalf("%+v, %+v: starts %v, want %v\njobs %v after %v", reading, options, got.Start, want.Start, w.Jobs, w.After)
		}
	})
}

// Without extra processors, and with ends before the shadow time, EASY is the procedure of RLScheduler's program in the order of arrival,
// which counts for itself.
func TestTheStrictestReadingIsRLSchedulers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorkload(t, 16, 8)
		processors := rapid.Int32Range(2, 12).Draw(t, "machine")
		got := scheduled(t, w, processors, &EASY{Reservations: 1, Reading: Reading{NoExtra, true}}, engine.Options{})
		want := scheduled(t, w, processors, &priority.Ordered{Priority: priority.Priority{Name: "fcfs"}, Committed: true, Besides: true}, engine.Options{})
		if !slices.Equal(got.Start, want.Start) {
			t.Fatalf("starts %v, want %v\njobs %v", got.Start, want.Start, w.Jobs)
		}
	})
}

// A reading is one of EASY with one reservation on one pool of processors.
func TestReadingsThatAreRefused(t *testing.T) {
	for policy, want := range map[string]string{
		`{"kind": "easy", "reservations": 2, "extra": "none"}`:                "/policies/0/reservations: 2: extra processors and the shadow time can only be read in another way",
		`{"kind": "easy", "reservations": 2, "pastHead": "beforeShadowTime"}`: "/policies/0/reservations: 2",
		`{"kind": "easy", "pastHead": "before"}`:                              "/policies/0/pastHead",
		`{"kind": "easy", "reservations": 2, "extra": "allEnds"}`:             "",
	} {
		checkPolicy(t, `{"kind": "cluster", "processors": 8}`, policy, want)
	}
	hosts := `{"kind": "hosts", "hosts": [{"count": 2, "processors": 4, "memory": 8}]}`
	checkPolicy(t, hosts, `{"kind": "easy", "extra": "firstEnds"}`, "one pool of processors")
	checkPolicy(t, hosts, `{"kind": "easy"}`, "")
}

// checkPolicy compiles a scenario with a policy and wants an error that contains a text, or none.
func checkPolicy(t *testing.T, machine, policy, want string) {
	t.Helper()
	text, err := json.Marshal(map[string]any{"version": 1, "machine": json.RawMessage(machine), "policies": []any{json.RawMessage(policy)},
		"workload": json.RawMessage(`{"kind": "jobs", "jobs": [{"run": 60, "user": 1}]}`)})
	if err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Read(text)
	if err == nil {
		_, err = scenario.Compile(s, Catalogs())
	}
	if err == nil && want != "" || err != nil && (want == "" || !strings.Contains(err.Error(), want)) {
		t.Errorf("%s: %v, want %q", policy, err, want)
	}
}
