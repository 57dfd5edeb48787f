package wire

import (
	"fmt"
	"slices"

	"backfill/engine"
	"backfill/engine/snapshot"
)

// eventKinds is how many kinds of events there are.
const eventKinds = int(engine.WakeUp) + 1

// snapshotRow is what a snapshot has beside its lists.
type snapshotRow struct {
	At                                   engine.Time
	Happened                             [eventKinds]int32
	Free, Acted, Waiting, Fitting, Extra int32
	Unprinted                            int32
	Passes                               engine.Passes
}

// promiseRow is what a promise has beside its pieces.
type promiseRow struct {
	At, Length engine.Time
	Job, Lane  int32
}

// printedRow is how many bytes a printed text has.
type printedRow = int32

// EncodeSnapshots writes the calls of a policy that were noted.
func EncodeSnapshots(m *snapshot.Series) Packed {
	var snapshots []snapshotRow
	var queues, coming columnOf[int32]
	var events columnOf[engine.Event]
	var decisions columnOf[engine.Decision]
	var promises columnOf[promiseRow]
	var pieces columnOf[engine.Piece]
	var running columnOf[snapshot.Expectation]
	var printed columnOf[printedRow]
	var letters []byte // of what was printed
	for i := range m.List {
		one := &m.List[i]
		snapshots = append(snapshots, snapshotRow{one.At, one.Happened, one.Free, one.Acted, one.Waiting, one.Fitting, one.Extra, one.Unprinted, one.Passes})
		events.add(one.Events)
		queues.add(one.Queue)
		coming.add(one.Coming)
		decisions.add(one.Decisions)
		running.add(one.Running)
		var lengths []printedRow
		for _, text := range one.Printed {
			lengths, letters = append(lengths, int32(len(text))), append(letters, text...)
		}
		printed.add(lengths)
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
	packRows(p, snapshots)
	packLists(p, events)
	packLists(p, queues)
	packLists(p, coming)
	packLists(p, decisions)
	packLists(p, promises)
	packLists(p, pieces)
	packLists(p, running)
	packLists(p, printed)
	pack(p, letters)
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

// DecodeSnapshots reads what EncodeSnapshots wrote: calls of a policy about the jobs of w. It shares b's memory.
func DecodeSnapshots(b []byte, w *engine.Workload) (*snapshot.Series, error) {
	u := newUnpacker(b)
	asked, flags := column[engine.Time](u, 2), boolsOf(column[uint8](u, 2))
	snapshots := unpackRows[snapshotRow](u)
	n := len(snapshots)
	events := unpackLists[engine.Event](u, n)
	queues, coming := unpackLists[int32](u, n), unpackLists[int32](u, n)
	decisions := unpackLists[engine.Decision](u, n)
	promises := unpackLists[promiseRow](u, n)
	pieces := unpackLists[engine.Piece](u, len(promises.all))
	running := unpackLists[snapshot.Expectation](u, n)
	printed := unpackLists[printedRow](u, n)
	letters := unpack[byte](u)
	u.wants(u.total(printed.all) == len(letters), "printed texts without some of their letters")
	if err := u.end(); err != nil {
		return nil, fmt.Errorf("decode snapshots: %w", err)
	}
	m := &snapshot.Series{From: asked[0], Every: asked[1], Ordered: flags[0], Complete: flags[1]}
	for _, row := range snapshots {
		one := snapshot.Snapshot{At: row.At, Happened: row.Happened, Free: row.Free, Acted: row.Acted, Waiting: row.Waiting, Fitting: row.Fitting, Extra: row.Extra, Unprinted: row.Unprinted, Passes: row.Passes,
			Events: events.next(), Queue: queues.next(), Coming: coming.next(), Decisions: decisions.next(), Running: running.next()}
		for _, p := range promises.next() {
			one.Reserved = append(one.Reserved, snapshot.Promise{Job: p.Job, At: p.At, Length: p.Length, Lane: p.Lane, Pieces: pieces.next()})
		}
		for _, length := range printed.next() {
			one.Printed = append(one.Printed, string(letters[:length]))
			letters = letters[length:]
		}
		u.checkSnapshot(&one, len(w.Jobs))
		u.wants(len(m.List) == 0 || m.List[len(m.List)-1].At <= one.At, "snapshots out of order")
		m.List = append(m.List, one)
	}
	if u.err != nil {
		return nil, fmt.Errorf("decode snapshots: %w", u.err)
	}
	return m, nil
}

// checkSnapshot wants a snapshot that there can be, of so many jobs.
func (u *unpacker) checkSnapshot(m *snapshot.Snapshot, jobs int) {
	u.wants(m.At >= 0 && m.Extra >= -1 && m.Acted >= 0 && m.Unprinted >= 0 && slices.Min(m.Happened[:]) >= 0, "a snapshot with less than nothing")
	u.wants(m.Passes <= engine.MainPass|engine.BackfillPass, "a pass of a scheduler that there is not")
	u.wants(len(m.Queue) <= int(m.Waiting) && int(m.Waiting) <= jobs, "a queue longer than it is")
	u.wants(0 <= m.Fitting && m.Fitting <= m.Waiting, "more jobs fit than wait")
	u.wants(u.within(m.Queue, 0, jobs) && u.within(m.Coming, 0, jobs), "a snapshot names a job that there is not")
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
