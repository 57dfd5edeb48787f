package ui

// history is what undo and redo go through: drafts before and after the present one.
type history struct {
	past, future []Draft
	last         string // what changed last; typing on in one field is one step
}

// maxSteps bounds what undo remembers.
const maxSteps = 200

// note remembers before, the draft that is about to be changed in the place named
// by what ("" never merges). It says whether this begins a new step.
func (h *history) note(before Draft, what string) bool {
	h.future = nil
	if what != "" && what == h.last && len(h.past) > 0 {
		return false
	}
	h.last = what
	h.past = append(h.past, before.clone())
	if len(h.past) > maxSteps {
		h.past = h.past[1:]
	}
	return true
}

func (h *history) undo(present Draft) (Draft, bool) {
	return step(&h.past, &h.future, present, &h.last)
}

func (h *history) redo(present Draft) (Draft, bool) {
	return step(&h.future, &h.past, present, &h.last)
}

func step(from, to *[]Draft, present Draft, last *string) (Draft, bool) {
	n := len(*from)
	if n == 0 {
		return present, false
	}
	next := (*from)[n-1]
	*from = (*from)[:n-1]
	*to = append(*to, present.clone())
	*last = ""
	return next, true
}
