package editor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine/param"
	"backfill/ui/code"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/widget"
)

// Script shows the field of a script: the text with its colours behind it, the mark of a mistake, and what can be written at the caret.
type Script struct {
	*Editor
	field    Field
	examples []param.Preset // to begin from
}

// writing is what somebody does in the field of a script.
type writing struct {
	path    string          // "" if nobody does
	names   code.Completion // what can be written at the caret; none: no list is shown
	chosen  int             // of these
	leaving bool            // Escape was pressed, so that Tab leaves the field
}

func (f Field) isScript() bool { return f.Kind == param.Script }

// keysOfScripts say what keys do in the field of a script, which would keep the focus otherwise.
const keysOfScripts = " Tab indents; Escape, then Tab leaves the field. Ctrl+Space tells what can be written at the caret."

// script is a component that shows the field of a script.
func (e *Editor) script(f Field) vugu.Builder {
	c := &Script{Editor: e, field: f}
	if choice, _ := e.Draft.Choice(f.Path); choice != nil {
		if about := e.Form.About(f.Path, choice.Kind); about != nil {
			c.examples = e.beginnings(f.Path, about.Presets)
		}
	}
	return e.Guard(c)
}

func (c *Script) id() string { return c.field.ID() }

// mark is where the mistake stands that is known of the text.
func (c *Script) mark() code.Mark {
	place, ok := code.PlaceIn(c.field.mistake)
	if !ok || c.field.isLast {
		return code.Mark{From: -1, To: -1}
	}
	from, to := code.WordAt(c.field.Text, place.Offset(c.field.Text))
	return code.Mark{From: from, To: to}
}

func (c *Script) painted() string { return code.Paint(c.field.Text, c.mark()) }

// widthBar has the button that makes the form wider.
func (c *Script) widthBar() vugu.Builder {
	return c.QuietBar("Width of the form", widget.Button{Text: "Wide", Name: "Wide form", ID: c.id() + "-wide", Pressed: widget.Yes(c.Unfolded[wide]),
		Do: func() { c.Unfolded[wide] = !c.Unfolded[wide] }})
}

// wide is the key under which the form has much room for scripts.
const wide = "wide form"

// Writing says whether the form shows a script, and whether that is to have much room.
func (e *Editor) Writing() (writes, roomy bool) {
	if e.FoldedCards["experiment"] || e.FoldedCards["policies"] {
		return false, false
	}
	for i := range e.Draft.Policies {
		if about := e.Form.Policy(e.Draft.Policies[i].Kind); about != nil && slices.ContainsFunc(about.Params, func(q param.Param) bool { return q.Kind == param.Script }) {
			return true, e.Unfolded[wide]
		}
	}
	return false, false
}

// begin puts an example into the field.
func (c *Script) begin(name string) {
	for _, p := range c.examples {
		if p.Name == name {
			c.dropNames()
			c.BeginFrom(c.field.Path, p)
			c.Browser.Focus(c.id())
		}
	}
}

// placed says at which line of the script the mistake stands; "" if it names none.
func (f Field) placed() string {
	place, ok := code.PlaceIn(f.mistake)
	if !f.isScript() || !ok {
		return ""
	}
	return "Go to line " + strconv.Itoa(place.Line)
}

// printedHeading stands above what a script printed before it failed.
func (f Field) printedHeading() string {
	if f.cut {
		return fmt.Sprintf("The last %d lines that it printed before that:", len(f.printed))
	}
	return "What it printed before that:"
}

func (f Field) printedText() string { return strings.Join(f.printed, "\n") }

// goToMistake puts the caret where the mistake stands.
func (e *Editor) goToMistake(f Field) {
	place, _ := code.PlaceIn(f.mistake)
	from, to := code.WordAt(f.Text, place.Offset(f.Text))
	e.Browser.Select(f.ID(), code.Units(f.Text, from), code.Units(f.Text, to))
}

// TypeScript takes the text of a script as it has been typed, with the caret behind so many UTF-16 code units.
func (e *Editor) TypeScript(path, text string, caret int) {
	w := &e.writing
	w.path, w.leaving = path, false
	e.Edit(path, text)
	e.suggest(text, code.AtUnits(text, caret), false)
}

// suggest finds what can be written at the caret.
func (e *Editor) suggest(text string, caret int, asked bool) {
	w, had := &e.writing, len(e.writing.names.List) > 0
	w.names, w.chosen = code.Complete(text, caret, asked), 0
	switch n := len(w.names.List); {
	case n > 0 && !had:
		e.Browser.Say(phrase.Plural(int64(n), "suggestion") + ": " + w.names.List[0].Signature)
	case n == 0 && asked:
		e.Browser.Say("Nothing is suggested here.")
	}
}

// dropNames takes the list away.
func (e *Editor) dropNames() { e.writing.names, e.writing.chosen = code.Completion{}, 0 }

// LeaveScript says that the focus has left the field of a script, and whether anything shows that.
func (e *Editor) LeaveScript() (shows bool) {
	shows = len(e.writing.names.List) > 0
	e.writing = writing{}
	return shows
}

// scriptWith is the path of the script whose field has an id; false if there is none.
func (e *Editor) scriptWith(id string) (path string, ok bool) {
	for i := range e.Draft.Policies {
		about := e.Form.Policy(e.Draft.Policies[i].Kind)
		if about == nil {
			continue
		}
		for _, q := range about.Params {
			at := fmt.Sprintf("/policies/%d/%s", i, q.Name)
			if q.Kind == param.Script && (Field{Path: at}).ID() == id {
				return at, true
			}
		}
	}
	return "", false
}

// Pressed is what a key does in the field of a script.
type Pressed struct {
	Taken  bool       // the browser is to do nothing with it
	Shows  bool       // something else is to be seen
	Change *code.Edit // of the text, in UTF-16 code units; nil: none
}

// Press answers a key in the field with an id, whose text has what lies between two places selected, in UTF-16 code units.
func (e *Editor) Press(id, key string, shift, ctrl bool, text string, from, to int) Pressed {
	path, ok := e.scriptWith(id)
	if !ok {
		return Pressed{}
	}
	w := &e.writing
	if w.path != path {
		*w = writing{path: path}
	}
	begin, end := code.AtUnits(text, from), code.AtUnits(text, to)
	if n := len(w.names.List); n > 0 {
		switch {
		case key == "ArrowDown" || key == "ArrowUp":
			step := 1
			if key == "ArrowUp" {
				step = n - 1
			}
			w.chosen = (w.chosen + step) % n
			return Pressed{Taken: true, Shows: true}
		case key == "Escape":
			e.dropNames()
			return Pressed{Taken: true, Shows: true}
		case (key == "Enter" || key == "Tab") && !shift && !ctrl && w.names.To == begin && begin == end:
			if stands := w.names.Stands(text, w.chosen); !stands || key == "Tab" {
				change := w.names.Take(text, w.chosen)
				e.dropNames()
				return Pressed{true, true, inUnits(text, change)}
			}
		}
	}
	shows := false
	if isMove(key) && len(w.names.List) > 0 {
		e.dropNames()
		shows = true
	}
	was := w.leaving
	w.leaving = key == "Escape" || was && key == "Shift"
	switch {
	case ctrl && key == " ":
		e.suggest(text, begin, true)
		return Pressed{Taken: true, Shows: true}
	case ctrl || key == "Tab" && was:
	case key == "Tab" && shift:
		return Pressed{true, shows, inUnits(text, code.Outdent(text, begin, end))}
	case key == "Tab":
		return Pressed{true, shows, inUnits(text, code.Indent(text, begin, end))}
	case key == "Enter":
		e.dropNames()
		return Pressed{true, shows, inUnits(text, code.NewLine(text, begin, end))}
	case key == "Backspace":
		if change, blank := code.Erase(text, begin, end); blank {
			return Pressed{true, shows, inUnits(text, change)}
		}
	default:
		if change, stands := code.Over(text, begin, end, key); stands {
			return Pressed{true, shows, inUnits(text, change)}
		}
	}
	return Pressed{Shows: shows}
}

// isMove says whether a key moves the caret.
func isMove(key string) bool {
	switch key {
	case "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown":
		return true
	}
	return false
}

// inUnits is a change of a text with places in UTF-16 code units.
func inUnits(text string, change code.Edit) *code.Edit {
	after := change.Apply(text)
	return &code.Edit{From: code.Units(text, change.From), To: code.Units(text, change.To), Text: change.Text,
		Begin: code.Units(after, change.Begin), End: code.Units(after, change.End)}
}

// Walk goes through the history and puts the caret where a script has changed by that, if somebody is writing it.
func (e *Editor) Walk(way func()) {
	path := e.writing.path
	before := e.scriptText(path)
	way()
	after := e.scriptText(path)
	if path == "" || before == after {
		return
	}
	e.dropNames()
	id := Field{Path: path}.ID()
	at := code.Units(after, code.ChangeBetween(before, after))
	e.Browser.Select(id, at, at)
}

// scriptText is the text of the script at path as its field shows it; "" if there is none.
func (e *Editor) scriptText(path string) string {
	if path == "" || !e.IsScript(path) {
		return ""
	}
	f, _ := e.FieldAt(path)
	return f.Text
}

// mostShown is how many suggestions are shown at once.
const mostShown = 7

// suggested is a suggestion as the list shows it.
type suggested struct {
	code.Suggestion
	index      int
	id         string
	chosen     bool
	place, all string // for screen readers
}

// listed says whether the list is shown for this field.
func (c *Script) listed() bool {
	return c.writing.path == c.field.Path && len(c.writing.names.List) > 0
}

// shown are the suggestions around the one that is chosen.
func (c *Script) shown() []suggested {
	if !c.listed() {
		return nil
	}
	list, chosen := c.writing.names.List, c.writing.chosen
	first := max(0, min(chosen-mostShown/2, len(list)-mostShown))
	var shown []suggested
	for i := first; i < min(first+mostShown, len(list)); i++ {
		shown = append(shown, suggested{list[i], i, c.optionID(i), i == chosen, strconv.Itoa(i + 1), strconv.Itoa(len(list))})
	}
	return shown
}

func (c *Script) optionID(i int) string { return c.id() + "-suggestion-" + strconv.Itoa(i) }

// listID is the id of the list, "" while none is shown.
func (c *Script) listID() string {
	if !c.listed() {
		return ""
	}
	return c.id() + "-suggestions"
}

// activeID is the id of the suggestion that is chosen, "" if there is none.
func (c *Script) activeID() string {
	if !c.listed() {
		return ""
	}
	return c.optionID(c.writing.chosen)
}

// doc says what the suggestion is that is chosen.
func (c *Script) doc() string {
	if !c.listed() {
		return ""
	}
	return c.writing.names.List[c.writing.chosen].Doc
}

// before is the text before the caret, below whose last line the list stands.
func (c *Script) before() string {
	if !c.listed() {
		return ""
	}
	return c.field.Text[:min(c.writing.names.To, len(c.field.Text))]
}

// point takes the suggestion that was pointed at. The focus stays in the field.
func (c *Script) point(event vugu.DOMEvent, i int) {
	event.PreventDefault()
	if i >= len(c.writing.names.List) {
		return
	}
	change := c.writing.names.Take(c.field.Text, i)
	c.dropNames()
	c.Browser.Rewrite(c.id(), *inUnits(c.field.Text, change))
}

// BeginFrom puts an example in the place of the script at path.
func (e *Editor) BeginFrom(path string, example param.Preset) {
	_, name := e.Draft.Choice(path)
	e.NewStep()
	e.Edit(path, draft.FieldText(&param.Param{Kind: param.Script}, example.Fields[name]))
	e.NewStep()
}
