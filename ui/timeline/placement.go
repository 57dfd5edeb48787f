package timeline

import "backfill/engine"

// Mark is a set of properties of a piece that are drawn as texture or edge.
type Mark uint8

const (
	Backfilled Mark = 1 << iota // started while an earlier job waited: hatched
	WasKilled                   // stopped at its limit: ends with a dark edge
	Open                        // still running when the simulation stopped
)

// Placement says which processors each job had, and when, as columns. Its unit is
// the piece: a job on a fixed set of processors from Start to End. A job that is
// never interrupted is one piece; a preempted or moved job has several.
//
// A piece's processors are blocks of consecutive ones: piece p has the blocks
// Offset[p] to Offset[p+1]-1, and block b is the processors First[b] to
// First[b]+Count[b]-1. Pieces that share a processor do not overlap in time.
//
// Place makes a Placement for machines whose processors have no identity; from a
// machine that knows better, fill in the columns.
type Placement struct {
	Machine    int32 // processors of the machine
	Processors int32 // Machine, or more if a recorded schedule occupied more: the overflow

	Job   []int32
	Start []engine.Time // ascending
	End   []engine.Time // after Start
	Marks []Mark

	Offset []int32 // one more than pieces
	First  []int32
	Count  []int32
}

// Place gives every job of o that started processors of its own for as long as it
// ran: the lowest free block that holds it, else the fewest blocks. Jobs that had
// not ended get the end of the simulation. O(n log processors) for n jobs.
func Place(o *engine.Outcome) *Placement { panic("todo") }
