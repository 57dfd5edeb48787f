package policies

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/machine/hosts"
	"backfill/engine/snapshot"
	"backfill/policies/internal/cost"
	"backfill/policies/internal/reference"
)

// walkingConservative is Conservative that looks at every waiting job in every call.
type walkingConservative struct {
	compress bool
	keep     bool // the order in which jobs got their reservations, of which reasons speak
}

func (p walkingConservative) Schedule(s *engine.State) {
	if s.Saw(engine.Overrun) || s.Saw(engine.Change) {
		s.DropAll()
	}
	compress := p.compress && s.Saw(engine.Completion)
	next := engine.Never
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		slot, waited := s.Reservation(j)
		held := waited
		if held && compress && slot.At > s.Now() {
			if p.keep {
				slot = s.Improve(j)
			} else {
				s.Drop(j)
				held = false
			}
		}
		if !held {
			slot = s.Reserve(j)
		}
		if slot.At > s.Now() {
			s.NoteReserved(j)
			next = min(next, slot.At)
			continue
		}
		if waited {
			s.Note(j, due(s, j))
		} else {
			s.NoteStartsNow(j)
		}
		s.Start(j, slot.Place)
	}
	if next != engine.Never && !(s.Overdue() && next == s.Now()+engine.Millisecond) {
		s.WakeAt(next)
	}
}

// drawLublin draws a workload of model lublin with estimates of a model.
func drawLublin(t testing.TB, jobs int, processors int32, load float64, estimates string) *engine.Workload {
	t.Helper()
	return reference.Draw(t, Catalogs(), fmt.Sprintf(`{"version": 1, "machine": {"kind": "cluster", "processors": %d}, "workload": {"kind": "lublin", "jobs": %d, "load": %g,
		"transform": [{"kind": "estimates", "model": %q}]}, "policies": [{"kind": "fcfs"}], "seed": 1}`, processors, jobs, load, estimates))
}

// Looking only at those for whom something may have changed gives the same schedule, and
// notes the same, with hundreds of jobs waiting.
func TestConservativeEqualsTheWalk(t *testing.T) {
	jobs := 1200
	if testing.Short() {
		jobs = 300 // as in Node, where it takes many times as long
	}
	for _, estimates := range []string{"exact", "tsafrir", "fModel"} {
		w := drawLublin(t, jobs, 256, 4, estimates)
		for j := 7; j < len(w.Jobs); j += 50 {
			w.Jobs[j].Run = w.Jobs[j].Estimate * 3 / 2
		}
		for _, o := range []engine.Options{
			{Kill: engine.KillAtEstimate},
			{Kill: engine.KillAtEstimate, Order: engine.Sequential},
			{Kill: engine.KillAfterGrace, Grace: engine.Hour},
		} {
			for _, machine := range []func() engine.Machine{
				func() engine.Machine { return engine.NewCluster(256, 1) },
				func() engine.Machine {
					return hosts.New([]hosts.Host{{Processors: 128}, {Processors: 64}, {Processors: 64}}, hosts.BestFit)
				},
			} {
				run := func(p engine.Policy) (*engine.Outcome, []snapshot.Snapshot) {
					series := snapshot.Series{Most: 1 << 30, Every: 12 * engine.Hour, Depth: 30}
					o.Observers = []engine.Observer{series.Observer()}
					out, err := engine.Simulate(w, machine(), p, o)
					if err != nil {
						t.Fatal(err)
					}
					return out, series.List
				}
				for _, compress := range []bool{true, false} {
					want, _ := run(walkingConservative{compress: compress})
					_, wantSnapshots := run(walkingConservative{compress: compress, keep: true})
					got, gotSnapshots := run(Conservative{Compress: compress})
					if !slices.Equal(got.Start, want.Start) || !slices.Equal(got.StartOrder, want.StartOrder) {
						t.Errorf("%T, estimates %s, %+v, compress %v: another schedule", machine(), estimates, o, compress)
					}
					if !reflect.DeepEqual(gotSnapshots, wantSnapshots) {
						t.Errorf("%T, estimates %s, %+v, compress %v: other snapshots, of %d", machine(), estimates, o, compress, len(gotSnapshots))
					}
				}
			}
		}
	}
}

// Jobs that ask for the same or nearly the same, wait one behind the other and end early: what one of them could not find, the next ones need
// not look for.
func TestConservativeOfLikeJobsEqualsTheWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const processors = 12
		w := &engine.Workload{}
		submit := engine.Time(0)
		for range 60 {
			submit += rapid.SampledFrom([]engine.Time{0, 0, 0, engine.Second}).Draw(t, "gap")
			estimate := rapid.SampledFrom([]engine.Time{3, 10, 40}).Draw(t, "estimate") * engine.Second
			run := engine.Time(rapid.Int64Range(1, int64(estimate)).Draw(t, "run"))
			w.Jobs = append(w.Jobs, engine.Job{Submit: submit, Processors: rapid.SampledFrom([]int32{1, 3, 5, 7, 12}).Draw(t, "size"), Run: run, Estimate: estimate})
		}
		var starts [2][]engine.Time
		for i, p := range []engine.Policy{walkingConservative{compress: true}, Conservative{Compress: true}} {
			o, err := engine.Simulate(w, engine.NewCluster(processors, 1), p, engine.Options{})
			if err != nil {
				t.Fatal(err)
			}
			starts[i] = o.Start
		}
		if !slices.Equal(starts[0], starts[1]) {
			t.Fatalf("starts %v, want %v", starts[1], starts[0])
		}
	})
}

// What an arrival or a completion costs against the number of reservations, which stays the
// same. With exact estimates nobody's reservation ever moves; with others about a fifth of
// them does at every completion.
func BenchmarkReservations(b *testing.B) {
	for _, estimates := range []string{"exact", "tsafrir"} {
		w := drawLublin(b, 13000, 256, 1, estimates)
		for _, depth := range []int{10, 30, 100, 300, 1000, 3000, 10000} {
			for _, p := range []engine.Policy{Conservative{Compress: true}, walkingConservative{compress: true}} {
				b.Run(fmt.Sprintf("%s/depth=%d/%T", estimates, depth, p), func(b *testing.B) {
					cost.AtDepth(b, w, func() engine.Machine { return engine.NewCluster(256, 1) }, func() engine.Policy { return p }, depth, min(3000, 20+200000/depth))
				})
			}
		}
	}
}
