package schedule

import (
	"strings"
	"testing"

	"backfill/engine"
	"backfill/policies/internal/reference"
)

// On 4 processors job 0 (3 for 10) runs from 0 to 10, job 1 (2 for 5, requests 8) waits for it until 10, job 2 (1 for 4) runs from 2 to 6 past it,
// and job 3 (9) is refused.
func textbook() *engine.Outcome {
	w := reference.Jobs([4]int{0, 10, 10, 3}, [4]int{1, 5, 8, 2}, [4]int{2, 4, 4, 1}, [4]int{3, 1, 1, 9})
	return &engine.Outcome{Workload: w, Processors: 4, Unit: 1,
		Start: []engine.Time{0, 10, 2, -1}, End: []engine.Time{10, 15, 6, -1},
		State:      []engine.JobState{engine.Completed, engine.Completed, engine.Completed, engine.Refused},
		StartOrder: []int32{0, 2, 1}, EndOrder: []int32{2, 0, 1}}
}

// Each change makes the schedule wrong in one way, and the checker says in which.
func TestCheckFindsWhatIsWrong(t *testing.T) {
	for want, change := range map[string]func(o *engine.Outcome){
		"":                                                    func(o *engine.Outcome) {},
		"at 2 5 of 4 processors":                              func(o *engine.Outcome) { o.Workload.Jobs[2].Processors = 2 },
		"it starts at 2 and is ready":                         func(o *engine.Outcome) { o.Workload.Jobs[2].Submit = 3 },
		"it runs for 4, want 5":                               func(o *engine.Outcome) { o.Workload.Jobs[2].Run, o.Workload.Jobs[2].Estimate = 5, 5 },
		"it is stopped after 5, its limit is 8":               func(o *engine.Outcome) { o.State[1] = engine.Killed },
		"it is refused and runs":                              func(o *engine.Outcome) { o.State[2] = engine.Refused },
		"it is left unfinished":                               func(o *engine.Outcome) { o.State[3] = engine.Unfinished },
		"job 2 is 0 times in the order of starts":             func(o *engine.Outcome) { o.StartOrder = []int32{0, 1} },
		"job 2 is 2 times in the order of ends":               func(o *engine.Outcome) { o.EndOrder = []int32{2, 2, 0, 1} },
		"the order of starts is":                              func(o *engine.Outcome) { o.StartOrder = []int32{0, 1, 2} },
		"host 0: at 2 4 of 3 processors":                      func(o *engine.Outcome) { inLanes(o, 0, 1, 0, -1) },
		"host 1: at 10 2 of 1 processors":                     func(o *engine.Outcome) { inLanes(o, 0, 1, 1, -1) },
		"host 0: at 0 3 of 3 processors and 9 of 8 MB are in": func(o *engine.Outcome) { inLanes(o, 0, 0, 1, -1); o.Workload.Memory = []int64{3 << 10, 0, 0, 0} },
		"job 1 of 2 processors has 1":                         func(o *engine.Outcome) { inPieces(o, 3, 1, 1) },
		"node 0: at 10 5 of 4 processors":                     func(o *engine.Outcome) { inPieces(o, 3, 1, 5); o.Processors = 9 },
	} {
		o := textbook()
		change(o)
		err := Check(o, engine.Options{}, false)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// inLanes puts jobs onto hosts of 3 and 1 processors with 8 MB.
func inLanes(o *engine.Outcome, lanes ...int32) {
	o.Lanes = []engine.Lane{{Kind: "host", Processors: 3, Memory: 8}, {Kind: "host", Processors: 1, Memory: 8}}
	o.Lane = lanes
}

// inPieces puts all jobs onto a node of 4 processors, each with so many, in the order of starts.
func inPieces(o *engine.Outcome, sizes ...int32) {
	o.Lanes = []engine.Lane{{Kind: "node", Processors: 4}}
	for i, size := range sizes {
		o.Pieces, o.PieceEnd = append(o.Pieces, engine.Piece{Processors: size, First: -1}), append(o.PieceEnd, int32(i+1))
	}
}

// Of the textbook case: job 1 became the first at 1, its shadow time is 10. Started at 11 it
// would be late.
func TestHeadsFindBrokenPromises(t *testing.T) {
	check := func(name string, err error, want string) {
		t.Helper()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	o := textbook()
	h := HeadsOf(o)
	if at := h.Shadow(1); at != 10 {
		t.Errorf("the shadow time is %d, want 10", at)
	}
	check("EASY", h.Delayed(0), "")
	check("never idle", h.NeverIdle(), "")
	check("in order", h.InOrder(), "job 2 starts at 2, before job 1")
	check("one jump", h.Jumped(1), "")
	check("no jump", h.Jumped(0), "1 jobs start past job 1")
	o.Start[1], o.End[1] = 11, 16
	check("late", HeadsOf(o).Delayed(0), "its shadow time is 10, and it starts at 11")
	check("late by a tenth of 9", HeadsOf(o).Delayed(0.1), "later than 10")
	check("late by a ninth of 9", HeadsOf(o).Delayed(0.12), "")
	check("idle", HeadsOf(o).NeverIdle(), "4 processors are free at 10")
	o.Decisions = []engine.Decision{{Job: 1, At: 1, Reason: engine.Reason{Rule: engine.HeadBlocked, Shadow: 10}}}
	check("promised", PromisesKept(o, false), "job 1 was promised 10 at 1 and starts at 11")
	o.Start[1] = 9
	check("early", PromisesKept(o, false), "")
	check("not exactly", PromisesKept(o, true), "starts at 9")
	// Requests are right: job 0 from 0 to 10 leaves 1, job 1 has 10 to 15, job 2 fits from 2 on.
	if got := Earliest(o.Workload, 4, 1); got[0] != 0 || got[1] != 10 || got[2] != 2 || got[3] != -1 {
		t.Errorf("earliest starts %v", got)
	}
}
