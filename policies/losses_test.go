package policies

import (
	"fmt"
	"math"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/nodes"
	"backfill/engine/metrics"
	"backfill/engine/metrics/resources"
	"backfill/policies/internal/reference"
)

// What a job lost in its shared shadows on the node on which it lost most is what it ran
// longer, and no more than that where it was killed; and the demand in every step, the
// shadows and the conflicts over time are those that counting finds.
func TestLossesAddUp(t *testing.T) {
	for _, model := range []engine.SharingModel{engine.SharedRate, engine.FirstOrder} {
		lost := 0
		reference.EachTrial(t, 200, func(t *testing.T, c reference.Trial) {
			config := reference.SharingTrial(&c, model)
			o, err := engine.Simulate(c.Workload, nodes.New(config), &EASY{Reservations: 1}, c.Options)
			if err != nil {
				t.Fatal(err)
			}
			what := fmt.Sprintf("%+v %v", config, c)
			for _, j := range o.StartOrder {
				l := resources.LossesOf(o, j)
				extra := float64(o.End[j] - o.Start[j] - c.Workload.Jobs[j].Run)
				const rounding = 2.0 / 1024
				slack := rounding * float64(2*len(o.StartOrder)+2)
				killed := o.State[j] == engine.Killed
				if l.Lost < extra-1-slack || !killed && l.Lost > extra+slack {
					t.Fatalf("%s: job %d, %v, ran %v ms longer and lost %v: %+v", what, j, o.State[j], extra, l.Lost, l.Shadows)
				}
				if l.Lost > 0 {
					lost++
				}
				sums := map[int32]float64{}
				for _, s := range l.Shadows {
					bandwidth, network := askedOn(o, s.Lane, s.From)
					if s.Bandwidth != bandwidth || s.Network != network || s.To <= s.From || s.Penalty <= 0 {
						t.Fatalf("%s: job %d: shadow %+v, asked for are %d and %d", what, j, s, bandwidth, network)
					}
					// Where the work is done nothing is lost any more.
					left := float64(c.Workload.Jobs[j].Run-(s.From-o.Start[j])) + sums[s.Lane]
					if model == engine.SharedRate && s.Lost > max(0, left)*s.Penalty+slack {
						t.Fatalf("%s: job %d has %v ms of work left on node %d at %d and loses %v", what, j, left, s.Lane, s.From, s.Lost)
					}
					sums[s.Lane] += s.Lost
				}
				if math.Abs(sums[l.Slowest]-l.Lost) > 1e-6 {
					t.Fatalf("%s: job %d lost %v on node %d, not %v", what, j, sums[l.Slowest], l.Slowest, l.Lost)
				}
			}
			if o.Sharing == nil {
				return
			}
			series, demand := metrics.OverTime(o), resources.DemandOf(o)
			for i, at := range series.At.All() {
				conflicts := int32(0)
				for lane := range int32(len(o.Lanes)) {
					bandwidth, network := askedOn(o, lane, at)
					if o.Sharing.Penalty(bandwidth, network) > 0 {
						conflicts++
					}
					step := demand.StepAt(lane, at)
					if step < 0 && bandwidth != 0 || step >= 0 && (demand.Bandwidth[step] != bandwidth || demand.Network[step] != network) {
						t.Fatalf("%s: step %d of node %d at %d, asked for are %d and %d", what, step, lane, at, bandwidth, network)
					}
				}
				if series.Conflicts.At(i) != conflicts {
					t.Fatalf("%s: %d conflicts at %d, want %d", what, series.Conflicts.At(i), at, conflicts)
				}
			}
		})
		if lost == 0 {
			t.Error("nobody lost anything")
		}
	}
}

// askedOn is what the processes on a node ask for at an instant.
func askedOn(o *engine.Outcome, node int32, at engine.Time) (bandwidth, network int64) {
	for run, piece := range o.EachPiece {
		if piece.Lane == node && run.From <= at && (run.To < 0 || at < run.To) {
			bandwidth += int64(piece.Processors * max(0, o.Workload.Bandwidth[run.Job]))
			network += int64(piece.Processors * max(0, o.Workload.Network[run.Job]))
		}
	}
	return bandwidth, network
}
