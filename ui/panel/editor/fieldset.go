package editor

import (
	"github.com/vugu/vugu"

	"backfill/engine/param"
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// Fields shows fields one below the other.
type Fields struct {
	*Editor
	list   []Field
	path   string // of the choice whose parameters are among them
	folded int    // parameters that a button unfolds
}

// fieldset is a component that shows fields.
func (e *Editor) fieldset(list []Field) vugu.Builder { return e.Guard(&Fields{Editor: e, list: list}) }

// kindset is a component that shows some fields, those of the choice of a kind below
// them, and a button for the parameters that are folded at first.
func (e *Editor) kindset(first []Field, path string, c *draft.Choice, about *param.Description) vugu.Builder {
	if about == nil {
		return e.fieldset(first)
	}
	return e.Guard(&Fields{e, append(first, e.Fields(path, c, about.Params)...), path, e.FoldedFields(path, c, about.Params)})
}

// more is the bar of the button that unfolds parameters.
func (c *Fields) more() vugu.Builder {
	if c.folded == 0 {
		return c.QuietBar("")
	}
	b := c.Folds("further "+c.path, phrase.Plural(int64(c.folded), "more parameter"))
	if b.Expanded == "true" {
		b.Text = "Fewer parameters"
	}
	return c.QuietBar("Parameters", b)
}

func (f Field) isChoice() bool { return f.Kind == param.Choice }

func (f Field) isBoolean() bool { return f.Kind == param.Boolean }

func (f Field) isTable() bool { return f.Kind == param.Table }

func (f Field) isFile() bool { return f.Kind == param.File }

// opening is what the button beside a file's name says.
func (f Field) opening() string {
	if f.Required {
		return "Open a log…"
	}
	return "Open a table…"
}

// IsLines says whether the text has several lines.
func (f Field) IsLines() bool { return f.isTable() || f.isScript() || f.lines }

// IsText says whether the field is one line of text.
func (f Field) IsText() bool {
	return !f.isChoice() && !f.isBoolean() && !f.IsLines() && !f.isFile() && !f.isFormula()
}

func (f Field) class() string {
	class := "field"
	if f.long {
		class += " long"
	}
	if f.slides() {
		class += " slid"
	}
	if f.isScript() {
		class += " coded"
	}
	if f.mistake != "" {
		class += " wrong"
	}
	return class
}
