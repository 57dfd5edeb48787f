package session

import (
	"fmt"
	"slices"
	"strings"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/workload/accounting"
	"backfill/ui/phrase"
)

// IsConfiguration says whether a file that begins with start is of the configuration of a cluster, by its name or its start.
func IsConfiguration(name string, start []byte) bool {
	return strings.HasSuffix(strings.ToLower(name), ".conf") || slurmconf.Recognises(string(start))
}

// configured takes a file of the configuration of a cluster, which it reads together with those that came before. They have names of hosts
// and accounts: nothing of them is kept but numbers.
func (s *Session) configured(name, text string) {
	s.configuration = slices.DeleteFunc(s.configuration, func(f slurmconf.File) bool { return f.Name == name })
	files := append(slices.Clone(s.configuration), slurmconf.File{Name: name, Text: text})
	cluster, err := slurmconf.Read(files...)
	if err != nil {
		s.Warn(err.Error())
		return
	}
	s.configuration, s.cluster = files, cluster
	notice := phrase.UpperFirst(name) + ": " + clusterWords(cluster) + "."
	n := cluster.Processors()
	switch {
	case n == 0:
		notice += " No line describes the nodes of its partitions: give slurm.conf or what scontrol show node prints, too."
	case s.Draft.Workload.Kind != accounting.Kind.Kind:
		notice += " An accounting log that you drop is simulated on one pool of as many processors."
	case s.Draft.Machine.Kind == "cluster":
		s.Edit(ProcessorsPath, fmt.Sprint(n))
		notice += " The machine is one pool of as many processors now."
	}
	if n > 0 {
		notice += " Nodes, memory, GPUs, partitions and their limits are not simulated yet."
	}
	if len(cluster.Unused) > 0 {
		notice += " Not used: " + phrase.List(cluster.Unused[:min(3, len(cluster.Unused))])
		if more := len(cluster.Unused) - 3; more > 0 {
			notice += ", and " + phrase.Grouped(int64(more)) + " more"
		}
		notice += "."
	}
	s.Tell(notice)
	s.Notice.Lasting = true
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
