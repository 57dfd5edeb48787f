package ui

import (
	"fmt"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/ui/panel/inspector"
)

// twoNodes is the policy slurm on nodes a and b of 4 processors. Jobs 1 to 4 come together and run for 10 min: job 1 takes a and 2 processors of b, job 2 needs 4
// processors, job 3 one, and job 4 may run only in a partition of node b.
const twoNodes = `{"version":1,"machine":{"kind":"partitions","choice":"CHOICE","nodes":[{"name":"a","processors":4},{"name":"b","processors":4}],
	"partitions":[{"name":"batch","default":true},{"name":"few","nodes":"b"}]},
	"workload":{"kind":"jobs","jobs":[{"run":600,"processors":6},{"run":600,"processors":4},{"run":600,"processors":1},{"run":600,"processors":3,"partitions":[2]}]},
	"policies":[{"kind":"slurm","label":"P"}],"seed":SEED}`

func twoNodesWith(choice string, seed int) string {
	return strings.NewReplacer("CHOICE", choice, "SEED", fmt.Sprint(seed)).Replace(twoNodes)
}

// Job 1 starts in the first pass, whose instant the seed draws, and is expected to be gone 10 min after the second in which that is. So long job 2 is short of 2 processors,
// and is promised node a. Seed 2 is one of those whose first pass is of the main scheduler: job 3 is behind job 2, and is started beside its promise by the backfill
// scheduler on b. There job 4 lacks room until both have ended. Ends within 30 s count as one, that of the last: so from job 3's on job 4 is promised b, and job 2 node a,
// once job 3 runs.
func TestWhyJobsWaitUnderSlurm(t *testing.T) {
	p, b := firstVisit(t)
	open(p, twoNodesWith("slurm", 2))
	b.answer()
	run := p.Shown.Results.Runs[0]
	o, clock := run.Outcome, p.Clock()
	if o.Start[0] >= o.Start[2] || o.Start[2]-o.Start[0] >= 30*engine.Second {
		t.Fatalf("jobs 1 and 3 start at %d and %d ms: another seed is needed", o.Start[0], o.Start[2])
	}
	limit := func(j int32) engine.Time { return o.Start[j]/engine.Second*engine.Second + 10*engine.Minute }
	at := func(t engine.Time) string { return clock.Format(t) }
	for _, c := range []struct {
		job  int32
		want []string
	}{
		{0, []string{"for the next pass: nobody looks at the queue between two passes.", "Started at " + at(o.Start[0]) + " by the main scheduler, whose pass came to it and found room."}},
		{1, []string{"Waited from " + at(o.Start[0]) + " to " + at(o.End[0]) + " (Resources): it needs 4 processors; up to 2 processors were free, on one node. It closed partition batch to those behind it in the passes of the main scheduler. " +
			"The backfill scheduler promised it the whole of a from " + at(limit(0)) + " first, from " + at(limit(2)) + " at last, anew in each of its passes."}},
		{2, []string{"(Priority): job 2 before it had closed partition batch in the passes of the main scheduler.",
			"by the backfill scheduler, beside the nodes that it had promised to 1 job before it in this pass."}},
		{3, []string{"(Resources): it needs 3 processors; up to 2 processors were free, on one node. It closed partition few to those behind it in the passes of the main scheduler. " +
			"The backfill scheduler promised it the whole of b from " + at(limit(2)) + ", anew in each of its passes."}},
	} {
		p.Pin(c.job)
		b.explain()
		b.need()
		f := p.Inspector.Fates()[0]
		for _, want := range c.want {
			if got := lined(f.Reasons); !strings.Contains(got, want) {
				t.Errorf("of job %d is said\n%s\nwithout %q", c.job+1, got, want)
			}
		}
	}
	p.Pin(1)
	p.Unfolded[inspector.LooksKey(0)] = true
	b.explain()
	if got := lined(p.Inspector.Fates()[0].Past); !strings.Contains(got, "Job 3 was started by the backfill scheduler, beside what it had promised to others.") {
		t.Errorf("of those who overtook job 2 is said %s", got)
	}

	// Played, the passes are named, and the promise covers node a.
	p.Play.Seek(0)
	b.watch()
	var calls []string
	for len(calls) < 50 && (len(calls) == 0 || !strings.Contains(calls[len(calls)-1], "backfill scheduler.")) {
		calls = append(calls, p.told())
		p.Play.Step(1, false)
		b.watch()
	}
	p.Play.Step(-1, false) // back to that call
	b.watch()
	calls = append(calls[:2], calls[len(calls)-1])
	for i, want := range []string{"Job 1, job 2, job 3 and job 4 fit but wait for the next pass, at ", ": pass of the main scheduler.", ": pass of the backfill scheduler."} {
		if !strings.Contains(calls[i], want) {
			t.Errorf("call %d is told as %q, without %q", i+1, calls[i], want)
		}
	}
	if words := p.Schedules.Words(false)[0].Summary; !strings.Contains(words, "job 2 is promised whole nodes from "+at(limit(0))) {
		t.Errorf("of the future is said %q", words)
	}
}

// Between two events there may be thousands of passes. Whoever goes far into the run is told of its state nevertheless: the calls are asked for in stretches, one behind
// the other.
func TestFarIntoManyPasses(t *testing.T) {
	p, b := firstVisit(t)
	open(p, fmt.Sprintf(`{"version":1,%s,"seed":3,"policies":[{"kind":"slurm","label":"P"}]}`, slurmMachine))
	b.answer()
	o := p.Shown.Results.Runs[0].Outcome
	j := o.StartOrder[len(o.StartOrder)*2/3]
	p.Play.Seek(o.Start[j] - 1)
	b.watch() // fails if that has no end
	waiting := 0
	for k := range o.Start {
		if o.Ready(int32(k)) < o.Start[j] && o.Start[k] >= o.Start[j] {
			waiting++
		}
	}
	if got, want := p.Play.Figures(), fmt.Sprintf("%d job", waiting); !strings.HasPrefix(got, want) {
		t.Errorf("it says %q, want %q", got, want)
	}
}

// On a machine that chooses nodes otherwise, the policy is refused, and a click has it choose them as Slurm does.
func TestNodesAsSlurmInOneClick(t *testing.T) {
	p, _ := firstVisit(t)
	open(p, twoNodesWith("firstFit", 2))
	if len(p.Wrong) != 1 {
		t.Fatalf("mistakes are %v", p.Wrong)
	}
	render(t, p).do("policies-0-nodes", "click", "")
	if len(p.Wrong) != 0 || p.Draft.Machine.Texts["choice"] != "slurm" {
		t.Errorf("mistakes are %v, the choice is %q", p.Wrong, p.Draft.Machine.Texts["choice"])
	}
	if render(t, p).ids["policies-0-nodes"] != nil {
		t.Error("the button is still there")
	}
}
