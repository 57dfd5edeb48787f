package experiment

import (
	"bufio"
	"io"
	"strconv"

	"backfill/engine"
)

// JobColumns is the first line of a job table.
const JobColumns = "policy,replication,job,submit,start,end,wait,processors,requested_time,state,point,index,requested_start,run_time,attempt\n"

// WriteJobs writes the job tables of runs, which have outcomes, as CSV: one line per
// job in workload order. Times are in seconds; what never happened is left empty.
func WriteJobs(w io.Writer, runs []*Run) error {
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString(JobColumns)
	var line []byte
	for _, run := range runs {
		for j := range run.Outcome.Workload.Jobs {
			line = appendJob(line[:0], run, int32(j))
			if _, err := b.Write(line); err != nil {
				return err
			}
		}
	}
	return b.Flush()
}

// AppendJobs appends to text the lines of a run in a job table.
func AppendJobs(text []byte, run *Run) []byte {
	for j := range run.Outcome.Workload.Jobs {
		text = appendJob(text, run, int32(j))
	}
	return text
}

func appendJob(line []byte, run *Run, j int32) []byte {
	o := run.Outcome
	job := &o.Workload.Jobs[j]
	line = appendText(line, run.Policy)
	line = strconv.AppendInt(append(line, ','), int64(run.Replication), 10)
	line = strconv.AppendInt(append(line, ','), o.Workload.JobNumber(j), 10)
	line = appendTime(append(line, ','), o.Submitted(j))
	started, ended := o.Start[j] >= 0, o.End[j] >= 0
	if line = append(line, ','); started {
		line = appendTime(line, o.Start[j])
	}
	if line = append(line, ','); ended {
		line = appendTime(line, o.End[j])
	}
	if line = append(line, ','); started {
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
		line = appendTime(line, o.End[j]-o.Start[j])
	}
	attempt := byte('1')
	if o.Workload.Continues != nil && o.Workload.Continues[j] {
		attempt = '2'
	}
	return append(line, ',', attempt, '\n')
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

// appendText quotes text where CSV asks for it.
func appendText(line []byte, text string) []byte {
	quote := false
	for i := range len(text) {
		switch text[i] {
		case ',', '"', '\n', '\r':
			quote = true
		}
	}
	if !quote {
		return append(line, text...)
	}
	line = append(line, '"')
	for i := range len(text) {
		if text[i] == '"' {
			line = append(line, '"')
		}
		line = append(line, text[i])
	}
	return append(line, '"')
}
