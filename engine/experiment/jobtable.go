package experiment

import (
	"bufio"
	"io"
	"slices"
	"strconv"

	"backfill/engine"
	"backfill/engine/export"
	"backfill/engine/machine/farm"
	"backfill/engine/machine/multicluster"
	"backfill/engine/scenario"
)

// Columns says which columns job tables have beside those that all have. They depend on the
// machines and policies alone, so a table has the same columns at every point and from every shard.
type Columns struct {
	VariableRate bool // how much longer jobs ran: machines on which they may take longer than their run time
	Components   bool // their widths: several clusters
	Bandwidth    bool // what each process asks for: nodes that share bandwidth
	Farm         bool // deadlines, and where and how jobs ran: a farm, whose computers differ and where jobs are interrupted
	Stops        bool // how often jobs were stopped, and for how long they ran: policies that stop jobs
	Workload     bool // what the workload says of jobs that decides nothing here, such as their users; the last columns
}

// ColumnsOf are the columns for the machines and policies that the plan has at any of its points.
func ColumnsOf(p *scenario.Plan) Columns {
	var c Columns
	for i := range p.Points {
		m := p.Points[i].Machine()
		_, variable := m.(engine.VariableRate)
		_, clusters := m.(*multicluster.Machine)
		_, shared := m.(engine.Shared)
		_, computers := m.(*farm.Machine)
		stops := slices.ContainsFunc(p.Points[i].Policies, func(policy scenario.PlannedPolicy) bool {
			_, ok := policy.New().(engine.StopsJobs)
			return ok
		})
		c = Columns{c.VariableRate || variable, c.Components || clusters, c.Bandwidth || shared, c.Farm || computers, c.Stops || stops, true}
	}
	return c
}

// Header is the first line of a job table.
func (c Columns) Header() string {
	columns := "policy,replication,job,submit,start,end,wait,processors,requested_time,state,point,index,requested_start,run_time,attempt"
	if c.VariableRate {
		columns += ",penalized_runtime"
	}
	if c.Components {
		columns += ",components"
	}
	if c.Bandwidth {
		columns += ",bandwidth,network"
	}
	if c.Farm {
		columns += ",deadline,late,computers,preemptions,held,lost"
	}
	if c.Stops {
		columns += ",preemptions,requeues,held,lost"
	}
	if c.Workload {
		columns += ",user,group,executable,queue,queue_name,partition,memory,recorded_wait,full_run_time,preceding_job,think_time"
	}
	return columns + "\n"
}

// WriteJobs writes the job tables of runs, which have outcomes, as CSV: one line per
// job in workload order. Times are in seconds, extensions of run times are shares of them,
// bandwidths are in MB/s for each process, components are the widths of all, such as 8+4+4;
// start is that of the last run where others before it were stopped, and end is when the job was cancelled if it waited then;
// late is 1 or 0; computers are those on which the job ran, such as 3+12+3, held is for how
// long and lost how much of that was to no avail; preemptions and requeues are how many of its runs were stopped, for another job or not; memory is in KB for each processor;
// full_run_time is how long a job that nothing stops or changes would run; what never happened or is
// unknown is left empty.
func WriteJobs(w io.Writer, runs []*Run, c Columns) error {
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString(c.Header())
	var line []byte
	for _, run := range runs {
		s := c.segmentsOf(run.Outcome)
		for j := range run.Outcome.Workload.Jobs {
			line = appendJob(line[:0], run, s, int32(j), c)
			if _, err := b.Write(line); err != nil {
				return err
			}
		}
	}
	return b.Flush()
}

// WriteSomeJobs is WriteJobs for some jobs of a run, in the order in which they are given.
func WriteSomeJobs(w io.Writer, run *Run, jobs []int32, c Columns) error {
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString(c.Header())
	s := c.segmentsOf(run.Outcome)
	var line []byte
	for _, j := range jobs {
		line = appendJob(line[:0], run, s, j, c)
		if _, err := b.Write(line); err != nil {
			return err
		}
	}
	return b.Flush()
}

// AppendJobs appends to text the lines of a run in a job table, as WriteJobs has them.
func AppendJobs(text []byte, run *Run, c Columns) []byte {
	s := c.segmentsOf(run.Outcome)
	for j := range run.Outcome.Workload.Jobs {
		text = appendJob(text, run, s, int32(j), c)
	}
	return text
}

func appendJob(line []byte, run *Run, s *segments, j int32, c Columns) []byte {
	o := run.Outcome
	job := &o.Workload.Jobs[j]
	line = appendText(line, run.Policy)
	line = strconv.AppendInt(append(line, ','), int64(run.Replication), 10)
	line = strconv.AppendInt(append(line, ','), o.Workload.JobNumber(j), 10)
	line = appendTime(append(line, ','), o.Submitted(j))
	started, ended := o.Start[j] >= 0, o.Ended(j)
	if line = append(line, ','); started {
		line = appendTime(line, o.Start[j])
	}
	if line = append(line, ','); o.End[j] >= 0 {
		line = appendTime(line, o.End[j])
	}
	if line = append(line, ','); started || o.End[j] >= 0 {
		line = appendTime(line, o.Wait(j))
	}
	line = strconv.AppendInt(append(line, ','), int64(o.Size(j)), 10)
	line = appendTime(append(line, ','), job.Estimate)
	line = append(append(line, ','), o.State[j].String()...)
	line = strconv.AppendInt(append(line, ','), int64(run.PointIndex), 10)
	line = strconv.AppendInt(append(line, ','), int64(j), 10)
	if line = append(line, ','); o.Workload.Dedicated(j) {
		line = appendTime(line, o.Workload.Requested[j])
	}
	if line = append(line, ','); ended {
		line = appendTime(line, o.Ran(j))
	}
	attempt := byte('1')
	if o.Workload.Continues != nil && o.Workload.Continues[j] {
		attempt = '2'
	}
	line = append(line, ',', attempt)
	if c.VariableRate {
		if line = append(line, ','); ended && o.VariableRate {
			line = strconv.AppendFloat(line, o.Extension(j), 'g', -1, 64)
		}
	}
	if c.Components {
		line = appendComponents(append(line, ','), o.Workload, j)
	}
	if c.Bandwidth {
		line = appendKnown(append(line, ','), o.Workload.Bandwidth, j)
		line = appendKnown(append(line, ','), o.Workload.Network, j)
	}
	if c.Farm {
		line = s.appendJob(line, j)
	}
	if c.Stops {
		line = s.appendStops(line, j)
	}
	if c.Workload {
		line = appendWorkload(line, o.Workload, j)
	}
	return append(line, '\n')
}

// appendWorkload writes what the workload says of job j beside what decides its schedule.
func appendWorkload(line []byte, w *engine.Workload, j int32) []byte {
	for _, column := range [][]int32{w.User, w.Group, w.App, w.Queue} {
		line = appendKnown(append(line, ','), column, j)
	}
	if line = append(line, ','); w.Queue != nil && w.Queue[j] >= 0 && int(w.Queue[j]) < len(w.Queues) {
		line = appendText(line, w.Queues[w.Queue[j]])
	}
	line = appendKnown(append(line, ','), w.Partition, j)
	line = appendKnown(append(line, ','), w.Memory, j)
	line = appendKnownTime(append(line, ','), w.Wait, j)
	line = appendTime(append(line, ','), w.Jobs[j].Run)
	line = appendKnown(append(line, ','), w.Preceding, j)
	return appendKnownTime(append(line, ','), w.Think, j)
}

// appendComponents writes the widths of job j's components.
func appendComponents(line []byte, w *engine.Workload, j int32) []byte {
	if w.Components == nil || w.Components[j] == nil {
		return strconv.AppendInt(line, int64(w.Jobs[j].Processors), 10)
	}
	for i, width := range w.Components[j] {
		if i > 0 {
			line = append(line, '+')
		}
		line = strconv.AppendInt(line, int64(width), 10)
	}
	return line
}

// appendKnown writes what a column of the workload says of job j.
func appendKnown[N int32 | int64](line []byte, column []N, j int32) []byte {
	if column == nil || column[j] < 0 {
		return line
	}
	return strconv.AppendInt(line, int64(column[j]), 10)
}

// appendKnownTime is appendKnown for a column of times.
func appendKnownTime(line []byte, column []engine.Time, j int32) []byte {
	if column == nil || column[j] < 0 {
		return line
	}
	return appendTime(line, column[j])
}

// appendTime writes t in seconds, without trailing zeros.
func appendTime(line []byte, t engine.Time) []byte {
	line = strconv.AppendInt(line, int64(t/engine.Second), 10)
	ms := int64(t % engine.Second)
	if ms == 0 {
		return line
	}
	line = append(line, '.', byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10))
	for line[len(line)-1] == '0' {
		line = line[:len(line)-1]
	}
	return line
}

// appendText appends text as a cell.
func appendText(line []byte, text string) []byte { return append(line, export.Cell(text)...) }
