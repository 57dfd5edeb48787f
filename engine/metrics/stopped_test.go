package metrics

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/machine/partitions"
	"backfill/engine/metrics/metricstest"
	"backfill/engine/steps"
)

// stoppedRun are five jobs on 4 processors (times in seconds):
//
//	job  submit  size  runs
//	  0       0     3  from 0 to 10, preempted; from 20 to 35
//	  1       5     4  from 10 to 20
//	  2       6     1  from 22 to 25, cancelled
//	  3       8     2  none: cancelled at 18
//	  4      12     1  from 20 to 22, requeued; from 25 to 40, killed
//
// and so, after the decisions of each instant:
//
//	from      0   5   6   8  10  12  18  20  22  25  35  40
//	busy      3   3   3   3   4   4   4   4   4   4   1   0
//	waiting   0   1   2   3   3   4   3   1   1   0   0   0
func stoppedRun() *engine.Outcome {
	return metricstest.Outcome(4, 1, []metricstest.Row{
		{Submit: 0, Start: 20, End: 35, Size: 3, Stopped: []metricstest.Stop{{From: 0, To: 10, Preempted: true}}},
		{Submit: 5, Start: 10, End: 20, Size: 4},
		{Submit: 6, Start: 22, End: 25, Size: 1, Cancelled: true},
		{Submit: 8, Start: -1, End: 18, Size: 2, Cancelled: true},
		{Submit: 12, Start: 25, End: 40, Size: 1, Killed: true, Stopped: []metricstest.Stop{{From: 20, To: 22}}},
	}, engine.Second)
}

func TestOfAStoppedRun(t *testing.T) {
	o := stoppedRun()
	got := Of(o)
	for name, want := range map[string]float64{
		// Job 3 is in no mean: it never ran.
		"jobs": 4, "killed": 1, "cancelled": 2, "unfinished": 0,
		// Job 0 waits from 10 to 20, job 4 from 12 to 20 and from 22 to 25.
		"meanWait": (10.0 + 5 + 16 + 11) / 4, "maxWait": 16, "meanResponse": (35.0 + 15 + 19 + 28) / 4,
		// They ran for 25, 10, 3 and 17 s.
		"meanSlowdown": (35.0/25 + 15.0/10 + 19.0/3 + 28.0/17) / 4,
		"utilization":  135.0 / (4 * 40), "utilizationToLastArrival": 38.0 / (4 * 12), "throughput": 4.0 / 40,
		// Beside the waits of these jobs the 10 s of job 3.
		"meanQueue": (42.0 + 10) / 40, "maxQueue": 4, "lossOfCapacity": 5.0 / (4 * 40), "lossOfCapacityFit": math.NaN(),
		// The first run of job 0, and that of job 4: 3 · 10 + 1 · 2 of 75 + 40 + 3 + 17.
		"lostWork": 32.0 / 135, "preemptions": 1.0 / 4, "restarts": 1, "requeues": 1, "suspensions": math.NaN(), "checkpoints": math.NaN(),
		// Requests are the lengths of the last runs.
		"beliefError": 0,
		// Job 4 started first at 20, job 2 at 22.
		"backfilledShare": 1.0 / 4,
	} {
		if !metricstest.Near(got.Value(name), want) {
			t.Errorf("%s = %v, want %v", name, got.Value(name), want)
		}
	}
	s := OverTime(o)
	if got, want := told(s.At, s.Busy), "0:3 5:3 6:3 8:3 10:4 12:4 18:4 20:4 22:4 25:4 35:1 40:0 "; got != want {
		t.Errorf("busy %s, want %s", got, want)
	}
	if got, want := told(s.At, s.Queue), "0:0 5:1 6:2 8:3 10:3 12:4 18:3 20:1 22:1 25:0 35:0 40:0 "; got != want {
		t.Errorf("queue %s, want %s", got, want)
	}
	o.Workload.User = []int32{1, 1, 1, 1, 1}
	if users := OwnersOf(o, ByUser); users.Jobs[0] != 4 || users.Unended[0] != 1 || users.Killed[0] != 1 || users.Cancelled[0] != 2 || users.Work[0] != 135 || users.Wait[0] != 42 {
		t.Errorf("%+v", users)
	}
}

// told are the values of a series by seconds.
func told(at steps.Instants, of steps.Counts) (text string) {
	for i, now := range at.All() {
		text += fmt.Sprintf("%d:%d ", now/engine.Second, of.At(i))
	}
	return text
}

// requeuesOne starts whoever fits and requeues job 1 after 5 s, to start again when somebody ends.
type requeuesOne struct{ done bool }

func (*requeuesOne) StopsJobs() {}

func (p *requeuesOne) Schedule(s *engine.State) {
	if s.Now() == 5*engine.Second && !p.done {
		p.done = true
		s.Requeue(1, true)
		return
	}
	startsAll{}.Schedule(s)
	if !p.done {
		s.WakeAt(5 * engine.Second)
	}
}

// Jobs get whole nodes: a has 8 processors, 4 GB and a GPU, b 4 processors, a GPU and no memory that is counted. Job 0 runs on a from 0 to
// 10 s. Job 1 has a GPU and asks for 1000 MB; it runs on b from 0 to 5 s and, requeued, on a from 10 to 20 s.
func TestWhatStoppedJobsTakeOfPartitions(t *testing.T) {
	gpu := [partitions.MaxGPUTypes]int32{1}
	m := partitions.New(partitions.Config{
		Nodes: []partitions.Node{{Name: "a", Processors: 8, Memory: 4096, GPUs: gpu}, {Name: "b", Processors: 4, GPUs: gpu}}, GPUTypes: []string{""},
		Partitions: []partitions.Partition{{Name: "whole", Number: 1, Nodes: []int32{0, 1}, Whole: true}},
	})
	job := engine.Job{Run: 10 * engine.Second, Estimate: 10 * engine.Second, Processors: 2}
	w := &engine.Workload{Jobs: []engine.Job{job, job}, Demand: []int32{0, 1}, Demands: []engine.Demand{{Partitions: []int32{1}, NodeMemory: 500}, {Partitions: []int32{1}, NodeMemory: 1000, NodeGPUs: 1}}}
	o, err := engine.Simulate(w, m, &requeuesOne{}, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := OverTime(o)
	for name, c := range map[string]struct {
		got  steps.Counts
		want string
	}{
		"processors": {s.Busy, "0:12 5:8 10:8 20:0 "},
		"memory":     {s.Memory, "0:500 5:500 10:1000 20:0 "},
		"GPUs":       {s.GPUs, "0:1 5:0 10:1 20:0 "},
		"queue":      {s.Queue, "0:0 5:1 10:0 20:0 "},
	} {
		if got := told(s.At, c.got); got != c.want {
			t.Errorf("%s over time %s, want %s", name, got, c.want)
		}
	}
	if got, want := told(BusyOn(o, []int32{1})), "0:4 5:0 10:0 20:0 "; got != want {
		t.Errorf("processors of b over time %s, want %s", got, want)
	}
}

// stopsAtRandom starts whoever fits, in order, and now and then requeues, kills or cancels a job.
type stopsAtRandom struct {
	*rapid.T
	left int // stops
}

func (*stopsAtRandom) StopsJobs() {}

func (p *stopsAtRandom) Schedule(s *engine.State) {
	var running []int32
	for _, j := range s.Outcome().StartOrder {
		if s.Runs(j) {
			running = append(running, j)
		}
	}
	if p.left > 0 && len(running) > 0 {
		p.left--
		switch j := rapid.SampledFrom(running).Draw(p.T, "who"); rapid.IntRange(0, 5).Draw(p.T, "how") {
		case 0, 1, 2:
			s.Requeue(j, rapid.Bool().Draw(p.T, "preempted"))
		case 3:
			if s.Outcome().Start[j] < s.Now() {
				s.Cancel(j)
			}
		case 4:
			if first := s.First(); first != engine.NoJob {
				s.Cancel(first)
			}
		}
		s.WakeAt(s.Now() + engine.Time(rapid.IntRange(1, 9).Draw(p.T, "pause")))
	}
	startsAll{}.Schedule(s)
}

// On a cluster with partitions, whatever is stopped: at every instant as many processors, GPUs and as much memory are in use as the runs take, added up
// plainly, and as many jobs wait as have come, do not run, and have not gone.
func TestStopsByCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		node := func(name string) partitions.Node {
			return partitions.Node{Name: name, Processors: rapid.Int32Range(1, 8).Draw(t, "processors"), Memory: 1000, GPUs: [partitions.MaxGPUTypes]int32{2}}
		}
		m := partitions.New(partitions.Config{Nodes: []partitions.Node{node("a"), node("b"), node("c")}, GPUTypes: []string{""}, Partitions: []partitions.Partition{
			{Name: "shared", Number: 1, Nodes: []int32{0, 1, 2}}, {Name: "whole", Number: 2, Nodes: []int32{1, 2}, Whole: true}}})
		w := &engine.Workload{}
		at := engine.Time(0)
		for j := range rapid.Int32Range(1, 15).Draw(t, "jobs") {
			at += engine.Time(rapid.IntRange(0, 5).Draw(t, "gap"))
			run := engine.Time(rapid.IntRange(1, 20).Draw(t, "run"))
			w.Jobs = append(w.Jobs, engine.Job{Submit: at, Run: run, Estimate: run, Processors: rapid.Int32Range(1, 8).Draw(t, "size")})
			w.Demand = append(w.Demand, j)
			w.Demands = append(w.Demands, engine.Demand{Partitions: []int32{rapid.Int32Range(1, 2).Draw(t, "partition")}, NodeMemory: rapid.Int32Range(0, 600).Draw(t, "memory"), NodeGPUs: rapid.Int32Range(0, 1).Draw(t, "GPUs")})
		}
		o, err := engine.Simulate(w, m, &stopsAtRandom{T: t, left: 12}, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := OverTime(o)
		for i, now := range s.At.All() {
			var processors, memory, gpus, waiting int32
			for j := range int32(len(w.Jobs)) {
				runs := false
				for _, run := range o.RunsOf(j) {
					if now < run.From || run.To >= 0 && now >= run.To {
						continue
					}
					runs = true
					d := w.DemandOf(j)
					for _, piece := range run.Pieces {
						processors, memory, gpus = processors+piece.Processors, memory+d.NodeMemory, gpus+d.NodeGPUs
					}
				}
				if o.State[j] != engine.Refused && !runs && w.Jobs[j].Submit <= now && (o.End[j] < 0 || now < o.End[j]) {
					waiting++
				}
			}
			if got := [4]int32{s.Busy.At(i), s.Memory.At(i), s.GPUs.At(i), s.Queue.At(i)}; got != [4]int32{processors, memory, gpus, waiting} {
				t.Fatalf("at %d %v, want %v", now, got, [4]int32{processors, memory, gpus, waiting})
			}
		}
	})
}
