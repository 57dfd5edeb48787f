package metrics

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/engine/metrics/grouping"
	"backfill/engine/metrics/metricstest"
	"backfill/engine/metrics/stats"
)

// interruptedRun are five jobs on a farm of computers 0 and 1 with 4 and 2 processors, two
// copies of licence 1 and one of licence 2; times are in seconds:
//
//	job  submit  size  licences  deadline  runs
//	  0       0     3  1, 2            39  on 0 from 0 to 10, again from 20 to 40
//	  1       0     2  1               30  on 1 from 0 to 30
//	  2      10     3  2             none  on 0 from 10 to 20
//	  3      50     1  1             none  on 0 from 52 to 60
//	  4      50     1  1             none  on 0 from 52 to 60
//
// The policy plans at 0, 10, 20, 40, 50, 52 and 60, but at 35 in the place of 30.
func interruptedRun() *engine.Outcome {
	o := metricstest.Outcome(6, 1, []metricstest.Row{
		{Submit: 0, Start: 0, End: 40, Size: 3},
		{Submit: 0, Start: 0, End: 30, Size: 2},
		{Submit: 10, Start: 10, End: 20, Size: 3},
		{Submit: 50, Start: 52, End: 60, Size: 1},
		{Submit: 50, Start: 52, End: 60, Size: 1},
	}, engine.Second)
	o.Lanes = []engine.Lane{{Processors: 4}, {Processors: 2}}
	o.Lane = []int32{0, 1, 0, 0, 0}
	o.Copies = []int32{2, 1}
	o.Workload.Licences = []engine.Licences{3, 1, 2, 1, 1}
	o.Workload.Deadline = []engine.Time{39 * engine.Second, 30 * engine.Second, -1, -1, -1}
	segment := func(job, lane int32, from, to engine.Time, end engine.SegmentEnd) {
		o.Segments = append(o.Segments, engine.Segment{Job: job, Lane: lane, From: from * engine.Second, To: to * engine.Second, End: end})
	}
	segment(0, 0, 0, 10, engine.Restarted)
	segment(1, 1, 0, 30, engine.Ended)
	segment(2, 0, 10, 20, engine.Ended)
	segment(0, 0, 20, 40, engine.Ended)
	segment(3, 0, 52, 60, engine.Ended)
	segment(4, 0, 52, 60, engine.Ended)
	o.SegmentOrder = []int32{0, 2, 1, 3, 4, 5}
	for _, s := range []engine.Time{30, 30, 10, 8, 8} {
		o.Held, o.Lost = append(o.Held, s*engine.Second), append(o.Lost, 0)
	}
	o.Lost[0] = 10 * engine.Second
	for _, s := range []engine.Time{0, 10, 20, 35, 40, 50, 52, 60} {
		o.Plans = append(o.Plans, s*engine.Second)
	}
	o.PlanCount, o.PlanTime = 9, 18*time.Millisecond
	return o
}

func TestOfAnInterruptedRun(t *testing.T) {
	o := interruptedRun()
	got := Of(o)
	for name, want := range map[string]float64{
		"jobs": 5, "meanWait": (10.0 + 0 + 0 + 2 + 2) / 5, "meanResponse": (40.0 + 30 + 10 + 10 + 10) / 5,
		// Slowdowns 4/3, 1, 1, 5/4, 5/4.
		"medianSlowdown": 1.25, "maxSlowdown": 4.0 / 3,
		// Areas 90, 60, 30, 8 and 8.
		"utilization": 196.0 / (6 * 60), "lostWork": 3.0 * 10 / 196,
		// Job 0 waits from 10 to 20 beside 1 idle processor, 3 and 4 from 50 to 52 beside 6.
		"meanQueue": (10.0 + 2*2) / 60, "maxQueue": 2, "lossOfCapacity": (10.0 + 12) / (6 * 60), "lossOfCapacityFit": math.NaN(), "offeredLoad": math.NaN(),
		"late": 1.0 / 2, "lateOfAll": 1.0 / 5,
		"preemptions": 1.0 / 5, "restarts": 1, "suspensions": 0, "checkpoints": 0,
		"plans": 9, "planTime": 0.002, "planTimeTotal": 0.018,
		// Processors in use and asked for: 5 of 5 from 0 to 10, 5 of min(6, 8) to 20, 5 of 5
		// to 35, though job 1 ends at 30, 3 of 3 to 40, nobody to 50, 0 of 2 to 52, 2 of 2.
		"machineUsage": (10 + 10*5.0/6 + 15 + 5 + 10 + 0 + 8) / 60,
		// Copies in use and needed: 3 of 3, 2 of min(3, 4), 3 of 3, 2 of 2, none, 0 of 2 and
		// 1 of 2, as jobs 3 and 4 share one.
		"licenceUsage": (10 + 10*2.0/3 + 15 + 5 + 10 + 0 + 4) / 60,
	} {
		if !metricstest.Near(got.Value(name), want) {
			t.Errorf("%s = %v, want %v", name, got.Value(name), want)
		}
	}
	groups := Groups(o, []grouping.Grouping{{Division: grouping.Division{By: "size", Quantiles: 2}}})
	// Sizes 1, 1, 2 and 3, 3.
	for name, want := range map[string][2]float64{
		"meanWait": {4.0 / 3, 5}, "late": {0, 1}, "lateOfAll": {0, 1.0 / 2}, "preemptions": {0, 1.0 / 2}, "lostWork": {0, 30.0 / 120},
		"offeredLoad": {math.NaN(), math.NaN()}, "machineUsage": {math.NaN(), math.NaN()}, "restarts": {math.NaN(), math.NaN()},
	} {
		for i, w := range want {
			if v := groups[0].Value(i, Index(name)); groups[0].Len() != 2 || !metricstest.Near(v, w) {
				t.Errorf("group %d of %d: %s = %v, want %v", i, groups[0].Len(), name, v, w)
			}
		}
	}
}

// A farm need not have licences: its machines are used as much as with them.
func TestUsageWithoutLicences(t *testing.T) {
	o := interruptedRun()
	want := Of(o).Value("machineUsage")
	o.Copies, o.Workload.Licences = nil, nil
	if got := Of(o); !metricstest.Near(got.Value("machineUsage"), want) || !math.IsNaN(got.Value("licenceUsage")) {
		t.Errorf("machineUsage %v, licenceUsage %v; want %v and none", got.Value("machineUsage"), got.Value("licenceUsage"), want)
	}
}

// interrupting starts whoever fits, in the order of arrival, and interrupts each job up to
// three times, both at random; sometimes it puts off what it is asked to do.
type interrupting struct {
	t     *rapid.T
	times map[int32]int
}

func (p interrupting) Schedule(s *engine.State) {
	if rapid.IntRange(0, 4).Draw(p.t, "put off") == 0 && (s.Saw(engine.Arrival) || s.Saw(engine.Completion)) {
		s.Postpone(s.Now() + 3)
		return
	}
	for _, j := range s.Present(nil) {
		if farm.Of(s).PlaceOf(j) != engine.NoPlace && p.times[j] < 3 && rapid.IntRange(0, 3).Draw(p.t, "interrupt") == 0 {
			p.times[j]++
			s.Preempt(j)
		}
	}
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if place, ok := s.Fits(j); ok && (s.Free() == s.Processors() || rapid.IntRange(0, 3).Draw(p.t, "start") > 0) {
			s.Start(j, place)
		}
	}
	if s.Waiting() > 0 {
		s.WakeAt(s.Now() + 5)
	}
}

// drawRun simulates random jobs on a random farm.
func drawRun(t *rapid.T) *engine.Outcome {
	c := farm.Config{Benchmark: 100, Overhead: engine.Time(rapid.IntRange(0, 2).Draw(t, "overhead"))}
	licences := func(what string) engine.Licences { return engine.Licences(rapid.IntRange(0, 7).Draw(t, what)) }
	for range rapid.IntRange(1, 4).Draw(t, "computers") {
		c.Computers = append(c.Computers, farm.Computer{
			Processors: int32(rapid.IntRange(1, 4).Draw(t, "processors")), Speed: int32(rapid.IntRange(50, 200).Draw(t, "speed")),
			Licences: licences("usable"), Suspends: rapid.Bool().Draw(t, "suspends")})
	}
	for range 3 {
		c.Copies = append(c.Copies, int32(rapid.IntRange(0, 2).Draw(t, "copies")))
	}
	w := &engine.Workload{}
	submit := engine.Time(0)
	for range rapid.IntRange(0, 15).Draw(t, "jobs") {
		submit += engine.Time(rapid.IntRange(0, 6).Draw(t, "gap"))
		run := engine.Time(rapid.IntRange(1, 20).Draw(t, "run"))
		w.Jobs = append(w.Jobs, engine.Job{Submit: submit, Run: run, Estimate: max(1, run+engine.Time(rapid.IntRange(-5, 5).Draw(t, "error"))),
			Processors: int32(rapid.IntRange(1, 4).Draw(t, "size"))})
		w.Licences = append(w.Licences, licences("needs")&licences("and"))
		w.Deadline = append(w.Deadline, max(-1, submit+engine.Time(rapid.IntRange(-20, 40).Draw(t, "deadline"))))
		w.Checkpoints = append(w.Checkpoints, rapid.Bool().Draw(t, "checkpoints"))
	}
	o, err := engine.Simulate(w, farm.New(c), interrupting{t, map[int32]int{}}, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// inSystem is what one millisecond of a run looks like, by its segments and nothing else.
type inSystem struct {
	busy, requested, waiting int32
	active, needed           int
}

func inSystemAt(o *engine.Outcome, at engine.Time) inSystem {
	var c inSystem
	type use struct {
		licence int
		lane    int32
	}
	inUse := map[use]bool{}
	for j := range o.State {
		if o.State[j] == engine.Refused || o.Workload.Jobs[j].Submit > at || o.End[j] >= 0 && o.End[j] <= at {
			continue
		}
		c.requested += o.Workload.Jobs[j].Processors
		c.needed += o.Workload.Licences[j].Count()
		c.waiting++
		for _, s := range o.Segments {
			if s.Job == int32(j) && s.From <= at && (s.To < 0 || s.To > at) {
				c.waiting--
				c.busy += o.Workload.Jobs[j].Processors
				for l := range o.Workload.Licences[j].Each {
					inUse[use{l, s.Lane}] = true
				}
			}
		}
	}
	c.active = len(inUse)
	return c
}

// Every quantity over time equals a count per millisecond, and those of jobs a sum over their segments.
func TestSegmentsByCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := drawRun(t)
		if len(o.EndOrder) == 0 {
			return
		}
		first, last := engine.Never, engine.Time(0)
		for j, state := range o.State {
			if state != engine.Refused {
				first, last = min(first, o.Workload.Jobs[j].Submit), max(last, o.End[j])
			}
		}
		var busy, queue, loss, maxQueue int64
		var machine, licence, processorShare, licenceShare float64
		copies := 0
		for _, n := range o.Copies {
			copies += int(n)
		}
		series := OverTime(o)
		demand := waitingProcessors(o)
		step := -1
		for at := first; at < last; at++ {
			c := inSystemAt(o, at)
			busy, queue, maxQueue = busy+int64(c.busy), queue+int64(c.waiting), max(maxQueue, int64(c.waiting))
			if c.waiting > 0 {
				loss += int64(o.Processors - c.busy)
			}
			if slices.Contains(o.Plans, at) {
				processorShare, licenceShare = 1, 1
				if c.requested > 0 {
					processorShare = float64(c.busy) / float64(min(c.requested, o.Processors))
				}
				if most := min(c.needed, copies); most > 0 {
					licenceShare = float64(c.active) / float64(most)
				}
			}
			machine, licence = machine+processorShare, licence+licenceShare
			for step+1 < series.At.Len() && series.At.At(step+1) <= at {
				step++
			}
			if series.Busy.At(step) != c.busy || series.Queue.At(step) != c.waiting || demand[step] != int64(c.requested-c.busy) {
				t.Fatalf("at %d the series say %d busy, %d waiting for %d; counted %+v", at, series.Busy.At(step), series.Queue.At(step), demand[step], c)
			}
		}
		span, capacity := float64(last-first), float64(o.Processors)*float64(last-first)
		var wait, area, lost, late, deadlines, preempted float64
		for j := range o.State {
			if o.End[j] < 0 {
				continue
			}
			held, segments := engine.Time(0), 0
			for _, s := range o.Segments {
				if s.Job == int32(j) {
					held, segments = held+s.To-s.From, segments+1
				}
			}
			size := float64(o.Workload.Jobs[j].Processors)
			preempted += float64(segments - 1)
			wait += (o.End[j] - o.Workload.Jobs[j].Submit - held).Seconds()
			area, lost = area+size*float64(held), lost+size*float64(o.Lost[j])
			if d := o.Workload.Deadline[j]; d >= 0 {
				deadlines++
				if o.End[j] > d {
					late++
				}
			}
		}
		ended := float64(len(o.EndOrder))
		got := Of(o)
		for name, want := range map[string]float64{
			"utilization": float64(busy) / capacity, "lossOfCapacity": float64(loss) / capacity,
			"meanQueue": float64(queue) / span, "maxQueue": float64(maxQueue),
			"machineUsage": machine / span, "licenceUsage": licence / span,
			"meanWait": wait / ended, "lostWork": lost / area, "late": stats.Ratio(late, deadlines), "lateOfAll": late / ended,
			"preemptions": preempted / ended,
		} {
			if v := got.Value(name); math.Abs(v-want) > 1e-9*max(1, want) && !(math.IsNaN(v) && math.IsNaN(want)) {
				t.Errorf("%s = %v, counted %v", name, v, want)
			}
		}
		if got.Value("restarts")+got.Value("suspensions")+got.Value("checkpoints") != preempted {
			t.Error("kinds of preemptions do not add up")
		}
		// One batch of all jobs that end while jobs arrive measures what it would alone.
		if all := endedWhileJobsArrive(o); len(all) > 1 && o.End[all[len(all)-1]] > first {
			overall, _ := Steady(o, 0, len(all))
			until := o.End[all[len(all)-1]]
			busy = 0
			for at := first; at < until; at++ {
				busy += int64(inSystemAt(o, at).busy)
			}
			if want := float64(busy) / (float64(o.Processors) * float64(until-first)); !metricstest.Near(overall.Value("utilization"), want) {
				t.Errorf("steady utilization %v, counted %v", overall.Value("utilization"), want)
			}
		}
	})
}

// Jobs are grouped by whether they have a deadline and by how many licences they need.
func TestGroupsOfAFarm(t *testing.T) {
	b := Groups(interruptedRun(), append(by(grouping.Division{By: "deadline"}, grouping.Division{By: "licences", Bounds: []float64{0, 1}}),
		grouping.Grouping{Where: []grouping.Condition{{By: "deadline", In: []string{"a deadline"}}, {By: "licences", Most: new(float64(1))}}}))
	for i, want := range []string{"no deadline 3, a deadline 2", "1 licence 4, 2 or more licences 1", "all 1"} {
		got := ""
		for k := range b[i].Len() {
			got += fmt.Sprintf(", %s %v", b[i].Label[k], b[i].Value(k, Index("jobs")))
		}
		if got = got[2:]; got != want {
			t.Errorf("grouping %d: %s, want %s", i, got, want)
		}
	}
}
