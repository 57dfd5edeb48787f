package policies

import (
	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
)

// FCFS starts jobs strictly in the order of their arrival: as long as the job
// that arrived first does not fit, no job starts.
//
// It needs no estimates. A call costs O(1) for each job it starts.
//
// Source: Feitelson, Rudolph, Schwiegelshohn: Parallel job scheduling, a status
// report (2004), section 3.
type FCFS struct{}

func (FCFS) Schedule(s *engine.State) {
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		place, ok := s.Fits(j)
		if !ok {
			noteBehind(s, j)
			return
		}
		s.Note(j, engine.Reason{Rule: engine.StartedInOrder, Blocker: engine.NoJob, Free: s.Free()})
		s.Start(j, place)
	}
}

// noteBehind records that head is blocked and all other jobs wait behind it.
func noteBehind(s *engine.State, head int32) {
	if !s.Recording() {
		return
	}
	s.Note(head, engine.Reason{Rule: engine.HeadBlocked, Blocker: engine.NoJob, Shadow: engine.Never, Free: s.Free()})
	behind := engine.Reason{Rule: engine.BehindHead, Blocker: head, Free: s.Free()}
	for j := s.Next(head); j != engine.NoJob; j = s.Next(j) {
		if s.Records(j) {
			s.Note(j, behind)
		}
	}
}

var fcfs = scenario.PolicyKind{
	Description: param.Description{
		Kind: "fcfs", Name: "First come, first served",
		Doc:    "Starts jobs strictly in the order of their arrival; a job that does not fit holds up everybody behind it.",
		Source: "Feitelson, Rudolph, Schwiegelshohn 2004",
		Params: []param.Param{
			headsParam("Which jobs are held up by one that does not fit: all behind it in the queue, or only those that may run in no partitions but its own. partition is for a machine with partitions."),
		},
	},
	Demands:   headsDemand,
	FirstCome: true,
	New: func(v param.Values) engine.Policy {
		if byPartition(v) {
			return &PartitionFCFS{}
		}
		return FCFS{}
	},
}
