// Package freelist keeps lists that are no longer in use, so that nothing is allocated per event.
package freelist

// Lists are lists no longer in use, to be filled again.
type Lists[T any] [][]T

// Take is an empty list.
func (s *Lists[T]) Take() []T {
	n := len(*s)
	if n == 0 {
		return nil
	}
	list := (*s)[n-1]
	*s = (*s)[:n-1]
	return list[:0]
}

// Give takes back a list.
func (s *Lists[T]) Give(list []T) {
	if cap(list) > 0 {
		*s = append(*s, list)
	}
}
