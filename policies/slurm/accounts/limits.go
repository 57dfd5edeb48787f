package accounts

import (
	"backfill/engine"
	"backfill/engine/machine/partitions"
	"backfill/policies/slurm/limits"
	"backfill/policies/slurm/settings"
)

// Limits are those that hold for the jobs of a workload.
type Limits struct {
	*limits.Enforcement
	jobs       []limits.Job
	partitions []int32 // by partition: the place of its QOS
	allocation limits.Allocation
	Last       limits.Over                     // that has kept a job from starting or from a promise
	Tells      func(j int32, over limits.Over) // is told of each, for tests; may be nil
}

// NewLimits holds the jobs of a workload to the limits of a cluster whose daemon began at an instant.
func NewLimits(s *settings.Limits, m *partitions.Machine, w *engine.Workload, begin engine.Time, epoch int64) (*Limits, error) {
	c := s.Config
	c.Begin, c.Zero = begin, epoch
	e, err := limits.New(&c)
	if err != nil {
		return nil, err
	}
	l := &Limits{Enforcement: e}
	for i := range m.Partitions {
		of := limits.None
		if number, has := s.PartitionQOS[m.Partitions[i].Number]; has {
			of = e.QOSOf(number)
		}
		l.partitions = append(l.partitions, of)
	}
	number := func(column []int32, j int) int32 {
		if column == nil {
			return limits.None
		}
		return column[j]
	}
	for j := range w.Jobs {
		l.jobs = append(l.jobs, e.Job(number(w.Group, j), number(w.User, j), number(w.QOS, j), Minutes(&w.Jobs[j])))
	}
	return l, nil
}

// Refuses says which limit has job j refused when it is submitted; it counts as submitted if none has. Of several partitions the first counts.
func (l *Limits) Refuses(j, partition int32, asked partitions.Amounts) (over limits.Over, is bool) {
	l.allocation = allocationOf(asked)
	if over, is = l.Refused(&l.jobs[j], l.partitions[partition], &l.allocation); !is {
		l.Submit(j, partition)
	}
	return over, is
}

// Submit counts job j as submitted.
func (l *Limits) Submit(j, partition int32) {
	l.Enforcement.Submit(j, &l.jobs[j], l.partitions[partition])
}

// Before says whether job j is over a limit in a partition, wherever it would run there.
func (l *Limits) Before(j, partition int32) bool {
	over, is := l.Enforcement.Before(&l.jobs[j], l.partitions[partition])
	return is && l.told(j, over)
}

// After says whether job j is over a limit in a partition with what a trial has found for it.
func (l *Limits) After(j, partition int32, t *partitions.Trial, buffer *[]int32) bool {
	l.take(t, buffer)
	over, is := l.Enforcement.After(&l.jobs[j], l.partitions[partition], &l.allocation)
	return is && l.told(j, over)
}

// Change notes that job j has another time limit.
func (l *Limits) Change(j int32, job *engine.Job) { l.jobs[j].Minutes = Minutes(job) }

// told tells of a limit, and is true.
func (l *Limits) told(j int32, over limits.Over) bool {
	if l.Last = over; l.Tells != nil {
		l.Tells(j, over)
	}
	return true
}

// take makes the allocation what a trial has found. Its nodes stand in a buffer.
func (l *Limits) take(t *partitions.Trial, buffer *[]int32) {
	l.allocation = allocationOf(t.Amounts())
	if t.Found() {
		*buffer = t.Nodes((*buffer)[:0])
		l.allocation.Nodes = *buffer
	}
}

// allocationOf is amounts on nodes that are not told.
func allocationOf(a partitions.Amounts) limits.Allocation {
	return limits.Allocation{Amounts: limits.Amounts{limits.CPU: a.Processors, limits.Memory: a.Memory, limits.Node: a.Nodes, limits.GPU: a.GPUs}}
}

// MayReserve says whether job j gets promises.
func (l *Limits) MayReserve(j int32) bool { return l.Enforcement.MayReserve(&l.jobs[j]) }

// Start counts job j, for which a trial has found nodes in a partition.
func (l *Limits) Start(now engine.Time, j, partition int32, t *partitions.Trial, nodes []int32) {
	l.take(t, &nodes)
	l.Enforcement.Start(now, j, &l.jobs[j], l.partitions[partition], &l.allocation)
}
