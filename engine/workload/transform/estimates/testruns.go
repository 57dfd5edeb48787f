package estimates

import (
	"fmt"
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/random"
	"backfill/engine/workload/table"
)

const (
	longestTest = engine.Hour
	testPart    = 10 // a test run is one of so many parts of the request at most
)

// withTestRuns improves estimates as users could who try their jobs first. A job is chosen
// for improvement with probability "share"; if it requests more than "factor" times its
// run time, its estimate becomes that and, with probability "tests", it is submitted for
// a test run of min(1 h, a tenth of its request) first. A job that does not end within it
// is submitted for its full run when the test has ended: the row behind the test's, with
// the same number. The full run repeats what the test did.
//
// Dedicated jobs and components of heterogeneous ones have no test run. Elastic commands are for the full run. What a log says
// about waits does not hold any more.
//
// Every job takes one random number for the choice, the same as in the model hybrid, and one
// for the test. Cost: O(n).
//
// Source: Chiang, Arpaci-Dusseau, Vernon, The impact of more accurate requested runtimes
// on production job scheduling performance, JSSPP 2002, section 5.
func withTestRuns(v param.Values, w *engine.Workload, in workload.Inputs) (*engine.Workload, string, error) {
	if w.Continues != nil {
		return nil, "", &param.Error{Path: "/model", Value: `"testRuns"`, Reason: "the jobs have test runs already, which is accepted once"}
	}
	accurate := in.Stream(random.Accurate)
	tested := in.Stream(random.Tests)
	share, tests, factor := v.Float("share"), v.Float("tests"), v.Float("factor")

	n := len(w.Jobs)
	b := testRuns{order: make([]int32, 0, n), continues: make([]bool, 0, n)}
	first, last := make([]int32, n), make([]int32, n) // by row of w: the new rows of the job's test run and of its full run, or twice that of its only one
	improved, ended := 0, 0
	for i := range w.Jobs {
		job := w.Jobs[i]
		chosen, test := accurate.Uniform() < share, tested.Uniform() < tests
		estimate := times(job.Run, factor)
		if chosen && job.Estimate > estimate {
			improved++
			length := min(longestTest, max(job.Estimate/testPart, engine.Millisecond))
			job.Estimate = estimate
			if test && !w.Dedicated(int32(i)) && (w.Leader == nil || w.Leader[i] == engine.NoJob) {
				trial := engine.Job{Submit: job.Submit, Run: min(job.Run, length), Estimate: length, Processors: job.Processors}
				if job.Run <= length {
					ended++
					job = trial
				} else {
					b.add(int32(i), trial, false)
				}
			}
		}
		tests := len(b.order) > 0 && b.order[len(b.order)-1] == int32(i)
		last[i] = b.add(int32(i), job, tests)
		if first[i] = last[i]; tests {
			first[i]--
		}
	}
	out := b.workload(w, first, last)
	continued := len(out.Jobs) - n
	return out, fmt.Sprintf("estimates are at most %v times the run time for %d jobs that requested more; %d of them run for a test first, in which %d end",
		factor, improved, continued+ended, ended), nil
}

// testRuns gathers the rows of a workload with test runs.
type testRuns struct {
	jobs      []engine.Job
	order     []int32 // the row of the job in the workload without
	continues []bool
}

func (b *testRuns) add(row int32, job engine.Job, continues bool) int32 {
	b.jobs, b.order, b.continues = append(b.jobs, job), append(b.order, row), append(b.continues, continues)
	return int32(len(b.jobs)) - 1
}

// workload is w with the rows gathered. A job with a test run waits for others before that, and has ended when its full run has.
func (b *testRuns) workload(w *engine.Workload, first, last []int32) *engine.Workload {
	out := *w
	table.Pick(&out, b.order)
	out.Jobs, out.Wait, out.Recorded = b.jobs, nil, nil
	if !slices.Contains(b.continues, true) {
		return &out
	}
	out.Continues = b.continues
	out.After = make([]int32, len(b.jobs))
	for i, row := range b.order {
		out.After[i] = engine.NoJob
		switch {
		case b.continues[i]:
			out.After[i] = int32(i) - 1
			if out.Think != nil {
				out.Think[i] = 0
			}
		case w.After != nil && w.After[row] != engine.NoJob:
			out.After[i] = last[w.After[row]]
		}
	}
	out.Commands = slices.Clone(w.Commands)
	for i := range out.Commands {
		out.Commands[i].Job = last[out.Commands[i].Job]
	}
	out.Leader = table.Permuted(w.Leader, b.order)
	for i, leader := range out.Leader {
		if leader != engine.NoJob {
			out.Leader[i] = last[leader]
		}
	}
	out.Dependencies = slices.Clone(w.Dependencies)
	for i := range out.Dependencies {
		d := &out.Dependencies[i]
		d.Job = first[d.Job]
		if d.Started {
			d.On = first[d.On]
		} else {
			d.On = last[d.On]
		}
	}
	return &out
}
