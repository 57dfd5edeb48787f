package slurmconf

import (
	"maps"
	"slices"
	"strings"
)

// unread are keys of nodes and partitions that may decide when jobs start and are not read, as slurm.conf spells them, each with the values
// that change nothing.
var unread = map[string]struct {
	key      string
	ordinary []string
}{
	// Of nodes.
	"corespeccount": {"CoreSpecCount", []string{"0"}},
	"cpuspeclist":   {"CPUSpecList", nil},
	"memspeclimit":  {"MemSpecLimit", []string{"0"}},
	// Of partitions.
	"allocnodes":           {"AllocNodes", []string{"ALL"}},
	"allowgroups":          {"AllowGroups", []string{"ALL"}},
	"alternate":            {"Alternate", []string{"NONE"}},
	"defmempercpu":         {"DefMemPerCPU", []string{"UNLIMITED", "0"}},
	"defmempernode":        {"DefMemPerNode", []string{"UNLIMITED", "0"}},
	"exclusivetopo":        {"ExclusiveTopo", []string{"NO"}},
	"exclusiveuser":        {"ExclusiveUser", []string{"NO"}},
	"jobdefaults":          {"JobDefaults", nil},
	"lln":                  {"LLN", []string{"NO"}},
	"maxcpuspernode":       {"MaxCPUsPerNode", []string{"UNLIMITED"}},
	"maxcpuspersocket":     {"MaxCPUsPerSocket", []string{"UNLIMITED"}},
	"maxmempercpu":         {"MaxMemPerCPU", []string{"UNLIMITED", "0"}},
	"maxmempernode":        {"MaxMemPerNode", []string{"UNLIMITED", "0"}},
	"oversubscribe":        {"OverSubscribe", []string{"NO", "EXCLUSIVE"}},
	"overtimelimit":        {"OverTimeLimit", []string{"NONE", "0"}},
	"reqresv":              {"ReqResv", []string{"NO"}},
	"rootonly":             {"RootOnly", []string{"NO"}},
	"selecttypeparameters": {"SelectTypeParameters", []string{"NONE"}},
	"shared":               {"Shared", []string{"NO", "EXCLUSIVE"}},
	"topology":             {"Topology", []string{"NONE"}},
}

// tellUnread notes those of a line that are not read, each once in a file.
func (r *reader) tellUnread(v values, at place) {
	for _, small := range slices.Sorted(maps.Keys(v)) {
		u, ok := unread[small]
		value := v[small]
		if ok && value != "" && value != "(null)" && !slices.ContainsFunc(u.ordinary, func(o string) bool { return strings.EqualFold(o, value) }) {
			r.tellOnce(at, u.key, u.key+"="+value)
		}
	}
	for _, part := range listed(v["gres"]) {
		if name, _, _ := strings.Cut(part, ":"); name != "gpu" {
			r.tellOnce(at, "Gres "+name, "Gres="+part)
		}
	}
}

// tellOnce notes something that is not used, unless the same was noted of another line of the file.
func (r *reader) tellOnce(at place, what, text string) {
	k := place{at.file + "\n" + what, 0}
	if !r.told[k] {
		r.told[k] = true
		r.unused(at, "%s", text)
	}
}
