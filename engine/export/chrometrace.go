package export

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/engine/steps"
)

// Traced is a schedule in a trace.
type Traced struct {
	Name    string // of the policy
	Outcome *engine.Outcome
	Blocks  Blocks
	Series  metrics.Series
}

// mostTracks is how many processors have a track each; of more, each track is for several.
const mostTracks = 1024

// WriteTrace writes schedules in the Trace Event Format, as JSON, which Perfetto opens. origin
// says where they come from.
//
// Each schedule is a process, from 1 on. Its threads are the machine's processors, from 1 on, or on
// machines of more than 1,024 bands of neighbouring processors. A job is a complete event ("X") on each contiguous block of its
// processors, in the track of the first one of these, and in each of its segments and runs; a run that was stopped has the state preempted or
// requeued. Where a band has several at a time, it has as many tracks.
// No two events of a track overlap. Counters ("C") are the processors taken and the jobs waiting and, where the machine has such, the
// memory in use, in MB, and the nodes that are asked for more than they have; they change at the instants of metrics.OverTime.
// Times are in microseconds on the clock of the workload. O(pieces and instants), and as much as bands have tracks.
func WriteTrace(to io.Writer, schedules []Traced, origin string) error {
	t := &traceWriter{out: bufio.NewWriterSize(to, 64<<10)}
	t.out.WriteString(`{"displayTimeUnit":"ms","otherData":{"origin":`)
	t.out.Write(quoted(origin))
	t.out.WriteString(`},"traceEvents":[`)
	for i := range schedules {
		if err := t.schedule(i+1, &schedules[i]); err != nil {
			return fmt.Errorf("write the trace: %w", err)
		}
	}
	t.out.WriteString("\n]}\n")
	if err := t.out.Flush(); err != nil {
		return fmt.Errorf("write the trace: %w", err)
	}
	return nil
}

type traceWriter struct {
	out     *bufio.Writer
	stopped map[engine.Begun]*engine.Run // runs of a schedule that were stopped
	begun   bool
	line    []byte
}

// stateOf is what became of a run that was stopped.
func stateOf(run *engine.Run) string {
	switch {
	case run.Kept:
		return "suspended"
	case run.Preempted:
		return "preempted"
	}
	return "requeued"
}

// event begins a line; what follows is appended to it until it is ended.
func (t *traceWriter) event(phase byte, pid int) {
	t.line = append(t.line[:0], ",\n"...)
	if !t.begun {
		t.line, t.begun = append(t.line[:0], '\n'), true
	}
	t.line = append(append(append(t.line, `{"ph":"`...), phase), `","pid":`...)
	t.line = strconv.AppendInt(t.line, int64(pid), 10)
}

func (t *traceWriter) key(name string) {
	t.line = append(append(append(t.line, `,"`...), name...), `":`...)
}

func (t *traceWriter) number(name string, v int64) {
	t.key(name)
	t.line = strconv.AppendInt(t.line, v, 10)
}

func (t *traceWriter) end() error {
	t.line = append(t.line, '}')
	_, err := t.out.Write(t.line)
	return err
}

// metadata names a process or a thread, or says where it stands among others.
func (t *traceWriter) metadata(pid, tid int, name, key string, value []byte) error {
	t.event('M', pid)
	t.number("tid", int64(tid))
	t.line = append(append(append(append(t.line, `,"name":"`...), name...), `","args":{"`...), key...)
	t.line = append(append(append(t.line, `":`...), value...), '}')
	return t.end()
}

// quoted is text as a string of JSON.
func quoted(text string) []byte {
	s, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string always has one
	}
	return s
}

func (t *traceWriter) schedule(pid int, s *Traced) error {
	if err := t.metadata(pid, 0, "process_name", "name", quoted(s.Name)); err != nil {
		return err
	}
	if err := t.metadata(pid, 0, "process_sort_index", "sort_index", strconv.AppendInt(nil, int64(pid), 10)); err != nil {
		return err
	}
	tracks := newTracks(s)
	t.stopped = s.Outcome.StoppedByStart()
	for p := range s.Blocks.Job {
		for b := s.Blocks.Offset[p]; b < s.Blocks.Offset[p+1]; b++ {
			tid, fresh := tracks.take(s.Blocks.First[b], s.Blocks.Start[p], s.Blocks.End[p])
			if fresh {
				if err := t.metadata(pid, tid, "thread_name", "name", quoted(tracks.name(tid))); err != nil {
					return err
				}
				if err := t.metadata(pid, tid, "thread_sort_index", "sort_index", strconv.AppendInt(nil, int64(tid), 10)); err != nil {
					return err
				}
			}
			if err := t.block(pid, tid, s, p, b); err != nil {
				return err
			}
		}
	}
	return t.counters(pid, s)
}

// block writes the event of block b of piece p.
func (t *traceWriter) block(pid, tid int, s *Traced, p int, b int32) error {
	o, j := s.Outcome, s.Blocks.Job[p]
	t.event('X', pid)
	t.number("tid", int64(tid))
	t.number("ts", microseconds(s.Blocks.Start[p]))
	t.number("dur", microseconds(s.Blocks.End[p]-s.Blocks.Start[p]))
	t.line = strconv.AppendInt(append(t.line, `,"name":"job `...), o.Workload.JobNumber(j), 10)
	t.line = append(t.line, `","cat":"job`...)
	if o.Overtook[j] {
		t.line = append(t.line, ",backfilled"...)
	}
	t.line = append(t.line, `","args":{"processors":"`...)
	t.line = appendInterval(t.line, interval{s.Blocks.First[b], s.Blocks.First[b] + s.Blocks.Count[b] - 1})
	t.line = append(t.line, '"')
	t.number("of", int64(o.Size(j)))
	t.key("submitted")
	t.line = appendSeconds(t.line, o.Submitted(j))
	if o.Start[j] >= 0 || o.End[j] >= 0 { // else it waits still
		t.key("waited")
		t.line = appendSeconds(t.line, o.Wait(j))
	}
	t.key("requested time")
	t.line = appendSeconds(t.line, o.Workload.Jobs[j].Estimate)
	state := o.State[j].String()
	if run := t.stopped[engine.Begun{Job: j, At: s.Blocks.Start[p]}]; run != nil {
		state = stateOf(run)
	}
	t.line = append(append(append(t.line, `,"state":"`...), state...), '"')
	if u := o.Workload.User; u != nil && u[j] >= 0 {
		t.number("user", int64(u[j]))
	}
	t.line = append(t.line, '}')
	return t.end()
}

// counters writes how the series of a schedule change.
func (t *traceWriter) counters(pid int, s *Traced) error {
	for _, c := range [...]struct {
		name, unit string
		values     *steps.Counts
	}{
		{"busy processors", "processors", &s.Series.Busy},
		{"jobs waiting", "jobs", &s.Series.Queue},
		{"memory in use", "MB", &s.Series.Memory},
		{"nodes over capacity", "nodes", &s.Series.Conflicts},
	} {
		if c.values.Absent() {
			continue
		}
		var before int32
		for i, at := range s.Series.At.All() {
			v := c.values.At(i)
			if i > 0 && v == before {
				continue
			}
			before = v
			t.event('C', pid)
			t.number("ts", microseconds(at))
			t.line = append(append(append(t.line, `,"name":"`...), c.name...), `","args":{"`...)
			t.line = append(append(t.line, c.unit...), `":`...)
			t.line = append(strconv.AppendInt(t.line, int64(v), 10), '}')
			if err := t.end(); err != nil {
				return err
			}
		}
	}
	return nil
}

func microseconds(t engine.Time) int64 { return int64(t) * 1000 }
