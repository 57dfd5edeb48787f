package engine

// Command is an elastic control command: a user extends or reduces the time or the
// processors of a job that waits or runs.
//
// Source: Kumar, Shae, Jamjoom, Scheduling batch and heterogeneous jobs with runtime
// elasticity in a parallel processing environment, IPDPSW 2012, section III.
type Command struct {
	At     Time // of issue
	Job    int32
	Kind   CommandKind
	Amount int64 // above 0: milliseconds, or processors for EP and RP
}

// CommandKind is what a command asks for.
type CommandKind uint8

const (
	ExtendTime       CommandKind = iota // ET
	ReduceTime                          // RT
	ExtendProcessors                    // EP
	ReduceProcessors                    // RP
)

// String is the code of the Cloud Workload Format, field 20.
func (k CommandKind) String() string { return [...]string{"ET", "RT", "EP", "RP"}[k] }

// CommandFate says what became of a command.
type CommandFate uint8

const (
	NotIssued       CommandFate = iota // the simulation stopped before
	Accepted                           // and applied, as far as its limits allow
	RefusedEarly                       // the job had not been submitted
	RefusedEnded                       // the job had ended
	RefusedRunning                     // the size of a running job cannot change
	RefusedTooMany                     // the job had had Workload.MaxCommands
	RefusedNeverRan                    // the job itself is refused
)

// String says it in words that follow "refused: ".
func (f CommandFate) String() string {
	return [...]string{"not issued", "accepted", "the job was not submitted yet", "the job had ended",
		"the job runs, and its size is fixed", "the job has had as many as are allowed", "the machine can never run the job"}[f]
}
