package opened

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/machine/slurmconf"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/actions"
	"backfill/ui/draft"
	"backfill/ui/draft/cluster"
	"backfill/ui/phrase"
	"backfill/ui/timeline"
)

// act gives every policy slurm of the draft what people did, by a table that came. Nothing changes if something is wrong with it.
func (o *Files) act(f File) {
	warn := func(text string) {
		if f.Together && o.Notice.Text != "" {
			text = o.Notice.Text + " " + text
		}
		o.Warn(text)
	}
	about := draft.ParamNamed(o.Form.Policy("slurm"), "actions")
	var acting []int
	for i, c := range o.Draft.Policies {
		if c.Kind == "slurm" {
			acting = append(acting, i)
		}
	}
	if acting == nil {
		warn(f.Name + " is a table of what people did while a cluster ran, which the policy “" + o.Form.Policy("slurm").Name + "” alone knows, and it is not among the policies. Drop slurm.conf, or choose that policy on a machine of nodes and partitions; then drop the table once more.")
		return
	}
	table, err := actions.Read(f.Name, f.Actions, about.Columns, o.actionNames())
	if err != nil {
		warn(phrase.GroupedIn(err.Error()))
		return
	}
	rows := table.JSON()
	for _, i := range acting {
		if err := o.refuses(i, about, rows); err != nil {
			warn(phrase.GroupedIn(table.In(err).Error()))
			return
		}
	}
	text, before := draft.TableText(about.Columns, rows), o.Notice
	labels := o.Form.Labels(&o.Draft)
	var given []string
	o.Alter("", func(d *draft.Draft) {
		for _, i := range acting {
			c := d.Policies[i].Clone()
			c.Texts["actions"] = text
			c.Label = labels[i] // without one of its own it would have the table in it
			d.Policies[i] = c
			given = append(given, "“"+labels[i]+"”")
		}
		o.ActedAsConfigured(text)
	})
	o.Resume()
	told := f.Name + " was read as a table of what people did while the cluster ran: " + phrase.Plural(int64(table.Actions), "action") + ", " + didWords(table) + ". " + phrase.List(given)
	if len(given) == 1 {
		told += " has them now."
	} else {
		told += " have them now."
	}
	if len(o.Wrong) == 0 && o.Plan != nil {
		if note := experiment.Acting(o.Plan); note != "" {
			told += " " + phrase.UpperFirst(note) + "."
		}
	}
	if f.Together && before.Text != "" {
		before.Text += " " + told
		o.Browser.Say(told)
		o.Notice = before
	} else {
		o.Tell(told)
	}
	o.Notice.Lasting = true
}

// didWords are how many actions of each kind there are: "2 hold, 1 drain".
func didWords(t *actions.Table) string {
	words, count := t.Did()
	var list []string
	for _, word := range words {
		list = append(list, phrase.Grouped(int64(count[word]))+" "+word)
	}
	return strings.Join(list, ", ")
}

// refuses says why policy i of the draft does not take actions; nil if it does, or if it has other mistakes.
func (o *Files) refuses(i int, about *param.Param, rows json.RawMessage) error {
	checked, err := param.Check("", []param.Param{*about}, map[string]json.RawMessage{about.Name: rows})
	if err != nil {
		return err
	}
	kinds := o.Form.Catalogs.Policies
	kind := &kinds[slices.IndexFunc(kinds, func(k scenario.PolicyKind) bool { return k.Kind == "slurm" })]
	others := slices.DeleteFunc(slices.Clone(kind.Params), func(p param.Param) bool { return p.Name == about.Name })
	values, ok := o.Values(&o.Draft, "/policies/"+strconv.Itoa(i), o.Draft.Policies[i], others, timeline.Clock{})
	if !ok || kind.Check == nil {
		return nil
	}
	if kind.Check(values) != nil {
		return nil // with no actions at all: it is told at its field
	}
	values[about.Name] = checked[about.Name]
	return kind.Check(values)
}

// readInstant reads an instant of the jobs of the draft.
func (o *Files) readInstant(text string) (engine.Time, error) {
	zone := strings.TrimSpace(o.Draft.Workload.Texts["zone"])
	if o.Draft.Workload.Kind != accounting.Kind.Kind || zone == "" || zone == "UTC" {
		return o.ClockAt(&o.Draft, "/workload/transform/"+strconv.Itoa(len(o.Draft.Transforms))+"/").Read(text)
	}
	// When a log begins in another zone than that in which it was looked through first, a run tells.
	if !o.Stale() {
		return o.Clock().Read(text)
	}
	t, err := timeline.Clock{}.Read(text)
	if err != nil {
		err = errors.New("a date is accepted when the experiment has been run in its time zone, " + zone + ": run it, then drop the table once more")
	}
	return t, err
}

// actionNames are what names in a table stand for: those of the draft's machine, or of the log and the configuration of the cluster, which have
// numbers there.
func (o *Files) actionNames() *actions.Names {
	names := &actions.Names{Instant: o.readInstant}
	configured := o.cluster
	if shown := o.shown(); configured == nil && shown.Machine != nil {
		configured = shown.Cluster
	}
	if configured == nil {
		configured = &slurmconf.Cluster{}
	}
	machine, known := cluster.ReadMachine(o.Form, o.Draft.Machine)
	if known {
		has, numbered := machine.HasNode(), map[string]string{}
		var logged []string
		if legend := o.LoggedNames(); legend != nil {
			logged = legend[accounting.Hosts]
		}
		for i, name := range configured.NumberedNames(logged) {
			numbered[configured.Nodes[i].Name] = name
		}
		names.Node = func(name string) (string, error) {
			switch number, is := numbered[name]; {
			case is && has[number]:
				return number, nil
			case has[name]:
				return name, nil
			}
			return "", errors.New("the machine has no node " + name + "; names of its nodes, or those in the configuration of the cluster that was dropped, are accepted")
		}
	}
	legend := o.LoggedNames()
	if legend == nil {
		legend = &accounting.Legend{}
	}
	names.Number = func(column, name string) (int64, bool) {
		var logged, others []string // names that have numbers, and those that have numbers behind them
		switch column {
		case "partition":
			logged = legend[accounting.Partitions]
			for i := range configured.Partitions {
				others = append(others, configured.Partitions[i].Name)
			}
		case "qos":
			logged = legend[accounting.QOSs]
			for i := range configured.QOS {
				others = append(others, configured.QOS[i].Name)
			}
		case "account":
			logged = legend[accounting.Accounts]
			if name == "root" {
				return 0, true
			}
		case "user":
			logged = legend[accounting.Users]
		}
		if slices.Contains(logged, name) || slices.Contains(others, name) {
			return int64(slurmconf.NumberOf(logged, name, slices.Index(others, name))), true
		}
		if column == "partition" && known {
			return machine.PartitionNamed(name)
		}
		return 0, false
	}
	return names
}
