package partitions

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"backfill/engine"
)

// MaxPartitions is how many partitions a machine may have.
const MaxPartitions = 256

// named appends the partitions that job j names, in the order in which they are tried: those of its demand or, if there are none, that of
// its column, or else the default ones, or else all.
func (m *Machine) named(j int32, list []byte) []byte {
	take := func(takes func(p *Partition) bool) {
		for p := range m.Partitions {
			if len(list) < MaxPartitions && takes(&m.Partitions[p]) {
				list = append(list, byte(p))
			}
		}
	}
	demand := m.workload.DemandOf(j)
	take(func(p *Partition) bool { return slices.Contains(demand.Partitions, p.Number) })
	if len(list) == 0 && m.workload.Partition != nil {
		take(func(p *Partition) bool { return p.Number == m.workload.Partition[j] })
	}
	if len(list) == 0 {
		take(func(p *Partition) bool { return p.Default })
	}
	if len(list) == 0 {
		take(func(*Partition) bool { return true })
	}
	slices.SortStableFunc(list, func(a, b byte) int { return cmp.Compare(m.Partitions[b].Tier, m.Partitions[a].Tier) })
	return list
}

// admitted appends those of the named partitions whose limits job j meets: none if it is refused for one of them.
func (m *Machine) admitted(j int32, list []byte) []byte {
	list = m.named(j, list)
	if m.Enforce == EnforceAll && len(m.workload.DemandOf(j).Partitions) > 1 &&
		slices.ContainsFunc(list, func(p byte) bool { return m.refusedBy(j, &m.Partitions[p]) != "" }) {
		return list[:0]
	}
	return slices.DeleteFunc(list, func(p byte) bool { return m.overLimit(j, &m.Partitions[p]) != "" })
}

// overLimit says which limit of a partition keeps job j out, "" if none does.
func (m *Machine) overLimit(j int32, p *Partition) string {
	job, w := &m.jobs[j], m.workload
	allows := func(allowed, column []int32) bool {
		return allowed == nil || column != nil && slices.Contains(allowed, column[j])
	}
	if p.MaxTime > 0 && job.Estimate > p.MaxTime {
		return fmt.Sprintf("asking for more than the time limit of %s, %s", p.Name, clock(p.MaxTime)) + m.reason("PartitionTimeLimit")
	}
	if !allows(p.Accounts, w.Group) {
		return "of an account that " + p.Name + " does not take"
	}
	if !allows(p.QOS, w.QOS) {
		return "of a QOS that " + p.Name + " does not take"
	}
	d := w.DemandOf(j)
	tasks := tasksOf(d, job.Processors)
	switch least, most := nodeBounds(d, p, tasks); {
	case least > most && most == tasks:
		return fmt.Sprintf("asking for at least %d nodes in %s with only %d tasks", least, p.Name, tasks)
	case least > most:
		return fmt.Sprintf("asking for at least %d of at most %d nodes in %s", least, most, p.Name)
	}
	return ""
}

// refusedBy says for what a partition refuses job j when it is submitted, "" if it does not: for a limit, or since it has too few nodes or processors in
// all. What else its nodes lack, such as memory, has no job refused that another partition takes.
//
// Source: slurm.conf(5) of Slurm 22.05, and what sbatch of 22.05.8 refuses with EnforcePartLimits=ALL.
func (m *Machine) refusedBy(j int32, p *Partition) string {
	if limit := m.overLimit(j, p); limit != "" {
		return limit
	}
	all := int64(0)
	for _, n := range p.Nodes {
		all += int64(m.Nodes[n].Processors)
	}
	switch {
	case int(m.workload.DemandOf(j).Nodes) > len(p.Nodes):
		return "asking for " + lackWords[ofNodes] + " " + p.Name
	case int64(m.jobs[j].Processors) > all:
		return "asking for " + lackWords[ofProcessors] + " " + p.Name
	}
	return ""
}

// reason is, behind what keeps a job out, the reason for which squeue has it pending; "" where nodes are not chosen as by Slurm, or the job is refused.
func (m *Machine) reason(name string) string {
	if m.Choice != Slurm || m.Enforce != EnforceNone {
		return ""
	}
	return " (" + name + ")"
}

// enforced names, behind what keeps a job out, the setting by which it is refused.
func (m *Machine) enforced() string {
	return [...]string{EnforceNone: "", EnforceAny: " (EnforcePartLimits=ANY)", EnforceAll: " (EnforcePartLimits=ALL)"}[m.Enforce]
}

// clock is a time limit as slurm.conf has it: 01:30:00, 2-00:00:00.
func clock(t engine.Time) string {
	text := fmt.Sprintf("%02d:%02d:%02d", t/engine.Hour%24, t/engine.Minute%60, t/engine.Second%60)
	if t >= engine.Day {
		return fmt.Sprintf("%d-%s", t/engine.Day, text)
	}
	return text
}

// WhyNever says why no partition ever runs job j. It continues "the job is refused:".
func (m *Machine) WhyNever(j int32) string {
	c := m.newClass(j, m.classes[m.class[j]].memory, m.admitted(j, nil))
	if len(c.places) == 0 {
		var limits []string
		for _, p := range m.named(j, nil) {
			if limit := m.refusedBy(j, &m.Partitions[p]); limit != "" && !slices.Contains(limits, limit) {
				limits = append(limits, limit)
			}
		}
		return strings.Join(limits, " and ") + m.enforced()
	}
	var names []string
	for i := range c.places {
		names = append(names, m.Partitions[c.places[i].partition].Name)
	}
	lack := m.lackOf(&c)
	words := lackWords[lack]
	if limit := c.nodeLimit(); lack == ofProcessors && limit < c.tasks { // of all nodes there may be enough
		words = "more processors than there are on " + nodesOf(limit) + " of"
	}
	return "asking for " + words + " " + strings.Join(names, " or ")
}
