package slurmconf

import (
	"fmt"
	"strconv"
	"strings"
)

// mostHosts bounds a list of hosts: no cluster has more.
const mostHosts = 100_000

// hosts are the names in a list such as "n[01-16,20],gpu[1-2]-[a,b]", in its order.
func hosts(list string) ([]string, error) {
	var names []string
	for _, part := range outsideBrackets(list) {
		expanded, err := expand(part)
		if err != nil {
			return nil, err
		}
		if names = append(names, expanded...); len(names) > mostHosts {
			return nil, tooMany()
		}
	}
	return names, nil
}

func tooMany() error { return fmt.Errorf("more than %d hosts; up to so many are accepted", mostHosts) }

// outsideBrackets cuts a list at the commas that stand in no brackets.
func outsideBrackets(list string) []string {
	var parts []string
	depth, from := 0, 0
	for i, c := range list {
		switch {
		case c == '[':
			depth++
		case c == ']':
			depth--
		case c == ',' && depth == 0:
			parts = append(parts, list[from:i])
			from = i + 1
		}
	}
	return append(parts, list[from:])
}

// expand makes names of one with brackets: of the first of them, and of those behind.
func expand(name string) ([]string, error) {
	open := strings.IndexByte(name, '[')
	if open < 0 {
		if name == "" || strings.ContainsRune(name, ']') {
			return nil, fmt.Errorf("the name of a host, or a list such as n[01-16,20], is accepted")
		}
		return []string{name}, nil
	}
	closing := strings.IndexByte(name, ']')
	if closing < open {
		return nil, fmt.Errorf("a bracket that is not closed")
	}
	rest := []string{""}
	if closing+1 < len(name) {
		var err error
		if rest, err = expand(name[closing+1:]); err != nil {
			return nil, err
		}
	}
	var names []string
	for _, ranged := range strings.Split(name[open+1:closing], ",") {
		first, last, isRange := strings.Cut(ranged, "-")
		if !isRange {
			last = first
		}
		from, err1 := strconv.ParseUint(first, 10, 32)
		to, err2 := strconv.ParseUint(last, 10, 32)
		switch {
		case !isRange && first != "" && err1 != nil: // of words
			from, to = 0, 0
		case err1 != nil || err2 != nil || to < from:
			return nil, fmt.Errorf("a range such as 01-16 is accepted")
		case (to-from+1)*uint64(len(rest)) > mostHosts:
			return nil, tooMany()
		}
		for n := from; n <= to; n++ {
			text := first
			if isRange {
				text = fmt.Sprintf("%0*d", len(first), n)
			}
			for _, behind := range rest {
				names = append(names, name[:open]+text+behind)
			}
		}
		if len(names) > mostHosts {
			return nil, tooMany()
		}
	}
	return names, nil
}
