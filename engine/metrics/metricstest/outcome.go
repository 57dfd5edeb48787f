// Package metricstest makes outcomes for tests of what is measured: of rows that a test writes down, and of a queue of
// which theory knows the mean wait. It simulates nothing with a policy.
package metricstest

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"backfill/engine"
)

// Row is one job of an outcome that a test writes down; -1 means never.
type Row struct {
	Submit, Start, End engine.Time // of the last run; the end of a job that was cancelled while it waited is when it was
	Stopped            []Stop      // runs before that, in the order of time
	Size               int32
	User               int32
	Request            engine.Time // 0: as long as it ran
	Requested          engine.Time // start of a dedicated job, 0: a batch job
	Executed           int32       // size after commands, 0: as submitted
	Killed, Refused    bool
	Cancelled          bool // while it ran or, without a start, while it waited
}

// Stop is a run that was stopped, after which the job waited again.
type Stop struct {
	From, To  engine.Time
	Preempted bool
}

// Outcome makes an Outcome of rows sorted by submission, whose times are in unit.
func Outcome(processors, allocation int32, rows []Row, unit engine.Time) *engine.Outcome {
	o := &engine.Outcome{Workload: &engine.Workload{}, Processors: processors, Unit: allocation}
	if slices.ContainsFunc(rows, func(r Row) bool { return r.Requested > 0 }) {
		o.Workload.Requested = make([]engine.Time, len(rows))
	}
	if slices.ContainsFunc(rows, func(r Row) bool { return r.Executed > 0 }) {
		o.Sizes = make([]int32, len(rows))
	}
	for j, r := range rows {
		if o.Workload.Requested != nil {
			if o.Workload.Requested[j] = -1; r.Requested > 0 {
				o.Workload.Requested[j] = r.Requested * unit
			}
		}
		if o.Sizes != nil {
			o.Sizes[j] = cmp.Or(r.Executed, r.Size)
		}
		job := engine.Job{Submit: r.Submit * unit, Run: 1, Processors: r.Size}
		start, end, state := engine.Time(-1), engine.Time(-1), engine.Unfinished
		if r.Start >= 0 {
			start = r.Start * unit
			o.StartOrder = append(o.StartOrder, int32(j))
		}
		if r.End >= 0 {
			end, state = r.End*unit, engine.Completed
		}
		if start >= 0 && end >= 0 {
			job.Run = end - start
			o.EndOrder = append(o.EndOrder, int32(j))
		}
		for _, s := range r.Stopped {
			o.Stopped = append(o.Stopped, engine.Run{Job: int32(j), From: s.From * unit, To: s.To * unit, Partition: engine.NoPartition, Preempted: s.Preempted})
		}
		job.Estimate = job.Run
		if r.Request > 0 {
			job.Estimate = r.Request * unit
		}
		if r.Killed {
			state = engine.Killed
		}
		if r.Refused {
			state = engine.Refused
		}
		if r.Cancelled {
			state = engine.Cancelled
		}
		o.Workload.Jobs = append(o.Workload.Jobs, job)
		o.Workload.User = append(o.Workload.User, r.User)
		o.Start, o.End, o.State = append(o.Start, start), append(o.End, end), append(o.State, state)
	}
	byTime := func(times []engine.Time) func(a, b int32) int {
		return func(a, b int32) int { return cmp.Or(cmp.Compare(times[a], times[b]), cmp.Compare(a, b)) }
	}
	slices.SortFunc(o.StartOrder, byTime(o.Start))
	slices.SortFunc(o.EndOrder, byTime(o.End))
	if o.Stopped != nil {
		slices.SortStableFunc(o.Stopped, func(a, b engine.Run) int { return cmp.Compare(a.To, b.To) })
		o.Held, o.Lost = make([]engine.Time, len(rows)), make([]engine.Time, len(rows))
		for _, s := range o.Stopped {
			o.Held[s.Job], o.Lost[s.Job] = o.Held[s.Job]+s.To-s.From, o.Lost[s.Job]+s.To-s.From
		}
		for _, j := range o.EndOrder {
			o.Held[j] += o.End[j] - o.Start[j]
		}
	}
	first := func(j int) engine.Time {
		if len(rows[j].Stopped) > 0 {
			return rows[j].Stopped[0].From * unit
		}
		return o.Start[j]
	}
	o.Overtook = make([]bool, len(rows))
	for j := range rows {
		for i := range rows {
			earlier := cmp.Or(cmp.Compare(o.Workload.Ready(int32(i)), o.Workload.Ready(int32(j))), cmp.Compare(i, j)) < 0
			until := first(i) // it waited; -1: to the end
			if until < 0 && o.State[i] == engine.Cancelled {
				until = o.End[i]
			}
			waited := o.State[i] != engine.Refused && (until < 0 || until > first(j))
			o.Overtook[j] = o.Overtook[j] || first(j) >= 0 && earlier && waited
		}
	}
	return o
}

// Near says whether two numbers are the same to twelve digits, or both undefined.
func Near(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-12*max(math.Abs(a), math.Abs(b)) || math.IsNaN(a) && math.IsNaN(b)
}

// SingleServer is the outcome of n jobs at one processor, first come, first served:
// times between arrivals are exponential of mean 2 s, run times of mean 1 s.
func SingleServer(n int, seed uint64) *engine.Outcome {
	random := rand.New(rand.NewPCG(seed, 0))
	o := &engine.Outcome{Workload: &engine.Workload{}, Processors: 1, Unit: 1, Overtook: make([]bool, n)}
	var submit, free engine.Time
	for j := range n {
		submit += engine.FromSeconds(2 * random.ExpFloat64())
		start := max(submit, free)
		free = start + max(1, engine.FromSeconds(random.ExpFloat64()))
		o.Workload.Jobs = append(o.Workload.Jobs, engine.Job{Submit: submit, Run: free - start, Estimate: free - start, Processors: 1})
		o.Start, o.End, o.State = append(o.Start, start), append(o.End, free), append(o.State, engine.Completed)
		o.StartOrder, o.EndOrder = append(o.StartOrder, int32(j)), append(o.EndOrder, int32(j))
	}
	return o
}
