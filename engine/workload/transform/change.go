package transform

import (
	"fmt"
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/table"
)

// What a row of the table of changes does with a job.
const (
	changeAction = "change"
	removeAction = "remove"
	addAction    = "add"
)

// Change changes, removes or adds single jobs.
var Change = workload.Transform{
	Description: param.Description{
		Kind: "change",
		Name: "Changed jobs",
		Doc: "Changes single jobs, removes some or adds others, to see what comes of it; requested starts, deadlines and elastic commands keep " +
			"their distance to the submission, and a job whose submission, size or run time changes has no recorded wait any more.",
		Params: []param.Param{
			{Name: "jobs", Kind: param.Table, Required: true, Max: 10_000, Doc: "One row for each job that is changed, removed or added.", Columns: []param.Param{
				{Name: "job", Kind: param.Integer, Min: 0, Max: table.MaxNumber, Doc: "Number of the job; of several with this number the first. A job that is added gets the next free one if this is taken or left out."},
				{Name: "action", Kind: param.Choice, Choices: []string{changeAction, removeAction, addAction}, Default: changeAction, Doc: "What is done with the job."},
				{Name: "submit", Kind: param.Number, Unit: "s", Instant: true, Min: 0, Max: table.MaxSeconds, Doc: "When it arrives; as it was if left out, at time 0 if it is added."},
				{Name: "run", Kind: param.Number, Unit: "s", Min: 0.001, Max: table.MaxSeconds, Doc: "How long it runs if nobody stops it; as it was if left out, required if it is added."},
				{Name: "request", Kind: param.Number, Unit: "s", Min: 0.001, Max: table.MaxSeconds, Doc: "Requested time; as it was if left out, the run time if it is added."},
				{Name: "processors", Kind: param.Integer, Unit: "processors", Min: 1, Max: table.MaxProcessors, Doc: "Requested processors; as they were if left out, one if it is added."},
			}},
		},
	},
	Apply: applyChange,
}

// applyChange makes the changes of the table "jobs". Job numbers stay what they were. A job
// that the workload does not have is refused, unless other cells of the experiment may have it.
//
//   - Components of a job whose size changes are divided anew: as many, and as the
//     transformation split would.
//   - A job that followed another one and gets a submission of its own does not follow any more; nor
//     do followers of a job that is removed. Followers never stand before the job that they follow.
//   - Components of a heterogeneous job of which one gets another submission are jobs of their own.
//   - Dependencies on a job that is removed go; all others stay, also of a job that gets another submission.
//   - A test run is changed with its full run, which is dropped if the job ends within the test.
//
// Cost: O(n), and O(n log n) where jobs come to stand elsewhere.
func applyChange(v param.Values, w *engine.Workload, in workload.Inputs) (*engine.Workload, []string, error) {
	table := v.Rows("jobs")
	if err := checkChanges(table); err != nil {
		return nil, nil, err
	}
	c := newChanger(w)
	found := c.find(table)
	for i, row := range table {
		switch j := found[i]; {
		case row.Text("action") == addAction:
			c.add(row, j != engine.NoJob)
		case j == engine.NoJob && !in.Varies:
			return nil, nil, &param.Error{Path: fmt.Sprintf("/jobs/%d/job", i), Value: fmt.Sprint(row.Int("job")), Reason: "no job has this number; the number of a job of the workload is accepted"}
		case j == engine.NoJob:
			c.absent = append(c.absent, row.Int("job"))
		case row.Text("action") == removeAction:
			c.remove(j)
		default:
			c.change(row, j)
		}
	}
	return c.workload(), []string{c.note(len(w.Jobs))}, nil
}

// checkChanges refuses rows that make no sense whatever the workload is.
func checkChanges(table []param.Values) error {
	listed := make(map[int64]int, len(table))
	columns := []string{"submit", "run", "request", "processors"}
	for i, row := range table {
		refuse := func(column, reason string) error {
			e := &param.Error{Path: fmt.Sprintf("/jobs/%d/%s", i, column), Reason: reason}
			if row.Has(column) {
				e.Value = param.Format(row[column])
			}
			return e
		}
		given := slices.IndexFunc(columns, row.Has)
		switch action := row.Text("action"); {
		case action == addAction && !row.Has("run"):
			return refuse("run", "missing; a job that is added needs one")
		case action != addAction && !row.Has("job"):
			return refuse("job", "missing; the number of a job of the workload is accepted")
		case action == removeAction && given >= 0:
			return refuse(columns[given], "the job is removed, so that nothing else of it can be changed")
		case action == changeAction && given < 0:
			return refuse("action", "nothing of the job is changed; a row with submit, run, request or processors is accepted")
		}
		if !row.Has("job") {
			continue
		}
		if other, again := listed[row.Int("job")]; again {
			return refuse("job", fmt.Sprintf("row %d is about this job too; one row for each is accepted", other+1))
		}
		listed[row.Int("job")] = i
	}
	return nil
}

// changer makes a workload from another one, which it leaves as it is.
type changer struct {
	from    *engine.Workload
	out     engine.Workload
	gone    map[int32]int32            // rows that do not stay: the row that takes their place, or NoJob
	added   []engine.Job               // to be put behind the others
	numbers []int64                    // of these
	moved   bool                       // the order may not be that of the submissions any more
	last    int64                      // the largest number
	earlier map[int64]engine.JobChange // those of the other workload, by number, as far as they stand
	made    []engine.JobChange

	changed, removed  int
	shared, absent    []int64 // numbers that several jobs have, and none
	parted            []int64 // components that are jobs of their own
	freed, renumbered []int64 // jobs that do not follow others any more; numbers that were taken
	early             int     // commands that were issued before time zero
}

func newChanger(w *engine.Workload) *changer {
	c := &changer{from: w, out: *w, gone: map[int32]int32{}, earlier: map[int64]engine.JobChange{}}
	for _, change := range w.Changes {
		c.earlier[change.Number] = change
	}
	o := &c.out
	table.NumberJobs(o)
	o.Jobs, o.Wait, o.Recorded = slices.Clone(w.Jobs), slices.Clone(w.Wait), slices.Clone(w.Recorded)
	o.Requested, o.Deadline, o.Components = slices.Clone(w.Requested), slices.Clone(w.Deadline), slices.Clone(w.Components)
	o.After, o.Leader, o.Entered = slices.Clone(w.After), slices.Clone(w.Leader), slices.Clone(w.Entered)
	return c
}

// find is, by row of the table, the first job with its number, NoJob if there is none. It also
// finds the largest number of all.
func (c *changer) find(table []param.Values) []int32 {
	found := make([]int32, len(table))
	of := make(map[int64]int, len(table))
	for i, row := range table {
		found[i] = engine.NoJob
		if row.Has("job") {
			of[row.Int("job")] = i
			c.last = max(c.last, row.Int("job"))
		}
	}
	for j, number := range c.out.Number {
		c.last = max(c.last, number)
		i, named := of[number]
		switch {
		case !named:
		case found[i] == engine.NoJob:
			found[i] = int32(j)
		case c.out.Continues == nil || !c.out.Continues[j]:
			if !slices.Contains(c.shared, number) {
				c.shared = append(c.shared, number)
			}
		}
	}
	return found
}

// full is the row of job j, or of its full run if that stands in the next one.
func (c *changer) full(j int32) int32 {
	if c.out.Continued(j) {
		return j + 1
	}
	return j
}

// note says what was done, n being the number of jobs before.
func (c *changer) note(n int) string {
	text := fmt.Sprintf("of %d jobs, by hand: %d changed, %d removed, %d added", n, c.changed, c.removed, len(c.added))
	for _, more := range []struct {
		what string
		jobs []int64
	}{
		{"numbers of several jobs, of which the first is meant", c.shared},
		{"not among the jobs", c.absent},
		{"submitted at their own time and no longer after another job", c.freed},
		{"no longer components of one job", c.parted},
		{"numbers that other jobs have, so that those added got the next free ones", c.renumbered},
	} {
		if len(more.jobs) > 0 {
			text += fmt.Sprintf("; %s: %s", more.what, numberList(more.jobs))
		}
	}
	return text + table.NoteLeftOut(c.early)
}

// numberList names the first few of many numbers.
func numberList(numbers []int64) string {
	const most = 10
	text := ""
	for i, n := range numbers {
		if i == most {
			return text + ", …"
		}
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprint(n)
	}
	return text
}

// change gives the job in row j the values of a row of the table.
func (c *changer) change(row param.Values, j int32) {
	o, main := &c.out, c.full(j)
	was := o.Jobs[main]
	is := was
	if row.Has("submit") {
		is.Submit = engine.FromSeconds(row.Float("submit"))
	}
	if row.Has("run") {
		is.Run = engine.FromSeconds(row.Float("run"))
	}
	if row.Has("request") {
		is.Estimate = engine.FromSeconds(row.Float("request"))
	}
	if row.Has("processors") {
		is.Processors = int32(row.Int("processors"))
	}
	if is == was {
		return
	}
	c.changed++
	c.remember(o.Number[j], was, is)
	if is.Submit != was.Submit {
		c.submit(j, main, is.Submit)
	}
	if is.Run != was.Run && o.Recorded != nil {
		o.Recorded[main] = is.Run
	}
	if o.Wait != nil && (is.Submit != was.Submit || is.Run != was.Run || is.Processors != was.Processors) {
		o.Wait[main] = -1
	}
	if is.Processors != was.Processors && o.Components != nil {
		o.Components[main] = redivided(o.Components[main], is.Processors)
		o.Components[j] = o.Components[main]
	}
	o.Jobs[main] = is
	if j == main {
		return
	}
	trial := &o.Jobs[j]
	trial.Processors = is.Processors
	if is.Run <= trial.Estimate {
		trial.Run = is.Run
		c.gone[main] = j
		c.moved = true
	}
}

// submit moves rows j and main, those of one job, to another time of submission.
func (c *changer) submit(j, main int32, at engine.Time) {
	o := &c.out
	c.moved = true
	o.Jobs[j].Submit, o.Jobs[main].Submit = at, at
	if o.After != nil && o.After[j] != engine.NoJob {
		o.After[j] = engine.NoJob
		c.freed = append(c.freed, o.Number[j])
	}
	if o.Leader != nil && o.Leader[j] != engine.NoJob {
		for leader, k := o.Leader[j], o.Leader[j]; int(k) < len(c.from.Jobs) && o.Leader[k] == leader; k++ {
			o.Leader[k] = engine.NoJob
			c.parted = append(c.parted, o.Number[k])
		}
	}
}

// redivided is a job of so many processors in as many components as one with widths.
func redivided(widths []int32, processors int32) []int32 {
	n := min(int32(len(widths)), processors)
	if n < 2 {
		return nil
	}
	out := make([]int32, n)
	for i := range out {
		out[i] = processors / n
	}
	out[0] = processors - (n-1)*out[0]
	return out
}

// remove takes the job in row j away.
func (c *changer) remove(j int32) {
	main := c.full(j)
	c.removed++
	c.moved = true
	c.remember(c.out.Number[j], c.out.Jobs[main], engine.Job{})
	c.gone[j], c.gone[main] = engine.NoJob, engine.NoJob
}

// add makes a job of a row of the table; taken says that another one has its number.
func (c *changer) add(row param.Values, taken bool) {
	job := engine.Job{Run: engine.FromSeconds(row.Float("run")), Processors: 1}
	job.Estimate = job.Run
	if row.Has("submit") {
		job.Submit = engine.FromSeconds(row.Float("submit"))
	}
	if row.Has("request") {
		job.Estimate = engine.FromSeconds(row.Float("request"))
	}
	if row.Has("processors") {
		job.Processors = int32(row.Int("processors"))
	}
	number := c.last + 1
	switch {
	case row.Has("job") && !taken:
		number = row.Int("job")
	case row.Has("job"):
		c.renumbered = append(c.renumbered, row.Int("job"))
	}
	c.last = max(c.last, number)
	c.moved = true
	c.remember(number, engine.Job{}, job)
	c.added, c.numbers = append(c.added, job), append(c.numbers, number)
}

// remember notes a change, as one with that of an earlier transformation.
func (c *changer) remember(number int64, was, is engine.Job) {
	if first, changed := c.earlier[number]; changed {
		was = first.Was
		delete(c.earlier, number)
	}
	if was != is {
		c.made = append(c.made, engine.JobChange{Number: number, Was: was, Is: is})
	}
}

// changes are all that stand.
func (c *changer) changes() []engine.JobChange {
	var list []engine.JobChange
	for _, change := range c.out.Changes {
		if _, stands := c.earlier[change.Number]; stands {
			list = append(list, change)
		}
	}
	return append(list, c.made...)
}

// append puts the jobs that are added behind the others; nothing more is known of them.
func (c *changer) append() {
	o, n := &c.out, len(c.added)
	o.Jobs, o.Number = slices.Concat(o.Jobs, c.added), slices.Concat(o.Number, c.numbers)
	o.User, o.Group, o.App = longer(o.User, n, -1), longer(o.Group, n, -1), longer(o.App, n, -1)
	o.QOS, o.Array, o.Task, o.Demand = longer(o.QOS, n, -1), longer(o.Array, n, -1), longer(o.Task, n, -1), longer(o.Demand, n, -1)
	o.Queue, o.Partition, o.Memory = longer(o.Queue, n, -1), longer(o.Partition, n, -1), longer(o.Memory, n, -1)
	o.Wait, o.Recorded, o.Requested = longer(o.Wait, n, -1), longer(o.Recorded, n, -1), longer(o.Requested, n, -1)
	o.Preceding, o.Think, o.Entered = longer(o.Preceding, n, -1), longer(o.Think, n, -1), longer(o.Entered, n, -1)
	o.After, o.Continues = longer(o.After, n, engine.NoJob), longer(o.Continues, n, false)
	o.Leader, o.Started = longer(o.Leader, n, engine.NoJob), longer(o.Started, n, engine.RecordedStart{})
	o.Bandwidth, o.Network, o.Components = longer(o.Bandwidth, n, -1), longer(o.Network, n, -1), longer(o.Components, n, nil)
	o.Benchmark, o.Licences = longer(o.Benchmark, n, -1), longer(o.Licences, n, 0)
	o.Deadline, o.Checkpoints = longer(o.Deadline, n, -1), longer(o.Checkpoints, n, false)
}

// longer is column with n more values, in an array of its own; nil stays nil.
func longer[T any](column []T, n int, unknown T) []T {
	if column == nil {
		return nil
	}
	out := make([]T, len(column), len(column)+n)
	copy(out, column)
	for range n {
		out = append(out, unknown)
	}
	return out
}

// takeAlong moves what is told of jobs as far as their submissions have moved.
func (c *changer) takeAlong() {
	o := &c.out
	by := func(j int32) engine.Time { return o.Jobs[j].Submit - c.from.Jobs[j].Submit }
	for j := range int32(len(c.from.Jobs)) {
		for _, column := range [][]engine.Time{o.Requested, o.Deadline, o.Entered} {
			if column != nil && column[j] >= 0 {
				column[j] = min(max(column[j]+by(j), 0), table.Latest)
			}
		}
	}
	o.Commands, c.early = table.MovedCommands(o.Commands, func(command engine.Command) engine.Time { return min(command.At+by(command.Job), table.Latest) })
}

// workload is what the changes have made, in the order of the submissions.
func (c *changer) workload() *engine.Workload {
	o := &c.out
	o.Changes = c.changes()
	if !c.moved {
		return o
	}
	c.append()
	for j, after := range o.After {
		if after != engine.NoJob {
			o.Jobs[j].Submit = max(o.Jobs[j].Submit, o.Jobs[after].Submit)
		}
	}
	c.takeAlong()
	order := make([]int32, 0, len(o.Jobs))
	for j := range int32(len(o.Jobs)) {
		if _, gone := c.gone[j]; !gone {
			order = append(order, j)
		}
	}
	table.SortRows(order, o.Jobs)
	to := table.PlacesOf(order, len(o.Jobs))
	for j, instead := range c.gone {
		if instead != engine.NoJob {
			to[j] = to[instead]
		}
	}
	gone := func(j int32) bool { return to[j] == engine.NoJob }
	for _, j := range order {
		if o.After != nil && o.After[j] != engine.NoJob && gone(o.After[j]) {
			c.freed = append(c.freed, o.Number[j])
		}
	}
	for _, d := range o.Dependencies {
		if number := o.Number[d.Job]; gone(d.On) && !gone(d.Job) && !slices.Contains(c.freed, number) {
			c.freed = append(c.freed, number)
		}
	}
	table.Take(o, order, to)
	return o
}
