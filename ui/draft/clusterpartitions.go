package draft

import (
	"encoding/json"
	"slices"
	"strconv"

	"backfill/engine/machine/hostlist"
)

// number is that of a partition.
func (c *Cluster) number(i int) int64 {
	n := int64(i) + 1
	if raw := c.partitions[i]["number"]; raw != nil && json.Unmarshal(raw, &n) != nil {
		return -1
	}
	return n
}

// Partition is the name of the partition of that number, "" if there is none.
func (c *Cluster) Partition(number int64) string {
	for i, row := range c.partitions {
		if c.number(i) == number {
			return row.text("name")
		}
	}
	return ""
}

// PartitionNamed is the number of the partition of that name, false if there is none.
func (c *Cluster) PartitionNamed(name string) (number int64, ok bool) {
	for i, row := range c.partitions {
		if row.text("name") == name {
			return c.number(i), true
		}
	}
	return 0, false
}

// Partitions are the numbers of all.
func (c *Cluster) Partitions() (numbers []int64) {
	for i := range c.partitions {
		numbers = append(numbers, c.number(i))
	}
	return numbers
}

// row is the row of the partition of that number, one that is nowhere if there is none.
func (c *Cluster) row(number int64) tableRow {
	for i, row := range c.partitions {
		if c.number(i) == number {
			return row
		}
	}
	return tableRow{}
}

// OnAllNodes gives the partition of that number all nodes.
func (c *Cluster) OnAllNodes(number int64) { c.row(number).setText("nodes", "ALL") }

// HasAllNodes says whether it has them.
func (c *Cluster) HasAllNodes(number int64) bool { return len(c.NodesOf(number)) == c.Nodes() }

// WithoutLimits lets the partition of that number take all jobs.
func (c *Cluster) WithoutLimits(number int64) {
	for _, limit := range limits {
		delete(c.row(number), limit)
	}
}

// limits are the columns of a partition that keep jobs out.
var limits = []string{"maxTime", "minNodes", "maxNodes", "accounts", "qos"}

// HasNoLimits says whether the partition of that number takes all jobs.
func (c *Cluster) HasNoLimits(number int64) bool {
	row := c.row(number)
	return !slices.ContainsFunc(limits, func(limit string) bool { return row[limit] != nil && string(row[limit]) != "0" })
}

// Limit is a limit of a partition, maxTime in seconds or maxNodes; 0: there is none.
func (c *Cluster) Limit(number int64, limit string) (v float64) {
	if raw := c.row(number)[limit]; raw == nil || json.Unmarshal(raw, &v) != nil {
		return 0
	}
	return v
}

// SetLimit sets it.
func (c *Cluster) SetLimit(number int64, limit string, v float64) {
	c.row(number)[limit] = json.RawMessage(strconv.FormatFloat(v, 'f', -1, 64))
}

// NodesOf are the names of the nodes of a partition.
func (c *Cluster) NodesOf(number int64) []string {
	if list := c.row(number).text("nodes"); list != "" && list != "ALL" {
		names, _ := hostlist.Expand(list, mostNodes)
		return names
	}
	return c.names(func(tableRow) bool { return true })
}

// names are those of the nodes in rows of a kind.
func (c *Cluster) names(is func(row tableRow) bool) (all []string) {
	for _, row := range c.nodes {
		if is(row) {
			names, _ := hostlist.Expand(row.text("name"), mostNodes)
			all = append(all, names...)
		}
	}
	return all
}

// GPUNodes are the nodes with GPUs that one partition has and another one has not.
func (c *Cluster) GPUNodes(from, to int64) []string {
	withGPUs := map[string]bool{}
	for _, name := range c.names(func(row tableRow) bool { return row.text("gpus") != "" && row.text("gpus") != "0" }) {
		withGPUs[name] = true
	}
	for _, name := range c.NodesOf(to) {
		delete(withGPUs, name)
	}
	return slices.DeleteFunc(slices.Clone(c.NodesOf(from)), func(name string) bool { return !withGPUs[name] })
}

// MoveGPUs gives the last n of GPUNodes to the other partition.
func (c *Cluster) MoveGPUs(n int, from, to int64) {
	moved := c.GPUNodes(from, to)
	moved = moved[max(0, len(moved)-n):]
	left := slices.DeleteFunc(slices.Clone(c.NodesOf(from)), func(name string) bool { return slices.Contains(moved, name) })
	got := append(slices.Clone(c.NodesOf(to)), moved...)
	c.row(from).setText("nodes", hostlist.Compress(left))
	c.row(to).setText("nodes", hostlist.Compress(got))
}

// Merge gives each of two partitions the nodes of both; limits and tiers stay.
func (c *Cluster) Merge(a, b int64) {
	nodes := slices.Clone(c.NodesOf(a))
	for _, name := range c.NodesOf(b) {
		if !slices.Contains(nodes, name) {
			nodes = append(nodes, name)
		}
	}
	both := hostlist.Compress(nodes)
	if len(nodes) == c.Nodes() { // all in any order
		both = "ALL"
	}
	c.row(a).setText("nodes", both)
	c.row(b).setText("nodes", both)
}

// Shares says whether two partitions have the same nodes.
func (c *Cluster) Shares(a, b int64) bool {
	x, y := slices.Sorted(slices.Values(c.NodesOf(a))), slices.Sorted(slices.Values(c.NodesOf(b)))
	return slices.Equal(x, y)
}
