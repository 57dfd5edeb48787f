// Package running knows which jobs run and by when they end, and finds when and where another one has room as they do: the will-run test of
// Slurm's select plugin.
//
// It knows the machine, and neither who waits nor what is promised.
package running

import (
	"cmp"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/machine/bitset"
	"backfill/engine/machine/partitions"
	"backfill/policies/slurm/accounts"
	"backfill/policies/slurm/settings"
)

// Never is a second after all others.
const Never = math.MaxInt64

// Run is a job that runs.
type Run struct {
	Job   int32
	Place int32 // among all jobs
	Began int64 // s
	End   int64 // s, when it reaches its limit or is expected to make room
	Nodes bitset.Set
}

// Runs are the jobs that run, and what has been found out about room on their nodes.
type Runs struct {
	List []Run // by end and then by place; to be read

	now      int64 // second of the pass at hand
	config   *settings.Config
	machine  *partitions.Machine
	workload *engine.Workload
	trial    *partitions.Trial
	outlooks outlooks
	gone     []int32    // running jobs that count as gone while room is looked for
	chosen   bitset.Set // buffer
	nodes    []int32    // buffer
}

// New is a machine on which nothing runs. Room is found with a trial.
func New(c *settings.Config, m *partitions.Machine, w *engine.Workload, t *partitions.Trial) Runs {
	return Runs{config: c, machine: m, workload: w, trial: t, chosen: bitset.New(int32(len(m.Nodes)))}
}

// Of is that of job j, nil if it does not run. It is valid until another job starts or ends.
func (r *Runs) Of(j int32) *Run {
	if at := r.at(j); at >= 0 {
		return &r.List[at]
	}
	return nil
}

func (r *Runs) at(j int32) int {
	return slices.IndexFunc(r.List, func(run Run) bool { return run.Job == j })
}

// Add notes that a job runs.
func (r *Runs) Add(run Run) {
	r.outlooks.forget()
	at, _ := slices.BinarySearchFunc(r.List, run, byEnd)
	r.List = slices.Insert(r.List, at, run)
}

// Remove notes that running job j does not run any more.
func (r *Runs) Remove(j int32) {
	r.outlooks.forget()
	at := r.at(j)
	r.List = slices.Delete(r.List, at, at+1)
}

// EndsBy notes that running job j is expected to end by another second, at the latest.
func (r *Runs) EndsBy(j int32, end int64) {
	r.outlooks.forget()
	r.Of(j).End = end
	slices.SortFunc(r.List, byEnd)
}

// Pass notes that a pass begins at a second.
func (r *Runs) Pass(now int64) {
	r.now = now
	if len(r.List) > 0 && r.List[0].End <= now {
		r.outlooks.forget() // when it is gone is another instant in every pass
	}
}

// byEnd orders running jobs by the instants at which they reach their limits, also those that have.
func byEnd(a, b Run) int {
	return cmp.Or(cmp.Compare(a.End, b.End), cmp.Compare(a.Place, b.Place))
}

// GoneBy is when a job is expected to be gone, in the pass at hand: at its limit, or a while after that if it has reached it.
//
// Source: plugins/select/cons_tres/job_test.c, _guess_job_end.
func (r *Runs) GoneBy(run *Run) int64 {
	switch {
	case run.End > r.now:
		return run.End
	case r.config.OverTimeLimit == settings.Never:
		return r.now + 60*accounts.Minutes(&r.workload.Jobs[run.Job])
	}
	return max(run.End+r.config.KillWait+r.config.OverTimeLimit, r.now+1)
}
