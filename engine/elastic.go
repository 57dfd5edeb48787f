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
	RefusedTooMany                     // Workload.MaxCommands of the job had been accepted
	RefusedNeverRan                    // the machine refused the job itself
)

// String is the reason in words that follow "refused: ".
func (f CommandFate) String() string {
	return [...]string{"not issued", "accepted", "the job was not submitted yet", "the job had ended",
		"the job runs, and its size is fixed", "the job has had as many as are allowed", "the machine can never run the job"}[f]
}

// elastic obeys the workload's commands. They act on a copy of the jobs.
type elastic struct {
	commands []Command
	next     int // command to be issued next
	fates    []CommandFate
	accepted []int32 // by job: how many of its commands
}

func newElastic(w *Workload) *elastic {
	n := len(w.Jobs)
	return &elastic{
		commands: w.Commands,
		fates:    make([]CommandFate, len(w.Commands)),
		accepted: make([]int32, n),
	}
}

// nextCommand is when the next command is issued, Never if none is left.
func (s *State) nextCommand() Time {
	if s.elastic == nil || s.elastic.next == len(s.elastic.commands) {
		return Never
	}
	return s.elastic.commands[s.elastic.next].At
}

// command obeys or refuses the next command issued now, and says whether there was one. A refused
// command is no event.
func (s *State) command() bool {
	if s.nextCommand() > s.now {
		return false
	}
	e := s.elastic
	c := &e.commands[e.next]
	fate := s.fate(c)
	e.fates[e.next] = fate
	e.next++
	if fate == Accepted {
		e.accepted[c.Job]++
		s.change(c)
		s.note(Event{Change, c.Job})
	}
	return true
}

// fate says what becomes of a command.
func (s *State) fate(c *Command) CommandFate {
	o := s.outcome
	most := s.workload.MaxCommands
	switch {
	case !s.arrivals.taken(c.Job, s.now):
		return RefusedEarly
	case o.State[c.Job] == Refused:
		return RefusedNeverRan
	case o.End[c.Job] >= 0:
		return RefusedEnded
	case most > 0 && s.elastic.accepted[c.Job] >= most:
		return RefusedTooMany
	case o.Start[c.Job] >= 0 && (c.Kind == ExtendProcessors || c.Kind == ReduceProcessors):
		return RefusedRunning
	}
	return Accepted
}

// change applies a command to a job that waits or runs.
//
// A command reduces no time below one second, nor below what has elapsed of a running job, which
// then ends now. A time that is shorter already stays as it is. Sizes stay whole allocation
// units, from one unit to the whole machine.
func (s *State) change(c *Command) {
	j := c.Job
	job := &s.jobs[j]
	running := s.outcome.Start[j] >= 0
	if !running {
		s.bySize.Exists = false // made anew when it is asked for
	}
	if !running && s.forecast != nil {
		if _, held := s.forecast.Reservation(j); held {
			s.forecast.Drop(j)
		}
	}
	switch c.Kind {
	case ExtendProcessors:
		size := min(int64(job.Processors)+min(c.Amount, MaxProcessors), int64(s.machine.Processors()))
		s.resize(job, max(roundUp(int32(size), s.machine.Unit()), job.Processors))
		return
	case ReduceProcessors:
		unit := s.machine.Unit()
		size := max(int64(job.Processors)-c.Amount, int64(unit))
		s.resize(job, min(int32(size)/unit*unit, job.Processors))
		return
	}
	var elapsed, expected Time
	if running {
		elapsed, expected = s.now-s.outcome.Start[j], s.ExpectedEnd(j)
	}
	before := *job
	if c.Kind == ExtendTime {
		amount := min(Time(c.Amount), MaxTime)
		job.Run = min(job.Run+amount, max(job.Run, MaxTime))
		job.Estimate = min(job.Estimate+amount, max(job.Estimate, MaxTime))
	} else {
		job.Estimate = reduced(before.Estimate, Time(c.Amount), elapsed)
		if before.Run <= before.Estimate {
			job.Run = min(before.Run, job.Estimate)
		} else {
			job.Run = reduced(before.Run, Time(c.Amount), elapsed)
		}
	}
	if running && *job != before {
		s.replan(j, expected)
	}
}

// reduced is a length of time minus amount, within the limits of change.
func reduced(length, amount, elapsed Time) Time {
	return max(length-amount, min(length, max(elapsed, Second)))
}

func (s *State) resize(job *Job, processors int32) {
	if job.Processors == processors {
		return
	}
	job.Processors = processors
	if s.outcome.Sizes == nil {
		s.outcome.Sizes = make([]int32, len(s.jobs))
	}
}

// replan puts the changed times of running job j, so far expected to end at
// expected, into effect.
func (s *State) replan(j int32, expected Time) {
	seq := s.moving.seq[j]
	s.planEnd(j, seq)
	if s.forecast == nil {
		return
	}
	if estimated := s.outcome.Start[j] + s.jobs[j].Estimate; estimated >= s.now {
		s.removeOverdue(j)
		s.forecast.Moved(j, expected, estimated)
		s.planExpiry(j, seq)
		s.expire()
		return
	}
	s.forecast.Moved(j, expected, s.ExpectedEnd(j)) // its estimate is over and stays so
}
