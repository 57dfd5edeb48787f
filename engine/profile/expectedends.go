package profile

import "backfill/engine/clock"

// ExpectedEnds are the instants at which running jobs are expected to end, the latest
// first, each once, with the processors that become free then. It says when a number of
// processors is free, if nothing is reserved, at less cost than a profile, which has to
// change the sums of all instants before an end.
//
// An end enters and leaves by passing the sooner ones, two on average with ten jobs running. If
// more than nearEnds are sooner, it takes O(log n) comparisons, beside moving them all.
type ExpectedEnds []Step

// nearEnds is how many of the soonest ends are looked at and moved one by one.
const nearEnds = 16

// Add notes that processors become free at an instant.
func (e *ExpectedEnds) Add(at clock.Time, processors int32) {
	*e = append(*e, Step{})
	ends := *e
	gap := len(ends) - 1
	for far := max(gap-nearEnds, 0); gap > far && ends[gap-1].At < at; gap-- {
		ends[gap] = ends[gap-1]
	}
	if gap > 0 && ends[gap-1].At <= at { // the instant is there already, or its place is far away
		*e = ends.fill(gap, at, processors)
		return
	}
	ends[gap] = Step{at, processors}
}

// fill is the ends with one more, which is that before the gap or belongs somewhere before it.
func (e ExpectedEnds) fill(gap int, at clock.Time, processors int32) ExpectedEnds {
	i := e[:gap].find(at)
	if i < gap && e[i].At == at {
		e[i].Free += processors
		return append(e[:gap], e[gap+1:]...)
	}
	copy(e[i+1:gap+1], e[i:])
	e[i] = Step{at, processors}
	return e
}

// Remove takes back what Add noted.
func (e *ExpectedEnds) Remove(at clock.Time, processors int32) {
	ends := *e
	last := len(ends) - 1
	i := last
	for far := max(last-nearEnds, 0); i > far && ends[i].At < at; i-- {
	}
	if ends[i].At != at {
		i = ends.find(at)
	}
	if ends[i].Free -= processors; ends[i].Free > 0 {
		return
	}
	if last-i > nearEnds {
		copy(ends[i:], ends[i+1:])
		i = last
	}
	for ; i < last; i++ {
		ends[i] = ends[i+1]
	}
	*e = (*e)[:last]
}

// find is the place of the latest end not after at.
func (e ExpectedEnds) find(at clock.Time) int {
	from, n := 0, len(e)
	for n > 0 {
		half := int(uint(n+1) / 2)
		later := int((at - e[from+half-1].At) >> 63) // all ones if that end is later: without a branch
		from += half & later
		n -= half
	}
	return from
}

// Pass forgets the ends up to now. Amortised O(1).
func (e *ExpectedEnds) Pass(now clock.Time) {
	n := len(*e)
	for n > 0 && (*e)[n-1].At <= now {
		n--
	}
	*e = (*e)[:n]
}

// Reach is the first end at which at least size processors are free, above those that are
// free before all of them, and how many are. The caller knows that there is one. O(ends up
// to it).
func (e ExpectedEnds) Reach(size, free int32) Step {
	i := len(e)
	for free < size {
		i--
		free += e[i].Free
	}
	return Step{e[i].At, free}
}

// By is how many processors become free up to t. O(ends up to it).
func (e ExpectedEnds) By(t clock.Time) int32 {
	sum := int32(0)
	for i := len(e) - 1; i >= 0 && e[i].At <= t; i-- {
		sum += e[i].Free
	}
	return sum
}
