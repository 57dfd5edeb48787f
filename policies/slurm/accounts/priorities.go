package accounts

import (
	"slices"

	"backfill/engine"
	"backfill/engine/machine/partitions"
	"backfill/engine/machine/slurmconf"
	"backfill/policies/slurm/multifactor"
	"backfill/policies/slurm/settings"
)

// Priorities are those of priority/multifactor for the jobs of a workload.
type Priorities struct {
	*multifactor.Priorities
	machine  *partitions.Machine
	workload *engine.Workload
	user     map[membership]int32 // associations
	qos      map[int32]int32      // places in multifactor.Config.QOS, by number

	billing      map[int32]settings.Billing
	mostTRES     bool
	accrueAlways bool // age counts from when a job entered
}

// membership is a user of an account; user -1 stands for the account as a whole.
type membership struct{ account, user int32 }

// NewPriorities are those of a cluster whose daemon began at an instant.
func NewPriorities(s *settings.Priorities, m *partitions.Machine, w *engine.Workload, begin engine.Time, epoch int64) (*Priorities, error) {
	p := &Priorities{accrueAlways: s.AccrueAlways, billing: s.Billing, mostTRES: s.MostTRES, machine: m, workload: w, user: map[membership]int32{}, qos: map[int32]int32{}}
	tree, err := multifactor.NewTree(p.associations(s.Associations))
	if err != nil {
		return nil, err
	}
	c := s.Config
	c.Begin, c.Zero = begin, epoch
	c.Nodes, c.CPUs = int32(len(m.Nodes)), m.Processors()
	c.Partitions, c.QOS = nil, nil
	for i := range m.Partitions {
		factor, is := s.JobFactors[m.Partitions[i].Number]
		if !is {
			factor = 1
		}
		c.Partitions = append(c.Partitions, multifactor.Partition{JobFactor: factor, TRES: totals(m, &m.Partitions[i])})
	}
	for i, q := range s.QOS {
		p.qos[q.Number] = int32(i)
		c.QOS = append(c.QOS, q.QOS)
	}
	p.Priorities, err = multifactor.New(&c, tree)
	return p, err
}

// totals are what a partition has, in the order of slurmconf.CountedTRES.
func totals(m *partitions.Machine, p *partitions.Partition) []float64 {
	sum := make([]float64, len(slurmconf.CountedTRES))
	for _, n := range p.Nodes {
		node := &m.Nodes[n]
		sum[0] += float64(node.Processors)
		sum[1] += float64(node.Memory)
		sum[2]++
		for _, gpus := range node.GPUs {
			sum[3] += float64(gpus)
		}
	}
	return sum
}

// asked is what a job asks for, in the order of slurmconf.CountedTRES.
func (p *Priorities) asked(j int32, nodes int32) []float64 {
	d := p.workload.DemandOf(j)
	memory := float64(p.workload.MemoryNeed(j))
	if d.NodeMemory > 0 {
		memory = float64(d.NodeMemory) * float64(nodes)
	}
	gpus := d.AllGPUs
	if d.NodeGPUs > 0 {
		gpus = d.NodeGPUs * nodes
	}
	return []float64{float64(p.workload.Jobs[j].Processors), memory, float64(nodes), float64(gpus)}
}

// associations are those of the table and, with one share each, those of the jobs that are not there. Every account stands before what is below it.
func (p *Priorities) associations(rows []settings.Association) (table []multifactor.Association) {
	add := func(key membership, row multifactor.Association) {
		p.user[key] = int32(len(table))
		table = append(table, row)
	}
	add(membership{0, -1}, multifactor.Association{Account: multifactor.None, Shares: 1})
	// Of tied accounts those come first that were made last, while lists are by name.
	var below func(account int32)
	below = func(account int32) {
		for _, a := range slices.Backward(rows) {
			if a.User >= 0 && a.Account == account {
				add(membership{account, a.User}, multifactor.Association{Account: p.user[membership{account, -1}], User: true, Shares: a.Shares, Priority: a.Factor})
			}
		}
		for _, a := range slices.Backward(rows) {
			if _, known := p.user[membership{a.Account, -1}]; a.User < 0 && a.Parent == account && !known {
				add(membership{a.Account, -1}, multifactor.Association{Account: p.user[membership{account, -1}], Shares: a.Shares, Priority: a.Factor})
				below(a.Account)
			}
		}
	}
	below(0)
	for j := range p.workload.Jobs {
		of := p.membership(int32(j))
		if _, known := p.user[membership{of.account, -1}]; !known {
			add(membership{of.account, -1}, multifactor.Association{Shares: 1})
		}
		if _, known := p.user[of]; !known {
			add(of, multifactor.Association{Account: p.user[membership{of.account, -1}], User: true, Shares: 1})
		}
	}
	return table
}

// membership is whose job j is. Unknown accounts and users are one.
func (p *Priorities) membership(j int32) membership {
	of := membership{1 << 30, 1 << 30}
	if p.workload.Group != nil && p.workload.Group[j] >= 0 {
		of.account = p.workload.Group[j]
	}
	if p.workload.User != nil && p.workload.User[j] >= 0 {
		of.user = p.workload.User[j]
	}
	return of
}

// Submit gives job j, which waits from now on, its priority.
func (p *Priorities) Submit(now, entered engine.Time, j int32) {
	accrue := now
	if p.accrueAlways {
		accrue = entered
	}
	facts := multifactor.Job{User: p.user[p.membership(j)], QOS: multifactor.None, Accrue: accrue, CPUs: p.workload.Jobs[j].Processors,
		Minutes: Minutes(&p.workload.Jobs[j]), Nice: p.workload.DemandOf(j).Nice}
	if p.workload.QOS != nil {
		if at, known := p.qos[p.workload.QOS[j]]; known {
			facts.QOS = at
		}
	}
	for _, partition := range p.machine.MayRunIn(j) {
		facts.Partitions = append(facts.Partitions, int32(partition))
	}
	facts.Nodes = min(p.machine.LeastNodes(j, facts.Partitions[0]), facts.CPUs)
	facts.TRES = p.asked(j, facts.Nodes)
	p.Priorities.Submit(now, j, facts)
}

// Start counts job j with what it has in a partition.
func (p *Priorities) Start(now engine.Time, j, partition int32, has partitions.Amounts) {
	p.Priorities.Start(now, j, charge(p.billing[p.machine.Partitions[partition].Number], has, p.mostTRES))
}

// Release lets a held job have a priority. Its age counts anew.
func (p *Priorities) Release(now engine.Time, j int32) {
	p.Job(j).Accrue = now
	p.Priorities.Release(now, j)
}

// Change takes over another time limit of waiting job j.
func (p *Priorities) Change(now engine.Time, j int32) {
	p.Job(j).Minutes = Minutes(&p.workload.Jobs[j])
	p.Update(now, j)
}

// Of is the priority of waiting job j in a partition.
func (p *Priorities) Of(j, partition int32) int64 {
	return int64(p.Priority(j, slices.Index(p.machine.MayRunIn(j), byte(partition))))
}
