package los_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/policies/internal/reference"
	"backfill/policies/los"
)

// 10 processors, of which job 0 has 2 until 100. Under Delayed-LOS jobs 1, 2 (8 each)
// and 3 (3) arrive at 1. Job 1 uses all 8, as job 2 would: the tie is the head's. Job 3
// could not use more than its 3 beside nobody. From then on job 2 is the head, which was
// never skipped. At 11 job 1 ends, and job 2 starts.
func TestTieIsToldAsATie(t *testing.T) {
	w := reference.Jobs([4]int{0, 100, 100, 2}, [4]int{1, 10, 10, 8}, [4]int{1, 10, 10, 8}, [4]int{1, 10, 10, 3}, [4]int{2, 1, 1, 10})
	o := reference.Simulate(t, w, 10, &los.Delayed{MaxSkip: 7, Reading: los.Faithful}, engine.Options{Record: []int32{2, 3}})
	ahead := func(with int32) engine.Reason {
		return engine.Reason{Rule: engine.PackedAhead, Blocker: engine.NoJob, Free: 8, Chosen: 1, Used: 8, With: with}
	}
	want := []engine.Decision{
		{Job: 2, At: 1, Until: 1, Times: 1, Reason: ahead(8)},
		{Job: 3, At: 1, Until: 1, Times: 1, Reason: ahead(3)},
		{Job: 2, At: 2, Until: 2, Times: 1, Reason: engine.Reason{Rule: engine.HeadBlocked, Blocker: engine.NoJob, Shadow: 11, MaxSkip: 7}},
		{Job: 3, At: 2, Until: 2, Times: 1, Reason: engine.Reason{Rule: engine.TooWideNow, Blocker: 2, Shadow: 11}},
	}
	var got []engine.Decision
	for _, d := range o.Decisions {
		if d.At < 11 {
			got = append(got, d)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("decisions (-want +got):\n%s", diff)
	}
}

// 10 processors, of which job 0 has 8 until 10; a dedicated job 1 is to start at 50. The
// head, job 2 (6), does not fit the 2 that are left, and Hybrid-LOS counts a skip all
// the same: at its arrival at 1, and at 2 when job 3 (9) arrives. With a lookahead of 1
// job 4 (1) is not looked at when it comes at 3.
//
// Under the reading with one head in a cycle, at most one of the jobs 1 and 2 that wait
// for job 0 starts when that ends at 10, though both fit.
func TestHeadThatDoesNotFitIsNotSaidToFit(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 10, 8}, [4]int{0, 5, 5, 1}, [4]int{1, 5, 5, 6}, [4]int{2, 5, 5, 9}, [4]int{3, 5, 5, 1})
	w.Requested = []engine.Time{-1, 50, -1, -1, -1}
	o := reference.Simulate(t, w, 10, &los.Hybrid{Lookahead: los.Lookahead{Depth: 1}, MaxSkip: 7, Reading: los.Faithful}, engine.Options{Record: []int32{2, 4}})
	head := func(at engine.Time, skips int32) engine.Decision {
		return engine.Decision{Job: 2, At: at, Until: at, Times: 1,
			Reason: engine.Reason{Rule: engine.HeadBlocked, Blocker: engine.NoJob, Shadow: engine.Never, Free: 2, Skips: skips, MaxSkip: 7}}
	}
	want := []engine.Decision{head(1, 1), head(2, 2), head(3, 3),
		{Job: 4, At: 3, Until: 3, Times: 1, Reason: engine.Reason{Rule: engine.OutOfSight, Blocker: engine.NoJob, Free: 2}}}
	if diff := cmp.Diff(want, o.Decisions[:4]); diff != "" {
		t.Errorf("decisions (-want +got):\n%s", diff)
	}

	w = reference.Jobs([4]int{0, 10, 10, 8}, [4]int{1, 5, 5, 4}, [4]int{2, 5, 5, 5})
	o = reference.Simulate(t, w, 10, &los.LOS{Reading: los.OneHead}, engine.Options{Record: []int32{2}})
	next := engine.Decision{Job: 2, At: 10, Until: 10, Times: 1, Reason: engine.Reason{Rule: engine.NextCycle, Blocker: engine.NoJob, Free: 6}}
	if diff := cmp.Diff(next, o.Decisions[1]); diff != "" {
		t.Errorf("a head that has to wait for the next cycle (-want +got):\n%s", diff)
	}
}

// What a reason says is so: a job that is said to fit does; the chosen jobs use what they
// are said to use, and no set with the job uses more than it is said one could; skips are
// never fewer than they were, nor more than they may be. What a set could use is counted
// again where no dedicated jobs are protected.
func TestReasonsAreTrue(t *testing.T) {
	told := map[engine.Rule]int{}
	recounted, ties, shadows := 0, 0, 0
	reference.EachWorld(t, 2000, 20, func(c reference.World) {
		options := c.Options
		options.RecordAll, options.Elastic, options.Order = true, false, engine.Batch
		for _, m := range family(3, los.Lookahead{}) {
			o := c.Run(t, fresh(m.policy), options)
			skips, last := make([]int32, len(o.Start)), make([]engine.Decision, len(o.Start))
			for i, d := range o.Decisions {
				told[d.Rule]++
				wrong := func(what string) { t.Errorf("%s %+v, %v\n%+v: %s", m.name, m.plain, c, d, what) }
				size := o.Occupied(d.Job)
				switch d.Rule {
				case engine.TooWideNow:
					if size <= d.Free {
						wrong("it fits")
					}
				case engine.HeadSkipped, engine.NotPacked, engine.PackedAhead:
					chosen := chosenAt(o.Decisions[:i], d)
					used := int32(0)
					for _, k := range chosen {
						used += o.Occupied(k)
					}
					if size > d.Free || used != d.Used || used > d.Free || d.With > d.Used || d.With < size {
						wrong("the numbers are not so")
					}
					if d.With == d.Used {
						ties++
					}
					if !m.plain.Dedicated {
						recounted++
						if with := mostWith(o, d, chosen); with != d.With {
							t.Errorf("%s %+v, %v\n%+v: a set with the job uses %d", m.name, m.plain, c, d, with)
						}
					}
				case engine.WouldDelay, engine.WouldDelayDedicated, engine.NextCycle:
					if size > d.Free {
						wrong("it does not fit")
					}
					if d.Rule != engine.NextCycle && (size <= d.Extra || d.At+o.Workload.Jobs[d.Job].Estimate < d.Shadow) {
						wrong("it delays nobody")
					}
				}
				if d.Rule == engine.HeadBlocked && d.Shadow != engine.Never && m.plain.Reading != reference.Printed {
					shadows++
					if d.Shadow <= d.At || freeBy(o, d) < size {
						wrong("it could not start then")
					}
				}
				if d.Rule == engine.WouldDelay && d.Blocker != engine.NoJob {
					if head := last[d.Blocker]; head.Rule == engine.HeadBlocked && head.Shadow != d.Shadow {
						wrong("the head was promised another start")
					}
				}
				last[d.Job] = d
				if reference.Starts(d.Rule) {
					continue
				}
				if d.Skips < skips[d.Job] || d.MaxSkip > 0 && d.Skips > d.MaxSkip {
					wrong("the skips are not so")
				}
				skips[d.Job] = d.Skips
			}
		}
	})
	for _, r := range []engine.Rule{engine.TooWideNow, engine.HeadSkipped, engine.NotPacked, engine.PackedAhead, engine.WouldDelay, engine.WouldDelayDedicated, engine.NextCycle} {
		if told[r] < reference.Trials(500) {
			t.Errorf("rule %d was told %d times only", r, told[r])
		}
	}
	if recounted < reference.Trials(5000) || ties < reference.Trials(1000) || shadows < reference.Trials(5000) {
		t.Errorf("%d sets were counted again, %d were ties, %d shadow times: the worlds are too easy", recounted, ties, shadows)
	}
}

// chosenAt are the jobs of which d says that they were chosen: they start one after the
// other.
func chosenAt(before []engine.Decision, d engine.Decision) (chosen []int32) {
	for i, b := range before {
		if b.Job == d.Chosen && reference.Starts(b.Rule) && b.At == d.At {
			for _, b := range before[i:min(i+1+int(d.Others), len(before))] {
				if reference.Starts(b.Rule) && b.At == d.At {
					chosen = append(chosen, b.Job)
				}
			}
		}
	}
	return chosen
}

// freeBy is how many processors are free at the shadow time of d by the estimates of those
// who ran before the packing at that instant; all, if one of them is overdue.
func freeBy(o *engine.Outcome, d engine.Decision) int32 {
	packed := map[int32]bool{}
	for _, b := range o.Decisions {
		packed[b.Job] = packed[b.Job] || b.At == d.At && (b.Rule == engine.StartedPacked || b.Rule == engine.StartedBeforeShadow || b.Rule == engine.StartedInExtra)
	}
	free := d.Free
	for j := range int32(len(o.Start)) {
		if o.Start[j] < 0 || o.Start[j] > d.At || o.End[j] <= d.At || packed[j] {
			continue
		}
		switch expected := o.Start[j] + o.Workload.Jobs[j].Estimate; {
		case expected <= d.At:
			return engine.MaxProcessors
		case expected <= d.Shadow:
			free += o.Occupied(j)
		}
	}
	return free
}

// mostWith is how many processors the best set uses with the job of d, of those who
// waited or were chosen, beside the reservation of d.
func mostWith(o *engine.Outcome, d engine.Decision, chosen []int32) int32 {
	past := func(j int32) bool { return d.Blocker != engine.NoJob && d.At+o.Workload.Jobs[j].Estimate >= d.Shadow }
	type state struct{ used, extra int32 }
	take := func(from state, j int32) (state, bool) {
		from.used += o.Occupied(j)
		if past(j) {
			from.extra += o.Occupied(j)
		}
		return from, from.used <= d.Free && (d.Blocker == engine.NoJob || from.extra <= d.Extra)
	}
	first, _ := take(state{}, d.Job)
	reached := map[state]bool{first: true}
	others := append([]int32{}, chosen...)
	for j := range int32(len(o.Start)) {
		if j != d.Job && j != d.Blocker && o.Workload.Ready(j) <= d.At && o.Start[j] > d.At {
			others = append(others, j)
		}
	}
	most := first.used
	for _, j := range others {
		var more []state
		for from := range reached {
			if to, ok := take(from, j); ok {
				more = append(more, to)
				most = max(most, to.used)
			}
		}
		for _, to := range more {
			reached[to] = true
		}
	}
	return most
}
