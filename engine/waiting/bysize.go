package waiting

import (
	"math/bits"
	"slices"

	"backfill/engine/clock"
	"backfill/engine/profile"
)

// BySize are the jobs of a queue by the processors that they request, those of one size in the
// order of arrival under a tournament for the shortest estimate. So the first job that may start
// now is found without a look at the many that may not.
//
// A job enters and leaves in O(log s + log q) for s sizes and q jobs, amortised. A search costs
// O(t + h log q) for t sizes that fit, of which h have a job that is short enough, beside the
// number of holes.
type BySize struct {
	Exists   bool         // the index is kept
	sizes    []int32      // ascending
	shortest []clock.Time // by size: the shortest estimate, Never if none waits
	lines    []line       // by size
	position []int32      // by job: in its line
	arrived  int32
}

// line is the jobs of one size by position, in the order of arrival.
type line struct {
	jobs     []arrived
	first    int // no job before it waits
	waiting  int
	estimate []clock.Time // tournament: node i is the shorter of 2i and 2i+1; the leaves are the positions, Never where no job waits
}

// arrived is a job with its place in the order of arrival.
type arrived struct{ place, job int32 }

// Begin makes it an empty index for so many jobs in all.
func (x *BySize) Begin(jobs int) {
	if x.position == nil {
		x.position = make([]int32, jobs)
	}
	*x = BySize{Exists: true, sizes: x.sizes[:0], shortest: x.shortest[:0], lines: x.lines[:0], position: x.position}
}

// Add takes in job j, which arrived last.
func (x *BySize) Add(j, processors int32, estimate clock.Time) {
	i, exists := slices.BinarySearch(x.sizes, processors)
	if !exists {
		x.sizes = slices.Insert(x.sizes, i, processors)
		x.shortest = slices.Insert(x.shortest, i, clock.Never)
		x.lines = slices.Insert(x.lines, i, line{estimate: []clock.Time{clock.Never, clock.Never}})
	}
	l := &x.lines[i]
	if len(l.jobs) == len(l.estimate)/2 {
		l.renew(x.position)
	}
	x.position[j] = int32(len(l.jobs))
	l.jobs = append(l.jobs, arrived{x.arrived, j})
	l.waiting++
	l.set(len(l.jobs)-1, estimate)
	x.shortest[i] = l.estimate[1]
	x.arrived++
}

// Remove takes out job j.
func (x *BySize) Remove(j, processors int32) {
	i, _ := slices.BinarySearch(x.sizes, processors)
	l := &x.lines[i]
	l.waiting--
	l.set(int(x.position[j]), clock.Never)
	x.shortest[i] = l.estimate[1]
	for l.first < len(l.jobs) && !l.waits(l.first) {
		l.first++
	}
}

// From is the first job, from job j on in the order of arrival, that fits into one of the holes;
// -1 if there is none. The lengths of the holes ascend and their processors descend. Job j, of so
// many processors, waits.
func (x *BySize) From(j, processors int32, holes []profile.Hole) int32 {
	i, _ := slices.BinarySearch(x.sizes, processors)
	from := x.lines[i].jobs[x.position[j]].place
	best := arrived{x.arrived, nobody}
	longest := len(holes) - 1 // of those with as many processors
	for i, size := range x.sizes {
		for longest >= 0 && holes[longest].Processors < size {
			longest--
		}
		if longest < 0 {
			break
		}
		limit := min(holes[longest].Length, clock.Never-1)
		if x.shortest[i] > limit {
			continue
		}
		if l := &x.lines[i]; l.jobs[l.first].place < best.place {
			if at := l.search(from, limit); at >= 0 && l.jobs[at].place < best.place {
				best = l.jobs[at]
			}
		}
	}
	return best.job
}

func (l *line) waits(position int) bool { return l.leaf(position) < clock.Never }

func (l *line) leaf(position int) clock.Time { return l.estimate[len(l.estimate)/2+position] }

// set changes an estimate. O(log n).
func (l *line) set(position int, estimate clock.Time) {
	i := len(l.estimate)/2 + position
	l.estimate[i] = estimate
	for i > 1 {
		i /= 2
		shorter := min(l.estimate[2*i], l.estimate[2*i+1])
		if l.estimate[i] == shorter {
			break
		}
		l.estimate[i] = shorter
	}
}

// search is the position of the first job, from the given place in the order of arrival on,
// whose estimate is no longer than the limit, -1 if there is none. O(log n).
func (l *line) search(place int32, limit clock.Time) int {
	at := l.first
	if l.jobs[at].place < place {
		at, _ = slices.BinarySearchFunc(l.jobs, place, func(a arrived, place int32) int { return int(a.place - place) })
		if at == len(l.jobs) {
			return -1
		}
	}
	leaves := len(l.estimate) / 2
	i := leaves + at
	for l.estimate[i] > limit {
		i++
		if i >>= bits.TrailingZeros(uint(i)); i == 1 {
			return -1
		}
	}
	for i < leaves {
		if i *= 2; l.estimate[i] > limit {
			i++
		}
	}
	return i - leaves
}

// renew removes the gaps, and makes room for as many jobs again. O(n).
func (l *line) renew(position []int32) {
	leaves := max(4, 1<<bits.Len(uint(2*l.waiting)))
	old := *l
	*l = line{jobs: make([]arrived, 0, leaves), waiting: old.waiting, estimate: slices.Repeat([]clock.Time{clock.Never}, 2*leaves)}
	for i, a := range old.jobs {
		if old.waits(i) {
			position[a.job] = int32(len(l.jobs))
			l.estimate[leaves+len(l.jobs)] = old.leaf(i)
			l.jobs = append(l.jobs, a)
		}
	}
	for i := leaves - 1; i > 0; i-- {
		l.estimate[i] = min(l.estimate[2*i], l.estimate[2*i+1])
	}
}
