package panel

import (
	"strings"

	"github.com/vugu/vugu"

	"backfill/ui/explain"
	"backfill/ui/glossary"
	"backfill/ui/phrase"
)

// Linked is a sentence whose jobs and instants are buttons, as are the terms in it that are explained.
type Linked struct {
	shared *Shared
	parts  []linkedPart
}

// linkedPart is a part of a sentence: a job, an instant, a term or plain text.
type linkedPart struct {
	explain.Words
	Term *glossary.Term // nil: none
}

// Linked is a component that shows a sentence. A term is explained where it stands first.
func (s *Shared) Linked(what explain.Sentence) vugu.Builder {
	c := &Linked{shared: s}
	marker := s.Glossary.Marker(s.labels())
	for _, w := range what {
		if !w.Plain() {
			c.parts = append(c.parts, linkedPart{Words: w})
			continue
		}
		for _, piece := range marker.Pieces(w.Text) {
			w.Text = piece.Text
			c.parts = append(c.parts, linkedPart{w, piece.Term})
		}
	}
	return s.Guard(c)
}

// Told is Linked for a text.
func (s *Shared) Told(text string) vugu.Builder { return s.Linked(explain.Say(text)) }

// class keeps the text before or after a button, such as a bracket, on the button's line.
func (c *Linked) class(i int) string {
	text, class := c.parts[i].Text, ""
	if i > 0 && !c.parts[i-1].isText() && !strings.HasPrefix(text, " ") {
		class = "closes"
	}
	if i+1 < len(c.parts) && !c.parts[i+1].isText() && !strings.HasSuffix(text, " ") {
		class = phrase.Join(" ", class, "opens")
	}
	return class
}

func (p linkedPart) isText() bool { return p.Plain() && p.Term == nil }
func (p linkedPart) isTerm() bool { return p.Plain() && p.Term != nil }
