package eventlist

import "backfill/engine/clock"

// List is made for the ends of running jobs. The entries that come soonest are kept in order, the
// others in a heap. With some ten jobs running, most of them for long, a new end passes only
// three sooner ones, and an end leaves without moving any.
//
// An entry enters and leaves in O(log n), amortised.
type List struct {
	soon  []Entry // the latest first; empty only if later is empty, too
	later Heap    // no entry comes before one in soon
}

// mostSoon is how many entries soon holds at most.
const mostSoon = 32

// At is the time of the next entry, clock.Never if there is none.
func (l *List) At() clock.Time {
	if n := len(l.soon); n > 0 {
		return l.soon[n-1].At
	}
	return clock.Never
}

// Next is the next entry. There must be one.
func (l *List) Next() Entry { return l.soon[len(l.soon)-1] }

// Push adds an entry.
func (l *List) Push(x Entry) {
	i := len(l.soon)
	if i == cap(l.soon) {
		i = l.postpone()
	}
	if len(l.later) > 0 && l.later[0].Before(x) {
		l.later.Push(x)
		return
	}
	l.soon = l.soon[:i+1]
	soon := l.soon
	for i > 0 && soon[i-1].precedes(x) != 0 {
		soon[i] = soon[i-1]
		i--
	}
	soon[i] = x
}

// postpone moves the later half of soon into later, and returns how many entries soon holds then.
func (l *List) postpone() int {
	if l.soon == nil {
		l.soon = make([]Entry, 0, mostSoon)
	}
	half := len(l.soon) / 2
	for _, x := range l.soon[:half] {
		l.later.Push(x)
	}
	l.soon = l.soon[:copy(l.soon, l.soon[half:])]
	return len(l.soon)
}

// Pop takes the next entry. There must be one.
func (l *List) Pop() Entry {
	n := len(l.soon) - 1
	next := l.soon[n]
	l.soon = l.soon[:n]
	if n == 0 && len(l.later) > 0 {
		l.approach()
	}
	return next
}

// approach moves the soonest entries of later into soon, which is empty.
func (l *List) approach() {
	n := min(len(l.later), mostSoon/2)
	l.soon = l.soon[:n]
	for n--; n >= 0; n-- {
		l.soon[n] = l.later.Pop()
	}
}
