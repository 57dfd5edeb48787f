package cluster

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/machine/hostlist"
	"backfill/ui/draft"
)

// Machine is the machine of partitions as it is being edited: the rows of its tables.
type Machine struct {
	form              draft.Form
	machine           draft.Choice
	nodes, partitions []row
}

// mostNodes bounds the lists of nodes that are taken apart.
const mostNodes = 100_000

// ReadMachine reads a machine of partitions; false if it is another one, or its tables have mistakes.
func ReadMachine(f draft.Form, machine draft.Choice) (*Machine, bool) {
	if machine.Kind != "partitions" {
		return nil, false
	}
	m := &Machine{form: f, machine: machine.Clone()}
	for name, rows := range map[string]*[]row{"nodes": &m.nodes, "partitions": &m.partitions} {
		var ok bool
		if *rows, ok = readRows(f.Machine(machine.Kind), name, machine.Texts[name]); !ok || len(*rows) == 0 {
			return nil, false
		}
	}
	return m, true
}

// Equal says whether both are the same machine.
func (m *Machine) Equal(other *Machine) bool { return reflect.DeepEqual(m.Choice(), other.Choice()) }

// Choice is the machine as a choice.
func (m *Machine) Choice() draft.Choice {
	for name, rows := range map[string][]row{"nodes": m.nodes, "partitions": m.partitions} {
		m.machine.Texts[name] = rowsText(m.form.Machine(m.machine.Kind), name, rows)
	}
	return m.machine
}

// HasNode says for each name of a node whether there is one.
func (m *Machine) HasNode() map[string]bool {
	has := map[string]bool{}
	for _, row := range m.nodes {
		names, _ := hostlist.Expand(row.text("name"), mostNodes)
		for _, name := range names {
			has[name] = true
		}
	}
	return has
}

// Nodes is how many there are.
func (m *Machine) Nodes() int {
	n := 0
	for _, row := range m.nodes {
		names, _ := hostlist.Expand(row.text("name"), mostNodes)
		n += len(names)
	}
	return n
}

// WithNodes is how many nodes MoreNodes makes.
func (m *Machine) WithNodes(percent float64) int {
	sum := 0
	for _, n := range m.wanted(percent) {
		sum += n
	}
	return sum
}

// wanted is how many nodes each row gets, so that all together are so many per cent more, rounded up, or fewer. A row has at least one.
func (m *Machine) wanted(percent float64) []int {
	var list []int
	before, wantedBefore := 0, 0 // in the rows above
	for _, row := range m.nodes {
		names, _ := hostlist.Expand(row.text("name"), mostNodes)
		before += len(names)
		wanted := int(draft.PercentMore(float64(before), percent))
		list = append(list, max(1, wanted-wantedBefore))
		wantedBefore = wanted
	}
	return list
}

// MoreNodes makes so many per cent more nodes of all rows together, rounded up, or fewer, at least one of each row. New ones are in the partitions that have all nodes of the row.
func (m *Machine) MoreNodes(percent float64) {
	lists := make([][]string, len(m.partitions))
	for i, row := range m.partitions {
		if list := row.text("nodes"); list != "" && list != "ALL" {
			lists[i], _ = hostlist.Expand(list, mostNodes)
		}
	}
	taken := m.HasNode()
	all := m.wanted(percent)
	for k, row := range m.nodes {
		names, _ := hostlist.Expand(row.text("name"), mostNodes)
		wanted := all[k]
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
	for i, row := range m.partitions {
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
func (m *Machine) MoreMemory(factor float64) {
	for _, row := range m.nodes {
		var gigabytes float64
		if json.Unmarshal(row["memory"], &gigabytes) == nil && gigabytes > 0 {
			row.setNumber("memory", gigabytes*factor)
		}
	}
}
