package logs

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

// WriteSWF writes a simulated schedule as a log in the Standard Workload Format,
// version 2.2. The notes, such as the program's version, the scenario and the seed,
// stand in its header.
//
// Requested processors, requested time and memory, user, group, executable, queue,
// partition, preceding job and think time are the workload's; submit time, wait time, run
// time, allocated processors and the order of the lines, by submission, are the
// schedule's. Where jobs have test runs, every run is a job of the log with a number of its
// own. Times have up to three decimals. Status is 1 for completed jobs, 0 for killed ones,
// 5 for cancelled ones and those that never started, whose run time is -1, and whose wait is that up to when
// they were cancelled or else -1, and -1 for those that had not ended.
//
// The format has no place for components and bandwidths, which the header says if there are
// any, and none for requested starts and elastic commands; WriteCWF keeps those. The wait of a dedicated job is written from its submission, so that it started
// at submit plus wait like every job, and its requested start is lost. A job that
// commands have changed has the run time and the allocated processors that came of
// them, beside the time and the processors that were requested at its submission: an
// extended one may run longer than it requests. A job that was interrupted or stopped ran for as long
// as all its segments or runs, and waited for the rest of the time from its submission to its end.
//
// ReadSWF of what was written gives the jobs that ended, with the run time they had,
// their estimates and their simulated waits. Cost: O(n).
func WriteSWF(to io.Writer, o *engine.Outcome, notes []string) error {
	b := bufio.NewWriterSize(to, 64<<10)
	w := o.Workload
	preemption := "No"
	if o.Reruns() {
		preemption = "Yes"
	}
	writeHeader(b, w, o.Processors, preemption, append([]string{"simulated schedule"}, notes...))
	order := submitOrder(o)
	numbers := writtenNumbers(w, order)
	var line []byte
	for i := range w.Jobs {
		row := int32(i)
		if order != nil {
			row = order[i]
		}
		wait, run, allocated := engine.Time(-1), engine.Time(-1), int32(-1)
		switch {
		case o.Ended(row):
			allocated, run = o.Occupied(row), o.Ran(row)
			wait = o.End[row] - o.Submitted(row) - run
		case o.Start[row] >= 0:
			allocated, wait = o.Occupied(row), o.Start[row]-o.Submitted(row)
			if o.Stopped != nil {
				wait -= o.Held[row]
			}
		case o.End[row] >= 0:
			if wait = o.End[row] - o.Submitted(row); o.Stopped != nil {
				wait -= o.Held[row]
			}
		}
		line = appendJob(line[:0], w, row, numbers, o.Submitted(row), wait, run, allocated, swfStatusOf(o, row))
		if _, err := b.Write(append(line, '\n')); err != nil {
			return fmt.Errorf("write the schedule: %w", err)
		}
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write the schedule: %w", err)
	}
	return nil
}

// writeHeader writes the comments; an error stays in b until it is flushed.
// processors is 0 if unknown; preemption is "Yes" if one line tells of all segments or runs of a job.
func writeHeader(b *bufio.Writer, w *engine.Workload, processors int32, preemption string, notes []string) {
	n := len(w.Jobs)
	fmt.Fprintf(b, "; Version: 2.2\n; MaxJobs: %d\n; MaxRecords: %d\n; Preemption: %s\n", n, n, preemption)
	if c := w.Calendar; c != nil {
		fmt.Fprintf(b, "; UnixStartTime: %d\n", c.UnixStart)
		if c.Zone != "" {
			fmt.Fprintf(b, "; TimeZoneString: %s\n", oneLine(c.Zone))
		}
	}
	if processors > 0 {
		fmt.Fprintf(b, "; MaxNodes: %d\n; MaxProcs: %d\n", processors, processors)
	}
	for queue, name := range w.Queues {
		if name != "" {
			fmt.Fprintf(b, "; Queue: %d %s\n", queue, oneLine(name))
		}
	}
	for _, note := range append(notes, omitted(w)...) {
		fmt.Fprintf(b, "; Note: %s\n", oneLine(note))
	}
}

// omitted says what w knows of its jobs and no line of the format has a place for.
func omitted(w *engine.Workload) (notes []string) {
	several := 0
	for _, components := range w.Components {
		if len(components) > 1 {
			several++
		}
	}
	if several > 0 {
		notes = append(notes, fmt.Sprintf("%d jobs had several components, which are not written: each is one job of all its processors", several))
	}
	if w.Bandwidth != nil || w.Network != nil {
		notes = append(notes, "the memory and network bandwidth that processes ask for are not written")
	}
	if w.Licences != nil || w.Benchmark != nil || w.Deadline != nil || w.Checkpoints != nil {
		notes = append(notes, "deadlines, licences, benchmarks and checkpoints are not written")
	}
	if w.Dependencies != nil || w.Array != nil || w.Leader != nil || w.Entered != nil {
		notes = append(notes, "for which others jobs wait, of which arrays they are tasks, of which jobs components and when they were entered is not written")
	}
	return notes
}

// appendJob appends the 18 fields of the Standard Workload Format for the job in
// row of w.
func appendJob(line []byte, w *engine.Workload, row int32, numbers []int64, submit, wait, run engine.Time, allocated int32, status int64) []byte {
	j := &w.Jobs[row]
	memory := int64(-1)
	if w.Memory != nil {
		memory = w.Memory[row]
	}
	line = strconv.AppendInt(line, numberOf(w, row, numbers), 10)
	line = appendTime(line, submit)
	line = appendTime(line, wait)
	line = appendTime(line, run)
	line = appendField(line, int64(allocated))
	line = append(line, " -1 -1"...) // CPU time and memory used: not simulated
	line = appendField(line, int64(j.Processors))
	line = appendTime(line, j.Estimate)
	line = appendField(line, memory)
	line = appendField(line, status)
	for _, column := range [...][]int32{w.User, w.Group, w.App, w.Queue, w.Partition} {
		v := int32(-1)
		if column != nil {
			v = column[row]
		}
		line = appendField(line, int64(v))
	}
	preceding, think := int64(-1), engine.Time(-1)
	switch {
	case w.After != nil && w.After[row] != engine.NoJob:
		preceding = numberOf(w, w.After[row], numbers)
	case w.Preceding != nil && w.Continues == nil:
		preceding = w.Preceding[row]
	}
	if w.Think != nil {
		think = w.Think[row]
	}
	return appendTime(appendField(line, preceding), think)
}

// submitOrder lists the rows in the order in which they were submitted, those that never
// were last; nil if that is workload order. O(n log n).
func submitOrder(o *engine.Outcome) []int32 {
	if o.Submit == nil {
		return nil
	}
	order := make([]int32, len(o.Submit))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		x, y := o.Submit[a], o.Submit[b]
		if x < 0 || y < 0 {
			x, y = -min(x, 0), -min(y, 0)
		}
		return cmp.Compare(x, y)
	})
	return order
}

// writtenNumbers are the numbers of jobs in a file, by row, if they are not those of the
// workload: where jobs have test runs, several rows have the same one, which a file must
// not have. order is that of the lines, nil for workload order.
func writtenNumbers(w *engine.Workload, order []int32) []int64 {
	if w.Continues == nil {
		return nil
	}
	numbers := make([]int64, len(w.Jobs))
	for i := range numbers {
		row := int32(i)
		if order != nil {
			row = order[i]
		}
		numbers[row] = int64(i) + 1
	}
	return numbers
}

func numberOf(w *engine.Workload, row int32, numbers []int64) int64 {
	if numbers != nil {
		return numbers[row]
	}
	return w.JobNumber(row)
}

// oneLine is text with line ends as blanks, so that it stays within a comment.
func oneLine(text string) string {
	return strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(text)
}

func swfStatusOf(o *engine.Outcome, j int32) int64 {
	switch {
	case o.Start[j] < 0 || o.State[j] == engine.Cancelled:
		return 5
	case o.End[j] < 0:
		return -1
	case o.State[j] == engine.Killed:
		return 0
	}
	return 1
}

func appendField(line []byte, v int64) []byte {
	return strconv.AppendInt(append(line, ' '), v, 10)
}

// appendTime appends t in seconds with as many decimals as it needs; -1 ms, which
// stands for unknown, as -1.
func appendTime(line []byte, t engine.Time) []byte {
	if t < 0 {
		return append(line, " -1"...)
	}
	line = appendField(line, int64(t/engine.Second))
	if milli := t % engine.Second; milli > 0 {
		digits := [...]byte{'.', byte('0' + milli/100), byte('0' + milli/10%10), byte('0' + milli%10)}
		end := len(digits)
		for digits[end-1] == '0' {
			end--
		}
		line = append(line, digits[:end]...)
	}
	return line
}
