package transform

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/workloadtest"
)

// numbersOf are what people call the jobs of w.
func numbersOf(w *engine.Workload) []int64 {
	var list []int64
	for j := range int32(len(w.Jobs)) {
		list = append(list, w.JobNumber(j))
	}
	return list
}

// FourJobs are of users 1 to 4, on 8, 16, 1 and 2 processors, and run for 40, 50, 30 and 10 s: 320, 800, 30 and 20
// processor seconds, 1170 in all.
func TestFilter(t *testing.T) {
	for _, c := range []struct {
		fields string
		kept   []int64
		note   string
	}{
		{`{"users": "3"}`, []int64{3}, "1 of 4 jobs is kept, with 2.56 % of the processor time"}, // 30 / 1170
		{`{"rule": "drop", "users": "3"}`, []int64{1, 2, 4}, "1 of 4 jobs is dropped, with 2.56 % of the processor time"},
		{`{"users": "2-"}`, []int64{2, 3, 4}, "3 of 4 jobs are kept, with 72.6 % of the processor time"},                                              // 850 / 1170
		{`{"rule": "drop", "users": "1, 4, 7-9"}`, []int64{2, 3}, "2 of 4 jobs are dropped, with 29.1 % of the processor time; no job has users 7-9"}, // 340 / 1170
		{`{"processors": "1-2, 16"}`, []int64{2, 3, 4}, "3 of 4 jobs are kept, with 72.6 % of the processor time"},
		{`{"runAbove": 10}`, []int64{1, 2, 3}, "3 of 4 jobs are kept, with 98.3 % of the processor time"}, // 1150 / 1170
		{`{"runMost": 30}`, []int64{3, 4}, "2 of 4 jobs are kept, with 4.27 % of the processor time"},     // 50 / 1170
		{`{"runAbove": 10, "runMost": 40, "processors": "1"}`, []int64{3}, "1 of 4 jobs is kept, with 2.56 % of the processor time"},
		{`{"rule": "drop", "runAbove": 10, "users": "3-"}`, []int64{1, 2, 4}, "1 of 4 jobs is dropped, with 2.56 % of the processor time"}, // 4 runs for 10 s
		{`{"users": "1-4"}`, []int64{1, 2, 3, 4}, "4 of 4 jobs are kept, with 100 % of the processor time"},
	} {
		out, notes, err := workloadtest.Apply(t, Filter, c.fields, workloadtest.FourJobs(), workload.Inputs{})
		if err != nil {
			t.Errorf("%s: %v", c.fields, err)
			continue
		}
		if got := numbersOf(out); !slices.Equal(got, c.kept) || !slices.Equal(notes, []string{c.note}) {
			t.Errorf("%s: jobs %v, %q", c.fields, got, notes)
		}
	}
}

// Job 2 stays what it was: its times, who submitted it, its wait in the log and its requested start. Of the commands
// that of job 2 stays, which is row 0 now.
func TestFilterLeavesTheOtherJobsAlone(t *testing.T) {
	out, _, err := workloadtest.Apply(t, Filter, `{"users": "2"}`, workloadtest.Heterogeneous(), workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	want := workloadtest.Heterogeneous()
	want.Jobs, want.Number, want.User, want.Wait, want.Requested = want.Jobs[1:2], []int64{2}, want.User[1:2], want.Wait[1:2], want.Requested[1:2]
	want.Commands = []engine.Command{{At: 200 * s, Job: 0, Kind: engine.ReduceTime, Amount: 10_000}}
	if diff := cmp.Diff(want, out); diff != "" {
		t.Error(diff)
	}
}

// Of FourJobs, 1 and 3 are of no known group; queue 0 is one like the others.
func TestFilterByGroupAndQueue(t *testing.T) {
	w := workloadtest.FourJobs()
	w.Group, w.Queue = []int32{-1, 5, -1, 6}, []int32{0, 0, 1, 2}
	for fields, kept := range map[string][]int64{
		`{"groups": "5"}`:                                {2},
		`{"groups": "unknown"}`:                          {1, 3},
		`{"groups": "unknown, 6"}`:                       {1, 3, 4},
		`{"rule": "drop", "groups": "5"}`:                {1, 3, 4},
		`{"queues": "0"}`:                                {1, 2},
		`{"rule": "drop", "queues": "0"}`:                {3, 4},
		`{"queues": "0", "groups": "unknown"}`:           {1},
		`{"rule": "drop", "queues": "1-", "users": "4"}`: {1, 2, 3},
	} {
		out, _, err := workloadtest.Apply(t, Filter, fields, w, workload.Inputs{})
		if err != nil || !slices.Equal(numbersOf(out), kept) {
			t.Errorf("%s: %v, %v", fields, out, err)
		}
	}
}

// Job 3 followed job 2, which goes: it is submitted at its own time. Job 4 follows job 3, which is row 1 now.
func TestFilterFreesFollowers(t *testing.T) {
	w := workloadtest.FourJobs()
	w.After = []int32{engine.NoJob, engine.NoJob, 1, 2}
	out, notes, err := workloadtest.Apply(t, Filter, `{"rule": "drop", "users": "2"}`, w, workload.Inputs{})
	if err != nil || !slices.Equal(out.After, []int32{engine.NoJob, engine.NoJob, 1}) ||
		!strings.HasSuffix(notes[0], "; submitted at their own time, as a job that they followed or depended on is gone: 1") {
		t.Errorf("%v, %q, %v", out.After, notes, err)
	}
}

// Job 2 goes. Job 3 depended on it twice, and on job 1, which is left. That job 2 depended on job 4 is of no interest any more.
func TestFilterFreesDependents(t *testing.T) {
	w := workloadtest.FourJobs()
	w.Array = []int32{-1, -1, 8, 8}
	w.Dependencies = []engine.Dependency{{Job: 2, On: 1}, {Job: 1, On: 3}, {Job: 2, On: 0, Started: true, Delay: s}, {Job: 2, On: 1, Completed: true}}
	out, notes, err := workloadtest.Apply(t, Filter, `{"rule": "drop", "users": "2"}`, w, workload.Inputs{})
	if err != nil || !slices.Equal(out.Dependencies, []engine.Dependency{{Job: 1, On: 0, Started: true, Delay: s}}) || !slices.Equal(out.Array, []int32{-1, 8, 8}) ||
		!strings.HasSuffix(notes[0], "; submitted at their own time, as a job that they followed or depended on is gone: 1") {
		t.Errorf("%v, %q, %v", out.Dependencies, notes, err)
	}
}

func TestFilterRefuses(t *testing.T) {
	unnamed := workloadtest.FourJobs()
	unnamed.User = nil
	some := workloadtest.FourJobs()
	some.User = []int32{2, -1, 7, 2}
	for _, c := range []struct {
		w            *engine.Workload
		fields, want string
	}{
		{some, `{}`, "/users: missing; at least one of users, groups, queues, processors, runAbove and runMost is accepted"},
		{some, `{"users": "3"}`, "/users: 3: no job has one of these users; users from 2 to 7, and unknown, are accepted"},
		{some, `{"rule": "drop", "users": "3, 4-6"}`, "/users: 3-6: no job has one of these users; users from 2 to 7, and unknown, are accepted"},
		{some, `{"groups": "1"}`, "/groups: 1: no job has one of these groups; groups are known of no job; unknown is accepted"},
		{unnamed, `{"rule": "drop", "users": "1"}`, "/users: 1: no job has one of these users; users are known of no job; unknown is accepted"},
		{some, `{"users": "2, 7, unknown", "rule": "drop"}`, "/users: unknown, 2, 7: none of 4 jobs is left; conditions that leave some are accepted"},
		{some, `{"users": "7", "processors": "16"}`, "/users: 7: none of 4 jobs is left; conditions that leave some are accepted"},
		{some, `{"rule": "drop", "users": "7", "processors": "16"}`, "/users: 7: no job meets all conditions; conditions that some job meets are accepted"},
		{some, `{"processors": "17-"}`, "/processors: 17-: no job has one of these sizes; sizes from 1 to 16 are accepted"},
		{some, `{"runMost": 9.5}`, "/runMost: 9.5: no job has one of these run times; run times from 10 to 50 s are accepted"},
		{some, `{"runAbove": 20, "runMost": 20}`, "/runMost: 20: a time above runAbove (20 s) is accepted"},
	} {
		if _, _, err := workloadtest.Apply(t, Filter, c.fields, c.w, workload.Inputs{}); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v", c.fields, err)
		}
	}
	// In another cell of the experiment there may be such a job.
	out, notes, err := workloadtest.Apply(t, Filter, `{"rule": "drop", "users": "3"}`, some, workload.Inputs{Varies: true})
	if err != nil || len(out.Jobs) != 4 || notes[0] != "0 of 4 jobs are dropped, with 0 % of the processor time" {
		t.Errorf("%v, %q, %v", out, notes, err)
	}
	if _, _, err := workloadtest.Apply(t, Filter, `{"users": "3"}`, some, workload.Inputs{Varies: true}); err == nil || !strings.Contains(err.Error(), "none of 4 jobs is left") {
		t.Errorf("a workload without jobs: %v", err)
	}
}

// Job 2 of ThreeToTest, of 2 h, has a test run of 1 h before it; job 1 ends in its test of 100 s, and job 3 has none. The run
// time is that of the job, so that job 2 goes with both its runs.
func TestFilterTakesTestRunsAlong(t *testing.T) {
	w := &engine.Workload{
		Jobs: []engine.Job{
			{Run: 100 * s, Estimate: 1800 * s, Processors: 1},
			{Submit: 10 * s, Run: engine.Hour, Estimate: engine.Hour, Processors: 4},
			{Submit: 10 * s, Run: 2 * engine.Hour, Estimate: 4 * engine.Hour, Processors: 4},
			{Submit: 10 * s, Run: 60 * s, Estimate: 100 * s, Processors: 2},
		},
		Number: []int64{1, 2, 2, 3}, After: []int32{-1, -1, 1, -1}, Continues: []bool{false, false, true, false},
	}
	out, notes, err := workloadtest.Apply(t, Filter, `{"rule": "drop", "runMost": 60}`, w, workload.Inputs{})
	if err != nil || !slices.Equal(numbersOf(out), []int64{1, 2, 2}) || !slices.Equal(out.After, []int32{-1, -1, 1}) || !strings.HasPrefix(notes[0], "1 of 3 jobs") {
		t.Errorf("%+v, %q, %v", out, notes, err)
	}
	out, _, err = workloadtest.Apply(t, Filter, `{"runMost": 3600}`, w, workload.Inputs{})
	if err != nil || !slices.Equal(numbersOf(out), []int64{1, 3}) {
		t.Errorf("%+v, %v", out, err)
	}
}

// What is kept and what is dropped by the same conditions are the workload, each job once, as it was and in its order;
// nobody follows a job that is gone, and everybody else follows the same job as before.
func TestKeepAndDropPartitionTheJobs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "jobs")
		w := &engine.Workload{}
		owner := rapid.Int32Range(-1, 4)
		for i := range n {
			w.Jobs = append(w.Jobs, engine.Job{
				Submit: engine.Time(i/2) * s, Run: engine.Time(rapid.IntRange(1, 9).Draw(t, "run")) * s, Estimate: 9 * s,
				Processors: rapid.Int32Range(1, 6).Draw(t, "processors"),
			})
			w.User, w.Group, w.Queue = append(w.User, owner.Draw(t, "user")), append(w.Group, owner.Draw(t, "group")), append(w.Queue, owner.Draw(t, "queue"))
			w.After = append(w.After, rapid.Int32Range(-1, int32(i)-1).Draw(t, "after"))
			w.Number = append(w.Number, int64(100+i))
			w.Commands = append(w.Commands, engine.Command{At: engine.Time(i) * s, Job: int32(i), Amount: int64(i)})
		}
		fields := map[string]any{}
		for _, name := range []string{"users", "groups", "queues", "processors"} {
			if rapid.Bool().Draw(t, name) {
				from := rapid.Int64Range(1, 4).Draw(t, "from")
				set := param.Set{{From: from, To: rapid.Int64Range(from, 5).Draw(t, "to")}}
				fields[name] = set.String()
				if name != "processors" && rapid.Bool().Draw(t, "unknown") {
					fields[name] = set.String() + ", unknown"
				}
			}
		}
		if rapid.Bool().Draw(t, "runs") || len(fields) == 0 {
			fields["runMost"] = rapid.IntRange(1, 9).Draw(t, "most")
		}
		halves := map[string]*engine.Workload{}
		for _, rule := range []string{keepRule, dropRule} {
			fields["rule"] = rule
			raw, err := json.Marshal(fields)
			if err != nil {
				t.Fatal(err)
			}
			var given map[string]json.RawMessage
			if err := json.Unmarshal(raw, &given); err != nil {
				t.Fatal(err)
			}
			v, err := param.Check("", Filter.Params, given)
			if err != nil {
				t.Fatal(err)
			}
			// An error says that nothing is left.
			halves[rule] = &engine.Workload{}
			if out, _, err := Filter.Apply(v, w, workload.Inputs{Varies: true}); err == nil {
				halves[rule] = out
			}
		}
		var all []string
		for _, half := range halves {
			last := int64(0)
			for j := range half.Jobs {
				row := half.Number[j] - 100
				if half.Number[j] <= last || half.Jobs[j] != w.Jobs[row] || half.User[j] != w.User[row] || half.Group[j] != w.Group[row] || half.Queue[j] != w.Queue[row] {
					t.Fatalf("job %d is another one: %+v", half.Number[j], half)
				}
				last = half.Number[j]
				after := "nobody"
				if k := half.After[j]; k != engine.NoJob {
					after = fmt.Sprint(half.Number[k])
				} else if k := w.After[row]; k != engine.NoJob && slices.Contains(half.Number, w.Number[k]) {
					t.Fatalf("job %d follows nobody, although job %d is there", half.Number[j], w.Number[k])
				}
				if after != "nobody" && after != fmt.Sprint(w.Number[w.After[row]]) {
					t.Fatalf("job %d follows %s", half.Number[j], after)
				}
				all = append(all, fmt.Sprint(half.Number[j]))
			}
			if len(half.Commands) != len(half.Jobs) {
				t.Fatalf("%d commands of %d jobs", len(half.Commands), len(half.Jobs))
			}
			for _, c := range half.Commands {
				if half.Number[c.Job] != 100+c.Amount {
					t.Fatalf("the command of job %d is for job %d", 100+c.Amount, half.Number[c.Job])
				}
			}
		}
		slices.Sort(all)
		if len(all) != n || len(slices.Compact(all)) != n {
			t.Fatalf("of %d jobs these are kept or dropped: %v", n, all)
		}
	})
}
