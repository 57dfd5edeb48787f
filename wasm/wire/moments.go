package wire

import (
	"fmt"
	"slices"

	"backfill/engine"
)

// eventKinds is how many kinds of events there are.
const eventKinds = int(engine.WakeUp) + 1

// momentRow is what a moment has beside its lists.
type momentRow struct {
	At                          engine.Time
	Happened                    [eventKinds]int32
	Free, Acted, Waiting, Extra int32
}

// promiseRow is what a promise has beside its pieces.
type promiseRow struct {
	At, Length engine.Time
	Job, Lane  int32
}

// EncodeMoments writes the calls of a policy that were noted.
func EncodeMoments(m *engine.Moments) Packed {
	var moments []momentRow
	var queues, coming columnOf[int32]
	var events columnOf[engine.Event]
	var decisions columnOf[engine.Decision]
	var promises columnOf[promiseRow]
	var pieces columnOf[engine.Piece]
	var running columnOf[engine.Expectation]
	for i := range m.List {
		one := &m.List[i]
		moments = append(moments, momentRow{one.At, one.Happened, one.Free, one.Acted, one.Waiting, one.Extra})
		events.add(one.Events)
		queues.add(one.Queue)
		coming.add(one.Coming)
		decisions.add(one.Decisions)
		running.add(one.Running)
		var reserved []promiseRow
		for _, promise := range one.Reserved {
			reserved = append(reserved, promiseRow{promise.At, promise.Length, promise.Job, promise.Lane})
			pieces.add(promise.Pieces)
		}
		promises.add(reserved)
	}
	p := &packer{}
	pack(p, []engine.Time{m.From, m.Every})
	pack(p, bytesOfBools([]bool{m.Ordered, m.Complete}))
	packRows(p, moments)
	packLists(p, events)
	packLists(p, queues)
	packLists(p, coming)
	packLists(p, decisions)
	packLists(p, promises)
	packLists(p, pieces)
	packLists(p, running)
	return p.packed()
}

// columnOf is lists of rows, one after the other.
type columnOf[T any] struct {
	counts []int32
	all    []T
}

func (c *columnOf[T]) add(list []T) {
	c.counts, c.all = append(c.counts, int32(len(list))), append(c.all, list...)
}

// next is the next list, nil if it is empty.
func (c *columnOf[T]) next() []T {
	n := c.counts[0]
	c.counts = c.counts[1:]
	if n == 0 {
		return nil
	}
	list := c.all[:n:n]
	c.all = c.all[n:]
	return list
}

func packLists[T any](p *packer, c columnOf[T]) {
	pack(p, c.counts)
	packRows(p, c.all)
}

// unpackLists is the next two sections, n lists.
func unpackLists[T any](u *unpacker, n int) columnOf[T] {
	c := columnOf[T]{unpack[int32](u), unpackRows[T](u)}
	u.wants(len(c.counts) == n && u.total(c.counts) == len(c.all), "lists without some of their entries")
	return c
}

// DecodeMoments reads what EncodeMoments wrote: calls of a policy about the jobs of w. It shares b's memory.
func DecodeMoments(b []byte, w *engine.Workload) (*engine.Moments, error) {
	u := newUnpacker(b)
	asked, flags := column[engine.Time](u, 2), boolsOf(column[uint8](u, 2))
	moments := unpackRows[momentRow](u)
	n := len(moments)
	events := unpackLists[engine.Event](u, n)
	queues, coming := unpackLists[int32](u, n), unpackLists[int32](u, n)
	decisions := unpackLists[engine.Decision](u, n)
	promises := unpackLists[promiseRow](u, n)
	pieces := unpackLists[engine.Piece](u, len(promises.all))
	running := unpackLists[engine.Expectation](u, n)
	if err := u.end(); err != nil {
		return nil, fmt.Errorf("decode moments: %w", err)
	}
	m := &engine.Moments{From: asked[0], Every: asked[1], Ordered: flags[0], Complete: flags[1]}
	for _, row := range moments {
		one := engine.Moment{At: row.At, Happened: row.Happened, Free: row.Free, Acted: row.Acted, Waiting: row.Waiting, Extra: row.Extra,
			Events: events.next(), Queue: queues.next(), Coming: coming.next(), Decisions: decisions.next(), Running: running.next()}
		for _, p := range promises.next() {
			one.Reserved = append(one.Reserved, engine.Promise{Job: p.Job, At: p.At, Length: p.Length, Lane: p.Lane, Pieces: pieces.next()})
		}
		u.checkMoment(&one, len(w.Jobs))
		u.wants(len(m.List) == 0 || m.List[len(m.List)-1].At <= one.At, "moments out of order")
		m.List = append(m.List, one)
	}
	if u.err != nil {
		return nil, fmt.Errorf("decode moments: %w", u.err)
	}
	return m, nil
}

// checkMoment wants a moment that there can be, of so many jobs.
func (u *unpacker) checkMoment(m *engine.Moment, jobs int) {
	u.wants(m.At >= 0 && m.Extra >= -1 && m.Acted >= 0 && slices.Min(m.Happened[:]) >= 0, "a moment with less than nothing")
	u.wants(len(m.Queue) <= int(m.Waiting) && int(m.Waiting) <= jobs, "a queue longer than it is")
	u.wants(u.within(m.Queue, 0, jobs) && u.within(m.Coming, 0, jobs), "a moment names a job that there is not")
	for _, e := range m.Events {
		u.wants(e.Kind < engine.WakeUp && isJob(e.Job, jobs) || e.Kind == engine.WakeUp && e.Job == engine.NoJob, "an event that there is not")
	}
	u.checkDecisions(m.Decisions, jobs)
	for _, p := range m.Reserved {
		u.wants(isJob(p.Job, jobs), "a slot of a job that there is not")
		u.wants(p.At >= 0 && p.Length > 0 && p.At < engine.Never-p.Length, "a slot that there cannot be")
		u.wants(p.Lane >= engine.NoLane, "a slot on a lane that there cannot be")
		for _, piece := range p.Pieces {
			u.wants(piece.Lane >= 0 && piece.Processors >= 1 && piece.Processors <= engine.MaxProcessors && piece.First >= -1 && piece.First < engine.MaxProcessors, "a piece that there cannot be")
		}
	}
	for _, e := range m.Running {
		u.wants(isJob(e.Job, jobs) && e.End >= 0, "a job that runs, which there is not")
	}
}
