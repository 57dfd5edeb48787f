package queue

import (
	"math/bits"
	"slices"

	"backfill/engine"
	"backfill/engine/profile"
)

// sizes are the waiting jobs by what they request, so that those that may start now are
// found without a look at the many that may not: jobs of equal processors and of memory
// of the same magnitude stand together, in ascending order of requested time, ties by arrival.
//
// It is made when a policy first asks for it.
//
// A job enters and leaves in O(log q) comparisons, beside moving those of its size.
type sizes struct {
	exist bool
	sizes []size // in ascending order of processors and magnitude
}

// size is the jobs of one size.
type size struct {
	processors int32
	magnitude  int32       // of memory in binary digits
	shortest   engine.Time // the least requested time; Never: no jobs
	jobs       []sized
}

// sized is a waiting job with its requested time and memory in MB.
type sized struct {
	request engine.Time
	memory  int32
	place   int32 // in the order of arrival
	job     int32
}

// magnitudeOf is the number of binary digits of memory.
func magnitudeOf(memory int32) int32 { return int32(bits.Len32(uint32(memory))) }

// least is the least memory of its magnitude.
func (z *size) least() int32 {
	if z.magnitude == 0 {
		return 0
	}
	return 1 << (z.magnitude - 1)
}

// find is the place of the jobs of a size, or where it belongs if there have been none.
func (x *sizes) find(processors, magnitude int32) int {
	lo, hi := 0, len(x.sizes)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if z := &x.sizes[mid]; z.processors < processors || z.processors == processors && z.magnitude < magnitude {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// find is where a job is that arrived in a place, or where it belongs.
func (z *size) find(place int32, request engine.Time) int {
	lo, hi := 0, len(z.jobs)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if w := &z.jobs[mid]; w.request < request || w.request == request && w.place < place {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// fill puts in the jobs of all lines.
func (x *sizes) fill(s *engine.State, l *lines) {
	x.exist = true
	for _, j := range l.heads {
		for ; j != engine.NoJob; j = l.jobs[j].next {
			x.add(j, l.jobs[j].place, s.Job(j).Estimate, l.jobs[j].need)
		}
	}
}

func (x *sizes) clear() { x.exist, x.sizes = false, x.sizes[:0] }

func (x *sizes) add(j, place int32, request engine.Time, needs need) {
	magnitude := magnitudeOf(needs.memory)
	i := x.find(needs.processors, magnitude)
	if i == len(x.sizes) || x.sizes[i].processors != needs.processors || x.sizes[i].magnitude != magnitude {
		x.sizes = slices.Insert(x.sizes, i, size{processors: needs.processors, magnitude: magnitude, jobs: make([]sized, 0, 8)})
	}
	z := &x.sizes[i]
	z.jobs = slices.Insert(z.jobs, z.find(place, request), sized{request, needs.memory, place, j})
	z.shortest = z.jobs[0].request
}

func (x *sizes) remove(place int32, request engine.Time, needs need) {
	z := &x.sizes[x.find(needs.processors, magnitudeOf(needs.memory))]
	at := z.find(place, request)
	z.jobs = slices.Delete(z.jobs, at, at+1)
	z.shortest = engine.Never
	if len(z.jobs) > 0 {
		z.shortest = z.jobs[0].request
	}
}

// within does what Fitting of ByRequest says.
func (x *sizes) within(holes []profile.Hole, found []int32) int {
	n := 0
	longest, upTo := engine.Time(0), int32(-1) // of holes for so many processors
	for i := range x.sizes {
		z := &x.sizes[i]
		if z.processors > upTo {
			longest, upTo = longestFor(holes, z.processors, 0)
			if longest == 0 {
				break
			}
		}
		if z.shortest > longest || len(z.jobs) == 0 {
			continue
		}
		request, _ := longestFor(holes, z.processors, z.least())
		for k := range z.jobs {
			w := &z.jobs[k]
			if w.request > request {
				break
			}
			if (need{z.processors, w.memory}).within(holes, w.request) {
				if n == len(found) {
					return n + 1
				}
				found[n] = w.job
				n++
			}
		}
	}
	return n
}

// longestFor is how long the longest hole is that has so many processors and so much memory, 0 if
// there is none, and up to how many processors it is that one.
func longestFor(holes []profile.Hole, processors, memory int32) (longest engine.Time, upTo int32) {
	for _, o := range holes {
		if o.Holds(processors, memory, 0) && (o.Length > longest || o.Length == longest && o.Processors > upTo) {
			longest, upTo = o.Length, o.Processors
		}
	}
	return longest, upTo
}
