package export

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
)

// batsimHeader are the columns of Batsim's jobs.csv.
const batsimHeader = "job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,success,final_state," +
	"starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,allocated_resources,consumed_energy,metadata\n"

// WriteBatsim writes what became of the jobs of a schedule in the columns of Batsim's jobs.csv,
// a line for each job in workload order. name is that of the workload; origin says where the
// schedule comes from and stands in the metadata of the first job, since programs that read
// this format expect no comments.
//
// Times are in seconds with up to three decimals, so that none is rounded. job_id is the log's number, or
// counts from 1 where several jobs have the same one. profile is "delay" and the run time.
// final_state is COMPLETED_SUCCESSFULLY, COMPLETED_WALLTIME_REACHED for jobs killed at their limit, COMPLETED_KILLED for jobs cancelled while
// they ran, REJECTED for jobs that the machine can never run and for jobs cancelled while they waited, whose metadata say when,
// RUNNING, SUBMITTED or NOT_SUBMITTED where the simulation stopped before; what
// a job does not have is empty. stretch is turnaround over execution time, consumed_energy -1: not simulated.
//
// The waiting time of every job counts from its submission, as Batsim defines it, also that of a
// dedicated one, whose requested start stands in its metadata. A job that was interrupted, or stopped, starts with its first segment or
// run, executes for as long as all of them, waits for the rest of its turnaround, has the resources of all, and has these in its
// metadata. Cost: O(n log n) where numbers are not sorted, else O(n).
func WriteBatsim(to io.Writer, o *engine.Outcome, b Blocks, name, origin string) error {
	out := bufio.NewWriterSize(to, 64<<10)
	out.WriteString(batsimHeader)
	t := &batsimTable{outcome: o, blocks: b, name: appendText(nil, strings.ToValidUTF8(name, "\ufffd")), origin: oneLine(origin), rows: b.index(o), own: ownNumbers(o.Workload), starts: o.FirstStarts()}
	var line []byte
	for j := range o.Workload.Jobs {
		line = t.appendJob(line[:0], int32(j))
		if _, err := out.Write(append(line, '\n')); err != nil {
			return fmt.Errorf("write the table of jobs: %w", err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write the table of jobs: %w", err)
	}
	return nil
}

// batsimTable is what the lines of a table are made from.
type batsimTable struct {
	outcome *engine.Outcome
	blocks  Blocks
	name    []byte // as a cell
	origin  string
	rows    pieceRows
	own     bool          // jobs have numbers of their own
	starts  []engine.Time // the first of each job
	set     []interval
	pieces  []int32
}

func (t *batsimTable) appendJob(line []byte, j int32) []byte {
	o := t.outcome
	job := &o.Workload.Jobs[j]
	id := int64(j) + 1
	if t.own {
		id = o.Workload.JobNumber(j)
	}
	line = strconv.AppendInt(line, id, 10)
	line = append(append(line, ','), t.name...)
	line = appendSeconds(append(line, ",delay"...), job.Run)
	submitted, started, ended := o.Submitted(j), t.starts[j] >= 0, o.Ended(j)
	if line = append(line, ','); submitted >= 0 {
		line = appendSeconds(line, submitted)
	}
	line = strconv.AppendInt(append(line, ','), int64(job.Processors), 10)
	line = appendSeconds(append(line, ','), job.Estimate)
	success, state := finalState(o, j)
	line = append(append(append(append(line, ','), success), ','), state...)
	if line = append(line, ','); started {
		line = appendSeconds(line, t.starts[j])
	}
	line = append(line, ',')
	if ended {
		ran, turnaround := o.Ran(j), o.End[j]-submitted
		line = appendSeconds(line, ran)
		line = appendSeconds(append(line, ','), o.End[j])
		line = appendSeconds(append(line, ','), turnaround-ran)
		line = appendSeconds(append(line, ','), turnaround)
		line = strconv.AppendFloat(append(line, ','), float64(turnaround)/float64(ran), 'f', -1, 64)
	} else {
		line = append(line, ',')
		if line = append(line, ','); started {
			line = appendSeconds(line, t.starts[j]-submitted)
		}
		line = append(line, ",,"...)
	}
	t.pieces = t.rows.of(j, t.pieces[:0])
	line = t.appendResources(append(line, ','), t.pieces)
	line = append(line, ",-1,"...)
	return t.appendMetadata(line, j)
}

// finalState is whether job j completed, and how Batsim calls what became of it.
func finalState(o *engine.Outcome, j int32) (success byte, state string) {
	switch o.State[j] {
	case engine.Completed:
		return '1', "COMPLETED_SUCCESSFULLY"
	case engine.Killed:
		return '0', "COMPLETED_WALLTIME_REACHED"
	case engine.Cancelled:
		if o.Start[j] >= 0 {
			return '0', "COMPLETED_KILLED"
		}
		return '0', "REJECTED"
	case engine.Refused:
		return '0', "REJECTED"
	}
	switch {
	case o.Start[j] >= 0:
		return '0', "RUNNING"
	case o.Submitted(j) >= 0:
		return '0', "SUBMITTED"
	}
	return '0', "NOT_SUBMITTED"
}

// appendMetadata tells what the columns do not.
func (t *batsimTable) appendMetadata(line []byte, j int32) []byte {
	o := t.outcome
	var text []byte
	if j == 0 && t.origin != "" {
		text = append(append(text, t.origin...), ';')
	}
	if o.Workload.Dedicated(j) {
		text = append(appendSeconds(append(text, " requested start "...), o.Workload.Requested[j]), ';')
	}
	if o.State[j] == engine.Cancelled && o.Start[j] < 0 {
		text = append(appendSeconds(append(text, " cancelled at "...), o.End[j]), ';')
	}
	if n := len(t.pieces); n > 1 || n == 1 && o.Start[j] < 0 {
		text = append(text, " segments"...)
		for i, p := range t.pieces {
			if i > 0 {
				text = append(text, ',')
			}
			text = appendSeconds(append(text, ' '), t.blocks.Start[p])
			text = appendSeconds(append(text, " to "...), t.blocks.End[p])
			text = t.appendResources(append(text, " on "...), t.pieces[i:i+1])
		}
		text = append(text, ';')
	}
	return appendText(line, strings.TrimSuffix(strings.TrimSpace(string(text)), ";"))
}

// interval is the processors first to last.
type interval struct{ first, last int32 }

// appendResources writes the processors of some pieces as a set of intervals, such as "0-3 7":
// ascending, disjoint and as long as possible.
func (t *batsimTable) appendResources(line []byte, pieces []int32) []byte {
	t.set = t.set[:0]
	for _, p := range pieces {
		for b := t.blocks.Offset[p]; b < t.blocks.Offset[p+1]; b++ {
			t.set = append(t.set, interval{t.blocks.First[b], t.blocks.First[b] + t.blocks.Count[b] - 1})
		}
	}
	slices.SortFunc(t.set, func(a, b interval) int { return cmp.Compare(a.first, b.first) })
	for i := 0; i < len(t.set); {
		whole := t.set[i]
		for i++; i < len(t.set) && t.set[i].first <= whole.last+1; i++ {
			whole.last = max(whole.last, t.set[i].last)
		}
		line = appendInterval(line, whole)
		line = append(line, ' ')
	}
	if len(t.set) > 0 {
		line = line[:len(line)-1]
	}
	return line
}

func appendInterval(line []byte, i interval) []byte {
	line = strconv.AppendInt(line, int64(i.first), 10)
	if i.last > i.first {
		line = strconv.AppendInt(append(line, '-'), int64(i.last), 10)
	}
	return line
}

// ownNumbers says whether every job has a number that no other one has.
func ownNumbers(w *engine.Workload) bool {
	if w.Number == nil {
		return true
	}
	ascending := func(list []int64) bool {
		for i := 1; i < len(list); i++ {
			if list[i] <= list[i-1] {
				return false
			}
		}
		return true
	}
	return ascending(w.Number) || ascending(slices.Sorted(slices.Values(w.Number)))
}
