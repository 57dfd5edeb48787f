package ui

import (
	"strings"
	"testing"

	"backfill/engine/workload"
	"backfill/ui/result"
	"backfill/ui/session"
)

// The configuration of a cluster, dropped before its accounting log or after it, says how large the machine is; what is wrong with it is
// told with its line, and names of hosts are in no scenario.
func TestConfigurationOfACluster(t *testing.T) {
	const conf = "ClusterName=secret\nNodeName=secret[1-4] CPUs=8 RealMemory=1000 Gres=gpu:2\nPartitionName=all Nodes=ALL\nPartitionName=none\n"
	configuration := func(text string) session.File {
		return session.File{FileRef: result.FileRef{Name: "slurm.conf"}, Configuration: []byte(text)}
	}
	log := func() session.File {
		f := droppedText(t, "accounting-1.txt", waitingLog)
		f.Kind, f.Report.Header, f.Sizing = "accounting", nil, &workload.Sizing{Widest: 4, Busy: 8}
		return f
	}
	p, _ := firstVisit(t)
	p.FileCame(configuration(conf))
	if got := p.Notice.Text; !strings.HasPrefix(got, "Slurm.conf: 4 nodes with 32 processors and 8 GPUs, in 2 partitions. An accounting log that you drop is simulated on one pool of as many processors.") || !strings.Contains(got, "Not used: slurm.conf:4: the partition none, which has no nodes.") {
		t.Errorf("the notice is %q", got)
	}
	p.FileCame(log())
	if got := p.Draft.Machine.Texts["processors"]; got != "32" || !strings.Contains(p.Notice.Text, "one pool of 32 processors, as the cluster has 4 nodes with 32 processors and 8 GPUs, in 2 partitions; by the log up to 8 were busy at once.") {
		t.Errorf("%s processors; the notice is %q", got, p.Notice.Text)
	}
	if strings.Contains(string(p.Valid), "secret") {
		t.Errorf("the scenario is %s", p.Valid)
	}

	p, _ = firstVisit(t)
	p.FileCame(log())
	if got := p.Draft.Machine.Texts["processors"]; got != "8" {
		t.Errorf("without a configuration there are %s processors", got)
	}
	p.FileCame(configuration(conf))
	if got := p.Draft.Machine.Texts["processors"]; got != "32" || !strings.Contains(p.Notice.Text, "The machine is one pool of as many processors now. Nodes, memory, GPUs, partitions and their limits are not simulated yet.") {
		t.Errorf("%s processors; the notice is %q", got, p.Notice.Text)
	}
	p.FileCame(configuration("NodeName=n[1-2\n"))
	if got := p.Notice.Text; !strings.Contains(got, "slurm.conf:1: NodeName=n[1-2: a bracket that is not closed") {
		t.Errorf("the notice is %q", got)
	}
}
