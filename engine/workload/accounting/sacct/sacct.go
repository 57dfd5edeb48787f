// Package sacct writes a schedule as what sacct of Slurm prints of one. How such logs are read is the matter of package accounting.
package sacct

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"backfill/engine"
	"backfill/engine/workload/accounting"
)

// Write writes a simulated schedule as what accounting.SlurmCommand would print of it, for who has no cluster to ask. Times are in UTC, from the
// calendar of the jobs on or from the beginning of 2026, in whole seconds; limits are in whole minutes, rounded up. The user 3 is the UID
// 1003, the account is that of the group. Jobs that never started wait still, and who had not ended runs still. A job that was stopped has a
// line for each run, and is submitted anew when it begins to wait again. Tasks of an array whose
// numbers are not known are numbered as they were submitted, from 0. Which
// nodes a job had is not told, only how many. The format has no place for a word on where it comes from.
//
// Where times are whole seconds, limits whole minutes and users and queues numbered by their first jobs, accounting.Read gives the jobs of the
// schedule and their waits; of jobs that were stopped the last run and the wait before it, and none of those that were cancelled while they waited.
func Write(to io.Writer, o *engine.Outcome) error {
	b := bufio.NewWriterSize(to, 64<<10)
	_, columns, _ := strings.Cut(accounting.SlurmCommand, "-o ")
	b.WriteString(strings.ReplaceAll(columns, ",", "|"))
	b.WriteByte('\n')
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
	if c := o.Workload.Calendar; c != nil {
		start = c.UnixStart
	}
	var line []byte
	write := func(r row) error {
		line = appendRow(line[:0], o, r, start)
		_, err := b.Write(append(line, '\n'))
		return err
	}
	stopped := map[int32][]engine.Run{} // by job
	for _, run := range o.Stopped {
		stopped[run.Job] = append(stopped[run.Job], run)
	}
	nodes := make([]int, len(o.Start)) // of the last run
	if o.PieceEnd != nil {
		for i, j := range o.StartOrder {
			nodes[j] = len(o.PiecesOf(i))
		}
	}
	tasks := map[int32]int32{} // of each array
	for j := range int32(len(o.Workload.Jobs)) {
		r := row{job: j, task: -1, submit: o.Submitted(j), eligible: o.Ready(j), backfilled: o.Overtook != nil && o.Overtook[j]}
		if a := o.Workload.Array; a != nil && a[j] >= 0 {
			r.task = tasks[a[j]]
			tasks[a[j]]++
			if o.Workload.IsTask(j) {
				r.task = o.Workload.Task[j]
			}
		}
		for _, run := range stopped[j] {
			r.start, r.end, r.state, r.nodes = run.From, run.To, "REQUEUED", len(run.Pieces)
			if run.Preempted {
				r.state = "PREEMPTED"
			}
			if err := write(r); err != nil {
				return fmt.Errorf("write the accounting log: %w", err)
			}
			r.submit, r.eligible, r.backfilled = run.To, run.To, false
		}
		r.start, r.end, r.state, r.nodes = o.Start[j], o.End[j], stateOf(o, j), nodes[j]
		if err := write(r); err != nil {
			return fmt.Errorf("write the accounting log: %w", err)
		}
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write the accounting log: %w", err)
	}
	return nil
}

// row is what a line tells of one run of a job, or of a job that waits.
type row struct {
	job, task                    int32 // task of its array, -1 if it is in none
	nodes                        int   // that the run had; 0: that is unknown, or the job waits
	submit, eligible, start, end engine.Time
	state                        string
	backfilled                   bool
}

// appendRow appends the columns of accounting.SlurmCommand of a row; start is the Unix time at which the clock of the workload begins.
func appendRow(line []byte, o *engine.Outcome, r row, start int64) []byte {
	w, j := o.Workload, r.job
	job := &w.Jobs[j]
	text := func(s string) { line = append(append(line, s...), '|') }
	number := func(n int64) { line = append(strconv.AppendInt(line, n, 10), '|') }
	instant := func(t engine.Time) {
		if t < 0 {
			text("Unknown")
			return
		}
		line = time.Unix(start+int64(t/engine.Second), 0).UTC().AppendFormat(line, "2006-01-02T15:04:05")
		line = append(line, '|')
	}
	of := func(column []int32, format string, from int32) {
		if column == nil || column[j] < 0 {
			text("")
			return
		}
		text(fmt.Sprintf(format, column[j]+from))
	}
	given := o.Occupied(j)
	resources := func(cpus int32, nodes int) string {
		list := fmt.Sprintf("billing=%d,cpu=%d,", cpus, cpus)
		if w.Memory != nil && w.Memory[j] > 0 {
			list += fmt.Sprintf("mem=%dK,", w.Memory[j]*int64(job.Processors))
		}
		if gpus := o.GPUsOn(j, nodes); gpus > 0 {
			list += fmt.Sprintf("gres/gpu=%d,", gpus)
		}
		return list + fmt.Sprintf("node=%d", nodes)
	}
	asked := max(int(w.DemandOf(j).Nodes), 1)
	had := r.nodes
	if had == 0 {
		had = asked
	}
	if r.task >= 0 {
		text(fmt.Sprintf("%d_%d", w.Array[j], r.task))
	} else {
		number(w.JobNumber(j))
	}
	number(w.JobNumber(j))
	of(w.User, "%d", 1000)
	of(w.Group, "%d", 100)
	of(w.Group, "account%d", 0)
	of(w.Queue, "queue%d", 0)
	text("normal")
	instant(r.submit)
	instant(r.eligible)
	instant(r.start)
	instant(r.end)
	elapsed := int64(0)
	if r.start >= 0 && r.end >= 0 {
		elapsed = int64(r.end/engine.Second - r.start/engine.Second)
	}
	number(elapsed)
	text("00:00:00")
	text(r.state)
	number(int64((job.Estimate + engine.Minute - 1) / engine.Minute))
	number(int64(job.Processors))
	number(int64(given))
	number(int64(had))
	text("")
	text(resources(job.Processors, asked))
	switch {
	case r.start < 0:
		text("")
		text(accounting.NoNodes)
		return line
	case r.backfilled:
		text(resources(given, had))
		text("")
		return append(line, accounting.BackfillFlag...)
	}
	text(resources(given, had))
	text("")
	return append(line, accounting.MainFlag...)
}

// stateOf is the state of job j in Slurm's words.
func stateOf(o *engine.Outcome, j int32) string {
	switch {
	case o.State[j] == engine.Cancelled:
		return "CANCELLED"
	case o.Start[j] < 0:
		return "PENDING"
	case o.End[j] < 0:
		return "RUNNING"
	case o.State[j] == engine.Killed:
		return "TIMEOUT"
	}
	return "COMPLETED"
}
