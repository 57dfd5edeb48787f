package engine

import (
	"backfill/engine/eventlist"
	"backfill/engine/profile"
	"backfill/engine/waiting"
)

// State is a running simulation as a policy sees it: a view of what waits, runs
// and is free, and the verbs Start, Reserve, Drop and WakeAt.
type State struct {
	workload  *Workload
	jobs      []Job
	machine   Machine
	cluster   *Cluster      // machine, if it is a Cluster: spares calls through interfaces
	divided   Divided       // machine, if it has lanes
	scattered Scattered     // machine, if its jobs have pieces
	tiered    Tiered        // machine, if some jobs go before others
	parted    Partitioned   // machine, if it has partitions
	stranding Stranding     // machine, if it is to tell what is stranded
	variable  VariableRate  // machine, if it changes the rate of jobs
	forecast  Forecast      // nil until the policy asks for it
	pool      *poolForecast // forecast, if it is a poolForecast: for the same reason
	options   Options
	offers    Capability // of machine

	now      Time
	arrivals arrivals
	queue    waiting.Queue
	bySize   waiting.BySize // of queue, if it is long
	holes    []profile.Hole // buffer
	ends     eventlist.List
	plain    bool    // see isPlain
	due      []int32 // buffer
	events   []Event
	saw      eventKinds
	freed    bool // processors were freed since the last call
	wakeUp   Time // Never if the policy asked for none

	// expiries holds the ends of estimates of running jobs that will outlive them. overdue are
	// the jobs that have outlived theirs and are never killed; they are expected to end at
	// overdueEnd.
	expiries   eventlist.Heap
	overdue    []int32
	overdueEnd Time

	dedicated dedicated
	elastic   *elastic  // nil: commands are ignored or there are none
	moving    *moving   // nil: ends of running jobs do not move
	segments  *segments // nil: the machine cannot interrupt jobs
	beliefs   beliefs

	overcommitted int   // starts on processors that were not free
	undone        int32 // starts of runs that were stopped

	postponed bool // the policy called Postpone in this call

	failure error // the error with which the policy or an observer gave up

	observers []Observer
	observing []Observer // observers of the present call
	outcome   *Outcome
}

// Now is the present instant.
func (s *State) Now() Time { return s.now }

// Workload is the table of all jobs, as elastic commands have made them so far. A
// policy reads attributes of jobs that have arrived, never their real run times.
func (s *State) Workload() *Workload { return s.workload }

// Machine is what the jobs run on, for policies that are made for one kind of machine.
func (s *State) Machine() Machine { return s.machine }

// Job is row j of the workload.
func (s *State) Job(j int32) *Job { return &s.jobs[j] }

// Events lists what changed since the last call, in the order in which it was taken.
func (s *State) Events() []Event { return s.events }

// Saw says whether Events holds one of the kind.
func (s *State) Saw(kind EventKind) bool { return s.saw&(1<<kind) != 0 }

// OnlyArrivals says whether nothing but arrivals happened since the last call, on a machine that
// offers what is given: no processors were freed and no expected end has moved. On a Monotone
// machine, no job that waited then fits now. Where the machine has FirmPlaces, none may start
// beside the reservations either, and these need not be made anew.
func (s *State) OnlyArrivals(on Capability) bool {
	return !s.freed && s.saw&^(1<<Arrival) == 0 && s.offers&on == on
}

// First is the waiting job that arrived first, NoJob if none waits.
func (s *State) First() int32 { return s.queue.First }

// Next is the waiting job that arrived next after j, NoJob if there is none. Job j waits, or was
// started in this call while the walk stood on it.
func (s *State) Next(j int32) int32 { return s.queue.Next[j] }

// SameRoom says whether jobs i and j fit in the same places beside the same jobs, and run equally long in each if their estimates are
// equal.
func (s *State) SameRoom(i, j int32) bool {
	if sorting, ok := s.machine.(interface{ SameRoom(i, j int32) bool }); ok {
		return sorting.SameRoom(i, j)
	}
	return s.workload.SameRoom(i, j)
}

// Partitions is how many partitions the machine has, 0 if it knows none.
func (s *State) Partitions() int {
	if s.parted == nil {
		return 0
	}
	return s.parted.PartitionCount()
}

// MayRunIn lists the partitions in which job j may run, by their numbers from 0, on a machine with partitions. The list must not be changed.
func (s *State) MayRunIn(j int32) []byte { return s.parted.MayRunIn(j) }

// Waiting is the number of waiting jobs.
func (s *State) Waiting() int { return int(s.queue.Length) }

// Free is the number of processors that no job holds.
func (s *State) Free() int32 { return s.machine.Free() }

// Processors is the size of the machine.
func (s *State) Processors() int32 { return s.machine.Processors() }

// Occupies is the number of processors that job j takes: its own, rounded up to the
// machine's allocation unit.
func (s *State) Occupies(j int32) int32 { return roundUp(s.jobs[j].Processors, s.machine.Unit()) }

// A queue of deepQueue jobs gets an index. It is given up when fewer than shallowQueue jobs are
// left: it is faster to look at so few one by one.
const deepQueue, shallowQueue = 256, 64

// Fitting is the first waiting job from j on, in the order of arrival, that fits on the machine
// now, whatever is reserved; NoJob if there is none. If decisions are recorded, the jobs passed
// over are noted as too wide. O(jobs passed over), on a cluster with a long queue at most as much
// as Startable.
func (s *State) Fitting(j int32) int32 {
	if s.cluster != nil && !s.Recording() {
		if s.queue.Length >= shallowQueue && s.deep() {
			s.holes = append(s.holes[:0], profile.Hole{Processors: s.cluster.free, Length: Never})
			return s.among(j)
		}
		return s.cluster.fitting(j, s.queue.Next)
	}
	for ; j != NoJob; j = s.queue.Next[j] {
		if _, ok := s.machine.Fits(j); ok {
			return j
		}
		s.NoteStartsNow(j)
	}
	return NoJob
}

// among is the first waiting job from j on that fits into one of the holes, by the index.
func (s *State) among(j int32) int32 {
	if j == NoJob {
		return NoJob
	}
	return s.bySize.From(j, s.jobs[j].Processors, s.holes)
}

// deep says whether the queue has an index, and makes one if enough jobs wait.
func (s *State) deep() bool {
	if !s.bySize.Exists && s.queue.Length >= deepQueue {
		s.bySize.Begin(len(s.jobs))
		for j := s.queue.First; j != NoJob; j = s.queue.Next[j] {
			s.bySize.Add(j, s.jobs[j].Processors, s.jobs[j].Estimate)
		}
	}
	return s.bySize.Exists
}

// Fits says whether job j fits on the machine now, whatever is reserved.
func (s *State) Fits(j int32) (Placement, bool) { return s.machine.Fits(j) }

// StartsNow says whether job j may start now, run for its whole estimate and delay
// no reservation.
func (s *State) StartsNow(j int32) (Placement, bool) { return s.look().StartsNow(j) }

// Startable is the first waiting job from j on, in the order of arrival, that may start now, run
// for its whole estimate and delay no reservation, and where; NoJob if there is none. If
// decisions are recorded, it notes why that job starts and why the jobs passed over wait. O(jobs
// passed over), on a cluster with a long queue O(sizes of jobs * log(waiting jobs)).
func (s *State) Startable(j int32) (int32, Placement) {
	if s.pool != nil && s.pool.single && s.queue.Length < shallowQueue && !s.Recording() {
		return s.pool.one.startable(j, s.queue.Next), 0
	}
	return s.startable(j)
}

// startable is Startable where a look along a short queue is not enough.
func (s *State) startable(j int32) (int32, Placement) {
	if s.cluster != nil && !s.Recording() {
		if s.queue.Length >= shallowQueue && s.deep() {
			s.holes, _ = s.look().Holes(s.holes[:0])
			return s.among(j), 0
		}
		if s.pool != nil && s.pool.single {
			return s.pool.one.startable(j, s.queue.Next), 0
		}
	}
	if s.scattered != nil && (!s.Recording() || s.offers&Monotone == 0) {
		for ; j != NoJob; j = s.queue.Next[j] { // what may start fits
			s.NoteStartsNow(j)
			if place, ok := s.StartsNow(j); ok {
				return j, place
			}
		}
		return NoJob, 0
	}
	for j = s.Fitting(j); j != NoJob; j = s.Fitting(s.queue.Next[j]) {
		s.NoteStartsNow(j)
		if place, ok := s.StartsNow(j); ok {
			return j, place
		}
	}
	return NoJob, 0
}

// Outlook is how many processors will be free from now on, by the expected ends of running jobs
// and beside reservations. The first step begins now, instants ascend, and the last step holds
// for ever. The steps are valid until the next Start or reservation and must not be changed. Only
// a machine that is one pool has one.
func (s *State) Outlook() []profile.Step {
	s.look()
	return s.pool.full().profile.Steps()
}

// Overcommit starts waiting job j whether or not its processors are free, on a
// machine that is one pool. No sound policy does so; some have been published.
func (s *State) Overcommit(j int32) {
	if s.Occupies(j) > s.Free() {
		s.overcommitted++
	}
	s.begin(j, 0)
	s.machine.(*Cluster).Overcommit(j)
}

// Start starts waiting job j at the placement that Fits, StartsNow or a slot gave. A reservation
// that the job holds is used up. The placement of a slot that has been given up since stands for
// the last answer of Fits or StartsNow about the job.
func (s *State) Start(j int32, p Placement) {
	if s.plain {
		s.startPlain(j)
	} else {
		s.start(j, p)
	}
}

func (s *State) start(j int32, p Placement) {
	if s.segments != nil {
		s.beginSegment(j, p)
		return
	}
	s.begin(j, p)
	if s.cluster != nil {
		s.cluster.Place(j, p)
		return
	}
	s.machine.Place(j, p)
	if s.scattered != nil {
		o := s.outcome
		o.Pieces = s.scattered.AppendPieces(o.Pieces, j)
		o.PieceEnd = append(o.PieceEnd, int32(len(o.Pieces)))
		if o.Partition != nil {
			o.Partition[j] = s.parted.RunsIn(j)
		}
	}
}

// begin notes that job j runs at p from now on.
func (s *State) begin(j int32, p Placement) {
	if s.forecast != nil {
		s.forecast.Started(j, p, s.now+s.jobs[j].Estimate)
	}
	o := s.outcome
	o.Start[j] = s.now
	if o.Lane != nil {
		o.Lane[j] = int32(p)
	}
	s.dedicated.leaves(j, &s.queue)
	s.leave(j)
	seq := int32(len(o.StartOrder)) + s.undone
	o.StartOrder = append(o.StartOrder, j)
	if s.moving != nil {
		s.moving.seq[j] = seq
	}
	if s.arrivals.first != nil {
		s.arrivals.started(j, s.now)
	}
	if s.variable == nil {
		s.planEnd(j, seq)
	}
	if s.forecast != nil && (s.options.Kill != KillAtEstimate || s.beliefs.policy != nil) {
		s.planExpiry(j, seq)
	}
}

// leave takes job j, which starts, out of the queue.
func (s *State) leave(j int32) {
	s.queue.Remove(j)
	if s.bySize.Exists {
		s.bySize.Remove(j, s.jobs[j].Processors)
		s.bySize.Exists = s.queue.Length >= shallowQueue
	}
}

// planEnd plans when and how running job j, the seq-th to start, ends.
func (s *State) planEnd(j, seq int32) {
	run, limit := s.jobs[j].Run, s.limit(j)
	s.outcome.State[j] = Completed
	if run > limit {
		run = limit
		s.outcome.State[j] = Killed
	} else if s.options.Kill == KillAtSweep && run > s.Request(j)+s.options.Grace {
		// A log's job that was stopped ended at a sweep of its own scheduler, which may come before the one here.
		s.outcome.State[j] = Killed
	}
	end := s.outcome.Start[j] + run
	if s.moving != nil {
		s.moving.end[j] = end
	}
	s.ends.Push(eventlist.Entry{At: end, Seq: seq, Job: j})
}

// planExpiry notes when the estimate of running job j ends, if the job may outlive it.
func (s *State) planExpiry(j, seq int32) {
	estimate, run := s.jobs[j].Estimate, s.jobs[j].Run
	if s.variable != nil {
		run = Never
	}
	if min(run, s.limit(j)) > estimate {
		s.expiries.Push(eventlist.Entry{At: s.outcome.Start[j] + estimate, Seq: seq, Job: j})
	}
}

// WakeAt asks for a call at t, if t lies in the future. The earliest t counts, and only until the
// next call, whatever causes that.
func (s *State) WakeAt(t Time) {
	if t > s.now {
		s.wakeUp = min(s.wakeUp, t)
	}
}

// Fail ends the simulation, which returns err, as soon as the policy returns. The policy is not
// called again. The first error of a call counts.
func (s *State) Fail(err error) {
	if s.failure == nil {
		s.failure = err
	}
}

// Postpone is WakeAt for a policy that makes its plan at t, in the future, and none now: this
// call does not count as a plan.
func (s *State) Postpone(t Time) {
	s.WakeAt(t)
	s.postponed = true
}

// Overdue says whether a running job has outlived its estimate and is never killed. Its expected
// end is always one moment away.
func (s *State) Overdue() bool { return len(s.overdue) > 0 }

// Grace is how long a job may outlive its request before it is stopped; Never if it is not.
func (s *State) Grace() Time {
	switch s.options.Kill {
	case KillAtEstimate:
		return 0
	case KillNever:
		return Never
	}
	return s.options.Grace
}

// limit is how long job j, which runs, may run.
func (s *State) limit(j int32) Time {
	switch s.options.Kill {
	case KillAtEstimate:
		return s.Request(j)
	case KillAfterGrace:
		return s.Request(j) + s.options.Grace
	case KillAtSweep:
		start := s.outcome.Start[j]
		limit := start + s.Request(j) + s.options.Grace
		return (limit+SweepPeriod-1)/SweepPeriod*SweepPeriod - start
	}
	return Never
}

// look returns the forecast, and makes it when a policy first asks.
func (s *State) look() Forecast {
	if s.forecast == nil {
		s.beginForecast()
	}
	return s.forecast
}

func (s *State) beginForecast() {
	if len(s.outcome.StartOrder) > 0 {
		panic("engine: a policy that uses forecasts must do so from its first call on")
	}
	s.forecast = s.machine.Forecast()
	s.pool, _ = s.forecast.(*poolForecast)
	s.forecast.Advance(s.now)
}
