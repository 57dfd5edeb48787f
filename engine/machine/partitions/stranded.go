package partitions

import (
	"math"
	"slices"

	"backfill/engine"
)

// What is free on a node and no waiting job could use there is stranded. At an instant, after the decisions of the policy:
//
//   - A piece of a job is the least that the job can have on a node of one of its partitions: a task or, if it may have only so many nodes,
//     what the roomiest other nodes would leave over if nothing ran on them; with its memory there, and its GPUs.
//   - What a job could use on a node are as many such pieces as there is room for beside what runs, as if any number of jobs like it waited,
//     with as many more tasks as the pieces may have and the node has room for. On a node that it gets as a whole that is all of it.
//   - What the waiting job that could use most of a resource on the node leaves over is stranded, of each resource and type of GPUs by itself.
//
// So a node counts for itself: a job that waits for several nodes could use one that has room for a piece of it, even if there are too few
// others. (After the decisions of most policies no waiting job fits as a whole, and all that is free would count.) How many jobs wait does not
// matter, nor what is reserved. A resource counts only while some waiting job asks for it: as long as nobody waits, or nobody for GPUs,
// free GPUs are not wanted rather than stranded.
type stranded struct {
	machine *Machine
	pieces  []piece
	of      [][]int32 // by class: its pieces
	asked   [3]int32  // waiting jobs that ask for each resource
	waiting []int32   // by piece: waiting jobs
	active  []int32   // pieces that waited at the last look
	place   []int32   // by piece: its place in active, -1: none
	noted   []bool    // by piece: it is in changed
	changed []int32   // pieces that may have begun or ceased to wait since the last look

	usable  []resources          // by group: what some waiting job could use, at the last look
	amounts []engine.FreeAmounts // by group
	sum     engine.FreeAmounts
	stale   []bool  // by group: to be looked at anew
	moved   []int32 // stale groups
}

// piece is what jobs could use of a node: pieces of these jobs, which are alike there.
type piece struct {
	class    class // with any number of tasks
	place    place
	least    int32 // tasks
	most     int32
	leastGPU int32 // GPUs, 0: none
	mostGPU  int32
}

// Waits notes that job j begins to wait. The first one begins the account of what is stranded.
func (m *Machine) Waits(j int32) {
	if m.stranded == nil {
		m.stranded = newStranded(m)
	}
	m.stranded.waits(m.class[j], 1)
}

func (m *Machine) GivesUp(j int32) { m.stranded.waits(m.class[j], -1) }

// FreeAmounts are those of now. O(groups that have changed times different pieces that wait), and as much for pieces that nobody waits for
// any more.
func (m *Machine) FreeAmounts() engine.FreeAmounts {
	if m.stranded == nil {
		return engine.FreeAmounts{}
	}
	return m.stranded.look()
}

func newStranded(m *Machine) *stranded {
	s := &stranded{machine: m, of: make([][]int32, len(m.classes)), usable: make([]resources, len(m.groups)),
		amounts: make([]engine.FreeAmounts, len(m.groups)), stale: make([]bool, len(m.groups))}
	type key struct {
		list                                    *candidates
		whole                                   bool
		perTask, least, most, leastGPU, mostGPU int32
		gpu, nodeGPUs, nodeMemory               int32
		memory                                  int64
	}
	known := map[key]int32{}
	for c := range m.classes {
		for i := range m.classes[c].places {
			p := m.pieceOf(&m.classes[c], &m.classes[c].places[i])
			d := &p.class.demand
			k := key{p.place.list, p.place.whole, p.class.perTask, p.least, p.most, p.leastGPU, p.mostGPU, p.class.gpu, d.NodeGPUs, d.NodeMemory, p.class.memory}
			at, ok := known[k]
			if !ok {
				at = int32(len(s.pieces))
				known[k] = at
				s.pieces = append(s.pieces, p)
			}
			s.of[c] = append(s.of[c], at)
		}
	}
	n := len(s.pieces)
	s.waiting, s.place, s.noted = make([]int32, n), slices.Repeat([]int32{-1}, n), make([]bool, n)
	for g := range m.groups {
		s.touch(int32(g))
	}
	return s
}

// pieceOf is the piece of jobs of class c in one of their partitions. O(1), or n log n in the groups if the number of nodes is limited.
func (m *Machine) pieceOf(c *class, p *place) piece {
	d := &c.demand
	one := piece{class: *c, place: *p, least: 1, most: c.tasks - (p.least - 1), leastGPU: d.NodeGPUs, mostGPU: d.NodeGPUs}
	one.class.tasks = math.MaxInt32
	if p.most < c.tasks || d.AllGPUs > 0 {
		tasks, gpus := m.roomiest(&one, p.most-1)
		one.least = max(1, c.tasks-int32(min(tasks, int64(c.tasks))))
		if d.AllGPUs > 0 {
			one.leastGPU, one.mostGPU = max(1, d.AllGPUs-int32(min(gpus, int64(d.AllGPUs)))), d.AllGPUs
		}
	}
	if one.least == 1 && d.NodeMemory == 0 && one.leastGPU == 0 {
		one.most = math.MaxInt32 // pieces of one task each are as good as larger ones
	}
	return one
}

// roomiest are for how many tasks, and of how many GPUs, the n nodes with most of each would have room if nothing ran.
func (m *Machine) roomiest(p *piece, n int32) (tasks, gpus int64) {
	var rooms []room
	for _, g := range p.place.list.groups {
		if r := m.roomOn(&p.class, &p.place, g, &m.empty[g]); r.tasks > 0 {
			rooms = append(rooms, r)
		}
	}
	most := func(of func(r *room) int32) (sum int64) {
		slices.SortFunc(rooms, func(a, b room) int { return int(of(&b)) - int(of(&a)) })
		left := n
		for i := range rooms {
			nodes := min(left, rooms[i].nodes)
			left -= nodes
			sum += int64(nodes) * int64(of(&rooms[i]))
		}
		return sum
	}
	return most(func(r *room) int32 { return r.tasks }), most(func(r *room) int32 { return r.gpus })
}

// waits notes that a job of class c begins to wait, sign 1, or does so no longer, -1.
func (s *stranded) waits(c, sign int32) {
	for _, p := range s.of[c] {
		s.waiting[p] += sign
		if !s.noted[p] {
			s.noted[p] = true
			s.changed = append(s.changed, p)
		}
	}
	class := &s.machine.classes[c]
	s.asked[engine.OfProcessors] += sign
	if class.memory > 0 || class.demand.NodeMemory > 0 {
		s.asked[engine.OfMemory] += sign
	}
	if class.demand.NodeGPUs > 0 || class.demand.AllGPUs > 0 {
		s.asked[engine.OfGPUs] += sign
	}
}

// touch notes that what is free of a group has changed.
func (s *stranded) touch(g int32) {
	if !s.stale[g] {
		s.stale[g] = true
		s.moved = append(s.moved, g)
	}
}

// look brings the account up to date.
func (s *stranded) look() engine.FreeAmounts {
	for _, p := range s.changed {
		s.noted[p] = false
		at := s.place[p]
		switch waits := s.waiting[p] > 0; {
		case waits && at < 0:
			s.place[p] = int32(len(s.active))
			s.active = append(s.active, p)
			s.each(p, func(g int32, use *resources) {
				if s.raise(g, use) {
					s.count(g)
				}
			})
		case !waits && at >= 0:
			last := s.active[len(s.active)-1]
			s.active[at], s.place[last] = last, at
			s.active, s.place[p] = s.active[:len(s.active)-1], -1
			s.each(p, func(g int32, use *resources) {
				for i, n := range use {
					if n > 0 && n == s.usable[g][i] {
						s.touch(g) // perhaps nobody else could use as much
						return
					}
				}
			})
		}
	}
	s.changed = s.changed[:0]
	for _, g := range s.moved {
		s.stale[g] = false
		s.usable[g] = resources{}
		if free := &s.machine.free[g]; free[0] > 0 {
			for _, p := range s.active {
				if use := s.use(p, g); s.raise(g, &use) && s.usable[g] == *free {
					break // all is of use
				}
			}
		}
		s.count(g)
	}
	s.moved = s.moved[:0]
	sum := s.sum
	for i, jobs := range s.asked {
		if jobs == 0 {
			sum[i] = engine.FreeAmount{}
		}
	}
	return sum
}

// each goes through what pieces like p could use of the groups that are up to date.
func (s *stranded) each(p int32, do func(g int32, use *resources)) {
	for _, g := range s.pieces[p].place.list.groups {
		if s.stale[g] || s.machine.free[g][0] == 0 {
			continue
		}
		if use := s.use(p, g); use[0] > 0 {
			do(g, &use)
		}
	}
}

// raise notes that a job could use so much of a group, and says whether that is more than others could.
func (s *stranded) raise(g int32, use *resources) (more bool) {
	usable := &s.usable[g]
	for i, n := range use {
		if n > usable[i] {
			usable[i], more = n, true
		}
	}
	return more
}

// use is what pieces like p could take of a group, of GPUs of any type as many of each as of all.
func (s *stranded) use(p, g int32) (use resources) {
	m, piece := s.machine, &s.pieces[p]
	if piece.place.list.at[g] < 0 {
		return use
	}
	r := m.roomOn(&piece.class, &piece.place, g, &m.free[g])
	group, c := &m.groups[g], &piece.class
	d, on := &c.demand, &m.free[g]
	if group.whole {
		on = &group.each
	}
	pieces := r.tasks / piece.least
	if d.NodeMemory > 0 && group.memory {
		pieces = min(pieces, on[memory]/d.NodeMemory)
	}
	if piece.leastGPU > 0 {
		pieces = min(pieces, r.gpus/piece.leastGPU)
	}
	switch {
	case pieces == 0:
		return use
	case group.whole || piece.place.whole:
		return m.free[g]
	}
	tasks := min(int64(r.tasks), int64(pieces)*int64(piece.most))
	use[processors] = int32(tasks) * c.perTask
	if group.memory {
		use[memory] = pieces * d.NodeMemory
		if c.memory > 0 {
			use[memory] = int32((c.memory*int64(use[processors]) + 1023) / 1024)
		}
	}
	if piece.leastGPU > 0 {
		gpus := int32(min(int64(r.gpus), int64(pieces)*int64(piece.mostGPU)))
		for i := firstGPU; i < len(on); i++ {
			if c.gpu == 0 || int(c.gpu) == i {
				use[i] = min(gpus, on[i])
			}
		}
	}
	return use
}

// count puts a group as it is now into the sums.
func (s *stranded) count(g int32) {
	group, free, usable := &s.machine.groups[g], &s.machine.free[g], &s.usable[g]
	nodes, each := int64(1), free
	unused := func(i int) int64 { return int64(free[i] - usable[i]) }
	if group.whole { // resources of whole nodes
		nodes, each = int64(free[0]), &group.each
		unused = func(i int) int64 { return int64(free[0]-usable[0]) * int64(each[i]) }
	}
	var now engine.FreeAmounts
	add := func(to, i int) {
		now[to].Free += nodes * int64(each[i])
		now[to].Stranded += unused(i)
	}
	add(engine.OfProcessors, processors)
	add(engine.OfMemory, memory)
	for i := firstGPU; i < firstGPU+len(s.machine.GPUTypes); i++ {
		add(engine.OfGPUs, i)
	}
	for i := range now {
		s.sum[i].Free += now[i].Free - s.amounts[g][i].Free
		s.sum[i].Stranded += now[i].Stranded - s.amounts[g][i].Stranded
	}
	s.amounts[g] = now
}
