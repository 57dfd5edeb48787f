// Package snapshot observes a simulation call by call: what the policy was told, what it did, and
// the state after the call. It knows what observers are told, not how a simulation works.
package snapshot

import (
	"errors"

	"backfill/engine"
)

// Series says which calls of the policy are noted, and holds the snapshots of them.
type Series struct {
	// From is the instant from which on calls are noted; Most, at least 1, how many: the
	// simulation ends with ErrEnough before the next instant. Those of one instant stay together.
	From engine.Time
	Most int
	// Every, if above 0, leaves out calls that come sooner than that after the last one noted.
	Every engine.Time
	// Depth is how many of the waiting jobs are listed.
	Depth int

	List []Snapshot
	// Ordered says that the policy has an order of its own among the waiting jobs.
	Ordered bool
	// Complete says that nothing was left to note: no call comes after those in List.
	Complete bool
}

// Snapshot is one call of the policy: what had happened, what it decided, and how things stood
// when it was over.
type Snapshot struct {
	At       engine.Time
	Events   []engine.Event           // since the call before, the first maxNoted of them
	Happened [engine.WakeUp + 1]int32 // how many there were, by kind
	Free     int32                    // processors that no job held
	Acted    int32                    // how many jobs the call started, moved or interrupted

	Passes engine.Passes // of which schedulers the call was, if the policy has several

	Waiting int32   // how many jobs waited
	Fitting int32   // how many of them had room when the policy looked at them, whatever was reserved
	Queue   []int32 // the first of them, in the policy's own order if it has one, else in that of arrival
	Coming  []int32 // the first dedicated jobs that are not due yet

	// Decisions, in the order in which the policy came to them: about jobs that started, moved or
	// were interrupted, the first maxNoted of them; about waiting jobs that had room, the first
	// maxNoted; and about those in Queue, as far as the policy gave reasons. Until is At, Times 1.
	Decisions []engine.Decision

	// Printed are the texts that a policy printed which people wrote, in order: the first maxPrinted of them, each cut to maxText bytes.
	Printed []string
	// Unprinted is how many more there were, which were cut off here or by the policy itself.
	Unprinted int32

	// Reserved are the slots of waiting jobs that the call gave or left, in the order of the
	// queue, the first maxNoted of them. Those of a Promising policy are what it says. A policy may plan for the blocked head of the queue
	// without a reservation; then this is when the head is expected to start.
	Reserved []Promise
	// Extra is the number of processors left beside the first of these when it begins.
	Extra int32

	// Running are jobs that ran when the call was over, the first maxRunning to start, with
	// their ends as expected then.
	Running []Expectation
}

// Promise is a slot that was found for a waiting job.
type Promise struct {
	Job    int32
	At     engine.Time
	Length engine.Time
	Lane   int32          // of a divided machine, else NoLane
	Pieces []engine.Piece // of a scattered machine, if it tells them
}

// Expectation is when a job that runs will end, as the policy knows.
type Expectation struct {
	Job int32
	End engine.Time
}

// ErrEnough is what engine.Simulate returns when all snapshots that were asked for are there.
var ErrEnough = errors.New("the snapshots that were asked for are there")

// Queueing is a Policy that has an order of its own among the waiting jobs.
type Queueing interface {
	engine.Policy
	// InOrder puts waiting jobs, given in the order of arrival, into the order in which the
	// policy looks at them at this instant. It is called after Schedule and changes nothing else.
	InOrder(s *engine.State, waiting []int32)
}

// Promising is a Policy that makes its promises itself, not with the machine's forecast, in passes that a call may make or not.
type Promising interface {
	engine.Policy
	// EachPromise yields the promises of the last pass that made some, to jobs that still wait: which pieces, and when.
	EachPromise(yield func(j int32, slot engine.Slot, pieces []engine.Piece))
	// Passes are those that the last call made.
	Passes() engine.Passes
}
