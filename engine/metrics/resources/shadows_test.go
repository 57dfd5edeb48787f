package resources

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/metrics/metricstest"
	"backfill/engine/steps"
	"backfill/engine/workload/workloadtest"
)

// twoOnANode are two jobs of two processes on a node of four, of which each asks for 2000 of
// 6000 MB/s: from 300 to 700 they have a penalty of 8/6 - 1. A second node runs a process of
// the later job, which nothing slows down there.
func twoOnANode(model engine.SharingModel) *engine.Outcome {
	o := metricstest.Outcome(8, 1, []metricstest.Row{{Submit: 0, Start: 0, End: 700, Size: 2}, {Submit: 300, Start: 300, End: 1000, Size: 3}}, engine.Millisecond)
	o.Workload.Jobs[0].Run, o.Workload.Jobs[1].Run = 600, 600
	o.Workload.Bandwidth = []int32{2000, 2000}
	o.Lanes = []engine.Lane{{Processors: 4}, {Processors: 4}}
	o.Pieces, o.PieceEnd = []engine.Piece{{Lane: 0, Processors: 2}, {Lane: 0, Processors: 2}, {Lane: 1, Processors: 1}}, []int32{1, 3}
	o.Sharing = &engine.Sharing{Model: model, Bandwidth: 6000, Scale: 1}
	return o
}

func TestDemandOfANode(t *testing.T) {
	o := twoOnANode(engine.SharedRate)
	d := DemandOf(o)
	if want := []engine.Time{0, 300, 700, 1000, 300, 1000}; !slices.Equal(d.At, want) || !slices.Equal(d.Offset, []int32{0, 4, 6}) {
		t.Errorf("steps at %v, of lanes %v", d.At, d.Offset)
	}
	if want := []int64{4000, 8000, 4000, 0, 2000, 0}; !slices.Equal(d.Bandwidth, want) {
		t.Errorf("asked for are %v, want %v", d.Bandwidth, want)
	}
	if d.StepAt(0, 299) != 0 || d.StepAt(0, 300) != 1 || d.StepAt(1, 299) != -1 || d.Until(0, 1) != 700 || d.Until(0, 3) != engine.Never {
		t.Error("steps are not found")
	}
	if load, penalty := d.Load(1), d.Penalty(1); math.Abs(load-4./3) > 1e-9 || math.Abs(penalty-1./3) > 1e-9 {
		t.Errorf("load %v, penalty %v", load, penalty)
	}
	instants := steps.NewInstants(4)
	for _, at := range []engine.Time{0, 300, 700, 1000} {
		instants.Append(at)
	}
	if got, want := Conflicts(o, &instants), []int32{0, 1, 0, 0}; !reflect.DeepEqual(got, steps.CountsOf(want)) {
		t.Errorf("at %v there are %v conflicts, want %v", instants, got, want)
	}
}

// Made in parts, with other things in between, demand is the same.
func TestDemandInParts(t *testing.T) {
	workloadtest.OnlyNatively(t)
	const n = 2*partJobs + 1
	rows := make([]metricstest.Row, n)
	for i := range rows {
		at := engine.Time(i)
		rows[i] = metricstest.Row{Submit: at, Start: at, End: at + 1 + at%7, Size: 1}
	}
	o := metricstest.Outcome(16, 1, rows, engine.Millisecond)
	slices.SortStableFunc(o.EndOrder, func(a, b int32) int { return int(o.End[a] - o.End[b]) })
	o.Lanes = []engine.Lane{{Processors: 8}, {Processors: 8}}
	for i := range n {
		o.Workload.Bandwidth = append(o.Workload.Bandwidth, int32(i%5))
		o.Pieces, o.PieceEnd = append(o.Pieces, engine.Piece{Lane: int32(i % 2), Processors: 1}), append(o.PieceEnd, int32(i+1))
	}
	o.Sharing = &engine.Sharing{Model: engine.SharedRate, Bandwidth: 10, Scale: 1}
	f, parts := FollowDemand(o), 0
	for ; parts < f.Parts(); parts++ {
		f.Follow()
	}
	if want := DemandOf(o); parts != 6 || !reflect.DeepEqual(f.Demand, want) || len(want.At) < n {
		t.Errorf("after %d parts there are %d steps, want %d", parts, len(f.Demand.At), len(want.At))
	}
}

// By rates, 400 ms at 6/8 do 300 of work: both jobs lose 100. To first order job 0 loses a third of
// the 300 ms of its run time in the shadow, and job 1, whose 600 end at 900, of all 400.
func TestLossesOnANode(t *testing.T) {
	for model, want := range map[engine.SharingModel][]float64{engine.SharedRate: {100, 100}, engine.FirstOrder: {100, 400. / 3}} {
		o := twoOnANode(model)
		for j, lost := range want {
			l := LossesOf(o, int32(j))
			if len(l.Shadows) != 1 || l.Slowest != 0 || math.Abs(l.Lost-lost) > 1e-9 {
				t.Errorf("model %d, job %d: %+v, want %v lost", model, j, l, lost)
				continue
			}
			if s := l.Shadows[0]; s.From != 300 || s.To != 700 || s.Bandwidth != 8000 || s.Lost != l.Lost {
				t.Errorf("model %d, job %d: shadow %+v", model, j, s)
			}
		}
	}
}
