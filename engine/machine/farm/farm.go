// Package farm is a machine of unequal computers that share licences, on which jobs can be interrupted.
// It knows where a job can run, for how long, and what it keeps of its work.
package farm

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"backfill/engine"
	"backfill/engine/machine/bitset"
)

// What the engine asks of a farm beside engine.Machine.
var (
	_ engine.Preemptive = (*Machine)(nil)
	_ engine.Licensed   = (*Machine)(nil)
)

// Bounds of a farm: each computer and each number of free processors costs memory.
const (
	MaxComputers          = 1000
	MaxComputerProcessors = 1024
	MaxSpeed              = 1 << 17 // MIPS
)

// Computer is one of the farm.
type Computer struct {
	Processors int32           // 1 to MaxComputerProcessors
	Speed      int32           // of each processor, 1 to MaxSpeed MIPS
	Licences   engine.Licences // that can be used there
	Suspends   bool            // whether a preempted job can go on there with its work
	Power      float64         // W that each processor in use takes; 0 if unknown
}

// Config says what a farm is.
type Config struct {
	Computers []Computer // 1 to MaxComputers
	Copies    []int32    // of each licence, how many can be in use at once; up to MaxLicences licences
	// Draw, if not nil, makes Computers and Copies from the workload's seed instead.
	Draw func(seed uint64) ([]Computer, []int32)
	// Widest is how many processors a drawn computer has at most; 0: not known.
	Widest int32
	// Benchmark is the speed of the computer for which times of jobs are given, 1 to MaxSpeed
	// MIPS, where a job does not state it.
	Benchmark int32
	// Overhead is how long a preempted job needs before it goes on, whenever it starts again.
	Overhead engine.Time
}

// Machine is made of unequal computers that share floating licences. A job runs on one
// computer, which has enough processors for it and may use all licences that it needs; how
// long that takes depends on the computer's speed. A licence has one copy in use on every
// computer on which at least one running job needs it.
//
// Jobs can be preempted. Their work is measured in MIPS times milliseconds on each processor, an
// integer. A job with Checkpoints keeps its work and goes on anywhere. Any other job keeps it
// only on a computer that suspends jobs, and loses it by starting on another one; preempted
// elsewhere, it starts again from its beginning.
//
// Lane and placement p are the p-th fastest computer, ties in the order in which they are
// given.
//
// Source: Baraglia, Capannini, Dazzi, Pagano, A multi-criteria job scheduling framework for
// large computing farms, section 3 and equation 15.
type Machine struct {
	config Config

	computers []Computer // fastest first
	number    []int32    // by computer: its place in the list, from 0
	copies    []int32
	usable    []bitset.Set // by licence: computers that may use it
	wide      []bitset.Set // by number of processors: computers that have as many
	sum       int32        // processors of all

	workload *engine.Workload
	jobs     []engine.Job
	present  Availability
	work     []progress // by job
}

// progress is the work that a job has done, and where the job is.
type progress struct {
	place engine.Placement // where it runs; NoPlace: nowhere
	began engine.Time      // there
	kept  int64            // done before, MIPS times ms
	held  engine.Time      // how long the kept work took
	at    engine.Placement // where kept counts; NoPlace: anywhere
	lost  engine.Time      // how long it ran without lasting work
	again bool             // it has been preempted
}

// New makes a farm. A drawn farm is that of seed 0 until Begin.
func New(config Config) *Machine {
	f := &Machine{config: config}
	if config.Draw != nil {
		f.Draw(0)
		return f
	}
	f.build(config.Computers, config.Copies)
	return f
}

// Of is the farm of a simulation, nil if it is on another machine.
func Of(s *engine.State) *Machine {
	farm, _ := s.Machine().(*Machine)
	return farm
}

// Drawn says whether the farm is drawn, and so differs from seed to seed.
func (f *Machine) Drawn() bool { return f.config.Draw != nil }

// WidestDrawn is how many processors a computer has at most, whatever the seed; 0 if that is not
// known or the farm is not drawn.
func (f *Machine) WidestDrawn() int32 { return f.config.Widest }

// Draw draws the farm anew for a seed, if it is a drawn one. It must be empty.
func (f *Machine) Draw(seed uint64) {
	if f.config.Draw != nil {
		f.build(f.config.Draw(seed))
	}
}

func (f *Machine) build(computers []Computer, copies []int32) {
	n := int32(len(computers))
	f.number = make([]int32, n)
	for i := range f.number {
		f.number[i] = int32(i)
	}
	slices.SortStableFunc(f.number, func(a, b int32) int { return cmp.Compare(computers[b].Speed, computers[a].Speed) })
	f.computers, f.copies, f.sum = make([]Computer, n), slices.Clone(copies), 0
	widest := int32(0)
	for p, i := range f.number {
		f.computers[p] = computers[i]
		f.sum += computers[i].Processors
		widest = max(widest, computers[i].Processors)
	}
	f.usable, f.wide = make([]bitset.Set, len(copies)), make([]bitset.Set, widest+1)
	for l := range f.usable {
		f.usable[l] = bitset.New(n)
	}
	for c := range f.wide {
		f.wide[c] = bitset.New(n)
	}
	for p := range n {
		for l := range (f.computers[p].Licences & f.known()).Each {
			f.usable[l].Add(p, 1)
		}
		for c := range f.computers[p].Processors + 1 {
			f.wide[c].Add(p, 1)
		}
	}
	f.present = *f.NewAvailability()
}

// known is the set of the licences that the farm has.
func (f *Machine) known() engine.Licences { return 1<<len(f.copies) - 1 }

func (f *Machine) Begin(w *engine.Workload) {
	f.Draw(w.Seed)
	f.present.Clear()
	f.workload, f.jobs = w, w.Jobs
	f.work = slices.Repeat([]progress{{place: engine.NoPlace, at: engine.NoPlace}}, len(w.Jobs))
}

// Computers lists the computers, the fastest first. It must not be changed.
func (f *Machine) Computers() []Computer { return f.computers }

// Copies says how many copies of each licence there are. It must not be changed.
func (f *Machine) Copies() []int32 { return f.copies }

// Number is the place of computer p in the list of the configuration, from 1.
func (f *Machine) Number(p engine.Placement) int32 { return f.number[p] + 1 }

func (f *Machine) Processors() int32 { return f.sum }

func (f *Machine) Unit() int32 { return 1 }

func (f *Machine) Free() int32 { return f.present.idle }

func (f *Machine) Offers() engine.Capability {
	return engine.Estimates | engine.Farms | engine.Monotone | engine.FirmPlaces
}

// Runs says whether some computer could run jobs of so many processors with such licences.
func (f *Machine) Runs(processors int32, licences engine.Licences) bool {
	if int(processors) >= len(f.wide) || licences&^f.known() != 0 {
		return false
	}
	for w, word := range f.wide[processors] {
		for l := range licences.Each {
			word &= f.usable[l][w]
		}
		if word != 0 && f.haveCopies(licences) {
			return true
		}
	}
	return false
}

// Widest is the most processors of a computer that may use such licences, whether or not they
// have copies; 0 if there is no such computer.
func (f *Machine) Widest(licences engine.Licences) int32 {
	widest := int32(0)
	for _, c := range f.computers {
		if licences&^c.Licences == 0 {
			widest = max(widest, c.Processors)
		}
	}
	return widest
}

func (f *Machine) haveCopies(licences engine.Licences) bool {
	for l := range licences.Each {
		if f.copies[l] == 0 {
			return false
		}
	}
	return true
}

func (f *Machine) CanEver(j int32) bool { return f.Runs(f.jobs[j].Processors, f.workload.Needs(j)) }

// Affine fills set with the computers that have enough processors for job j and may use all its
// licences, whatever is in use: the fastest first. set has length Words. The farm can run the
// job.
func (f *Machine) Affine(j int32, set []uint64) {
	copy(set, f.wide[f.jobs[j].Processors])
	for l := range f.workload.Needs(j).Each {
		for w := range set {
			set[w] &= f.usable[l][w]
		}
	}
}

// Words is the length of a set of the farm's computers.
func (f *Machine) Words() int { return len(f.wide[0]) }

// Places goes through a set of computers, the fastest first.
func Places(set []uint64) func(yield func(p engine.Placement) bool) {
	return func(yield func(p engine.Placement) bool) {
		for w, word := range set {
			for ; word != 0; word &= word - 1 {
				if !yield(engine.Placement(w*64 + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}

// Fastest is the fastest of a set of computers, NoPlace if it is empty.
func Fastest(set []uint64) engine.Placement {
	for p := range Places(set) {
		return p
	}
	return engine.NoPlace
}

func (f *Machine) Fits(j int32) (engine.Placement, bool) { return f.present.First(j) }

func (f *Machine) Place(j int32, p engine.Placement) {
	f.present.Take(j, p)
	f.work[j].place = p
}

func (f *Machine) Release(j int32) {
	f.present.Give(j, f.work[j].place)
	f.work[j].place = engine.NoPlace
}

// PlaceOf is where job j runs, NoPlace if it does not.
func (f *Machine) PlaceOf(j int32) engine.Placement { return f.work[j].place }

// KeptAt is where the work of waiting job j counts, NoPlace if anywhere.
func (f *Machine) KeptAt(j int32) engine.Placement { return f.work[j].at }

// Began is when running job j started last.
func (f *Machine) Began(j int32) engine.Time { return f.work[j].began }

// Present is what is free now. It must not be changed.
func (f *Machine) Present() *Availability { return &f.present }

// benchmark is the speed of the computer for which the times of job j are given, MIPS.
func (f *Machine) benchmark(j int32) int64 {
	if f.workload.Benchmark == nil || f.workload.Benchmark[j] <= 0 {
		return int64(f.config.Benchmark)
	}
	return int64(f.workload.Benchmark[j])
}

// longest is where times are cut off: 1100 years. Multiplied by MaxSpeed it fits an int64.
const longest engine.Time = 1 << 45

// slowest is the longest that a job runs: 140,000 years. Even if many such jobs run one after the
// other, the clock does not overflow.
const slowest engine.Time = 1 << 52

// workIn is the work that job j does in a length of time on the computer for which its times are
// given.
func (f *Machine) workIn(j int32, length engine.Time) int64 {
	return int64(min(length, longest)) * f.benchmark(j)
}

// keptAt is the work of waiting job j that counts at p.
func (w *progress) keptAt(p engine.Placement) int64 {
	if w.at == engine.NoPlace || w.at == p {
		return w.kept
	}
	return 0
}

// doneAt is the work of job j by now that would count at p.
func (f *Machine) doneAt(j int32, p engine.Placement, now engine.Time) int64 {
	w := &f.work[j]
	if w.place == engine.NoPlace {
		return w.keptAt(p)
	}
	if w.place != p && !f.workload.KeepsAnywhere(j) {
		return 0
	}
	return w.keptAt(w.place) + f.doneSince(w, now)
}

// doneSince is the work of a running job since it started last.
func (f *Machine) doneSince(w *progress, now engine.Time) int64 {
	ran := now - w.began
	if w.again {
		ran = max(0, ran-f.config.Overhead)
	}
	return int64(min(ran, longest)) * int64(f.computers[w.place].Speed)
}

// Left is the work that job j has left, by its estimate, if it runs at p from now on, in MIPS
// times milliseconds, at least 1. A running job at its place has what is left there.
func (f *Machine) Left(j int32, p engine.Placement, now engine.Time) int64 {
	return max(1, f.workIn(j, f.jobs[j].Estimate)-f.doneAt(j, p, now))
}

// Takes is how long waiting job j would run from a start at p until its work is done. The whole
// work takes length on the computer for which the job's times are given. Rounded up, at least 1
// ms, at most slowest beside the overhead.
func (f *Machine) Takes(j int32, p engine.Placement, length engine.Time) engine.Time {
	w := &f.work[j]
	speed := int64(f.computers[p].Speed)
	left := f.workIn(j, length) - w.keptAt(p)
	time := min(max(1, engine.Time((left+speed-1)/speed)), slowest)
	if w.again {
		time += f.config.Overhead
	}
	return time
}

// Begun notes that job j runs from now on where it was placed.
func (f *Machine) Begun(j int32, now engine.Time) { f.work[j].began = now }

// settle gives up earlier work of a job, which has run at its place, if that does not count
// there.
func (w *progress) settle() {
	if w.at != engine.NoPlace && w.at != w.place {
		w.lost += w.held
		w.kept, w.held = 0, 0
	}
	w.at = engine.NoPlace
}

// Preempt notes that job j, which has run for a while, stops now, and says what becomes of its
// work.
func (f *Machine) Preempt(j int32, now engine.Time) engine.SegmentEnd {
	w := &f.work[j]
	w.settle()
	done, ran := f.doneSince(w, now), now-w.began
	if w.again {
		overhead := min(ran, f.config.Overhead)
		w.lost += overhead
		ran -= overhead
	}
	w.again = true
	keeps := f.workload.KeepsAnywhere(j)
	if keeps || f.computers[w.place].Suspends {
		w.kept += done
		w.held += ran
		if keeps {
			return engine.Checkpointed
		}
		w.at = w.place
		return engine.Suspended
	}
	w.lost += w.held + ran
	w.kept, w.held = 0, 0
	return engine.Restarted
}

// Lost is how long job j, which ends now, ran without lasting work.
func (f *Machine) Lost(j int32) engine.Time {
	w := &f.work[j]
	w.settle()
	if w.again {
		return w.lost + f.config.Overhead // of its last segment
	}
	return w.lost
}

func (f *Machine) Lanes() []engine.Lane {
	lanes := make([]engine.Lane, len(f.computers))
	for p, c := range f.computers {
		lanes[p] = engine.Lane{Kind: "computer", Name: fmt.Sprintf("computer %d", f.number[p]+1), Processors: c.Processors, Speed: c.Speed}
	}
	return lanes
}

func (f *Machine) Room(j int32) engine.Room {
	room := engine.Room{Lane: engine.NoLane, Memory: -1}
	if place, ok := f.Fits(j); ok {
		room.Lane = int32(place)
	}
	room.Processors, room.Licences = f.present.Nearest(j)
	return room
}
