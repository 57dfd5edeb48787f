package panel

import (
	"backfill/ui/timeline"
)

// ColorBy chooses what the jobs' colours show.
func (s *Shared) ColorBy(word string) {
	for b := range timeline.NumColorBy {
		if b.String() == word {
			s.Colors, s.Colored = b, true
		}
	}
	s.Stage()
}
