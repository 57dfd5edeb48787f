package accounting

// Unknown is a number or a time that a log does not tell.
const Unknown = -1

// Unlimited is the time limit of a record that has none.
const Unlimited = -2

// ID names a job as its log does: 123, the task 7 of the array 123, the component 1 of the heterogeneous job 123.
type ID struct {
	Job       int64
	Task      int32 // Unknown for a job that is not part of an array
	Component int32 // Unknown for a job that is not part of a heterogeneous one
}

// Record is one run of a job, or its wait for one. Times are seconds since 1970-01-01 UTC, lengths are seconds.
//
// Names of people and of what people have named are numbers that count from 1 in the order in which they occur; a Legend tells them.
type Record struct {
	ID   ID
	Raw  int64 // the number of the task or component itself, which no other job has
	Line int32 // of the log, from 1

	Submit   int64
	Eligible int64 // when the job could have started first: after holds, dependencies and a time asked for
	Start    int64 // Unknown if it never started
	End      int64 // Unknown if it has not ended
	Elapsed  int32 // how long it ran without suspensions, by the log; 0: it does not say
	Stopped  int32 // how long it was suspended between start and end; its processors may have been free then
	Limit    int32 // Unlimited, Unknown

	Requested  int32 // processors
	Allocated  int32 // processors, Unknown if it never started
	Nodes      int32
	LeastNodes int32 // that are asked for, 0 if that is not told
	GPUs       int32 // in all, 0 if none is told
	GPUType    int32 // 0 if it is not told, or if there are several
	Memory     int64 // KB in all
	State      State
	Backfilled int8 // 1: it was started by the backfill scheduler; 0: by another one; Unknown

	User, Group, Account, Partition, QOS int32
	Partitions                           int32 // if it may start in several, of which Partition is the first: place of their list in Log.PartitionLists, from 1; else 0

	Hosts int32 // place in Log.HostLists of the nodes on which it ran, from 1; 0: the log does not tell

	// As the command line says with which it was submitted, if the log has that:
	Depends    int32 // place in Log.DependencyLists of what it waits for, from 1; 0: nothing
	Licences   int32 // place in Log.LicenceLists of what it holds while it runs, from 1; 0: none
	Throttle   int32 // how many tasks of its array run at once; 0: any number
	LeastLimit int32 // would do for it, s; 0: no less than Limit
	Nice       int32 // taken from its priority
	Once       bool  // it is not requeued
	Whole      bool  // nobody else is on its nodes
}

// Started says whether the job has run, or runs.
func (r *Record) Started() bool { return r.Start >= 0 }

// Came is when the job began to wait for this run: when it could have started, or else when it was submitted.
func (r *Record) Came() int64 {
	if r.Eligible >= 0 {
		return r.Eligible
	}
	return r.Submit
}

// Processors are those that were given, or that are asked for.
func (r *Record) Processors() int32 {
	if r.Allocated > 0 {
		return r.Allocated
	}
	return r.Requested
}

// Number is what people call the job: that of the task or component, if the log has it.
func (r *Record) Number() int64 {
	if r.Raw > 0 {
		return r.Raw
	}
	return r.ID.Job
}

// State is how a run stands at the end of the log.
type State uint8

// The states of runs.
const (
	OtherState State = iota
	Completed
	Failed
	Cancelled
	TimedOut
	OutOfMemory
	NodeFailed
	Preempted // by other jobs; it may have been requeued
	Requeued  // by somebody
	Running   // or suspended
	Pending
)

var stateNames = [...]string{"other", "completed", "failed", "cancelled", "timed out", "out of memory", "node failed", "preempted", "requeued", "running", "pending"}

func (s State) String() string { return stateNames[s] }

// Column is one kind of name that a log has.
type Column int

// The kinds of names.
const (
	Users Column = iota
	Groups
	Accounts
	Partitions
	QOSs
	GPUTypes
	Licences
	Hosts // nodes
	columns
)

// Legend has the names of a log: that with the number 1 first. It is for who has the log: nothing that is stored, exported or shared has names.
type Legend [columns][]string

// Groups are the names of what jobs have for a group: accounts, or groups in a log without accounts.
func (l *Legend) Groups() []string {
	if len(l[Accounts]) > 0 {
		return l[Accounts]
	}
	return l[Groups]
}

// numbering gives numbers to names as they occur.
type numbering struct {
	numbers [columns]map[string]int32
	legend  Legend
}

// number is the number of a name; Unknown for an empty one.
func (n *numbering) number(c Column, name []byte) int32 {
	if len(name) == 0 {
		return Unknown
	}
	if number, known := n.numbers[c][string(name)]; known {
		return number
	}
	if n.numbers[c] == nil {
		n.numbers[c] = map[string]int32{}
	}
	n.legend[c] = append(n.legend[c], string(name))
	number := int32(len(n.legend[c]))
	n.numbers[c][string(name)] = number
	return number
}
