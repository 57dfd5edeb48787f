package engine

import (
	"cmp"
	"slices"
	"time"
)

// JobState says how a job ended.
type JobState uint8

const (
	Unfinished JobState = iota // waiting or running when the simulation stopped
	Completed
	Killed    // stopped at its limit
	Refused   // no machine of this kind can ever run it
	Cancelled // while it waited, or while it ran
)

// String is the word that tables and files use.
func (s JobState) String() string {
	return [...]string{"unfinished", "completed", "killed", "refused", "cancelled"}[s]
}

// Outcome is what one simulation made of a workload, as columns with one entry
// per job in workload order.
type Outcome struct {
	Workload *Workload

	// Submit is when jobs were submitted in this run, -1: never. nil: as the workload says, since
	// it has no followers.
	Submit []Time

	Start []Time // of the last run; -1: never started, or waits again
	End   []Time // of the last run; -1: never ended. Of a job that was cancelled while it waited, whose start is -1, when it was
	State []JobState
	// Overtook marks the backfilled jobs: MarkOvertaking says which.
	Overtook []bool

	// StartOrder and EndOrder list the jobs in the order in which they started and
	// ended, so that quantities over time are found by merging, without sorting.
	StartOrder []int32
	EndOrder   []int32

	// Processors of the machine.
	Processors int32
	// VariableRate says that the machine may slow jobs down, so that a job may run longer than
	// its run time. It is also true of nodes that share nothing, on which no job does.
	VariableRate bool
	// Unit is the machine's allocation unit: a job occupies its processors rounded
	// up to a multiple of it.
	Unit int32

	// Lanes are the parts of the machine, nil if it is one pool. Lane is where each job
	// ran, as an index of Lanes, NoLane if it never started.
	Lanes []Lane
	Lane  []int32
	// Pieces are where the jobs ran, in the order of StartOrder. The pieces of the i-th job to
	// start follow those of the job before it and end before PieceEnd[i]. nil unless jobs lie in
	// several lanes.
	Pieces   []Piece
	PieceEnd []int32
	// Partitions lie over the lanes, nil if the machine has none. Partition is in which of them each job ran, as an index, NoPartition if it
	// never started.
	Partitions []Partition
	Partition  []int32
	// Sharing is what each lane has of the resources that its jobs share; nil if jobs do not slow
	// each other down.
	Sharing *Sharing

	// Of jobs that waited again after they had run, nil if there are none, or on a machine that can interrupt jobs:
	Stopped []Run  // runs that came before those of StartOrder, in the order in which they were stopped
	Held    []Time // by job: how long it ran, in all its runs or segments that ended
	Lost    []Time // by job that has ended: the part of Held that did no lasting work, since the job began anew or for overhead

	// On a machine that can interrupt jobs, else nil:
	Segments     []Segment // in the order in which they began
	SegmentOrder []int32   // indices of the Segments that ended, in the order of their ends
	Plans        []Time    // instants at which the policy made a plan, ascending
	Copies       []int32   // of each licence of a farm: how many there are

	// Stranded is how much was free and how much of that no waiting job could use, in the order of time; nothing unless it was asked for
	// and the machine is Stranding.
	Stranded []StrandedStep

	// Of a policy that plans with beliefs of its own (Believer), else nil:
	Belief      []Time       // by job: how long it was first believed to run; 0: it was never submitted
	Corrections []Correction // in the order of their instants

	// PlanCount is how often the policy made a plan; PlanTime is how long that took in all, 0
	// without Options.Clock.
	PlanCount int
	PlanTime  time.Duration

	// WhyRefused says of each refused job why, in workload order; nil: the machine says no more than that.
	WhyRefused []Refusal
	// WhyLeft says of jobs that wait for ever which limit they are over, in workload order; nil: the policy knows no limits, or none is over one.
	WhyLeft []Left

	// Sizes are the processors that jobs asked for when they started, after elastic
	// commands; nil: as submitted.
	Sizes []int32
	// Fates says what became of Workload.Commands; nil if the run ignored them.
	Fates []CommandFate

	// Decisions is empty unless the run recorded them.
	Decisions []Decision
	Warnings  []string
}

// Believed is how long job j was believed to run when it was submitted: its request, unless the policy had a belief of its own.
func (o *Outcome) Believed(j int32) Time {
	if o.Belief != nil {
		return o.Belief[j]
	}
	return o.Workload.Jobs[j].Estimate
}

// Corrected are the corrections of what was believed of job j, in the order of their instants. O(all corrections).
func (o *Outcome) Corrected(j int32) (list []Correction) {
	for _, c := range o.Corrections {
		if c.Job == j {
			list = append(list, c)
		}
	}
	return list
}

// Submitted is when job j was submitted, -1 if it never was.
func (o *Outcome) Submitted(j int32) Time {
	if o.Submit != nil {
		return o.Submit[j]
	}
	return o.Workload.Jobs[j].Submit
}

// Ready is when job j began to wait: when it was submitted or, if that is later, at its
// requested start; -1 if it was never submitted.
func (o *Outcome) Ready(j int32) Time {
	submitted := o.Submitted(j)
	if o.Workload.Requested == nil || submitted < 0 {
		return submitted
	}
	return max(submitted, o.Workload.Requested[j])
}

// ReadyOrder lists the jobs by Ready, ties in workload order. It is nil if there are no dedicated
// jobs and no followers: then it would be workload order. O(n log n).
func (o *Outcome) ReadyOrder() []int32 {
	if o.Submit == nil && !slices.ContainsFunc(o.Workload.Requested, func(t Time) bool { return t >= 0 }) {
		return nil
	}
	order := make([]int32, len(o.Workload.Jobs))
	for j := range order {
		order[j] = int32(j)
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(o.Ready(a), o.Ready(b)), cmp.Compare(a, b))
	})
	return order
}

// Wait is how long job j, which has started, waited from Ready to its start, or until it was cancelled. If the job was
// interrupted and has ended, the waits to start again count, too, as they do up to the start of the run
// that came after others that were stopped. Only in a log may a job have
// started before its requested start; its wait is 0.
func (o *Outcome) Wait(j int32) Time { return o.waitFrom(j, o.Ready(j)) }

func (o *Outcome) waitFrom(j int32, ready Time) Time {
	if o.Held != nil {
		return o.waitAgain(j, ready)
	}
	until := o.Start[j]
	if until < 0 { // cancelled
		until = o.End[j]
	}
	return max(0, until-ready)
}

// waitAgain is waitFrom where jobs may run more than once.
func (o *Outcome) waitAgain(j int32, ready Time) Time {
	switch {
	case o.End[j] >= 0:
		return o.End[j] - o.Held[j] - ready
	case o.Stopped != nil:
		return max(0, o.Start[j]-o.Held[j]-ready)
	}
	return max(0, o.Start[j]-ready)
}

// Ran is how long job j, which has ended, ran.
func (o *Outcome) Ran(j int32) Time {
	if o.Held != nil {
		return o.Held[j]
	}
	return o.End[j] - o.Start[j]
}

// WaitInAll is Wait. Of a job that continues a test run it is the time from when the test run
// began to wait to the job's own start: both waits and the length of the test run.
func (o *Outcome) WaitInAll(j int32) Time {
	first := j
	for o.Workload.Continues != nil && o.Workload.Continues[first] {
		first = o.Workload.After[first]
	}
	return o.waitFrom(j, o.Ready(first))
}

// EndedJobs is EndOrder without the test runs that other rows continue, so that every job counts
// once. It must not be changed. O(n) if there are test runs.
func (o *Outcome) EndedJobs() []int32 {
	if o.Workload.Continues == nil {
		return o.EndOrder
	}
	ended := make([]int32, 0, len(o.EndOrder))
	for _, j := range o.EndOrder {
		if !o.Workload.Continued(j) {
			ended = append(ended, j)
		}
	}
	return ended
}

// Extension is the share by which job j, which has ended, ran longer than it would have on its
// own: (T - r) / r. T is how long it ran; r is its run time, or T if it was killed before that.
func (o *Outcome) Extension(j int32) float64 {
	ran := o.End[j] - o.Start[j]
	regular := min(ran, o.Workload.Jobs[j].Run)
	return float64(ran-regular) / float64(regular)
}

// PiecesOf are the pieces of the i-th job to start.
func (o *Outcome) PiecesOf(i int) []Piece {
	from := int32(0)
	if i > 0 {
		from = o.PieceEnd[i-1]
	}
	return o.Pieces[from:o.PieceEnd[i]]
}

// EachPiece goes through the lanes of each run, first of those that were stopped, then in StartOrder. On one pool it does nothing. The
// machine is not Preemptive.
func (o *Outcome) EachPiece(yield func(run Run, p Piece) bool) {
	for _, run := range o.Stopped {
		for _, p := range run.Pieces {
			if !yield(run, p) {
				return
			}
		}
	}
	for i, j := range o.StartOrder {
		run := o.lastRun(i)
		if o.Lane != nil && !yield(run, Piece{Lane: o.Lane[j], Processors: o.Occupied(j), First: -1}) {
			return
		}
		for _, p := range run.Pieces {
			if !yield(run, p) {
				return
			}
		}
	}
}

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

// CountsGPUs says whether some lane has GPUs.
func (o *Outcome) CountsGPUs() bool {
	return o.PieceEnd != nil && slices.ContainsFunc(o.Lanes, func(l Lane) bool { return l.GPUs > 0 })
}

// GPUs are those that each job asked for on all nodes that it got last; nil if no lane has any.
func (o *Outcome) GPUs() []int32 {
	if !o.CountsGPUs() {
		return nil
	}
	gpus := make([]int32, len(o.Start))
	for i, j := range o.StartOrder {
		gpus[j] = o.GPUsOn(j, len(o.PiecesOf(i)))
	}
	return gpus
}

// GPUsOn are those that job j asks for on so many nodes.
func (o *Outcome) GPUsOn(j int32, nodes int) int32 {
	d := o.Workload.DemandOf(j)
	if d.NodeGPUs > 0 {
		return d.NodeGPUs * int32(nodes)
	}
	return d.AllGPUs
}

// Taken is what each job takes of a machine with partitions in its last run, as TakenBy says. nil on other machines. O(pieces).
func (o *Outcome) Taken() (processors, memory []int32) {
	if o.Partitions == nil {
		return nil, nil
	}
	processors, memory = make([]int32, len(o.Start)), make([]int32, len(o.Start))
	for i, j := range o.StartOrder {
		processors[j], memory[j] = o.TakenBy(j, o.PiecesOf(i))
	}
	return processors, memory
}

// TakenBy is what job j takes of a machine with partitions while it runs in some pieces: processors, whole nodes where it has these for
// itself, and the memory that it asked for, in MB, on nodes that count memory.
func (o *Outcome) TakenBy(j int32, pieces []Piece) (processors, memory int32) {
	d := o.Workload.DemandOf(j)
	left := roundUp(o.Size(j), max(d.TaskProcessors, 1)) // its own, of the processors of whole nodes
	for _, p := range pieces {
		processors += p.Processors
		own := min(p.Processors, left)
		left -= own
		switch {
		case o.Lanes[p.Lane].Memory == 0:
		case d.NodeMemory > 0:
			memory += d.NodeMemory
		case o.Workload.Memory != nil:
			memory += megabytes(o.Workload.Memory[j], own)
		}
	}
	return processors, memory
}

func roundUp(n, unit int32) int32 { return (n + unit - 1) / unit * unit }

// MarkOvertaking fills Overtook. A job overtook if it started at an earlier instant than a job before it in ReadyOrder, or while such a job
// waited that was cancelled then or still waited when the run was broken off. What counts of jobs that were stopped is their first
// start. Only the schedule counts, not the policy: of jobs that start at the same instant none overtakes another, whatever order they were
// started in. O(n), beside ReadyOrder.
func (o *Outcome) MarkOvertaking() {
	order, first := o.ReadyOrder(), o.FirstStarts()
	latest := Time(-1)
	for i := range o.Start {
		j := int32(i)
		if order != nil {
			j = order[i]
		}
		switch start := first[j]; {
		case start >= 0:
			o.Overtook[j] = start < latest
			latest = max(latest, start)
		case o.State[j] == Cancelled:
			latest = max(latest, o.End[j])
		case o.State[j] == Unfinished && o.Ready(j) >= 0:
			latest = Never
		}
	}
}

// NoRecordedWait is why a job is refused of whose wait a log says nothing, in a run that repeats the log.
const NoRecordedWait = "without a recorded wait"

// Refusal is why a machine refused a job. It continues "the job is refused:".
type Refusal struct {
	Job int32
	Why string
	// Waits says that the job can never start, though the scheduler need not refuse it: see LetsWait.
	Waits bool
}

// Left is a job that waits for ever, with the limit that it is over: what of it is used, what the job asks for beside that, and the limit itself,
// as in Reason.
type Left struct {
	Job                int32
	Limit              Limit
	Used, Asked, Bound int32
}

// Reason is why the job waits.
func (l *Left) Reason() Reason {
	return Reason{Rule: OverLimit, Blocker: NoJob, Limit: l.Limit, LimitUsed: l.Used, LimitAsked: l.Asked, LimitBound: l.Bound}
}

// WhyLeftOf is the limit for which job j waits for ever, nil if it does not or none is known.
func (o *Outcome) WhyLeftOf(j int32) *Left {
	if i, told := slices.BinarySearchFunc(o.WhyLeft, j, func(l Left, j int32) int { return int(l.Job - j) }); told {
		return &o.WhyLeft[i]
	}
	return nil
}

// NeverStarts says whether job j, which counts as refused, would wait for ever in the queue of its scheduler: see Refusal.Waits.
func (o *Outcome) NeverStarts(j int32) bool {
	r := o.refusalOf(j)
	return r != nil && r.Waits
}

// refusalOf is what the machine said of job j when it refused it, nil if it said nothing.
func (o *Outcome) refusalOf(j int32) *Refusal {
	if i, told := slices.BinarySearchFunc(o.WhyRefused, j, func(r Refusal, j int32) int { return int(r.Job - j) }); told {
		return &o.WhyRefused[i]
	}
	return nil
}

// Refusal says why the machine could never run job j, which was refused. It continues "the job is
// refused:". O(lanes).
func (o *Outcome) Refusal(j int32) string { return o.refusal(j, o.widestLane()) }

// EachRefusal goes through the refused jobs in workload order with the reason of each. Test runs
// that other rows continue are left out. O(jobs + lanes).
func (o *Outcome) EachRefusal(yield func(j int32, why string) bool) {
	widest := o.widestLane()
	for j, state := range o.State {
		if state == Refused && !o.Workload.Continued(int32(j)) && !yield(int32(j), o.refusal(int32(j), widest)) {
			return
		}
	}
}

// widestLane is how many processors the widest lane has, 0 if there are none.
func (o *Outcome) widestLane() int32 {
	widest := int32(0)
	for i := range o.Lanes {
		widest = max(widest, o.Lanes[i].Processors)
	}
	return widest
}

func (o *Outcome) refusal(j, widest int32) string {
	if r := o.refusalOf(j); r != nil {
		return r.Why
	}
	w, size := o.Workload, o.Workload.Jobs[j].Processors
	if len(o.Lanes) == 0 && size <= o.Processors {
		return NoRecordedWait
	}
	if len(o.Lanes) == 0 || size > o.Processors && o.Lane == nil {
		return "wider than the machine"
	}
	switch kind := o.Lanes[0].Kind; {
	case kind == "node": // several serve one job
		return "asking for more memory than nodes have for its processes"
	case w.Components != nil && w.Components[j] != nil:
		components := w.Components[j]
		switch {
		case components[0] > widest:
			return "with a component wider than any " + kind
		case len(components) > len(o.Lanes):
			return "with more components than " + kind + "s"
		}
		return "with components for which too few " + kind + "s are wide enough"
	case size > widest:
		return "wider than any " + kind
	case kind == "computer":
		return "with licences that no computer wide enough may use"
	default:
		return "asking for more memory than any " + kind + " wide enough has"
	}
}
