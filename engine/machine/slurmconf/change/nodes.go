package change

import (
	"fmt"
	"slices"
	"strings"

	"backfill/engine/machine/hostlist"
	"backfill/engine/param"
)

// nodesOf are the nodes of a machine in their order, and the row of each.
func nodesOf(machine param.Values) (names []string, of map[string]param.Values) {
	of = map[string]param.Values{}
	for _, row := range rows(machine, "nodes") {
		list, _ := hostlist.Expand(row.Text("name"), mostNodes)
		for _, name := range list {
			names, of[name] = append(names, name), row
		}
	}
	return names, of
}

// nodes says which nodes are other ones. Their lines have what a machine does not model, such as sockets and addresses.
func (w *writer) nodes() {
	before, were := nodesOf(w.before.Machine)
	after, are := nodesOf(w.after.Machine)
	missing := func(names []string, among map[string]param.Values) (list []string) {
		for _, name := range names {
			if among[name] == nil {
				list = append(list, w.nodeName(name))
			}
		}
		return list
	}
	if list := missing(before, are); len(list) > 0 {
		w.Nodes = true
		w.say("%s gone: %s. Delete what NodeName lines say of them.", counted(len(list)), hostlist.Compress(list))
	}
	if list := missing(after, were); len(list) > 0 {
		w.Nodes = true
		w.say("%s added, which the scenario calls %s. Write a line NodeName for them, with their addresses, processors, memory and GPUs.", counted(len(list)), hostlist.Compress(list))
	}
	type change struct{ what, was, is string }
	var order []change
	changed := map[change][]string{}
	for _, name := range after {
		was, is := were[name], are[name]
		if was == nil {
			continue
		}
		for _, a := range []struct{ column, key, unit string }{{"processors", "CPUs", ""}, {"memory", "RealMemory", " GB"}, {"gpus", "Gres", ""}, {"features", "Feature", ""}, {"weight", "Weight", ""}} {
			if same(was, is, a.column) {
				continue
			}
			c := change{a.key, w.amount(was, a.column, a.unit), w.amount(is, a.column, a.unit)}
			if changed[c] == nil {
				order = append(order, c)
			}
			changed[c] = append(changed[c], w.nodeName(name))
		}
	}
	for _, c := range order {
		list := changed[c]
		text := fmt.Sprintf("%s of %s: %s instead of %s. Change %s in their NodeName lines", map[string]string{"CPUs": "Processors", "RealMemory": "Memory", "Gres": "GPUs", "Feature": "Features", "Weight": "Weight"}[c.what], hostlist.Compress(list), c.is, c.was, c.what)
		if c.what == "Gres" {
			text += " and what gres.conf says of them"
		}
		w.say("%s.", text)
	}
}

// counted is "1 node is" or "3 nodes are".
func counted(n int) string {
	if n == 1 {
		return "1 node is"
	}
	return fmt.Sprintf("%d nodes are", n)
}

// amount is what a node has in a column, with the types of GPUs as the configuration calls them.
func (w *writer) amount(row param.Values, column, unit string) string {
	text := strings.Trim(param.Format(row[column]), `"`)
	if column == "gpus" && w.names != nil {
		parts := strings.Split(text, ",")
		for i, part := range parts {
			for k, name := range w.names.GPUTypes {
				if rest, is := strings.CutPrefix(part, fmt.Sprintf("type-%d:", k+1)); is {
					parts[i] = name + ":" + rest
				}
			}
		}
		text = strings.Join(parts, ",")
	}
	if slices.Contains([]string{"", "0"}, text) {
		return "none"
	}
	return text + unit
}
