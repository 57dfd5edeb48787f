package export

import (
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
	t := &traceWriter{to: to, text: make([]byte, 0, portion+portion/16)}
	t.add(`{"displayTimeUnit":"ms","otherData":{"origin":`, quoted(origin), `},"traceEvents":[`)
	for i := range schedules {
		if err := t.schedule(i+1, &schedules[i]); err != nil {
			return fmt.Errorf("write the trace: %w", err)
		}
	}
	t.add("\n]}\n")
	if err := t.flush(); err != nil {
		return fmt.Errorf("write the trace: %w", err)
	}
	return nil
}

// portion is about how many bytes are written at once.
const portion = 64 << 10

// traceWriter writes a trace. In WebAssembly it costs as much to append one byte as some sixty, so constant text is appended in long
// pieces.
type traceWriter struct {
	to      io.Writer
	text    []byte                       // what has not been written yet
	stopped map[engine.Begun]*engine.Run // runs of a schedule that were stopped
	begun   bool                         // there is an event
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

func (t *traceWriter) add(texts ...string) {
	for _, text := range texts {
		t.text = append(t.text, text...)
	}
}

// number adds v behind what stands before it.
func (t *traceWriter) number(before string, v int64) {
	t.text = strconv.AppendInt(append(t.text, before...), v, 10)
}

// microseconds is number for an instant or a length of time.
func (t *traceWriter) microseconds(before string, v engine.Time) { t.number(before, int64(v)*1000) }

// seconds is the same in seconds.
func (t *traceWriter) seconds(before string, v engine.Time) {
	t.text = appendSeconds(append(t.text, before...), v)
}

// ended is called where an event has ended, and writes the text if there is enough of it.
func (t *traceWriter) ended() error {
	if len(t.text) < portion {
		return nil
	}
	return t.flush()
}

func (t *traceWriter) flush() error {
	_, err := t.to.Write(t.text)
	t.text = t.text[:0]
	return err
}

// metadata names a process or a thread, or says where it stands among others.
func (t *traceWriter) metadata(pid, tid int, name, key, value string) {
	if t.begun {
		t.add(",")
	}
	t.begun = true
	t.number("\n"+`{"ph":"M","pid":`, int64(pid))
	t.number(`,"tid":`, int64(tid))
	t.add(`,"name":"`, name, `","args":{"`, key, `":`, value, "}}")
}

// quoted is text as a string of JSON.
func quoted(text string) string {
	s, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string always has one
	}
	return string(s)
}

func (t *traceWriter) schedule(pid int, s *Traced) error {
	t.metadata(pid, 0, "process_name", "name", quoted(s.Name))
	t.metadata(pid, 0, "process_sort_index", "sort_index", strconv.Itoa(pid))
	tracks, begin := newTracks(s), fmt.Sprintf(",\n"+`{"ph":"X","pid":%d,"tid":`, pid)
	t.stopped = s.Outcome.StoppedByStart()
	for p := range s.Blocks.Job {
		if err := t.piece(pid, begin, tracks, s, p); err != nil {
			return err
		}
	}
	return t.counters(pid, s)
}

// piece writes the events of the blocks of piece p, which begin with begin.
func (t *traceWriter) piece(pid int, begin string, tracks *tracks, s *Traced, p int) error {
	var head, tail []byte // the text before the processors and that behind them, the same in all blocks
	for b := s.Blocks.Offset[p]; b < s.Blocks.Offset[p+1]; b++ {
		tid, fresh := tracks.take(s.Blocks.First[b], s.Blocks.Start[p], s.Blocks.End[p])
		if fresh {
			t.metadata(pid, tid, "thread_name", "name", quoted(tracks.name(tid)))
			t.metadata(pid, tid, "thread_sort_index", "sort_index", strconv.Itoa(tid))
		}
		t.number(begin, int64(tid))
		if at := len(t.text); head == nil {
			t.head(s, p)
			head = t.text[at:]
		} else {
			t.text = append(t.text, head...)
		}
		t.text = appendInterval(t.text, interval{s.Blocks.First[b], s.Blocks.First[b] + s.Blocks.Count[b] - 1})
		if at := len(t.text); tail == nil {
			t.tail(s, p)
			tail = t.text[at:]
		} else {
			t.text = append(t.text, tail...)
		}
	}
	return t.ended()
}

// head is what stands in the events of piece p between their thread and their processors.
func (t *traceWriter) head(s *Traced, p int) {
	o, j := s.Outcome, s.Blocks.Job[p]
	t.microseconds(`,"ts":`, s.Blocks.Start[p])
	t.microseconds(`,"dur":`, s.Blocks.End[p]-s.Blocks.Start[p])
	t.number(`,"name":"job `, o.Workload.JobNumber(j))
	if o.Overtook[j] {
		t.add(`","cat":"job,backfilled","args":{"processors":"`)
	} else {
		t.add(`","cat":"job","args":{"processors":"`)
	}
}

// tail is what stands in them behind their processors.
func (t *traceWriter) tail(s *Traced, p int) {
	o, j := s.Outcome, s.Blocks.Job[p]
	t.number(`","of":`, int64(o.Size(j)))
	t.seconds(`,"submitted":`, o.Submitted(j))
	if o.Start[j] >= 0 || o.End[j] >= 0 { // else it waits still
		t.seconds(`,"waited":`, o.Wait(j))
	}
	t.seconds(`,"requested time":`, o.Workload.Jobs[j].Estimate)
	state := o.State[j].String()
	if run := t.stopped[engine.Begun{Job: j, At: s.Blocks.Start[p]}]; run != nil {
		state = stateOf(run)
	}
	t.add(`,"state":"`, state, `"`)
	if u := o.Workload.User; u != nil && u[j] >= 0 {
		t.number(`,"user":`, int64(u[j]))
	}
	t.add("}}")
}

// counters writes how the series of a schedule change.
func (t *traceWriter) counters(pid int, s *Traced) error {
	begin := fmt.Sprintf(",\n"+`{"ph":"C","pid":%d,"ts":`, pid)
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
		what := fmt.Sprintf(`,"name":"%s","args":{"%s":`, c.name, c.unit)
		var before int32
		for i, at := range s.Series.At.All() {
			v := c.values.At(i)
			if i > 0 && v == before {
				continue
			}
			before = v
			if err := t.counter(begin, at, what, v); err != nil {
				return err
			}
		}
	}
	return nil
}

// counter writes the value of a counter from an instant on.
func (t *traceWriter) counter(begin string, at engine.Time, what string, v int32) error {
	t.microseconds(begin, at)
	t.number(what, int64(v))
	t.add("}}")
	return t.ended()
}
