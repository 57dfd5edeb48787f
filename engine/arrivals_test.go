package engine

import (
	"testing"

	"pgregory.net/rapid"
)

// inOrder starts jobs in the order of their arrival.
type inOrder struct{}

func (inOrder) Schedule(s *State) {
	for j := s.First(); j != NoJob; j = s.First() {
		if _, fits := s.Fits(j); !fits {
			return
		}
		s.Start(j, 0)
	}
}

// A job comes when the last of its dependencies is met, and not before its own time; never, if one of them is not met.
func TestDependencies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &Workload{Jobs: make([]Job, 12)}
		at := Time(0)
		for j := range w.Jobs {
			at += Time(rapid.Int64Range(0, 4).Draw(t, "pause"))
			w.Jobs[j] = Job{Submit: at, Run: Time(rapid.Int64Range(1, 12).Draw(t, "run")), Estimate: Time(rapid.Int64Range(1, 12).Draw(t, "estimate")), Processors: rapid.Int32Range(1, 9).Draw(t, "size")}
			for j > 0 && rapid.IntRange(0, 2).Draw(t, "depends") == 0 {
				w.Dependencies = append(w.Dependencies, Dependency{Job: int32(j), On: rapid.Int32Range(0, int32(j)-1).Draw(t, "on"),
					Started: rapid.Bool().Draw(t, "started"), Completed: rapid.Bool().Draw(t, "completed"), Delay: Time(rapid.Int64Range(0, 3).Draw(t, "delay"))})
			}
		}
		o, err := Simulate(w, NewCluster(8, 1), inOrder{}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		never := 0
		for j := range w.Jobs {
			want, comes := w.Jobs[j].Submit, true
			for _, d := range w.Dependencies {
				if d.Job != int32(j) {
					continue
				}
				met, is := o.End[d.On], o.End[d.On] >= 0 && (!d.Completed || o.State[d.On] == Completed)
				switch {
				case d.Started:
					met, is = o.Start[d.On], o.Start[d.On] >= 0
				case o.State[d.On] == Refused && !d.Completed:
					met, is = o.Submitted(d.On), o.Submitted(d.On) >= 0
				}
				want, comes = max(want, met+d.Delay), comes && is
			}
			if !comes {
				want = -1
				never++
			}
			if got := o.Submitted(int32(j)); got != want {
				t.Fatalf("job %d came at %d, want %d", j, got, want)
			}
		}
		if want := min(never, 1); len(o.Warnings) != want {
			t.Fatalf("%q for %d jobs", o.Warnings, never)
		}
	})
}
