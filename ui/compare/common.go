package compare

import (
	"slices"

	"backfill/engine"
	"backfill/engine/metrics"
)

// Measured is one run with its metrics.
type Measured struct {
	Outcome *engine.Outcome
	Metrics metrics.Summary
}

// Common is what two runs have in common, and in what else than the policy they differ: what can be compared, and what has to be
// said beside it.
type Common struct {
	Jobs int                // ended in both runs
	All  bool               // no other job ended in either
	Of   [2]metrics.Summary // of the jobs that ended in both; what only whole runs have is undefined unless All

	Tally              // of the jobs that ended in both
	Rows       []int32 // of the second run: these jobs, in the order in which they end
	Partner    []int32 // the same jobs in the first run, beside Rows
	Unchanged  bool    // the same work is done by the same schedule: every job starts and ends as in the other run, in the same place
	Added      int     // jobs that only the workload of the second run has
	Removed    int     // those that only the first has
	Submitted  int     // jobs of both that are submitted at another time, after or with other jobs, or with another requested start,
	Resized    int     // ask for another number of processors,
	Lengthened int     // have another run time,
	Demanding  int     // ask for other memory, nodes, GPUs, bandwidth or licences, are tasks of another array, or have their run time on a computer of another speed,
	Curtailed  int     // or are killed, or cancelled, in both runs, but have run for longer in one

	Fates        [fates]Count // by the state in which jobs were left
	Commands     [2]bool      // whether a run obeys commands that change jobs
	OtherMachine bool         // one machine has more processors than the other
}

const fates = int(engine.Cancelled) + 1

// Count is how many jobs each of two runs left in some state, and of how many of the jobs that both have that is true of one alone.
type Count struct {
	In    [2]int
	Apart int
}

// CommonOf compares run a with run b; pairs lists, by job of b, the job of a, as PairJobs finds them. Test runs are not counted
// beside the jobs that they belong to. O(jobs); where other jobs ended, their metrics are computed anew.
func CommonOf(a, b Measured, pairs []int32) *Common {
	o, u := a.Outcome, b.Outcome
	c := &Common{
		Unchanged: DivergenceOf(u, o, pairs).At == engine.Never,
		Commands:  [2]bool{o.Fates != nil, u.Fates != nil}, OtherMachine: o.Processors != u.Processors,
	}
	paired := make([]bool, len(o.Start)) // jobs of a
	otherwise := dependOtherwise(o.Workload, u.Workload, pairs)
	for j, k := range pairs {
		if u.Workload.Continued(int32(j)) {
			continue
		}
		if k == engine.NoJob {
			c.Added++
			continue
		}
		paired[k] = true
		x, y := &o.Workload.Jobs[k], &u.Workload.Jobs[j]
		followed := following(u.Workload, int32(j))
		if followed != engine.NoJob {
			followed = pairs[followed]
		}
		leader := entry(u.Workload.Leader, int32(j))
		if leader != engine.NoJob {
			leader = pairs[leader]
		}
		c.Submitted += one(x.Submit != y.Submit || followed != following(o.Workload, k) || otherwise[k] || leader != entry(o.Workload.Leader, k) ||
			entry(o.Workload.Requested, k) != entry(u.Workload.Requested, int32(j)) || entry(o.Workload.Entered, k) != entry(u.Workload.Entered, int32(j)))
		c.Resized += one(x.Processors != y.Processors)
		c.Lengthened += one(x.Run != y.Run)
		c.Demanding += one(!sameDemands(o.Workload, k, u.Workload, int32(j)))
		if was, is := o.State[k], u.State[j]; was != is {
			c.Fates[was].Apart++
			c.Fates[is].Apart++
		} else if is == engine.Killed || is == engine.Cancelled {
			c.Curtailed += one(cutAfter(o, k) != cutAfter(u, int32(j)))
		}
	}
	for k := range paired {
		c.Removed += one(!paired[k] && !o.Workload.Continued(int32(k)))
	}
	for i, run := range []*engine.Outcome{o, u} {
		for j, state := range run.State {
			if !run.Workload.Continued(int32(j)) {
				c.Fates[state].In[i]++
			}
		}
	}
	c.Unchanged = c.Unchanged && c.SameWork()
	c.measure(a, b, pairs)
	return c
}

// cutAfter is after how long job j, which was killed or cancelled, was cut short; 0 if it did not run then.
func cutAfter(o *engine.Outcome, j int32) engine.Time {
	if !o.Ended(j) {
		return 0
	}
	return o.RanLast(j) // those before came to nothing
}

// sameFates says whether both runs have the same jobs and left each in the same state.
func (c *Common) sameFates() bool {
	apart := c.Added + c.Removed
	for _, count := range c.Fates {
		apart += count.Apart
	}
	return apart == 0
}

// measure finds the jobs that ended in both runs, and their metrics.
func (c *Common) measure(a, b Measured, pairs []int32) {
	o, u := a.Outcome, b.Outcome
	endedA, endedB := o.EndedJobs(), u.EndedJobs()
	inBoth := make([]bool, len(o.Start)) // jobs of a
	for _, j := range endedB {
		k := pairs[j]
		if k == engine.NoJob || !o.Ended(k) || o.Workload.Continued(k) {
			continue
		}
		inBoth[k] = true
		c.Rows, c.Partner = append(c.Rows, j), append(c.Partner, k)
		c.Add(o.WaitInAll(k), u.WaitInAll(j))
	}
	c.Jobs = len(c.Rows)
	if c.All = c.Jobs == len(endedA) && c.Jobs == len(endedB); c.All {
		c.Of = [2]metrics.Summary{a.Metrics, b.Metrics}
		return
	}
	var rows []int32
	for _, k := range endedA {
		if inBoth[k] {
			rows = append(rows, k)
		}
	}
	c.Of = [2]metrics.Summary{metrics.OfJobs(o, rows), metrics.OfJobs(u, c.Rows)}
}

// SameWork says whether both runs had the same to do: the same jobs, submitted alike, as wide and as long, of which the same were
// refused, killed or cancelled after as long and left unfinished, and the same commands. Only then is one of them better than the other.
func (c *Common) SameWork() bool {
	return c.Submitted+c.Resized+c.Lengthened+c.Demanding+c.Curtailed == 0 && c.Commands[0] == c.Commands[1] && c.sameFates()
}

// following is the job that job j is submitted after, NoJob if that is none: a job that continues its test run counts as one with
// it.
func following(w *engine.Workload, j int32) int32 {
	for w.Continues != nil && w.Continues[j] {
		j = w.After[j]
	}
	if w.After == nil {
		return engine.NoJob
	}
	return w.After[j]
}

// dependOtherwise are the jobs of a, among those that pairs lists by job of b, that depend on other jobs than in b, or otherwise on the same.
// O(dependencies).
func dependOtherwise(a, b *engine.Workload, pairs []int32) map[int32]bool {
	only := map[engine.Dependency]int{} // how often a has it more than b
	for _, d := range a.Dependencies {
		only[d]++
	}
	otherwise := map[int32]bool{}
	for _, d := range b.Dependencies {
		d.Job, d.On = pairs[d.Job], pairs[d.On]
		if only[d] == 0 {
			otherwise[d.Job] = true
			continue
		}
		only[d]--
	}
	for d, more := range only {
		if more > 0 {
			otherwise[d.Job] = true
		}
	}
	return otherwise
}

// sameDemands says whether job j of w asks for the same as job k of v beside processors and time.
func sameDemands(v *engine.Workload, k int32, w *engine.Workload, j int32) bool {
	return entry(v.Memory, k) == entry(w.Memory, j) && entry(v.Bandwidth, k) == entry(w.Bandwidth, j) && entry(v.Network, k) == entry(w.Network, j) &&
		max(0, entry(v.Benchmark, k)) == max(0, entry(w.Benchmark, j)) && v.Needs(k) == w.Needs(j) && entry(v.Array, k) == entry(w.Array, j) && entry(v.Task, k) == entry(w.Task, j) &&
		sameNodes(v.DemandOf(k), w.DemandOf(j))
}

// sameNodes says whether two jobs ask for the same of nodes.
func sameNodes(a, b *engine.Demand) bool {
	return a == b || a.Nodes == b.Nodes && a.MostNodes == b.MostNodes && a.TaskProcessors == b.TaskProcessors && a.NodeMemory == b.NodeMemory &&
		a.NodeGPUs == b.NodeGPUs && a.AllGPUs == b.AllGPUs && a.GPUType == b.GPUType && a.Whole == b.Whole && a.LeastTime == b.LeastTime &&
		slices.Equal(a.Features, b.Features) && slices.Equal(a.Partitions, b.Partitions) &&
		slices.Equal(a.Licences, b.Licences) && a.Once == b.Once && a.MostTasks == b.MostTasks && a.Nice == b.Nice && a.Reservation == b.Reservation
}

// entry is what a column says of a job, -1 if it says nothing of any.
func entry[N int32 | int64 | engine.Time](column []N, j int32) N {
	if column == nil {
		return -1
	}
	return column[j]
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// SameJobs says whether two workloads are about the same jobs: at least half of those with the same number have the same size and
// run time. They may be submitted at other times. Pairs are those of PairJobs. O(jobs).
func SameJobs(a, b *engine.Workload, pairs []int32) bool {
	paired, alike := 0, 0
	for j, k := range pairs {
		if k == engine.NoJob {
			continue
		}
		x, y := &a.Jobs[j], &b.Jobs[k]
		paired++
		alike += one(x.Processors == y.Processors && x.Run == y.Run)
	}
	return paired > 0 && 2*alike >= paired
}
