package reference

import (
	"math/rand/v2"
	"slices"

	"backfill/engine"
)

// DrawTrial draws a workload as campaigns have them and the cluster that it could be for: mostly 5 to 40 jobs, seldom many, which come one by one
// or all together, some as large as the machine or larger, with right requests or wrong ones, whose times are up to some 20 ms, so that much
// happens at once.
func DrawTrial(r *rand.Rand, many int) Trial {
	c := Trial{Exact: r.IntN(3) == 0, Unit: 1}
	if r.IntN(3) == 0 {
		c.Unit += r.Int32N(3)
	}
	c.Processors = c.Unit * (1 + r.Int32N(12))
	c.Options = engine.Options{Kill: engine.KillRule(r.IntN(3)), Grace: engine.Time(r.IntN(9)), Order: engine.Order(r.IntN(2))}
	jobs := 5 + r.IntN(36)
	switch r.IntN(40) {
	case 0:
		jobs = many
	case 1, 2, 3, 4:
		jobs = 1 + r.IntN(5)
	}
	gap, longest, widest := 1+r.IntN(12), 1+r.IntN(20), 1+r.Int32N(c.Processors)
	c.Workload = &engine.Workload{}
	submit := engine.Time(0)
	for range jobs {
		if r.IntN(4) > 0 { // else with the one before
			submit += engine.Time(r.IntN(gap))
		}
		job := engine.Job{Submit: submit, Run: 1 + engine.Time(r.IntN(longest)), Processors: 1 + r.Int32N(widest)}
		switch r.IntN(12) {
		case 0:
			job.Processors = c.Processors
		case 1:
			job.Processors = 1
		case 2:
			job.Processors = 1 + r.Int32N(c.Processors+1)
		}
		job.Estimate = job.Run
		if !c.Exact && r.IntN(4) > 0 {
			job.Estimate = 1 + engine.Time(r.IntN(3*longest/2+1))
		}
		c.Workload.Jobs = append(c.Workload.Jobs, job)
		c.Workload.User = append(c.Workload.User, r.Int32N(4)-1)
	}
	return c
}

// LetFollow makes jobs wait for earlier ones, so that they do not arrive in the order of their numbers.
func LetFollow(r *rand.Rand, w *engine.Workload) {
	for j := range w.Jobs {
		after := engine.NoJob
		if j > 0 && r.IntN(3) == 0 {
			after = r.Int32N(int32(j))
		}
		w.After, w.Think = append(w.After, after), append(w.Think, engine.Time(r.IntN(7)))
	}
}

// Repeated has each job of w, which follows no other, many times.
func Repeated(w *engine.Workload, times int) *engine.Workload {
	c := *w
	c.Jobs = nil
	for _, job := range w.Jobs {
		c.Jobs = append(c.Jobs, slices.Repeat([]engine.Job{job}, times)...)
	}
	for _, column := range []*[]int32{&c.User, &c.Demand, &c.Partition, &c.Group, &c.QOS} {
		*column = repeated(*column, times)
	}
	c.Memory = repeated(c.Memory, times)
	return &c
}

// repeated has each value of a column many times.
func repeated[T any](column []T, times int) (list []T) {
	for _, value := range column {
		list = append(list, slices.Repeat([]T{value}, times)...)
	}
	return list
}

// Scaled is a trial with all times multiplied.
func (c Trial) Scaled(factor engine.Time) Trial {
	w := *c.Workload
	w.Jobs, w.Think = nil, nil
	for _, job := range c.Workload.Jobs {
		w.Jobs = append(w.Jobs, engine.Job{Submit: factor * job.Submit, Run: factor * job.Run, Estimate: factor * job.Estimate, Processors: job.Processors})
	}
	for _, think := range c.Workload.Think {
		w.Think = append(w.Think, factor*think)
	}
	c.Workload = &w
	c.Options.Grace *= factor
	return c
}
