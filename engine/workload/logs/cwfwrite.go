package logs

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"

	"backfill/engine"
	"backfill/engine/workload/table"
)

// WriteCWF writes a workload, before any simulation, in the Cloud Workload Format.
// The notes, such as the program's version, the scenario and the seed, stand in its
// header.
//
// ReadCWF of what was written gives the same jobs with their attributes, recorded
// waits and requested starts, and the same commands in the same order. Three things
// it cannot give: the limit MaxCommands, which the header tells, a recorded run time that is neither 0 nor what
// is simulated, and job numbers where a command's job shares its own with another one
// or has none. Then all jobs are numbered anew, from 1 on, and the header says so, as it
// does of components and bandwidths, which have no place in the format.
//
// Cost: O(n), and a sort of the job numbers if there are commands.
func WriteCWF(to io.Writer, w *engine.Workload, notes []string) error {
	b := bufio.NewWriterSize(to, 64<<10)
	named := *w
	notes = append([]string{"Cloud Workload Format: field 19 requested start, 20 request type, 21 amount of a command"}, notes...)
	if w.Commands != nil {
		notes = append(notes, fmt.Sprintf("maxCommands: %d", w.MaxCommands))
	}
	if w.Continues != nil || !namesItsJobs(w) {
		named.Number = nil
		notes = append(notes, "job numbers were not unique and are new")
	}
	writeHeader(b, w, w.Machine, "No", notes)
	var line []byte
	next := int32(0)
	jobs := func(until int32) error {
		for ; next < until; next++ {
			line = appendSubmission(line[:0], &named, next)
			if _, err := b.Write(line); err != nil {
				return fmt.Errorf("write the workload: %w", err)
			}
		}
		return nil
	}
	for _, c := range w.Commands {
		// By time, jobs first, but always below the line of the command's own job.
		until := max(int32(table.FirstAt(w, c.At+1)), c.Job+1)
		if err := jobs(until); err != nil {
			return err
		}
		line = appendCommand(line[:0], c, named.JobNumber(c.Job))
		if _, err := b.Write(line); err != nil {
			return fmt.Errorf("write the workload: %w", err)
		}
	}
	if err := jobs(int32(len(w.Jobs))); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write the workload: %w", err)
	}
	return nil
}

// namesItsJobs says whether every job with commands has a number of its own.
func namesItsJobs(w *engine.Workload) bool {
	if w.Number == nil || len(w.Commands) == 0 {
		return true
	}
	sorted := slices.Sorted(slices.Values(w.Number))
	for _, c := range w.Commands {
		number := w.Number[c.Job]
		i, _ := slices.BinarySearch(sorted, number)
		if number < 0 || i+1 < len(sorted) && sorted[i+1] == number {
			return false
		}
	}
	return true
}

// appendSubmission appends the line that submits the job in row.
func appendSubmission(line []byte, w *engine.Workload, row int32) []byte {
	run, wait, start := w.Jobs[row].Run, engine.Time(-1), engine.Time(-1)
	if run == engine.Second && w.Recorded != nil && w.Recorded[row] == 0 {
		run = 0
	}
	if w.Wait != nil {
		wait = w.Wait[row]
	}
	if w.Dedicated(row) {
		start = w.Requested[row]
	}
	line = appendJob(line, w, row, nil, w.Jobs[row].Submit, wait, run, -1, -1)
	line = appendTime(line, start)
	return append(line, " S -1\n"...)
}

// appendCommand appends the line of a command for the job with the given number.
func appendCommand(line []byte, c engine.Command, number int64) []byte {
	line = strconv.AppendInt(line, number, 10)
	line = appendTime(line, c.At)
	for range cwfRequest - swfWait {
		line = append(line, " -1"...)
	}
	line = append(line, ' ')
	line = append(line, c.Kind.String()...)
	if table.ChangesTime(c.Kind) {
		line = appendTime(line, engine.Time(c.Amount))
	} else {
		line = appendField(line, c.Amount)
	}
	return append(line, '\n')
}
