// Package profile says how many processors will be free when: as a step function of time, from which
// anything can be taken at any time, and as the ends of running jobs alone.
package profile

import (
	"slices"

	"backfill/engine/clock"
)

// Profile is the number of free processors from now on, as a step function: each step
// holds from its At until the next one's, the last one for ever. Adjacent steps differ, so
// the representation of a function is unique.
//
// The steps lie in blocks, so that a change moves few of them; up to blockSteps there is one
// block, a plain array. A block has bounds of what is free in it, so that a search may skip it.
// It also has a number to be added to all its steps, so that a change of a long stretch need not
// touch each step. With n steps a search costs O(n / blockSteps + blockSteps) beside the blocks
// that it has to look into, a change as much.
//
// Steps of the first block before first are past.
type Profile struct {
	blocks []block
	first  int
	Rises  int64    // how often processors have been given back
	spare  [][]Step // of blocks that are gone
	whole  []Step   // buffer of all
}

// block is some of the steps of a profile, at least one.
type block struct {
	at    clock.Time // begin of the first step; of no meaning in the first block
	steps []Step
	shift int32 // to be added to all steps

	// The least and the most that is free in a step; rough says that they are to be found anew.
	least, most int32
	rough       bool

	rose int64 // the rise that was the last here
}

// blockSteps is how many steps a block holds at most.
const blockSteps = 64

// Step is a number of free processors from an instant on.
type Step struct {
	At   clock.Time
	Free int32
}

// New is a profile with so many processors free from 0 on, for ever.
func New(free int32) Profile {
	return Profile{blocks: []block{{steps: []Step{{0, free}}, least: free, most: free}}}
}

// Advance makes now the beginning. Amortised O(1) per step passed.
func (p *Profile) Advance(now clock.Time) {
	steps := p.blocks[0].steps
	for {
		for p.first+1 < len(steps) && steps[p.first+1].At <= now {
			p.first++
		}
		if p.first+1 < len(steps) || len(p.blocks) == 1 || p.blocks[1].at > now {
			break
		}
		p.discard(0)
		p.first = 0
		steps = p.blocks[0].steps
	}
	steps[p.first].At = now
}

// begin is the beginning.
func (p *Profile) begin() clock.Time { return p.blocks[0].steps[p.first].At }

// Now is the number of free processors at the beginning.
func (p *Profile) Now() int32 { return p.blocks[0].steps[p.first].Free + p.blocks[0].shift }

// Steps is the steps from the beginning on, valid until the next change. O(1) for one block,
// else O(n).
func (p *Profile) Steps() []Step {
	if len(p.blocks) == 1 {
		return p.part(0)[p.first:]
	}
	p.whole = append(p.whole[:0], p.part(0)[p.first:]...)
	for b := 1; b < len(p.blocks); b++ {
		p.whole = append(p.whole, p.part(b)...)
	}
	return p.whole
}

// part is the steps of block b as they are, past ones included.
func (p *Profile) part(b int) []Step {
	k := &p.blocks[b]
	if k.shift != 0 {
		k.settle()
	}
	return k.steps
}

// settle adds the shift.
func (k *block) settle() {
	for i := range k.steps {
		k.steps[i].Free += k.shift
	}
	k.shift = 0
}

// bounds are the least and the most that is free in a block, past steps included.
func (k *block) bounds() (least, most int32) {
	if k.rough {
		k.least, k.most = k.steps[0].Free, k.steps[0].Free
		for _, step := range k.steps[1:] {
			k.least, k.most = min(k.least, step.Free), max(k.most, step.Free)
		}
		k.least += k.shift
		k.most += k.shift
		k.rough = false
	}
	return k.least, k.most
}

// At is the number of free processors at t, not before the beginning. O(log n).
func (p *Profile) At(t clock.Time) int32 {
	b, i := p.find(t)
	return p.blocks[b].steps[i].Free + p.blocks[b].shift
}

// find is where the step lies that holds at t: block and index. O(log n).
func (p *Profile) find(t clock.Time) (b, i int) {
	b, lo := 0, p.first
	if len(p.blocks) > 1 && p.blocks[1].at <= t {
		lo = 0
		b = 1
		for hi := len(p.blocks); b+1 < hi; {
			if mid := int(uint(b+hi) >> 1); p.blocks[mid].at <= t {
				b = mid
			} else {
				hi = mid
			}
		}
	}
	steps := p.blocks[b].steps
	for hi := len(steps); lo+1 < hi; {
		if mid := int(uint(lo+hi) >> 1); steps[mid].At <= t {
			lo = mid
		} else {
			hi = mid
		}
	}
	return b, lo
}

// Add changes the free processors by delta, not 0, over [from, to); what lies before the
// beginning is ignored.
func (p *Profile) Add(from, to clock.Time, delta int32) {
	from = max(from, p.begin())
	if to <= from {
		return
	}
	if delta > 0 {
		p.Rises++
	}
	b, i := p.find(from)
	k := &p.blocks[b]
	within := b+1 == len(p.blocks) || to < p.blocks[b+1].at
	if !within || len(k.steps)+2 > blockSteps || b > 0 && k.at == from {
		p.addAcross(from, to, delta)
		return
	}
	if k.steps[i].At != from {
		i++
		k.insert(i, Step{from, k.steps[i-1].Free})
	}
	end := i
	for ; end < len(k.steps) && k.steps[end].At < to; end++ {
		k.steps[end].Free += delta
	}
	if end == len(k.steps) || k.steps[end].At != to {
		k.insert(end, Step{to, k.steps[end-1].Free - delta})
	} else if k.steps[end].Free == k.steps[end-1].Free {
		k.remove(end)
	}
	if (b > 0 || i > p.first) && k.steps[i].Free == k.steps[i-1].Free {
		k.remove(i)
	}
	k.rough = true
	if delta > 0 {
		k.rose = p.Rises
	}
}

// addAcross is add, for any number of blocks.
func (p *Profile) addAcross(from, to clock.Time, delta int32) {
	p.cut(to)
	b, i := p.cut(from)
	end, at := b, i
	for {
		k := &p.blocks[end]
		if end+1 < len(p.blocks) && p.blocks[end+1].at <= to && at == 0 {
			k.shift += delta
			k.least += delta
			k.most += delta
			at = len(k.steps)
		} else {
			for ; at < len(k.steps) && k.steps[at].At < to; at++ {
				k.steps[at].Free += delta
			}
			k.rough = true
		}
		if delta > 0 {
			k.rose = p.Rises
		}
		if at < len(k.steps) {
			break
		}
		end, at = end+1, 0
		if p.blocks[end].at == to {
			break
		}
	}
	p.join(end, at)
	p.join(b, i)
}

func (k *block) insert(i int, s Step) {
	k.steps = append(k.steps, Step{})
	copy(k.steps[i+1:], k.steps[i:])
	k.steps[i] = s
}

func (k *block) remove(i int) { k.steps = k.steps[:i+copy(k.steps[i:], k.steps[i+1:])] }

// cut makes t the start of a step, and says where that is.
func (p *Profile) cut(t clock.Time) (b, i int) {
	b, i = p.find(t)
	k := &p.blocks[b]
	step := Step{t, k.steps[i].Free}
	if k.steps[i].At == t {
		return b, i
	}
	i++
	if len(k.steps) == blockSteps {
		b, i = p.split(b, i)
		k = &p.blocks[b]
	}
	k.insert(i, step)
	return b, i
}

// split makes room for one step more before step i of block b, which is full, and
// says where that is then.
func (p *Profile) split(b, i int) (int, int) {
	k := &p.blocks[b]
	if b == 0 && p.first > 0 {
		k.steps = k.steps[:copy(k.steps, k.steps[p.first:])]
		i -= p.first
		p.first = 0
		k.rough = true
		return b, i
	}
	next := *k
	const half = blockSteps / 2
	next.steps = append(p.block(), k.steps[half:]...)
	next.at = next.steps[0].At
	k.steps = k.steps[:half]
	k.rough, next.rough = true, true
	p.blocks = slices.Insert(p.blocks, b+1, next)
	if i > half {
		return b + 1, i - half
	}
	return b, i
}

// block is room for the steps of a block.
func (p *Profile) block() []Step {
	if n := len(p.spare); n > 0 {
		steps := p.spare[n-1]
		p.spare = p.spare[:n-1]
		return steps
	}
	return make([]Step, 0, blockSteps)
}

// discard drops block b.
func (p *Profile) discard(b int) {
	p.spare = append(p.spare, p.blocks[b].steps[:0])
	p.blocks = slices.Delete(p.blocks, b, b+1)
}

// join drops step i of block b if it is as the one before.
func (p *Profile) join(b, i int) {
	k := &p.blocks[b]
	switch {
	case i > 0:
		if b == 0 && i <= p.first || k.steps[i].Free != k.steps[i-1].Free {
			return
		}
	case b == 0:
		return
	default:
		before := &p.blocks[b-1]
		if k.steps[0].Free+k.shift != before.steps[len(before.steps)-1].Free+before.shift {
			return
		}
		before.rose = max(before.rose, k.rose) // the step before now holds where this one has risen
	}
	if len(k.steps) == 1 {
		p.discard(b)
		return
	}
	k.remove(i)
	k.at = k.steps[0].At
	k.rough = true
	if b+1 < len(p.blocks) && len(k.steps)+len(p.blocks[b+1].steps) <= blockSteps/2 {
		p.unite(b)
	}
}

// unite appends the block behind block b to it.
func (p *Profile) unite(b int) {
	k := &p.blocks[b]
	p.part(b)
	k.steps = append(k.steps, p.part(b+1)...)
	k.rough = true
	k.rose = max(k.rose, p.blocks[b+1].rose)
	p.discard(b + 1)
}

// Holds says whether size processors are free from the beginning on for length.
func (p *Profile) Holds(size int32, length clock.Time) bool {
	return p.Least(p.begin(), length) >= size
}

// Earliest is the first instant from which on size processors are free for length. The
// caller knows that they are free at the end of the profile.
func (p *Profile) Earliest(size int32, length clock.Time) clock.Time {
	return p.firstRun(0, p.first, p.begin(), size, length, clock.Never, clock.Never)
}

// Risen is the first step with size processors free, in a profile that never falls:
// they stay free. The caller knows that they are free at its end. O(log n).
func (p *Profile) Risen(size int32) Step {
	b := 0
	for hi := len(p.blocks); b+1 < hi; {
		if mid := int(uint(b+hi) >> 1); p.blocks[mid].steps[0].Free+p.blocks[mid].shift < size {
			b = mid
		} else {
			hi = mid
		}
	}
	lo := 0
	if b == 0 {
		lo = p.first
	}
	steps := p.part(b)
	hi := len(steps)
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); steps[mid].Free >= size {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	if lo == len(steps) {
		return p.part(b + 1)[0]
	}
	return steps[lo]
}

// EarliestFrom is the first instant from the later of the beginning and from on at
// which size processors are free for length; some instant not before the limit if that
// one is not. The caller knows that they are free at the end of the profile.
func (p *Profile) EarliestFrom(size int32, length, from, limit clock.Time) clock.Time {
	b, i, start := 0, p.first, p.begin()
	if from > start {
		start = from
		b, i = p.find(from)
	}
	return p.firstRun(b, i, start, size, length, limit, clock.Never)
}

// firstRun is the first instant from start on, which lies in step i of block b, at
// which size processors are free for length or until an instant; some
// instant not before the limit if that one is not.
func (p *Profile) firstRun(b, i int, start clock.Time, size int32, length, limit, until clock.Time) clock.Time {
	end := min(start+length, until)
	for ; b < len(p.blocks); b, i = b+1, 0 {
		after := clock.Never - length
		if b+1 < len(p.blocks) {
			after = p.blocks[b+1].at
		}
		if i == 0 && len(p.blocks) > 1 {
			k := &p.blocks[b]
			if b > 0 && k.at >= end {
				break
			}
			least, most := k.bounds()
			if least >= size {
				continue
			}
			if most < size {
				if start = after; start >= limit {
					break
				}
				end = min(start+length, until)
				continue
			}
		}
		steps := p.part(b)
		for ; i < len(steps); i++ {
			if steps[i].At >= end {
				return start
			}
			if steps[i].Free >= size {
				continue
			}
			for i+1 < len(steps) && steps[i+1].Free < size {
				i++
			}
			start = after
			if i+1 < len(steps) {
				start = steps[i+1].At
			}
			if start >= limit {
				return start
			}
			end = min(start+length, until)
		}
	}
	return start
}

// Earlier is the first instant before the given one, not before the beginning, from which on size
// processors are free for length or until the given one; the given one if there is none. The
// caller knows that there was none after so many rises, so the instant lies in a stretch that has
// risen since, at least in part.
func (p *Profile) Earlier(size int32, length, before clock.Time, rises int64) clock.Time {
	for b := range p.blocks {
		k := &p.blocks[b]
		begin, i := k.at, 0
		if b == 0 {
			begin, i = p.begin(), p.first
		}
		if begin >= before {
			break
		}
		if k.rose <= rises {
			continue
		}
		if len(p.blocks) > 1 {
			if _, most := k.bounds(); most < size {
				continue
			}
		}
		limit := before
		if b+1 < len(p.blocks) {
			limit = min(limit, p.blocks[b+1].at)
		}
		if start := p.firstRun(b, i, p.runsFrom(b, i, size), size, length, limit, before); start < limit {
			return start
		}
	}
	return before
}

// runsFrom is since when size processors are free at step i, the first, of block b: where
// that step begins if they are not.
func (p *Profile) runsFrom(b, i int, size int32) clock.Time {
	steps := p.part(b)
	start := steps[i].At
	if steps[i].Free < size {
		return start
	}
	for b--; b >= 0; b-- {
		first := 0
		if b == 0 {
			first = p.first
		}
		steps := p.part(b)
		if least, _ := p.blocks[b].bounds(); least >= size {
			start = steps[first].At
			continue
		}
		for i := len(steps) - 1; i >= first; i-- {
			if steps[i].Free < size {
				return start
			}
			start = steps[i].At
		}
	}
	return start
}

// Least is the smallest number of free processors over [at, at+length), at not before
// the beginning.
func (p *Profile) Least(at, length clock.Time) int32 {
	b, i := p.find(at)
	sum := p.blocks[b].steps[i].Free + p.blocks[b].shift
	for ; b < len(p.blocks); b, i = b+1, 0 {
		if b+1 < len(p.blocks) && i == 0 && p.blocks[b+1].at <= at+length {
			least, _ := p.blocks[b].bounds()
			sum = min(sum, least)
			continue
		}
		for _, step := range p.part(b)[i:] {
			if step.At >= at+length {
				return sum
			}
			sum = min(sum, step.Free)
		}
	}
	return sum
}

// Rise is the first instant after t at which processors become free, clock.Never if there is
// none. O(n).
func (p *Profile) Rise(t clock.Time) clock.Time {
	b, i := p.find(t)
	free := p.part(b)[i].Free
	for i++; b < len(p.blocks); b, i = b+1, 0 {
		for _, step := range p.part(b)[i:] {
			if step.Free > free {
				return step.At
			}
			free = step.Free
		}
	}
	return clock.Never
}

// Shortage is the first stretch in [from, to), from not before the beginning, in which
// fewer than size processors are free, to its end, which may lie behind to; clock.Never if there
// is none. O(n).
func (p *Profile) Shortage(size int32, from, to clock.Time) (begin, end clock.Time) {
	begin, end = clock.Never, clock.Never
	for b, i := p.find(from); b < len(p.blocks); b, i = b+1, 0 {
		for _, step := range p.part(b)[i:] {
			if step.At >= to && begin == clock.Never {
				return begin, end
			}
			if short := step.Free < size; short && begin == clock.Never {
				begin = max(from, step.At)
			} else if !short && begin < clock.Never {
				return begin, step.At
			}
		}
	}
	return begin, end
}
