package nodes

// freeLists are lists no longer in use, to be filled again.
type freeLists[T any] [][]T

// take is an empty list.
func (s *freeLists[T]) take() []T {
	n := len(*s)
	if n == 0 {
		return nil
	}
	list := (*s)[n-1]
	*s = (*s)[:n-1]
	return list[:0]
}

// give takes back a list.
func (s *freeLists[T]) give(list []T) {
	if cap(list) > 0 {
		*s = append(*s, list)
	}
}
