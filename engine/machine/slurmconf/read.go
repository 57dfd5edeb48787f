package slurmconf

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/machine/hostlist"
)

// mostHosts bounds a list of hosts: no cluster has more.
const mostHosts = 100_000

// Recognises says whether a text is a configuration, or what is there of its beginning: its first lines that are no comments have a key of
// slurm.conf, or begin as scontrol prints nodes and partitions.
func Recognises(start string) bool {
	for line := range strings.SplitSeq(start, "\n") {
		key, _, ok := strings.Cut(strings.TrimSpace(line), "=")
		switch strings.ToLower(key) {
		case "":
			continue
		case "clustername", "controlmachine", "slurmctldhost", "nodename", "partitionname", "slurmuser", "authtype", "slurmctldport", "slurmdport", "statesavelocation":
			return ok
		}
		if !strings.HasPrefix(key, "#") {
			return false
		}
	}
	return false
}

// File is one file of a configuration.
type File struct{ Name, Text string }

// Read reads a configuration from files in any order: slurm.conf, what scontrol show node and show partition print, or several of them.
// A node or partition that is in several files is as the last one says. What is not known is left alone.
func Read(files ...File) (*Cluster, error) {
	r := &reader{cluster: &Cluster{}, sets: map[string][]string{}}
	for _, f := range files {
		if err := r.file(f); err != nil {
			return nil, err
		}
	}
	return r.cluster, r.finish()
}

// reader reads files.
type reader struct {
	cluster    *Cluster
	nodes      values // NodeName=DEFAULT
	partitions values // PartitionName=DEFAULT
	listed     []listed
	sets       map[string][]string // NodeSet: the nodes of each, by name
}

// listed is a partition whose nodes are still names.
type listed struct {
	at    int // among the partitions
	nodes string
	from  place
}

// place is where something stands.
type place struct {
	file string
	line int
}

// values are the settings of a line, by the key in small letters.
type values map[string]string

func (r *reader) file(f File) error {
	if !Recognises(f.Text) {
		return &Error{File: f.Name, Line: 1, Reason: "neither slurm.conf nor what scontrol show node or show partition prints"}
	}
	for _, l := range logicalLines(f.Text) {
		at := place{f.Name, l.line}
		v, first := settings(l.text)
		var err error
		switch first {
		case "nodename":
			err = r.node(v, at)
		case "partitionname":
			err = r.partition(v, at)
		case "nodeset":
			r.sets[v["nodeset"]] = append(r.sets[v["nodeset"]], v["nodes"])
		case "include":
			r.cluster.Unused = append(r.cluster.Unused, fmt.Sprintf("%s:%d: the file that is included; give it, too", f.Name, l.line))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// line is one of a file, with those that it goes on in.
type line struct {
	text string
	line int // of its beginning, from 1
}

// logicalLines joins lines that end with a backslash, and those that scontrol indents, and leaves out comments.
func logicalLines(text string) []line {
	var list []line
	goesOn := false
	for n, raw := range strings.Split(text, "\n") {
		raw = strings.TrimSuffix(raw, "\r")
		if i := strings.IndexByte(raw, '#'); i == 0 || i > 0 && (raw[i-1] == ' ' || raw[i-1] == '\t') {
			raw = raw[:i]
		}
		bare := strings.TrimSpace(raw)
		joined := goesOn || bare != "" && bare != raw && strings.HasPrefix(raw, "   ") && len(list) > 0
		goesOn = strings.HasSuffix(bare, "\\")
		bare = strings.TrimSuffix(bare, "\\")
		switch {
		case joined && len(list) > 0:
			list[len(list)-1].text += " " + bare
		case bare != "":
			list = append(list, line{bare, n + 1})
		}
	}
	return list
}

// settings are the key=value of a line, and its first key in small letters.
func settings(text string) (v values, first string) {
	v = values{}
	for i, word := range strings.Fields(text) {
		key, value, _ := strings.Cut(word, "=")
		key = strings.ToLower(key)
		if i == 0 {
			first = key
		}
		v[key] = value
	}
	return v, first
}

// or are the settings, and those of defaults where there is none.
func (v values) or(defaults values) values {
	all := values{}
	for key, value := range defaults {
		all[key] = value
	}
	for key, value := range v {
		all[key] = value
	}
	return all
}

// count is a whole number behind one of the keys, otherwise if there is none.
func (v values) count(at place, otherwise, most int64, keys ...string) (int64, error) {
	for _, key := range keys {
		text := v[key]
		switch strings.ToUpper(text) {
		case "":
			continue
		case "UNLIMITED", "INFINITE":
			return Unlimited, nil
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 || n > most {
			return 0, &Error{at.file, at.line, key, text, fmt.Sprintf("a whole number from 0 to %d is accepted", most)}
		}
		return n, nil
	}
	return otherwise, nil
}

// node takes a line of nodes.
func (r *reader) node(v values, at place) error {
	if v["nodename"] == "DEFAULT" {
		r.nodes = v.or(r.nodes)
		return nil
	}
	v = v.or(r.nodes)
	names, err := hostlist.Expand(v["nodename"], mostHosts)
	if err != nil {
		return &Error{at.file, at.line, "NodeName", v["nodename"], err.Error()}
	}
	n, err := r.nodeOf(v, at)
	if err != nil {
		return err
	}
	for _, name := range names {
		n.Name = name
		if k := r.cluster.node(name); k >= 0 {
			r.cluster.Nodes[k] = n
		} else {
			r.cluster.Nodes = append(r.cluster.Nodes, n)
		}
	}
	return nil
}

// nodeOf is a node with these settings. Without CPUs there are as many as boards x sockets x cores x threads.
func (r *reader) nodeOf(v values, at place) (n Node, err error) {
	const most = 1 << 20
	product := int64(1)
	for _, key := range []string{"boards", "sockets", "corespersocket", "threadspercore"} {
		keys := []string{key}
		if key == "sockets" {
			keys = append(keys, "socketsperboard")
		}
		k, err := v.count(at, 1, most, keys...)
		if err != nil {
			return n, err
		}
		product = min(product*max(k, 1), most)
	}
	processors, err := v.count(at, product, most, "cputot", "cpus", "procs")
	if err != nil {
		return n, err
	}
	if n.Memory, err = v.count(at, 1, math.MaxInt64>>1, "realmemory"); err != nil {
		return n, err
	}
	if n.Weight, err = v.count(at, 1, math.MaxUint32, "weight"); err != nil {
		return n, err
	}
	n.Processors = int32(processors)
	if n.GPUs, err = gpus(v["gres"]); err != nil {
		return n, &Error{at.file, at.line, "Gres", v["gres"], err.Error()}
	}
	features := v["availablefeatures"]
	if features == "" {
		features = v["feature"] + v["features"]
	}
	n.Features = words(features)
	return n, nil
}

// words are those of a list with commas; nil for none and for "(null)".
func words(list string) []string {
	if list == "" || list == "(null)" {
		return nil
	}
	return strings.Split(list, ",")
}

// gpus are those in "gpu:a100:4,gpu:2(S:0-1),license:1".
func gpus(gres string) (list []GPUs, err error) {
	for _, part := range words(gres) {
		part, _, _ = strings.Cut(part, "(")
		name, rest, _ := strings.Cut(part, ":")
		if name != "gpu" {
			continue
		}
		g, count := GPUs{}, rest
		if kind, behind, typed := strings.Cut(rest, ":"); typed {
			g.Type, count = kind, behind
		} else if _, err := strconv.Atoi(rest); err != nil && rest != "" {
			g.Type, count = rest, ""
		}
		if g.Count = 1; count != "" {
			n, err := strconv.ParseInt(count, 10, 32)
			if err != nil || n < 0 {
				return nil, fmt.Errorf("a number such as gpu:4 or gpu:a100:4 is accepted")
			}
			g.Count = int32(n)
		}
		list = append(list, g)
	}
	return list, nil
}

// partition takes a line of a partition.
func (r *reader) partition(v values, at place) error {
	if v["partitionname"] == "DEFAULT" {
		r.partitions = v.or(r.partitions)
		return nil
	}
	v = v.or(r.partitions)
	p := Partition{Name: v["partitionname"], Default: isYes(v["default"]), Up: v["state"] == "" || strings.EqualFold(v["state"], "UP") || strings.EqualFold(v["state"], "DRAIN"), Exclusive: strings.HasPrefix(strings.ToUpper(v["oversubscribe"]+v["shared"]), "EXCLUSIVE")}
	var err error
	for _, c := range []struct {
		to        *int32
		otherwise int64
		keys      []string
	}{{&p.Tier, 1, []string{"prioritytier", "priority"}}, {&p.MinNodes, 0, []string{"minnodes"}}, {&p.MaxNodes, Unlimited, []string{"maxnodes"}}} {
		n, err := v.count(at, c.otherwise, math.MaxInt32, c.keys...)
		if err != nil {
			return err
		}
		*c.to = int32(n)
	}
	if p.MaxTime, err = limit(v["maxtime"]); err != nil {
		return &Error{at.file, at.line, "MaxTime", v["maxtime"], err.Error()}
	}
	if p.DefaultTime, err = limit(v["defaulttime"]); err != nil {
		return &Error{at.file, at.line, "DefaultTime", v["defaulttime"], err.Error()}
	}
	p.Accounts, p.QOS = allowed(v["allowaccounts"]), allowed(v["allowqos"])
	k := slices.IndexFunc(r.cluster.Partitions, func(o Partition) bool { return o.Name == p.Name })
	if k < 0 {
		k = len(r.cluster.Partitions)
		r.cluster.Partitions = append(r.cluster.Partitions, p)
	} else {
		r.cluster.Partitions[k] = p
		r.listed = slices.DeleteFunc(r.listed, func(l listed) bool { return l.at == k })
	}
	r.listed = append(r.listed, listed{k, v["nodes"], at})
	return nil
}

func isYes(text string) bool { return strings.EqualFold(text, "YES") }

// allowed are the names that a partition takes jobs of; nil: all.
func allowed(list string) []string {
	if strings.EqualFold(list, "ALL") {
		return nil
	}
	return words(list)
}

// limit reads "30", minutes, "00:30:00", "7-00", "1-12:00", "UNLIMITED"; Unlimited for none.
func limit(text string) (seconds int64, err error) {
	wrong := fmt.Errorf("minutes, or a length such as 00:30:00, 1-12 or UNLIMITED, are accepted")
	switch strings.ToUpper(text) {
	case "", "UNLIMITED", "INFINITE", "NONE", "-1":
		return Unlimited, nil
	}
	days := int64(0)
	rest := text
	dayed := strings.Contains(text, "-")
	if dayed {
		var d string
		d, rest, _ = strings.Cut(text, "-")
		if days, err = strconv.ParseInt(d, 10, 32); err != nil || days < 0 {
			return 0, wrong
		}
	}
	var n []int64
	for _, part := range strings.Split(rest, ":") {
		k, err := strconv.ParseInt(part, 10, 32)
		if err != nil || k < 0 {
			return 0, wrong
		}
		n = append(n, k)
	}
	switch {
	case len(n) > 3:
		return 0, wrong
	case dayed: // hours, then minutes and seconds if they are there
		n = append(n, 0, 0)
		return days*24*3600 + n[0]*3600 + n[1]*60 + n[2], nil
	case len(n) == 1:
		return n[0] * 60, nil
	case len(n) == 2:
		return n[0]*60 + n[1], nil
	}
	return n[0]*3600 + n[1]*60 + n[2], nil
}

// finish finds the nodes of the partitions.
func (r *reader) finish() error {
	c := r.cluster
	places := map[string]int32{}
	for i := range c.Nodes {
		places[c.Nodes[i].Name] = int32(i)
	}
	used := make([]bool, len(c.Nodes))
	for _, l := range r.listed {
		p := &c.Partitions[l.at]
		names, err := r.namesOf(l.nodes)
		if err != nil {
			return &Error{l.from.file, l.from.line, "Nodes", l.nodes, err.Error()}
		}
		for _, name := range names {
			k, known := places[name]
			if !known {
				c.Unused = append(c.Unused, fmt.Sprintf("%s:%d: the node %s of the partition %s, which no line describes", l.from.file, l.from.line, name, p.Name))
				continue
			}
			used[k] = true
			p.Nodes = append(p.Nodes, k)
		}
		slices.Sort(p.Nodes)
		p.Nodes = slices.Compact(p.Nodes)
		if len(p.Nodes) == 0 {
			c.Unused = append(c.Unused, fmt.Sprintf("%s:%d: the partition %s, which has no nodes", l.from.file, l.from.line, p.Name))
		}
	}
	for i, is := range used {
		if !is && len(c.Partitions) > 0 {
			c.Unused = append(c.Unused, "the node "+c.Nodes[i].Name+", which is in no partition")
		}
	}
	return nil
}

// namesOf are the names in the list of a partition, which may be ALL or have sets of nodes.
func (r *reader) namesOf(list string) ([]string, error) {
	if strings.EqualFold(list, "ALL") {
		var all []string
		for i := range r.cluster.Nodes {
			all = append(all, r.cluster.Nodes[i].Name)
		}
		return all, nil
	}
	if list == "" || list == "(null)" {
		return nil, nil
	}
	var names []string
	for _, part := range hostlist.Parts(list) {
		lists, isSet := r.sets[part]
		if !isSet {
			lists = []string{part}
		}
		for _, l := range lists {
			more, err := hostlist.Expand(l, mostHosts)
			if err != nil {
				return nil, err
			}
			names = append(names, more...)
		}
	}
	return names, nil
}
