// Package export writes simulated schedules in formats of other programs: Batsim's table of jobs, which evalys reads,
// and traces for Perfetto and Chrome's tracing page. It writes everything as it is made, so that a schedule of a
// million jobs needs little memory.
//
// It knows outcomes and series. It does not know how processors are numbered in a picture: whoever calls it says so
// (Blocks). Logs in the Standard Workload Format are written by package logs.
package export

import "backfill/engine"

// Blocks say which processors each job had, and when, as columns. A piece is a job on a fixed
// set of processors from Start to End, of which a job that was interrupted or stopped has several. Piece p
// has the blocks Offset[p] to Offset[p+1]-1, and block b is the processors First[b] to
// First[b]+Count[b]-1, counted from 0 and on a machine of several parts from those of its first
// part on. Pieces that share a processor do not overlap in time.
type Blocks struct {
	Processors int32 // of all blocks: more than the machine has where a log says so

	Job        []int32
	Start, End []engine.Time // Start ascends; End lies after it

	Offset []int32 // one more than pieces
	First  []int32
	Count  []int32
}
