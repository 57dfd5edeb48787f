package cluster

import (
	"strings"
	"testing"

	"backfill/policies"
	"backfill/ui/draft"
)

// oneOfTwo is an experiment whose second and third policies are of the kind slurm: with an account 1 of 10 shares and its user 5, and QOS 2.
func oneOfTwo() *draft.Draft {
	return &draft.Draft{Policies: []draft.Choice{{Kind: "easy"}, {Kind: SlurmKind, Label: "S", Texts: map[string]string{
		"parameters":   "bf_interval=10,nonsense,BF_Interval=20 defer",
		"settings":     "key value\nPriorityType priority/multifactor\nPriorityWeightAge 1000\n",
		"associations": "account user shares limits\n1 - 10 MaxJobs=2\n1 5 - -\n",
		"qos":          "number limits\n2 \"MaxTRESPU=cpu=64,node=2 Flags=DenyOnLimit\"\n",
		"limits":       "true",
	}}, {Kind: SlurmKind}}}
}

// Each change is written as the form has it, in the place of what was there; what it does not name stays, also a word that nobody knows.
func TestChangesOfAScheduler(t *testing.T) {
	f := draft.Form{Catalogs: policies.Catalogs()}
	qos, account, user := Owner{2, -1, -1}, Owner{-1, 1, -1}, Owner{-1, 1, 5}
	limit := func(o Owner, name, value string) func(s *Scheduler) {
		return func(s *Scheduler) {
			if err := s.SetLimit(o, name, value); err != nil {
				t.Error(err)
			}
		}
	}
	for _, c := range []struct {
		name, field, want string
		change            func(s *Scheduler)
	}{
		{"a word", "parameters", "bf_interval=60,nonsense,defer", func(s *Scheduler) { s.SetWord("bf_interval", "60") }},
		{"another word", "parameters", "bf_interval=10,nonsense,BF_Interval=20,defer,bf_window=2880", func(s *Scheduler) { s.SetWord("bf_window", "2880") }},
		{"a word less", "parameters", "bf_interval=10,nonsense,BF_Interval=20", func(s *Scheduler) { s.SetWord("defer", false) }},
		{"a weight", "settings", "key value PriorityType priority/multifactor PriorityWeightAge 2000", func(s *Scheduler) { s.SetSetting("PriorityWeightAge", "2000") }},
		{"a half-life", "settings", "key value PriorityType priority/multifactor PriorityWeightAge 1000 PriorityDecayHalfLife 3-00:00:00", func(s *Scheduler) { s.SetSetting("PriorityDecayHalfLife", "3-00:00:00") }},
		{"shares", "associations", "account user shares limits 1 - 20 MaxJobs=2 1 5 - -", func(s *Scheduler) { s.SetShares(account, 20) }},
		{"shares of a user", "associations", "account user shares limits 1 - 10 MaxJobs=2 1 5 -1 -", func(s *Scheduler) { s.SetShares(user, ParentShares) }},
		{"a limit of a QOS", "qos", `number limits 2 "MaxTRESPU=cpu=8,node=2 Flags=DenyOnLimit"`, limit(qos, "MaxTRESPU", "cpu=8")},
		{"no limit of a QOS", "qos", `number limits 2 Flags=DenyOnLimit`, limit(qos, "MaxTRESPU", "")},
		{"no limit of an account", "associations", "account user shares 1 - 10 1 5 -", limit(account, "MaxJobs", "")},
		{"a limit of a user", "associations", "account user shares limits 1 - 10 MaxJobs=2 1 5 - MaxWall=1-00:00:00", limit(user, "MaxWall", "1-0")},
		{"a partition", "partitions", "number jobFactor 3 7", func(s *Scheduler) { s.SetJobFactor(3, 7) }},
	} {
		d := oneOfTwo()
		s, ok := FirstScheduler(f, d)
		if !ok || s.Label != "S" || s.Of != 2 {
			t.Fatalf("%v, %+v", ok, s)
		}
		before, _ := FirstScheduler(f, d)
		c.change(before.Clone()) // changes the copy alone
		c.change(s)
		s.Replace(d)
		if got := strings.Join(strings.Fields(d.Policies[1].Texts[c.field]), " "); got != c.want || s.Equal(before) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	s, _ := FirstScheduler(f, oneOfTwo())
	value, _ := s.Word("bf_interval")
	if _, is := s.Word("defer"); value != "20" || !is || s.Setting("priorityweightage") != "1000" || !s.Ranks() || !s.Limits() || s.Shares(user) != 1 || s.Limit(qos, "MaxTRESPU") != "cpu=64,node=2" || s.JobFactor(3) != 1 {
		t.Errorf("%+v is read wrongly", s)
	}
	if err := s.SetLimit(qos, "MaxTRESPU", "cores=3"); err == nil || !strings.Contains(err.Error(), "cores is not counted; limits on cpu, mem, node, gres/gpu are accepted") {
		t.Errorf("a limit on cores: %v", err)
	}
	d := oneOfTwo()
	d.Sweep = []draft.Choice{{Kind: "/policies/1/parameters"}}
	if _, ok := FirstScheduler(f, d); ok {
		t.Error("a policy that a sweep varies is changed")
	}
}

// Of the nodes n1 to n5 the partition p has n2, n3 and n5: their rows are divided, and nodes keep their order.
func TestGPUsOfAPartition(t *testing.T) {
	m, ok := ReadMachine(draft.Form{Catalogs: policies.Catalogs()}, draft.Choice{Kind: "partitions", Texts: map[string]string{
		"nodes": "name processors gpus\nn[1-4] 8 -\nn5 8 a100:4", "partitions": "name nodes\nall ALL\np n[2-3]+n5\nq n5"}})
	if !ok {
		t.Fatal("the machine is not read")
	}
	if _, same := m.GPUs(2); same {
		t.Error("nodes of p have the same")
	}
	if text, same := m.GPUs(3); text != "a100:4" || !same {
		t.Errorf("nodes of q have %q", text)
	}
	m.SetGPUs(2, "a100:8")
	if got, want := strings.Join(strings.Fields(m.Choice().Texts["nodes"]), " "), "name processors gpus n1 8 - n[2-3] 8 a100:8 n4 8 - n5 8 a100:8"; got != want {
		t.Errorf("the nodes are %s, want %s", got, want)
	}
}
