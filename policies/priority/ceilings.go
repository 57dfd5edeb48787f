package priority

import (
	"slices"

	"backfill/engine"
	"backfill/policies/queue"
)

// ceilings are how high the priorities of the heads of lines can rise until an instant, the
// highest first, under a priority that never falls with the wait. The head that goes first now
// is one of the few whose ceiling is not below the priority that others have already.
//
// A head enters and leaves in O(log l) comparisons, beside moving those below it.
type ceilings struct {
	list  []ceiling
	of    []ceiling   // by line; job NoJob: none
	until engine.Time // they hold until then
	ahead engine.Time // for how long they are made

	next  int // of the list: those before have been looked at in this pass
	taken int // how many jobs have been taken in this pass
	vain  int // how many heads have been looked at in vain since all ceilings were made
}

// ceiling is that of the head of a line.
type ceiling struct {
	priority float64
	line     int32
	job      int32 // the head
}

// before says whose ceiling is higher; ties go by line.
func (c *ceiling) before(o *ceiling) bool {
	return c.priority > o.priority || c.priority == o.priority && c.line < o.line
}

// compareCeilings orders as before does.
func compareCeilings(a, b ceiling) int {
	if a.before(&b) {
		return -1
	}
	return 1
}

// update brings the ceilings of waiting jobs under priority p to the present, for a pass in
// which no job has been looked at.
func (c *ceilings) update(s *engine.State, w *queue.ByRequest, p *Priority) {
	now := s.Now()
	changed, renewed := w.Changes()
	c.vain += max(0, c.next-c.taken)
	c.next, c.taken = 0, 0
	spent := c.vain > len(c.list)
	if renewed || spent || now > c.until {
		// The longer they hold, the more heads are looked at in vain; the shorter, the more
		// often all are made. Both are to cost the same.
		switch {
		case c.ahead == 0:
			c.ahead = engine.Hour
		case spent:
			c.ahead = max(c.ahead/2, 1)
		case !renewed:
			c.ahead = min(2*c.ahead, engine.MaxTime)
		}
		c.until, c.vain = now+c.ahead, 0
		if renewed {
			c.list, c.of = c.list[:0], c.of[:0]
			for line, j := range w.Heads() {
				head := ceiling{line: int32(line), job: j}
				c.of = append(c.of, head)
				if j != engine.NoJob {
					c.list = append(c.list, head)
				}
			}
		}
		c.raise(s, p)
	}
	for _, line := range changed {
		c.change(s, line, w.Heads()[line], p)
	}
}

// raise makes the ceilings of all in the list anew. O(l) where that hardly changes their order.
func (c *ceilings) raise(s *engine.State, p *Priority) {
	for i := range c.list {
		x := &c.list[i]
		x.priority = p.by(s, x.job, c.until)
		c.of[x.line] = *x
	}
	moves := 0
	for i, x := range c.list {
		at := i
		for at > 0 && x.before(&c.list[at-1]) {
			c.list[at] = c.list[at-1]
			at--
		}
		c.list[at] = x
		if moves += i - at; moves > 8*len(c.list) {
			slices.SortFunc(c.list, compareCeilings)
			return
		}
	}
}

// change puts another head, or NoJob, in the place of a line's.
func (c *ceilings) change(s *engine.State, line, head int32, p *Priority) {
	for len(c.of) <= int(line) {
		c.of = append(c.of, ceiling{job: engine.NoJob})
	}
	was := c.of[line]
	if was.job == head {
		return
	}
	if was.job != engine.NoJob {
		at := c.find(was)
		c.list = slices.Delete(c.list, at, at+1)
	}
	c.of[line] = ceiling{job: engine.NoJob}
	if head != engine.NoJob {
		c.of[line] = ceiling{p.by(s, head, c.until), line, head}
		c.list = slices.Insert(c.list, c.find(c.of[line]), c.of[line])
	}
}

// find is where x is or belongs.
func (c *ceilings) find(x ceiling) int {
	lo, hi := 0, len(c.list)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if c.list[mid].before(&x) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// look is the next head that may precede a job of the given priority, NoJob if none may.
func (c *ceilings) look(priority float64) int32 {
	if c.next == len(c.list) || c.list[c.next].priority < priority {
		return engine.NoJob
	}
	c.next++
	return c.list[c.next-1].job
}
