package engine

// StartOrReserve starts waiting job j if it can run for its whole estimate without
// delaying a reservation; else it gives j one, at its earliest start. It notes why.
func (s *State) StartOrReserve(j int32) (started bool) {
	if place, ok := s.StartsNow(j); ok {
		s.NoteStartsNow(j)
		s.Start(j, place)
		return true
	}
	s.Reserve(j)
	s.NoteReserved(j)
	return false
}
