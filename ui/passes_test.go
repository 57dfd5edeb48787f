package ui

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/ui/panel/inspector"
	"backfill/ui/timeline"
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

// Two jobs need the whole of one node for 10 min, so that the second one waits that long. So long each scheduler makes its passes as its loop has it: the one of the main
// scheduler comes by every 1.01 s from an instant on that the seed draws. It makes a pass if a submission or an end has asked for one and the last is three seconds ago, or if
// the last full one is a minute ago, by a clock that shows whole seconds; when the last full one was before, the seed draws, too. A pass of the backfill scheduler comes 30.01 s
// after the last. In the picture a tick stands for each, and there are no others.
func TestTicksStandWherePassesAre(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"partitions","choice":"slurm","nodes":[{"name":"a","processors":4}],"partitions":[{"name":"batch"}]},
		"workload":{"kind":"jobs","jobs":[{"run":600,"processors":4},{"run":600,"processors":4}]},"policies":[{"kind":"slurm","label":"P"}],"seed":5}`)
	b.answer()
	o := p.Shown.Results.Runs[0].Outcome
	random := rand.New(rand.NewPCG(o.Workload.Seed, 0))
	tick, backfill, lastFull, last := engine.Time(random.Int64N(1010)), engine.Time(random.Int64N(30_000)), engine.Time(0), engine.Time(-3)
	lastFull -= engine.Time(random.Int64N(60))
	asked := true
	var want []timeline.Pass
	for now := engine.Time(0); now <= o.Start[1]; now++ { // milliseconds
		asked = asked || now == o.End[0]
		seconds, of := now/1000, engine.Passes(0)
		if now == tick {
			tick += 1010
			if full := seconds-lastFull >= 60; full || asked && seconds-last >= 3 {
				of, asked, last = engine.MainPass, false, seconds
				if full {
					lastFull = seconds
				}
			}
		}
		if now == backfill {
			backfill += 30_010
			of |= engine.BackfillPass
		}
		if of != 0 {
			want = append(want, timeline.Pass{At: now, Of: of})
		}
	}
	p.Play.Seek(o.Start[1])
	b.watch()
	known := p.Timeline.Play.Passes[0]
	if !slices.Equal(known.List, want) {
		t.Fatalf("passes are known at\n%v, want\n%v", known.List, want)
	}
	if len(want) < 25 || known.From != 0 || known.Until <= o.Start[1] || known.Sparse {
		t.Fatalf("%d passes are known, from %d to %d ms", len(want), known.From, known.Until)
	}

	// In the strip below the title, from below: a line, the row of the main scheduler, a row that is free, and that of the backfill scheduler.
	var picture timeline.Raster
	p.Timeline.Draw(&picture)
	v := p.Timeline.View
	lane := v.Lanes[slices.IndexFunc(v.Lanes, func(l timeline.Lane) bool { return l.Part == timeline.TitlePart })]
	columns := func(above int) (list []int) {
		y := lane.Top + lane.Height - 1 - above
		for x := range v.Column(o.Start[1]) - 1 {
			if picture.Pix[y*picture.Width+x] != picture.Pix[lane.Top*picture.Width+x] {
				list = append(list, x)
			}
		}
		return list
	}
	for _, row := range []struct {
		above int
		of    engine.Passes
	}{{2, engine.MainPass}, {8, engine.BackfillPass}} {
		var of []int
		for _, pass := range want {
			if x := v.Column(pass.At); pass.Of&row.of != 0 && x < v.Column(o.Start[1])-1 {
				of = append(of, x)
			}
		}
		if got := columns(row.above); !slices.Equal(got, slices.Compact(of)) {
			t.Errorf("ticks of scheduler %d stand in columns %v, want %v", row.of, got, of)
		}
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
