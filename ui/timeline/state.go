package timeline

import "backfill/engine"

// States are what became of a job.
const (
	stateCompleted = iota
	stateKilled
	stateRunning
	stateCancelled
	stateAgain
	stateWaiting
	stateWithdrawn
	stateRefused
	numStates

	firstAbsent = stateWaiting // jobs of this state, and of those that follow, are not drawn
)

var stateText = [numStates]string{"completed", "killed at its limit", "runs: at the instant that is played, or when the simulation ended",
	"cancelled", "ran and waits again: at the instant that is played, or when the simulation ended",
	"not drawn: jobs that never started", "not drawn: jobs that were cancelled before they started", "not drawn: jobs that were refused or have no start"}

var stateColors = [numStates][2]Color{
	stateCompleted: {0x0072b2, 0x56b4e9},
	stateKilled:    {0xd55e00, 0xd55e00},
	stateRunning:   {0xe69f00, 0xe69f00},
	stateCancelled: cancelledColors,
	stateAgain:     {0x009e73, 0x009e73},
	stateWaiting:   {0x87919c, 0x6b7681},
	stateWithdrawn: {0x87919c, 0x6b7681},
	stateRefused:   {0x87919c, 0x6b7681},
}

// stateOf is the state of job j when the simulation has ended.
func stateOf(o *engine.Outcome, j int32) int {
	switch o.State[j] {
	case engine.Killed:
		return stateKilled
	case engine.Refused:
		return stateRefused
	case engine.Completed:
		return stateCompleted
	}
	ran := o.Start[j] < 0 && o.Stopped != nil && o.Held[j] > 0
	switch {
	case o.State[j] == engine.Cancelled && (o.Start[j] >= 0 || ran):
		return stateCancelled
	case o.State[j] == engine.Cancelled:
		return stateWithdrawn
	case o.Start[j] >= 0:
		return stateRunning
	case ran:
		return stateAgain
	}
	return stateWaiting
}

// paintOf is the colours of the pieces of group g. While a run is played that is shown by state, a job that has not ended yet runs, or waits
// again: what becomes of it is not known. O(pieces) at a new instant.
func (s *Scene) paintOf(g int) []uint8 {
	group := &s.Groups[g]
	if s.Play == nil || s.Colors == nil || s.Colors.by != ByState || group.Layout == nil || len(group.Paint) == 0 {
		return group.Paint
	}
	if len(s.statesNow) != len(s.Groups) {
		s.statesNow = make([]statesNow, len(s.Groups))
	}
	known := &s.statesNow[g]
	if known.of != group.Layout || known.at != s.Play.Now {
		known.of, known.at, known.paint = group.Layout, s.Play.Now, append(known.paint[:0], group.Paint...)
		for p := range group.Layout.StartedBefore(s.Play.Now + 1) {
			switch o := group.Outcome; {
			case group.Layout.End(p) > s.Play.Now:
				known.paint[p] = stateRunning
			case o != nil && o.Reruns() && (o.End[group.Layout.Job[p]] < 0 || o.End[group.Layout.Job[p]] > s.Play.Now):
				known.paint[p] = stateAgain
			}
		}
	}
	return known.paint
}

// statesNow are the colours by state at an instant of a run that is played.
type statesNow struct {
	of    *Layout
	at    engine.Time
	paint []uint8
}
