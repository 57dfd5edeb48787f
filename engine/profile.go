package engine

// profile is the number of free processors from now on, as a step function: step
// i holds from steps[i].At until steps[i+1].At, the last one for ever. Adjacent
// steps differ, so the representation of a function is unique.
//
// Steps before first are past; they are dropped in bulk, so that moving the
// present costs constant amortised time.
type profile struct {
	steps []Step
	first int
}

// Step is a number of free processors from an instant on.
type Step struct {
	At   Time
	Free int32
}

func newProfile(free int32) profile { return profile{steps: []Step{{0, free}}} }

// advance makes now the beginning. Amortised O(1) per step passed.
func (p *profile) advance(now Time) {
	for p.first+1 < len(p.steps) && p.steps[p.first+1].At <= now {
		p.first++
	}
	p.steps[p.first].At = now
	if p.first > 64 && p.first > len(p.steps)/2 {
		p.steps = p.steps[:copy(p.steps, p.steps[p.first:])]
		p.first = 0
	}
}

// now is the number of free processors at the beginning.
func (p *profile) now() int32 { return p.steps[p.first].Free }

// future is the steps behind the beginning.
func (p *profile) future() []Step { return p.steps[p.first+1:] }

// at is the number of free processors at t, not before the beginning. O(log n).
func (p *profile) at(t Time) int32 { return p.steps[p.find(t)].Free }

// find is the index of the step that holds at t.
func (p *profile) find(t Time) int {
	lo, hi := p.first, len(p.steps)
	for lo+1 < hi {
		if mid := int(uint(lo+hi) >> 1); p.steps[mid].At <= t {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// add changes the free processors by delta over [from, to); what lies before the
// beginning is ignored. O(n).
func (p *profile) add(from, to Time, delta int32) {
	if begin := p.steps[p.first].At; from < begin {
		from = begin
	}
	if to <= from {
		return
	}
	i := p.split(from)
	k := i
	for ; k < len(p.steps) && p.steps[k].At < to; k++ {
		p.steps[k].Free += delta
	}
	if k == len(p.steps) || p.steps[k].At != to {
		p.insert(k, Step{to, p.steps[k-1].Free - delta})
	} else if p.steps[k].Free == p.steps[k-1].Free {
		p.remove(k)
	}
	if i > p.first && p.steps[i].Free == p.steps[i-1].Free {
		p.remove(i)
	}
}

// split makes t the start of a step and returns its index.
func (p *profile) split(t Time) int {
	i := p.find(t)
	if p.steps[i].At == t {
		return i
	}
	p.insert(i+1, Step{t, p.steps[i].Free})
	return i + 1
}

func (p *profile) insert(i int, s Step) {
	p.steps = append(p.steps, Step{})
	copy(p.steps[i+1:], p.steps[i:])
	p.steps[i] = s
}

func (p *profile) remove(i int) {
	p.steps = p.steps[:i+copy(p.steps[i:], p.steps[i+1:])]
}

// holds says whether size processors are free from the beginning on for length.
func (p *profile) holds(size int32, length Time) bool {
	end := p.steps[p.first].At + length
	for i := p.first; i < len(p.steps) && p.steps[i].At < end; i++ {
		if p.steps[i].Free < size {
			return false
		}
	}
	return true
}

// earliest is the index of the first step from whose start on size processors are
// free for length. The caller knows that they are free at the end of the profile. O(n).
func (p *profile) earliest(size int32, length Time) int {
	start := p.first
	for i := p.first; i < len(p.steps); i++ {
		if i > start && p.steps[i].At >= p.steps[start].At+length {
			break
		}
		if p.steps[i].Free < size {
			start = i + 1
		}
	}
	return start
}

// risen is the index of the first step with size processors free, in a profile that
// never falls: they stay free. The caller knows that they are free at its end. O(log n).
func (p *profile) risen(size int32) int {
	lo, hi := p.first, len(p.steps)-1
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); p.steps[mid].Free >= size {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

// earliestFrom is the first instant from the later of the beginning and from on at
// which size processors are free for length; some instant not before the limit if that
// one is not. The caller knows that they are free at the end of the profile. O(n).
func (p *profile) earliestFrom(size int32, length, from, limit Time) Time {
	i := p.first
	if from > p.steps[i].At {
		i = p.find(from)
	}
	start := max(from, p.steps[i].At)
	for ; i < len(p.steps) && p.steps[i].At < start+length; i++ {
		if p.steps[i].Free >= size {
			continue
		}
		start = Never - length
		if i+1 < len(p.steps) {
			start = p.steps[i+1].At
		}
		if start >= limit {
			break
		}
	}
	return start
}

// least is the smallest number of free processors over [at, at+length), at not before
// the beginning. O(n).
func (p *profile) least(at, length Time) int32 {
	i := p.find(at)
	least := p.steps[i].Free
	for i++; i < len(p.steps) && p.steps[i].At < at+length; i++ {
		least = min(least, p.steps[i].Free)
	}
	return least
}

// rise is the first instant after t at which processors become free, Never if there is
// none. O(n).
func (p *profile) rise(t Time) Time {
	for i := p.find(t) + 1; i < len(p.steps); i++ {
		if p.steps[i].Free > p.steps[i-1].Free {
			return p.steps[i].At
		}
	}
	return Never
}

// shortage is the first stretch in [from, to), from not before the beginning, in which
// fewer than size processors are free, to its end, which may lie behind to; Never if there
// is none. O(n).
func (p *profile) shortage(size int32, from, to Time) (begin, end Time) {
	begin, end = Never, Never
	for i := p.find(from); i < len(p.steps) && (p.steps[i].At < to || begin < Never); i++ {
		if short := p.steps[i].Free < size; short && begin == Never {
			begin = max(from, p.steps[i].At)
		} else if !short && begin < Never {
			return begin, p.steps[i].At
		}
	}
	return begin, end
}
