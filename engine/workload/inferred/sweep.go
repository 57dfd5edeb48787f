package inferred

import (
	"math"
	"slices"

	"backfill/engine/workload/accounting"
)

// sweep goes through the runs of a log in the order of time.
type sweep struct {
	log     *accounting.Log
	machine *Machine
	nodes   int32
	lists   []list // by Record.Hosts - 1
	runs    []run

	now, most   []amounts // by node, as far as they are known by node
	listsOn     [][]int32 // by node: lists of several nodes with runs, at the instant
	inAll       amounts   // at the instant
	inPartition []amounts // the same
}

// run is one of a job, with what it had.
type run struct {
	start, end int64
	all        share
	partition  int32 // number; not above 0: the log tells none
	list       int32 // of its nodes, among those of the sweep; -1: none is known
	unclear    bool  // what it had on them: they are more or fewer than it had
	instantly  bool  // it counts at the instant of its start alone
}

// onEach is what a run has for certain on each of its nodes, which are so many.
func (r *run) onEach(nodes int) share {
	if nodes == 1 {
		return r.all
	}
	return share{processors: min(r.all.processors/int32(nodes), 1), memory: r.all.memory / max(int64(r.all.processors), int64(nodes)), kind: r.all.kind}
}

// mostMemory of a run in KB: more is a mistake, and might add up to more than there are numbers.
const mostMemory = 1 << 36

// readRuns takes what the log tells of its runs.
func (s *sweep) readRuns() {
	s.runs = make([]run, 0, len(s.log.Records))
	end := int64(0) // of the log
	for i := range s.log.Records {
		r := &s.log.Records[i]
		end = max(end, r.Submit, r.Start, r.End)
	}
	for i := range s.log.Records {
		rec := &s.log.Records[i]
		if !rec.Started() {
			continue
		}
		s.machine.Runs++
		at := s.log.PlacementOf(rec)
		r := run{start: rec.Start, end: rec.End, partition: rec.Partition, list: rec.Hosts - 1}
		if r.end < 0 {
			r.end = end
		}
		// Others may have had its processors while it was suspended. Within a second nobody knows who was first.
		r.instantly = rec.Stopped > 0 || r.end <= r.start
		r.all = share{processors: rec.Processors(), memory: min(at.Memory, mostMemory), gpus: rec.GPUs, kind: untyped}
		if at.GPUType > 0 && at.GPUType <= mostTypes {
			r.all.kind += at.GPUType
		}
		s.place(&r, rec)
		s.runs = append(s.runs, r)
	}
}

// place finds out on which nodes a run was.
func (s *sweep) place(r *run, rec *accounting.Record) {
	nodes := 0
	if r.list >= 0 {
		nodes = len(s.lists[r.list].nodes)
	}
	switch {
	case nodes == 0:
		r.list = -1
		s.machine.Unplaced++
		return
	case rec.Nodes > 0 && int(rec.Nodes) != nodes: // it was given others, or lost some, while it ran
		r.unclear = true
		s.machine.Unplaced++
		return
	case nodes == 1:
		return
	}
	s.machine.Several++
	// Simulated, the job asks for as much memory and as many GPUs on each node, if they can be divided: each node has to have that.
	each := &s.lists[r.list].each
	each[processors] = max(each[processors], 1)
	for kind, all := range map[int32]int64{memory: r.all.memory, r.all.kind: int64(r.all.gpus)} {
		if all%int64(nodes) == 0 {
			each[kind] = max(each[kind], all/int64(nodes))
		}
	}
}

// goThrough finds out what was in use at once. A run that ends makes room for one that starts in the same second.
func (s *sweep) goThrough() {
	s.inPartition = make([]amounts, len(s.machine.Partitions))
	const (
		end = iota
		instant
		start
	)
	events := make([]uint64, 0, 2*len(s.runs)) // time, what happens, and to which run: they are sorted as numbers
	add := func(at int64, what, run int) {
		events = append(events, uint64(min(max(at, 0), math.MaxUint32))<<32|uint64(what)<<30|uint64(run))
	}
	for i := range s.runs[:min(len(s.runs), 1<<30)] {
		r := &s.runs[i]
		if r.instantly {
			add(r.start, instant, i)
			continue
		}
		add(r.start, start, i)
		add(r.end, end, i)
	}
	slices.Sort(events)
	for _, e := range events {
		r := &s.runs[e&(1<<30-1)]
		what := e >> 30 & 3
		if what != end {
			s.begin(r)
		}
		if what != start {
			s.finish(r)
		}
	}
}

// begin lets a run start.
func (s *sweep) begin(r *run) {
	s.inAll.add(r.all, 1)
	s.machine.Most.raise(s.inAll.use())
	if p := int(r.partition) - 1; p >= 0 && p < len(s.inPartition) {
		s.inPartition[p].add(r.all, 1)
		s.machine.Partitions[p].raise(s.inPartition[p].use())
	}
	if r.list < 0 || r.unclear {
		return
	}
	l := &s.lists[r.list]
	each := r.onEach(len(l.nodes))
	if len(l.nodes) > 1 {
		if l.runs++; l.runs == 1 {
			for _, n := range l.nodes {
				for kind, amount := range s.now[n] {
					l.inUse[kind] += amount
				}
				s.listsOn[n] = append(s.listsOn[n], r.list)
			}
		}
		l.further.add(r.all, 1)
		l.further.add(each, -int64(len(l.nodes)))
	}
	none := amounts{}
	for _, n := range l.nodes {
		s.now[n].add(each, 1)
		s.most[n].raise(&s.now[n], &none, each)
		for _, k := range s.listsOn[n] {
			other := &s.lists[k]
			other.inUse.add(each, 1)
			if k != r.list { // grows from node to node, up to what it is after the last one
				other.most.raise(&other.inUse, &other.further, each)
			}
		}
	}
	l.most.raise(&l.inUse, &l.further, r.all)
}

// finish lets a run end.
func (s *sweep) finish(r *run) {
	s.inAll.add(r.all, -1)
	if p := int(r.partition) - 1; p >= 0 && p < len(s.inPartition) {
		s.inPartition[p].add(r.all, -1)
	}
	if r.list < 0 || r.unclear {
		return
	}
	l := &s.lists[r.list]
	each := r.onEach(len(l.nodes))
	for _, n := range l.nodes {
		s.now[n].add(each, -1)
		for _, k := range s.listsOn[n] {
			s.lists[k].inUse.add(each, -1)
		}
	}
	if len(l.nodes) == 1 {
		return
	}
	l.further.add(r.all, -1)
	l.further.add(each, int64(len(l.nodes)))
	if l.runs--; l.runs > 0 {
		return
	}
	l.inUse = amounts{}
	for _, n := range l.nodes {
		on := s.listsOn[n]
		at := slices.Index(on, r.list)
		on[at] = on[len(on)-1]
		s.listsOn[n] = on[:len(on)-1]
	}
}
