package timeline

import "backfill/engine"

// Describe says in one paragraph what the visible window of group g, drawn from
// o, shows: for people who do not see the picture.
func (s *Scene) Describe(g int, o *engine.Outcome) string { panic("todo") }
