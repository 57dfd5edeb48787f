package panel

import (
	"github.com/vugu/vugu"

	"backfill/ui/explain"
)

// Linked is a sentence whose jobs and instants are buttons.
type Linked struct {
	shared   *Shared
	sentence explain.Sentence
}

// Linked is a component that shows a sentence.
func (s *Shared) Linked(what explain.Sentence) vugu.Builder {
	return s.Guard(&Linked{shared: s, sentence: what})
}
