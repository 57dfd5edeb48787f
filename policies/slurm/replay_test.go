package slurm

import (
	"fmt"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/slurmrun"
)

// replayedRuns are how many jobs of the runs start within 2 s of their real start. In r9, where an epilog runs, and in
// r1p, which has one node, the milliseconds that nodes are COMPLETING decide which jobs a pass starts; one start that differs makes others
// differ.
var replayedRuns = map[string]int{"r1": 220, "r1p": 127, "r2": 220, "r3": 230, "r5": 130, "r6": 190, "r9": 146, "r12": 170}

// Told only when a real Slurm made its passes, when jobs were submitted and how long they ran, the policy starts every job when it did.
func TestReplay(t *testing.T) {
	for name, want := range replayedRuns {
		t.Run(name, func(t *testing.T) {
			if within, others := follow(t, name).replay(); within != want {
				t.Errorf("%d jobs start within 2 s of their real start, want %d; what differs:\n%s", within, want, strings.Join(others, "\n"))
			}
		})
	}
}

// replay is how many jobs start within 2 s of their real start if the policy is told only when passes were made, and how others start.
func (f *followed) replay() (within int, others []string) {
	f.policy.table, f.policy.ranks = f.recorded(), f.ranks
	o := f.alone(f.policy)
	for _, e := range f.Events {
		if e.Kind != slurmrun.MainStart && e.Kind != slurmrun.BackfillStart || e.Row < 0 {
			continue
		}
		if off := o.Start[e.Row] - e.At; -2*engine.Second <= off && off <= 2*engine.Second {
			within++
		} else {
			others = append(others, fmt.Sprintf("job %s starts at %s, really at %s", e.Job, clock(o.Start[e.Row]), clock(e.At)))
		}
	}
	return within, others
}

// alone is what the policy does with the jobs of the run.
func (f *followed) alone(p *Slurm) *engine.Outcome {
	w := f.workload
	began := map[int32]engine.Time{}
	cleanup := make([]engine.Time, len(w.Jobs))
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
		if j > 0 && w.Jobs[j].Submit < w.Jobs[j-1].Submit || w.Jobs[j].Run == 0 {
			f.Fatalf("%s: job %s is submitted at %s, before another, or runs %d ms", f.name, f.Jobs[j].Name, clock(w.Jobs[j].Submit), w.Jobs[j].Run)
		}
	}
	p.cleanup = cleanup
	w.Calendar = &engine.Calendar{UnixStart: f.Epoch}
	o, err := engine.Simulate(w, f.machine, stopping{p, f.OverTimeLimit}, engine.Options{Kill: engine.KillNever})
	if err != nil {
		f.Fatal(err)
	}
	return o
}

// stopping expects of jobs past their limits what the configuration says. They run as long as they did, and are not stopped.
type stopping struct {
	*Slurm
	overTimeLimit int64
}

func (p stopping) Schedule(s *engine.State) {
	p.Slurm.Schedule(s)
	p.c.OverTimeLimit = p.overTimeLimit
}

// recorded are the passes of the log.
func (f *followed) recorded() *recordedPasses {
	r := &recordedPasses{}
	for i, e := range f.Events {
		p := pass{at: e.At, most: -1}
		switch e.Kind {
		case slurmrun.MainPass:
			p.kind = mainPass
		case slurmrun.FullPass:
			p.kind = fullPass
		case slurmrun.BackfillPass:
			p.kind = backfillPass
			p.most = f.testedIn(i)
		default:
			continue
		}
		r.passes = append(r.passes, p)
	}
	return r
}

// recordedPasses are made when a real Slurm made them.
type recordedPasses struct{ passes []pass }

func (r *recordedPasses) ask(engine.Time, bool) {}

func (r *recordedPasses) next(now engine.Time) pass {
	for len(r.passes) > 0 && r.passes[0].at < now {
		r.passes = r.passes[1:]
	}
	if len(r.passes) == 0 {
		return pass{at: engine.Never}
	}
	return r.passes[0]
}

func (r *recordedPasses) made(pass) { r.passes = r.passes[1:] }
