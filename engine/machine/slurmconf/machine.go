package slurmconf

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/machine/hostlist"
)

// Legend has the names that a log of the cluster uses: that with the number 1 first.
type Legend struct{ Partitions, Accounts, Users, QOS, GPUTypes, Licences, Hosts []string }

// nodeRow and partitionRow are rows of the machine of partitions in a scenario.
type nodeRow struct {
	Name       string  `json:"name"`
	Processors int32   `json:"processors"`
	Memory     float64 `json:"memory,omitempty"` // GB
	GPUs       string  `json:"gpus,omitempty"`
	Features   string  `json:"features,omitempty"`
	Weight     int64   `json:"weight"`
}

type partitionRow struct {
	Name        string `json:"name"`
	Nodes       string `json:"nodes"`
	Number      int    `json:"number,omitempty"`
	Tier        int32  `json:"tier"`
	MaxTime     int64  `json:"maxTime,omitempty"`     // s
	DefaultTime int64  `json:"defaultTime,omitempty"` // s
	MinNodes    int32  `json:"minNodes,omitempty"`
	MaxNodes    int32  `json:"maxNodes,omitempty"`
	Accounts    string `json:"accounts,omitempty"`
	QOS         string `json:"qos,omitempty"`
	Whole       bool   `json:"whole,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// Machine describes the cluster as a scenario does, by the names of the fields. It has the nodes that partitions have, and the partitions
// with nodes. With the legend of a log it has no names: nodes, partitions, accounts, QOS and types of GPUs have the numbers that
// the log has for them. Without one, limits on accounts and QOS, which jobs have by number alone, are left out and told.
func (c *Cluster) Machine(log *Legend) (fields map[string]json.RawMessage, left []string) {
	m := &described{cluster: c, log: log, names: make([]string, len(c.Nodes))}
	if log != nil {
		m.names = c.NumberedNames(log.Hosts)
	} else {
		for i := range c.Nodes {
			m.names[i] = c.Nodes[i].Name
		}
	}
	used := make([]bool, len(c.Nodes))
	for i := range c.Partitions {
		for _, n := range c.Partitions[i].Nodes {
			used[n] = true
		}
	}
	var nodes []nodeRow
	var rows [][]string // the names of the nodes of each row
	for n := range c.Nodes {
		if !used[n] {
			continue
		}
		row := m.node(&c.Nodes[n])
		if last := len(nodes) - 1; last >= 0 && nodes[last] == row {
			rows[last] = append(rows[last], m.names[n])
			continue
		}
		nodes, rows = append(nodes, row), append(rows, []string{m.names[n]})
	}
	for i := range nodes {
		nodes[i].Name = hostlist.Compress(rows[i])
	}
	var partitions []partitionRow
	for i := range c.Partitions {
		if len(c.Partitions[i].Nodes) > 0 {
			partitions = append(partitions, m.partition(i))
		}
	}
	description := map[string]any{"choice": "slurm", "nodes": nodes, "partitions": partitions}
	if enforces := c.Settings["EnforcePartLimits"]; enforces != "" && enforces != "NO" {
		description["enforcePartLimits"] = strings.ToLower(enforces)
	}
	return inJSON(description), m.left
}

// NumberedNames are the names that a machine without names has for the nodes, n1 and so on: by the numbers that a log has for its nodes, of which
// that with the number 1 comes first. Nodes that are not in the log come behind those; nodes without names are those of a log, in its order.
func (c *Cluster) NumberedNames(logged []string) []string {
	numbers := make(map[string]int, len(logged))
	for i, name := range logged {
		numbers[name] = i + 1
	}
	names := make([]string, len(c.Nodes))
	for i := range names {
		number, known := numbers[c.Nodes[i].Name]
		switch {
		case c.Nodes[i].Name == "":
			number = i + 1
		case !known:
			number = len(logged) + i + 1
		}
		names[i] = fmt.Sprintf("n%d", number)
	}
	return names
}

// described is a cluster that is being described.
type described struct {
	cluster *Cluster
	log     *Legend
	names   []string // of the nodes in the description
	left    []string
}

// node is the row of a node, without its name.
func (m *described) node(n *Node) nodeRow {
	row := nodeRow{Processors: n.Processors, Features: strings.Join(n.Features, ","), Weight: n.Weight}
	if m.cluster.countsMemory() {
		row.Memory = float64(n.Memory) / 1024
	}
	if m.log != nil {
		row.Features = "" // words of the centre; a log does not say which jobs asked for them
	}
	var gpus []string
	for _, g := range n.GPUs {
		kind := g.Type
		if m.log != nil && kind != "" {
			kind = "type-" + strconv.Itoa(slices.Index(m.log.GPUTypes, kind)+1)
		}
		count := strconv.Itoa(int(g.Count))
		if kind != "" {
			count = kind + ":" + count
		}
		gpus = append(gpus, count)
	}
	row.GPUs = strings.Join(gpus, ",")
	return row
}

// countsMemory says whether jobs are given memory: not if the selection of resources is said to be without.
func (c *Cluster) countsMemory() bool {
	parameters := strings.ToUpper(c.Settings["SelectTypeParameters"])
	return strings.Contains(parameters, "MEMORY") || parameters == "" && c.Settings["SelectType"] == ""
}

// partition is the row of a partition.
func (m *described) partition(i int) partitionRow {
	p := &m.cluster.Partitions[i]
	var nodes []string
	for _, n := range p.Nodes {
		nodes = append(nodes, m.names[n])
	}
	row := partitionRow{Name: p.Name, Nodes: hostlist.Compress(nodes), Tier: p.Tier, MaxTime: max(p.MaxTime, 0), DefaultTime: max(p.DefaultTime, 0), MinNodes: p.MinNodes, MaxNodes: max(p.MaxNodes, 0),
		Whole: p.Exclusive || m.cluster.Settings["SelectType"] == "select/linear", Default: p.Default}
	if m.log == nil {
		if p.Accounts != nil || p.DeniedAccounts != nil {
			m.left = append(m.left, "the accounts that "+p.Name+" takes")
		}
		if p.QOS != nil || p.DeniedQOS != nil {
			m.left = append(m.left, "the QOS that "+p.Name+" takes")
		}
		return row
	}
	if row.Number = slices.Index(m.log.Partitions, p.Name) + 1; row.Number == 0 { // no job of the log was there
		row.Number = len(m.log.Partitions) + 1 + i
	}
	row.Name = fmt.Sprintf("p%d", row.Number)
	row.Accounts = admitted(m.log.Accounts, p.Accounts, p.DeniedAccounts)
	row.QOS = admitted(m.log.QOS, p.QOS, p.DeniedQOS)
	return row
}

// admitted are the numbers of the names that are allowed and not denied; "" for all. 0, which stands for no name, is what is left if none of
// them is in the log.
func admitted(names, allowed, denied []string) string {
	if allowed == nil && denied == nil {
		return ""
	}
	numbers := []string{"0"}
	for i, name := range names {
		if (allowed == nil || slices.Contains(allowed, name)) && !slices.Contains(denied, name) {
			numbers = append(numbers, strconv.Itoa(i+1))
		}
	}
	return strings.Join(numbers, ", ")
}
