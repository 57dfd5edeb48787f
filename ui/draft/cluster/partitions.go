package cluster

import (
	"encoding/json"
	"maps"
	"slices"

	"backfill/engine/machine/hostlist"
)

// number is that of a partition.
func (m *Machine) number(i int) int64 {
	return m.partitions[i].number("number", int64(i)+1)
}

// Partition is the name of the partition of that number, "" if there is none.
func (m *Machine) Partition(number int64) string {
	for i, row := range m.partitions {
		if m.number(i) == number {
			return row.text("name")
		}
	}
	return ""
}

// PartitionNamed is the number of the partition of that name, false if there is none.
func (m *Machine) PartitionNamed(name string) (number int64, ok bool) {
	for i, row := range m.partitions {
		if row.text("name") == name {
			return m.number(i), true
		}
	}
	return 0, false
}

// Partitions are the numbers of all.
func (m *Machine) Partitions() (numbers []int64) {
	for i := range m.partitions {
		numbers = append(numbers, m.number(i))
	}
	return numbers
}

// row is the row of the partition of that number, one that is nowhere if there is none.
func (m *Machine) row(number int64) row {
	for i, row := range m.partitions {
		if m.number(i) == number {
			return row
		}
	}
	return row{}
}

// OnAllNodes gives the partition of that number all nodes.
func (m *Machine) OnAllNodes(number int64) { m.row(number).setText("nodes", "ALL") }

// HasAllNodes says whether it has them.
func (m *Machine) HasAllNodes(number int64) bool { return len(m.NodesOf(number)) == m.Nodes() }

// WithoutLimits lets the partition of that number take all jobs.
func (m *Machine) WithoutLimits(number int64) {
	for _, limit := range limits {
		delete(m.row(number), limit)
	}
}

// limits are the columns of a partition that keep jobs out.
var limits = []string{"maxTime", "minNodes", "maxNodes", "accounts", "qos"}

// HasNoLimits says whether the partition of that number takes all jobs.
func (m *Machine) HasNoLimits(number int64) bool {
	row := m.row(number)
	return !slices.ContainsFunc(limits, func(limit string) bool { return row[limit] != nil && string(row[limit]) != "0" })
}

// Limit is a limit of a partition, maxTime in seconds or maxNodes; 0: there is none.
func (m *Machine) Limit(number int64, limit string) (v float64) {
	if raw := m.row(number)[limit]; raw == nil || json.Unmarshal(raw, &v) != nil {
		return 0
	}
	return v
}

// SetLimit sets it.
func (m *Machine) SetLimit(number int64, limit string, v float64) {
	m.row(number).setNumber(limit, v)
}

// NodesOf are the names of the nodes of a partition.
func (m *Machine) NodesOf(number int64) []string {
	if list := m.row(number).text("nodes"); list != "" && list != "ALL" {
		names, _ := hostlist.Expand(list, mostNodes)
		return names
	}
	return m.names(func(row) bool { return true })
}

// names are those of the nodes in rows of a kind.
func (m *Machine) names(is func(row row) bool) (all []string) {
	for _, row := range m.nodes {
		if is(row) {
			names, _ := hostlist.Expand(row.text("name"), mostNodes)
			all = append(all, names...)
		}
	}
	return all
}

// GPUNodes are the nodes with GPUs that one partition has and another one has not.
func (m *Machine) GPUNodes(from, to int64) []string {
	withGPUs := map[string]bool{}
	for _, name := range m.names(func(row row) bool { return row.text("gpus") != "" && row.text("gpus") != "0" }) {
		withGPUs[name] = true
	}
	for _, name := range m.NodesOf(to) {
		delete(withGPUs, name)
	}
	return slices.DeleteFunc(slices.Clone(m.NodesOf(from)), func(name string) bool { return !withGPUs[name] })
}

// MoveGPUs gives the last n of GPUNodes to the other partition.
func (m *Machine) MoveGPUs(n int, from, to int64) {
	moved := m.GPUNodes(from, to)
	moved = moved[max(0, len(moved)-n):]
	left := slices.DeleteFunc(slices.Clone(m.NodesOf(from)), func(name string) bool { return slices.Contains(moved, name) })
	got := append(slices.Clone(m.NodesOf(to)), moved...)
	m.row(from).setText("nodes", hostlist.Compress(left))
	m.row(to).setText("nodes", hostlist.Compress(got))
}

// Merge gives each of two partitions the nodes of both; limits and tiers stay.
func (m *Machine) Merge(a, b int64) {
	nodes := slices.Clone(m.NodesOf(a))
	for _, name := range m.NodesOf(b) {
		if !slices.Contains(nodes, name) {
			nodes = append(nodes, name)
		}
	}
	both := hostlist.Compress(nodes)
	if len(nodes) == m.Nodes() { // all in any order
		both = "ALL"
	}
	m.row(a).setText("nodes", both)
	m.row(b).setText("nodes", both)
}

// Shares says whether two partitions have the same nodes.
func (m *Machine) Shares(a, b int64) bool {
	x, y := slices.Sorted(slices.Values(m.NodesOf(a))), slices.Sorted(slices.Values(m.NodesOf(b)))
	return slices.Equal(x, y)
}

// gpuText is what a node has of GPUs, as a row says it, "" for none.
func gpuText(r row) string {
	if text := r.text("gpus"); text != "0" {
		return text
	}
	return ""
}

// GPUs are those of a node of a partition, such as 4 or a100:4,v100:2, "" for none; false if its nodes differ.
func (m *Machine) GPUs(number int64) (text string, same bool) {
	of := m.NodesOf(number)
	first := true
	for _, r := range m.nodes {
		names, _ := hostlist.Expand(r.text("name"), mostNodes)
		if !slices.ContainsFunc(names, func(name string) bool { return slices.Contains(of, name) }) {
			continue
		}
		if !first && gpuText(r) != text {
			return "", false
		}
		text, first = gpuText(r), false
	}
	return text, true
}

// SetGPUs gives each node of a partition these GPUs, such as 4 or a100:4,v100:2. A row of nodes of which some are elsewhere is divided.
func (m *Machine) SetGPUs(number int64, text string) {
	has := map[string]bool{}
	for _, name := range m.NodesOf(number) {
		has[name] = true
	}
	var rows []row
	for _, r := range m.nodes {
		names, _ := hostlist.Expand(r.text("name"), mostNodes)
		for len(names) > 0 { // nodes keep their order, by which they are chosen
			end := slices.IndexFunc(names, func(name string) bool { return has[name] != has[names[0]] })
			if end < 0 {
				end = len(names)
			}
			part := maps.Clone(r)
			part.setText("name", hostlist.Compress(names[:end]))
			if has[names[0]] {
				part.setText("gpus", text)
			}
			rows, names = append(rows, part), names[end:]
		}
	}
	m.nodes = rows
}

// Tier is the PriorityTier of a partition.
func (m *Machine) Tier(number int64) int64 { return m.row(number).number("tier", 1) }
