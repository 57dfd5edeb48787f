package slurmconf

import (
	"slices"
	"strings"
	"testing"
)

// What the policy slurm does otherwise than configured is told with the line and with what is assumed; what changes nothing is not. Lines
// count from 1: those of conf after the third, and those of tables from their heads on.
func TestOtherwise(t *testing.T) {
	const head = "ClusterName=c\nNodeName=n CPUs=1\nPartitionName=p Nodes=n\n"
	const enforced, factors = "AccountingStorageEnforce=limits\n", "PriorityType=priority/multifactor\n"
	for name, c := range map[string]struct {
		conf  string
		table string
		want  []string
	}{
		"nothing": {"SchedulerType=sched/backfill\nSchedulerParameters=bf_interval=60,BF_WINDOW=2880\nPriorityType=priority/basic\nPriorityWeightAge=0\nPreemptType=preempt/none\nCompleteWait=0\n", "", nil},
		"words": {"SchedulerParameters=bf_continue,bf_interval=0,bf_window=2880,max_rpc_cnt=5,sched_interval\n", "", []string{
			`conf:4: in SchedulerParameters bf_interval is "0"; a whole number from 1 to 10800 is accepted: Slurm's default is assumed`,
			`conf:4: in SchedulerParameters sched_interval is ""; a whole number from 1 to 1000000 is accepted: Slurm's default is assumed`,
			"conf:4: not modelled of SchedulerParameters: bf_continue, max_rpc_cnt=5"}},
		"the last that is said": {"SchedulerParameters=max_rpc_cnt=5\nSchedulerParameters=bf_continue\n", "", []string{"conf:5: not modelled of SchedulerParameters: bf_continue"}},
		"plug-ins": {"SchedulerType=sched/wiki\nPriorityType=priority/site\nPriorityWeightQOS=5\nPreemptType=preempt/site\n", "", []string{
			"conf:4: SchedulerType=sched/wiki is not known: sched/builtin is assumed", "conf:5: PriorityType=priority/site is not known: priority/basic, the order of submission, is assumed",
			"conf:7: PreemptType=preempt/site is not known: nobody is preempted",
			"conf:6: PriorityWeightQOS=5 counts only with PriorityType=priority/multifactor: the order of submission is assumed"}},
		"preemption": {"PreemptType=preempt/qos\nPreemptMode=SUSPEND,GANG\nPreemptParameters=youngest_first,reorder_count=0,min_exempt_priority=3\n", "Name|PreemptMode|Preempt\na|cluster|\nb|suspend|a\n", []string{
			`conf:6: in PreemptParameters preempt_reorder_count is "0"; a whole number from 1 to 100 is accepted: Slurm's default is assumed`, "conf:6: not modelled of PreemptParameters: preempt_min_exempt_priority=3"}},
		"factors": {factors + "PriorityFlags=INCR_ONLY,ACCRUE_ALWAYS,SITE_WORD\nPriorityWeightTRES=CPU=5,license/a=2\nPriorityWeightFairshare=9\nPrioritySiteFactorPlugin=site_factor/x\n", "", []string{
			"conf:8: PrioritySiteFactorPlugin=site_factor/x is not modelled: it adds nothing", "conf:5: not modelled of PriorityFlags: SITE_WORD", "conf:6: not counted of PriorityWeightTRES: license/a=2",
			"conf:7: PriorityWeightFairshare=9, but no file has accounts: one share for each is assumed. Give what sacctmgr -P show assoc prints, too"}},
		"no tables":                {enforced, "", []string{"conf:4: AccountingStorageEnforce=associations,limits, but no file has limits: none are assumed. Give what sacctmgr -P show assoc and sacctmgr -P show qos print, too"}},
		"a word that is not known": {"AccountingStorageEnforce=limit\n", "", []string{"conf:4: not modelled of AccountingStorageEnforce: limit"}},
		"not enforced":             {"", "Name|Flags|GrpTRES\na|NoDecay|\nb||cpu=4\nc||license/x=1\n", []string{"table:3: limits of the QOS b, and of another row, do not hold, as AccountingStorageEnforce does not have limits"}},
		"limits on what is not counted": {enforced, "Name|MaxTRESPU|MaxTRES\na|cpu=4|license/x=1\nb|gres/gpu:a100=1|license/x=2\nc||mem=1G\nd||license/x=0\n", []string{
			"table:2: MaxTRES=license/x=1 of the QOS a, and of 2 more rows, does not hold: only cpu, mem, node, gres/gpu are counted",
			"table:3: MaxTRESPU=gres/gpu:a100=1 of the QOS b does not hold: only cpu, mem, node, gres/gpu are counted"}},
		"flags": {enforced, "Name|Flags|MaxSubmitPU|GrpSubmit\na|DenyOnLimit,NoReserve||\nb|overpartqos,RequiresReservation|3|\nc|||9\n", []string{
			"table:3: the flag RequiresReservation of the QOS b is not modelled"}},
		"holes": {enforced, "Account|ParentName|User|Partition|Share\nroot||||1\nlab|chem|||1\nlab||ann||1\nbio||bob||2\nlab||ann|p|3\n", []string{
			"table:3: the account chem above lab has no row: it is taken to be below the root, with one share and without limits",
			"table:5: the account bio has no row but those of its users: it is taken to be below the root, with one share and without limits",
			"table:6: the row of the user ann of lab for the partition p alone is not used"}},
		"holes that do not matter": {"", "Account|ParentName|User|Share\nlab|chem||1\n", nil},
		"no parents": {factors, "Account|User|Share\nroot||1\nlab||1\nlab|ann|1\n", []string{
			"table:3: no column says which account is above another: all are taken to be below the root. Give what sacctmgr -P show assoc format=Account,ParentName,User,Share and so on prints"}},
		"the QOS of a partition": {enforced + "PartitionName=q Nodes=n QOS=gone\nPartitionName=r Nodes=n QOS=a\n", "Name|MaxJobsPU\na|3\n", []string{"conf:5: QOS=gone of the partition q, which no row is about: it adds no limits"}},
	} {
		files := []File{{"conf", head + c.conf}}
		if c.table != "" {
			files = append(files, File{"table", c.table})
		}
		cluster, err := Read(files...)
		if err != nil || !slices.Equal(cluster.Otherwise, c.want) {
			t.Errorf("%s: %v; told is\n%s\nwant\n%s", name, err, strings.Join(cluster.Otherwise, "\n"), strings.Join(c.want, "\n"))
		}
	}
	_, err := Read(File{"conf", head}, File{"table", "Account|ParentName|Share\nroot||1\na|root|1\nb|c|1\nc|b|1\n"})
	if want := "table:4: ParentName=c: the account b would be above itself; accounts below the root are accepted"; err == nil || err.Error() != want {
		t.Errorf("accounts above each other: %v, want %s", err, want)
	}
}

// A table of two clusters without ClusterName is one of the first.
func TestClusterThatNoFileNames(t *testing.T) {
	c, err := Read(File{"conf", "NodeName=n CPUs=1\nPartitionName=p Nodes=n\nAccountingStorageEnforce=limits\n"}, File{"table", "Cluster|Account|ParentName|MaxJobs|Share\na|root|||1\na|lab|root|3|1\nb|root|||1\nb|lab|root|4|1\n"})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"table:2: rows of several clusters, and no file says ClusterName: a is assumed"}; !slices.Equal(c.Otherwise, want) {
		t.Errorf("told is %q, want %q", c.Otherwise, want)
	}
	if got, want := string(c.Policy(&Legend{})["associations"]), `[{"account":5,"shares":1,"limits":"MaxJobs=3"}]`; got != want {
		t.Errorf("associations are %s, want %s", got, want)
	}
}

// Words that are not accepted are left out of the policy, for which Slurm takes its defaults, and so are weights that are not counted.
func TestPolicyWithoutWhatIsNotAccepted(t *testing.T) {
	c, err := Read(File{"conf", "ClusterName=c\nSchedulerParameters=bf_interval=0,bf_window=60,max_rpc_cnt=5,bf_max_job_test=x\nPriorityType=priority/multifactor\nPriorityWeightTRES=license/a=2,CPU=5\n"})
	if err != nil {
		t.Fatal(err)
	}
	fields := c.Policy(&Legend{})
	if got := string(fields["parameters"]); got != `"bf_window=60,max_rpc_cnt=5"` {
		t.Errorf("parameters are %s", got)
	}
	if got := string(fields["settings"]); got != `[{"key":"PriorityType","value":"priority/multifactor"},{"key":"PriorityWeightTRES","value":"CPU=5"}]` {
		t.Errorf("settings are %s", got)
	}
}
