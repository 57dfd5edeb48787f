package session

import (
	"errors"

	"backfill/ui/result"
)

// expressions is what is known of the texts of expressions. This program cannot tell
// whether one is right: a worker of another program says so, and what it said is kept.
type expressions struct {
	verdicts map[string]string // what is wrong with a text, "" if nothing is
	asked    map[string]bool
	unknown  []string // texts of the draft without a verdict
	then     func()   // what waits for all of them
}

// verdict is an error if the text is known to be wrong.
func (e *expressions) verdict(text string) error {
	wrong, known := e.verdicts[text]
	switch {
	case !known:
		e.unknown = append(e.unknown, text)
	case wrong != "":
		return errors.New(wrong)
	}
	return nil
}

// Unchecked says whether the draft, otherwise without mistakes, has expressions of which
// nothing is known yet.
func (s *Session) Unchecked() bool { return len(s.Wrong) == 0 && len(s.expressions.unknown) > 0 }

// whenChecked does something with the draft once its expressions have been checked: at
// once if they are.
func (s *Session) whenChecked(then func()) {
	if !s.Unchecked() {
		then()
		return
	}
	e := &s.expressions
	e.then = then
	for _, text := range e.unknown {
		if !e.asked[text] {
			if e.asked == nil {
				e.asked = map[string]bool{}
			}
			e.asked[text] = true
			s.Browser.CheckExpression(text)
		}
	}
}

// ExpressionChecked answers CheckExpression: what is wrong, "" if nothing is.
func (s *Session) ExpressionChecked(text, wrong string) {
	e := &s.expressions
	if e.verdicts == nil {
		e.verdicts = map[string]string{}
	}
	e.verdicts[text] = wrong
	delete(e.asked, text)
	then := e.then
	if then == nil {
		return
	}
	if s.check(); s.Unchecked() {
		return // others are on their way
	}
	e.then = nil
	then()
}

// ExpressionUnchecked says that nobody could check an expression, and why.
func (s *Session) ExpressionUnchecked(text string, f result.Failure) {
	delete(s.expressions.asked, text)
	s.expressions.then = nil
	s.Warn(f.Sentence())
}
