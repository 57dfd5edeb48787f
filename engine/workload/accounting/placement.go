package accounting

import (
	"bytes"
	"cmp"
	"slices"

	"backfill/engine/workload/accounting/header"
)

// Placement is what a run was given on its nodes, beside what its record says.
type Placement struct {
	Line    int32 // of the run
	GPUType int32 // of the GPUs that were given; 0 if it is not told, or if there are several
	Memory  int64 // KB in all, 0 if the log does not tell
}

// PlacementOf is what a run was given; nothing of it is told if the log tells nothing. O(log runs).
func (l *Log) PlacementOf(r *Record) Placement {
	k, found := slices.BinarySearchFunc(l.Placements, r.Line, func(p Placement, line int32) int { return cmp.Compare(p.Line, line) })
	if !found {
		return Placement{Line: r.Line}
	}
	return l.Placements[k]
}

// place notes where the run of a line was.
func (s *slurmReader) place(r *Record, fields [][]byte, line int32) {
	if s.at[header.AllocTRES] >= 0 {
		p := Placement{Line: line, Memory: s.given.Memory}
		if s.given.GPUs > 0 {
			p.GPUType = max(s.numbering.number(GPUTypes, s.given.GPUType), 0)
		}
		s.log.Placements = append(s.log.Placements, p)
	}
	switch list := s.field(fields, header.NodeList); string(list) {
	case "", NoNodes, "(null)", "None", "Unknown":
	default:
		r.Hosts = s.onHosts(list)
	}
}

// onHosts is the place of a list of nodes such as "n[1-4],gpu7", from 1, for Record.Hosts.
func (r *reader) onHosts(list []byte) int32 {
	at, known := r.hosts[string(list)]
	if !known {
		if r.hosts == nil {
			r.hosts = map[string]int32{}
		}
		r.hostTexts = append(r.hostTexts, string(list))
		at = int32(len(r.hostTexts))
		r.hosts[string(list)] = at
	}
	return at
}

// hostSet are the names of the nodes of a run, each once, in the order in which they were added.
type hostSet struct {
	names [][]byte
	seen  map[string]bool
}

func (h *hostSet) add(name []byte) {
	if n := len(h.names); n > 0 && bytes.Equal(h.names[n-1], name) || h.seen[string(name)] {
		return
	}
	if h.seen == nil {
		h.seen = map[string]bool{}
	}
	h.seen[string(name)] = true
	h.names = append(h.names, name)
}

// onSet is onHosts of names; 0, not known, if there are none, or one that is not the name of a node.
func (r *reader) onSet(h *hostSet) int32 {
	if len(h.names) == 0 || slices.ContainsFunc(h.names, func(name []byte) bool { return len(name) == 0 || bytes.ContainsAny(name, "[], \t") }) {
		return 0
	}
	return r.onHosts(bytes.Join(h.names, []byte(",")))
}

// mostPartitions is how many partitions of a list are kept: no machine has more.
const mostPartitions = 256

// partitions are the number of the only partition or the first one of a list such as "short,long", which jobs have that may start in
// several, and the place of the list in Log.PartitionLists, from 1; 0: there is one alone, or none.
func (s *slurmReader) partitions(names []byte) (first, list int32) {
	if bytes.IndexByte(names, ',') < 0 {
		return s.numbering.number(Partitions, names), 0
	}
	if at, known := s.lists[string(names)]; known {
		return s.log.PartitionLists[at-1][0], at
	}
	var numbers []int32
	for _, name := range bytes.Split(names, []byte(",")) {
		if n := s.numbering.number(Partitions, name); n > 0 && len(numbers) < mostPartitions && !slices.Contains(numbers, n) {
			numbers = append(numbers, n)
		}
	}
	switch len(numbers) {
	case 0:
		return Unknown, 0
	case 1:
		return numbers[0], 0
	}
	s.log.PartitionLists = append(s.log.PartitionLists, numbers)
	if s.lists == nil {
		s.lists = map[string]int32{}
	}
	list = int32(len(s.log.PartitionLists))
	s.lists[string(names)] = list
	return numbers[0], list
}
