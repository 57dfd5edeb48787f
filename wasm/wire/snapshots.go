package wire

import (
	"fmt"
	"math"

	"backfill/engine"
	"backfill/engine/snapshot"
)

// eventKinds is how many kinds of events there are.
const eventKinds = int(engine.WakeUp) + 1

// EncodeSnapshots writes the calls of a policy that were noted.
func EncodeSnapshots(m *snapshot.Series) []byte {
	p := &packer{}
	flags := make([]uint8, 2)
	if m.Ordered {
		flags[0] = 1
	}
	if m.Complete {
		flags[1] = 1
	}
	var at []engine.Time
	var free, waiting, extra, acted, happened []int32
	var queues, coming columnOf[int32]
	var events columnOf[engine.Event]
	var decisions columnOf[engine.Decision]
	var promises columnOf[snapshot.Promise]
	var running columnOf[snapshot.Expectation]
	for i := range m.List {
		one := &m.List[i]
		at, free, waiting, extra = append(at, one.At), append(free, one.Free), append(waiting, one.Waiting), append(extra, one.Extra)
		acted, happened = append(acted, one.Acted), append(happened, one.Happened[:]...)
		events.add(one.Events)
		queues.add(one.Queue)
		coming.add(one.Coming)
		decisions.add(one.Decisions)
		promises.add(one.Reserved)
		running.add(one.Running)
	}
	pack(p, []engine.Time{m.From, m.Every})
	pack(p, flags)
	pack(p, at)
	pack(p, free)
	pack(p, waiting)
	pack(p, extra)
	pack(p, acted)
	pack(p, happened)
	packEvents(p, events)
	packJobs(p, queues)
	packJobs(p, coming)
	pack(p, decisions.counts)
	packDecisions(p, decisions.all)
	packPromises(p, promises)
	packExpectations(p, running)
	return p.bytes()
}

// columnOf is the lists of several snapshots, one after the other.
type columnOf[T any] struct {
	counts []int32
	all    []T
}

func (c *columnOf[T]) add(list []T) {
	c.counts, c.all = append(c.counts, int32(len(list))), append(c.all, list...)
}

// next is the list of the next snapshot, nil if it is empty.
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

// counted says whether the lists of n snapshots are all there.
func (u *unpacker) counted(counts []int32, n, all int) {
	sum := 0
	for _, k := range counts {
		u.wants(k >= 0, "a list of less than nothing")
		sum += int(k)
	}
	u.wants(len(counts) == n && sum == all, "lists of snapshots without some of their entries")
}

func packJobs(p *packer, c columnOf[int32]) {
	pack(p, c.counts)
	pack(p, c.all)
}

// unpackJobs reads lists of n snapshots of jobs, of which there are so many.
func unpackJobs(u *unpacker, n, jobs int) columnOf[int32] {
	c := columnOf[int32]{unpack[int32](u), unpack[int32](u)}
	u.counted(c.counts, n, len(c.all))
	u.wants(u.within(c.all, 0, jobs), "a snapshot names a job that there is not")
	return c
}

func packEvents(p *packer, c columnOf[engine.Event]) {
	kinds, jobs := make([]engine.EventKind, len(c.all)), make([]int32, len(c.all))
	for i, e := range c.all {
		kinds[i], jobs[i] = e.Kind, e.Job
	}
	pack(p, c.counts)
	pack(p, kinds)
	pack(p, jobs)
}

func unpackEvents(u *unpacker, n, jobs int) (c columnOf[engine.Event]) {
	c.counts = unpack[int32](u)
	kinds := unpack[engine.EventKind](u)
	of := column[int32](u, len(kinds))
	u.counted(c.counts, n, len(kinds))
	u.wants(u.within(of, int(engine.NoJob), jobs), "an event of a job that there is not")
	for i := range of {
		e := engine.Event{Kind: kinds[i], Job: of[i]}
		u.wants(e.Kind <= engine.WakeUp && (e.Job == engine.NoJob) == (e.Kind == engine.WakeUp), "an event that there is not")
		c.all = append(c.all, e)
	}
	return c
}

func packPromises(p *packer, c columnOf[snapshot.Promise]) {
	n := len(c.all)
	job, lane, at, length := make([]int32, n), make([]int32, n), make([]engine.Time, n), make([]engine.Time, n)
	var pieces columnOf[engine.Piece]
	for i, promise := range c.all {
		job[i], lane[i], at[i], length[i] = promise.Job, promise.Lane, promise.At, promise.Length
		pieces.add(promise.Pieces)
	}
	places := [3][]int32{}
	for _, piece := range pieces.all {
		places[0], places[1], places[2] = append(places[0], piece.Lane), append(places[1], piece.Processors), append(places[2], piece.First)
	}
	pack(p, c.counts)
	pack(p, job)
	pack(p, lane)
	pack(p, at)
	pack(p, length)
	pack(p, pieces.counts)
	for _, column := range places {
		pack(p, column)
	}
}

func unpackPromises(u *unpacker, n, jobs int) (c columnOf[snapshot.Promise]) {
	c.counts = unpack[int32](u)
	job := unpack[int32](u)
	k := len(job)
	lane, at, length := column[int32](u, k), column[engine.Time](u, k), column[engine.Time](u, k)
	pieces := columnOf[engine.Piece]{counts: unpack[int32](u)}
	lanes := unpack[int32](u)
	processors, first := column[int32](u, len(lanes)), column[int32](u, len(lanes))
	u.counted(c.counts, n, k)
	u.counted(pieces.counts, k, len(lanes))
	u.wants(u.within(job, 0, jobs), "a slot of a job that there is not")
	u.wants(u.within(lane, int(engine.NoLane), math.MaxInt32) && u.within(lanes, 0, math.MaxInt32), "a slot on a lane that there cannot be")
	u.wants(u.within(processors, 1, engine.MaxProcessors+1) && u.within(first, -1, engine.MaxProcessors), "a piece of a size that there is not")
	if u.err != nil {
		return c
	}
	for i := range lanes {
		pieces.all = append(pieces.all, engine.Piece{Lane: lanes[i], Processors: processors[i], First: first[i]})
	}
	for i := range job {
		u.wants(at[i] >= 0 && length[i] > 0 && at[i] < engine.Never-length[i], "a slot that there cannot be")
		c.all = append(c.all, snapshot.Promise{Job: job[i], At: at[i], Length: length[i], Lane: lane[i], Pieces: pieces.next()})
	}
	return c
}

func packExpectations(p *packer, c columnOf[snapshot.Expectation]) {
	jobs, ends := make([]int32, len(c.all)), make([]engine.Time, len(c.all))
	for i, e := range c.all {
		jobs[i], ends[i] = e.Job, e.End
	}
	pack(p, c.counts)
	pack(p, jobs)
	pack(p, ends)
}

func unpackExpectations(u *unpacker, n, jobs int) (c columnOf[snapshot.Expectation]) {
	c.counts = unpack[int32](u)
	of := unpack[int32](u)
	ends := column[engine.Time](u, len(of))
	u.counted(c.counts, n, len(of))
	u.wants(u.within(of, 0, jobs), "a job that runs, which there is not")
	for i := range ends {
		u.wants(ends[i] >= 0, "an end before everything")
		c.all = append(c.all, snapshot.Expectation{Job: of[i], End: ends[i]})
	}
	return c
}

// DecodeSnapshots reads what EncodeSnapshots wrote: calls of a policy about the jobs of w.
func DecodeSnapshots(b []byte, w *engine.Workload) (*snapshot.Series, error) {
	u := newUnpacker(b)
	asked, flags := column[engine.Time](u, 2), column[uint8](u, 2)
	at := unpack[engine.Time](u)
	n, jobs := len(at), len(w.Jobs)
	free, waiting, extra := column[int32](u, n), column[int32](u, n), column[int32](u, n)
	acted, happened := column[int32](u, n), column[int32](u, n*eventKinds)
	events := unpackEvents(u, n, jobs)
	queues, coming := unpackJobs(u, n, jobs), unpackJobs(u, n, jobs)
	decisions := columnOf[engine.Decision]{counts: unpack[int32](u)}
	decisions.all = unpackDecisions(u, jobs)
	u.counted(decisions.counts, n, len(decisions.all))
	promises, running := unpackPromises(u, n, jobs), unpackExpectations(u, n, jobs)
	u.wants(u.within(waiting, 0, jobs+1) && u.within(extra, -1, math.MaxInt32) && u.within(acted, 0, math.MaxInt32) && u.within(happened, 0, math.MaxInt32), "a moment with less than nothing")
	m := &snapshot.Series{}
	for i := range at {
		u.wants(at[i] >= 0 && (i == 0 || at[i-1] <= at[i]), "snapshots out of order")
		if u.err != nil {
			break
		}
		one := snapshot.Snapshot{At: at[i], Free: free[i], Waiting: waiting[i], Extra: extra[i], Acted: acted[i],
			Happened: [eventKinds]int32(happened[i*eventKinds:]), Events: events.next(), Queue: queues.next(), Coming: coming.next(),
			Decisions: decisions.next(), Reserved: promises.next(), Running: running.next()}
		u.wants(len(one.Queue) <= int(one.Waiting), "a queue longer than it is")
		m.List = append(m.List, one)
	}
	if err := u.end(); err != nil {
		return nil, fmt.Errorf("decode snapshots: %w", err)
	}
	m.From, m.Every, m.Ordered, m.Complete = asked[0], asked[1], flags[0] == 1, flags[1] == 1
	return m, nil
}
