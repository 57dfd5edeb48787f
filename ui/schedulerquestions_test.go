package ui

import (
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/slurmconf"
	"backfill/engine/workload"
	"backfill/engine/workload/accounting"
	"backfill/ui/opened"
	"backfill/ui/result"
)

// One node of 4 processors under Slurm. QOS 1 lets a user have one job at a time: job 2, of the same user as job 1, waits until that has ended
// at 1000 s, though there is room.
const oneJobAUser = `{"version":1,"name":"one","machine":{"kind":"partitions","choice":"slurm","nodes":[{"name":"n1","processors":4}],"partitions":[{"name":"batch","maxTime":7200}]},
	"policies":[{"kind":"slurm","label":"S","parameters":"bf_interval=10","limits":true,"settings":[{"key":"PriorityType","value":"priority/multifactor"},{"key":"PriorityWeightAge","value":"1000"}],
	"associations":[{"account":1,"shares":10},{"account":1,"user":1}],"qos":[{"number":1,"limits":"MaxJobsPU=1"}]}],
	"workload":{"kind":"jobs","jobs":[{"run":1000,"processors":2,"user":1,"group":1,"qos":1},{"submit":10,"run":100,"processors":2,"user":1,"group":1,"qos":1}]}}`

// With a limit of two jobs job 2 starts beside job 1. What is asked next is asked of what there is then, of machine and scheduler.
func TestQuestionsAboutLimits(t *testing.T) {
	p, b := firstVisit(t)
	open(p, oneJobAUser)
	b.answer()
	if start := p.Shown.Results.Runs[0].Outcome.Start[1]; start < 1000*engine.Second {
		t.Fatalf("job 2 starts at %v beside job 1", start)
	}
	p.WhatIf.SetNumber("limit-of-qos", "1") // MaxJobsPU
	b.press(p, "partition")
	b.press(p, "limit")
	if start := p.Shown.Results.Runs[0].Outcome.Start[1]; start > 100*engine.Second {
		t.Errorf("job 2 starts at %v though two jobs may run", start)
	}
	if text := whatIf(t, p); !strings.Contains(text, "Under S a job waits") {
		t.Errorf("the page says\n%s", text)
	}
	b.press(p, "word")
	if c := p.Draft.Policies[0]; c.Texts["parameters"] != "bf_interval=20" || !strings.Contains(c.Texts["qos"], "MaxJobsPU=2\n") || !strings.Contains(p.Draft.Machine.Texts["partitions"], "14400") {
		t.Errorf("the policy is %+v on %s", c, p.Draft.Machine.Texts["partitions"])
	}
	if text := whatIf(t, p); !strings.Contains(text, "bf_interval=40, now 20") {
		t.Errorf("the next question is\n%s", text)
	}
}

// What the questions about a scheduler ask at first, and what they refuse. Nothing runs then.
func TestQuestionsAboutASchedulersSettings(t *testing.T) {
	p, b := firstVisit(t)
	open(p, oneJobAUser)
	b.answer()
	for _, c := range []struct {
		key, number, text, want string
		asks                    bool
	}{
		{"word", "", "", "bf_interval=20, now 10: ", true},
		{"word", "word bf_interval", "10", "Another bf_interval: That is the present value.", false},
		{"word", "word bf_interval", "0", "Another bf_interval: A whole number from 1 to 10,800, in s, is accepted.", false},
		{"word", "word-of", "1", "bf_window=2880, now 1440 by default: ", true},
		{"word", "word bf_window", "50000", "Another bf_window: A whole number from 1 to 43,200, in min, is accepted.", false},
		{"word", "word-of", "4", "bf_max_job_user=10, now 0 by default: ", true},
		{"word", "word-of", "11", "bf_busy_nodes: ", true},
		{"word", "word bf_busy_nodes", "perhaps", "Another bf_busy_nodes: yes or no is accepted.", false},
		{"word", "word bf_busy_nodes", "no", "Another bf_busy_nodes: So it is.", false},
		{"priority", "", "", "PriorityWeightAge=2000, now 1000: ", true},
		{"priority", "priority PriorityWeightAge", "-1", "Another PriorityWeightAge: A whole number from 0 to 4,294,967,295 is accepted.", false},
		{"priority", "priority-of", "6", "PriorityDecayHalfLife=3-12:00:00, now 7-00:00:00 by default: ", true},
		{"priority", "priority PriorityDecayHalfLife", "1 d", "PriorityDecayHalfLife=1-00:00:00, now 7-00:00:00 by default: ", true},
		{"priority", "priority PriorityDecayHalfLife", "7-0", "Another PriorityDecayHalfLife: That is the present value.", false},
		{"priority", "priority PriorityDecayHalfLife", "soon", "Another PriorityDecayHalfLife: A length of time is accepted, such as 2 h, 90 min or 7-00:00:00; 0 if usage is not to decay.", false},
		{"shares", "", "", "Account 1: shares 20, now 10: PriorityWeightFairshare is 0, so that shares count for nothing.", true},
		{"shares", "shares-of", "1", "User 1 of account 1: shares 2, now 1: PriorityWeightFairshare is 0, so that shares count for nothing.", true},
		{"shares", "shares 1 1", "parent", "User 1 of account 1: shares those of the account, now 1: PriorityWeightFairshare is 0, so that shares count for nothing.", true},
		{"shares", "shares 1 1", "x", "Other shares: A whole number from 0 to 1,073,741,824 is accepted, or parent for the shares of the account above.", false},
		{"limit", "", "", "QOS 1: MaxTRESPU cpu=64, now no limit: ", true},
		{"limit", "limit {1 -1 -1} MaxTRESPU", "cpus=4", "Another limit: Amounts of cpu, mem, node and gres/gpu are accepted, such as cpu=64,mem=256G; -1 takes one away, none all.", false},
		{"limit", "limit {1 -1 -1} MaxTRESPU", "none", "Another limit: That is the present limit.", false},
		{"limit", "limit-of-qos", "1", "QOS 1: MaxJobsPU 2, now 1: ", true},
		{"limit", "limit {1 -1 -1} MaxJobsPU", "none", "QOS 1: MaxJobsPU no limit, now 1: ", true},
		{"limit", "limit {1 -1 -1} MaxJobsPU", "many", "Another limit: A whole number from 0 to 4,294,967,295 is accepted; none for no limit.", false},
		{"limit", "limit-whose", "1", "Account 1: GrpTRES cpu=64, now no limit: ", true},
		{"partition", "partition-setting", "5", "batch: PriorityJobFactor 2, now 1: PriorityWeightPartition is 0, so that it counts for nothing.", true},
	} {
		if c.number != "" {
			p.WhatIf.SetNumber(c.number, c.text)
		}
		for _, q := range p.WhatIf.Questions() {
			if got := q.Answer + ": " + q.Remark(); q.Key == c.key && (got != c.want || q.Asks() != c.asks) {
				t.Errorf("%s: %q, may be asked: %v; want %q, %v", c.key, got, q.Asks(), c.want, c.asks)
			} else if q.Key == c.key && !c.asks {
				asked := len(b.asked)
				if q.Ask(); len(b.asked) != asked {
					t.Errorf("%s runs", c.key)
				}
			}
		}
	}

	// Without priorities or limits there is nothing to ask of them, and of two policies the first is asked.
	basic := strings.NewReplacer(`"limits":true,`, "", "priority/multifactor", "priority/basic", `"policies":[`, `"policies":[{"kind":"easy"},`, `]}],
	"workload"`, `]},{"kind":"slurm","label":"T"}],
	"workload"`).Replace(oneJobAUser)
	p, b = firstVisit(t)
	open(p, basic)
	b.answer()
	text := whatIf(t, p)
	for _, want := range []string{"This and what follows is asked of “S”, the first of 2 policies of this kind.", "PriorityType is not priority/multifactor", "Limits do not hold under this policy"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q:\n%s", want, text)
		}
	}
	b.press(p, "word")
	if a, b := p.Draft.Policies[1].Texts["parameters"], p.Draft.Policies[2].Texts["parameters"]; a != "bf_interval=20" || b != "" {
		t.Errorf("the parameters are %q and %q", a, b)
	}
}

// Accounts, QOS and partitions have numbers until the reader has names shown; the scenario always has numbers.
func TestQuestionsWithNames(t *testing.T) {
	p, _ := configured(t)
	if text := whatIf(t, p); strings.Contains(text, "chem") || !strings.Contains(text, "account 1") || !strings.Contains(text, "p1: MaxTime 2 h, now 1 h") {
		t.Errorf("the page says:\n%s", text)
	}
	p.ShowNames(true)
	text := whatIf(t, p)
	for _, want := range []string{"account chem", "user ann of account chem", "QOS long", "short: MaxTime 2 h, now 1 h"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q:\n%s", want, text)
		}
	}
	if strings.Contains(string(p.Valid), "chem") {
		t.Errorf("the scenario has names: %s", p.Valid)
	}
}

// What was asked is written down below before and after, with the names of the log and of the configuration, and copied; with numbers when these
// are not in memory. Undone, there is nothing to write.
func TestChangedLines(t *testing.T) {
	p, b := configured(t)
	if text := whatIf(t, p); strings.Contains(text, "Changed lines") {
		t.Fatalf("lines have changed before anything was asked:\n%s", text)
	}
	p.WhatIf.SetNumber("shares-of", "0")
	b.press(p, "shares")
	p.WhatIf.SetNumber("limit-of-qos", "1") // MaxJobsPU
	b.press(p, "partition")
	const partition = "PartitionName=short Nodes=node[01-02] Default=YES PriorityTier=1 PriorityJobFactor=1 MaxTime=02:00:00 MinNodes=0 MaxNodes=UNLIMITED\n"
	text := whatIf(t, p)
	for _, want := range []string{"So that the cluster as configured becomes what “Slurm as changed” has now, all changes together, with the names of the log and of the configuration that you dropped.",
		partition, "sacctmgr modify account chem set fairshare=60", "Keep what else your own line says, such as State or AllowGroups.", "Then scontrol reconfigure has Slurm read the file again."} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q:\n%s", want, text)
		}
	}
	render(t, p).ids["copy-lines"].hear("click", "")
	if want := partition + "\nsacctmgr modify account chem set fairshare=60\n"; b.copied != want {
		t.Errorf("copied is\n%s\nwant\n%s", b.copied, want)
	}
	// Lines hold all changes since the files, from wherever one compares.
	p.CompareFromHere()
	b.press(p, "word")
	if text := whatIf(t, p); !strings.Contains(text, "SchedulerParameters=bf_interval=120") || !strings.Contains(text, "sacctmgr modify account chem set fairshare=60") || !strings.Contains(text, partition) {
		t.Errorf("the page says\n%s", text)
	}
	for range 3 {
		p.Undo()
		b.settle()
	}
	if text := whatIf(t, p); strings.Contains(text, "Changed lines") {
		t.Errorf("undone, the page says\n%s", text)
	}

	p, b = firstVisit(t)
	open(p, oneJobAUser)
	b.answer()
	b.press(p, "limit")
	if text := whatIf(t, p); !strings.Contains(text, "are not in memory: put your own for the numbers and names of the scenario, which stand here.") || !strings.Contains(text, "sacctmgr modify qos 1 set MaxTRESPerUser=cpu=64") {
		t.Errorf("without names the page says\n%s", text)
	}
}

// The configuration of a cluster, as its administrator has it.
const (
	clusterConf = "ClusterName=c\nNodeName=node[01-02] CPUs=4 RealMemory=1000\nPartitionName=short Nodes=ALL Default=YES MaxTime=60 State=UP\nSchedulerType=sched/backfill\nSchedulerParameters=bf_interval=60\n" +
		"PriorityType=priority/multifactor\nPriorityWeightAge=1000\nPriorityWeightFairshare=500\nAccountingStorageEnforce=limits\nSelectType=select/cons_tres\nSelectTypeParameters=CR_Core\n"
	clusterAccounts = "Account|Par Name|User|Share|MaxJobs\nroot|||1|\nchem|root||30|\nchem||ann|1|2\n"
	clusterQOS      = "Name|MaxTRESPU\nnormal|\nlong|cpu=4\n"
)

// clusterLog are three jobs on a cluster of two nodes of four processors: the second and third wait for the first.
const clusterLog = "JobID|User|Account|Partition|QOS|Submit|Start|End|State|AllocCPUS|TimelimitRaw\n" +
	"1|ann|chem|short|normal|2026-03-02T00:00:00|2026-03-02T00:00:00|2026-03-02T00:30:00|COMPLETED|8|60\n" +
	"2|ann|chem|short|normal|2026-03-02T00:10:00|2026-03-02T00:30:00|2026-03-02T00:50:00|COMPLETED|4|60\n" +
	"3|bob|other|short|normal|2026-03-02T00:15:00|2026-03-02T00:30:00|2026-03-02T00:45:00|COMPLETED|4|60\n"

// configured is the page with an accounting log and the configuration of its cluster, dropped and simulated.
func configured(t *testing.T) (*Page, *fake) {
	t.Helper()
	return configuredWith(t, clusterLog)
}

// configuredWith is configured with another log.
func configuredWith(t *testing.T, log string) (*Page, *fake) {
	t.Helper()
	p, b := firstVisit(t)
	p.FileCame(opened.File{FileRef: result.FileRef{Name: "slurm.conf"}, Configuration: []slurmconf.File{{Name: "slurm.conf", Text: clusterConf}, {Name: "accounts", Text: clusterAccounts}, {Name: "qos", Text: clusterQOS}}})
	var text strings.Builder
	read, err := accounting.Copy(&text, strings.NewReader(log), "sacct.txt", accounting.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b.logs = map[string]string{"accounting-1.txt": text.String()}
	p.FileCame(opened.File{FileRef: result.FileRef{Name: "accounting-1.txt", Size: int64(text.Len()), SHA256: strings.Repeat("cd", 32)}, Kind: "accounting", Report: &workload.Report{}, Waits: true,
		Legend: &read.Legend, Named: &accounting.Named{Groups: []int64{2, 1}, QOS: []int64{3}}, Sizing: &workload.Sizing{Widest: 8, Busy: 8}})
	b.pass()
	b.answer()
	return p, b
}
