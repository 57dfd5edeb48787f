package slurm

import (
	"fmt"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/agreement"
	"backfill/engine/machine/partitions"
	"backfill/policies/slurm/settings"
)

// started is a job that a log has: when it came, started and ended, on which nodes, started by which scheduler.
type started struct {
	came, start, end engine.Time // s
	processors       int32
	nodes            []int32
	by               engine.Starter
}

// logged is a workload with these jobs, which ask for as many seconds as they ran, in whole minutes.
func logged(jobs ...started) *engine.Workload {
	w := &engine.Workload{}
	for _, j := range jobs {
		run := (j.end - j.start) * engine.Second
		w.Jobs = append(w.Jobs, engine.Job{Submit: j.came * engine.Second, Run: run, Estimate: (run + engine.Minute - 1) / engine.Minute * engine.Minute, Processors: j.processors})
		w.Wait = append(w.Wait, (j.start-j.came)*engine.Second)
		at := int32(0)
		if j.nodes != nil {
			w.NodeLists = append(w.NodeLists, j.nodes)
			at = int32(len(w.NodeLists))
		}
		w.Started = append(w.Started, engine.RecordedStart{Nodes: at, By: j.by})
	}
	return w
}

// numbered are two nodes of four processors, n1 and n2.
func numbered() *partitions.Machine {
	m := two()
	m.Nodes[0].Name, m.Nodes[1].Name = "n1", "n2"
	return partitions.New(m.Config)
}

const byMain, byBackfill = engine.MainScheduler, engine.BackfillScheduler

// Jobs are held against the log: what is the same, what would start later or sooner, and which nodes stand empty. Times in s.
func TestCompare(t *testing.T) {
	n1, n2 := []int32{1}, []int32{2}
	for _, c := range []struct {
		name string
		jobs []started
		want string // same passes/passes, same starts/starts, same nodes/placed; then later (job@at), sooner (job@at-until passes/room), idle (node from-to passes jobs), no room
	}{
		// Both nodes are taken at 0. Job 2 starts where job 1 has ended.
		{"as Slurm does", []started{{0, 0, 100, 4, n1, byMain}, {0, 0, 50, 4, n2, byMain}, {10, 60, 90, 4, n2, byMain}}, "2/2 3/3 3/3"},
		// One that the log has on the other node: the first node is taken first, so that both are on others.
		{"other nodes", []started{{0, 0, 100, 4, n2, byMain}, {0, 0, 50, 4, n1, byMain}}, "1/1 2/2 0/2"},
		// At 60 there is room for one, and job 2 goes first; really it was job 3, so that there is no room for job 2 until 120.
		{"another order", []started{{0, 0, 200, 4, n1, byMain}, {0, 0, 50, 4, n2, byMain}, {10, 120, 150, 4, n2, byMain}, {11, 60, 110, 4, n2, byMain}},
			"2/3 3/4 3/3 later 3@60 sooner 2@60-120 1/0"},
		// Jobs 2 to 4 pass job 1, which has room beside them on n2: nothing runs there. At 90 it starts.
		{"held back", []started{{0, 0, 200, 1, n1, byMain}, {5, 90, 120, 4, n2, byMain}, {10, 20, 100, 1, n1, byMain}, {21, 30, 100, 1, n1, byMain}, {31, 40, 100, 1, n1, byMain}},
			"2/5 5/5 5/5 sooner 1@20-90 3/3 idle n2 20-40 3 1"},
		// In the second in which job 1 starts, job 0 ends and job 2 comes: the pass was before one, or the other.
		{"one second", []started{{0, 0, 60, 4, n1, byMain}, {5, 60, 90, 2, n2, byMain}, {60, 70, 90, 2, n2, byMain}}, "3/3 3/3 3/3"},
		// Jobs 0 and 1 are said to run on n1 at the same time. Job 1 gets n2, where job 2 has no room then.
		{"no room", []started{{0, 0, 100, 4, n1, byMain}, {0, 1, 100, 4, n1, byMain}, {0, 1, 90, 4, n2, byMain}}, "1/2 2/3 1/2 later 2@1 no room 2"},
		// The backfill scheduler starts job 2 beside the promise to job 1, which needs both nodes; the main scheduler would not.
		{"backfill", []started{{0, 0, 100, 4, n1, byMain}, {5, 100, 160, 8, []int32{1, 2}, byMain}, {10, 30, 80, 4, n2, byBackfill}}, "3/3 3/3 3/3"},
		{"not backfill", []started{{0, 0, 100, 4, n1, byMain}, {5, 100, 160, 8, []int32{1, 2}, byMain}, {10, 30, 80, 4, n2, byMain}}, "2/3 2/3 2/2 later 2@30"},
		// Without nodes they are chosen, and not compared.
		{"no nodes", []started{{0, 0, 100, 4, nil, byMain}, {0, 0, 50, 4, nil, byMain}}, "1/1 2/2 0/0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &Slurm{Settings: settings.Settings{Config: settings.Defaults()}}
			a := &agreement.Agreement{}
			p.Compare(a)
			o, err := engine.Simulate(logged(c.jobs...), numbered(), p, engine.Options{Kill: engine.KillNever})
			if err != nil {
				t.Fatal(err)
			}
			if got := toldOf(a); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			for j := range c.jobs {
				if o.Start[j] >= 0 && o.Start[j] != c.jobs[j].start*engine.Second {
					t.Errorf("job %d starts at %d s", j, o.Start[j]/engine.Second)
				}
			}
		})
	}
}

// toldOf is an agreement as a line.
func toldOf(a *agreement.Agreement) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d/%d %d/%d %d/%d", a.SamePasses, a.Passes, a.SameStarts, a.Starts, a.SameNodes, a.Placed)
	for _, l := range a.Later {
		fmt.Fprintf(&b, " later %d@%d", l.Job, l.At/engine.Second)
	}
	for _, s := range a.Sooner {
		fmt.Fprintf(&b, " sooner %d@%d-%d %d/%d", s.Job, s.At/engine.Second, s.Until/engine.Second, s.Passes, s.Room)
	}
	for _, i := range a.Idle {
		fmt.Fprintf(&b, " idle %s %d-%d %d %d", i.Node, i.From/engine.Second, i.To/engine.Second, i.Passes, i.Jobs)
	}
	for _, j := range a.NoRoom {
		fmt.Fprintf(&b, " no room %d", j)
	}
	return b.String()
}

// Up to an instant jobs start as the log says, job 1 on a later node than the model would choose and after job 2. From then on the model decides:
// job 3, which the log has start at 200, starts when job 1 has ended, at 80, within the 4 s that a pass may take.
func TestUntil(t *testing.T) {
	w := logged(started{0, 0, 100, 4, []int32{2}, byMain}, started{0, 40, 80, 4, []int32{1}, byMain}, started{0, 5, 35, 4, []int32{1}, byMain}, started{0, 200, 300, 4, []int32{1}, byMain})
	w.Until = 50 * engine.Second
	o, err := engine.Simulate(w, numbered(), &Slurm{Settings: settings.Settings{Config: settings.Defaults()}}, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for j, want := range []engine.Time{0, 40, 5} {
		if o.Start[j] != want*engine.Second {
			t.Errorf("job %d starts at %d ms, in the log at %d s", j, o.Start[j], want)
		}
	}
	if late := o.Start[3] - 80*engine.Second; late < 0 || late > 5*engine.Second {
		t.Errorf("job 3 starts %d ms after there is room for it", late)
	}
	if o.PiecesOf(0)[0].Lane != 1 {
		t.Errorf("job 0 does not run where the log has it: %+v", o.PiecesOf(0))
	}
}
