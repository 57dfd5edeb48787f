package draft

import "slices"

// History is what undo and redo go through: drafts before and after the present one.
type History struct {
	Past, Future []Draft
	last         string // what changed last; typing on in one field is one step
}

// MaxSteps bounds what undo remembers.
const MaxSteps = 200

// Note remembers before, the draft that is about to be changed in the place named
// by what ("" never merges). It says whether this begins a new step.
func (h *History) Note(before Draft, what string) bool {
	h.Future = nil
	if what != "" && what == h.last && len(h.Past) > 0 {
		return false
	}
	h.last = what
	h.Past = append(h.Past, before.Clone())
	if len(h.Past) > MaxSteps {
		h.Past = slices.Delete(h.Past, 0, 1) // a mere h.Past[1:] would keep what is forgotten in memory
	}
	return true
}

// Undo is the draft before the last step, false if there is none.
func (h *History) Undo(present Draft) (Draft, bool) {
	return step(&h.Past, &h.Future, present, &h.last)
}

// Redo is the draft after the step that was taken back, false if there is none.
func (h *History) Redo(present Draft) (Draft, bool) {
	return step(&h.Future, &h.Past, present, &h.last)
}

// step takes the last draft of from, and puts the present one into to.
func step(from, to *[]Draft, present Draft, last *string) (Draft, bool) {
	n := len(*from)
	if n == 0 {
		return present, false
	}
	next := (*from)[n-1]
	*from = (*from)[:n-1]
	*to = append(*to, present.Clone())
	*last = ""
	return next, true
}
