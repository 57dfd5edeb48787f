package ui

import (
	"strings"
	"testing"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/scenario"
	"backfill/engine/workload"
	"backfill/engine/workload/accounting"
	"backfill/ui/opened"
	"backfill/ui/result"
)

// What people did, as a table that is dropped, becomes the actions of every policy slurm, with numbers for names and seconds for dates; what is
// wrong is told with its line and changes nothing.
func TestTableOfActions(t *testing.T) {
	table := func(text string, together bool) opened.File {
		return opened.File{FileRef: result.FileRef{Name: "actions.csv"}, Actions: []byte(text), Together: together}
	}
	p, _ := firstVisit(t)
	before := p.Draft.Clone()
	p.FileCame(table("at,do,jobs\n10,hold,2\n", false))
	if got := p.Notice.Text; !p.Notice.Problem || !strings.Contains(got, "the policy “Slurm” alone knows, and it is not among the policies. Drop slurm.conf, or choose that policy") || !p.Draft.Equal(before) {
		t.Errorf("without the policy the notice is %q", got)
	}

	// The third node is in no partition, so that it is not there.
	p.FileCame(opened.File{FileRef: result.FileRef{Name: "slurm.conf"}, Configuration: []slurmconf.File{{Name: "slurm.conf",
		Text: "ClusterName=c\nNodeName=secret[1-3] CPUs=4\nPartitionName=secret-part Nodes=secret[1-2] Default=YES\nPartitionName=unused Nodes=secret1\nSchedulerType=sched/backfill\nAccountingStorageEnforce=limits\n"},
		{Name: "qos", Text: "Name|GrpTRES|MaxJobsPU\nsecret-normal|cpu=4|2\nsecret-high||\n"}}})
	f := droppedText(t, "accounting-1.txt", waitingLog)
	f.Kind, f.Sizing = "accounting", &workload.Sizing{Widest: 4, Busy: 8}
	f.Report.Header = &workload.Header{UnixStartTime: 1795687200} // 2026-11-26 10:00:00 UTC
	f.Legend = &accounting.Legend{accounting.Partitions: {"gone", "secret-part"}, accounting.Accounts: {"secret-chem"}, accounting.Users: {"secret-ann"}, accounting.QOSs: {"secret-normal"}}
	p.FileCame(f)
	const text = "at;do;jobs;nodes;partition;length;qos;account;user;limits\n" +
		"2026-11-26 10:01:40;hold;2,7_[1-3];;;;;;;\n200;drain;;secret[1-2];;;;;;\n2026-11-26T10:05:00;close;;;secret-part;;;;;\n" +
		"400;reserve;;secret2;;1:00:00;;;;\n500;limits;;;;;secret-normal;;;MaxJobsPU=-1\n600;limits;;;;;;secret-chem;secret-ann;GrpTRES=cpu=2\n700;close;;;unused;;;;;\n"
	told := p.Notice.Text
	p.FileCame(table(text, true))
	const says = "actions.csv was read as a table of what people did while the cluster ran: 7 actions, 1 hold, 1 drain, 2 close, 1 reserve, 2 limits. “Slurm as configured” has them now. " +
		"What people do while the cluster runs (actions) is known to Slurm as configured alone: "
	if got := p.Notice.Text; !strings.HasPrefix(got, told+" "+says) || !strings.HasSuffix(got, " as if nobody did anything.") || strings.Contains(got, "As recorded") || p.Notice.Problem {
		t.Errorf("the notice is %q", got)
	}
	// Partition 2 is that of the log, the other one has a number behind those of the log: 2 + its place.
	const rows = `at do jobs tasks nodes partition length qos account user limits
		100 hold 2 - - - - - - - -
		100 hold 7 1-3 - - - - - - -
		200 drain - - n[1-2] - - - - - -
		300 close - - - 2 - - - - -
		400 reserve - - n2 - 3600 - - - -
		500 limits - - - - - 1 - - MaxJobsPU=-1
		600 limits - - - - - - 1 1 GrpTRES=cpu=2
		700 close - - - 4 - - - - -`
	if got := p.Draft.Policies[0].Texts["actions"]; strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(rows), " ") {
		t.Errorf("the actions are\n%s\nwant\n%s", got, rows)
	}
	if len(p.Wrong) > 0 || strings.Contains(string(p.Valid), "secret") {
		t.Errorf("mistakes %v, the scenario %s", p.Wrong, p.Valid)
	}

	with := p.Draft.Clone()
	for line, want := range map[string]string{
		"soon,hold,2,":             `actions.csv:2: at: "soon": seconds, or a date such as 2026-11-27`,
		"2026-11-26 09:00,hold,2,": `actions.csv:2: at: "2026-11-26 09:00": seconds, or before the workload begins`,
		"1,stop,2,":                `actions.csv:2: do: "stop": one of hold, release`,
		"1,hold,,":                 `actions.csv:2: jobs: hold needs numbers of jobs`,
		"1,drain,,secret3":         `actions.csv:2: nodes: "secret3": the machine has no node secret3; names of its nodes`,
		"1,drain,,":                `actions.csv:2: nodes: drain needs names of nodes, such as n[01-03]`,
	} {
		p.FileCame(table("at,do,jobs,nodes\n"+line+"\n", false))
		if got := p.Notice.Text; !p.Notice.Problem || !strings.HasPrefix(got, want) || !p.Draft.Equal(with) {
			t.Errorf("%s: the notice is %q, want %q", line, got, want)
		}
	}
	// What a date is in another zone is known when the log has been read in it.
	p.Edit("/workload/zone", "Europe/Berlin")
	p.FileCame(table("at,do,jobs\n2026-11-26 10:01:40,hold,2\n", false))
	if got := p.Notice.Text; !strings.HasPrefix(got, `actions.csv:2: at: "2026-11-26 10:01:40": seconds, or a date is accepted when the experiment has been run in its time zone, Europe/Berlin`) {
		t.Errorf("in another zone the notice is %q", got)
	}
	p.FileCame(table("at,do,jobs\n90 s,hold,2\n", false))
	if got := strings.Join(strings.Fields(p.Draft.Policies[0].Texts["actions"]), " "); got != "at do jobs 90 hold 2" {
		t.Errorf("then the actions are %q; the notice is %q", got, p.Notice.Text)
	}
	with = p.Draft.Clone()
	// The configuration once more: what people did stays.
	p.FileCame(opened.File{FileRef: result.FileRef{Name: "slurm.conf"}, Configuration: []slurmconf.File{{Name: "more", Text: "PriorityType=priority/basic\n"}}})
	if p.Draft.Policies[0].Texts["actions"] != with.Policies[0].Texts["actions"] {
		t.Errorf("then the actions are %q", p.Draft.Policies[0].Texts["actions"])
	}

	// With another log, about which the page asks first: when it has been answered.
	p.Draft.Claims = []scenario.Claim{{}}
	other := f
	other.Name, other.SHA256 = "accounting-2.txt", strings.Repeat("cd", 32)
	p.FileCame(other)
	if p.Question.Text == "" {
		t.Fatalf("nobody asks what the log is for; the notice is %q", p.Notice.Text)
	}
	p.FileCame(table("at,do,jobs\n2026-11-26 10:00:07,hold,2\n", true))
	if p.Question.Text == "" || p.Draft.Policies[0].Texts["actions"] != with.Policies[0].Texts["actions"] {
		t.Errorf("before the answer the question is %q, the actions %q", p.Question.Text, p.Draft.Policies[0].Texts["actions"])
	}
	p.Question.Choices[1].Do()
	if got := strings.Join(strings.Fields(p.Draft.Policies[0].Texts["actions"]), " "); got != "at do jobs 7 hold 2" || p.Draft.Workload.Texts["file"] != other.Name {
		t.Errorf("then the actions are %q of %s; the notice is %q", got, p.Draft.Workload.Texts["file"], p.Notice.Text)
	}

	// What people did belongs to their log.
	p.Draft.Claims, other.Name = nil, "accounting-3.txt"
	p.FileCame(other)
	if got := p.Draft.Policies[0].Texts["actions"]; got != "" {
		t.Errorf("beside another log the actions are %q", got)
	}
}
