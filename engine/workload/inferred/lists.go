package inferred

import (
	"cmp"
	"slices"
	"strings"

	"backfill/engine/machine/hostlist"
)

const (
	mostNodes  = 10_000     // as of a machine that is described
	mostListed = 10_000_000 // in all lists together
)

// list is a set of nodes on which runs were.
type list struct {
	nodes []int32 // by their names

	// At the instant: how many runs are there, what is in use on its nodes as far as that is known by node, and what runs on exactly these
	// nodes have beyond that.
	runs           int
	inUse, further amounts

	most amounts // that its nodes had in use all together
	each amounts // that each of them has at least
}

// readLists reads the lists of nodes in the log. One that cannot be read has no nodes.
func (s *sweep) readLists() {
	s.lists = make([]list, len(s.log.HostLists))
	places := map[string]int32{}
	var names []string
	listed := 0
	for i, text := range s.log.HostLists {
		hosts, err := hostlist.Expand(text, mostNodes)
		if err != nil {
			continue
		}
		if listed += len(hosts); listed > mostListed {
			s.machine.TooMany = true
			break
		}
		nodes := make([]int32, 0, len(hosts))
		for _, name := range hosts {
			at, known := places[name]
			if !known {
				at = int32(len(names))
				places[name] = at
				names = append(names, name)
			}
			nodes = append(nodes, at)
		}
		slices.Sort(nodes)
		s.lists[i].nodes = slices.Compact(nodes)
		if s.machine.TooMany = len(names) > mostNodes; s.machine.TooMany {
			break
		}
	}
	if s.machine.TooMany {
		s.lists = make([]list, len(s.log.HostLists))
		return
	}
	// Neighbours are to be neighbours: the choice of nodes looks at that.
	order := make([]int32, len(names))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return compareNames(names[a], names[b]) })
	rank := make([]int32, len(names))
	for i, n := range order {
		rank[n] = int32(i)
		s.machine.names = append(s.machine.names, names[n])
	}
	for i := range s.lists {
		for k, n := range s.lists[i].nodes {
			s.lists[i].nodes[k] = rank[n]
		}
		slices.Sort(s.lists[i].nodes)
	}
	s.now, s.most, s.listsOn = make([]amounts, len(names)), make([]amounts, len(names)), make([][]int32, len(names))
}

// compareNames orders names of nodes as people do: n2 before n10.
func compareNames(a, b string) int {
	for x, y := a, b; x != "" && y != ""; {
		textX, textY := beforeDigits(x), beforeDigits(y)
		if c := cmp.Compare(x[:textX], y[:textY]); c != 0 {
			return c
		}
		x, y = x[textX:], y[textY:]
		digitsX, digitsY := digitsOf(x), digitsOf(y)
		n, m := strings.TrimLeft(x[:digitsX], "0"), strings.TrimLeft(y[:digitsY], "0")
		if c := cmp.Or(cmp.Compare(len(n), len(m)), cmp.Compare(n, m)); c != 0 {
			return c
		}
		x, y = x[digitsX:], y[digitsY:]
		if x == "" || y == "" {
			if c := cmp.Compare(len(x), len(y)); c != 0 {
				return c
			}
		}
	}
	return cmp.Compare(a, b)
}

// beforeDigits is how many bytes stand before the first digit.
func beforeDigits(s string) int {
	if i := strings.IndexAny(s, "0123456789"); i >= 0 {
		return i
	}
	return len(s)
}

// digitsOf is with how many digits s begins.
func digitsOf(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }
