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

	// Decisions is empty unless the run recorded them.
	Decisions []Decision
	Warnings  []string
}

// Wait is start - submit of job j, which has started.
func (o *Outcome) Wait(j int32) Time { return o.Start[j] - o.Workload.Jobs[j].Submit }

// Occupied is the number of processors that job j takes from the machine: its own,
// rounded up to the allocation unit.
func (o *Outcome) Occupied(j int32) int32 {
	return roundUp(o.Workload.Jobs[j].Processors, o.Unit)
}

func roundUp(n, unit int32) int32 { return (n + unit - 1) / unit * unit }

// MarkOvertaking fills Overtook from Start, for outcomes that no simulation made:
// a job overtook if, when it started, a job that arrived earlier had not. O(n).
func (o *Outcome) MarkOvertaking() {
	latest := Time(-1)
	for j := range o.Start {
		if o.Start[j] < 0 {
			continue
		}
		o.Overtook[j] = o.Start[j] < latest
		latest = max(latest, o.Start[j])
	}
}
