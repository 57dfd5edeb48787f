package engine

// Policy decides which waiting jobs start. One Policy value serves one simulation
// and may keep what it likes between calls.
type Policy interface {
	// Schedule is called when something changed: see State.Events. It starts jobs,
	// makes and drops reservations and asks for wake-ups through s.
	Schedule(s *State)
}

// Replay is a Policy that does not schedule but knows what happened. Its outcome is taken as it
// is, even if it puts more on the machine than fits.
type Replay interface {
	Policy
	Replay(w *Workload, m Machine) *Outcome
}

// DedicatedFirst is a Policy with a queue of dedicated jobs. It is called when one is announced,
// and those that are due stand at the head of the queue, in the order of their requested starts,
// ties by submission, behind those that are there already. Under any other policy a dedicated job
// arrives at its requested start.
type DedicatedFirst interface {
	Policy
	DedicatedFirst()
}

// NewestDedicatedFirst is a DedicatedFirst under which the dedicated job that came due last
// stands in front of the others.
type NewestDedicatedFirst interface {
	DedicatedFirst
	NewestDedicatedFirst()
}

// FollowsLog is a Policy that heeds Workload.Until.
type FollowsLog interface {
	Policy
	// Remembers is how long what a job has used counts after its end: 0 if it does not, Never if it counts for ever.
	Remembers() Time
}

// Warner is a Policy with something to say about the run when it is over.
type Warner interface {
	Policy
	Warnings() []string
}

// LeavesJobs is a Policy that may leave jobs waiting for ever on purpose.
type LeavesJobs interface {
	Policy
	// LeftJobs is the warning about n jobs that it has left, at least 1.
	LeftJobs(n int) string
}

// LimitsJobs is a Policy that keeps jobs from starting that are over a limit.
type LimitsJobs interface {
	Policy
	// LeftOver lists, when the run is over, the jobs in the queue that a limit keeps from ever starting, each once and in any order; none as long as
	// somebody runs.
	LeftOver(s *State) []Left
}

// EventKind says what changed.
type EventKind uint8

const (
	// Arrival: a job entered the queue.
	Arrival EventKind = iota
	// Announcement: a dedicated job was submitted and is not due; only a
	// DedicatedFirst hears of it.
	Announcement
	Completion
	// Change: a command changed a job that waits or runs.
	Change
	// Overrun: a job outlived its estimate, and its expected end has moved.
	Overrun
	// WakeUp: an instant that the policy asked for with WakeAt. It has no job.
	WakeUp
)

// eventKinds is a set of kinds, one bit each.
type eventKinds uint8

// Event is one change since the last call of the policy.
type Event struct {
	Kind EventKind
	Job  int32
}

// Matrix holds the priorities of all pairs of a job and a computer in one plan of a policy, to be
// shown.
type Matrix struct {
	At    Time
	Jobs  []int32  // rows, in the order of arrival
	Lanes int      // columns
	Terms []string // what a priority is the sum of
	// The value of row i, lane p and term t is entry (i*Lanes + p) * len(Terms) + t; NaN where
	// the job cannot run.
	Value []float32
	Where []Placement // by row: where the job ran before; NoPlace: it waited
	Plan  []Placement // by row: where the plan has the job run; NoPlace: it waits
}

// Probe is where the policy writes the matrix of the plan that it makes now; nil if that is not
// asked for. Options.ProbeAt asks for the first plan from that instant on.
func (s *State) Probe() *Matrix {
	if m := s.options.Probe; m != nil && m.Jobs == nil && s.now >= s.options.ProbeAt {
		m.At = s.now
		return m
	}
	return nil
}
