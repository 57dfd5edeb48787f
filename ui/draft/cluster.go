package draft

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/machine/hostlist"
)

// Cluster is the machine of partitions as it is being edited: the rows of its tables.
type Cluster struct {
	form              Form
	machine           Choice
	nodes, partitions []tableRow
}

// tableRow is a row of a table, by the names of its columns.
type tableRow map[string]json.RawMessage

// text is what a row has in a column, "" if nothing.
func (r tableRow) text(column string) string {
	var text string
	if json.Unmarshal(r[column], &text) != nil {
		return ""
	}
	return text
}

// setText puts a text into a column.
func (r tableRow) setText(column, text string) { r[column] = quoted(text) }

// mostNodes bounds the lists of nodes that are taken apart.
const mostNodes = 100_000

// Cluster reads a machine of partitions; false if it is another one, or its tables have mistakes.
func (f Form) Cluster(machine Choice) (*Cluster, bool) {
	if machine.Kind != "partitions" {
		return nil, false
	}
	c := &Cluster{form: f, machine: machine.Clone()}
	for name, rows := range map[string]*[]tableRow{"nodes": &c.nodes, "partitions": &c.partitions} {
		raw, err := readTable(ParamNamed(f.Machine(machine.Kind), name).Columns, machine.Texts[name], nil)
		if err != nil || json.Unmarshal(raw, rows) != nil || len(*rows) == 0 {
			return nil, false
		}
	}
	return c, true
}

// Equal says whether both are the same machine.
func (c *Cluster) Equal(other *Cluster) bool { return reflect.DeepEqual(c.Machine(), other.Machine()) }

// Machine is the cluster as a choice.
func (c *Cluster) Machine() Choice {
	for name, rows := range map[string][]tableRow{"nodes": c.nodes, "partitions": c.partitions} {
		raw, err := json.Marshal(rows)
		if err != nil {
			panic(err) // it was read from JSON
		}
		c.machine.Texts[name] = TableText(ParamNamed(c.form.Machine(c.machine.Kind), name).Columns, raw)
	}
	return c.machine
}

// HasNode says for each name of a node whether there is one.
func (c *Cluster) HasNode() map[string]bool {
	has := map[string]bool{}
	for _, row := range c.nodes {
		names, _ := hostlist.Expand(row.text("name"), mostNodes)
		for _, name := range names {
			has[name] = true
		}
	}
	return has
}

// Nodes is how many there are.
func (c *Cluster) Nodes() int {
	n := 0
	for _, row := range c.nodes {
		names, _ := hostlist.Expand(row.text("name"), mostNodes)
		n += len(names)
	}
	return n
}

// WithNodes is how many nodes MoreNodes makes.
func (c *Cluster) WithNodes(percent float64) int {
	n := 0
	for _, row := range c.nodes {
		names, _ := hostlist.Expand(row.text("name"), mostNodes)
		n += moreOf(len(names), percent)
	}
	return n
}

// moreOf is so many per cent more of something, rounded up, or fewer, at least one.
func moreOf(n int, percent float64) int { return max(1, int(percentMore(float64(n), percent))) }

// MoreNodes gives every row of nodes so many per cent more, rounded up, or fewer, at least one. New ones are in the partitions that have all nodes of the row.
func (c *Cluster) MoreNodes(percent float64) {
	lists := make([][]string, len(c.partitions))
	for i, row := range c.partitions {
		if list := row.text("nodes"); list != "" && list != "ALL" {
			lists[i], _ = hostlist.Expand(list, mostNodes)
		}
	}
	taken := c.HasNode()
	for _, row := range c.nodes {
		names, _ := hostlist.Expand(row.text("name"), mostNodes)
		wanted := moreOf(len(names), percent)
		var added []string
		for len(names)+len(added) < wanted {
			added = append(added, nextName(names[len(names)-1], taken))
		}
		gone := names[min(wanted, len(names)):]
		for i, list := range lists {
			if len(added) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(list, name) }) {
				list = append(list, added...)
			}
			lists[i] = slices.DeleteFunc(list, func(name string) bool { return slices.Contains(gone, name) })
		}
		row.setText("name", hostlist.Compress(append(names[:min(wanted, len(names))], added...)))
	}
	for i, row := range c.partitions {
		if lists[i] != nil {
			row.setText("nodes", hostlist.Compress(lists[i]))
		}
	}
}

// nextName is the first name behind that of a node, by its number, that is not taken, and takes it.
func nextName(name string, taken map[string]bool) string {
	prefix := strings.TrimRight(name, "0123456789")
	number, _ := strconv.Atoi(name[len(prefix):])
	for {
		number++
		next := fmt.Sprintf("%s%0*d", prefix, len(name)-len(prefix), number)
		if !taken[next] {
			taken[next] = true
			return next
		}
	}
}

// MoreMemory multiplies the memory of every node, where it is counted.
func (c *Cluster) MoreMemory(factor float64) {
	for _, row := range c.nodes {
		var gigabytes float64
		if json.Unmarshal(row["memory"], &gigabytes) == nil && gigabytes > 0 {
			row["memory"] = json.RawMessage(strconv.FormatFloat(gigabytes*factor, 'f', -1, 64))
		}
	}
}
