package slurmconf

import (
	"fmt"
	"strings"
	"testing"
)

// What scontrol shows of each reference run is what its slurm.conf says, of the settings in both.
func TestReferenceSettings(t *testing.T) {
	for _, run := range runs {
		conf, config := File{"slurm.conf", text(t, run+"/slurm.conf")}, File{"config", text(t, run+"/scontrol-config.txt.gz")}
		said, err := Read(conf)
		if err != nil {
			t.Fatal(err)
		}
		shown, err := Read(config)
		if err != nil {
			t.Fatal(err)
		}
		for key, value := range said.Settings {
			if value != shown.Settings[key] {
				t.Errorf("%s: %s is %q in slurm.conf and %q in scontrol", run, key, value, shown.Settings[key])
			}
		}
		if len(said.Settings) < 5 || len(shown.Settings) < 15 || shown.Settings["SLURM_VERSION"] != "22.05.8" || shown.Settings["KillWait"] != "30" {
			t.Errorf("%s: %d settings, %v", run, len(said.Settings), shown.Settings)
		}
		if _, set := shown.Settings["Epilog"]; set != (run == "r9") {
			t.Errorf("%s: epilog %v", run, set)
		}
		perCPU := int64(Unlimited)
		if run == "r12" {
			perCPU = 1000
		}
		if shown.DefMemPerCPU() != perCPU || shown.DefMemPerNode() != Unlimited || said.DefMemPerCPU() != perCPU {
			t.Errorf("%s: memory %d, %d, %d", run, shown.DefMemPerCPU(), shown.DefMemPerNode(), said.DefMemPerCPU())
		}
		for _, files := range [][]File{{conf, config}, {config, conf}} {
			both, err := Read(files...)
			if err != nil || fmt.Sprint(both.Settings) != fmt.Sprint(shown.Settings) || strings.Contains(strings.Join(both.Unused, "\n"), "which is used") {
				t.Errorf("%s: %v, %v, %q", run, err, both.Settings, both.Unused)
			}
		}
	}
}

// All ways to write the same are one.
func TestCanonicalSettings(t *testing.T) {
	for line, want := range map[string]string{
		"SelectTypeParameters=CR_LLN,CR_Core_Memory": "map[SelectTypeParameters:CR_CORE_MEMORY,CR_LLN]",
		"PriorityMaxAge=7-0":                         "map[PriorityMaxAge:7-00:00:00]",
		"prioritycalcperiod=5":                       "map[PriorityCalcPeriod:00:05:00]",
		"PriorityWeightFairShare=10":                 "map[PriorityWeightFairshare:10]",
		"PreemptMode=SUSPEND,GANG":                   "map[PreemptMode:GANG,SUSPEND]",
		"AccountingStorageEnforce=safe,qos":          "map[AccountingStorageEnforce:associations,limits,qos,safe]",
		"AccountingStorageEnforce=none":              "map[]",
		"OverTimeLimit=UNLIMITED":                    "map[OverTimeLimit:UNLIMITED]",
		"DefMemPerCPU=0":                             "map[]",
		"MaxMemPerNode=UNLIMITED":                    "map[]",
		"Licenses=(null)":                            "map[]",
		"MailProg=/bin/true\nSelectType=a":           "map[SelectType:a]",
		"Configuration data as of x\nSlurmctldHost[0] = a\nOverTimeLimit           = 3 min\nCompleteWait = 32 sec": "map[CompleteWait:32 OverTimeLimit:3]",
	} {
		c, err := Read(File{"f", "NodeName=a\n" + line})
		if err != nil || fmt.Sprint(c.Settings) != want {
			t.Errorf("%q: %v, %v", line, c, err)
		}
	}
}

// What scontrol shows is used, whatever the order, and what differs is told where it stands.
func TestContradictions(t *testing.T) {
	conf := File{"slurm.conf", `NodeName=n[1-4] CPUs=4 RealMemory=4000
NodeName=g[1-2] CPUs=8 Gres=gpu:a100:2 Feature=new Weight=5
PartitionName=p Nodes=n[1-4] MaxTime=60 AllowAccounts=a DenyQos=low
PartitionName=q Nodes=ALL
SchedulerParameters=bf_interval=10
DefMemPerCPU=100
PriorityMaxAge=7-0
Licenses=matlab:4
`}
	nodes := File{"nodes", `NodeName=n1 Arch=x86_64 CoresPerSocket=1
   CPUAlloc=0 CPUTot=8
   Gres=(null) RealMemory=4000 Weight=1 State=IDLE

NodeName=n2 Arch=x86_64
   CPUTot=8 RealMemory=4000 State=DOWN*+DRAIN

NodeName=n3 Arch=x86_64
   CPUTot=4 RealMemory=4000 State=DOWN*+DRAIN

NodeName=g1 Arch=x86_64
   CPUTot=8 Gres=gpu:a100:2(S:0) AvailableFeatures=new Weight=5 State=MIXED
`}
	partitions := File{"partitions", `PartitionName=p
   AllowAccounts=a DenyQos=low MaxTime=02:00:00 Nodes=n[1-3] State=DRAIN TotalCPUs=24 TotalNodes=3
`}
	config := File{"config", `Configuration data as of 2026-11-23T09:18:05
DefMemPerNode           = UNLIMITED
Licenses                = (null)
PriorityMaxAge          = 7-00:00:00
SchedulerParameters     = bf_interval=20
`}
	want := `slurm.conf:6: DefMemPerCPU=100; config:2 says (none), which is used
slurm.conf:1: CPUs=4 of n[1-2]; nodes:1 says 8, which is used
nodes:5: State=DOWN*+DRAIN of n[2-3]
partitions:1: State=DRAIN of the partition p
slurm.conf:3: Nodes=n[1-4] of the partition p; partitions:1 says n[1-3], which is used
slurm.conf:3: State=UP of the partition p; partitions:1 says DRAIN, which is used
slurm.conf:3: MaxTime=01:00:00 of the partition p; partitions:1 says 02:00:00, which is used`
	// The settings come in the order of the keys.
	want = "slurm.conf:5: SchedulerParameters=bf_interval=10; config:5 says bf_interval=20, which is used\n" +
		strings.Replace(want, "\n", "\nslurm.conf:8: Licenses=matlab:4; config:3 says (none), which is used\n", 1)
	for _, files := range [][]File{{conf, nodes, partitions, config}, {config, partitions, nodes, conf}, {nodes, conf, config, partitions}} {
		c, err := Read(files...)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(c.Unused, "\n"); got != want {
			t.Errorf("of %s first:\n%s\nwant\n%s", files[0].Name, got, want)
		}
		if got := fmt.Sprint(c.Processors(), c.Nodes[0], c.Partitions[0].MaxTime, c.Partitions[0].Nodes, c.Partitions[0].DeniedQOS, c.Settings); got !=
			"40 {n1 8 4000 [] [] 1} 7200 [0 1 2] [low] map[PriorityMaxAge:7-00:00:00 SchedulerParameters:bf_interval=20]" {
			t.Error(got)
		}
	}
	// Two files of one kind: the last is used.
	c, err := Read(File{"a", "NodeName=n CPUs=2\nKillWait=30\nPartitionName=p Nodes=n MaxNodes=1"}, File{"b", "NodeName=n CPUs=3\nKillWait=60\nPartitionName=p Nodes=n"})
	if got := fmt.Sprint(err, c.Processors(), c.Settings, strings.Join(c.Unused, ", ")); got !=
		"<nil> 3 map[KillWait:60]a:2: KillWait=30; b:2 says 60, which is used, a:1: CPUs=2 of n; b:1 says 3, which is used, a:3: MaxNodes=1 of the partition p; b:3 says UNLIMITED, which is used" {
		t.Error(got)
	}
}

// Keys that may matter and are not read are told once in each file.
func TestUnread(t *testing.T) {
	c, err := Read(File{"f", `NodeName=DEFAULT CoreSpecCount=2
NodeName=a CPUs=4 Gres=gpu:1,nvme:2 MemSpecLimit=1000
NodeName=b CPUs=4 Gres=nvme:1 State=DRAIN MemSpecLimit=2000
DownNodes=c State=DOWN
PartitionName=p Nodes=a,b LLN=YES OverSubscribe=FORCE:2 AllowGroups=ALL MaxCPUsPerNode=UNLIMITED ReqResv=no
PartitionName=q Nodes=a LLN=YES MaxMemPerNode=100 TRESBillingWeights=CPU=1.0,Mem=0.25G DenyAccounts=x,y State=INACTIVE PriorityJobFactor=2
`}, File{"g", "PartitionName=r Nodes=b LLN=YES OverSubscribe=EXCLUSIVE\nReservationName=maint StartTime=2026-01-01T00:00:00\n   Nodes=a\n"})
	if err != nil {
		t.Fatal(err)
	}
	want := `f:1: CoreSpecCount=2
f:2: MemSpecLimit=1000
f:2: Gres=nvme:2
f:4: DownNodes=c
f:5: LLN=YES
f:5: OverSubscribe=FORCE:2
f:6: MaxMemPerNode=100
g:1: LLN=YES
g:2: the reservation maint
f:3: State=DRAIN of b
f:6: State=INACTIVE of the partition q`
	if got := strings.Join(c.Unused, "\n"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got := fmt.Sprint(c.Partitions[1].DeniedAccounts, c.Partitions[1].Up, c.Partitions[2].Exclusive); got != "[x y] false true" {
		t.Error(got)
	}
}

// The words that Slurm takes for EnforcePartLimits, by what scontrol of 22.05.8 then shows, and how a scenario has them: NO is the default.
func TestEnforcePartLimits(t *testing.T) {
	for word, want := range map[string][2]string{"NO": {"NO", ""}, "no": {"NO", ""}, "0": {"NO", ""}, "False": {"NO", ""}, "DOWN": {"NO", ""},
		"ANY": {"ANY", `"any"`}, "YES": {"ANY", `"any"`}, "up": {"ANY", `"any"`}, "TRUE": {"ANY", `"any"`}, "1": {"ANY", `"any"`}, "All": {"ALL", `"all"`}} {
		c, err := Read(File{"slurm.conf", "EnforcePartLimits=" + word + "\nNodeName=n CPUs=1\nPartitionName=p Nodes=n\n"})
		if err != nil {
			t.Fatal(err)
		}
		fields, _ := c.Machine(nil)
		if got := [2]string{c.Settings["EnforcePartLimits"], string(fields["enforcePartLimits"])}; got != want {
			t.Errorf("%s is %q, want %q", word, got, want)
		}
	}
	c, err := Read(File{"slurm.conf", "NodeName=n CPUs=1\nPartitionName=p Nodes=n\n"})
	if fields, _ := c.Machine(nil); err != nil || fields["enforcePartLimits"] != nil {
		t.Errorf("without the line it is %s, %v", fields["enforcePartLimits"], err)
	}
	if _, err := Read(File{"slurm.conf", "EnforcePartLimits=SOME\nNodeName=n CPUs=1\nPartitionName=p Nodes=n\n"}); err == nil || !strings.Contains(err.Error(), "NO, ANY and ALL are accepted") {
		t.Errorf("SOME: %v", err)
	}
}
