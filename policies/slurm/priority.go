package slurm

import (
	"slices"

	"backfill/engine"
	"backfill/engine/machine/partitions"
	"backfill/engine/machine/slurmconf"
	"backfill/policies/slurm/multifactor"
	"backfill/policies/slurm/settings"
)

// ranking is what gives jobs their priorities.
type ranking interface {
	// advance makes what is due by an instant, and says whether priorities may have changed.
	advance(now engine.Time) bool
	submit(now, entered engine.Time, j int32) // one that people submitted when it entered may start from now on
	pass(now engine.Time)                     // one of either scheduler begins
	started(now engine.Time, j, partition int32, has partitions.Amounts)
	ended(now engine.Time, j int32)          // neither waits nor runs any more
	hold(j int32)                            // one that waits
	release(now engine.Time, j int32)        // one that was held
	requeue(now, begin engine.Time, j int32) // a running one waits again, and may start from begin on
	changed(now engine.Time, j int32)        // somebody has changed a waiting one
	of(j, partition int32) int64             // the priority of a waiting job in a partition; equal ones count by submission
}

// bySubmission is priority/basic: whoever is submitted or released gets a lower priority than all before. Who is requeued keeps it.
type bySubmission struct{ since []engine.Time } // by job: when that was

func newBySubmission(jobs int) *bySubmission { return &bySubmission{make([]engine.Time, jobs)} }

func (b *bySubmission) submit(_, entered engine.Time, j int32) { b.since[j] = entered }
func (b *bySubmission) release(now engine.Time, j int32)       { b.since[j] = now }
func (b *bySubmission) of(j, _ int32) int64                    { return -int64(b.since[j]) }

func (*bySubmission) advance(engine.Time) bool                              { return false }
func (*bySubmission) pass(engine.Time)                                      {}
func (*bySubmission) started(engine.Time, int32, int32, partitions.Amounts) {}
func (*bySubmission) ended(engine.Time, int32)                              {}
func (*bySubmission) hold(int32)                                            {}
func (*bySubmission) requeue(_, _ engine.Time, _ int32)                     {}
func (*bySubmission) changed(engine.Time, int32)                            {}

// priorities are those of priority/multifactor for the jobs of a workload.
type priorities struct {
	*multifactor.Priorities
	machine  *partitions.Machine
	workload *engine.Workload
	user     map[membership]int32 // associations
	qos      map[int32]int32      // places in multifactor.Config.QOS, by number

	billing      map[int32]settings.Billing
	mostTRES     bool
	accrueAlways bool // age counts from when a job entered
}

// charge is what a job with some amounts is charged for each second: the sum over what it has or, if most, only what is charged most of it.
//
// Source: TRESBillingWeights and PriorityFlags=MAX_TRES of slurm.conf(5).
func charge(b settings.Billing, a partitions.Amounts, most bool) float64 {
	if b == nil {
		return float64(a.Processors)
	}
	sum, highest := 0.0, 0.0
	for i, n := range [...]int64{a.Processors, a.Memory, a.Nodes, a.GPUs} {
		charged := b[i] * float64(n)
		sum += charged
		highest = max(highest, charged)
	}
	if most {
		return highest
	}
	return sum
}

// membership is a user of an account; user -1 stands for the account as a whole.
type membership struct{ account, user int32 }

// newPriorities are those of a cluster whose daemon began at an instant.
func newPriorities(s *settings.Priorities, m *partitions.Machine, w *engine.Workload, begin engine.Time, epoch int64) (*priorities, error) {
	p := &priorities{accrueAlways: s.AccrueAlways, billing: s.Billing, mostTRES: s.MostTRES, machine: m, workload: w, user: map[membership]int32{}, qos: map[int32]int32{}}
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
func (p *priorities) asked(j int32, nodes int32) []float64 {
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
func (p *priorities) associations(rows []settings.Association) (table []multifactor.Association) {
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
func (p *priorities) membership(j int32) membership {
	of := membership{1 << 30, 1 << 30}
	if p.workload.Group != nil && p.workload.Group[j] >= 0 {
		of.account = p.workload.Group[j]
	}
	if p.workload.User != nil && p.workload.User[j] >= 0 {
		of.user = p.workload.User[j]
	}
	return of
}

// submit gives job j, which waits from now on, its priority.
func (p *priorities) submit(now, entered engine.Time, j int32) {
	accrue := now
	if p.accrueAlways {
		accrue = entered
	}
	facts := multifactor.Job{User: p.user[p.membership(j)], QOS: multifactor.None, Accrue: accrue, CPUs: p.workload.Jobs[j].Processors,
		Minutes: minutes(&p.workload.Jobs[j]), Nice: p.workload.DemandOf(j).Nice}
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
	p.Submit(now, j, facts)
}

func (p *priorities) advance(now engine.Time) bool { return p.Advance(now) }

func (p *priorities) pass(now engine.Time) { p.Pass(now) }

func (p *priorities) started(now engine.Time, j, partition int32, has partitions.Amounts) {
	p.Start(now, j, charge(p.billing[p.machine.Partitions[partition].Number], has, p.mostTRES))
}

func (p *priorities) ended(now engine.Time, j int32) { p.End(now, j) }

func (p *priorities) hold(j int32) { p.Hold(j) }

// release lets a held job have a priority. Its age counts anew.
func (p *priorities) release(now engine.Time, j int32) {
	p.Job(j).Accrue = now
	p.Release(now, j)
}

// requeue has a running job wait again. Its age counts from when it may start.
func (p *priorities) requeue(now, begin engine.Time, j int32) { p.Requeue(now, j, begin) }

func (p *priorities) changed(now engine.Time, j int32) {
	p.Job(j).Minutes = minutes(&p.workload.Jobs[j])
	p.Update(now, j)
}

func (p *priorities) of(j, partition int32) int64 {
	return int64(p.Priority(j, slices.Index(p.machine.MayRunIn(j), byte(partition))))
}
