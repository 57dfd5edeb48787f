package ui

import (
	"github.com/vugu/vugu"

	"backfill/ui/explain"
)

// Said is a sentence whose jobs and instants are buttons.
type Said struct {
	shared *Shared
	said   explain.Sentence
}

// said is a component that shows a sentence.
func (s *Shared) said(what explain.Sentence) vugu.Builder {
	return s.Guard(&Said{shared: s, said: what})
}
