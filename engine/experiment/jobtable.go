package experiment

import (
	"bufio"
	"io"
	"slices"
	"strconv"

	"backfill/engine"
	"backfill/engine/scenario"
)

// JobColumns is the first line of a job table of a plan whose machines pace jobs or not.
func JobColumns(paced bool) string {
	columns := "policy,replication,job,submit,start,end,wait,processors,requested_time,state,point,index,requested_start,run_time,attempt"
	if paced {
		columns += ",penalized_runtime"
	}
	return columns + "\n"
}

// Paced says whether the machine of a plan, at any of its points, is one on which jobs may
// take longer than their run time: job tables have a column for that.
func Paced(p *scenario.Plan) bool {
	return slices.ContainsFunc(p.Points, func(at scenario.Point) bool {
		_, paced := at.Machine().(engine.Paced)
		return paced
	})
}

// WriteJobs writes the job tables of runs, which have outcomes, as CSV: one line per
// job in workload order. Times are in seconds, extensions of run times are shares of them;
// what never happened is left empty.
func WriteJobs(w io.Writer, runs []*Run, paced bool) error {
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString(JobColumns(paced))
	var line []byte
	for _, run := range runs {
		for j := range run.Outcome.Workload.Jobs {
			line = appendJob(line[:0], run, int32(j), paced)
			if _, err := b.Write(line); err != nil {
				return err
			}
		}
	}
	return b.Flush()
}

// AppendJobs appends to text the lines of a run in a job table, as WriteJobs has them.
func AppendJobs(text []byte, run *Run, paced bool) []byte {
	for j := range run.Outcome.Workload.Jobs {
		text = appendJob(text, run, int32(j), paced)
	}
	return text
}

func appendJob(line []byte, run *Run, j int32, paced bool) []byte {
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
	line = append(line, ',', attempt)
	if paced {
		if line = append(line, ','); ended && o.Paced {
			line = strconv.AppendFloat(line, o.Extension(j), 'g', -1, 64)
		}
	}
	return append(line, '\n')
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
