package engine

// FreeAmount is how much of a resource is free on the nodes of a machine, and how much of that no waiting job could use there.
type FreeAmount struct{ Free, Stranded int64 }

// FreeAmounts are those of processors, of memory in MB and of GPUs of all types. A resource for which no waiting job asks has none.
type FreeAmounts [3]FreeAmount

// Places of resources in FreeAmounts.
const (
	OfProcessors = iota
	OfMemory
	OfGPUs
)

// StrandedStep is what is free from an instant on, after the decisions there, until the next step.
type StrandedStep struct {
	At Time
	Of FreeAmounts
}

// Stranding is a Machine that knows how much of what is free no waiting job could use. No policy on it is a DedicatedFirst.
type Stranding interface {
	// Waits notes that job j, which the machine can run, begins to wait. It does so until it is placed.
	Waits(j int32)
	// GivesUp notes that job j does not wait any more, although it is not placed.
	GivesUp(j int32)
	// FreeAmounts are those of now. It is told of all jobs that wait.
	FreeAmounts() FreeAmounts
}

// noteStranded notes what is free after the decisions at this instant, if it has changed.
func (s *State) noteStranded() {
	step := StrandedStep{s.now, s.stranding.FreeAmounts()}
	list := s.outcome.Stranded
	last := len(list) - 1
	if last >= 0 && list[last].At == s.now {
		list, last = list[:last], last-1
	}
	if last < 0 || list[last].Of != step.Of {
		list = append(list, step)
	}
	s.outcome.Stranded = list
}
