// Package hostlist writes names of hosts as Slurm does, "n[01-16,20],gpu[1-2]-[a,b]", and reads them. It knows names alone, not what the
// hosts are.
//
// Source: scontrol(1), show hostnames and show hostlist, of Slurm 22.05.
package hostlist

import (
	"fmt"
	"strconv"
	"strings"
)

const (
	longestName = 255 // characters, as of a name in the DNS
	mostDigits  = 9   // of a number in a range
)

// Expand are the names in a list, in its order. More than most are refused.
func Expand(list string, most int) ([]string, error) {
	var names []string
	for _, part := range Parts(list) {
		more, err := expandPart(part, most-len(names))
		if err == errTooMany {
			return nil, fmt.Errorf("more than %d hosts; up to so many are accepted", most)
		}
		if err != nil {
			return nil, err
		}
		names = append(names, more...)
	}
	return names, nil
}

// Parts cuts a list at the commas that stand in no brackets.
func Parts(list string) []string {
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

var errTooMany = fmt.Errorf("too many")

// expandPart makes names of one with brackets; what stands in the first of them varies slowest.
func expandPart(part string, most int) ([]string, error) {
	if part == "" {
		return nil, fmt.Errorf("the name of a host, or a list such as n[01-16,20], is accepted")
	}
	names := []string{""}
	for part != "" {
		before, inside, bracketed := strings.Cut(part, "[")
		if strings.ContainsRune(before, ']') {
			return nil, fmt.Errorf("the name of a host, or a list such as n[01-16,20], is accepted")
		}
		choices := []string{before}
		part = ""
		if bracketed {
			var closed bool
			if inside, part, closed = strings.Cut(inside, "]"); !closed || strings.ContainsRune(inside, '[') {
				return nil, fmt.Errorf("a bracket that is not closed")
			}
			var err error
			if choices, err = ranges(before, inside, most/len(names)); err != nil {
				return nil, err
			}
		}
		if len(choices) > most/len(names) {
			return nil, errTooMany
		}
		longer := make([]string, 0, len(names)*len(choices))
		for _, name := range names {
			for _, choice := range choices {
				if len(name)+len(choice) > longestName {
					return nil, fmt.Errorf("a name of more than %d characters", longestName)
				}
				longer = append(longer, name+choice)
			}
		}
		names = longer
	}
	return names, nil
}

// ranges are the texts that "01-16,20,a" stands for, each behind before.
func ranges(before, inside string, most int) ([]string, error) {
	if len(before) > longestName {
		return nil, fmt.Errorf("a name of more than %d characters", longestName)
	}
	var texts []string
	for _, one := range strings.Split(inside, ",") {
		first, last, isRange := strings.Cut(one, "-")
		if !isRange {
			if one == "" {
				return nil, fmt.Errorf("a range such as 01-16 is accepted")
			}
			if len(texts) >= most {
				return nil, errTooMany
			}
			texts = append(texts, before+one)
			continue
		}
		from, err1 := strconv.ParseUint(first, 10, 32)
		to, err2 := strconv.ParseUint(last, 10, 32)
		if err1 != nil || err2 != nil || to < from || len(first) > mostDigits || len(last) > mostDigits {
			return nil, fmt.Errorf("a range such as 01-16, of numbers with up to %d digits, is accepted", mostDigits)
		}
		if to-from >= uint64(max(most-len(texts), 0)) {
			return nil, errTooMany
		}
		for n := from; n <= to; n++ {
			texts = append(texts, fmt.Sprintf("%s%0*d", before, len(first), n))
		}
	}
	return texts, nil
}
