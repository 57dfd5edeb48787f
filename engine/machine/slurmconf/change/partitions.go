package change

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/machine/hostlist"
	"backfill/engine/machine/slurmconf"
	"backfill/engine/param"
)

// mostNodes bounds the lists of nodes that are taken apart.
const mostNodes = 100_000

// partition is one on one side: its row of the machine's table, and that of the policy's, which may be nil.
type partition struct {
	number      int
	row, factor param.Values
}

// partitionsOf are those of a side, in the order of the machine.
func partitionsOf(s Side) (list []partition) {
	factors := map[int]param.Values{}
	for _, row := range rows(s.Policy, "partitions") {
		factors[number(row, "number")] = row
	}
	for i, row := range rows(s.Machine, "partitions") {
		p := partition{number: i + 1, row: row}
		if row.Has("number") {
			p.number = number(row, "number")
		}
		p.factor = factors[p.number]
		list = append(list, p)
	}
	return list
}

// setting is what the policy has for a partition, otherwise if nothing.
func (p *partition) setting(column string, otherwise any) any {
	if p.factor.Has(column) {
		return p.factor[column]
	}
	return otherwise
}

// partitions writes a whole line for each that has changed.
func (w *writer) partitions() {
	before, after := partitionsOf(w.before), partitionsOf(w.after)
	find := func(list []partition, number int) int {
		return slices.IndexFunc(list, func(p partition) bool { return p.number == number })
	}
	for i := range after {
		p := &after[i]
		at := find(before, p.number)
		if at < 0 {
			w.partitionLine(p, p)
			w.say("The partition %s is new.", w.partitionName(p))
			continue
		}
		w.partitionLine(&before[at], p)
	}
	for i := range before {
		if find(after, before[i].number) < 0 {
			w.say("The partition %s is gone: delete its line.", w.partitionName(&before[i]))
		}
	}
}

// partitionName is what the configuration calls it, or the scenario does.
func (w *writer) partitionName(p *partition) string {
	if w.names != nil && w.names.Partitions[p.number] != "" {
		return w.names.Partitions[p.number]
	}
	w.Numbers = true
	return p.row.Text("name")
}

// columns of a partition that make its line, but for the name.
var (
	machineColumns = []string{"nodes", "tier", "maxTime", "defaultTime", "minNodes", "maxNodes", "accounts", "qos", "whole", "default"}
	policyColumns  = map[string]any{"jobFactor": 1.0, "qos": int64(-1), "billing": "", "preemptMode": "cluster", "grace": 0.0}
)

// partitionLine writes the line of a partition that was another one, if it has changed; if both are the same, it is new.
func (w *writer) partitionLine(was, is *partition) {
	changed := func(column string) bool { return !same(was.row, is.row, column) }
	changedSetting := func(column string) bool {
		return param.Format(was.setting(column, policyColumns[column])) != param.Format(is.setting(column, policyColumns[column]))
	}
	some := was == is || slices.ContainsFunc(machineColumns, changed)
	for column := range policyColumns {
		some = some || changedSetting(column)
	}
	if !some {
		return
	}
	name := w.partitionName(is)
	of := &slurmconf.Partition{JobFactor: 1, MaxTime: slurmconf.Unlimited, DefaultTime: slurmconf.Unlimited}
	known := false
	if at := slices.IndexFunc(w.of.Partitions, func(p slurmconf.Partition) bool { return p.Name == name }); at >= 0 && w.names != nil {
		of, known = &w.of.Partitions[at], true
	}
	words := []string{"PartitionName=" + quoted(name)}
	put := func(key, value string) { words = append(words, key+"="+quoted(value)) }
	put("Nodes", w.nodeList(is.row.Text("nodes"), known && !changed("nodes"), of))
	if is.row.Bool("default") {
		put("Default", "YES")
	} else if changed("default") {
		put("Default", "NO")
	}
	put("PriorityTier", strconv.FormatInt(is.row.Int("tier"), 10))
	factor := float64(of.JobFactor)
	if !known || changedSetting("jobFactor") {
		factor = is.setting("jobFactor", 1.0).(float64)
	}
	put("PriorityJobFactor", strconv.FormatFloat(factor, 'f', -1, 64))
	length := func(seconds float64) string {
		if seconds == 0 {
			return slurmconf.Length(slurmconf.Unlimited)
		}
		return slurmconf.Length(int64(seconds))
	}
	put("MaxTime", length(is.row.Float("maxTime")))
	if d := is.row.Float("defaultTime"); d > 0 {
		put("DefaultTime", length(d))
	}
	put("MinNodes", strconv.FormatInt(is.row.Int("minNodes"), 10))
	most := "UNLIMITED"
	if n := is.row.Int("maxNodes"); n > 0 {
		most = strconv.FormatInt(n, 10)
	}
	put("MaxNodes", most)
	whole := is.row.Bool("whole")
	if known && !changed("whole") {
		whole = of.Exclusive // of a cluster that gives whole nodes only no partition need say so
	}
	if whole {
		put("OverSubscribe", "EXCLUSIVE")
	} else if changed("whole") {
		put("OverSubscribe", "NO")
	}
	w.admitted(put, is, known && !changed("accounts"), "accounts", accounts, "AllowAccounts", "DenyAccounts", of.Accounts, of.DeniedAccounts)
	w.admitted(put, is, known && !changed("qos"), "qos", qos, "AllowQos", "DenyQos", of.QOS, of.DeniedQOS)
	switch limits := is.setting("qos", int64(-1)).(int64); {
	case known && !changedSetting("qos"):
		if of.LimitsOf != "" {
			put("QOS", of.LimitsOf)
		}
	case limits >= 0:
		put("QOS", w.name(qos, int(limits)))
	}
	billing, mode, grace := of.Billing, of.PreemptMode, float64(of.GraceTime)
	if mode == cmp.Or(w.of.Settings["PreemptMode"], "OFF") {
		mode = ""
	}
	if !known || changedSetting("billing") {
		billing = is.setting("billing", "").(string)
	}
	if !known || changedSetting("preemptMode") {
		if mode = strings.ToUpper(is.setting("preemptMode", "cluster").(string)); mode == "CLUSTER" {
			mode = ""
		}
	}
	if !known || changedSetting("grace") {
		grace = is.setting("grace", 0.0).(float64)
	}
	for _, o := range []struct {
		key, value string
	}{{"TRESBillingWeights", billing}, {"PreemptMode", mode}, {"GraceTime", strconv.FormatFloat(grace, 'f', -1, 64)}} {
		if o.value != "" && o.value != "0" {
			put(o.key, o.value)
		}
	}
	w.Lines = append(w.Lines, strings.Join(words, " "))
	w.Whole = true
}

// admitted writes which accounts or QOS a partition takes: those of the configuration, if that stays so, else those of the scenario.
func (w *writer) admitted(put func(key, value string), p *partition, stays bool, column string, of func(*slurmconf.Names) map[int]string, allow, deny string, allowed, denied []string) {
	switch {
	case stays && allowed != nil:
		put(allow, strings.Join(allowed, ","))
	case stays && denied != nil:
		put(deny, strings.Join(denied, ","))
	case stays || !p.row.Has(column):
	default:
		var names []string
		for _, r := range p.row.Set(column) {
			for n := max(r.From, 1); n <= r.To && len(names) < mostNodes; n++ { // 0 stands for no name
				names = append(names, w.name(of, int(n)))
			}
		}
		put(allow, strings.Join(names, ","))
	}
}

// nodeList is the list of a partition's nodes, with the configuration's names for them.
func (w *writer) nodeList(list string, stays bool, of *slurmconf.Partition) string {
	var names []string
	if stays && len(of.Nodes) > 0 {
		for _, n := range of.Nodes {
			names = append(names, w.of.Nodes[n].Name)
		}
		return hostlist.Compress(names)
	}
	if list == "" || list == "ALL" {
		return "ALL"
	}
	all, err := hostlist.Expand(list, mostNodes)
	if err != nil {
		return list
	}
	for _, name := range all {
		names = append(names, w.nodeName(name))
	}
	return hostlist.Compress(names)
}

// nodeName is what the configuration calls a node of the machine, or the scenario does.
func (w *writer) nodeName(name string) string {
	if w.names != nil && w.names.Nodes[name] != "" {
		return w.names.Nodes[name]
	}
	w.Numbers = true
	return name
}

// quoted is a value of slurm.conf, in quotes if it has blanks.
func quoted(value string) string {
	if strings.ContainsAny(value, " \t#") {
		return fmt.Sprintf("%q", value)
	}
	return value
}
