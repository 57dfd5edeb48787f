package script

import (
	"errors"
	"fmt"
	"math"

	"go.starlark.net/starlark"

	"backfill/engine"
	"backfill/policies/scripting"
)

// seconds is a time as scripts have it: a whole number where it is one, else the number nearest to its milliseconds. Two times are in the
// same order as their milliseconds.
func seconds(t engine.Time) starlark.Value {
	switch {
	case t == engine.Never:
		return starlark.Float(math.Inf(1))
	case t%engine.Second == 0:
		return starlark.MakeInt64(int64(t / engine.Second))
	}
	return starlark.Float(t.Seconds())
}

// instant is the time of a number of seconds, rounded to milliseconds.
func instant(v starlark.Value) (engine.Time, error) {
	var s float64
	switch v := v.(type) {
	case starlark.Int:
		s = float64(v.Float())
	case starlark.Float:
		s = float64(v)
	default:
		return 0, fmt.Errorf("an instant is a number of seconds, not %s", v.Type())
	}
	switch {
	case math.IsInf(s, 1):
		return engine.Never, nil
	case !(s >= 0 && s <= engine.MaxTime.Seconds()):
		return 0, fmt.Errorf("%v is no instant; a number of seconds from 0 to %.0f is accepted", v, engine.MaxTime.Seconds())
	}
	return engine.FromSeconds(s), nil
}

// job is a job of the workload, as scripts see it.
type job struct {
	of  *policy
	row int32
}

var _ starlark.HasAttrs = (*job)(nil)

func (j *job) String() string { return fmt.Sprintf("job %d", j.number()) }

func (j *job) number() int64 { return j.of.state.Workload().JobNumber(j.row) }

// Type is what type(job) says.
func (j *job) Type() string { return "job" }

// Freeze does nothing: a script cannot change a job.
func (j *job) Freeze() {}

// Truth is true.
func (j *job) Truth() starlark.Bool { return true }

// Hash is by the row of the job.
func (j *job) Hash() (uint32, error) { return uint32(j.row) * 2654435761, nil }

// AttrNames lists the attributes.
func (j *job) AttrNames() []string { return attributeNames(scripting.OfJobs) }

func attributeNames(list []scripting.Attribute) []string {
	var known []string
	for _, a := range list {
		known = append(known, a.Name)
	}
	return known
}

// Attr is an attribute; nil if there is none of that name.
func (j *job) Attr(name string) (starlark.Value, error) {
	s := j.of.state
	o := s.Job(j.row)
	switch name {
	case "number":
		return starlark.MakeInt64(j.number()), nil
	case "processors":
		return starlark.MakeInt(int(o.Processors)), nil
	case "request":
		return seconds(o.Estimate), nil
	case "submitted":
		return seconds(o.Submit), nil
	case "waited":
		until := s.Now()
		if start := s.Outcome().Start[j.row]; start >= 0 {
			until = start
		}
		return seconds(until - s.Workload().Ready(j.row)), nil
	case "state":
		return starlark.String(j.state()), nil
	case "started":
		if start := s.Outcome().Start[j.row]; start >= 0 {
			return seconds(start), nil
		}
		return starlark.None, nil
	case "end":
		return seconds(j.end()), nil
	case "memory":
		return starlark.MakeInt(int(s.Workload().MemoryNeed(j.row))), nil
	case "user":
		return numberOf(s.Workload().User, j.row), nil
	case "group":
		return numberOf(s.Workload().Group, j.row), nil
	case "queue":
		return numberOf(s.Workload().Queue, j.row), nil
	case "partitions":
		return j.of.mayRunIn(j.row)
	}
	return nil, nil
}

// mayRunIn are the names of the partitions in which job j may run.
func (p *policy) mayRunIn(j int32) (starlark.Value, error) {
	if p.state.Partitions() == 0 {
		return starlark.Tuple{}, nil
	}
	if p.partitions == nil {
		for _, part := range p.state.Machine().(engine.Partitioned).PartitionList() {
			p.partitions = append(p.partitions, starlark.String(part.Name))
		}
	}
	numbers := p.state.MayRunIn(j)
	names := make(starlark.Tuple, len(numbers))
	for i, n := range numbers {
		names[i] = p.partitions[n]
	}
	return names, p.charge(len(names))
}

func numberOf(column []int32, row int32) starlark.Value {
	if column == nil {
		return starlark.MakeInt(-1)
	}
	return starlark.MakeInt(int(column[row]))
}

// end is when the job has ended or is expected to.
func (j *job) end() engine.Time {
	s := j.of.state
	switch {
	case s.Outcome().End[j.row] >= 0:
		return s.Outcome().End[j.row]
	case s.Runs(j.row):
		return s.ExpectedEnd(j.row)
	}
	return s.Now() + s.Job(j.row).Estimate
}

// state is what the job does.
func (j *job) state() string {
	s := j.of.state
	switch {
	case s.Runs(j.row):
		return "running"
	case s.Outcome().End[j.row] >= 0 || s.Outcome().State[j.row] == engine.Refused:
		return "ended"
	}
	return "waiting"
}

// event is something that happened, as scripts see it.
type event struct {
	kind engine.EventKind
	job  starlark.Value
}

var _ starlark.HasAttrs = (*event)(nil)

func (e *event) String() string {
	if e.job == starlark.None {
		return scripting.EventKinds[e.kind]
	}
	return scripting.EventKinds[e.kind] + " of " + e.job.String()
}

// Type is what type(event) says.
func (e *event) Type() string { return "event" }

// Freeze does nothing.
func (e *event) Freeze() {}

// Truth is true.
func (e *event) Truth() starlark.Bool { return true }

// Hash is refused.
func (e *event) Hash() (uint32, error) { return 0, errors.New("unhashable type: event") }

// AttrNames lists the attributes.
func (e *event) AttrNames() []string { return attributeNames(scripting.OfEvents) }

// Attr is an attribute; nil if there is none of that name.
func (e *event) Attr(name string) (starlark.Value, error) {
	switch name {
	case "kind":
		return starlark.String(scripting.EventKinds[e.kind]), nil
	case "job":
		return e.job, nil
	}
	return nil, nil
}
