package policies

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"

	"backfill/engine"
)

// sizes are the waiting jobs by what they request, so that those that may start now are
// found without a look at the many that may not: jobs of equal processors and of memory
// of the same magnitude stand together, in ascending order of requested time.
//
// A job enters and leaves in O(log q) comparisons, beside moving those of its size.
type sizes struct {
	sizes []size // in ascending order of processors and magnitude
}

// size is the jobs of one size.
type size struct {
	processors int32
	magnitude  int32 // of memory in binary digits
	jobs       []sized
}

// sized is a waiting job with its requested time and memory in MB.
type sized struct {
	request engine.Time
	memory  int32
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
func (x *sizes) find(processors, memory int32) (int, bool) {
	return slices.BinarySearchFunc(x.sizes, size{processors: processors, magnitude: magnitudeOf(memory)}, func(a, b size) int {
		return cmp.Or(cmp.Compare(a.processors, b.processors), cmp.Compare(a.magnitude, b.magnitude))
	})
}

func (z *size) find(j int32, request engine.Time) (int, bool) {
	return slices.BinarySearchFunc(z.jobs, sized{request: request, job: j}, func(a, b sized) int {
		return cmp.Or(cmp.Compare(a.request, b.request), cmp.Compare(a.job, b.job))
	})
}

func (x *sizes) clear() { x.sizes = x.sizes[:0] }

func (x *sizes) add(j int32, job *engine.Job, memory int32) {
	i, exists := x.find(job.Processors, memory)
	if !exists {
		x.sizes = slices.Insert(x.sizes, i, size{processors: job.Processors, magnitude: magnitudeOf(memory)})
	}
	z := &x.sizes[i]
	at, _ := z.find(j, job.Estimate)
	z.jobs = slices.Insert(z.jobs, at, sized{job.Estimate, memory, j})
}

func (x *sizes) remove(j int32, job *engine.Job, memory int32) {
	i, _ := x.find(job.Processors, memory)
	z := &x.sizes[i]
	at, _ := z.find(j, job.Estimate)
	z.jobs = slices.Delete(z.jobs, at, at+1)
}

// within are the jobs that one of the openings holds. O(sizes + jobs that are found),
// beside those of the same magnitude whose memory is wanting.
func (x *sizes) within(openings []engine.Opening) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		most := int32(0)
		for _, o := range openings {
			most = max(most, o.Processors)
		}
		for i := range x.sizes {
			z := &x.sizes[i]
			if z.processors > most {
				return
			}
			if len(z.jobs) == 0 {
				continue
			}
			longest, least := engine.Time(0), z.least()
			for _, o := range openings {
				if o.Length > longest && o.Holds(z.processors, least, 0) {
					longest = o.Length
				}
			}
			for _, w := range z.jobs {
				if w.request > longest {
					break
				}
				if hold(openings, z.processors, w.memory, w.request) && !yield(w.job) {
					return
				}
			}
		}
	}
}

// hold says whether one of the openings holds a job.
func hold(openings []engine.Opening, processors, memory int32, request engine.Time) bool {
	for _, o := range openings {
		if o.Holds(processors, memory, request) {
			return true
		}
	}
	return false
}
