package partitions

import "backfill/engine"

// timeline is what is free of a group from now on, with running jobs and reservations taken out. Each step holds until the next one begins, the
// last one for ever; the first one has begun. Adjacent steps differ.
type timeline struct {
	steps    []step
	kinds    int // of resources that there are on the machine
	reserved int // reservations of the group; without any, what is free only grows
	booked   int // place of the group among those with reservations, if it has some

	// How long some processors, or nodes, are free at a stretch, at most, before the last stretch, which begins at open and has no end.
	longest  engine.Time
	open     engine.Time
	measured bool // these two are known
}

// step is what is free from an instant on.
type step struct {
	at   engine.Time
	free resources
}

// pass forgets the steps that are over. Amortised O(1).
func (l *timeline) pass(now engine.Time) {
	past := 0
	for past+1 < len(l.steps) && l.steps[past+1].at <= now {
		past++
	}
	if past > 0 {
		l.steps = l.steps[:copy(l.steps, l.steps[past:])]
	}
}

// add changes what is free in [from, to). What lies in the past does not matter. O(steps).
func (l *timeline) add(now, from, to engine.Time, by *resources, sign int32) {
	if from = max(from, now); to <= from {
		return
	}
	l.pass(now)
	l.measured = false
	first := l.step(from)
	if from > now && l.steps[first].at < from {
		first++
		l.insert(first, from)
	}
	i := first
	for ; i < len(l.steps) && l.steps[i].at < to; i++ {
		l.steps[i].free.addFirst(by, sign, l.kinds)
	}
	if i == len(l.steps) || l.steps[i].at > to {
		l.insert(i, to)
		l.steps[i].free.addFirst(by, -sign, l.kinds)
	} else {
		l.join(i)
	}
	l.join(first)
}

// insert makes step i, not the first one, begin at an instant, with what is free before.
func (l *timeline) insert(i int, at engine.Time) {
	l.steps = append(l.steps, step{})
	copy(l.steps[i+1:], l.steps[i:])
	s := &l.steps[i]
	s.at = at
	s.free.set(&l.steps[i-1].free, l.kinds)
}

// join drops step i if it is as the one before.
func (l *timeline) join(i int) {
	if i > 0 && l.steps[i].free.equal(&l.steps[i-1].free, l.kinds) {
		l.steps = l.steps[:i+copy(l.steps[i:], l.steps[i+1:])]
	}
}

// blocked says whether no processor, or node, is free for so long from any instant before the given one. O(1), after a change O(steps).
func (l *timeline) blocked(length, before engine.Time) bool {
	if !l.measured {
		l.measure()
	}
	return length > l.longest && before <= l.open
}

// measure finds the longest stretch, and the last one.
func (l *timeline) measure() {
	l.longest, l.open, l.measured = 0, engine.Never, true
	for i := range l.steps {
		s := &l.steps[i]
		switch {
		case s.free[0] > 0:
			l.open = min(l.open, s.at)
		case l.open < engine.Never:
			l.longest = max(l.longest, s.at-l.open)
			l.open = engine.Never
		}
	}
}

// step is the step that holds at t, not before the present. O(steps up to it).
func (l *timeline) step(t engine.Time) int {
	i := 0
	for i+1 < len(l.steps) && l.steps[i+1].at <= t {
		i++
	}
	return i
}

// least finds the least of each resource that is free in [from, to), from not before the present; of no account where no processor, or node, is free. Entries
// of resources that there are not on the machine stay as they are. O(steps up to the end of that).
func (l *timeline) least(from, to engine.Time, least *resources) {
	if l.reserved > 0 && l.blocked(to-from, from+1) {
		*least = resources{}
		return
	}
	l.lowest(l.step(from), to, 0, least)
}

// leastWithout is least, if those who have own from the one instant to the other had it not.
func (l *timeline) leastWithout(own *resources, from, to engine.Time, least *resources) {
	l.lowest(l.step(from), to, -1, least)
	least.addFirst(own, 1, l.kinds)
}

// lowest finds the least of each resource that is free from step i on, before an instant, or in the beginning of that if no more than so many processors, or
// nodes, are free there. The next step has not been looked at.
func (l *timeline) lowest(i int, to engine.Time, enough int32, least *resources) (next int) {
	least.set(&l.steps[i].free, l.kinds)
	if i++; l.reserved > 0 {
		for ; i < len(l.steps) && l.steps[i].at < to && least[0] > enough; i++ {
			least.lower(&l.steps[i].free, l.kinds)
		}
	}
	return i
}
