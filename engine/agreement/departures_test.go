package agreement

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
)

// Of 200 starts one per cent, 2, have to depart in one way. Five jobs stay over one limit, three of which are told by the backfill scheduler; four
// start before others; one has no room, which is too few. Of ten jobs that wait beside empty nodes one had room once only. All nine others are
// of partition 2, in which a fifth of all jobs are, and of account 1, as everybody is.
func TestDepartures(t *testing.T) {
	w := &engine.Workload{Jobs: make([]engine.Job, 200)}
	for j := range w.Jobs {
		w.Partition, w.Group, w.User = append(w.Partition, 1), append(w.Group, 1), append(w.User, int32(j))
		if j < 40 {
			w.Partition[j] = 2
		}
	}
	a := &Agreement{Counts: Counts{Starts: 200}, NoRoom: []int32{7}, WithoutPreemption: true, Idle: []Idle{{Node: "n3", Jobs: 2}, {Node: "n5", Jobs: 4}}}
	limit := engine.LimitNamed("QOSMaxJobsPerUserLimit")
	for j := range int32(9) {
		l := Later{Job: 100 + j, Reason: engine.Reason{Rule: engine.LacksResources}}
		switch {
		case j < 2:
			l.Reason = engine.Reason{Rule: engine.OverLimit, Limit: limit}
		case j < 5:
			l.Reason = engine.Reason{Rule: engine.BehindPriority, Plan: engine.KeptByLimit, Limit: limit}
		}
		a.Later = append(a.Later, l)
		a.Sooner = append(a.Sooner, Sooner{Job: j, Passes: 4, Room: 3})
	}
	a.Sooner = append(a.Sooner, Sooner{Job: 150, Passes: 9, Room: 1})
	want := []Departure{
		{Kind: HeldBack, Jobs: 9, Example: 0, Common: Common{Partition, 2, 1}},
		{Kind: OtherLimits, Jobs: 5, Example: 100, Limit: limit},
		{Kind: OtherOrder, Jobs: 4, Example: 105},
		{Kind: IdleNodes, Jobs: 4, Example: engine.NoJob, Nodes: a.Idle},
		{Kind: Preemption, Example: engine.NoJob},
	}
	if diff := cmp.Diff(want, a.Findings(w).Departures); diff != "" {
		t.Error(diff)
	}
	if list := (&Agreement{Counts: Counts{Starts: 1}, NoRoom: []int32{1}}).Findings(w).Departures; len(list) != 0 {
		t.Errorf("of one job: %+v", list)
	}
}
