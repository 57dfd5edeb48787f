package session

import (
	"strconv"
	"strings"
	"time"

	"backfill/engine/param"
	"backfill/ui/draft"
)

// Edit puts text into the field at path. For a number of processors it may ask for that of the widest job.
func (s *Session) Edit(path, text string) {
	if path == ProcessorsPath && strings.EqualFold(strings.TrimSpace(text), WidestJob) {
		if _, known := s.WidestProcessors(); known {
			s.UseWidest()
			return
		}
	}
	step := s.stepOf(path, text)
	if strings.HasSuffix(path, "/kind") || path == PresetPath {
		step = ""
	}
	s.Alter(step, func(d *draft.Draft) {
		switch path {
		case "/name":
			d.Name = text
			return
		case PresetPath:
			s.Form.ChooseMachine(d, text)
			return
		}
		old, name := d.Choice(path)
		if old == nil {
			return
		}
		was := s.Form.Labels(d)
		if name == "kind" {
			s.switchKind(d, path, text)
		} else {
			d.Set(path, text)
		}
		if name == "each" && strings.HasPrefix(path, "/groups/") {
			draft.Regroup(old, "eachClasses", text)
		}
		draft.KeepNames(d, was, s.Form.Labels(d), name == "label")
	})
}

// switchKind changes the kind at path.
func (s *Session) switchKind(d *draft.Draft, path, kind string) {
	c, _ := d.Choice(path)
	switch {
	case strings.HasPrefix(path, "/sweep"):
		*c = draft.NewAxis(s.Plan, kind)
	case strings.HasPrefix(path, "/groups"):
		c.Kind = kind
		draft.Regroup(c, "classes", kind)
	default:
		s.Form.SwitchKind(d, path, kind, s.LastLog())
	}
}

// Put is Edit as a step of its own: undo takes it back alone, even if the same field was changed before it.
func (s *Session) Put(path, text string) {
	s.Alter("", func(d *draft.Draft) { d.Set(path, text) })
}

// Alter changes the draft, remembering the step for undo. Title and description follow.
func (s *Session) Alter(step string, change func(*draft.Draft)) {
	before := s.Draft.Clone()
	s.followConfigured(&before)
	change(&s.Draft)
	s.nameScheduler(&s.Draft)
	if s.Draft.Equal(before) {
		return
	}
	s.recallOpened()
	s.Form.Describe(&s.Draft, &before, &s.Original)
	newStep := s.History.Note(before, step)
	s.changed(!newStep)
}

// Undo takes the last change of the experiment back.
func (s *Session) Undo() { s.walkHistory(s.History.Undo, "Undone.", "There is nothing to undo.") }

// Redo repeats the change that was taken back.
func (s *Session) Redo() { s.walkHistory(s.History.Redo, "Redone.", "There is nothing to redo.") }

func (s *Session) walkHistory(way func(draft.Draft) (draft.Draft, bool), done, nothing string) {
	d, ok := way(s.Draft)
	if !ok {
		s.Browser.Say(nothing)
		return
	}
	s.replaceDraft(d)
	s.recallOpened()
	s.Browser.Say(done)
	s.changed(false)
}

// recallOpened makes Original what the draft came from, which undo and what is kept may change.
func (s *Session) recallOpened() {
	if s.Draft.Opening != s.Original.Opening {
		s.setOriginal(s.Draft)
	}
}

// setOriginal makes Original what d, an experiment that is shown now, was when it was opened: d itself if it has just been, or
// if that was long ago.
func (s *Session) setOriginal(d draft.Draft) {
	if _, known := s.opened[d.Opening]; !known {
		s.opened[d.Opening] = d.Clone()
		delete(s.opened, d.Opening-mostOpened)
		delete(s.cells, d.Opening-mostOpened)
	}
	s.Original, s.Item = s.opened[d.Opening].Clone(), ""
}

// mostOpened is how many experiments are remembered as they were opened: as many as undo may lead back to.
const mostOpened = draft.MaxSteps

// Reset returns to what was opened: the gallery's item, the file or the link.
func (s *Session) Reset() { s.Alter("", func(*draft.Draft) { s.replaceDraft(s.Original.Clone()) }) }

// PresetPath is the path of the field that offers well-known machines.
const PresetPath = "/machine/preset"

// ChooseFormula puts one of the choices into the field at path or, if own, an expression.
func (s *Session) ChooseFormula(path, value string, own bool) {
	s.Alter("", func(d *draft.Draft) {
		c, name := d.Choice(path)
		if c == nil {
			return
		}
		was := s.Form.Labels(d)
		c.Texts[name], c.Own = value, own
		draft.KeepNames(d, was, s.Form.Labels(d), false)
	})
	if own {
		s.Browser.Focus(FieldID(path))
	}
}

// UnfoldParts shows parts of the form that somebody will look for now.
func (s *Session) UnfoldParts(what ...string) { s.watcher.Unfold(what...) }

// ShowField unfolds the card with a field and moves the focus there.
func (s *Session) ShowField(card, path string) {
	s.watcher.Unfold("experiment", card)
	s.Browser.Focus(FieldID(path))
}

// FieldID is the id of the element of the field at path.
func FieldID(path string) string { return "field" + strings.ReplaceAll(path, "/", "-") }

// pauseInWriting is how long nobody changes a script before the next change is a step of its own for undo.
const pauseInWriting = 2 * time.Second

// wrote is where a script was changed last.
type wrote struct {
	path  string
	lines int
	at    time.Time
	steps int // so far
}

// IsScript says whether the field at path holds a script.
func (s *Session) IsScript(path string) bool {
	c, name := s.Draft.Choice(path)
	if c == nil {
		return false
	}
	q := draft.ParamNamed(s.Form.About(path, c.Kind), name)
	return q != nil && q.Kind == param.Script
}

// NewStep lets the next change of a script be a step of its own for undo.
func (s *Session) NewStep() { s.wrote.path = "" }

// stepOf names the step for undo to which a change of the field at path belongs. What is typed into a field is one step; of a script it is
// what is typed into one line without a pause.
func (s *Session) stepOf(path, text string) string {
	if !s.IsScript(path) {
		return path
	}
	w, lines := &s.wrote, strings.Count(text, "\n")
	if w.path != path || w.lines != lines || time.Since(w.at) > pauseInWriting {
		w.steps++
	}
	w.path, w.lines, w.at = path, lines, time.Now()
	return path + "#" + strconv.Itoa(w.steps)
}
