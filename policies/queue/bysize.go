package queue

import (
	"math"

	"backfill/engine"
	"backfill/engine/profile"
)

// BySize are the waiting jobs of a simulation on one pool of processors by what they request, so that the one that goes first in an order
// of sizes is found among those that fit without a look at all of them: of equal processors it is the one with the shortest or with the
// longest request.
type BySize struct {
	sizes   sizes
	places  []int32 // by job, in the order of arrival
	arrived int32
	holes   []profile.Hole
}

// Clear forgets the jobs: the next Update takes in all that wait then.
func (x *BySize) Clear() { x.sizes.clear() }

// Update takes in what has happened since the last call of the policy.
func (x *BySize) Update(s *engine.State) {
	if !x.sizes.exist || s.Saw(engine.Change) {
		x.sizes.clear()
		x.sizes.exist = true
		if x.places == nil {
			x.places = make([]int32, len(s.Workload().Jobs))
		}
		for j := s.First(); j != engine.NoJob; j = s.Next(j) {
			x.add(s, j)
		}
		return
	}
	for _, e := range s.Events() {
		if e.Kind == engine.Arrival {
			x.add(s, e.Job)
		}
	}
}

func (x *BySize) add(s *engine.State, j int32) {
	job := s.Job(j)
	x.places[j] = x.arrived
	x.arrived++
	x.sizes.add(j, x.places[j], job.Estimate, need{processors: job.Processors})
}

// Remove takes out job j, which starts.
func (x *BySize) Remove(s *engine.State, j int32) {
	job := s.Job(j)
	x.sizes.remove(x.places[j], job.Estimate, need{processors: job.Processors})
}

// First is the job that goes first, in an order that is not that of arrival, of those that may start now; NoJob if there is none.
// O(sizes), where the longest go first O(sizes * log(waiting jobs)).
func (x *BySize) First(s *engine.State, order Order) int32 {
	x.holes, _ = s.Holes(x.holes[:0])
	longest := order.LongestFirst()
	first := engine.NoJob
	length, upTo := engine.Time(0), int32(-1) // of holes for so many processors
	for i := range x.sizes.sizes {
		z := &x.sizes.sizes[i]
		if z.processors > upTo {
			if length, upTo = longestFor(x.holes, z.processors, 0); length == 0 {
				break
			}
		}
		if len(z.jobs) == 0 || z.shortest > length {
			continue
		}
		j := z.jobs[0].job
		if longest {
			j = z.longest(length)
		}
		if first == engine.NoJob {
			first = j
		} else if c := order.Compare(s.Job(j), s.Job(first)); c < 0 || c == 0 && x.places[j] < x.places[first] {
			first = j
		}
	}
	return first
}

// longest is the job of the longest request up to length that arrived first. There is one.
func (z *size) longest(length engine.Time) int32 {
	request := z.jobs[z.find(math.MaxInt32, length)-1].request
	return z.jobs[z.find(-1, request)].job
}
