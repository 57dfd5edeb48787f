package policies

import (
	"fmt"
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/policies/belief"
)

// MultipleQueue backfilling keeps jobs of different length apart, so that short ones need not wait for the reservation of a long one. A job
// belongs to the queue of its believed run time. In each queue, in the order of arrival, the first job that cannot start is the pivot: it
// is promised its earliest start beside the pivots of jobs that arrived earlier. Every other job starts if it delays no pivot, that of its
// own queue or of another one. With one queue that is EASY.
//
// In the paper each queue has a partition of the processors, and a job takes idle ones from other partitions whenever that delays no pivot.
// Partitions that follow the jobs like this constrain nobody, and what remains of them are the pivots. This is that reading: the policy
// has no partitions. Nor has it the paper's queues for jobs of high priority and for jobs that ask for a certain time.
//
// A call costs what EASY with a reservation for each queue costs.
//
// Source: Lawson and Smirni, Multiple-queue backfilling scheduling with priorities and reservations for parallel systems, JSSPP 2002.
type MultipleQueue struct {
	// Bounds are the run times from which on a job belongs to the next queue, ascending. There is one queue more than bounds.
	Bounds []engine.Time
	*belief.Belief

	hasPivot []bool // by queue
}

func (p *MultipleQueue) Schedule(s *engine.State) {
	p.hasPivot = slices.Grow(p.hasPivot[:0], len(p.Bounds)+1)[:len(p.Bounds)+1]
	clear(p.hasPivot)
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if q := p.queueOf(s.Job(j)); !p.hasPivot[q] {
			p.hasPivot[q] = !s.StartOrReserve(j)
		}
	}
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if _, pivot := s.Reservation(j); pivot {
			continue
		}
		s.NoteStartsNow(j)
		if place, ok := s.StartsNow(j); ok {
			s.Start(j, place)
		}
	}
	s.DropAll()
}

// queueOf is the queue of a job, the shortest jobs' being 0.
func (p *MultipleQueue) queueOf(job *engine.Job) int {
	q, at := slices.BinarySearch(p.Bounds, job.Estimate)
	if at {
		q++
	}
	return q
}

var multipleQueue = scenario.PolicyKind{
	Description: param.Description{
		Kind: "multiple-queue", Name: "Multiple-queue backfilling",
		Doc:    "Short and long jobs queue apart: in each queue the first job that cannot start gets a reservation; when all queues have theirs, others may start past them if they delay none.",
		Source: "Lawson and Smirni 2002",
		Params: slices.Concat([]param.Param{
			{Name: "bounds", Title: "Bounds of the queues", Kind: param.Integers, Unit: "s", Min: 1, Max: 1e9, Default: []int64{100, 1000, 10_000},
				Doc: "The believed run times from which on a job belongs to the next queue, ascending. With a bound that no job reaches there is one queue: that is EASY."},
		}, belief.Params),
	},
	Needs:   engine.Estimates,
	Demands: belief.Demands,
	Check:   checkMultipleQueue,
	New: func(v param.Values) engine.Policy {
		p := &MultipleQueue{Belief: belief.Of(v)}
		for _, bound := range v.Ints("bounds") {
			p.Bounds = append(p.Bounds, engine.Time(bound)*engine.Second)
		}
		return p
	},
}

func checkMultipleQueue(v param.Values) error {
	bounds := v.Ints("bounds")
	for i := 1; i < len(bounds); i++ {
		if bounds[i] <= bounds[i-1] {
			return &param.Error{Path: fmt.Sprintf("/bounds/%d", i), Value: fmt.Sprint(bounds[i]), Reason: fmt.Sprintf("bounds ascend; more than %d s is accepted", bounds[i-1])}
		}
	}
	return belief.Check(v)
}
