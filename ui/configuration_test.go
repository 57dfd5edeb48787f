package ui

import (
	"strings"
	"testing"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/workload"
	"backfill/engine/workload/accounting"
	"backfill/ui/draft"
	"backfill/ui/result"
	"backfill/ui/session"
)

// The configuration of a cluster, dropped before its accounting log or after it, says how large the machine is; what is wrong with it is
// told with its line, and names of hosts are in no scenario.
func TestConfigurationOfACluster(t *testing.T) {
	const conf = "ClusterName=secret\nNodeName=secret[1-4] CPUs=8 RealMemory=1000 Gres=gpu:2\nPartitionName=all Nodes=ALL\nPartitionName=none\n"
	configuration := func(text string) session.File {
		return session.File{FileRef: result.FileRef{Name: "slurm.conf"}, Configuration: []slurmconf.File{{Name: "slurm.conf", Text: text}}}
	}
	log := func() session.File {
		f := droppedText(t, "accounting-1.txt", waitingLog)
		f.Kind, f.Report.Header, f.Sizing = "accounting", nil, &workload.Sizing{Widest: 4, Busy: 8}
		f.Legend = &accounting.Legend{accounting.Partitions: {"gone", "all"}}
		return f
	}
	machine := func(p *Page) string {
		m := p.Draft.Machine
		return m.Kind + " " + m.Texts["nodes"] + " " + m.Texts["partitions"]
	}
	p, _ := firstVisit(t)
	p.FileCame(configuration(conf))
	if got := p.Notice.Text; !strings.HasPrefix(got, "Slurm.conf: 4 nodes with 32 processors and 8 GPUs, in 2 partitions. An accounting log that you drop is simulated on this machine.") || !strings.Contains(got, "Not used: slurm.conf:4: the partition none, which has no nodes.") {
		t.Errorf("the notice is %q", got)
	}
	p.FileCame(log())
	// The log's first partition is not in the configuration, its second one is the only one with nodes.
	const want = "partitions   name processors    memory gpus weight\nn[1-4]          8 0.9765625    2      1\n name  nodes number tier\n  p2 n[1-4]      2    1\n"
	if got := machine(p); got != want {
		t.Errorf("the machine is %q, want %q", got, want)
	}
	if got := p.Notice.Text; !strings.Contains(got, "The machine is now the cluster of slurm.conf, 4 nodes with 32 processors and 8 GPUs, in 2 partitions") ||
		!strings.Contains(got, "It does not have 1 partition of the log, whose jobs run where those do that name none.") {
		t.Errorf("the notice is %q", got)
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
	if got := machine(p); got != want || !strings.Contains(p.Notice.Text, "The machine is now this cluster") {
		t.Errorf("the machine is %q; the notice is %q", got, p.Notice.Text)
	}
	if _, ok := p.Form.Cluster(p.Form.ReadText(p.Valid).Machine); !ok {
		t.Errorf("not read: %+v", p.Form.ReadText(p.Valid).Machine)
	}
	p.WhatIfCluster(func(c *draft.Cluster) { c.MoreNodes(50) })
	if got := p.Draft.Machine.Texts; !strings.Contains(got["nodes"], "n[1-6]") || !strings.Contains(got["partitions"], "n[1-6]") {
		t.Errorf("with half as many nodes more: %s%s", got["nodes"], got["partitions"])
	}
	p.FileCame(configuration("NodeName=n[1-2\n"))
	if got := p.Notice.Text; !strings.Contains(got, "slurm.conf:1: NodeName=n[1-2: a bracket that is not closed") {
		t.Errorf("the notice is %q", got)
	}
}
