package wire

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"backfill/engine"
	"backfill/engine/snapshot"
)

// snapshotsOf is everything that a snapshot may hold, of a workload with more than three jobs.
func snapshotsOf() *snapshot.Series {
	return &snapshot.Series{From: 5, Every: 7, Ordered: true, Complete: true, List: []snapshot.Snapshot{
		{At: 5, Events: []engine.Event{{Kind: engine.Arrival, Job: 2}, {Kind: engine.WakeUp, Job: engine.NoJob}}, Happened: [6]int32{engine.Arrival: 100, engine.WakeUp: 1}, Free: 3, Acted: 70, Waiting: 9, Fitting: 4, Queue: []int32{2, 1}, Coming: []int32{3},
			Decisions: []engine.Decision{{Job: 2, At: 5, Until: 5, Times: 1, Reason: engine.Reason{Rule: engine.HeadBlocked, Blocker: 1, Shadow: 9, Extra: 2, Free: 3, Said: engine.RemarkOf("its turn")}}},
			Reserved:  []snapshot.Promise{{Job: 2, At: 9, Length: 4, Lane: 1}, {Job: 1, At: 9, Length: 4, Lane: -1, Pieces: []engine.Piece{{Lane: 2, Processors: 4, First: 7}, {Processors: 1, First: -1}}}},
			Printed:   []string{"a line", ""}, Unprinted: 3,
			Extra: 2, Running: []snapshot.Expectation{{Job: 0, End: 9}}},
		{At: 5, Extra: -1, Passes: engine.BackfillPass},
		{At: 12, Events: []engine.Event{{Kind: engine.Completion, Job: 0}}, Waiting: 1, Queue: []int32{1}},
	}}
}

func TestSnapshots(t *testing.T) {
	made, _ := sample(t, 100)
	for _, want := range []*snapshot.Series{snapshotsOf(), {}} {
		got, err := DecodeSnapshots(EncodeSnapshots(want).Bytes(), made.Workload)
		if err != nil {
			t.Fatal(err)
		}
		same(t, want, got)
	}
	for i, spoil := range []func(m *snapshot.Snapshot){
		func(m *snapshot.Snapshot) { m.At = 13 },
		func(m *snapshot.Snapshot) { m.At = -1 },
		func(m *snapshot.Snapshot) { m.Passes = 4 },
		func(m *snapshot.Snapshot) { m.Queue[0] = 100 },
		func(m *snapshot.Snapshot) { m.Waiting = 1 },
		func(m *snapshot.Snapshot) { m.Fitting = -1 },
		func(m *snapshot.Snapshot) { m.Fitting = 10 },
		func(m *snapshot.Snapshot) { m.Coming[0] = -1 },
		func(m *snapshot.Snapshot) { m.Events[0].Kind = engine.WakeUp + 1 },
		func(m *snapshot.Snapshot) { m.Events[0].Job = engine.NoJob },
		func(m *snapshot.Snapshot) { m.Decisions[0].Job = 100 },
		func(m *snapshot.Snapshot) { m.Reserved[0].Job = 100 },
		func(m *snapshot.Snapshot) { m.Reserved[0].Lane = -2 },
		func(m *snapshot.Snapshot) { m.Reserved[0].Length = 0 },
		func(m *snapshot.Snapshot) { m.Reserved[1].At = engine.Never },
		func(m *snapshot.Snapshot) { m.Reserved[1].Pieces[0].Lane = -1 },
		func(m *snapshot.Snapshot) { m.Reserved[1].Pieces[0].Processors = 0 },
		func(m *snapshot.Snapshot) { m.Running[0].Job = -1 },
		func(m *snapshot.Snapshot) { m.Running[0].End = -1 },
		func(m *snapshot.Snapshot) { m.Extra = -2 },
		func(m *snapshot.Snapshot) { m.Acted = -1 },
		func(m *snapshot.Snapshot) { m.Unprinted = -1 },
		func(m *snapshot.Snapshot) { m.Happened[engine.Overrun] = -1 },
	} {
		m := snapshotsOf()
		spoil(&m.List[0])
		if _, err := DecodeSnapshots(EncodeSnapshots(m).Bytes(), made.Workload); err == nil {
			t.Errorf("no error for snapshot %d", i)
		}
	}
}

func FuzzDecodeSnapshots(f *testing.F) {
	made, _ := sample(f, 9)
	f.Add(EncodeSnapshots(snapshotsOf()).Bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := DecodeSnapshots(b, made.Workload)
		if err != nil {
			return
		}
		again, err := DecodeSnapshots(EncodeSnapshots(m).Bytes(), made.Workload)
		if err != nil || !cmp.Equal(again, m, cmpopts.EquateNaNs()) {
			t.Errorf("written and read again it is %v, %v", again, err)
		}
	})
}
