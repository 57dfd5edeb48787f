package slurm

import (
	"backfill/engine"
	"backfill/engine/machine/partitions"
	"backfill/policies/slurm/limits"
	"backfill/policies/slurm/settings"
)

// limited is limits for the jobs of a workload.
type limited struct {
	*limits.Enforcement
	jobs       []limits.Job
	partitions []int32 // place of the QOS of each
	allocation limits.Allocation
	last       limits.Over                     // that has kept a job from starting or from a promise
	tells      func(j int32, over limits.Over) // is told of each, for tests; may be nil
}

// newLimited holds the jobs of a workload to the limits of a cluster whose daemon began at an instant.
func newLimited(s *settings.Limits, m *partitions.Machine, w *engine.Workload, begin engine.Time, epoch int64) (*limited, error) {
	c := s.Config
	c.Begin, c.Zero = begin, epoch
	e, err := limits.New(&c)
	if err != nil {
		return nil, err
	}
	l := &limited{Enforcement: e}
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
		l.jobs = append(l.jobs, e.Job(number(w.Group, j), number(w.User, j), number(w.QOS, j), minutes(&w.Jobs[j])))
	}
	return l, nil
}

// refuses says which limit has job j refused when it is submitted; it counts as submitted if none has. Of several partitions the first counts.
func (l *limited) refuses(j, partition int32, asked partitions.Amounts) (over limits.Over, is bool) {
	l.allocation = allocationOf(asked)
	if over, is = l.Refused(&l.jobs[j], l.partitions[partition], &l.allocation); !is {
		l.comes(j, partition)
	}
	return over, is
}

// comes counts job j as submitted.
func (l *limited) comes(j, partition int32) { l.Submit(j, &l.jobs[j], l.partitions[partition]) }

// before says whether the job of a record is over a limit, wherever it would run.
func (l *limited) before(r *record) bool {
	over, is := l.Before(&l.jobs[r.job], l.partitions[r.partition])
	return is && l.told(r.job, over)
}

// after says whether the job of a record is over a limit with what a trial has found for it.
func (l *limited) after(r *record, t *partitions.Trial, buffer *[]int32) bool {
	l.take(t, buffer)
	over, is := l.After(&l.jobs[r.job], l.partitions[r.partition], &l.allocation)
	return is && l.told(r.job, over)
}

// told tells of a limit, and is true.
func (l *limited) told(j int32, over limits.Over) bool {
	if l.last = over; l.tells != nil {
		l.tells(j, over)
	}
	return true
}

// take makes the allocation what a trial has found. Its nodes stand in a buffer.
func (l *limited) take(t *partitions.Trial, buffer *[]int32) {
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

// mayReserve says whether the job of a record gets promises.
func (l *limited) mayReserve(r *record) bool { return l.MayReserve(&l.jobs[r.job]) }

// started counts job j, for which a trial has found nodes in a partition.
func (l *limited) started(now engine.Time, j, partition int32, t *partitions.Trial, nodes []int32) {
	l.take(t, &nodes)
	l.Start(now, j, &l.jobs[j], l.partitions[partition], &l.allocation)
}
