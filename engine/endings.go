package engine

// endings are the planned ends of running jobs. Those that come soonest are kept in order, the
// others in a heap: with some ten jobs running, and most of them for long, a new end passes but
// three that are sooner, and one leaves without moving any.
//
// An end enters and leaves in O(log n), amortised.
type endings struct {
	soon  []ending // the latest first; empty only if all are
	later endHeap  // none before one that is soon
}

// soonEndings is how many are in order at most.
const soonEndings = 32

// at is the time of the next ending, Never if there is none.
func (e *endings) at() Time {
	if n := len(e.soon); n > 0 {
		return e.soon[n-1].at
	}
	return Never
}

// next is the next ending, of which there is one.
func (e *endings) next() ending { return e.soon[len(e.soon)-1] }

func (e *endings) push(x ending) {
	i := len(e.soon)
	if i == cap(e.soon) {
		i = e.makeRoom()
	}
	if len(e.later) > 0 && e.later[0].before(x) {
		e.later.push(x)
		return
	}
	e.soon = e.soon[:i+1]
	soon := e.soon
	for i > 0 && soon[i-1].precedes(x) != 0 {
		soon[i] = soon[i-1]
		i--
	}
	soon[i] = x
}

// makeRoom makes the later half of those that are soon later ones, and is how many are soon then.
func (e *endings) makeRoom() int {
	if e.soon == nil {
		e.soon = make([]ending, 0, soonEndings)
	}
	half := len(e.soon) / 2
	for _, x := range e.soon[:half] {
		e.later.push(x)
	}
	e.soon = e.soon[:copy(e.soon, e.soon[half:])]
	return len(e.soon)
}

// pop takes the next ending, of which there is one.
func (e *endings) pop() ending {
	n := len(e.soon) - 1
	next := e.soon[n]
	e.soon = e.soon[:n]
	if n == 0 && len(e.later) > 0 {
		e.approach()
	}
	return next
}

// approach makes the soonest of the later endings those that are soon, of which none is left.
func (e *endings) approach() {
	n := min(len(e.later), soonEndings/2)
	e.soon = e.soon[:n]
	for n--; n >= 0; n-- {
		e.soon[n] = e.later.pop()
	}
}
