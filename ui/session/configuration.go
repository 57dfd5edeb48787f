package session

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/param"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/inferred"
	"backfill/engine/workload/textfile"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// BytesThatTell is how many bytes of a file are looked at to find out what it is.
const BytesThatTell = 4096

// IsConfiguration says whether a file that begins with start, plain or gzipped, is of the configuration of a cluster, by its name or its start.
func IsConfiguration(name string, start []byte) bool {
	return strings.HasSuffix(strings.TrimSuffix(strings.ToLower(name), ".gz"), ".conf") || slurmconf.Recognises(string(textfile.Start(start, BytesThatTell)))
}

// ReadConfiguration is what a file of a configuration holds, plain or gzipped, of which data are the bytes.
func ReadConfiguration(f result.FileRef, data func() ([]byte, error)) (slurmconf.File, error) {
	text, err := contentOf(f, "a configuration", data)
	return slurmconf.File{Name: f.Name, Text: string(text)}, err
}

// contentOf is what a small file holds, plain or gzipped, of which data are the bytes. what names it in messages.
func contentOf(f result.FileRef, what string, data func() ([]byte, error)) ([]byte, error) {
	if f.Size > maxScenario {
		return nil, fmt.Errorf("%s: %s bytes; %s of at most %s is accepted", f.Name, phrase.Grouped(f.Size), what, phrase.Grouped(maxScenario))
	}
	packed, err := data()
	if err != nil {
		return nil, fmt.Errorf("%s: the file cannot be read: %w", f.Name, err)
	}
	return textfile.Content(packed, f.Name, maxScenario)
}

// configure takes files of the configuration of a cluster, which it reads together with those that came before, and says why others are
// refused. They have names of hosts and accounts: nothing of them is kept but numbers.
func (s *Session) configure(came []slurmconf.File, refused []string) {
	var cluster *slurmconf.Cluster
	var files []slurmconf.File
	for {
		files = slices.DeleteFunc(slices.Clone(s.configuration), func(f slurmconf.File) bool { return slices.ContainsFunc(came, sameName(f.Name)) })
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
		s.Warn(strings.Join(refused, ". "))
		return
	}
	s.refused = refused
	s.configuration, s.cluster = files, cluster
	accounted := s.Draft.Workload.Kind == accounting.Kind.Kind
	machine, names := s.clusterMachine(s.LoggedNames())
	var otherwise []string
	notice := phrase.UpperFirst(phrase.List(s.configurationNames())) + ": " + clusterWords(cluster) + "."
	switch {
	case cluster.Processors() == 0:
		notice += " No line describes nodes: give slurm.conf or what scontrol show node prints, too."
	case len(cluster.Partitions) == 0:
		notice += " No line describes partitions: give slurm.conf or what scontrol show partition prints, too."
	case !accounted:
		notice += " An accounting log that you drop is simulated on this machine."
	case s.LoggedNames() == nil:
		notice += " Drop the log once more: the copy in the browser does not say which of its numbers are these partitions."
	default:
		schedules := false
		s.alter("", func(d *draft.Draft) {
			s.setMachine(d, *machine)
			acted := "" // by people, beside the same jobs
			if k := slices.IndexFunc(d.Policies, func(c draft.Choice) bool { return c.Label == slurmconf.AsConfigured || c.Label == slurmconf.Changed }); k >= 0 {
				acted = d.Policies[k].Texts["actions"]
			}
			if schedules = s.giveScheduler(d, names); schedules && acted != "" {
				d.Policies[0].Texts["actions"] = acted
			}
			s.takeAsConfigured(d)
		})
		notice += " The machine is now this cluster, " + neutral + "." + schedulerWords(schedules)
		if schedules {
			otherwise = s.otherwise(names, s.loggedJobs())
		}
	}
	s.Tell(notice + s.remarks(otherwise, someRemarks))
	s.offerAll(notice + s.remarks(otherwise, allRemarks))
	s.Notice.Lasting = true
}

// neutral says how the machine is named.
const neutral = "with numbers for the names of nodes and partitions, as the scenario may be given to others"

// clusterMachine is the configured cluster as a machine for jobs of a log with these names; nil if it has no nodes or no partitions.
func (s *Session) clusterMachine(names *accounting.Legend) (*draft.Choice, *slurmconf.Legend) {
	if !s.hasCluster() {
		return nil, nil
	}
	return s.machineOf(s.cluster, names)
}

// hasCluster says whether there is a cluster with nodes and partitions.
func (s *Session) hasCluster() bool {
	return s.cluster != nil && s.cluster.Processors() > 0 && len(s.cluster.Partitions) > 0
}

// ConfiguredNames are the names in the accounting log whose jobs the experiment has, and those of the configuration behind them; nil if there
// is no such log, or it was found in the browser's storage, where there are no names.
func (s *Session) ConfiguredNames() *slurmconf.Names {
	logged := s.LoggedNames()
	if logged == nil {
		return nil
	}
	if k := &s.called; k.names == nil || k.logged != logged || k.cluster != s.cluster {
		c := s.cluster
		if c == nil {
			c = &slurmconf.Cluster{}
		}
		*k = knownNames{logged, s.cluster, c.Names(inferred.Legend(logged))}
	}
	return s.called.names
}

// knownNames are those of a log and a configuration, put together once.
type knownNames struct {
	logged  *accounting.Legend
	cluster *slurmconf.Cluster
	names   *slurmconf.Names
}

// Configuration is the configuration of which the machine of the experiment was made; nil if it is not at hand.
func (s *Session) Configuration() *slurmconf.Cluster {
	if !s.hasCluster() || s.LoggedNames() == nil {
		return nil
	}
	return s.cluster
}

// machineOf is a cluster as a machine for jobs of a log with these names.
func (s *Session) machineOf(c *slurmconf.Cluster, names *accounting.Legend) (*draft.Choice, *slurmconf.Legend) {
	legend := inferred.Legend(names)
	about := s.Form.Machine("partitions")
	fields, _ := c.Machine(legend)
	machine := s.Form.PresetChoice(about, param.Preset{Fields: fields})
	return &machine, legend
}

// setMachine gives d another machine. A sweep over what the old one had ends.
func (s *Session) setMachine(d *draft.Draft, machine draft.Choice) {
	d.Sweep = slices.DeleteFunc(d.Sweep, func(axis draft.Choice) bool { return strings.HasPrefix(axis.Kind, "/machine") })
	d.Machine = machine
}

// giveCluster gives d the configured cluster as the machine of an accounting log; false if there is none.
func (s *Session) giveCluster(d *draft.Draft, f File) bool {
	if f.Legend == nil {
		return false
	}
	machine, legend := s.clusterMachine(f.Legend)
	if machine == nil {
		return false
	}
	s.setMachine(d, *machine)
	d.Description = "What happened on a cluster, and how other policies would schedule the same jobs on its nodes and partitions, in the order of tiers. Priorities, fair-share and limits on users and accounts are not simulated."
	schedules := s.giveScheduler(d, legend)
	if schedules {
		d.Description = "What happened on a cluster, and what comes of the same jobs on its nodes and partitions if its scheduler is as configured, with its priorities, fair-share, limits and preemption, or another one. Reservations and changes by hand are simulated only if the actions of the policy tell them."
	}
	text := "Kept is a copy without names, " + f.Name + ". The machine is now the cluster of " + phrase.List(s.configurationNames()) + ", " + clusterWords(s.cluster) + ", " + neutral + "." + schedulerWords(schedules)
	if missing := slices.DeleteFunc(slices.Clone(legend.Partitions), func(name string) bool {
		return slices.ContainsFunc(s.cluster.Partitions, func(p slurmconf.Partition) bool { return p.Name == name })
	}); len(missing) > 0 {
		text += " It does not have " + phrase.Plural(int64(len(missing)), "partition") + " of the log, whose jobs run where those do that name none."
	}
	var otherwise []string
	if schedules {
		otherwise = s.otherwise(legend, f.Named)
	}
	const zone = " The log's times are read as UTC: set the time zone if that is wrong."
	s.tellOfLog(text + s.remarks(otherwise, someRemarks) + zone)
	s.offerAll(text + s.remarks(otherwise, allRemarks) + zone)
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
func (s *Session) configurationNames() (names []string) {
	for _, f := range s.configuration {
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
func (s *Session) remarks(otherwise []string, most int) string {
	text := ""
	for _, remarks := range []struct {
		before    string
		list      []string
		separator string
	}{{"Not used: ", s.cluster.Unused, ""}, {"Otherwise than configured: ", otherwise, "; "}} {
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
	if len(s.refused) > 0 {
		text += " Not read: " + strings.Join(s.refused, "; ") + "."
	}
	return text
}

// offerAll offers to show the notice with all remarks, which it may have already.
func (s *Session) offerAll(text string) {
	if text == s.Notice.Text {
		return
	}
	const id = "all-remarks-button"
	s.Notice.Choices = append(s.Notice.Choices, Choice{Text: "Show all", ID: id, Do: func() {
		s.Notice.Text = text
		s.Notice.Choices = slices.DeleteFunc(slices.Clone(s.Notice.Choices), func(c Choice) bool { return c.ID == id })
		s.Browser.Say(text)
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
