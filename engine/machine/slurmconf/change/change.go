// Package change writes down how the configuration of a Slurm cluster is to be changed, so that it is as a scenario has it: whole lines of
// slurm.conf, commands of sacctmgr and, of what is no such line, sentences. It knows the machine of partitions and the policy slurm by the
// names of their fields, and changes nothing itself.
//
// Source: slurm.conf(5), scontrol(1) and sacctmgr(1) of Slurm 22.05.
package change

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/param"
)

// Side is a scenario's machine of partitions and its policy slurm, each as param.Check gives it; nil: there is none.
type Side struct{ Machine, Policy param.Values }

// Change is how one comes from one side to another.
type Change struct {
	Lines    []string // of slurm.conf, each whole: it takes the place of the one with the same key, or of the same partition
	Commands []string // of sacctmgr
	InWords  []string // what is no line and no command, in sentences
	Numbers  bool     // some accounts, users, QOS or partitions have numbers, or some nodes the scenario's names, for want of their names
	Restarts []string // keys of lines that take effect when slurmctld is started again
	Nodes    bool     // nodes are added or removed
	Whole    bool     // lines of partitions are among the lines: they have what is modelled
}

// Any says whether there is something to change.
func (c *Change) Any() bool { return len(c.Lines)+len(c.Commands)+len(c.InWords) > 0 }

// Remarks say how the change takes effect, and what the lines and commands do not have.
func (c *Change) Remarks() (list []string) {
	if c.Whole {
		list = append(list, "The line of a partition has what is modelled of it. Keep what else your own line says, such as State or AllowGroups.")
	}
	if len(c.Lines) > 0 {
		text := "A line takes the place of the one with the same key, or of the same partition. "
		if len(c.Restarts) < len(c.Lines) {
			text += "Then scontrol reconfigure has Slurm read the file again."
		}
		if len(c.Restarts) > 0 {
			text = strings.TrimSuffix(text, " ") + " For " + strings.Join(c.Restarts, " and ") + " slurmctld has to be started again."
		}
		list = append(list, text)
	}
	if c.Nodes {
		list = append(list, "Where nodes are added or removed, slurmctld and all slurmd have to be started again, as scontrol(1) of Slurm 22.05 says.")
	}
	if len(c.Commands) > 0 {
		list = append(list, "sacctmgr asks before it changes the database.")
	}
	return list
}

// Text is what can be copied: the lines of slurm.conf, then the commands.
func (c *Change) Text() string {
	var parts []string
	for _, list := range [][]string{c.Lines, c.Commands} {
		if len(list) > 0 {
			parts = append(parts, strings.Join(list, "\n")+"\n")
		}
	}
	return strings.Join(parts, "\n")
}

// writer writes one down.
type writer struct {
	Change
	before, after Side
	of            *slurmconf.Cluster // the configuration that was read; without one it is empty
	names         *slurmconf.Names   // nil: numbers
}

// Between writes down the change from one side to another. What the machine does not model of a partition is as in the configuration of, of
// which the machine was made; nil: it is not at hand. Without names things have the scenario's numbers.
func Between(before, after Side, of *slurmconf.Cluster, names *slurmconf.Names) *Change {
	if of == nil {
		of = &slurmconf.Cluster{}
	}
	w := &writer{before: before, after: after, of: of, names: names}
	if before.Policy != nil && after.Policy != nil {
		w.policy()
	}
	if before.Machine != nil && after.Machine != nil {
		w.nodes()
		if was, is := before.Machine, after.Machine; was.Text("enforcePartLimits") != is.Text("enforcePartLimits") {
			w.line("EnforcePartLimits", strings.ToUpper(is.Text("enforcePartLimits")))
		}
	}
	w.partitions()
	if before.Policy != nil && after.Policy != nil {
		w.commands()
	}
	return &w.Change
}

// line adds a line that sets a key.
func (w *writer) line(key, value string) {
	w.Lines = append(w.Lines, key+"="+value)
	if restarts[key] {
		w.Restarts = append(w.Restarts, key)
	}
}

// restarts are the keys of which slurm.conf(5) says that slurmctld has to be started again.
var restarts = map[string]bool{"SchedulerType": true, "AccountingStorageEnforce": true}

// say adds a sentence.
func (w *writer) say(format string, args ...any) {
	w.InWords = append(w.InWords, fmt.Sprintf(format, args...))
}

// rows are those of a table that may be left out.
func rows(v param.Values, table string) []param.Values {
	list, _ := v[table].([]param.Values)
	return list
}

// same says whether two sides have the same in a field, or both nothing.
func same(a, b param.Values, field string) bool {
	if a.Has(field) != b.Has(field) {
		return false
	}
	return !a.Has(field) || param.Format(a[field]) == param.Format(b[field])
}

// number is that of a row in a column, -1 if it has none there.
func number(row param.Values, column string) int {
	if !row.Has(column) {
		return -1
	}
	return int(row.Int(column))
}

// name is that of a number, or the number itself.
func (w *writer) name(of func(*slurmconf.Names) map[int]string, n int) string {
	if w.names != nil {
		if name := of(w.names)[n]; name != "" {
			return name
		}
	}
	w.Numbers = true
	return strconv.Itoa(n)
}

func accounts(n *slurmconf.Names) map[int]string { return n.Accounts }
func users(n *slurmconf.Names) map[int]string    { return n.Users }
func qos(n *slurmconf.Names) map[int]string      { return n.QOS }

// policy writes the settings of the scheduler.
func (w *writer) policy() {
	was, is := w.before.Policy, w.after.Policy
	w.schedulerParameters(was.Text("parameters"), is.Text("parameters"))
	for _, f := range []struct{ field, key string }{{"killWait", "KillWait"}, {"completeWait", "CompleteWait"}} {
		if !same(was, is, f.field) {
			w.line(f.key, strconv.FormatInt(int64(is.Float(f.field)), 10))
		}
	}
	if !same(was, is, "backfill") {
		w.line("SchedulerType", map[bool]string{true: "sched/backfill", false: "sched/builtin"}[is.Bool("backfill")])
	}
	if !same(was, is, "limits") || !same(was, is, "safe") {
		w.enforce(is.Bool("limits"), is.Bool("safe"))
	}
	w.settings()
	for _, name := range []string{"version", "epilog", "completing", "requeueDelay", "preempt", "preemptMode", "preemptExempt", "licences", "actions"} {
		if !same(was, is, name) {
			w.say("The policy's field %s has changed; no line is written for it.", name)
		}
	}
}

// schedulerParameters writes the whole line. Words that PreemptParameters has stay there.
func (w *writer) schedulerParameters(was, is string) {
	if was == is {
		return
	}
	own := func(text string) (words, preempt []string) {
		elsewhere := param.WordsOf(w.of.Settings["PreemptParameters"])
		here := param.WordsOf(w.of.Settings["SchedulerParameters"])
		for _, word := range param.WordsOf(text) {
			bare, prefixed := strings.CutPrefix(word, "preempt_")
			named := func(list []string, name string) bool {
				key, _, _ := strings.Cut(name, "=")
				return slices.ContainsFunc(list, func(w string) bool {
					k, _, _ := strings.Cut(w, "=")
					return strings.EqualFold(k, key)
				})
			}
			if prefixed && !named(here, word) && (named(elsewhere, word) || named(elsewhere, bare)) {
				preempt = append(preempt, bare)
			} else {
				words = append(words, word)
			}
		}
		return words, preempt
	}
	words, preempt := own(is)
	wordsBefore, preemptBefore := own(was)
	write := func(key string, was, is []string) {
		switch {
		case slices.Equal(was, is):
		case len(is) == 0:
			w.say("The line %s is deleted.", key)
		default:
			w.line(key, strings.Join(is, ","))
		}
	}
	write("SchedulerParameters", wordsBefore, words)
	write("PreemptParameters", preemptBefore, preempt)
}

// enforce writes AccountingStorageEnforce. Other words of it stay.
func (w *writer) enforce(limits, safe bool) {
	words := param.WordsOf(w.of.Settings["AccountingStorageEnforce"])
	words = slices.DeleteFunc(words, func(word string) bool { return word == "limits" || word == "safe" })
	if limits {
		words = append(words, "limits")
	}
	if limits && safe {
		words = append(words, "safe")
	}
	if len(words) == 0 {
		words = []string{"none"}
	}
	w.line("AccountingStorageEnforce", strings.Join(words, ","))
}

// settings writes the lines about priorities.
func (w *writer) settings() {
	read := func(v param.Values) (keys []string, values map[string]string) {
		values = map[string]string{}
		for _, row := range rows(v, "settings") {
			keys = append(keys, row.Text("key"))
			values[row.Text("key")] = row.Text("value")
		}
		return keys, values
	}
	wereKeys, were := read(w.before.Policy)
	areKeys, are := read(w.after.Policy)
	for _, key := range areKeys {
		if are[key] == were[key] {
			continue
		}
		w.line(key, are[key])
		if key == "PriorityWeightTRES" && w.of.Settings[key] != "" {
			w.say("The line of PriorityWeightTRES has what is counted, %s; add the rest of your own line.", strings.Join(slurmconf.CountedTRES, ", "))
		}
	}
	for _, key := range wereKeys {
		if are[key] == "" {
			w.say("The line %s is deleted.", key)
		}
	}
}
