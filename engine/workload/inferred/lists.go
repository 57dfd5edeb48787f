package inferred

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

// readLists takes the lists of nodes in the log.
func (s *sweep) readLists() {
	s.lists = make([]list, len(s.log.HostLists))
	s.machine.TooMany = s.log.TooManyHosts
	for i, numbers := range s.log.HostLists {
		for _, n := range numbers {
			s.lists[i].nodes = append(s.lists[i].nodes, n-1)
			s.nodes = max(s.nodes, n)
		}
	}
	s.now, s.most, s.listsOn = make([]amounts, s.nodes), make([]amounts, s.nodes), make([][]int32, s.nodes)
}
