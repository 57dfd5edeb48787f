package ui

import (
	"errors"

	"backfill/engine/param"
	"backfill/ui/draft"
	"backfill/ui/result"
)

// expressions is what is known of the texts of expressions. The page's program cannot tell
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

// unchecked says whether the draft, otherwise without mistakes, has expressions of which
// nothing is known yet.
func (p *Page) unchecked() bool { return len(p.wrong) == 0 && len(p.expressions.unknown) > 0 }

// whenChecked does something with the draft once its expressions have been checked: at
// once if they are.
func (p *Page) whenChecked(then func()) {
	if !p.unchecked() {
		then()
		return
	}
	e := &p.expressions
	e.then = then
	for _, text := range e.unknown {
		if !e.asked[text] {
			if e.asked == nil {
				e.asked = map[string]bool{}
			}
			e.asked[text] = true
			p.browser.CheckExpression(text)
		}
	}
}

// ExpressionChecked answers CheckExpression: what is wrong, "" if nothing is.
func (p *Page) ExpressionChecked(text, wrong string) {
	e := &p.expressions
	if e.verdicts == nil {
		e.verdicts = map[string]string{}
	}
	e.verdicts[text] = wrong
	delete(e.asked, text)
	then := e.then
	if then == nil {
		return
	}
	if p.check(); p.unchecked() {
		return // others are on their way
	}
	e.then = nil
	then()
}

// ExpressionUnchecked says that nobody could check an expression, and why.
func (p *Page) ExpressionUnchecked(text string, f result.Failure) {
	delete(p.expressions.asked, text)
	p.expressions.then = nil
	p.warn(f.Sentence())
}

// isOwn says whether the field of a Formula takes an expression, rather than one of the
// choices.
func (f Field) isOwn() bool {
	return f.isFormula() && (f.own || f.IsExpression(f.Text) && f.Text != "")
}

// ownValue is the option that stands for an expression of one's own.
const ownValue = "="

// ChooseFormula puts one of the choices into the field at path, or has it take an
// expression: at first the parameter's example.
func (p *Page) ChooseFormula(f Field, value string) {
	own := value == ownValue
	if own {
		value = f.Example
	}
	p.alter("", func(d *draft.Draft) {
		c, name := d.Choice(f.Path)
		if c == nil {
			return
		}
		was := p.form.Labels(d)
		c.Texts[name], c.Own = value, own
		keepNames(d, was, p.form.Labels(d), false)
	})
	if own {
		p.browser.Focus(f.ID())
	}
}

// ChoiceID is the id of the list of choices of a Formula: that of the field, unless that
// is the one for the expression.
func (f Field) ChoiceID() string {
	if f.isOwn() {
		return f.ID() + "-choice"
	}
	return f.ID()
}

func (f Field) isFormula() bool { return f.Kind == param.Formula }
