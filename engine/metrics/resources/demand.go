// Package resources follows what the jobs of a run ask for of resources that they share, over time: memory and network
// bandwidth on each lane, what a job lost for want of it, and the licences of a farm.
//
// It reads outcomes alone. It knows no other metric; package metrics calls it.
package resources

import (
	"math"

	"backfill/engine"
)

// Demand is what the processes on each lane of a machine ask for of the resources that they
// share, as step functions of time: a step of a lane holds from its At to that of the next
// one, the last for ever, and before the first nothing is asked for. A lane has a step at
// each instant at which jobs start or end on it, also if that leaves the demand as it is.
type Demand struct {
	Outcome *engine.Outcome

	Offset    []int32 // lane i has the steps Offset[i] to Offset[i+1]-1
	At        []engine.Time
	Bandwidth []int64 // of memory, MB/s
	Network   []int64 // MB/s
}

// DemandOf follows the lanes of an outcome with a Sharing. 24 bytes a step, O(jobs and their
// pieces).
func DemandOf(o *engine.Outcome) *Demand { return demandIn(o, 0, engine.Never) }

// demandIn is the demand from from to to. What holds at from has a step only if that began
// with a job that still runs then.
func demandIn(o *engine.Outcome, from, to engine.Time) *Demand {
	f := followDemand(o, from, to)
	for f.follow(math.MaxInt) {
	}
	return f.Demand
}

// DemandInParts is a Demand made part by part, for callers with other work in between.
type DemandInParts struct {
	*Demand

	counted, filled *loads
	latest          []engine.Time // by lane: of its last step, while steps are counted
	next            []int32       // step of each lane, while they are filled in
}

// FollowDemand begins the work that DemandOf does in one go.
func FollowDemand(o *engine.Outcome) *DemandInParts { return followDemand(o, 0, engine.Never) }

func followDemand(o *engine.Outcome, from, to engine.Time) *DemandInParts {
	return &DemandInParts{
		Demand:  &Demand{Outcome: o, Offset: make([]int32, len(o.Lanes)+1)},
		counted: newLoads(o, from, to), filled: newLoads(o, from, to), latest: make([]engine.Time, len(o.Lanes)),
	}
}

// partJobs is how many jobs are followed at a time.
const partJobs = 10_000

// Parts is the number of parts in which Follow does its work.
func (f *DemandInParts) Parts() int { return 2 * (len(f.Outcome.EndOrder)/partJobs + 1) }

// Follow makes the next part, if one is left: O(10,000 jobs and their pieces), and once the
// memory for all steps. The Demand can be used when all have been made.
func (f *DemandInParts) Follow() { f.follow(partJobs) }

// follow says whether something is left to do.
func (f *DemandInParts) follow(jobs int) bool {
	d := f.Demand
	if f.next != nil {
		return f.filled.follow(jobs, func(lane int32, at engine.Time) {
			i := f.next[lane]
			if i > d.Offset[lane] && d.At[i-1] == at {
				i--
			}
			d.At[i], d.Bandwidth[i], d.Network[i] = at, f.filled.bandwidth[lane], f.filled.network[lane]
			f.next[lane] = i + 1
		})
	}
	if f.counted.follow(jobs, func(lane int32, at engine.Time) {
		if f.latest[lane] != at || d.Offset[lane+1] == 0 {
			f.latest[lane] = at
			d.Offset[lane+1]++
		}
	}) {
		return true
	}
	for i := range d.Offset[1:] {
		d.Offset[i+1] += d.Offset[i]
	}
	n := d.Offset[len(d.Offset)-1]
	d.At, d.Bandwidth, d.Network = make([]engine.Time, n), make([]int64, n), make([]int64, n)
	f.next = append([]int32{}, d.Offset...)
	return true
}

// Load is the largest quotient of demand and capacity in a step.
func (d *Demand) Load(step int32) float64 {
	load := 0.0
	if c := d.Outcome.Sharing.Bandwidth; c > 0 {
		load = float64(d.Bandwidth[step]) / float64(c)
	}
	if c := d.Outcome.Sharing.Network; c > 0 {
		load = max(load, float64(d.Network[step])/float64(c))
	}
	return load
}

// Penalty is what a process loses in a step, in units of the work that it does: 0 unless
// more is asked for than there is.
func (d *Demand) Penalty(step int32) float64 {
	return d.Outcome.Sharing.Penalty(d.Bandwidth[step], d.Network[step])
}

// StepAt is the step of a lane that holds at an instant, -1 before the first. O(log steps).
func (d *Demand) StepAt(lane int32, at engine.Time) int32 {
	low, high := d.Offset[lane], d.Offset[lane+1]
	for low < high {
		if middle := (low + high) / 2; d.At[middle] <= at {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == d.Offset[lane] {
		return -1
	}
	return low - 1
}

// Until is the instant at which a step of a lane ends, Never if it is the last one.
func (d *Demand) Until(lane, step int32) engine.Time {
	if step+1 < d.Offset[lane+1] {
		return d.At[step+1]
	}
	return engine.Never
}
