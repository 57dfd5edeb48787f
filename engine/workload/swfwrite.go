package workload

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"backfill/engine"
)

// WriteSWF writes a simulated schedule as a log in the Standard Workload Format,
// version 2.2. The notes, such as the program's version, the scenario and the seed,
// stand in its header.
//
// Submit time, requested processors, requested time and memory, user, group,
// executable, queue and partition are the workload's; wait time, run time and
// allocated processors are the schedule's. Times have up to three decimals. Status
// is 1 for completed jobs, 0 for killed ones, and 5 for those that never started,
// whose wait and run time are -1, and -1 for those that had not ended.
//
// ReadSWF of what was written gives the jobs that ended, with the run time they had,
// their estimates and their simulated waits. Cost: O(n).
func WriteSWF(to io.Writer, o *engine.Outcome, notes []string) error {
	b := bufio.NewWriterSize(to, 64<<10)
	writeSWFHeader(b, o, notes)
	w := o.Workload
	var line []byte
	for i := range w.Jobs {
		row := int32(i)
		j := &w.Jobs[i]
		wait, run, allocated := engine.Time(-1), engine.Time(-1), int32(-1)
		if o.Start[i] >= 0 {
			wait, allocated = o.Wait(row), o.Occupied(row)
			if o.End[i] >= 0 {
				run = o.End[i] - o.Start[i]
			}
		}
		memory := int64(-1)
		if w.Memory != nil {
			memory = w.Memory[i]
		}
		line = strconv.AppendInt(line[:0], w.JobNumber(row), 10)
		line = appendTime(line, j.Submit)
		line = appendTime(line, wait)
		line = appendTime(line, run)
		line = appendField(line, int64(allocated))
		line = append(line, " -1 -1"...) // CPU time and memory used: not simulated
		line = appendField(line, int64(j.Processors))
		line = appendTime(line, j.Estimate)
		line = appendField(line, memory)
		line = appendField(line, swfStatusOf(o, row))
		for _, column := range [...][]int32{w.User, w.Group, w.App, w.Queue, w.Partition} {
			v := int32(-1)
			if column != nil {
				v = column[i]
			}
			line = appendField(line, int64(v))
		}
		line = append(line, " -1 -1\n"...) // preceding job and think time: arrivals are as given
		if _, err := b.Write(line); err != nil {
			return fmt.Errorf("write the schedule: %w", err)
		}
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write the schedule: %w", err)
	}
	return nil
}

// writeSWFHeader writes the comments; an error stays in b until it is flushed.
func writeSWFHeader(b *bufio.Writer, o *engine.Outcome, notes []string) {
	n := len(o.Workload.Jobs)
	fmt.Fprintf(b, "; Version: 2.2\n; MaxJobs: %d\n; MaxRecords: %d\n; Preemption: No\n", n, n)
	if c := o.Workload.Calendar; c != nil {
		fmt.Fprintf(b, "; UnixStartTime: %d\n", c.UnixStart)
		if c.Zone != "" {
			fmt.Fprintf(b, "; TimeZoneString: %s\n", oneLine(c.Zone))
		}
	}
	fmt.Fprintf(b, "; MaxNodes: %d\n; MaxProcs: %d\n; Note: simulated schedule\n", o.Processors, o.Processors)
	for _, note := range notes {
		fmt.Fprintf(b, "; Note: %s\n", oneLine(note))
	}
}

// oneLine is text with line ends as blanks, so that it stays within a comment.
func oneLine(text string) string {
	return strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(text)
}

func swfStatusOf(o *engine.Outcome, j int32) int64 {
	switch {
	case o.Start[j] < 0:
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
