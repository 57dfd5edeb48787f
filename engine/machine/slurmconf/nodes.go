package slurmconf

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"backfill/engine/machine/hostlist"
)

// mostNodes bounds a cluster, and each list of hosts: none has more.
const mostNodes = 100_000

// nodeSaid is what a line says of a node.
type nodeSaid struct {
	node  Node
	state string
	at    place
}

// node takes a line of nodes.
func (r *reader) node(v values, at place) error {
	r.tellUnread(v, at)
	if v["nodename"] == "DEFAULT" {
		r.nodeDefaults = v.or(r.nodeDefaults)
		return nil
	}
	if !r.shown {
		v = v.or(r.nodeDefaults)
	}
	names, err := hostlist.Expand(v["nodename"], mostNodes)
	if err != nil {
		return &Error{at.file, at.line, "NodeName", v["nodename"], err.Error()}
	}
	n, err := nodeOf(v, at)
	if err != nil {
		return err
	}
	for _, name := range names {
		n.Name = name
		latest := nodeSaid{n, strings.ToUpper(v["state"]), at}
		if k, known := r.nodeAt[name]; known {
			r.olderNodes = append(r.olderNodes, r.nodes[k])
			r.nodes[k] = latest
			continue
		}
		r.nodeAt[name] = int32(len(r.nodes))
		r.nodes = append(r.nodes, latest)
	}
	if len(r.nodes) > mostNodes || len(r.olderNodes) > 10*mostNodes {
		return &Error{at.file, at.line, "NodeName", v["nodename"], fmt.Sprintf("more than %d nodes in all; up to so many are accepted", mostNodes)}
	}
	return nil
}

// nodeOf is a node with these settings. Without CPUs there are as many as boards x sockets x cores x threads.
func nodeOf(v values, at place) (n Node, err error) {
	const most = 1 << 20
	product := int64(1)
	for _, keys := range [][]string{{"Boards"}, {"Sockets", "SocketsPerBoard"}, {"CoresPerSocket"}, {"ThreadsPerCore"}} {
		k, err := v.count(at, 1, most, keys...)
		if err != nil {
			return n, err
		}
		product = min(product*max(k, 1), most)
	}
	processors, err := v.count(at, product, most, "CPUTot", "CPUs", "Procs")
	if err != nil {
		return n, err
	}
	if n.Memory, err = v.count(at, 1, math.MaxInt64>>1, "RealMemory"); err != nil {
		return n, err
	}
	if n.Weight, err = v.count(at, 1, math.MaxUint32, "Weight"); err != nil {
		return n, err
	}
	if processors < 0 || n.Memory < 0 {
		return n, &Error{at.file, at.line, "NodeName", v["nodename"], "CPUs and RealMemory are whole numbers, not UNLIMITED"}
	}
	n.Processors = int32(processors)
	if n.GPUs, err = gpus(v["gres"]); err != nil {
		return n, &Error{at.file, at.line, "Gres", v["gres"], err.Error()}
	}
	features := v["availablefeatures"]
	if features == "" {
		features = v["feature"] + v["features"]
	}
	n.Features = listed(features)
	return n, nil
}

// gpus are those in "gpu:a100:4,gpu:2(S:0-1),license:1".
func gpus(gres string) (list []GPUs, err error) {
	for _, part := range listed(gres) {
		part, _, _ = strings.Cut(part, "(")
		name, rest, _ := strings.Cut(part, ":")
		if name != "gpu" {
			continue
		}
		g, number := GPUs{}, rest
		if kind, behind, typed := strings.Cut(rest, ":"); typed {
			g.Type, number = kind, behind
		} else if _, err := strconv.Atoi(rest); err != nil && rest != "" {
			g.Type, number = rest, ""
		}
		if g.Count = 1; number != "" {
			n, err := strconv.ParseInt(number, 10, 32)
			if err != nil || n < 0 {
				return nil, fmt.Errorf("a number such as gpu:4 or gpu:a100:4 is accepted")
			}
			g.Count = int32(n)
		}
		list = append(list, g)
	}
	return list, nil
}

// inWords is what is read of a node, as slurm.conf says it.
func (n *Node) inWords() []keyed {
	var gres []string
	for _, g := range n.GPUs {
		if g.Type != "" {
			g.Type += ":"
		}
		gres = append(gres, fmt.Sprintf("gpu:%s%d", g.Type, g.Count))
	}
	return []keyed{
		{"CPUs", strconv.Itoa(int(n.Processors))},
		{"RealMemory", strconv.FormatInt(n.Memory, 10)},
		{"Gres", strings.Join(gres, ",")},
		{"Feature", strings.Join(n.Features, ",")},
		{"Weight", countText(n.Weight)},
	}
}

// finishNodes keeps what was said last of each node.
func (r *reader) finishNodes() {
	type difference struct {
		at               place
		key, value       string
		usedFile, usedAs string
	}
	var differ sameOfNodes[difference]
	for _, old := range r.olderNodes {
		used := &r.nodes[r.nodeAt[old.node.Name]]
		words := used.node.inWords()
		for i, o := range old.node.inWords() {
			if o.value != words[i].value {
				differ.add(difference{old.at, o.key, o.value, used.at.file, words[i].value}, old.node.Name, used.at)
			}
		}
	}
	differ.each(func(d difference, nodes string, first place) {
		r.contradiction(d.at, d.key, d.value, nodes, first, d.usedAs)
	})
	type state struct{ file, state string }
	var states sameOfNodes[state]
	for _, n := range r.nodes {
		r.cluster.Nodes = append(r.cluster.Nodes, n.node)
		if cannotStart(n.state) {
			states.add(state{n.at.file, n.state}, n.node.Name, n.at)
		}
	}
	states.each(func(s state, nodes string, first place) { r.unused(first, "State=%s of %s", s.state, nodes) })
}

// cannotStart says whether no job starts on a node in this state, such as "IDLE+DRAIN" or "DOWN*".
func cannotStart(state string) bool {
	for _, word := range strings.Split(state, "+") {
		switch strings.TrimRight(word, "*~#!%$@^-") {
		case "DOWN", "DRAIN", "DRAINED", "DRAINING", "FAIL", "FAILING", "ERROR", "FUTURE":
			return true
		}
	}
	return false
}
