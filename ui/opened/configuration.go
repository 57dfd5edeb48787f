package opened

import (
	"errors"
	"slices"
	"strings"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/param"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/inferred"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/session"
)

// configure takes files of the configuration of a cluster, which it reads together with those that came before, and says why others are
// refused. They have names of hosts and accounts: nothing of them is kept but numbers.
func (o *Files) configure(came []slurmconf.File, refused []string) {
	var cluster *slurmconf.Cluster
	var files []slurmconf.File
	for {
		files = slices.DeleteFunc(slices.Clone(o.configuration), func(f slurmconf.File) bool { return slices.ContainsFunc(came, sameName(f.Name)) })
		files = append(files, came...)
		read, err := slurmconf.Read(files...)
		if err == nil {
			cluster = read
			break
		}
		refused = append(refused, err.Error())
		wrong, _ := errors.AsType[*slurmconf.Error](err)
		if wrong == nil || !slices.ContainsFunc(came, sameName(wrong.File)) {
			came = nil
			break
		}
		came = slices.DeleteFunc(slices.Clone(came), sameName(wrong.File))
	}
	if len(came) == 0 {
		o.Warn(strings.Join(refused, ". "))
		return
	}
	o.refused = refused
	o.configuration, o.cluster = files, cluster
	accounted := o.Draft.Workload.Kind == accounting.Kind.Kind
	machine, names := o.clusterMachine(o.LoggedNames())
	var otherwise []string
	notice := phrase.List(o.configurationNames()) + ": " + clusterWords(cluster) + "."
	switch {
	case cluster.Processors() == 0:
		notice += " No line describes nodes: give slurm.conf or what scontrol show node prints, too."
	case len(cluster.Partitions) == 0:
		notice += " No line describes partitions: give slurm.conf or what scontrol show partition prints, too."
	case !accounted:
		notice += " An accounting log that you drop is simulated on this machine."
	case o.LoggedNames() == nil:
		notice += " Drop the log once more: the copy in the browser does not say which of its numbers are these partitions."
	default:
		schedules := false
		o.Alter("", func(d *draft.Draft) {
			setMachine(d, *machine)
			acted := "" // by people, beside the same jobs
			if k := slices.IndexFunc(d.Policies, func(c draft.Choice) bool { return c.Label == slurmconf.AsConfigured || c.Label == slurmconf.Changed }); k >= 0 {
				acted = d.Policies[k].Texts["actions"]
			}
			if schedules = o.giveScheduler(d, names); schedules && acted != "" {
				d.Policies[0].Texts["actions"] = acted
			}
			o.NoteAsConfigured(d)
		})
		notice += " The machine is now this cluster, " + neutral + "." + schedulerWords(schedules)
		if schedules {
			otherwise = o.otherwise(names, o.LoggedJobs())
		}
	}
	o.Tell(notice + o.remarks(otherwise, someRemarks))
	o.offerAll(notice + o.remarks(otherwise, allRemarks))
	o.Notice.Lasting = true
}

// neutral says how the machine is named.
const neutral = "with numbers for the names of nodes and partitions, as the scenario may be given to others"

// clusterMachine is the configured cluster as a machine for jobs of a log with these names; nil if it has no nodes or no partitions.
func (o *Files) clusterMachine(names *accounting.Legend) (*draft.Choice, *slurmconf.Legend) {
	if !o.hasCluster() {
		return nil, nil
	}
	return o.machineOf(o.cluster, names)
}

// hasCluster says whether there is a cluster with nodes and partitions.
func (o *Files) hasCluster() bool {
	return o.cluster != nil && o.cluster.Processors() > 0 && len(o.cluster.Partitions) > 0
}

// ConfiguredNames are the names in the accounting log whose jobs the experiment has, and those of the configuration behind them; nil if there
// is no such log, or it was found in the browser's storage, where there are no names.
func (o *Files) ConfiguredNames() *slurmconf.Names {
	logged := o.LoggedNames()
	if logged == nil {
		return nil
	}
	if k := &o.called; k.names == nil || k.logged != logged || k.cluster != o.cluster {
		c := o.cluster
		if c == nil {
			c = &slurmconf.Cluster{}
		}
		*k = knownNames{logged: logged, cluster: o.cluster, names: c.Names(inferred.Legend(logged))}
	}
	return o.called.names
}

// knownNames are those of a log and a configuration, put together once.
type knownNames struct {
	logged    *accounting.Legend
	cluster   *slurmconf.Cluster
	names     *slurmconf.Names
	otherwise []string // what is scheduled otherwise than configured; nil: nobody has asked
}

// Configuration is the configuration of which the machine of the experiment was made; nil if it is not at hand.
func (o *Files) Configuration() *slurmconf.Cluster {
	if !o.hasCluster() || o.LoggedNames() == nil {
		return nil
	}
	return o.cluster
}

// machineOf is a cluster as a machine for jobs of a log with these names.
func (o *Files) machineOf(c *slurmconf.Cluster, names *accounting.Legend) (*draft.Choice, *slurmconf.Legend) {
	legend := inferred.Legend(names)
	about := o.Form.Machine("partitions")
	fields, _ := c.Machine(legend)
	machine := o.Form.PresetChoice(about, param.Preset{Fields: fields})
	return &machine, legend
}

// setMachine gives d another machine. A sweep over what the old one had ends.
func setMachine(d *draft.Draft, machine draft.Choice) {
	d.Sweep = slices.DeleteFunc(d.Sweep, func(axis draft.Choice) bool { return strings.HasPrefix(axis.Kind, "/machine") })
	d.Machine = machine
}

// giveCluster gives d the configured cluster as the machine of an accounting log; false if there is none.
func (o *Files) giveCluster(d *draft.Draft, f File) bool {
	if f.Legend == nil {
		return false
	}
	machine, legend := o.clusterMachine(f.Legend)
	if machine == nil {
		return false
	}
	setMachine(d, *machine)
	d.Description = "What happened on a cluster, and how other policies would schedule the same jobs on its nodes and partitions, in the order of tiers. Priorities, fair-share and limits on users and accounts are not simulated."
	schedules := o.giveScheduler(d, legend)
	if schedules {
		d.Description = "What happened on a cluster, and what becomes of the same jobs on its nodes and partitions under its scheduler as configured, with its priorities, fair-share, limits and preemption, or under another one. Reservations and changes by hand are simulated only if they are among the actions of the policy."
	}
	text := keptCopy(f) + " The machine is now the cluster of " + phrase.List(o.configurationNames()) + ", " + clusterWords(o.cluster) + ", " + neutral + "." + schedulerWords(schedules)
	if missing := slices.DeleteFunc(slices.Clone(legend.Partitions), func(name string) bool {
		return slices.ContainsFunc(o.cluster.Partitions, func(p slurmconf.Partition) bool { return p.Name == name })
	}); len(missing) > 0 {
		text += " It does not have " + phrase.Plural(int64(len(missing)), "partition") + " of the log, whose jobs run where those do that name none."
	}
	var otherwise []string
	if schedules {
		otherwise = o.otherwise(legend, f.Named)
	}
	const zone = " The log's times are read as UTC: set the time zone if that is wrong."
	o.tellOfLog(text + o.remarks(otherwise, someRemarks) + zone)
	o.offerAll(text + o.remarks(otherwise, allRemarks) + zone)
	return true
}

// schedulerWords say that the cluster's scheduler is among the policies.
func schedulerWords(are bool) string {
	if !are {
		return ""
	}
	return " The first policy is “" + slurmconf.AsConfigured + "”, and jobs are stopped as Slurm does."
}

// configurationNames are the names of the files of the configuration.
func (o *Files) configurationNames() (names []string) {
	for _, f := range o.configuration {
		names = append(names, f.Name)
	}
	return names
}

// sameName says whether a file has that name.
func sameName(name string) func(slurmconf.File) bool {
	return func(f slurmconf.File) bool { return f.Name == name }
}

// someRemarks are as many of each kind as stand in a notice at first, allRemarks as many as there is room for.
const (
	someRemarks = 3
	allRemarks  = 60
)

// remarks say what of the configuration is not used, what is scheduled otherwise than configured, of each at most so many, and what was
// refused that came last.
func (o *Files) remarks(otherwise []string, most int) string {
	text := ""
	for _, remarks := range []struct {
		before    string
		list      []string
		separator string
	}{{"Not used: ", o.cluster.Unused, ""}, {"Otherwise than configured: ", otherwise, "; "}} {
		shown := remarks.list[:min(most, len(remarks.list))]
		if len(shown) == 0 {
			continue
		}
		if remarks.separator == "" {
			text += " " + remarks.before + phrase.List(shown)
		} else {
			text += " " + remarks.before + strings.Join(shown, remarks.separator)
		}
		if more := len(remarks.list) - len(shown); more > 0 {
			text += ", and " + phrase.Grouped(int64(more)) + " more"
		}
		text += "."
	}
	if len(o.refused) > 0 {
		text += " Not read: " + strings.Join(o.refused, "; ") + "."
	}
	return text
}

// offerAll offers to show the notice with all remarks, which it may have already.
func (o *Files) offerAll(text string) {
	if text == o.Notice.Text {
		return
	}
	const id = "all-remarks-button"
	o.Notice.Choices = append(o.Notice.Choices, session.Choice{Text: "Show all", ID: id, Do: func() {
		o.Notice.Text = text
		o.Notice.Choices = slices.DeleteFunc(slices.Clone(o.Notice.Choices), func(c session.Choice) bool { return c.ID == id })
		o.Browser.Say(text)
	}})
}

// clusterWords are how large a cluster is: "12 nodes with 192 processors and 32 GPUs, in 2 partitions".
func clusterWords(c *slurmconf.Cluster) string {
	text := phrase.Plural(int64(len(c.Nodes)), "node") + " with " + phrase.Plural(c.Processors(), "processor")
	if n := c.GPUs(); n > 0 {
		text += " and " + phrase.Plural(n, "GPU")
	}
	if len(c.Partitions) > 0 {
		text += ", in " + phrase.Plural(int64(len(c.Partitions)), "partition")
	}
	return text
}
