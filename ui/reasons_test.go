package ui

import (
	"strings"
	"testing"

	"backfill/engine"
	"backfill/ui/panel/inspector"
)

// Jobs of 7, 4 and 6 processors wait for 10. LOS starts the first; Delayed-LOS prefers
// the other two, which use all. Job 4 asks for all processors at 100 s.
func TestReasonsOfPackingPolicies(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":10},"workload":{"kind":"jobs","jobs":[
		{"run":60,"processors":7},{"run":60,"processors":4},{"run":60,"processors":6},{"run":10,"processors":10,"start":100},{"submit":1,"run":200,"processors":2}]},
		"policies":[{"kind":"los-d","label":"LOS-D"},{"kind":"hybrid-los","label":"Hybrid-LOS"}]}`)
	if p.Notice.Problem || len(p.Wrong) > 0 {
		t.Fatal(p.Notice.Text, p.Wrong)
	}
	b.answer()
	for _, c := range []struct {
		job    int32
		policy int
		says   string
	}{
		{0, 1, "at the head of the queue, skipped 1 of at most 7 times: it needs 7 processors, 10 were free when the policy decided, and job 2 and 1 other together took all 10 without delaying job 4, which was due at 1 min 40 s; with this job, at most 7 could have been used."},
		{1, 1, "one of 2 waiting jobs that together used 10 of the 10 free processors without delaying job 4, which was due at 1 min 40 s."},
		{3, 0, "Started at 1 min 40 s, the start that it requested."},
		{4, 0, "dedicated jobs, job 4 first, were due at 1 min 40 s; by its requested time this job would still have run then, and it needs 2, more than the 0 processors that they left."},
	} {
		p.Pin(c.job)
		b.explain()
		if got := reasonsOf(p, c.policy); !strings.Contains(got, c.says) {
			t.Errorf("job %d under policy %d:\n%s\nwant in it\n%s", c.job+1, c.policy, got, c.says)
		}
	}
	p.Pin(3)
	if facts := p.Inspector.Facts(); facts[len(facts)-1] != (inspector.Fact{Name: "Requested start", Text: "1 min 40 s"}) {
		t.Errorf("the facts of a dedicated job are %v", facts)
	}
	if got := p.Inspector.Fates()[0].Summary.String(); !strings.Contains(got, "on time") {
		t.Errorf("its fate is %q", got)
	}
}

// Job 3 arrives at 600 s and asks for 5400 s: it would end at 6000 s, when job 2 is due. EASY starts it; LOS counts it as one that still runs then.
func TestReasonsOfAJobThatWouldEndAtTheShadowTime(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":4},"workload":{"kind":"jobs","jobs":[
		{"run":6000,"processors":3},{"submit":60,"run":3000,"processors":4},{"submit":600,"run":5400,"processors":1}]},
		"policies":[{"kind":"easy"},{"kind":"los"}]}`)
	b.answer()
	p.Pin(2)
	b.explain()
	for i, want := range []string{
		"Backfilled at 10 min: by its requested time it ended by 1 h 40 min, when job 2 was due (shadow time).",
		"job 2 was promised 4 processors at 1 h 40 min (shadow time); by its requested time this job would not have ended before then, and it needs 1, more than the 0 extra processors left then.",
	} {
		if got := reasonsOf(p, i); !strings.Contains(got, want) {
			t.Errorf("under policy %d:\n%s\nwant in it\n%s", i, got, want)
		}
	}
}

// Job 1 runs from 0 to 100 s. It is extended by 50 s at 10 s; its command at 200 s comes
// too late. FCFS ignores both.
func TestElasticCommandsOfAJob(t *testing.T) {
	p, b := firstVisit(t)
	p.FileCame(droppedLog(t, "small.swf"))
	p.Edit("/policies/1/elastic", "true")
	b.pass()
	b.answer()
	w := p.Workload()
	w.Commands = []engine.Command{{At: 10_000, Job: 0, Kind: engine.ExtendTime, Amount: 50_000}, {At: 200_000, Job: 0, Kind: engine.ReduceProcessors, Amount: 4}}
	p.Shown.Results.Runs[1].Outcome.Fates = []engine.CommandFate{engine.Accepted, engine.RefusedEnded}
	p.Pin(0)
	fates := p.Inspector.Fates()
	if got := strings.Join(fates[0].Obeyed, " "); strings.Count(got, "ignored by this policy") != 2 {
		t.Errorf("without elasticity: %q", got)
	}
	if got := fates[1].Obeyed; len(got) != 2 || !strings.HasSuffix(got[0], " 50 s more: accepted.") || !strings.HasSuffix(got[1], " 4 processors fewer: refused: the job had ended.") {
		t.Errorf("with elasticity: %q", got)
	}
	if got := p.Jobs.CommandTotals(); len(got) != 1 || got[0] != "EASY: 1 command accepted, 1 refused." {
		t.Errorf("in all: %q", got)
	}
	p.Toggle("commands")
	p.Jobs.SetPolicy(1)
	if got := p.Jobs.RefusedCommands(); len(got) != 1 || !strings.HasPrefix(got[0], "Job 1 at ") || !strings.HasSuffix(got[0], ", 4 processors fewer: the job had ended.") {
		t.Errorf("refused: %q", got)
	}
}
