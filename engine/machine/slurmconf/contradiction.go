package slurmconf

import (
	"fmt"

	"backfill/engine/machine/hostlist"
)

// keyed is a value of a node or partition, for people.
type keyed struct{ key, value string }

// contradiction notes that a value is not used, since another place says another one.
func (r *reader) contradiction(at place, key, value, of string, used place, usedValue string) {
	if of != "" {
		of = " of " + of
	}
	r.unused(at, "%s=%s%s; %s says %s, which is used", key, orNone(value), of, used, orNone(usedValue))
}

func orNone(value string) string {
	if value == "" {
		return "(none)"
	}
	return value
}

// unused notes what stands at a place and is not used.
func (r *reader) unused(at place, format string, args ...any) {
	r.cluster.Unused = append(r.cluster.Unused, at.String()+": "+fmt.Sprintf(format, args...))
}

// sameOfNodes collects what is to be told of nodes, in one line for all of which the same is told.
type sameOfNodes[K comparable] struct {
	order []K
	names map[K][]string
	first map[K]place
}

func (s *sameOfNodes[K]) add(k K, name string, at place) {
	if s.names == nil {
		s.names, s.first = map[K][]string{}, map[K]place{}
	}
	if s.names[k] == nil {
		s.order = append(s.order, k)
		s.first[k] = at
	}
	s.names[k] = append(s.names[k], name)
}

// each calls tell for each line: with the nodes as a list, and the place of the first of them.
func (s *sameOfNodes[K]) each(tell func(k K, nodes string, first place)) {
	for _, k := range s.order {
		tell(k, hostlist.Compress(s.names[k]), s.first[k])
	}
}
