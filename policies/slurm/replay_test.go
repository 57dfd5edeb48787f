package slurm

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/slurmrun"
	"backfill/policies/slurm/loops"
)

// replayedRuns are how many jobs of the runs start within 2 s of their real start. In r9, where an epilog runs, and in
// r1p, which has one node, the milliseconds that nodes are COMPLETING decide which jobs a pass starts; one start that differs makes others
// differ. In r11 two jobs start 3 s later for the same reason.
var replayedRuns = map[string]struct{ within, of int }{"r1": {220, 220}, "r1p": {127, 220}, "r2": {220, 220}, "r3": {230, 230}, "r4": {217, 217}, "r5": {130, 130}, "r6": {190, 190}, "r7": {158, 158},
	"r9": {146, 190}, "r10": {200, 200}, "r11": {29, 31}, "r2p": {219, 220}, "r12": {170, 170}}

// Told only when a real Slurm made its passes, when jobs were submitted, how long they ran and what people did, the policy starts every job when
// it did. A job that was requeued counts by its last start, and those before ended when they did.
func TestReplay(t *testing.T) {
	for name, want := range replayedRuns {
		t.Run(name, func(t *testing.T) {
			f := follow(t, name)
			if name == "r4" || name == "r11" {
				f.operate()
			}
			switch name {
			case "r4":
				f.policy.sweep = 14850 // modulo 30 s, as kills at time limits show
				f.Events = slices.DeleteFunc(f.Events, func(e slurmrun.Event) bool { return slices.Contains(usedUp, e.Job) && e.Kind == slurmrun.TimeLimit })
			case "r11":
				f.policy.sweep = 25300 // as the end of its reservation and of a grace time show
			}
			o := f.recordedAlone()
			for _, job := range usedUp {
				if j := f.Row(job); name == "r4" && (o.State[j] != engine.Killed || o.End[j] != usedUpAt) {
					t.Errorf("job %s is %s at %s", job, o.State[j], clock(o.End[j]))
				}
			}
			stopped := map[int32][]engine.Time{}
			for _, e := range f.Events {
				if e.Kind == slurmrun.Preempted && name == "r7" {
					stopped[e.Row] = append(stopped[e.Row], e.At)
				}
			}
			for _, run := range o.Stopped {
				if !run.Preempted {
					continue
				}
				if list := stopped[run.Job]; len(list) == 0 || !isNear(run.To, list[0]) {
					t.Errorf("job %s is preempted at %s, really at %v", f.Jobs[run.Job].Name, clock(run.To), list)
					continue
				}
				stopped[run.Job] = stopped[run.Job][1:]
			}
			for j, list := range stopped {
				if len(list) > 0 {
					t.Errorf("job %s is not preempted at %v", f.Jobs[j].Name, list)
				}
			}
			if within, of, others := f.near(o); within != want.within || of != want.of {
				t.Errorf("%d of %d jobs start within 2 s of their real start, want %v; what differs:\n%s", within, of, want, strings.Join(others, "\n"))
			}
		})
	}
}

// isNear says whether an instant is within 2 s of the real one.
func isNear(got, real engine.Time) bool { return max(got-real, real-got) <= 2*engine.Second }

// near is how many of the jobs that really started do so within 2 s of their real last start, and how others start.
func (f *followed) near(o *engine.Outcome) (within, of int, others []string) {
	last := map[int32]engine.Time{}
	for _, e := range f.Events {
		if e.Row >= 0 && (e.Kind == slurmrun.MainStart || e.Kind == slurmrun.BackfillStart) { // other rows are of interactive jobs that no file has
			last[e.Row] = e.At
		}
	}
	for j := range f.Jobs {
		real, started := last[int32(j)]
		switch {
		case !started:
		case isNear(o.Start[j], real):
			within++
		default:
			others = append(others, fmt.Sprintf("job %s starts at %s, really at %s", f.Jobs[j].Name, clock(o.Start[j]), clock(real)))
		}
	}
	return within, len(last), others
}

// recordedAlone is what the policy does if it is told when passes were made.
func (f *followed) recordedAlone() *engine.Outcome {
	f.policy.table, f.policy.ranks = f.recorded(), f.ranks
	return f.alone(f.policy)
}

// alone is what the policy does with the jobs of the run.
func (f *followed) alone(p *Slurm) *engine.Outcome {
	w := f.workload
	began := map[int32]engine.Time{}
	cleanup := slices.Repeat([]engine.Time{f.completing()}, len(w.Jobs))
	pass := engine.Time(0)
	for _, e := range f.Events {
		switch e.Kind {
		case slurmrun.MainPass, slurmrun.FullPass, slurmrun.BackfillPass:
			pass = e.At
		case slurmrun.MainStart, slurmrun.BackfillStart:
			began[e.Row] = pass // its jobs start some ms later
		case slurmrun.End, slurmrun.TimeLimit:
			if at, runs := began[e.Row]; runs {
				w.Jobs[e.Row].Run = max(e.At-at, 1)
				cleanup[e.Row] = f.cleanedAt(&e) - e.At
				delete(began, e.Row)
			}
		}
	}
	for j := range w.Jobs {
		if j > 0 && w.Jobs[j].Submit < w.Jobs[j-1].Submit {
			f.Fatalf("%s: job %s is submitted at %s, before another", f.name, f.Jobs[j].Name, clock(w.Jobs[j].Submit))
		}
		if w.Jobs[j].Run == 0 {
			w.Jobs[j].Run = engine.Day // until it is cancelled
		}
	}
	p.cleanup = cleanup
	w.Calendar = &engine.Calendar{UnixStart: f.Epoch}
	o, err := engine.Simulate(w, f.machine, pastLimits{p, f.OverTimeLimit}, engine.Options{Kill: engine.KillNever})
	if err != nil {
		f.Fatal(err)
	}
	return o
}

// pastLimits expects of jobs past their limits what the configuration says. They run as long as they did, and are not stopped.
type pastLimits struct {
	*Slurm
	overTimeLimit int64
}

func (p pastLimits) Schedule(s *engine.State) {
	p.Slurm.Schedule(s)
	p.c.OverTimeLimit = p.overTimeLimit
}

// recorded are the passes of the log.
func (f *followed) recorded() *recordedPasses {
	r := &recordedPasses{}
	for i, e := range f.Events {
		p := loops.Pass{At: e.At, Most: -1}
		switch e.Kind {
		case slurmrun.MainPass:
			p.Kind = loops.Main
		case slurmrun.FullPass:
			p.Kind = loops.Full
		case slurmrun.BackfillPass:
			p.Kind = loops.Backfill
			p.Most = f.testedIn(i)
		default:
			continue
		}
		r.passes = append(r.passes, p)
	}
	return r
}

// recordedPasses are made when a real Slurm made them.
type recordedPasses struct{ passes []loops.Pass }

func (r *recordedPasses) Ask(engine.Time, bool) {}

func (r *recordedPasses) Next(now engine.Time) loops.Pass {
	for len(r.passes) > 0 && r.passes[0].At < now {
		r.passes = r.passes[1:]
	}
	if len(r.passes) == 0 {
		return loops.Pass{At: engine.Never}
	}
	return r.passes[0]
}

func (r *recordedPasses) Skip(engine.Time) {}

func (r *recordedPasses) Made(loops.Pass) { r.passes = r.passes[1:] }
