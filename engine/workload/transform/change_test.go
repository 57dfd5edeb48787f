package transform

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/table"
	"backfill/engine/workload/workloadtest"
)

// Of workloadtest.FourJobs number 2 comes last, 3 is removed, 4 has more processors, and the jobs that are
// added are numbers 9 and, the next free one, 10. Rows change places: 1 (100 s), 9 (150 s),
// 4 (500 s), 10 (500 s, added later), 2 (600 s). Of recorded waits that of job 1 remains.
func TestChange(t *testing.T) {
	out, notes, err := workloadtest.Apply(t, Change, `{"jobs": [
		{"job": 2, "submit": 600},
		{"job": 3, "action": "remove"},
		{"job": 4, "processors": 5, "request": 20},
		{"job": 9, "action": "add", "submit": 150, "run": 7},
		{"action": "add", "submit": 500, "run": 8, "request": 9, "processors": 3}
	]}`, workloadtest.FourJobs(), workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	want := workloadtest.FourJobs()
	w := workloadtest.FourJobs().Jobs
	want.Jobs = []engine.Job{
		w[0],
		{Submit: 150 * s, Run: 7 * s, Estimate: 7 * s, Processors: 1},
		{Submit: 500 * s, Run: 10 * s, Estimate: 20 * s, Processors: 5},
		{Submit: 500 * s, Run: 8 * s, Estimate: 9 * s, Processors: 3},
		{Submit: 600 * s, Run: 50 * s, Estimate: 60 * s, Processors: 16},
	}
	want.Number = []int64{1, 9, 4, 10, 2}
	want.User = []int32{1, -1, 4, -1, 2}
	want.Wait = []engine.Time{0, -1, -1, -1, -1}
	want.Changes = []engine.JobChange{
		{Number: 2, Was: w[1], Is: want.Jobs[4]},
		{Number: 3, Was: w[2]},
		{Number: 4, Was: w[3], Is: want.Jobs[2]},
		{Number: 9, Is: want.Jobs[1]},
		{Number: 10, Is: want.Jobs[3]},
	}
	if diff := gocmp.Diff(want, out); diff != "" {
		t.Error(diff)
	}
	if got, want := notes[0], "of 4 jobs, by hand: 2 changed, 1 removed, 2 added"; got != want {
		t.Errorf("the report says %q, want %q", got, want)
	}
}

// A longer request says nothing against what the log recorded.
func TestChangedRequestKeepsRecords(t *testing.T) {
	w := workloadtest.FourJobs()
	w.Recorded = []engine.Time{0, 50 * s, 30 * s, 10 * s}
	out, _, err := workloadtest.Apply(t, Change, `{"jobs": [{"job": 2, "request": 99}, {"job": 1, "run": 5}]}`, w, workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff([]engine.Time{-1, 10 * s, -1, 0}, out.Wait); diff != "" {
		t.Error(diff)
	}
	if diff := gocmp.Diff([]engine.Time{5 * s, 50 * s, 30 * s, 10 * s}, out.Recorded); diff != "" {
		t.Error(diff)
	}
}

// What is told of a job moves with its submission, 150 s later: the requested start from 210 to
// 360 s, the deadline from 300 to 450 s, the command from 220 to 370 s. A command before time
// zero is left out.
func TestChangedSubmissionTakesAlong(t *testing.T) {
	w := workloadtest.FourJobs()
	w.Requested = []engine.Time{-1, 210 * s, -1, -1}
	w.Deadline = []engine.Time{-1, 300 * s, -1, 900 * s}
	w.Commands = []engine.Command{{At: 120 * s, Job: 0}, {At: 220 * s, Job: 1, Amount: 7}, {At: 510 * s, Job: 3, Amount: 8}}
	out, _, err := workloadtest.Apply(t, Change, `{"jobs": [{"job": 2, "submit": 350}, {"job": 4, "submit": 0}, {"job": 1, "submit": 600}, {"job": 3, "action": "remove"}]}`, w, workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	got := []any{out.Number, out.Requested, out.Deadline, out.Commands}
	want := []any{
		[]int64{4, 2, 1}, []engine.Time{-1, 360 * s, -1}, []engine.Time{400 * s, 450 * s, -1},
		[]engine.Command{{At: 10 * s, Job: 0, Amount: 8}, {At: 370 * s, Job: 1, Amount: 7}, {At: 620 * s, Job: 2}},
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	w.Commands[0].At = 40 * s
	out, notes, err := workloadtest.Apply(t, Change, `{"jobs": [{"job": 1, "submit": 50}]}`, w, workload.Inputs{})
	if err != nil || len(out.Commands) != 2 || !strings.HasSuffix(notes[0], "are left out: 1") {
		t.Errorf("commands %v, notes %q, %v", out.Commands, notes, err)
	}
}

// A job of 24 processors in components of 10, 8 and 6: of 13 processors it has 5, 4 and 4, of 2
// processors 1 and 1.
func TestChangedSizeIsDividedAnew(t *testing.T) {
	w := workloadtest.FourJobs()
	w.Components = [][]int32{{10, 8, 6}, {3, 2}, nil, nil}
	for processors, want := range map[int][]int32{13: {5, 4, 4}, 2: {1, 1}, 1: nil} {
		out, _, err := workloadtest.Apply(t, Change, fmt.Sprintf(`{"jobs": [{"job": 1, "processors": %d}, {"job": 3, "processors": 9}]}`, processors), w, workload.Inputs{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := gocmp.Diff([][]int32{want, {3, 2}, nil, nil}, out.Components); diff != "" {
			t.Error(diff)
		}
	}
}

// Job 2 follows 1, 4 follows 2. Job 1, submitted at 400 s, comes behind 2, which would be
// submitted at 200 s: both stand at 400 s, 1 first. Without 2 job 4 follows none, and with a
// submission of its own neither does 2.
func TestChangedJobsThatFollow(t *testing.T) {
	w := workloadtest.FourJobs()
	w.After = []int32{engine.NoJob, 0, engine.NoJob, 1}
	for _, c := range []struct {
		fields string
		number []int64
		after  []int32
		note   string
	}{
		{`{"job": 1, "submit": 400}`, []int64{3, 1, 2, 4}, []int32{-1, -1, 1, 2}, "0 added"},
		{`{"job": 2, "action": "remove"}`, []int64{1, 3, 4}, []int32{-1, -1, -1}, "no longer after another job: 4"},
		{`{"job": 2, "submit": 50}`, []int64{2, 1, 3, 4}, []int32{-1, -1, -1, 0}, "no longer after another job: 2"},
		{`{"job": 2, "run": 1}`, []int64{1, 2, 3, 4}, []int32{-1, 0, -1, 1}, "0 added"},
	} {
		out, notes, err := workloadtest.Apply(t, Change, `{"jobs": [`+c.fields+`]}`, w, workload.Inputs{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(out.Number, c.number) || !slices.Equal(out.After, c.after) || !strings.HasSuffix(notes[0], c.note) {
			t.Errorf("%s: jobs %v after %v, %q", c.fields, out.Number, out.After, notes)
		}
	}
}

// Job 2 depends on job 1, 4 on 1 and 2; they were entered 40 and 90 s before. Without job 1 job 2 depends on nobody, and 4 on 2 alone, which
// is row 0 now. A submission of its own changes nothing for job 4 but when it comes, and was entered, at the earliest.
func TestChangedJobsThatDepend(t *testing.T) {
	w := workloadtest.FourJobs()
	w.Dependencies = []engine.Dependency{{Job: 1, On: 0}, {Job: 3, On: 0, Delay: s}, {Job: 3, On: 1, Completed: true}}
	w.Entered = []engine.Time{-1, 160 * s, -1, 410 * s}
	out, notes, err := workloadtest.Apply(t, Change, `{"jobs": [{"job": 1, "action": "remove"}]}`, w, workload.Inputs{})
	if err != nil || !slices.Equal(out.Dependencies, []engine.Dependency{{Job: 2, On: 0, Completed: true}}) || !strings.HasSuffix(notes[0], "no longer after another job: 2, 4") {
		t.Errorf("%+v, %q, %v", out, notes, err)
	}
	out, _, err = workloadtest.Apply(t, Change, `{"jobs": [{"job": 4, "submit": 150}, {"action": "add", "run": 1}]}`, w, workload.Inputs{})
	want := []engine.Dependency{{Job: 3, On: 1}, {Job: 2, On: 1, Delay: s}, {Job: 2, On: 3, Completed: true}} // job 5 comes first, 4 before 2
	if err != nil || !slices.Equal(out.Dependencies, want) || !slices.Equal(out.Entered, []engine.Time{-1, -1, 60 * s, 160 * s, -1}) {
		t.Errorf("%+v, %v", out, err)
	}
}

// Jobs 2 and 3 are components of one job. With a submission of its own, each is a job of its own; removed, the leader leaves the other one to itself.
func TestChangedComponents(t *testing.T) {
	w := workloadtest.FourJobs()
	w.Leader = []int32{engine.NoJob, 1, 1, engine.NoJob}
	for _, c := range []struct {
		fields string
		leader []int32
		parts  bool
	}{
		{`{"job": 3, "submit": 50}`, []int32{-1, -1, -1, -1}, true},
		{`{"job": 2, "submit": 350}`, []int32{-1, -1, -1, -1}, true},
		{`{"job": 2, "action": "remove"}`, []int32{-1, -1, -1}, false},
		{`{"job": 3, "action": "remove"}`, []int32{-1, 1, -1}, false},
		{`{"job": 1, "submit": 350}`, []int32{0, 0, -1, -1}, false},
		{`{"job": 3, "run": 1}`, []int32{-1, 1, 1, -1}, false},
		{`{"action": "add", "run": 1}`, []int32{-1, -1, 2, 2, -1}, false},
	} {
		out, notes, err := workloadtest.Apply(t, Change, `{"jobs": [`+c.fields+`]}`, w, workload.Inputs{})
		if err != nil || !slices.Equal(out.Leader, c.leader) || strings.HasSuffix(notes[0], "no longer components of one job: 2, 3") != c.parts {
			t.Errorf("%s: %v, %q, %v", c.fields, out.Leader, notes, err)
		}
	}
}

// Job 7 has a test run of 10 s. Both of its runs get the size and the submission; the full run
// alone the request, and it is dropped if the job ends within the test.
func TestChangedJobWithTestRun(t *testing.T) {
	w := &engine.Workload{
		Jobs: []engine.Job{
			{Submit: 5 * s, Run: 10 * s, Estimate: 10 * s, Processors: 2},
			{Submit: 5 * s, Run: 90 * s, Estimate: 100 * s, Processors: 2},
			{Submit: 6 * s, Run: s, Estimate: s, Processors: 1},
		},
		Number: []int64{7, 7, 8}, After: []int32{-1, 0, 1}, Continues: []bool{false, true, false},
		Commands: []engine.Command{{At: 7 * s, Job: 1}},
	}
	out, _, err := workloadtest.Apply(t, Change, `{"jobs": [{"job": 7, "submit": 6, "request": 200, "processors": 3}]}`, w, workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	want := []engine.Job{
		{Submit: 6 * s, Run: 10 * s, Estimate: 10 * s, Processors: 3}, {Submit: 6 * s, Run: 90 * s, Estimate: 200 * s, Processors: 3}, w.Jobs[2],
	}
	if diff := gocmp.Diff([]any{want, []int32{-1, 0, 1}, []bool{false, true, false}}, []any{out.Jobs, out.After, out.Continues}); diff != "" {
		t.Error(diff)
	}
	if out, _, err = workloadtest.Apply(t, Change, `{"jobs": [{"job": 7, "run": 4}]}`, w, workload.Inputs{}); err != nil {
		t.Fatal(err)
	}
	want = []engine.Job{{Submit: 5 * s, Run: 4 * s, Estimate: 10 * s, Processors: 2}, w.Jobs[2]}
	if diff := gocmp.Diff([]any{want, []int32{-1, 0}, []bool{false, false}, []engine.Command{{At: 7 * s, Job: 0}}}, []any{out.Jobs, out.After, out.Continues, out.Commands}); diff != "" {
		t.Error(diff)
	}
	if out, _, err = workloadtest.Apply(t, Change, `{"jobs": [{"job": 7, "action": "remove"}]}`, w, workload.Inputs{}); err != nil || len(out.Jobs) != 1 || out.Commands != nil {
		t.Errorf("%v, %v", out, err)
	}
}

// Of two jobs with the number 4 the first is meant; a number that is taken is not given twice; a
// job that another cell of the experiment may have is passed over.
func TestChangeOfDoubtfulNumbers(t *testing.T) {
	w := workloadtest.FourJobs()
	w.Number = []int64{4, 1, 4, 2}
	out, notes, err := workloadtest.Apply(t, Change, `{"jobs": [{"job": 4, "run": 1}, {"job": 2, "action": "add", "run": 3}, {"job": 50, "request": 3}]}`, w, workload.Inputs{Varies: true})
	if err != nil {
		t.Fatal(err)
	}
	if out.Jobs[1].Run != s || out.Jobs[3].Run != 30*s || !slices.Contains(out.Number, 51) {
		t.Errorf("%+v", out)
	}
	const want = "of 4 jobs, by hand: 1 changed, 0 removed, 1 added; numbers of several jobs, of which the first is meant: 4" +
		"; not among the jobs: 50; numbers that other jobs have, so that those added got the next free ones: 2"
	if notes[0] != want {
		t.Errorf("the report says %q", notes[0])
	}
}

func TestChangeRefuses(t *testing.T) {
	for _, c := range []struct{ row, path, reason string }{
		{`{"job": 5, "run": 1}`, "/jobs/1/job", "no job has this number; the number of a job of the workload is accepted"},
		{`{"job": 2}`, "/jobs/1/action", "nothing of the job is changed; a row with submit, run, request or processors is accepted"},
		{`{"run": 3}`, "/jobs/1/job", "missing; the number of a job of the workload is accepted"},
		{`{"job": 2, "action": "remove", "request": 3}`, "/jobs/1/request", "the job is removed, so that nothing else of it can be changed"},
		{`{"action": "add", "processors": 3}`, "/jobs/1/run", "missing; a job that is added needs one"},
		{`{"job": 1, "action": "remove"}`, "/jobs/1/job", "row 1 is about this job too; one row for each is accepted"},
	} {
		_, _, err := workloadtest.Apply(t, Change, `{"jobs": [{"job": 1, "run": 3}, `+c.row+`]}`, workloadtest.FourJobs(), workload.Inputs{})
		var wrong *param.Error
		if !errors.As(err, &wrong) || wrong.Path != c.path || wrong.Reason != c.reason {
			t.Errorf("%s: %v", c.row, err)
		}
	}
}

// Jobs that are changed and then changed back are what they were. Submissions are distinct: of
// jobs submitted together one that left and came back is the last.
func TestChangingBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &engine.Workload{}
		at := engine.Time(0)
		for range rapid.IntRange(1, 12).Draw(t, "jobs") {
			at += engine.Time(rapid.IntRange(1, 20).Draw(t, "gap")) * s
			w.Jobs = append(w.Jobs, engine.Job{Submit: at, Run: s, Estimate: 2 * s, Processors: 1})
			w.User = append(w.User, int32(at))
		}
		table.NumberJobs(w)
		var there, back []map[string]any
		for j := range w.Jobs {
			if !rapid.Bool().Draw(t, "changed") {
				continue
			}
			value := rapid.IntRange(1, 300)
			a, b := map[string]any{"job": w.Number[j]}, map[string]any{"job": w.Number[j]}
			// Not submitted together with another one either.
			a["submit"], b["submit"] = float64(value.Draw(t, "submit"))+float64(j+1)/100, w.Jobs[j].Submit.Seconds()
			a["run"], b["run"] = value.Draw(t, "run"), w.Jobs[j].Run.Seconds()
			if rapid.Bool().Draw(t, "also") {
				a["request"], b["request"] = value.Draw(t, "request"), w.Jobs[j].Estimate.Seconds()
				a["processors"], b["processors"] = value.Draw(t, "processors"), w.Jobs[j].Processors
			}
			there, back = append(there, a), append(back, b)
		}
		if there == nil {
			return
		}
		through := func(w *engine.Workload, rows []map[string]any) *engine.Workload {
			text, err := json.Marshal(map[string]any{"jobs": rows})
			if err != nil {
				t.Fatal(err)
			}
			var fields map[string]json.RawMessage
			if err := json.Unmarshal(text, &fields); err != nil {
				t.Fatal(err)
			}
			v, err := param.Check("", Change.Params, fields)
			if err != nil {
				t.Fatal(err)
			}
			out, _, err := applyChange(v, w, workload.Inputs{})
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
		changed := through(w, there)
		if len(changed.Changes) == 0 {
			t.Error("the changes are not remembered")
		}
		if diff := gocmp.Diff(w, through(changed, back)); diff != "" {
			t.Error(diff)
		}
	})
}

// FuzzChange makes any changes of a workload that has all there is to a job: it must not panic,
// and what comes of it must be a workload.
func FuzzChange(f *testing.F) {
	for _, seed := range []string{
		`[{"job": 1, "submit": 900}, {"job": 2, "action": "remove"}, {"action": "add", "run": 5}]`,
		`[{"job": 3, "run": 0.001, "processors": 1}, {"job": 4, "submit": 0, "request": 1e12}]`,
	} {
		f.Add([]byte(seed), true)
	}
	full := workloadtest.FourJobs()
	full.Number = []int64{1, 3, 3, 4}
	full.Jobs[2].Processors = 16 // the full run of number 3
	full.After, full.Continues = []int32{-1, 0, 1, 0}, []bool{false, false, true, false}
	full.Think = []engine.Time{-1, s, 0, -1}
	full.Components = [][]int32{{4, 4}, {8, 8}, {8, 8}, nil}
	full.Requested, full.Deadline = []engine.Time{-1, -1, -1, 600 * s}, []engine.Time{200 * s, -1, -1, 999 * s}
	full.Licences, full.Checkpoints = []engine.Licences{1, 2, 3, 0}, []bool{true, false, false, true}
	full.Commands = []engine.Command{{At: 150 * s, Job: 0}, {At: 300 * s, Job: 2}, {At: 700 * s, Job: 3}}
	full.Dependencies = []engine.Dependency{{Job: 3, On: 0, Delay: s}, {Job: 1, On: 0, Started: true}, {Job: 3, On: 2, Completed: true}}
	columns := func(w *engine.Workload, visit func(column reflect.Value)) {
		v := reflect.ValueOf(w).Elem()
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; v.Field(i).Kind() == reflect.Slice && !slices.Contains([]string{"Commands", "Months", "Queues", "Changes", "Demands", "Dependencies", "NodeLists"}, name) {
				visit(v.Field(i))
			}
		}
	}
	columns(full, func(column reflect.Value) { // those of which nothing was said
		if column.IsNil() {
			column.Set(reflect.MakeSlice(column.Type(), len(full.Jobs), len(full.Jobs)))
		}
	})
	f.Fuzz(func(t *testing.T, changes []byte, varies bool) {
		v, err := param.Check("", Change.Params, map[string]json.RawMessage{"jobs": changes})
		if err != nil {
			return
		}
		w, _, err := applyChange(v, full, workload.Inputs{Varies: varies})
		if err != nil {
			return
		}
		n := len(w.Jobs)
		if !slices.IsSortedFunc(w.Jobs, func(a, b engine.Job) int { return cmp.Compare(a.Submit, b.Submit) }) {
			t.Error("not in the order of submission")
		}
		columns(w, func(column reflect.Value) {
			if column.Len() != n {
				t.Fatalf("a column of %d values for %d jobs", column.Len(), n)
			}
		})
		for _, d := range w.Dependencies {
			if d.Job == d.On || min(d.Job, d.On) < 0 || max(int(d.Job), int(d.On)) >= n {
				t.Errorf("a dependency of job %d on %d of %d", d.Job, d.On, n)
			}
		}
		for j := range w.Jobs {
			job := &w.Jobs[j]
			sum := int32(0)
			for _, width := range w.Components[j] {
				sum += width
			}
			switch {
			case w.Components[j] != nil && sum != job.Processors:
				t.Errorf("job %d of %d processors has components %v", j, job.Processors, w.Components[j])
			case w.After[j] >= int32(j), w.Continues[j] && (w.After[j] != int32(j)-1 || w.Jobs[j-1].Submit != job.Submit):
				t.Errorf("job %d follows %d", j, w.After[j])
			case w.Deadline[j] >= 0 && w.Deadline[j] < job.Submit && job.Submit < table.Latest:
				t.Errorf("the deadline of job %d is before its submission", j)
			}
		}
		for i, c := range w.Commands {
			if c.Job < 0 || int(c.Job) >= n || i > 0 && c.At < w.Commands[i-1].At {
				t.Errorf("command %+v", c)
			}
		}
	})
}
