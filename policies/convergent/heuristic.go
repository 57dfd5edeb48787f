// Package convergent is the Convergent Scheduler for a farm of unequal computers: at every
// event it values each pair of a job and a computer that can run it, by the weighted sum of
// some heuristics, and makes a new plan of the pairs with the highest sums.
//
// Source: Baraglia, Capannini, Dazzi, Pagano, A multi-criteria job scheduling framework for
// large computing farms, section 4.
//
// It knows the engine and no other policy.
package convergent

import (
	"math"
	"math/bits"

	"backfill/engine"
	"backfill/engine/machine/farm"
)

// Heuristic is one criterion by which pairs of a job and a computer are valued. It is a pure
// function of what it is given: to add one, write its file and add its line to Heuristics.
type Heuristic interface {
	// Whole is what the heuristic finds out about job j before it values its pairs.
	Whole(now *Instant, j *Job) float64
	// Value says how desirable it is that job j runs at p, one of the computers that can run
	// it, where it has remaining ms left to run: from 0 to 1. whole is what Whole found.
	Value(now *Instant, j *Job, p engine.Placement, remaining, whole float64) float64
	// Bound is not less, but for rounding, than the value of job j at any computer on which it
	// has at least shortest ms left to run, without its home unless home says so. The closer it
	// is, the fewer pairs are valued in vain. O(1), or nearly so.
	Bound(now *Instant, j *Job, shortest float64, home bool) float64
}

// simple is the part of a Heuristic that knows nothing of a job as a whole and no better
// bound than 1.
type simple struct{}

func (simple) Whole(*Instant, *Job) float64 { return 0 }

func (simple) Bound(*Instant, *Job, float64, bool) float64 { return 1 }

// Settings are the parameters of heuristics beside their weights.
type Settings struct {
	K      float64 // by how much run times are overestimated for deadlines, not below 0
	Figure bool    // the deadline counts as figure 2 has it, not as equation 6
}

// Heuristics lists all, in the order in which they are added up: what a term is called, its
// parameter for the weight with the paper's value, and how it is made.
var Heuristics = []struct {
	Term, Weight string
	Default      float64
	Doc          string
	New          func(Settings) Heuristic
}{
	{"deadline", "deadlineWeight", 15, "Weight of the urgency of a job's deadline.", func(s Settings) Heuristic { return deadline{s.K, s.Figure} }},
	{"overhead", "overheadWeight", 40, "Weight of leaving a job where it runs, the more the longer it has run and the less is left of it.", func(Settings) Heuristic { return overhead{} }},
	{"aging", "agingWeight", 5, "Weight of the time since the job was submitted, set against the time that it has left to run.", func(Settings) Heuristic { return aging{} }},
	{"licences", "licenceWeight", 5, "Weight of the demand for the licences that the job needs.", func(Settings) Heuristic { return licences{} }},
	{"waiting", "waitWeight", 8, "Weight of being short: little left to run, set against the longest that is left of any job there.", func(Settings) Heuristic { return waiting{} }},
	{"energy", "energyWeight", 0, "Weight of computers that take little energy for the job; not in the paper's measurements.", func(Settings) Heuristic { return energy{} }},
}

// Instant is what heuristics know of the farm and of all jobs at one instant.
type Instant struct {
	Computers []farm.Computer // the fastest first
	Copies    []int32         // by licence
	Requests  []int32         // by licence: jobs that wait or run and need it
	Most      []float64       // by computer: the most, MIPS ms, that a job which it can run has left to do there
	MostLeft  float64         // MIPS ms: the most that any job has left to do

	Demand []float64 // by licence: Requests for each of its Copies

	speed  []float64 // by computer
	faster []int32   // by speed: computers that have at least that, up to one more than the fastest has
}

// Job is what heuristics know of a job that waits or runs.
//
// What it has left to do, in MIPS ms, may be less at its home, the computer where it runs or
// was suspended, than on all others.
type Job struct {
	Needs     engine.Licences
	Affine    []uint64         // the set of computers that can run it
	Runs      engine.Placement // where it runs; engine.NoPlace: it waits
	Home      engine.Placement // where it runs or was suspended; engine.NoPlace: neither
	AtHome    float64          // what it has left to do there
	Elsewhere float64          // what it has left to do on another computer
	Age       float64          // ms since its submission
	Slack     float64          // ms until its deadline, below 0 if that is over; +Inf: it has none
	Elapsed   float64          // ms since it started last, if it runs
	Shortest  float64          // ms: no computer that can run it takes less
	Longest   float64          // ms: no computer that can run it takes more
	Energy    float64          // W ms: what a processor takes for the whole job on the computer of Affine that takes most

	fastest, slowest engine.Placement // of Affine
	count            float64          // of Affine
	speeds           []int32          // by number: the sum of the speeds of as many of Affine, the fastest ones
	total            float64          // all that it has to do
	deadline         engine.Time
	seen             int // the plan in which it was there last
}

// left is what the job has left to do at p, MIPS ms.
func (j *Job) left(p engine.Placement) float64 {
	if p == j.Home {
		return j.AtHome
	}
	return j.Elsewhere
}

// atLeast is how many computers of Affine have at least a speed. O(words of the set).
func (j *Job) atLeast(now *Instant, speed float64) int {
	if speed > float64(len(now.faster)-1) {
		return 0
	}
	n, left := 0, int(now.faster[int(math.Ceil(speed))])
	for _, word := range j.Affine {
		if left < 64 {
			return n + bits.OnesCount64(word&(1<<left-1))
		}
		n += bits.OnesCount64(word)
		left -= 64
	}
	return n
}

// remaining is how long job j, ms, has left to run at p.
func (now *Instant) remaining(j *Job, p engine.Placement) float64 { return j.left(p) / now.speed[p] }
