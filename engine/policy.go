package engine

// Policy decides which waiting jobs start. One Policy value serves one simulation
// and may keep what it likes between calls.
type Policy interface {
	// Schedule is called when something changed: see State.Events. It starts jobs,
	// makes and drops reservations and asks for wake-ups through s.
	Schedule(s *State)
}

// Replay is a Policy that does not schedule but knows what happened: its outcome
// is taken as it is, whether or not it respects the machine.
type Replay interface {
	Policy
	Replay(w *Workload, m Machine) *Outcome
}

// EventKind says what changed.
type EventKind uint8

const (
	Arrival EventKind = iota
	Completion
	// Overrun: a job outlived its estimate; its expected end has moved.
	Overrun
	// WakeUp: an instant that the policy asked for with WakeAt. It has no job.
	WakeUp
	numEventKinds
)

// Event is one change since the last call of the policy.
type Event struct {
	Kind EventKind
	Job  int32
}
