package resources

import (
	"slices"

	"backfill/engine"
)

// Shadow is a time during which a job ran on a lane whose processes asked for more than
// there is: a step of the demand there, as far as it lies between the job's start and end.
//
// Source: Guim, Corbalan, Labarta, section III, where it is called a shared shadow.
type Shadow struct {
	Lane      int32
	From, To  engine.Time
	Bandwidth int64 // of memory asked for, MB/s
	Network   int64 // MB/s
	Penalty   float64
	// Lost is by how much the job's work on this lane came to take longer, ms: nothing once
	// that is done and the job only waits for its other lanes.
	Lost float64
}

// Losses are the shadows of a job that has ended.
type Losses struct {
	Shadows []Shadow // by lane and time
	Slowest int32    // the lane on which the job lost most, NoLane if it lost nothing
	// Lost is how much that was: what the job ran longer than its run time or, if it was
	// killed, what it would have had to run longer up to then. ms
	Lost float64
}

// LossesOf lists the shadows of job j of an outcome with a Sharing. What is lost in the steps
// on a lane adds up, to the rounding of milliseconds, to what the job ran longer: under
// SharedRate that is the part of a shadow in which no work was done, penalty/(1+penalty) of
// it; under FirstOrder the penalty times the part that lies in the job's run time.
// O(jobs, and pieces of those that run at the same time).
func LossesOf(o *engine.Outcome, j int32) Losses {
	losses := Losses{Slowest: engine.NoLane}
	i := slices.Index(o.StartOrder, j)
	if i < 0 || o.End[j] < 0 {
		return losses
	}
	lanes := make([]bool, len(o.Lanes))
	for _, p := range o.PiecesOf(i) {
		lanes[p.Lane] = true
	}
	d := demandIn(o, o.Start[j], o.End[j])
	for lane, runs := range lanes {
		if !runs {
			continue
		}
		lost := losses.on(d, int32(lane), j)
		if lost > losses.Lost {
			losses.Slowest, losses.Lost = int32(lane), lost
		}
	}
	return losses
}

// on appends the shadows of job j on one of its lanes and says what it lost there.
func (l *Losses) on(d *Demand, lane, j int32) float64 {
	o := d.Outcome
	start, end := o.Start[j], o.End[j]
	run := o.Workload.Jobs[j].Run
	left, lost := float64(run), 0.0 // work, in ms at full speed
	for step := d.StepAt(lane, start); step < d.Offset[lane+1] && d.At[step] < end; step++ {
		from, to := max(d.At[step], start), min(d.Until(lane, step), end)
		penalty := d.Penalty(step)
		length := float64(to - from)
		part := min(length/(1+penalty), left) * penalty
		if left -= length / (1 + penalty); left < 0 {
			left = 0
		}
		if o.Sharing.Model == engine.FirstOrder {
			part = max(0, float64(min(to, start+run)-from)) * penalty
		}
		if penalty > 0 {
			l.Shadows = append(l.Shadows, Shadow{lane, from, to, d.Bandwidth[step], d.Network[step], penalty, part})
			lost += part
		}
	}
	return lost
}
