package ui

import (
	"slices"
	"strings"
	"testing"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/workload"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/inferred"
	"backfill/ui/draft/cluster"
	"backfill/ui/opened"
	"backfill/ui/result"
	"backfill/ui/session"
)

// The configuration of a cluster, dropped before its accounting log or after it, says how large the machine is; what is wrong with it is
// told with its line, and names of hosts are in no scenario.
func TestConfigurationOfACluster(t *testing.T) {
	const conf = "ClusterName=secret\nNodeName=secret[1-4] CPUs=8 RealMemory=1000 Gres=gpu:2\nPartitionName=all Nodes=ALL\nPartitionName=none\n"
	configuration := func(text string) opened.File {
		return opened.File{FileRef: result.FileRef{Name: "slurm.conf"}, Configuration: []slurmconf.File{{Name: "slurm.conf", Text: text}}}
	}
	log := func() opened.File {
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
	if got := p.Notice.Text; !strings.HasPrefix(got, "slurm.conf: 4 nodes with 32 processors and 8 GPUs, in 2 partitions. An accounting log that you drop is simulated on this machine.") || !strings.Contains(got, "Not used: slurm.conf:4: the partition none, which has no nodes.") {
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
	if _, ok := cluster.ReadMachine(p.Form, p.Form.ReadText(p.Valid).Machine); !ok {
		t.Errorf("not read: %+v", p.Form.ReadText(p.Valid).Machine)
	}
	p.WhatIfCluster(func(c *cluster.Machine) { c.MoreNodes(50) })
	if got := p.Draft.Machine.Texts; !strings.Contains(got["nodes"], "n[1-6]") || !strings.Contains(got["partitions"], "n[1-6]") {
		t.Errorf("with half as many nodes more: %s%s", got["nodes"], got["partitions"])
	}
	p.FileCame(configuration("NodeName=n[1-2\n"))
	if got := p.Notice.Text; !strings.Contains(got, "slurm.conf:1: NodeName=n[1-2: a bracket that is not closed") {
		t.Errorf("the notice is %q", got)
	}
}

// Several files that come at once are read together; each is named, also one with a mistake, which does not keep the others from being read.
func TestFilesOfAConfiguration(t *testing.T) {
	p, _ := firstVisit(t)
	p.FileCame(opened.File{FileRef: result.FileRef{Name: "conf"}, Refused: []string{"z.gz: damaged"}, Configuration: []slurmconf.File{
		{Name: "conf", Text: "NodeName=n[1-2] CPUs=4\nPartitionName=a Nodes=ALL DefaultTime=10 MaxTime=1:00:00\n"}, {Name: "broken", Text: "NodeName=n[1-2\n"}, {Name: "limits", Text: "Account|Share|MaxJobs\nchem|1|4\n"}}})
	for _, want := range []string{"conf and limits: 2 nodes with 8 processors, in 1 partition. An accounting log", "Not read: z.gz: damaged; broken:1: NodeName=n[1-2: a bracket that is not closed"} {
		if !strings.Contains(p.Notice.Text, want) {
			t.Errorf("the notice is %q, want %q", p.Notice.Text, want)
		}
	}
	f := droppedText(t, "accounting-1.txt", waitingLog)
	f.Kind, f.Report.Header, f.Sizing, f.Legend = "accounting", nil, &workload.Sizing{Widest: 4, Busy: 8}, &accounting.Legend{accounting.Partitions: {"a"}}
	p.FileCame(f)
	if got := p.Notice.Text; !strings.Contains(got, "the cluster of conf and limits") || !strings.Contains(got, "Not read: z.gz: damaged; broken:1:") {
		t.Errorf("the notice is %q", got)
	}
	if got, want := p.Draft.Machine.Texts["partitions"], "name  nodes number tier maxTime defaultTime\n  p1 n[1-2]      1    1    3600         600\n"; got != want {
		t.Errorf("partitions are\n%s\nwant\n%s", got, want)
	}
	p.FileCame(opened.File{FileRef: result.FileRef{Name: "broken"}, Configuration: []slurmconf.File{{Name: "broken", Text: "NodeName=n[1-2\n"}}})
	if !p.Notice.Problem || !strings.HasPrefix(p.Notice.Text, "broken:1: NodeName=n[1-2: a bracket") {
		t.Errorf("the notice is %+v", p.Notice)
	}
}

// A log that names nodes: the machine is one pool until the reader wants what the log shows. Then it has two nodes with 3 and 4 processors under
// the second partition of the log, with numbers for names; what is not known is said. Undo brings the pool back. A log without names of nodes
// says so.
func TestMachineThatTheLogShows(t *testing.T) {
	p, _ := firstVisit(t)
	log := droppedText(t, "accounting-1.txt", waitingLog)
	log.Kind, log.Report.Header, log.Sizing, log.Legend = "accounting", nil, &workload.Sizing{Widest: 4, Busy: 7}, &accounting.Legend{accounting.Partitions: {"gone", "secret"}}
	log.Inferred = &inferred.Machine{Runs: 9, Unplaced: 1, Several: 2, Partitions: []inferred.Use{{}, {Processors: 7}}, Cluster: &slurmconf.Cluster{
		Nodes:      []slurmconf.Node{{Processors: 3, Weight: 1}, {Processors: 4, Weight: 1, GPUs: []slurmconf.GPUs{{Count: 2}}}},
		Partitions: []slurmconf.Partition{{Name: "secret", Tier: 1, Nodes: []int32{0, 1}}}}}
	p.FileCame(log)
	if p.Draft.Machine.Kind != "cluster" || !strings.Contains(p.Notice.Text, "It names the nodes on which jobs ran: they may be the machine instead.") {
		t.Errorf("the machine is %+v; the notice is %q", p.Draft.Machine, p.Notice.Text)
	}
	if got := p.InferredWords(); !strings.HasPrefix(got, "The log shows 2 nodes with 7 processors and 2 GPUs, in 1 partition:") {
		t.Errorf("below the kind stands %q", got)
	}
	if k := p.Notice.Choices[0]; k.ID != "use-inferred-button" {
		t.Fatalf("offered is %+v", p.Notice.Choices)
	}
	p.Notice.Choices[0].Do()
	const nodes, partitions = "name processors gpus weight\n  n1          3    -      1\n  n2          4    2      1\n", "name  nodes number tier\n  p2 n[1-2]      2    1\n"
	if m := p.Draft.Machine; m.Kind != "partitions" || m.Texts["nodes"] != nodes || m.Texts["partitions"] != partitions || p.OffersInferred() {
		t.Errorf("the machine is %+v", m)
	}
	for _, want := range []string{"Of 1 run of 9 the log does not tell the nodes", "its nodes are taken to be as alike as can be", "Memory is not counted", "Not known: nodes on which nothing ran; processors, memory and GPUs that were never in use"} {
		if got := p.InferredWords(); !strings.Contains(got, want) {
			t.Errorf("below the kind stands %q, want %q", got, want)
		}
	}
	if strings.Contains(string(p.Valid)+p.Notice.Text+p.InferredWords(), "secret") || !strings.Contains(p.Notice.Text, "The machine is now what the log shows of it, 2 nodes with 7 processors and 2 GPUs, in 1 partition") {
		t.Errorf("the scenario is %s; the notice is %q", p.Valid, p.Notice.Text)
	}
	p.Undo()
	if p.Draft.Machine.Kind != "cluster" || !p.OffersInferred() {
		t.Errorf("undone, the machine is %+v", p.Draft.Machine)
	}

	log.Name, log.Inferred = "accounting-2.txt", &inferred.Machine{Runs: 9, Unplaced: 9, Partitions: []inferred.Use{{Processors: 1, GPUs: 1}, {Processors: 1200}}}
	p.FileCame(log)
	if got, want := p.InferredWords(), "The log does not say on which nodes its jobs ran, as sacct does in the column NodeList: no nodes are proposed. At most in use at once were 1 processor and 1 GPU in partition 1 and 1,200 processors in partition 2."; got != want || p.OffersInferred() {
		t.Errorf("below the kind stands %q, want %q", got, want)
	}
}

// What a configuration says of scheduling becomes the first policy, with numbers for names, and jobs are stopped by Slurm's sweep.
func TestSchedulerOfACluster(t *testing.T) {
	p, _ := firstVisit(t)
	p.FileCame(opened.File{FileRef: result.FileRef{Name: "slurm.conf"}, Configuration: []slurmconf.File{
		{Name: "slurm.conf", Text: "ClusterName=c\nNodeName=secret[1-2] CPUs=4\nPartitionName=secret-part Nodes=ALL Default=YES PriorityJobFactor=7\nSchedulerType=sched/backfill\nSchedulerParameters=bf_interval=60\nOverTimeLimit=2\n" +
			"PriorityType=priority/multifactor\nPriorityWeightAge=1000\nEpilog=/secret/epilog\n"},
		{Name: "limits", Text: "Account|Par Name|User|Share|Priority|GrpJobs|MaxJobs\nroot|||1|||\nsecret-chem|root||30|||\nsecret-chem||secret-ann|parent|||\nroot||root|1|||\n"}}})
	f := droppedText(t, "accounting-1.txt", waitingLog)
	f.Kind, f.Report.Header, f.Sizing = "accounting", nil, &workload.Sizing{Widest: 4, Busy: 8}
	f.Legend = &accounting.Legend{accounting.Partitions: {"secret-part"}, accounting.Accounts: {"other", "secret-chem"}, accounting.Users: {"secret-ann"}}
	p.FileCame(f)
	c := p.Draft.Policies[0]
	for name, want := range map[string]string{"parameters": "bf_interval=60", "epilog": "true", "backfill": "true",
		"settings":   "key               value\nPriorityType      priority/multifactor\nPriorityWeightAge 1000\n",
		"partitions": "number jobFactor\n1      7\n",
	} {
		if got := c.Texts[name]; strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if c.Kind != "slurm" || c.Label != "Slurm as configured" || p.Draft.Settings.Texts["kill/rule"] != "sweep" || p.Draft.Settings.Texts["kill/grace"] != "120" {
		t.Errorf("the first policy is %+v, the settings %+v", c, p.Draft.Settings)
	}
	// The account is number 2 of the log below the root, 0; the user is number 1; root's own user is behind those of the log.
	if got := strings.Join(strings.Fields(c.Texts["associations"]), " "); got != "account user shares 2 - 30 2 1 -1 0 5 1" {
		t.Errorf("associations are %q", got)
	}
	if strings.Contains(string(p.Valid)+p.Notice.Text, "secret") || !strings.Contains(p.Notice.Text, "The first policy is “Slurm as configured”") {
		t.Errorf("the notice is %q, the scenario %s", p.Notice.Text, p.Valid)
	}
	p.Edit("/policies/0/qos", "number preempts\n1 2\n")
	if got := p.Editor.MistakeSentence(); got != "Policy 1, QOS: Line 2: preempts: 2: no row is about this QOS; numbers of QOS that have a row are accepted" {
		t.Errorf("a QOS without a row is told as %q", got)
	}
}

// What is scheduled otherwise than configured is told before anything runs, three remarks at first and all in one click: those of the files with
// their lines, and whose jobs no row is about, with how many there are. Nothing of it is told of a configuration that says nothing of scheduling.
func TestWhatIsOtherwiseThanConfigured(t *testing.T) {
	const nodes = "ClusterName=c\nNodeName=n[1-2] CPUs=4\nPartitionName=p Nodes=ALL Default=YES\n"
	drop := func(files ...slurmconf.File) *Page {
		p, _ := firstVisit(t)
		p.FileCame(opened.File{FileRef: result.FileRef{Name: "slurm.conf"}, Configuration: files})
		f := droppedText(t, "accounting-1.txt", waitingLog)
		f.Kind, f.Report.Header, f.Sizing = "accounting", nil, &workload.Sizing{Widest: 4, Busy: 8}
		f.Legend = &accounting.Legend{accounting.Partitions: {"p"}, accounting.Accounts: {"chem", "bio"}, accounting.Users: {"ann"}, accounting.QOSs: {"normal", "odd", "unused"}}
		f.Named = &accounting.Named{Groups: []int64{3, 1}, QOS: []int64{2, 1200, 0}}
		p.FileCame(f)
		return p
	}
	conf := slurmconf.File{Name: "slurm.conf", Text: nodes + "SchedulerType=sched/backfill\nSchedulerParameters=max_rpc_cnt=5,bf_interval=0\nAccountingStorageEnforce=limits\n"}
	limits := slurmconf.File{Name: "qos", Text: "Name|GrpTRES|MaxJobsPU\nnormal|license/a=1,cpu=4|2\n"}
	accounts := slurmconf.File{Name: "accounts", Text: "Account|ParentName|Share|MaxJobs\nroot||1|\nchem|root|1|3\n"}
	p := drop(conf, limits, accounts)
	const some = ` Otherwise than configured: slurm.conf:5: in SchedulerParameters bf_interval is "0"; a whole number from 1 to 10800 is accepted: Slurm's default is assumed; ` +
		`slurm.conf:5: not modelled of SchedulerParameters: max_rpc_cnt=5; qos:2: GrpTRES=license/a=1 of the QOS normal does not hold: only cpu, mem, node, gres/gpu are counted`
	const others = `; 1,200 jobs of the log with the QOS odd, which no row of the configuration is about: no limits, priority 0 and usage factor 1 are assumed; ` +
		`1 job of the log of the account bio, which no row of the configuration is about: one share below the root and no limits are assumed.`
	if got := p.Notice.Text; !strings.Contains(got, some+", and 2 more. ") {
		t.Errorf("the notice is %q", got)
	}
	at := slices.IndexFunc(p.Notice.Choices, func(c session.Choice) bool { return c.ID == "all-remarks-button" })
	if at < 0 {
		t.Fatal("nobody offers to show all")
	}
	p.Notice.Choices[at].Do()
	if got := p.Notice.Text; !strings.Contains(got, some+others) {
		t.Errorf("the notice is %q", got)
	}
	if len(p.Notice.Choices) != at {
		t.Errorf("then offered is %+v", p.Notice.Choices)
	}
	// The scenario is accepted. What is typed is refused with its field, or told beside it.
	if len(p.Wrong) > 0 || p.Draft.Policies[0].Texts["parameters"] != "max_rpc_cnt=5" {
		t.Errorf("mistakes %v, parameters %q", p.Wrong, p.Draft.Policies[0].Texts["parameters"])
	}
	if got := render(t, p).ids[session.FieldID("/policies/0/parameters")+"-remark"]; got == nil || got.text() != "Not modelled, and without effect: max_rpc_cnt=5." {
		t.Errorf("beside the parameters stands %v", got)
	}
	if got := p.Draft.Policies[0].Texts["qos"]; !strings.Contains(got, `"GrpTRES=cpu=4 MaxJobsPU=2"`) {
		t.Errorf("the QOS are %s", got)
	}

	// The log first.
	p.FileCame(opened.File{FileRef: result.FileRef{Name: "slurm.conf"}, Configuration: []slurmconf.File{{Name: "slurm.conf", Text: nodes + "SchedulerType=sched/backfill\nAccountingStorageEnforce=limits\n"}}})
	if got := p.Notice.Text; strings.Contains(got, "slurm.conf:5") || !strings.Contains(got, " Otherwise than configured: qos:2: ") || !strings.HasSuffix(got, others[2:]) {
		t.Errorf("behind the log, the notice is %q", got)
	}

	p = drop(slurmconf.File{Name: "slurm.conf", Text: nodes}, limits)
	if got := p.Notice.Text; strings.Contains(got, "Otherwise than configured") || strings.Contains(got, "odd") {
		t.Errorf("without a scheduler the notice is %q", got)
	}
}
