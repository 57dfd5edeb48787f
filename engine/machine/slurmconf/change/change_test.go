package change_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/machine/slurmconf/change"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/policies"
	"backfill/ui/draft"
	"backfill/ui/draft/cluster"
)

// A cluster with what a scenario has of one, and with what it has not: State, AllowGroups, licences among the limits, a partition for two
// accounts of which the log knows one.
const (
	conf = `ClusterName=here
NodeName=node[01-04] CPUs=8 RealMemory=64000
NodeName=gpu[1-2] CPUs=16 RealMemory=128000 Gres=gpu:a100:4
PartitionName=batch Nodes=node[01-04] Default=YES MaxTime=1-00:00:00 DefaultTime=01:00:00 State=UP AllowGroups=staff
PartitionName=gpu Nodes=gpu[1-2] PriorityTier=2 AllowAccounts=chem,bio QOS=long
PartitionName=all Nodes=ALL MaxNodes=3 PriorityJobFactor=5 OverSubscribe=EXCLUSIVE DenyAccounts=bio TRESBillingWeights="CPU=1.0,Mem=0.25G" GraceTime=60
SchedulerType=sched/backfill
SchedulerParameters=bf_continue,bf_interval=60,max_rpc_cnt=5
PreemptParameters=youngest_first
PriorityType=priority/multifactor
PriorityWeightAge=1000
PriorityWeightFairshare=500
AccountingStorageEnforce=limits,qos
SelectType=select/cons_tres
`
	accounts = `Cluster|Account|Par Name|User|Share|MaxJobs|GrpTRES|MaxWall
here|root|||1|||
here|chem|root||30||cpu=64,license/a=2|
here|chem||ann|2|4||
here|bio|root||10|||1-00:00:00
there|chem|||99|||
`
	qos = `Name|Priority|UsageFactor|Flags|MaxTRESPU|MaxJobsPU
normal|0|1|||
long|5|1|DenyOnLimit|cpu=32,node=4|2
`
)

var legend = &slurmconf.Legend{Partitions: []string{"gpu", "batch"}, Accounts: []string{"chem"}, Users: []string{"bob", "ann"}, QOS: []string{"long"}, GPUTypes: []string{"a100"}}

// form has the tables of the machine and the policy.
var form = draft.Form{Catalogs: policies.Catalogs()}

// read is the configuration that stands in three files.
func read(t *testing.T, conf, accounts, qos string) *slurmconf.Cluster {
	t.Helper()
	c, err := slurmconf.Read(slurmconf.File{Name: "slurm.conf", Text: conf}, slurmconf.File{Name: "accounts", Text: accounts}, slurmconf.File{Name: "qos", Text: qos})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// described is the experiment that a configuration makes.
func described(c *slurmconf.Cluster) *draft.Draft {
	fields, _ := c.Machine(legend)
	return &draft.Draft{
		Machine:  form.PresetChoice(form.Machine("partitions"), param.Preset{Fields: fields}),
		Policies: []draft.Choice{form.PresetChoice(form.Policy("slurm"), param.Preset{Fields: c.Policy(legend)})},
		Workload: draft.Choice{Kind: "jobs", Texts: map[string]string{"jobs": "run\n1"}},
	}
}

// compiled is a draft as a scenario.
func compiled(t *testing.T, d *draft.Draft) *scenario.Scenario {
	t.Helper()
	text, _, wrong := form.Write(d)
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	s, err := scenario.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// values are those of the machine and the policy of a scenario, with defaults, settings in the order of their keys
// and words in that of the alphabet, which mean the same, for comparing.
func values(t *testing.T, s *scenario.Scenario) [2]param.Values {
	t.Helper()
	check := func(params []param.Param, fields map[string]json.RawMessage) param.Values {
		v, err := param.Check("", params, fields)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	v := [2]param.Values{check(form.Machine("partitions").Params, s.Machine.Fields), check(form.Policy("slurm").Params, s.Policies[0].Fields)}
	slices.SortFunc(v[1].Rows("settings"), func(a, b param.Values) int { return strings.Compare(a.Text("key"), b.Text("key")) })
	words := strings.Split(v[1].Text("parameters"), ",")
	slices.Sort(words)
	v[1]["parameters"] = strings.Join(words, ",")
	return v
}

// withLine puts a line of slurm.conf in the place of the one that it is for.
func withLine(conf, line string) string {
	begins, _, _ := strings.Cut(line, "=")
	if begins == "PartitionName" {
		begins, _, _ = strings.Cut(line, " ")
	}
	lines := strings.Split(strings.TrimSpace(conf), "\n")
	at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, begins+" ") || strings.HasPrefix(l, begins+"=") })
	if at < 0 {
		return conf + line + "\n"
	}
	lines[at] = line
	return strings.Join(lines, "\n") + "\n"
}

// columnOf is the column of a table that shows what sacctmgr sets.
var columnOf = map[string]string{"fairshare": "Share", "MaxTRESPerUser": "MaxTRESPU", "MaxJobsPerUser": "MaxJobsPU", "MaxWallDurationPerJob": "MaxWall"}

// obey does to a table what a command of sacctmgr says.
func obey(t *testing.T, table, command string) string {
	t.Helper()
	head, sets, _ := strings.Cut(strings.TrimPrefix(command, "sacctmgr modify "), " set ")
	specs := strings.Fields(head) // account chem where cluster=here; user ann where account=chem cluster=here; qos long
	wanted := map[string]string{"account": "", "user": "", "cluster": ""}
	wanted[specs[0]] = specs[1]
	for _, spec := range specs[2:] {
		if key, value, is := strings.Cut(spec, "="); is {
			wanted[key] = value
		}
	}
	lines := strings.Split(strings.TrimSpace(table), "\n")
	columns := strings.Split(lines[0], "|")
	column := func(name string) int { return slices.Index(columns, name) }
	done := 0
	for i, line := range lines[1:] {
		cells := strings.Split(line, "|")
		is := wanted["qos"] != "" && cells[0] == wanted["qos"]
		if wanted["qos"] == "" {
			is = (wanted["cluster"] == "" || cells[column("Cluster")] == wanted["cluster"]) && cells[column("Account")] == wanted["account"] && cells[column("User")] == wanted["user"]
		}
		if !is {
			continue
		}
		done++
		for _, set := range strings.Fields(sets) {
			key, value, _ := strings.Cut(set, "=")
			if columnOf[key] != "" {
				key = columnOf[key]
			}
			at := column(key)
			if at < 0 {
				t.Fatalf("%q sets %s, which the table does not have", command, key)
			}
			if strings.Contains(key, "TRES") {
				var left []string
				for _, part := range strings.Split(cells[at], ",") {
					kind, _, _ := strings.Cut(part, "=")
					if part != "" && !strings.Contains(","+value, ","+kind+"=") {
						left = append(left, part)
					}
				}
				for _, part := range strings.Split(value, ",") {
					if !strings.HasSuffix(part, "=-1") {
						left = append(left, part)
					}
				}
				value = strings.Join(left, ",")
			} else if value == "-1" {
				value = ""
			}
			cells[at] = value
		}
		lines[i+1] = strings.Join(cells, "|")
	}
	if done != 1 {
		t.Errorf("%q changes %d rows", command, done)
	}
	return strings.Join(lines, "\n") + "\n"
}

// EnforcePartLimits is a line of its own, with the word of slurm.conf.
func TestEnforcePartLimits(t *testing.T) {
	of := read(t, conf, accounts, qos)
	before, after := values(t, compiled(t, described(of))), values(t, compiled(t, described(read(t, conf+"EnforcePartLimits=YES\n", accounts, qos))))
	c := change.Between(change.Side{Machine: before[0], Policy: before[1]}, change.Side{Machine: after[0], Policy: after[1]}, of, nil)
	if len(c.Lines) != 1 || c.Lines[0] != "EnforcePartLimits=ANY" || len(c.Commands)+len(c.InWords) > 0 {
		t.Errorf("%q %q %q", c.Lines, c.Commands, c.InWords)
	}
}

// What is printed, put into the files and read again, makes the same machine and policy as the question did.
func TestRoundTrip(t *testing.T) {
	of := read(t, conf, accounts, qos)
	chem, ann, long := cluster.Owner{QOS: -1, Account: 1, User: -1}, cluster.Owner{QOS: -1, Account: 1, User: 2}, cluster.Owner{QOS: 1, Account: -1, User: -1}
	machine := func(change func(m *cluster.Machine)) func(d *draft.Draft) {
		return func(d *draft.Draft) {
			m, ok := cluster.ReadMachine(form, d.Machine)
			if !ok {
				t.Fatal("the machine is not read")
			}
			change(m)
			d.Machine = m.Choice()
		}
	}
	policy := func(change func(s *cluster.Scheduler)) func(d *draft.Draft) {
		return func(d *draft.Draft) {
			s, ok := cluster.FirstScheduler(form, d)
			if !ok {
				t.Fatal("the policy is not read")
			}
			change(s)
			s.Replace(d)
		}
	}
	limit := func(o cluster.Owner, name, value string) func(d *draft.Draft) {
		return policy(func(s *cluster.Scheduler) {
			if err := s.SetLimit(o, name, value); err != nil {
				t.Fatal(err)
			}
		})
	}
	const all = "PartitionName=all Nodes=node[01-04],gpu[1-2] PriorityTier=1 PriorityJobFactor=5 MaxTime=UNLIMITED MinNodes=0 MaxNodes=3 OverSubscribe=EXCLUSIVE DenyAccounts=bio TRESBillingWeights=CPU=1.0,Mem=0.25G GraceTime=60"
	for _, c := range []struct {
		name   string
		change func(d *draft.Draft)
		want   string
	}{
		{"nothing", func(*draft.Draft) {}, ""},
		{"a word", policy(func(s *cluster.Scheduler) { s.SetWord("bf_interval", "30") }), "SchedulerParameters=bf_continue,bf_interval=30,max_rpc_cnt=5"},
		{"a new word", policy(func(s *cluster.Scheduler) { s.SetWord("bf_window", "2880") }), "SchedulerParameters=bf_continue,bf_interval=60,max_rpc_cnt=5,bf_window=2880"},
		{"a weight", policy(func(s *cluster.Scheduler) { s.SetSetting("PriorityWeightAge", "2000") }), "PriorityWeightAge=2000"},
		{"a half-life", policy(func(s *cluster.Scheduler) { s.SetSetting("PriorityDecayHalfLife", "3-00:00:00") }), "PriorityDecayHalfLife=3-00:00:00"},
		{"shares of an account", policy(func(s *cluster.Scheduler) { s.SetShares(chem, 20) }), "sacctmgr modify account chem where cluster=here set fairshare=20"},
		{"shares of a user", policy(func(s *cluster.Scheduler) { s.SetShares(ann, cluster.ParentShares) }), "sacctmgr modify user ann where account=chem cluster=here set fairshare=parent"},
		{"a limit of an account", limit(chem, "GrpTRES", "cpu=32,mem=1G"), "sacctmgr modify account chem where cluster=here set GrpTRES=cpu=32,mem=1024"},
		{"no limit of a user", limit(ann, "MaxJobs", ""), "sacctmgr modify user ann where account=chem cluster=here set MaxJobs=-1"},
		{"a length", limit(chem, "MaxWall", "12:00:00"), "sacctmgr modify account chem where cluster=here set MaxWallDurationPerJob=12:00:00"},
		{"limits of a QOS", limit(long, "MaxTRESPU", "cpu=64,node=-1"), "sacctmgr modify qos long set MaxTRESPerUser=cpu=64,node=-1"},
		{"no limit of a QOS", limit(long, "MaxJobsPU", ""), "sacctmgr modify qos long set MaxJobsPerUser=-1"},
		{"a tier", machine(func(m *cluster.Machine) { m.SetLimit(2, "tier", 7) }), "PartitionName=batch Nodes=node[01-04] Default=YES PriorityTier=7 PriorityJobFactor=1 MaxTime=1-00:00:00 DefaultTime=01:00:00 MinNodes=0 MaxNodes=UNLIMITED"},
		{"no time limit", machine(func(m *cluster.Machine) { m.SetLimit(2, "maxTime", 0) }), "PartitionName=batch Nodes=node[01-04] Default=YES PriorityTier=1 PriorityJobFactor=1 MaxTime=UNLIMITED DefaultTime=01:00:00 MinNodes=0 MaxNodes=UNLIMITED"},
		{"a partition for accounts", machine(func(m *cluster.Machine) { m.SetLimit(1, "maxNodes", 1) }), "PartitionName=gpu Nodes=gpu[1-2] PriorityTier=2 PriorityJobFactor=1 MaxTime=UNLIMITED MinNodes=0 MaxNodes=1 AllowAccounts=chem,bio QOS=long"},
		{"a job factor", policy(func(s *cluster.Scheduler) { s.SetJobFactor(5, 9) }), strings.Replace(all, "JobFactor=5", "JobFactor=9", 1)},
		{"nodes", machine(func(m *cluster.Machine) { m.MoveGPUs(1, 1, 2) }), "PartitionName=gpu Nodes=gpu1 PriorityTier=2 PriorityJobFactor=1 MaxTime=UNLIMITED MinNodes=0 MaxNodes=UNLIMITED AllowAccounts=chem,bio QOS=long\n" +
			"PartitionName=batch Nodes=node[01-04],gpu2 Default=YES PriorityTier=1 PriorityJobFactor=1 MaxTime=1-00:00:00 DefaultTime=01:00:00 MinNodes=0 MaxNodes=UNLIMITED"},
	} {
		before, d := compiled(t, described(of)), described(of)
		c.change(d)
		after := compiled(t, d)
		is, label := cluster.Changed(form, before, after, of, of.Names(legend))
		got := slices.Concat(is.Lines, is.Commands)
		want := strings.Split(c.want, "\n")
		if c.want == "" {
			want = nil
		}
		slices.Sort(want)
		sorted := slices.Clone(got)
		if slices.Sort(sorted); !slices.Equal(sorted, want) || len(is.InWords) > 0 || is.Numbers || label == "" {
			t.Errorf("%s: printed is\n%s\n%v, with numbers: %v; want\n%s", c.name, strings.Join(got, "\n"), is.InWords, is.Numbers, c.want)
		}
		newConf, newAccounts, newQOS := conf, accounts, qos
		for _, line := range is.Lines {
			newConf = withLine(newConf, line)
		}
		for _, command := range is.Commands {
			if strings.Contains(command, "modify qos") {
				newQOS = obey(t, newQOS, command)
			} else {
				newAccounts = obey(t, newAccounts, command)
			}
		}
		again := compiled(t, described(read(t, newConf, newAccounts, newQOS)))
		if a, b := values(t, again), values(t, after); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: read again it is\n%v\nwant\n%v", c.name, a, b)
		}
		if (c.name != "nothing") == reflect.DeepEqual(values(t, before), values(t, after)) {
			t.Errorf("%s: the question changes nothing, or something", c.name)
		}
	}
}

// What is no line is said: nodes, and that names are not in memory. Words of PreemptParameters stay there. What slurm.conf(5) wants a restart for
// is told.
func TestWhatIsNoLine(t *testing.T) {
	of := read(t, conf, accounts, qos)
	before, d := compiled(t, described(of)), described(of)
	m, _ := cluster.ReadMachine(form, d.Machine)
	m.SetGPUs(1, "type-1:8")
	m.MoreNodes(50) // six of one kind, three of the other
	d.Machine = m.Choice()
	s, _ := cluster.FirstScheduler(form, d)
	s.SetShares(cluster.Owner{QOS: -1, Account: 11, User: -1}, 5)
	s.SetWord("preempt_strict_order", true)
	s.SetWord("preempt_youngest_first", false)
	s.Replace(d)
	d.Policies[0].Texts["limits"], d.Policies[0].Texts["epilog"] = "false", "true"
	after := compiled(t, d)

	with, _ := cluster.Changed(form, before, after, of, of.Names(legend))
	want := `SchedulerParameters=bf_continue,bf_interval=60,max_rpc_cnt=5,preempt_strict_order
AccountingStorageEnforce=associations,qos
PartitionName=batch Nodes=node[01-04],n[7-8] Default=YES PriorityTier=1 PriorityJobFactor=1 MaxTime=1-00:00:00 DefaultTime=01:00:00 MinNodes=0 MaxNodes=UNLIMITED
PartitionName=gpu Nodes=gpu[1-2],n9 PriorityTier=2 PriorityJobFactor=1 MaxTime=UNLIMITED MinNodes=0 MaxNodes=UNLIMITED AllowAccounts=chem,bio QOS=long
PartitionName=all Nodes=node[01-04],gpu[1-2],n[7-9] PriorityTier=1 PriorityJobFactor=5 MaxTime=UNLIMITED MinNodes=0 MaxNodes=3 OverSubscribe=EXCLUSIVE DenyAccounts=bio TRESBillingWeights=CPU=1.0,Mem=0.25G GraceTime=60

sacctmgr modify account bio where cluster=here set fairshare=5
`
	if with.Text() != want {
		t.Errorf("printed is\n%s\nwant\n%s", with.Text(), want)
	}
	words := []string{"The line PreemptParameters is deleted.", "The policy's field epilog has changed; no line is written for it.",
		"3 nodes are added, which the scenario calls n[7-9]. Write a line NodeName for them, with their addresses, processors, memory and GPUs.",
		"GPUs of gpu[1-2]: a100:8 instead of a100:4. Change Gres in their NodeName lines and what gres.conf says of them."}
	if !slices.Equal(with.InWords, words) || !with.Numbers || !with.Nodes || !slices.Equal(with.Restarts, []string{"AccountingStorageEnforce"}) {
		t.Errorf("%q\nwant\n%q; %+v", with.InWords, words, with)
	}
	remarks := strings.Join(with.Remarks(), " ")
	for _, want := range []string{"For AccountingStorageEnforce slurmctld has to be started again.", "scontrol reconfigure", "all slurmd have to be started again", "such as State or AllowGroups"} {
		if !strings.Contains(remarks, want) {
			t.Errorf("the remarks are %q, without %q", remarks, want)
		}
	}

	// Without names there are the scenario's numbers and names.
	without, _ := cluster.Changed(form, before, after, nil, nil)
	for _, want := range []string{"PartitionName=p1 Nodes=n[5-6,9] ", " AllowAccounts=1 QOS=1\n", "\nsacctmgr modify account 11 set fairshare=5\n"} {
		if !strings.Contains(without.Text(), want) || !without.Numbers {
			t.Errorf("without names it is\n%s\nwithout %q", without.Text(), want)
		}
	}
}

// Names of the centre are words of a command, whatever they are.
func TestNamesInCommands(t *testing.T) {
	of := read(t, conf, strings.ReplaceAll(accounts, "chem", "chem; reboot 'now'"), qos)
	legend := &slurmconf.Legend{Accounts: []string{"chem; reboot 'now'"}}
	fields := func(shares string) param.Values {
		v, err := param.Check("", form.Policy("slurm").Params, map[string]json.RawMessage{"associations": json.RawMessage(`[{"account":1,"shares":` + shares + `}]`)})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	c := change.Between(change.Side{Policy: fields("1")}, change.Side{Policy: fields("2")}, of, of.Names(legend))
	if want := []string{`sacctmgr modify account 'chem; reboot '\''now'\''' where cluster=here set fairshare=2`}; !slices.Equal(c.Commands, want) {
		t.Errorf("%q, want %q", c.Commands, want)
	}
}
