package inferred

import (
	"cmp"
	"slices"

	"backfill/engine/workload/accounting"
)

// sweep goes through the runs of a log in the order of time.
type sweep struct {
	log     *accounting.Log
	machine *Machine
	lists   []list // by Placement.Hosts - 1
	runs    []run

	now, most   []amounts // by node, as far as they are known by node
	listsOn     [][]int32 // by node: lists of several nodes with runs, at the instant
	inPartition []amounts // at the instant
}

// run is one of a job, with what it had.
type run struct {
	start, end int64
	instantly  bool  // it counts at the instant of its start alone
	partition  int32 // number; not above 0: the log tells none
	list       int32 // of its nodes, among those of the sweep; -1: none is known
	unclear    bool  // what it had on them: they are more or fewer than it had
	all        amounts
	least      amounts // of all on each of its nodes
}

// last is the last instant that a log tells of.
func last(l *accounting.Log) (last int64) {
	for i := range l.Records {
		r := &l.Records[i]
		last = max(last, r.Submit, r.Start, r.End)
	}
	return last
}

// mostMemory of a run in KB: more is a mistake, and might add up to more than there are numbers.
const mostMemory = 1 << 36

// readRuns takes what the log tells of its runs.
func (s *sweep) readRuns() {
	end := last(s.log)
	for i := range s.log.Records {
		rec := &s.log.Records[i]
		if !rec.Started() {
			continue
		}
		s.machine.Runs++
		at := s.log.PlacementOf(rec)
		r := run{start: rec.Start, end: rec.End, partition: rec.Partition, list: at.Hosts - 1}
		if r.end < 0 {
			r.end = end
		}
		// Others may have had its processors while it was suspended. Within a second nobody knows who was first.
		r.instantly = rec.Stopped > 0 || r.end <= r.start
		r.all[processors], r.all[memory] = int64(rec.Processors()), min(at.Memory, mostMemory)
		kind := untyped
		if at.GPUType > 0 && at.GPUType <= mostTypes {
			kind += int(at.GPUType)
		}
		r.all[kind] = int64(rec.GPUs)
		s.place(&r, rec)
		s.runs = append(s.runs, r)
	}
}

// place finds out what a run had on each of its nodes.
func (s *sweep) place(r *run, rec *accounting.Record) {
	nodes := int64(0)
	if r.list >= 0 {
		nodes = int64(len(s.lists[r.list].nodes))
	}
	if nodes == 0 {
		r.list = -1
		s.machine.Unplaced++
		return
	}
	on := &s.lists[r.list]
	if rec.Nodes > 0 && int64(rec.Nodes) != nodes { // it was given others, or lost some, while it ran
		s.machine.Unplaced++
		r.unclear = true
		return
	}
	if nodes == 1 {
		r.least = r.all
		return
	}
	s.machine.Several++
	r.least[processors] = min(r.all[processors]/nodes, 1)
	r.least[memory] = r.all[memory] / max(r.all[processors], nodes)
	// Simulated, the job asks for as much memory and as many GPUs on each node, if they can be divided: each node has to have that.
	each := amounts{processors: 1}
	for kind := memory; kind < kinds; kind++ {
		if r.all[kind]%nodes == 0 {
			each[kind] = r.all[kind] / nodes
		}
	}
	on.each.raise(&each)
}

// goThrough finds out what was in use at once.
func (s *sweep) goThrough() {
	s.inPartition = make([]amounts, len(s.machine.Partitions))
	type event struct {
		at   int64
		what int8 // end, or an instant, or start: a run that ends makes room for one that starts in the same second
		run  int32
	}
	const end, instant, start = 0, 1, 2
	events := make([]event, 0, 2*len(s.runs))
	for i := range s.runs {
		r := &s.runs[i]
		if r.instantly {
			events = append(events, event{r.start, instant, int32(i)})
			continue
		}
		events = append(events, event{r.start, start, int32(i)}, event{r.end, end, int32(i)})
	}
	slices.SortFunc(events, func(a, b event) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.what, b.what), cmp.Compare(a.run, b.run))
	})
	for _, e := range events {
		r := &s.runs[e.run]
		if e.what != end {
			s.begin(r)
		}
		if e.what != start {
			s.finish(r)
		}
	}
}

// begin lets a run start.
func (s *sweep) begin(r *run) {
	if p := int(r.partition) - 1; p >= 0 && p < len(s.inPartition) {
		s.inPartition[p].add(&r.all, 1)
		now, most := s.inPartition[p].use(), &s.machine.Partitions[p]
		*most = Use{max(most.Processors, now.Processors), max(most.GPUs, now.GPUs), max(most.Memory, now.Memory)}
	}
	if r.list < 0 || r.unclear {
		return
	}
	l := &s.lists[r.list]
	if len(l.nodes) > 1 {
		if l.runs++; l.runs == 1 {
			for _, n := range l.nodes {
				l.inUse.add(&s.now[n], 1)
				s.listsOn[n] = append(s.listsOn[n], r.list)
			}
		}
		l.further.add(&r.all, 1)
		l.further.add(&r.least, -int64(len(l.nodes)))
	}
	for _, n := range l.nodes {
		s.now[n].add(&r.least, 1)
		s.most[n].raise(&s.now[n])
		for _, k := range s.listsOn[n] {
			s.lists[k].inUse.add(&r.least, 1)
		}
	}
	for _, n := range l.nodes {
		for _, k := range s.listsOn[n] {
			s.lists[k].note()
		}
	}
}

// note takes what is in use on the nodes of a list at the instant.
func (l *list) note() {
	sum := l.inUse
	sum.add(&l.further, 1)
	l.most.raise(&sum)
}

// finish lets a run end.
func (s *sweep) finish(r *run) {
	if p := int(r.partition) - 1; p >= 0 && p < len(s.inPartition) {
		s.inPartition[p].add(&r.all, -1)
	}
	if r.list < 0 || r.unclear {
		return
	}
	l := &s.lists[r.list]
	for _, n := range l.nodes {
		s.now[n].add(&r.least, -1)
		for _, k := range s.listsOn[n] {
			s.lists[k].inUse.add(&r.least, -1)
		}
	}
	if len(l.nodes) == 1 {
		return
	}
	l.further.add(&r.all, -1)
	l.further.add(&r.least, int64(len(l.nodes)))
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
