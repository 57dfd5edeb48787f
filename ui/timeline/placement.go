package timeline

import (
	"slices"

	"backfill/engine"
	"backfill/engine/export"
)

// Mark is a set of properties of a piece that are drawn as texture or edge.
type Mark uint8

const (
	Backfilled Mark = 1 << iota // started while an earlier job waited: hatched
	WasKilled                   // stopped at its limit: ends with a dark edge
	Dedicated                   // asked for its start: begins with a dashed edge

	// Of the segments of jobs that are interrupted, and of runs that were stopped:
	WasLost    // what the job did in it was lost later, or at its end: cross-hatched
	WasStopped // the job was interrupted and kept what it had done: notched at its end
	WentOn     // goes on with what the job had done before: notched at its beginning

	WasCancelled // while it ran: ends with a broken dark edge
)

// Placement says which processors each job had, and when, as columns. Its unit is
// the piece: a job on a fixed set of processors from Start to End. A job that is
// never interrupted is one piece; a preempted one has a piece for each of its segments or runs.
//
// A piece's processors are blocks of consecutive ones: piece p has the blocks
// Offset[p] to Offset[p+1]-1, and block b is the processors First[b] to
// First[b]+Count[b]-1. Pieces that share a processor do not overlap in time.
//
// Place makes a Placement: of one pool, of lanes, and of processors with numbers.
type Placement struct {
	Machine    int32 // processors of the machine
	Processors int32 // Machine, or more if a recorded schedule occupied more: the overflow

	Bands []Band // of a machine that has lanes, by lane; nil: one pool

	// Of a placement that Arrange made, else nil:
	order    []int32 // lanes that are shown, from top to bottom; the bands of others have no processors
	headings []heading

	Job   []int32 // where each job is one piece it may be the outcome's StartOrder itself
	Marks []Mark

	// Starts and Ends are when pieces of segments and runs start, ascending, and end. Where each job is one piece they are nil, and Ran, the
	// outcome, says it: these would be the largest columns. What had not ended then ends at Horizon.
	Starts, Ends []engine.Time
	Ran          *engine.Outcome
	Horizon      engine.Time

	Offset []int32 // one more than pieces
	First  []int32
	Count  []int32
}

// Start is when piece p starts, no earlier than the one before it.
func (pl *Placement) Start(p int32) engine.Time {
	if pl.Ran != nil {
		return pl.Ran.Start[pl.Job[p]]
	}
	return pl.Starts[p]
}

// End is when piece p ends, after its start.
func (pl *Placement) End(p int32) engine.Time {
	if pl.Ran == nil {
		return pl.Ends[p]
	}
	if end := pl.Ran.End[pl.Job[p]]; end >= 0 {
		return end
	}
	return pl.Horizon
}

// Place gives every job of o that started processors of its own, in its lanes, for as
// long as it ran: where processors have no numbers, the lowest free block that holds it,
// else the fewest blocks. Jobs that had not ended get the end of the simulation.
// O(n log processors) for n jobs and pieces.
func Place(o *engine.Outcome) *Placement {
	pl := &Placement{Machine: o.Processors}
	c := pl.cut(o)
	ends := pl.inEndOrder(o, c)

	// Everything is a multiple of the allocation unit, so units are placed.
	unit := max(o.Unit, 1)
	units := max(o.Processors/unit, pl.peak(o, ends)/unit)
	pl.Processors = max(o.Processors, units*unit)

	pl.Bands = Bands(o.Lanes)
	pools := []pool{{free: newFreeSet(units)}}
	if o.Lanes != nil {
		pools = pools[:0]
		number := int32(0)
		for _, band := range pl.Bands {
			pools = append(pools, pool{band.First / unit, newFreeSet(band.Processors / unit), number + band.Processors})
			number += band.Processors
		}
	}
	pl.Offset = make([]int32, 1, len(pl.Job)+1)
	blocks := len(pl.Job) + len(pl.Job)/2 // as a rule enough, so that no column grows beside a copy of itself
	pl.First, pl.Count = make([]int32, 0, blocks), make([]int32, 0, blocks)
	m := placing{
		Placement: pl, pools: pools, parts: pl.partsOf(o, c), ends: ends, unit: unit,
		numbered: len(o.Pieces) > 0 && o.Pieces[0].First >= 0,
	}
	if len(pools) > 1 {
		m.in = make([]int32, 0, blocks)
	}
	for p := 0; p < len(pl.Job); p += perCall {
		m.place(p, min(p+perCall, len(pl.Job)))
	}
	return pl
}

// perCall is how many pieces a function goes through in one call. In WebAssembly a function is compiled well for its next
// call only, so that a single long loop would end as slowly as it began.
const perCall = 1 << 12

// placing is a Placement that is being made.
type placing struct {
	*Placement
	pools    []pool
	parts    func(p int) []engine.Piece
	ends     []int32 // pieces that have not ended yet, by their end
	in       []int32 // the pool of each block, nil if there is but one
	unit     int32
	numbered bool // processors have numbers
}

// place places the pieces from (included) to to (excluded).
//
//go:noinline
func (m *placing) place(from, to int) {
	for p := from; p < to; p++ {
		for start := m.Start(int32(p)); len(m.ends) > 0 && m.End(m.ends[0]) <= start; m.ends = m.ends[1:] {
			if !m.numbered {
				m.free(m.ends[0])
			}
		}
		for _, part := range m.parts(p) {
			pool := m.pools[part.Lane]
			if part.First >= 0 { // the first processor of a lane is at its top
				m.First = append(m.First, pool.first+pool.end-part.First-part.Processors)
				m.Count = append(m.Count, part.Processors)
				m.in = appendLane(m.in, part.Lane)
				continue
			}
			for need := part.Processors / m.unit; need > 0; {
				n := min(need, pool.free.longest())
				m.First = append(m.First, (pool.first+pool.free.take(n))*m.unit)
				m.Count = append(m.Count, n*m.unit)
				m.in = appendLane(m.in, part.Lane)
				need -= n
			}
		}
		m.Offset = append(m.Offset, int32(len(m.First)))
	}
}

// free gives back the blocks of a piece.
func (m *placing) free(piece int32) {
	for b := m.Offset[piece]; b < m.Offset[piece+1]; b++ {
		pool := &m.pools[0]
		if m.in != nil {
			pool = &m.pools[m.in[b]]
		}
		pool.free.put(m.First[b]/m.unit-pool.first, m.Count[b]/m.unit)
	}
}

// appendLane notes the lane of a block, unless there is but one.
func appendLane(in []int32, lane int32) []int32 {
	if in == nil {
		return nil
	}
	return append(in, lane)
}

// Blocks are the same for files: on a machine with lanes the processors are counted from those of the
// first lane on, which is drawn highest. O(pieces + blocks).
func (pl *Placement) Blocks() export.Blocks {
	n := len(pl.Job)
	b := export.Blocks{Processors: pl.Processors, Job: pl.Job, Start: make([]engine.Time, n), End: make([]engine.Time, n), Offset: pl.Offset, First: pl.First, Count: pl.Count}
	for p := range int32(n) {
		b.Start[p], b.End[p] = pl.Start(p), pl.End(p)
	}
	if pl.Bands != nil {
		b.First = make([]int32, len(pl.First))
		for i, first := range pl.First {
			b.First[i] = pl.Processors - first - pl.Count[i]
		}
	}
	return b
}

// pool is a part of the machine that jobs are placed in: units from first on.
type pool struct {
	first int32
	free  *freeSet
	end   int32 // number of the processor behind its last, where they have numbers
}

// partsOf tells where each piece of o ran; what it tells of one is overwritten by the next.
// On one pool that is lane 0.
func (pl *Placement) partsOf(o *engine.Outcome, c cutting) func(p int) []engine.Piece {
	if o.Pieces == nil {
		whole := make([]engine.Piece, 1)
		return func(p int) []engine.Piece {
			j := pl.Job[p]
			whole[0] = engine.Piece{Processors: o.Occupied(j), First: -1}
			switch {
			case c.segments != nil:
				whole[0].Lane = o.Segments[c.segments[p]].Lane
			case o.Lane != nil:
				whole[0].Lane = o.Lane[j]
			}
			return whole
		}
	}
	if c.places != nil {
		return func(p int) []engine.Piece { return c.runs.At(c.places[p]).Pieces }
	}
	place := make([]int32, len(o.Start)) // in the order of starts
	for i, j := range o.StartOrder {
		place[j] = int32(i)
	}
	return func(p int) []engine.Piece { return o.PiecesOf(int(place[pl.Job[p]])) }
}

// cutting is what pieces are pieces of, unless each is a whole job.
type cutting struct {
	segments []int32 // by piece; nil: of none
	runs     engine.Runs
	places   []int32 // of these, by piece; nil: of none
}

// cut makes one piece of every job that ran or, where jobs are interrupted or stopped, of every segment or run.
func (pl *Placement) cut(o *engine.Outcome) (c cutting) {
	horizon := engine.Time(0)
	for _, j := range o.StartOrder {
		horizon = max(horizon, o.Start[j]+1, o.End[j])
	}
	for i := range o.Segments {
		horizon = max(horizon, o.Segments[i].From+1, o.Segments[i].To)
	}
	for i := range o.Stopped {
		horizon = max(horizon, o.Stopped[i].To)
	}
	until := func(end engine.Time) engine.Time {
		if end < 0 {
			return horizon
		}
		return end
	}
	if !o.Reruns() {
		pl.Ran, pl.Horizon = o, horizon
		pl.Job = o.StartOrder
		nothing := func(j int32) bool { return until(o.End[j]) <= o.Start[j] } // is to be seen
		if slices.ContainsFunc(pl.Job, nothing) {
			pl.Job = slices.DeleteFunc(slices.Clone(pl.Job), nothing)
		}
		pl.Marks = make([]Mark, len(pl.Job))
		for p, j := range pl.Job {
			pl.Marks[p] = marksOfStart(o, j) | marksOfEnd(o, j)
		}
		return c
	}
	n := len(o.Segments)
	if o.Stopped != nil {
		c.runs = o.Runs()
		n = len(c.runs.Begun)
	}
	of := make([]int32, 0, n)
	pl.Job, pl.Marks = make([]int32, 0, n), make([]Mark, 0, n)
	pl.Starts, pl.Ends = make([]engine.Time, 0, n), make([]engine.Time, 0, n)
	add := func(j int32, from, to engine.Time, mark Mark, i int32) {
		if end := until(to); end > from {
			pl.Job, pl.Marks, of = append(pl.Job, j), append(pl.Marks, mark), append(of, i)
			pl.Starts, pl.Ends = append(pl.Starts, from), append(pl.Ends, end)
		}
	}
	if o.Stopped != nil {
		marks := runMarks(o, c.runs)
		for i, place := range c.runs.Begun {
			run := c.runs.At(place)
			add(run.Job, run.From, run.To, marks[i], place)
		}
		c.places = of
		return c
	}
	marks := SegmentMarks(o)
	for i, segment := range o.Segments {
		add(segment.Job, segment.From, segment.To, marks[i], int32(i))
	}
	c.segments = of
	return c
}

// marksOfEnd are those of the last piece of a job.
func marksOfEnd(o *engine.Outcome, j int32) Mark {
	switch o.State[j] {
	case engine.Killed:
		return WasKilled
	case engine.Cancelled:
		return WasCancelled
	}
	return 0
}

func marksOfStart(o *engine.Outcome, j int32) Mark {
	mark := Mark(0)
	if o.Overtook[j] {
		mark |= Backfilled
	}
	if o.Workload.Dedicated(j) {
		mark |= Dedicated
	}
	return mark
}

// inEndOrder lists the pieces that ended before the simulation did, by their end.
func (pl *Placement) inEndOrder(o *engine.Outcome, c cutting) []int32 {
	// What pieces are pieces of, and the order of the ends of those. The first is number -stopped.
	of, order, whole, stopped := pl.Job, o.EndOrder, len(o.Start), int32(0)
	switch {
	case c.segments != nil:
		of, order, whole = c.segments, o.SegmentOrder, len(o.Segments)
	case c.places != nil:
		stopped = int32(len(o.Stopped))
		of, order, whole = c.places, c.runs.Ended, len(o.StartOrder)+len(o.Stopped)
	}
	pieceOf := make([]int32, whole)
	for i := range pieceOf {
		pieceOf[i] = -1
	}
	for p, i := range of {
		pieceOf[i+stopped] = int32(p)
	}
	ends := make([]int32, 0, len(pl.Job))
	for _, i := range order {
		if p := pieceOf[i+stopped]; p >= 0 {
			ends = append(ends, p)
		}
	}
	return ends
}

// peak is the largest number of processors that pieces occupy together.
func (pl *Placement) peak(o *engine.Outcome, ends []int32) int32 {
	busy, most := int32(0), int32(0)
	for p, j := range pl.Job {
		for len(ends) > 0 && pl.End(ends[0]) <= pl.Start(int32(p)) {
			busy -= o.Occupied(pl.Job[ends[0]])
			ends = ends[1:]
		}
		busy += o.Occupied(j)
		most = max(most, busy)
	}
	return most
}
