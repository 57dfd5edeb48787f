package opened

import (
	"maps"
	"slices"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/metrics"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/inferred"
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// shown is what an accounting log shows of its machine.
type shown struct {
	*inferred.Machine               // nil: nothing
	choice            *draft.Choice // nil: no nodes
	format            string        // of the log
}

// shownBy is what a log shows.
func (o *Files) shownBy(f File) shown {
	is := shown{Machine: f.Inferred, format: f.Format}
	if is.Machine != nil && is.Cluster != nil {
		is.choice, _ = o.machineOf(is.Cluster, f.Legend)
	}
	return is
}

// shown is what the accounting log of the experiment shows of its machine: nothing if it has another workload, if the log was found in the
// browser's storage, where nothing is said of nodes, or if the configuration of the cluster is there, which knows better.
func (o *Files) shown() shown {
	if o.Draft.Workload.Kind != accounting.Kind.Kind || o.hasCluster() {
		return shown{}
	}
	log, _ := o.Log()
	return o.inferred[log.Key()]
}

// OffersInferred says whether the log shows nodes, and the machine is not what it shows.
func (o *Files) OffersInferred() bool {
	choice := o.shown().choice
	return choice != nil && !(o.Draft.Machine.Kind == choice.Kind && maps.Equal(o.Draft.Machine.Texts, choice.Texts))
}

// UseInferred makes an experiment on the machine that the log tells of. Undo brings the one before back.
func (o *Files) UseInferred() {
	log := o.shown()
	if log.choice == nil {
		return
	}
	d := o.Draft.Clone()
	setMachine(&d, log.choice.Clone())
	d.Description = "What happened on a cluster, and how other policies would schedule the same jobs on the nodes on which jobs ran, each with the most that was in use there at once. What was never in use is not known. Priorities, fair-share and limits are not simulated."
	o.Tell("The machine is now what the log shows of it, " + clusterWords(log.Cluster) + ", " + neutral + ". What it does not show stands below the kind of machine.")
	o.Notice.Lasting = true
	o.OpenDraft(d, false)
	o.ShowField("machine", "/machine/nodes")
}

// InferredWords say what the log tells of its machine, how that was found, and what it does not tell.
func (o *Files) InferredWords() string {
	log := o.shown()
	m := log.Machine
	switch {
	case m == nil:
		return ""
	case m.Cluster == nil && m.TooMany:
		return "The log names more nodes than a machine may have: none is proposed. " + o.partitionWords(m)
	case m.Cluster == nil && !accounting.OfSlurm(log.format):
		return "Nodes are not read from this log: no nodes are proposed. " + o.partitionWords(m)
	case m.Cluster == nil:
		return "The log does not say on which nodes its jobs ran, as sacct does in the column NodeList: no nodes are proposed. " + o.partitionWords(m)
	}
	if o.OffersInferred() {
		return "The log shows " + clusterWords(m.Cluster) + ": each node with the most that was in use there at once, each partition with the nodes on which its jobs ran. What was never in use is not known, nor limits and tiers."
	}
	text := "By the log each node has the most that was in use there at once, and each partition the nodes on which its jobs ran."
	if m.Several > 0 {
		text += " What a job on several nodes had counts in all, not by node: its nodes are taken to be as alike as can be."
	}
	if m.Unplaced > 0 {
		text += " Of " + phrase.Plural(int64(m.Unplaced), "run") + " of " + phrase.Grouped(int64(m.Runs)) + " the log does not tell the nodes, or not as many as there were."
	}
	if !slices.ContainsFunc(m.Cluster.Nodes, func(n slurmconf.Node) bool { return n.Memory > 0 }) {
		text += " Memory is not counted: by the log none was given to jobs."
	}
	return text + " Not known: nodes on which nothing ran; processors, memory and GPUs that were never in use; features and weights of nodes; tiers, limits and default times of partitions, which one is the default, and whether its jobs get whole nodes."
}

// partitionWords say how much was in use at once at most in each partition.
func (o *Files) partitionWords(m *inferred.Machine) string {
	const most = 8
	var list []string
	for i, u := range m.Partitions {
		if u.Processors == 0 {
			continue
		}
		text := phrase.Plural(u.Processors, "processor")
		if u.GPUs > 0 {
			text += " and " + phrase.Plural(u.GPUs, "GPU")
		}
		list = append(list, text+" in "+o.OwnerWordIn(accounting.Kind.Kind, metrics.ByQueue)+" "+phrase.Grouped(int64(i)+1))
	}
	if len(list) == 0 {
		return ""
	}
	more := ""
	if len(list) > most {
		more = ", and some in " + phrase.Grouped(int64(len(list)-most)) + " more"
		list = list[:most]
	}
	return "At most in use at once were " + phrase.List(list) + more + "."
}
