package script

import (
	"errors"
	"fmt"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"backfill/engine"
)

// queue is a sequence of jobs: those that waited when it was made. It cannot be changed. The walk along the queue is made as far as somebody
// looks, so that a script which stops at the first job does not pay for all others.
type queue struct {
	of   *policy
	rows []int32
	next int32 // the first waiting job behind them, NoJob if there is none: all are in rows
}

var _ interface {
	starlark.Indexable
	starlark.Sliceable
	starlark.Sequence
	starlark.HasBinary
	starlark.Container
} = (*queue)(nil)

// line makes a sequence of all jobs that wait now.
func (p *policy) line() *queue {
	q := &queue{of: p, next: p.state.First()}
	p.lines = append(p.lines, q)
	return q
}

// take adds one job.
func (q *queue) take() {
	j := q.next
	q.rows, q.next = append(q.rows, j), q.of.state.Next(j)
}

// finish adds all other jobs.
func (q *queue) finish() {
	for q.next != engine.NoJob {
		q.take()
	}
}

// finishLines makes sure that the start of waiting job j changes no sequence.
func (p *policy) finishLines(j int32) {
	for _, q := range p.lines {
		if len(q.rows) == 0 || q.rows[len(q.rows)-1] != j {
			q.finish()
		}
	}
}

// leaveLines ends the sequences that this call has made. Those that the script may have kept are finished.
func (p *policy) leaveLines() {
	if p.remembers {
		p.finishLines(engine.NoJob)
	}
	clear(p.lines)
	p.lines = p.lines[:0]
}

func (q *queue) String() string {
	if q.Len() == 1 {
		return "1 job"
	}
	return fmt.Sprintf("%d jobs", q.Len())
}

// Type is what type(…) says.
func (q *queue) Type() string { return "jobs" }

// Freeze does nothing.
func (q *queue) Freeze() {}

// Truth is whether there are any.
func (q *queue) Truth() starlark.Bool { return len(q.rows) > 0 || q.next != engine.NoJob }

// Hash is refused, as that of a list.
func (q *queue) Hash() (uint32, error) { return 0, errors.New("unhashable type: jobs") }

// Len is how many there are.
func (q *queue) Len() int {
	q.finish()
	return len(q.rows)
}

// Index is the i-th job.
func (q *queue) Index(i int) starlark.Value {
	q.finish()
	return &q.of.jobs[q.rows[i]]
}

// Has says whether v is one of them.
func (q *queue) Has(v starlark.Value) (bool, error) {
	q.finish()
	j, ok := v.(*job)
	return ok && slices.Contains(q.rows, j.row), nil
}

// Slice is some of them.
func (q *queue) Slice(start, end, step int) starlark.Value {
	q.finish()
	part := &queue{of: q.of, next: engine.NoJob}
	for i := start; step > 0 && i < end || step < 0 && i > end; i += step {
		part.rows = append(part.rows, q.rows[i])
	}
	return part
}

// Iterate goes through them.
func (q *queue) Iterate() starlark.Iterator { return &queueIterator{q: q} }

// Binary joins jobs and lists with +, to a list.
func (q *queue) Binary(op syntax.Token, y starlark.Value, side starlark.Side) (starlark.Value, error) {
	other, ok := y.(starlark.Sequence)
	if op != syntax.PLUS || !ok {
		return nil, nil
	}
	mine, others := q.values(), make([]starlark.Value, 0, other.Len())
	many := other.Iterate()
	defer many.Done()
	var e starlark.Value
	for many.Next(&e) {
		others = append(others, e)
	}
	if side == starlark.Right {
		mine, others = others, mine
	}
	return starlark.NewList(append(mine, others...)), nil
}

func (q *queue) values() []starlark.Value {
	list := make([]starlark.Value, q.Len())
	for i := range list {
		list[i] = &q.of.jobs[q.rows[i]]
	}
	return list
}

type queueIterator struct {
	q  *queue
	at int
}

func (i *queueIterator) Next(v *starlark.Value) bool {
	if i.at >= len(i.q.rows) {
		if i.q.next == engine.NoJob {
			return false
		}
		i.q.take()
	}
	*v = &i.q.of.jobs[i.q.rows[i.at]]
	i.at++
	return true
}

func (i *queueIterator) Done() {}
