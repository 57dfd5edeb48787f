package policies

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/machine/hosts"
	"backfill/policies/internal/reference"
	"backfill/policies/priority"
)

// Host 1 has 2 processors and 8 MB, host 2 has 4 and 4 MB. Job 0 (2 processors, 4 MB)
// takes host 1 from 0 to 10, job 1 (3 processors, 3 MB) takes host 2 from 0 to 20.
// Under EASY, then,
//
//   - job 2 (2 processors, 2 MB, 5 long, at 1) finds 1 processor free at most, on host 2.
//     It is promised host 1 at 10, where everything is free then, and starts there.
//   - job 3 (1 processor, 4 MB, 20 long, at 2) finds 1 MB free on host 2, which alone has
//     a processor. At 10 it finds host 1 taken by job 2; it gets a promise, host 1 at 15.
//   - job 4 (1 processor, 1 MB, at 3) runs 30 on host 2, past everybody: job 2's
//     reservation lies on host 1.
//
// At 15 job 3 starts. Job 5 (4 processors, 1 MB, at 16) is promised host 2 at 33, when job
// 4 ends. Job 6 (1 processor, 1 MB, 20 long, at 21), when job 1 has left 3 processors on
// host 2 and job 3 leaves 1 processor and 4 MB on host 1, starts on host 1, where nobody
// holds a reservation. Job 7 (1 processor, 1 MB, 20 long, at 22) would fit on host 2 until
// 42, past 33; it starts on host 1 when job 3 ends at 35. Job 8 (the same, 11 long, at 22) ends at 33.
func TestReasonsOnHosts(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 10, 2}, [4]int{0, 20, 20, 3}, [4]int{1, 5, 5, 2}, [4]int{2, 20, 20, 1}, [4]int{3, 30, 30, 1},
		[4]int{16, 5, 5, 4}, [4]int{21, 20, 20, 1}, [4]int{22, 20, 20, 1}, [4]int{22, 11, 11, 1})
	for i, megabytes := range []int64{4, 3, 2, 4, 1, 1, 1, 1, 1} {
		w.Memory = append(w.Memory, (megabytes*1024+int64(w.Jobs[i].Processors)-1)/int64(w.Jobs[i].Processors))
	}
	m := hosts.New([]hosts.Host{{Processors: 2, Memory: 8}, {Processors: 4, Memory: 4}}, hosts.FirstFit)
	o, err := engine.Simulate(w, m, &EASY{Reservations: 1}, engine.Options{Record: []int32{2, 3, 4, 5, 6, 7, 8}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int32{0, 1, 0, 0, 1, 1, 0, 0, 1}, o.Lane); diff != "" {
		t.Errorf("where the jobs ran (-want +got):\n%s", diff)
	}
	room := func(lane, processors, memory int32) engine.Room {
		return engine.Room{Lane: lane, Processors: processors, Memory: memory}
	}
	first := map[int32]engine.Reason{
		2: {Rule: engine.HeadBlocked, Blocker: engine.NoJob, Shadow: 10, Extra: 1, Free: 1, Room: room(engine.NoLane, 1, -1)},
		3: {Rule: engine.TooWideNow, Blocker: engine.NoJob, Free: 1, Room: room(engine.NoLane, 1, 1)},
		4: {Rule: engine.StartedElsewhere, Blocker: 2, Shadow: 10, Extra: 0, ExtraMemory: 6, Free: 1, Room: room(1, 1, 1)},
		5: {Rule: engine.HeadBlocked, Blocker: engine.NoJob, Shadow: 33, Lane: 1, Extra: 1, Free: 1, Room: room(engine.NoLane, 1, -1)},
		6: {Rule: engine.StartedElsewhere, Blocker: 5, Shadow: 33, Lane: 1, Extra: 0, ExtraMemory: 3, Free: 4, Room: room(0, 3, 4)},
		7: {Rule: engine.WouldDelay, Blocker: 5, Shadow: 33, Lane: 1, Extra: 0, ExtraMemory: 3, Free: 3, Room: room(1, 3, 3)},
		8: {Rule: engine.StartedBeforeShadow, Blocker: 5, Shadow: 33, Lane: 1, Extra: 0, ExtraMemory: 3, Free: 3, Room: room(1, 3, 3)},
	}
	for _, d := range o.Decisions {
		want, ok := first[d.Job]
		if !ok {
			continue
		}
		delete(first, d.Job)
		if diff := cmp.Diff(want, d.Reason); diff != "" {
			t.Errorf("job %d at %d (-want +got):\n%s", d.Job, d.At, diff)
		}
	}
}

// What a reason says of hosts is so, by an account of every host kept beside the run.
func TestReasonsOnHostsAreTrue(t *testing.T) {
	told := map[engine.Rule]int{}
	scarce := 0
	reference.EachTrial(t, 500, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 9))
		var list []hosts.Host
		for range 2 + r.IntN(3) {
			list = append(list, hosts.Host{Processors: 1 + r.Int32N(c.Processors), Memory: 1 + r.Int32N(20)})
		}
		for range c.Workload.Jobs {
			c.Workload.Memory = append(c.Workload.Memory, 1024*int64(r.IntN(4)))
		}
		options := engine.Options{RecordAll: true, Kill: c.Options.Kill, Grace: c.Options.Grace}
		for _, choice := range []hosts.Choice{hosts.FirstFit, hosts.BestFit} {
			for _, p := range []engine.Policy{FCFS{}, &EASY{Reservations: 1}, &EASY{Reservations: 3}, Conservative{Compress: true}, Conservative{Compress: false},
				&priority.Backfill{Priority: priority.Priority{Name: "lxf"}, Reservations: 2}, &priority.Backfill{Priority: priority.Priority{Name: "sjf", MaxRequest: 400}, Reservations: 2, Fixed: true}} {
				o, err := engine.Simulate(c.Workload, hosts.New(list, choice), p, options)
				if err != nil {
					t.Fatal(err)
				}
				for i, d := range o.Decisions {
					told[d.Rule]++
					wrong := func(what string) { t.Errorf("%T%v %v on %v\n%+v: %s", p, p, c, list, d, what) }
					free := freeAt(o, o.Decisions[:i], d.At)
					need := hosts.Host{Processors: o.Size(d.Job), Memory: o.Memory(d.Job)}
					holds := func(h hosts.Host) bool { return need.Processors <= h.Processors && need.Memory <= h.Memory }
					room := engine.Room{Lane: d.Room.Lane, Memory: -1}
					fits := false
					for _, h := range free {
						fits = fits || holds(h)
						room.Processors = max(room.Processors, h.Processors)
						if need.Processors <= h.Processors {
							room.Memory = max(room.Memory, h.Memory)
						}
					}
					if room != d.Room || fits != (d.Room.Lane >= 0) || fits && !holds(free[d.Room.Lane]) {
						wrong("the room is not so")
					}
					end := d.At + o.Workload.Jobs[d.Job].Estimate
					beside := holds(hosts.Host{Processors: d.Extra, Memory: d.ExtraMemory})
					if reference.Starts(d.Rule) != (o.Start[d.Job] == d.At) {
						wrong("it did not start, or did")
					}
					switch d.Rule {
					case engine.TooWideNow:
						if fits {
							wrong("it fits")
						}
						if room.Memory >= 0 {
							scarce++
						}
					case engine.WouldDelay:
						if !fits || d.Lane != d.Room.Lane || end <= d.Shadow || beside || o.Start[d.Blocker] < d.At {
							wrong("it delays nobody there")
						}
					case engine.StartedBeforeShadow:
						if o.Lane[d.Job] != d.Lane || end > d.Shadow {
							wrong("it did not end before")
						}
					case engine.StartedInExtra:
						if o.Lane[d.Job] != d.Lane || end <= d.Shadow || !beside {
							wrong("it does not run beside")
						}
					case engine.StartedElsewhere:
						if o.Lane[d.Job] == d.Lane {
							wrong("it did not start elsewhere")
						}
					case engine.Reserved, engine.HeadBlocked:
						if d.Shadow == engine.Never && d.Blocker == engine.NoJob {
							continue // FCFS promises nothing
						}
						if h := o.Lanes[d.Lane]; d.Shadow <= d.At || !holds(hosts.Host{Processors: h.Processors, Memory: h.Memory}) {
							wrong("it cannot start there then")
						}
						if d.Blocker != engine.NoJob && !fits {
							wrong("nobody is in its way")
						}
					}
				}
			}
		}
	})
	for _, r := range []engine.Rule{engine.TooWideNow, engine.WouldDelay, engine.StartedBeforeShadow, engine.StartedInExtra, engine.StartedElsewhere, engine.Reserved, engine.HeadBlocked} {
		if told[r] < reference.Trials(500) {
			t.Errorf("rule %d was told %d times only", r, told[r])
		}
	}
	if scarce < reference.Trials(500) {
		t.Errorf("memory was short %d times only", scarce)
	}
}

// freeAt is what the hosts have free at an instant, after the starts among the decisions
// before.
func freeAt(o *engine.Outcome, before []engine.Decision, at engine.Time) []hosts.Host {
	free := make([]hosts.Host, len(o.Lanes))
	for i, lane := range o.Lanes {
		free[i] = hosts.Host{Processors: lane.Processors, Memory: lane.Memory}
	}
	take := func(j int32) {
		free[o.Lane[j]].Processors -= o.Size(j)
		free[o.Lane[j]].Memory -= o.Memory(j)
	}
	for j := range int32(len(o.Start)) {
		if o.Start[j] >= 0 && o.Start[j] < at && o.End[j] > at {
			take(j)
		}
	}
	for _, d := range before {
		if d.At == at && o.Start[d.Job] == at && reference.Starts(d.Rule) {
			take(d.Job)
		}
	}
	return free
}
