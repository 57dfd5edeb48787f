package engine

// spares are lists that nobody uses any more, to be filled again.
type spares[T any] [][]T

// take is an empty list.
func (s *spares[T]) take() []T {
	n := len(*s)
	if n == 0 {
		return nil
	}
	list := (*s)[n-1]
	*s = (*s)[:n-1]
	return list[:0]
}

// give takes back a list.
func (s *spares[T]) give(list []T) {
	if cap(list) > 0 {
		*s = append(*s, list)
	}
}
