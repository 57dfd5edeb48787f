package partitions

import (
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
	free    []resources // of each group; nothing on nodes that are closed
	open    bitset.Set  // groups
	idle    int32       // processors on nodes that are open
	chosen  []share
}

// NewTrial is a trial on m. It panics if the machine's Choice is not Slurm.
func NewTrial(m *Machine) *Trial {
	if m.Choice != Slurm {
		panic("partitions: a trial on a machine whose nodes are not chosen as Slurm does")
	}
	n := len(m.groups)
	return &Trial{machine: m, free: make([]resources, n), open: bitset.New(int32(n))}
}

// Begin tries job j in a partition in which it may run, on nodes that are open, beside what runs now.
func (t *Trial) Begin(j, partition int32, nodes bitset.Set) {
	m := t.machine
	t.job, t.class, t.place = j, &m.classes[m.class[j]], m.placeIn(j, partition)
	t.idle = 0
	clear(t.open)
	for _, g := range t.place.list.groups {
		if !nodes.Has(m.groups[g].nodes[0]) {
			t.free[g] = resources{}
			continue
		}
		t.open.Add(g, 1)
		t.free[g] = m.free[g]
		t.idle += t.free[g][processors]
	}
}

// Release has running job j ended.
func (t *Trial) Release(j int32) {
	for i := range t.machine.shares[j] {
		if s := &t.machine.shares[j][i]; t.open.Has(s.group) {
			t.free[s.group].add(&s.amounts, 1)
			t.idle += s.amounts[processors]
		}
	}
}

// Fits says whether the job has room, and remembers where.
func (t *Trial) Fits() bool {
	if t.idle < t.class.processors {
		return false
	}
	m := t.machine
	if !m.chooser.choose(m, t.class, t.place, t.free) {
		return false
	}
	t.chosen = append(t.chosen[:0], m.chooser.shares...)
	return true
}

// Nodes are those of the last answer of Fits, ascending, appended to list.
func (t *Trial) Nodes(list []int32) []int32 {
	from := len(list)
	for _, s := range t.chosen {
		list = append(list, t.machine.groups[s.group].nodes[0])
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

// Candidates adds the nodes of a partition that have the features job j asks for to a set. The job may run there.
func (m *Machine) Candidates(j, partition int32, to bitset.Set) {
	for _, g := range m.placeIn(j, partition).list.groups {
		for _, n := range m.groups[g].nodes {
			to.Add(n, 1)
		}
	}
}
