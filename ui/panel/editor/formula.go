package editor

import "backfill/engine/param"

// IsOwn says whether the field of a Formula takes an expression, rather than one of the
// choices.
func (f Field) IsOwn() bool {
	return f.isFormula() && (f.own || f.IsExpression(f.Text) && f.Text != "")
}

// OwnValue is the option that stands for an expression of one's own.
const OwnValue = "="

// ChoiceID is the id of the list of choices of a Formula: that of the field, unless that
// is the one for the expression.
func (f Field) ChoiceID() string {
	if f.IsOwn() {
		return f.ID() + "-choice"
	}
	return f.ID()
}

func (f Field) isFormula() bool { return f.Kind == param.Formula }

// TakeFormula takes what was chosen in a Formula; an expression of one's own begins with the parameter's example.
func (e *Editor) TakeFormula(f Field, value string) {
	if value == OwnValue {
		e.ChooseFormula(f.Path, f.Example, true)
		return
	}
	e.ChooseFormula(f.Path, value, false)
}
