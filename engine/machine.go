package engine

import "backfill/engine/profile"

// Placement is where on a machine a job runs: a handle that only the machine that
// gave it can read. A machine that is one pool of processors knows one placement, 0.
type Placement int32

// NoPlace is the placement that stands for "nowhere".
const NoPlace Placement = -1

// Machine decides which jobs fit and where, and keeps account of the jobs that are placed. One
// Machine value serves one simulation. Jobs are rows of the workload given to Begin.
type Machine interface {
	// Begin empties the machine and prepares it for the jobs of w.
	Begin(w *Workload)
	// Processors is the size of the whole machine.
	Processors() int32
	// Unit is the allocation unit: jobs occupy multiples of it.
	Unit() int32
	// CanEver says whether the empty machine could run job j.
	CanEver(j int32) bool
	// Fits says whether job j fits beside the jobs placed now, and where.
	Fits(j int32) (Placement, bool)
	// Place gives job j the processors of placement p. It panics if they are not free.
	Place(j int32, p Placement)
	// Release frees what job j holds.
	Release(j int32)
	// Free is the number of processors that no job holds.
	Free() int32
	// Forecast makes the machine's view of the future. The machine must be empty.
	Forecast() Forecast
	// Offers lists what policies may rely on.
	Offers() Capability
}

// Slot is an answer of a Forecast: from At, for Length, at Place.
type Slot struct {
	At     Time
	Length Time
	Place  Placement
}

// Forecast is a machine's expected future: running jobs hold their processors
// until their expected end, reservations for the length of their slot. It knows
// estimates only, never real run times.
//
// At an instant, all processors count as free whose jobs are expected to end up to and including
// it.
type Forecast interface {
	// Started notes that job j runs at p until the expected end. If the job holds a reservation,
	// that is used up.
	Started(j int32, p Placement, end Time)
	// Ended notes that job j, expected to end at expected, left the machine now.
	Ended(j int32, expected Time)
	// Moved notes that running job j, expected to end at from, is now expected to end
	// at to, not before the present.
	Moved(j int32, from, to Time)
	// Advance moves the present to now, which never decreases.
	Advance(now Time)
	// StartsNow says whether job j may start now, run for its whole estimate and
	// delay no reservation.
	StartsNow(j int32) (Placement, bool)
	// Holes appends to list the holes in which jobs may start now. StartsNow refuses every job
	// that fits into no hole and, if exact, accepts all others.
	Holes(list []profile.Hole) (holes []profile.Hole, exact bool)
	// Earliest is the first slot from now on in which job j fits beside running
	// jobs and reservations.
	Earliest(j int32) Slot
	// Reserve holds the earliest slot for job j, which holds none.
	Reserve(j int32) Slot
	// Drop gives up the reservation of job j, which holds one.
	Drop(j int32)
	// DropAll gives up all reservations.
	DropAll()
	// Reservation is the slot held for job j, false if there is none.
	Reservation(j int32) (Slot, bool)
	// Extra is the number of processors free at t, not before the present, beside
	// running jobs and reservations.
	Extra(t Time) int32
	// Explain says why StartsNow answers what it answers for job j.
	Explain(j int32) Reason
}

// Improving is a Forecast that moves a reservation to an earlier slot at less cost than Drop and
// Reserve.
type Improving interface {
	// Improve moves the reservation of job j to the earliest slot that the job could have without
	// it.
	Improve(j int32) Slot
}

// Capability is a set of properties that machines and workloads offer and
// policies need. The scenario checker refuses a policy whose needs are not met
// and names what is missing.
type Capability uint32

const (
	// OnePool: any free processors will do for any job.
	OnePool Capability = 1 << iota
	// Estimates: the machine forecasts from estimated run times.
	Estimates
	// Elasticity: jobs can be extended and reduced while they wait and run.
	Elasticity
	// RecordedWaits: the workload holds the waits that a log recorded.
	RecordedWaits
	// AnySize: a job may have any number of the processors, up to all of them.
	AnySize
	// Monotone: a job that has no room beside running jobs and reservations has none after other
	// jobs have started either.
	Monotone
	// Farms: computers that differ in speed, with licences, on which jobs can be preempted.
	Farms
	// FirmPlaces, of a machine that is Monotone: a reservation made anew after jobs have started
	// beside it, and none has ended, has the same time and the same place. Without FirmPlaces it
	// may move to another place, so that a job that was refused may start.
	FirmPlaces
	// OneSpeed: a job that nobody slows down runs equally long wherever it starts.
	OneSpeed
	// Users: the workload says whose the jobs are.
	Users
	// Groups: the workload says of which group the jobs are.
	Groups
	// Queues: the workload says in which queue the jobs were.
	Queues
	// Partitions: the machine is Partitioned.
	Partitions
	// NodesAsSlurm: the machine is Partitioned, and its nodes are chosen one by one, as Slurm does.
	NodesAsSlurm
	// LetsWait: a job that the machine can never run need not be refused: it waits in the queue for ever, as in Slurm unless EnforcePartLimits
	// says otherwise.
	LetsWait
)

// Missing names the capabilities of c that offered lacks, for an error message.
func (c Capability) Missing(offered Capability) []string {
	var missing []string
	for _, known := range []struct {
		bit  Capability
		name string
	}{
		{OnePool, "a machine that is one pool of processors"},
		{Estimates, "a machine that forecasts from estimates"},
		{Elasticity, "a machine on which jobs can be extended and reduced"},
		{RecordedWaits, "a log with recorded waits"},
		{AnySize, "a machine on which a job may have all processors"},
		{Farms, "a farm of computers"},
		{Partitions, "a machine with partitions"},
		{NodesAsSlurm, "a machine with partitions whose choice of nodes is slurm"},
		{OneSpeed, "a machine that runs a job equally fast everywhere"},
		{Users, "a workload that says whose the jobs are"},
		{Groups, "a workload that says of which group the jobs are"},
		{Queues, "a workload that says in which queue the jobs were"},
	} {
		if c&known.bit != 0 && offered&known.bit == 0 {
			missing = append(missing, known.name)
		}
	}
	return missing
}

// Lane is one part of a machine, such as a host. Lanes do not lend each other processors.
type Lane struct {
	Kind       string // what it is: "host"
	Name       string // "host 3"
	Processors int32
	Memory     int32 // MB; 0: the machine does not count memory
	Speed      int32 // of a computer of a farm, MIPS; 0: all lanes are equally fast
	GPUs       int32 `json:",omitempty"` // of all types
}

// NoLane is the number of a lane that stands for "no lane".
const NoLane int32 = -1

// Divided is a Machine of several lanes, in each of which a job lies as a whole:
// Placement p is lane p.
type Divided interface {
	// Lanes lists them in the order of their numbers.
	Lanes() []Lane
	// Room tells what is free now for job j.
	Room(j int32) Room
}

// Scattered is a Machine of several lanes in which a job may have several pieces.
type Scattered interface {
	// Lanes lists them in the order of their numbers.
	Lanes() []Lane
	// AppendPieces appends the pieces of running job j.
	AppendPieces(list []Piece, j int32) []Piece
	// Lacks tells what job j lacks now, for explanations: what Fits or a Forecast has found
	// for a job stays.
	Lacks(j int32) Room
}

// Tiered is a Machine on which some jobs go before others: the queue has those of a higher tier in front.
type Tiered interface {
	Tier(j int32) int32
}

// Partition is a set of the lanes of a machine, under a name.
type Partition struct {
	Name   string
	Number int32   // by which jobs name it: Workload.Partition
	Lanes  []int32 // ascending
}

// NoPartition is the number of a partition that stands for "no partition".
const NoPartition int32 = -1

// Partitioned is a Machine over which partitions lie, in one of which a job runs. They may overlap.
type Partitioned interface {
	// PartitionList lists them in the order of their numbers from 0.
	PartitionList() []Partition
	// PartitionCount is how many there are.
	PartitionCount() int
	// RunsIn is the partition in which job j runs, by its number from 0.
	RunsIn(j int32) int32
	// MayRunIn lists the partitions in which job j may run, by their numbers from 0: at least one if the machine can ever run it. The list
	// must not be changed.
	MayRunIn(j int32) []byte
}

// Refusing is a Machine that says why it can never run job j, for which CanEver is false. It continues "the job is refused:".
type Refusing interface {
	WhyNever(j int32) string
}

// Bounding is a Refusing machine that says how much job j, for which CanEver is false, might ask for of what there is too little of, the rest being as it is:
// "64 processors"; "" if no amount would do.
type Bounding interface {
	Refusing
	AtMost(j int32) string
}

// ReservedPieces is a Forecast of a Scattered machine that tells where reservations lie.
type ReservedPieces interface {
	// AppendReserved appends the pieces of the reservation of job j, which holds one.
	AppendReserved(list []Piece, j int32) []Piece
}

// Piece is a part of a job that lies in one lane.
type Piece struct {
	Lane       int32
	Processors int32
	First      int32 // number of its first processor on the whole machine; -1: any
}

// Room is what a machine of lanes has free for one job.
type Room struct {
	// Of a divided machine.
	Lane       int32 // the lane that Fits chooses, NoLane if none has room
	Processors int32 // most processors free in one lane; on a scattered machine most that are left for the component
	Memory     int32 // most memory free in a lane with enough processors for the job, MB; -1: no lane has enough

	// Of a farm: licences that the job needs and of which no copy is left or, if it would delay a
	// reservation, of which none would be left when that begins.
	Licences Licences

	// Of a scattered machine: processors of the widest component of the job that finds no room;
	// 0: the job fits.
	Component int32
	Short     Shortage // on nodes that have more than processors
}

// Resource is what a job may lack.
type Resource int32

const (
	NoResource Resource = iota // no single one: what is free does not go together
	FreeProcessors
	FreeMemory // MB
	FreeGPUs   // of the type that the job asks for
	FreeNodes  // on which nothing runs
)

// Shortage is which resource a job lacks on the nodes of the partition that it is tried in first.
type Shortage struct {
	Of    Resource
	Need  int32 // on each of Nodes nodes; in all if Nodes is 0
	Nodes int32
	Free  int32 // in all
	On    int32 // on how many nodes that is
	Most  int32 // on one of them
}
