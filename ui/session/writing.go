package session

import (
	"strconv"
	"strings"
	"time"

	"backfill/engine/param"
	"backfill/ui/draft"
)

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
	q := draft.ParamNamed(s.About(path, c.Kind), name)
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
