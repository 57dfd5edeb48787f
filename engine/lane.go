package engine

// Lane is one of the parts that a machine consists of, none of which lends its
// processors to a job in another: a host, say.
type Lane struct {
	Kind       string // what it is: "host"
	Name       string // "host 3"
	Processors int32
	Memory     int32 // MB, 0: the machine knows of none
	Speed      int32 // of a computer of a farm, MIPS; 0: all lanes are equally fast
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

// ReservedPieces is a Forecast of a Scattered machine that tells where reservations lie.
type ReservedPieces interface {
	// AppendReserved appends the pieces of the reservation that job j holds.
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
	Lane       int32 // the lane that Fits answers, NoLane if none has room
	Processors int32 // most processors free in one lane; of a scattered machine most that are left for the component
	Memory     int32 // most memory free in a lane with enough processors for the job, MB; -1: no lane has enough

	// Of a farm: those licences that the job needs of which no copy is left; where it would
	// delay a reservation, those of which none would be left when that begins.
	Licences Licences

	// Of a scattered one: processors of the first component of the job, by width, that finds no room; 0: the job fits.
	Component int32
}
