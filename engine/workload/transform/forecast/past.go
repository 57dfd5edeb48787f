package forecast

import (
	"fmt"
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload/random"
	"backfill/engine/workload/table"
)

// Question is what a forecast is about.
type Question struct {
	At      engine.Time      // when the job asked about comes; Never: when the log ends or, with Like, when that job came
	Job     *engine.Workload // the one job asked about; nil: none, or like another one
	Like    int32            // row of a job of the log: a job that asks for the same; NoJob: none
	Redrawn bool             // whether jobs come later, as they did in the past
	Span    engine.Time      // until how long after At
	Block   engine.Time      // how long what comes again at once lasts, at most a day
	History engine.Time      // jobs that ended longer than so before are left out; Never: none is
}

// Past is what a log tells by an instant, and the job asked about.
type Past struct {
	log *Log
	now engine.Time // up to which the log counts
	at  engine.Time // when the job asked about comes, not before now

	came     []int32       // rows of the log, of the jobs in the queue by now, but that asked about, in the order in which they came
	open     []engine.Time // by row of the log: how long a job that came has run by now, 0 if it waits; -1: it has ended, or is none of these
	examples *examples
	blocks   []block     // of later arrivals
	same     engine.Time // of which those of the past lie a multiple before

	kept   *engine.Workload // jobs that came
	opened []int32          // rows of kept, of the jobs that have not ended
	logRow []int32          // their rows in the log
	asked  *engine.Workload // one job, to be put behind kept; nil: there is none, or it is in kept
	row    int32            // of the job asked about if it is in kept, else NoJob
	ended  int              // of the jobs that came
	runs   int
	exact  int // of those that ended: ran as long as they asked for
}

// Until is what the log tells by the instant of a question. Errors are *param.Error with the paths of Transform.
//
//   - A job has come if it was submitted by then; with Like and without At only if it stands before that job in the log, of one instant, too.
//   - It waits if it started later, or never, and runs if it ended later or was still running when the log ended.
//   - A task of an array of which only so many run at once waits from when it was submitted, not from when it was its turn.
//   - Elastic commands issued later are unknown.
//
// Cost: O(n log n) for n jobs.
func (l *Log) Until(q Question) (*Past, error) {
	if l.Wait == nil || l.After != nil {
		return nil, &param.Error{Reason: "needs a log with recorded waits, in which no job follows another one"}
	}
	p := &Past{log: l, at: q.At, row: engine.NoJob}
	itself := q.Like != engine.NoJob && q.At == engine.Never
	switch {
	case itself:
		p.at = l.Jobs[q.Like].Submit
	case q.At == engine.Never:
		p.at = l.end
	}
	if p.now = min(p.at, l.end); itself {
		p.now = p.at
	}
	if p.at > l.end+Longest {
		return nil, &param.Error{Path: "/at", Value: l.When(p.at), Reason: fmt.Sprintf("the log ends at %s; an instant up to %d days after that is accepted", l.When(l.end), Longest/engine.Day)}
	}
	from, to := int32(len(l.Jobs)), int32(len(l.Jobs)) // rows of the job itself, with the components that start with it
	if itself {
		from, to = l.together(q.Like)
	}
	p.known(from, to)
	p.examples = newExamples(p)
	if q.Redrawn {
		if err := p.findBlocks(q.Span, q.Block); err != nil {
			return nil, err
		}
	}
	p.keep(q.History, from, to)
	switch {
	case q.Job != nil:
		p.asked = p.added(q.Job)
	case q.Like != engine.NoJob && !itself:
		p.asked = p.added(l.like(q.Like))
	}
	return p, nil
}

// together are the rows from (included) to to (excluded) of a job and of those that start with it: the components of one heterogeneous job.
func (l *Log) together(j int32) (from, to int32) {
	from, to = j, j+1
	if l.Leader == nil || l.Leader[j] == engine.NoJob {
		return from, to
	}
	from = l.Leader[j]
	for int(to) < len(l.Jobs) && l.Leader[to] == from {
		to++
	}
	return from, to
}

// known finds out which jobs have come, and what is known of each; none does from row from on but tasks that had been submitted before.
func (p *Past) known(from, to int32) {
	l := p.log
	p.open = slices.Repeat([]engine.Time{-1}, len(l.Jobs))
	cut := int(from) < len(l.Jobs)
	for j := range int32(len(l.Jobs)) {
		came := l.came(j)
		switch {
		case j >= from && j < to || came > p.now:
			continue
		case cut && j >= to && came == p.now:
			continue // it stands behind the job
		}
		p.came = append(p.came, j)
		start := l.start(j)
		switch {
		case start > p.now:
			p.open[j] = 0 // it waits
		case start+l.ran[j] > p.now:
			p.open[j] = p.now - start
			p.runs++
		default:
			p.ended++
			if l.ran[j] == l.Jobs[j].Estimate {
				p.exact++
			}
		}
	}
	slices.SortStableFunc(p.came, func(a, b int32) int { return int(min(max(l.came(a)-l.came(b), -1), 1)) })
}

// waits says whether a job that came waits.
func (p *Past) waits(j int32) bool { return p.log.start(j) > p.now }

// keep makes the workload of the jobs that came, without those that ended long before and on which no other one depends. The job itself,
// with its components, has the rows from (included) to to (excluded) of the log.
func (p *Past) keep(history engine.Time, from, to int32) {
	l := p.log
	needed := map[int32]bool{} // others wait for them
	for _, d := range l.Dependencies {
		if p.open[d.Job] == 0 || d.Job >= from && d.Job < to {
			needed[d.On] = true
		}
	}
	w := *l.Workload
	w.Jobs, w.Wait, w.Started = slices.Clone(w.Jobs), slices.Clone(w.Wait), slices.Clone(w.Started)
	var rows []int32
	for _, j := range p.came {
		if p.open[j] < 0 && history < p.now && l.start(j)+l.ran[j] < p.now-history && !needed[j] {
			continue
		}
		rows = append(rows, j)
		if p.waits(j) {
			w.Wait[j] = -1
			if w.Started != nil {
				w.Started[j] = engine.RecordedStart{}
			}
		}
		w.Jobs[j].Submit = l.came(j)
	}
	for j := from; j < to; j++ {
		rows = append(rows, j)
		w.Wait[j], w.Jobs[j].Run = -1, w.Jobs[j].Estimate
		if w.Started != nil {
			w.Started[j] = engine.RecordedStart{}
		}
		if w.Recorded != nil {
			if j == from {
				w.Recorded = slices.Clone(w.Recorded)
			}
			w.Recorded[j] = w.Jobs[j].Run
		}
	}
	// Jobs that have started came when the log says, whatever the simulation makes of those that they depended on.
	w.Dependencies = slices.DeleteFunc(slices.Clone(w.Dependencies), func(d engine.Dependency) bool { return l.start(d.Job) <= p.now && (d.Job < from || d.Job >= to) })
	w.Commands = slices.DeleteFunc(slices.Clone(w.Commands), func(c engine.Command) bool { return c.At > p.now })
	if len(w.Commands) == 0 {
		w.Commands = nil
	}
	places := table.PlacesOf(rows, len(l.Jobs))
	table.Take(&w, rows, places)
	w.Until, w.LogEnd = p.now, p.now
	p.kept = &w
	for _, j := range rows {
		if p.open[j] >= 0 {
			p.opened, p.logRow = append(p.opened, places[j]), append(p.logRow, j)
		}
	}
	if from < to {
		p.row = places[from]
	}
}

// like is a job that asks for what job j asks for, runs as long as it may and is no part of anything.
func (l *Log) like(j int32) *engine.Workload {
	w := *l.Workload
	w.Leader, w.Dependencies, w.Commands = nil, nil, nil
	table.Pick(&w, []int32{j})
	w.Jobs[0].Run = w.Jobs[0].Estimate
	w.Started, w.NodeLists = nil, nil
	w.Wait, w.Recorded, w.Array, w.Task, w.Entered, w.Requested, w.Deadline, w.Preceding, w.Think = nil, nil, nil, nil, nil, nil, nil, nil, nil
	return &w
}

// added is a workload of one job as it is put behind those that came.
func (p *Past) added(job *engine.Workload) *engine.Workload {
	w := *job
	w.Jobs = slices.Clone(w.Jobs)
	w.Jobs[0].Submit = p.at
	w.Number = []int64{highest(p.kept) + 1}
	return &w
}

// highest is the highest number of a job.
func highest(w *engine.Workload) int64 {
	most := int64(0)
	for j := range int32(len(w.Jobs)) {
		most = max(most, w.JobNumber(j))
	}
	return most
}

// Now is up to when the log counts.
func (p *Past) Now() engine.Time { return p.now }

// At is when the job asked about comes.
func (p *Past) At() engine.Time { return p.at }

// Draw is a drawing of the future, and the row of the job asked about in it, NoJob if there is none. The same seed and replication draw the same.
// It may share columns with the log and with other drawings.
func (p *Past) Draw(seed uint64, replication int) (*engine.Workload, int32) {
	w, asked, _ := p.DrawFor(seed, replication, engine.Never)
	return w, asked
}

// DrawFor is the begin of Draw: what comes later is at least what comes until so long after the job asked about. whole says that it is all.
func (p *Past) DrawFor(seed uint64, replication int, span engine.Time) (drawing *engine.Workload, asked int32, whole bool) {
	stream, drawn := random.New(seed, replication, random.Remaining), urn{}
	w := *p.kept
	w.Jobs, w.Recorded = slices.Clone(w.Jobs), slices.Clone(w.Recorded)
	for i, row := range p.opened {
		j := p.logRow[i]
		w.Jobs[row].Run = p.examples.draw(j, p.open[j], drawn, stream)
		if w.Recorded != nil {
			w.Recorded[row] = w.Jobs[row].Run
		}
	}
	parts, asked := []*engine.Workload{&w}, p.row
	blocks, whole := p.blocksFor(span)
	if p.asked != nil {
		asked = int32(len(w.Jobs))
		parts = append(parts, p.asked)
	}
	parts = append(parts, p.later(blocks, seed, replication, drawn)...)
	if len(parts) == 1 {
		return &w, asked, whole
	}
	out := table.Joined(parts...)
	if !slices.IsSortedFunc(out.Jobs, bySubmit) {
		order := table.SortBySubmit(out)
		if asked != engine.NoJob {
			asked = int32(slices.Index(order, asked))
		}
	}
	return out, asked, whole
}

func bySubmit(a, b engine.Job) int { return int(min(max(a.Submit-b.Submit, -1), 1)) }
