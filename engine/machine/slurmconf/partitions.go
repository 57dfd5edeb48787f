package slurmconf

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"backfill/engine/machine/hostlist"
)

// partitionSaid is what a line says of a partition.
type partitionSaid struct {
	partition Partition // without its nodes
	state     string
	nodes     string // a list of hosts and of sets of them
	at        place
}

// partition takes a line of a partition.
func (r *reader) partition(v values, at place) error {
	r.tellUnread(v, at)
	if v["partitionname"] == "DEFAULT" {
		r.partitionDefaults = v.or(r.partitionDefaults)
		return nil
	}
	if !r.shown {
		v = v.or(r.partitionDefaults)
	}
	if v["partitionname"] == "" {
		return &Error{at.file, at.line, "PartitionName", "", "the name of a partition is accepted"}
	}
	p, err := partitionOf(v, at)
	if err != nil {
		return err
	}
	latest := partitionSaid{p, strings.ToUpper(v["state"]), v["nodes"], at}
	if latest.state == "" {
		latest.state = "UP"
	}
	if k, known := r.partitionAt[p.Name]; known {
		r.olderPartitions = append(r.olderPartitions, r.partitions[k])
		r.partitions[k] = latest
		return nil
	}
	r.partitionAt[p.Name] = len(r.partitions)
	r.partitions = append(r.partitions, latest)
	return nil
}

// partitionOf is a partition with these settings, without its nodes.
func partitionOf(v values, at place) (Partition, error) {
	state := strings.ToUpper(v["state"])
	p := Partition{
		Name:      v["partitionname"],
		Default:   strings.EqualFold(v["default"], "YES"),
		Up:        state == "" || state == "UP" || state == "DRAIN",
		Exclusive: strings.HasPrefix(strings.ToUpper(v["oversubscribe"]+v["shared"]), "EXCLUSIVE"),
		Accounts:  named(v["allowaccounts"]), QOS: named(v["allowqos"]),
		LimitsOf: strings.TrimPrefix(v["qos"], "N/A"), PreemptMode: strings.ToUpper(v["preemptmode"]), Billing: strings.TrimPrefix(v["tresbillingweights"], "(null)"), DeniedAccounts: named(v["denyaccounts"]), DeniedQOS: named(v["denyqos"]),
	}
	for _, c := range []struct {
		to        *int32
		otherwise int64
		keys      []string
	}{{&p.Tier, 1, []string{"PriorityTier", "Priority"}}, {&p.JobFactor, 1, []string{"PriorityJobFactor"}}, {&p.MinNodes, 0, []string{"MinNodes"}}, {&p.MaxNodes, Unlimited, []string{"MaxNodes"}}} {
		n, err := v.count(at, c.otherwise, math.MaxInt32, c.keys...)
		if err != nil {
			return p, err
		}
		*c.to = int32(n)
	}
	var err error
	if p.GraceTime, err = v.count(at, 0, math.MaxInt32, "GraceTime"); err != nil {
		return p, err
	}
	if p.MaxTime, err = length(v["maxtime"]); err != nil {
		return p, &Error{at.file, at.line, "MaxTime", v["maxtime"], err.Error()}
	}
	if p.DefaultTime, err = length(v["defaulttime"]); err != nil {
		return p, &Error{at.file, at.line, "DefaultTime", v["defaulttime"], err.Error()}
	}
	return p, nil
}

// named are the accounts or QOS of a list, nil for ALL.
func named(list string) []string {
	if strings.EqualFold(list, "ALL") {
		return nil
	}
	return listed(list)
}

// inWords is what is read of a partition, as slurm.conf says it. Its nodes are names.
func (p *partitionSaid) inWords(nodes []Node) []keyed {
	q := &p.partition
	var names []string
	for _, k := range q.Nodes {
		names = append(names, nodes[k].Name)
	}
	is := func(yes bool, text, otherwise string) string {
		if yes {
			return text
		}
		return otherwise
	}
	orAll := func(list []string) string { return is(list == nil, "ALL", strings.Join(list, ",")) }
	return []keyed{
		{"Nodes", hostlist.Compress(names)},
		{"Default", is(q.Default, "YES", "NO")},
		{"State", p.state},
		{"PriorityTier", countText(int64(q.Tier))},
		{"PriorityJobFactor", countText(int64(q.JobFactor))},
		{"MaxTime", lengthText(q.MaxTime)},
		{"DefaultTime", is(q.DefaultTime == Unlimited, "NONE", lengthText(q.DefaultTime))},
		{"MinNodes", countText(int64(q.MinNodes))},
		{"MaxNodes", countText(int64(q.MaxNodes))},
		{"GraceTime", countText(q.GraceTime)},
		{"TRESBillingWeights", q.Billing},
		{"OverSubscribe", is(q.Exclusive, "EXCLUSIVE", "NO")},
		{"QOS", is(q.LimitsOf == "", "N/A", q.LimitsOf)},
		{"AllowAccounts", orAll(q.Accounts)},
		{"AllowQos", orAll(q.QOS)},
		{"DenyAccounts", strings.Join(q.DeniedAccounts, ",")},
		{"DenyQos", strings.Join(q.DeniedQOS, ",")},
	}
}

// finishPartitions keeps what was said last of each partition, and finds the nodes.
func (r *reader) finishPartitions() error {
	inOne := make([]bool, len(r.nodes))
	for i := range r.partitions {
		p := &r.partitions[i]
		missing, err := r.findNodes(p)
		if err != nil {
			return err
		}
		for _, name := range missing {
			r.unused(p.at, "the node %s of the partition %s, which no line describes", name, p.partition.Name)
		}
		for _, k := range p.partition.Nodes {
			inOne[k] = true
		}
		if len(p.partition.Nodes) == 0 {
			r.unused(p.at, "the partition %s, which has no nodes", p.partition.Name)
		}
		if p.state != "UP" {
			r.unused(p.at, "State=%s of the partition %s", p.state, p.partition.Name)
		}
		if _, left := countedWeights(p.partition.Billing); len(left) > 0 {
			r.otherwise(p.at, "not counted of TRESBillingWeights of the partition %s: %s", p.partition.Name, strings.Join(left, ","))
		}
		if p.partition.PreemptMode == "" {
			p.partition.PreemptMode = cmp.Or(r.cluster.Settings["PreemptMode"], "OFF")
		}
		r.cluster.Partitions = append(r.cluster.Partitions, p.partition)
	}
	for i := range r.olderPartitions {
		old := &r.olderPartitions[i]
		if _, err := r.findNodes(old); err != nil {
			return err
		}
		used := &r.partitions[r.partitionAt[old.partition.Name]]
		words := used.inWords(r.cluster.Nodes)
		for i, o := range old.inWords(r.cluster.Nodes) {
			if o.value != words[i].value {
				r.contradiction(old.at, o.key, o.value, "the partition "+old.partition.Name, used.at, words[i].value)
			}
		}
	}
	var alone []string
	for i, is := range inOne {
		if !is && len(r.partitions) > 0 {
			alone = append(alone, r.nodes[i].node.Name)
		}
	}
	switch len(alone) {
	case 0:
	case 1:
		r.cluster.Unused = append(r.cluster.Unused, "the node "+alone[0]+", which is in no partition")
	default:
		r.cluster.Unused = append(r.cluster.Unused, "the nodes "+hostlist.Compress(alone)+", which are in no partition")
	}
	return nil
}

// findNodes finds the nodes of a partition. Those of its list that no line describes are missing.
func (r *reader) findNodes(p *partitionSaid) (missing []string, err error) {
	names, err := r.namesOf(p.nodes)
	if err == nil {
		r.named += len(names)
		if r.named > 100*mostNodes {
			err = fmt.Errorf("more than %d nodes in the lists of all partitions; up to so many are accepted", 100*mostNodes)
		}
	}
	if err != nil {
		return nil, &Error{p.at.file, p.at.line, "Nodes", p.nodes, err.Error()}
	}
	list := make([]int32, 0, len(names))
	for _, name := range names {
		if k, known := r.nodeAt[name]; known {
			list = append(list, k)
		} else {
			missing = append(missing, name)
		}
	}
	slices.Sort(list)
	if list = slices.Compact(list); len(list) > 0 {
		p.partition.Nodes = list
	}
	return missing, nil
}

// namesOf are the names in the list of a partition, which may be ALL or have sets of nodes.
func (r *reader) namesOf(list string) ([]string, error) {
	var names []string
	switch {
	case strings.EqualFold(list, "ALL"):
		for i := range r.nodes {
			names = append(names, r.nodes[i].node.Name)
		}
		return names, nil
	case list == "" || list == "(null)":
		return nil, nil
	}
	for _, part := range hostlist.Parts(list) {
		lists, isSet := r.sets[part]
		if !isSet {
			lists = []string{part}
		}
		for _, l := range lists {
			more, err := hostlist.Expand(l, mostNodes)
			if err != nil {
				return nil, err
			}
			if names = append(names, more...); len(names) > 10*mostNodes {
				return nil, fmt.Errorf("more than %d nodes; up to so many are accepted", 10*mostNodes)
			}
		}
	}
	return names, nil
}
