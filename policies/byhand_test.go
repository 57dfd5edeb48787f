package policies

import (
	"errors"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/byhand"
	"backfill/policies/internal/reference"
)

// moves reads moves whose instants are in milliseconds, as those of the tables of jobs are.
func moves(list ...int64) (m byhand.Moves) {
	for i := 0; i < len(list); i += 2 {
		m = append(m, byhand.Move{At: engine.Time(list[i]), Job: list[i+1]})
	}
	return m
}

// The textbook case above, whose jobs have the numbers 1 to 6: 10 processors; job 1 runs on 6 until 10. Whoever places job 3 (3 processors for 8)
// at 2 has 1 left until 10. When jobs 1 and 3 end there, job 2 takes 8 until 20, and job 4 the other 2 until 30. Job 5 is never placed, and
// job 6 at 12 waits until 20.
func TestMovesAreCarriedOut(t *testing.T) {
	for _, c := range []struct {
		name  string
		moves byhand.Moves
		want  []engine.Time
		fails string
	}{
		{"the case above", moves(0, 1, 2, 3, 10, 2, 10, 4, 20, 6), []engine.Time{0, 10, 2, 10, -1, 20}, ""},
		{"nobody", nil, []engine.Time{-1, -1, -1, -1, -1, -1}, ""},
		{"between events", moves(0, 1, 7, 3), []engine.Time{0, -1, 7, -1, -1, -1}, ""},
		{"too wide", moves(0, 1, 1, 2), nil, "job 2 cannot start at 0.001 s: 4 of its 8 processors are free"},
		{"one too many at an instant", moves(0, 1, 3, 3, 3, 4), nil, "job 4 cannot start at 0.003 s: 1 of its 2 processors are free"},
		{"not there yet", moves(0, 1, 2, 4), nil, "job 4 cannot start at 0.002 s: it has not come yet"},
		{"unknown", moves(0, 1, 2, 77), nil, "job 77 cannot start at 0.002 s: the workload has no such job"},
	} {
		o, err := engine.Simulate(textbook, engine.NewCluster(10, 1), &ByHand{Moves: c.moves}, engine.Options{})
		var refused *byhand.Refused
		switch {
		case c.fails != "":
			if !errors.As(err, &refused) || err.Error() != c.fails {
				t.Errorf("%s: %v, want %s", c.name, err, c.fails)
			}
		case err != nil || !slices.Equal(o.Start, c.want):
			t.Errorf("%s: %v, %v, want %v", c.name, o, err, c.want)
		}
	}
	late := reference.Jobs([4]int{5, 1, 1, 1}, [4]int{6, 1, 1, 99})
	for text, m := range map[string]byhand.Moves{
		"job 1 cannot start at 0.002 s: no job had come by then":      moves(2, 1),
		"job 2 cannot start at 0.007 s: the machine can never run it": moves(7, 2),
		"job 1 cannot start at 0.007 s: it has started at 0.005 s":    append(moves(5, 1), moves(7, 1)...),
		"the workload has 41 jobs; up to 40 can be placed by hand":    nil,
	} {
		w := late
		if m == nil {
			w = reference.Jobs(make([][4]int, byhand.MaxJobs+1)...)
		}
		if _, err := engine.Simulate(w, engine.NewCluster(10, 1), &ByHand{Moves: m}, engine.Options{}); err == nil || err.Error() != text {
			t.Errorf("%v, want %s", err, text)
		}
	}
}

// Why jobs start and wait: job 3 (3 processors) fits at 2 and is left, and is placed at 3; then 1 of 10 is free, too few for job 2 (8).
func TestReasonsOfWhatIsPlacedByHand(t *testing.T) {
	o, err := engine.Simulate(textbook, engine.NewCluster(10, 1), &ByHand{Moves: moves(0, 1, 3, 3)}, engine.Options{Record: []int32{2}})
	if err != nil {
		t.Fatal(err)
	}
	want := []engine.Decision{
		{Job: 2, At: 2, Until: 2, Times: 1, Reason: engine.Reason{Rule: engine.LeftByHand, Blocker: engine.NoJob, Free: 4}},
		{Job: 2, At: 3, Until: 3, Times: 1, Reason: engine.Reason{Rule: engine.StartedByHand, Blocker: engine.NoJob, Free: 4}},
	}
	if !slices.Equal(o.Decisions, want) {
		t.Errorf("%+v\nwant\n%+v", o.Decisions, want)
	}
}

// The starts under any policy on one pool of processors, as moves, make the same schedule, job by job, with both orders of simultaneous events.
func TestAnyScheduleCanBeMadeByHand(t *testing.T) {
	replayed := 0
	reference.EachTrial(t, 400, func(t *testing.T, c reference.Trial) {
		if len(c.Workload.Jobs) > byhand.MaxJobs {
			return
		}
		m := engine.NewCluster(c.Processors, c.Unit)
		eachPolicyOn(t, m.Offers(), func(name string, make func() engine.Policy) {
			want, err := engine.Simulate(c.Workload, m, make(), c.Options)
			if err != nil {
				t.Fatal(err)
			}
			list := byhand.Of(want)
			read, err := byhand.Read(list.String())
			if err != nil || !slices.Equal(read, list) {
				t.Fatalf("%s: %v is read as %v: %v", name, list, read, err)
			}
			got, err := engine.Simulate(c.Workload, m, &ByHand{Moves: read}, c.Options)
			if err != nil {
				t.Fatalf("%s, %v, %v: %v", name, c, list, err)
			}
			if !slices.Equal(got.Start, want.Start) || !slices.Equal(got.End, want.End) || !slices.Equal(got.State, want.State) || !slices.Equal(got.StartOrder, want.StartOrder) {
				t.Errorf("%s, %v: by hand %v, want %v", name, c, got.Start, want.Start)
			}
			replayed++
		})
	})
	if replayed < 200 {
		t.Errorf("only %d schedules were made by hand", replayed)
	}
}
