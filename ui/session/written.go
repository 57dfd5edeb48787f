package session

import (
	"errors"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/ui/result"
)

// Written is the text of an expression or a script, the value of a parameter of that kind.
type Written struct {
	Kind param.Kind
	Text string
}

// mostVerdicts is how many are kept: while a script is written each of its texts has one.
const mostVerdicts = 500

// verdict is what a worker said of a text.
type verdict struct {
	wrong string // "" if nothing is
	needs engine.Capability
}

// written is what is known of the texts of expressions and scripts. This program cannot tell
// whether one is right: a worker of another program says so, and what it said is kept.
type written struct {
	verdicts map[Written]verdict
	asked    map[Written]bool
	unknown  []Written // of the draft, without a verdict
	then     func()    // what waits for all of them
}

// verdict is an error if the text is known to be wrong, and what it needs if it is known to be right.
func (w *written) verdict(kind param.Kind, text string) (engine.Capability, error) {
	of := Written{kind, text}
	said, known := w.verdicts[of]
	switch {
	case !known:
		w.unknown = append(w.unknown, of)
	case said.wrong != "":
		return 0, errors.New(said.wrong)
	}
	return said.needs, nil
}

// Unchecked says whether the draft, otherwise without mistakes, has expressions or scripts of which
// nothing is known yet.
func (s *Session) Unchecked() bool { return len(s.Wrong) == 0 && len(s.written.unknown) > 0 }

// whenChecked does something with the draft once its expressions and scripts have been checked: at
// once if they are.
func (s *Session) whenChecked(then func()) {
	if !s.Unchecked() {
		then()
		return
	}
	w := &s.written
	w.then = then
	for _, of := range w.unknown {
		if !w.asked[of] {
			if w.asked == nil {
				w.asked = map[Written]bool{}
			}
			w.asked[of] = true
			s.Browser.CheckWritten(of)
		}
	}
}

// WrittenChecked answers CheckWritten: what is wrong, "" if nothing is, and what it needs of machine and workload.
func (s *Session) WrittenChecked(of Written, wrong string, needs engine.Capability) {
	w := &s.written
	if w.verdicts == nil || len(w.verdicts) >= mostVerdicts {
		w.verdicts = map[Written]verdict{}
	}
	w.verdicts[of] = verdict{wrong, needs}
	delete(w.asked, of)
	then := w.then
	if then == nil {
		return
	}
	if s.check(); s.Unchecked() {
		return // others are on their way
	}
	w.then = nil
	then()
}

// WrittenUnchecked says that nobody could check an expression or a script, and why.
func (s *Session) WrittenUnchecked(of Written, f result.Failure) {
	delete(s.written.asked, of)
	s.written.then = nil
	s.Warn(f.Sentence())
}
