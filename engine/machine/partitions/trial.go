package partitions

import (
	"math/bits"
	"slices"

	"backfill/engine/machine/bitset"
)

// Trial asks where a job would start if some of the running jobs had ended and some nodes were closed. It changes nothing on the machine. Nodes
// are chosen one by one, so the machine's Choice is Slurm.
type Trial struct {
	machine *Machine
	job     int32
	class   *class
	place   *place
	nodes   bitset.Set  // that are open
	vacant  bitset.Set  // those of them on which a processor is free
	free    []resources // of each that is vacant; nodes are their own groups
	list    []int32     // buffer
	chosen  []share
	fits    bool // so was the last answer of Fits
}

// NewTrial is a trial on m. It panics if the machine's Choice is not Slurm.
func NewTrial(m *Machine) *Trial {
	if m.Choice != Slurm {
		panic("partitions: a trial on a machine whose nodes are not chosen as Slurm does")
	}
	n := len(m.groups)
	return &Trial{machine: m, nodes: bitset.New(int32(n)), vacant: bitset.New(int32(n)), free: make([]resources, n)}
}

// Begin tries job j in a partition in which it may run, on nodes that are open, beside what runs now. O(words of the set + nodes on which a
// processor is free).
func (t *Trial) Begin(j, partition int32, nodes bitset.Set) {
	m := t.machine
	t.fits = false
	t.job, t.class, t.place = j, &m.classes[m.class[j]], m.placeIn(j, partition)
	copy(t.nodes, nodes)
	t.nodes.Intersect(t.place.list.nodes)
	copy(t.vacant, t.nodes)
	t.vacant.Intersect(m.vacant)
	t.list = t.vacant.Append(t.list[:0])
	for _, n := range t.list {
		t.free[n] = m.free[n]
	}
}

// Release has running job j ended.
func (t *Trial) Release(j int32) {
	for i := range t.machine.shares[j] {
		s := &t.machine.shares[j][i]
		if !t.nodes.Has(s.group) {
			continue
		}
		if !t.vacant.Has(s.group) {
			t.vacant.Add(s.group, 1)
			t.free[s.group] = t.machine.free[s.group]
		}
		t.free[s.group].add(&s.amounts, 1)
	}
}

// Fits says whether the job has room, and remembers where.
func (t *Trial) Fits() bool {
	t.list = t.vacant.Append(t.list[:0])
	if t.fits = t.machine.chooser.chooseAsSlurm(t.machine, t.class, t.place, t.list, t.free); t.fits {
		t.chosen = append(t.chosen[:0], t.machine.chooser.shares...)
	}
	return t.fits
}

// FitsLater is Fits for a promise, for which nodes on which something runs are taken first.
func (t *Trial) FitsLater() bool {
	busy := &t.machine.chooser.slurm.busy
	*busy = true
	fits := t.Fits()
	*busy = false
	return fits
}

// Room is where a trial has found room. Only trials can read it.
type Room []share

// Room is the last answer of Fits, in place of another one.
func (t *Trial) Room(old Room) Room { return append(old[:0], t.chosen...) }

// RoomOf is where running job j runs.
func (t *Trial) RoomOf(j int32) Room { return slices.Clone(t.machine.shares[j]) }

// Recall makes an answer that the trial gave for a job like job j, of the same Class, the last one, for j.
func (t *Trial) Recall(j int32, room Room) {
	t.job, t.fits = j, true
	t.chosen = append(t.chosen[:0], room...)
}

// Class is a number that jobs have in common that have room in the same places.
func (m *Machine) Class(j int32) int32 { return m.class[j] }

// Idle is how many processors are free on some nodes: on fewer than a job needs it has no room.
func (m *Machine) Idle(nodes bitset.Set) (sum int32) {
	for w, word := range nodes {
		for word &= m.vacant[w]; word != 0; word &= word - 1 {
			sum += m.free[w*64+bits.TrailingZeros64(word)][processors]
		}
	}
	return sum
}

// Holds is how many processors of some nodes running job j holds.
func (m *Machine) Holds(j int32, nodes bitset.Set) (sum int32) {
	for i := range m.shares[j] {
		if s := &m.shares[j][i]; nodes.Has(s.group) {
			sum += s.amounts[processors]
		}
	}
	return sum
}

// Needs is how many processors job j needs.
func (m *Machine) Needs(j int32) int32 { return m.classes[m.class[j]].processors }

// Found says what the last answer of Fits was.
func (t *Trial) Found() bool { return t.fits }

// FitsNow says whether what the last answer of Fits has found is free.
func (t *Trial) FitsNow() bool {
	for i := range t.chosen {
		if s := &t.chosen[i]; !s.amounts.within(&t.machine.free[s.group]) {
			return false
		}
	}
	return true
}

// Amounts are what a job has on all its nodes.
type Amounts struct {
	Processors, Nodes, GPUs int64
	Memory                  int64 // MB
}

// Amounts are those of the last answer of Fits or, if it was no, what the job asks for at least.
func (t *Trial) Amounts() (a Amounts) {
	if t.fits {
		for i := range t.chosen {
			s := &t.chosen[i]
			a.Nodes++
			a.Processors += int64(s.amounts[processors])
			a.Memory += int64(s.amounts[memory])
			for _, gpus := range s.amounts[firstGPU:] {
				a.GPUs += int64(gpus)
			}
		}
		return a
	}
	d := &t.class.demand
	a = Amounts{Processors: int64(t.class.processors), Nodes: int64(t.place.least)}
	a.Memory = (t.class.memory*a.Processors + 1023) / 1024
	if d.NodeMemory > 0 {
		a.Memory = int64(d.NodeMemory) * a.Nodes
	}
	if a.GPUs = int64(d.AllGPUs); d.NodeGPUs > 0 {
		a.GPUs = int64(d.NodeGPUs) * a.Nodes
	}
	return a
}

// Nodes are those of the last answer of Fits, ascending, appended to list.
func (t *Trial) Nodes(list []int32) []int32 {
	from := len(list)
	for _, s := range t.chosen {
		list = append(list, s.group)
	}
	slices.Sort(list[from:])
	return list
}

// Assign has the job start as the last answer of Fits says.
func (t *Trial) Assign() { t.machine.assign(t.job, t.chosen) }

// placeIn is what job j may have in a partition, nil if it can never run there.
func (m *Machine) placeIn(j, partition int32) *place {
	c := &m.classes[m.class[j]]
	for i := range c.places {
		if c.places[i].partition == partition {
			return &c.places[i]
		}
	}
	return nil
}

// LeastNodes is on how many nodes of a partition, in which it may run, job j runs at least.
func (m *Machine) LeastNodes(j, partition int32) int32 { return m.placeIn(j, partition).least }

// IsWhole says whether job j gets whole nodes in a partition in which it may run.
func (m *Machine) IsWhole(j, partition int32) bool { return m.placeIn(j, partition).whole }

// Candidates are the nodes of a partition that have the features job j asks for. The job may run there; the set must not be changed.
func (m *Machine) Candidates(j, partition int32) bitset.Set {
	return m.placeIn(j, partition).list.nodes
}
