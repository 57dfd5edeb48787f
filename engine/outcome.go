package engine

// JobState says how a job ended.
type JobState uint8

const (
	Unfinished JobState = iota // waiting or running when the simulation stopped
	Completed
	Killed  // stopped at its limit
	Refused // no machine of this kind can ever run it
)

// String is the word that tables and files use.
func (s JobState) String() string {
	return [...]string{"unfinished", "completed", "killed", "refused"}[s]
}

// Outcome is what one simulation made of a workload, as columns with one entry
// per job in workload order.
type Outcome struct {
	Workload *Workload

	Start []Time // -1: never started
	End   []Time // -1: never ended
	State []JobState
	// Overtook marks jobs that started while a job that arrived earlier waited:
	// the backfilled ones.
	Overtook []bool

	// StartOrder and EndOrder list the jobs in the order in which they started and
	// ended, so that quantities over time are found by merging, without sorting.
	StartOrder []int32
	EndOrder   []int32

	// Processors of the machine.
	Processors int32
	// Unit is the machine's allocation unit: a job occupies its processors rounded
	// up to a multiple of it.
	Unit int32

	// Lanes are the parts of the machine, nil if it is one pool. Lane is where each job
	// ran, as an index of Lanes, NoLane if it never started.
	Lanes []Lane
	Lane  []int32

	// Sizes are the processors that jobs asked for when they started, after elastic
	// commands; nil: as submitted.
	Sizes []int32
	// Fates says what became of Workload.Commands; nil if the run ignored them.
	Fates []CommandFate

	// Decisions is empty unless the run recorded them.
	Decisions []Decision
	Warnings  []string
}

// Wait is how long job j, which has started, waited: from its submission or, if that
// is later, from its requested start. Only in a log may a job have started before its
// requested start; its wait is 0.
func (o *Outcome) Wait(j int32) Time { return max(0, o.Start[j]-o.Workload.Ready(j)) }

// Size is the number of processors that job j asked for when it started.
func (o *Outcome) Size(j int32) int32 {
	if o.Sizes != nil {
		return o.Sizes[j]
	}
	return o.Workload.Jobs[j].Processors
}

// Occupied is the number of processors that job j takes from the machine: its size,
// rounded up to the allocation unit.
func (o *Outcome) Occupied(j int32) int32 { return roundUp(o.Size(j), o.Unit) }

// Memory is what job j takes of its lane's memory, in MB; 0 if that is unknown.
func (o *Outcome) Memory(j int32) int32 {
	if o.Workload.Memory == nil {
		return 0
	}
	return megabytes(o.Workload.Memory[j], o.Size(j))
}

func roundUp(n, unit int32) int32 { return (n + unit - 1) / unit * unit }

// MarkOvertaking fills Overtook from Start, for outcomes that no simulation made:
// a job overtook if, when it started, a job that began to wait earlier had not. O(n),
// and as much as Workload.ReadyOrder.
func (o *Outcome) MarkOvertaking() {
	order := o.Workload.ReadyOrder()
	latest := Time(-1)
	for i := range o.Start {
		j := int32(i)
		if order != nil {
			j = order[i]
		}
		if o.Start[j] < 0 {
			continue
		}
		o.Overtook[j] = o.Start[j] < latest
		latest = max(latest, o.Start[j])
	}
}
