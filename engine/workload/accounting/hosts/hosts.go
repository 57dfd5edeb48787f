// Package hosts gives the nodes of a cluster numbers for their names, and writes lists of them by numbers.
package hosts

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/machine/hostlist"
	"backfill/engine/workload/accounting/scan"
)

const (
	mostHosts  = 10_000     // as of a machine that is described
	mostListed = 10_000_000 // in all lists together
)

// Number gives the nodes in lists of names, such as "n[1-4],gpu7", numbers from 1 on, in the order in which people count them, so that
// neighbours are neighbours. Each list comes as numbers, ascending; one that cannot be read has none. tooMany says that there are more
// nodes than a machine may have, or too many in all lists together: then none is known.
func Number(texts []string) (lists [][]int32, names []string, tooMany bool) {
	if len(texts) == 0 {
		return nil, nil, false
	}
	lists = make([][]int32, len(texts)) // at first places in names
	places := map[string]int32{}
	listed := 0
	for i, text := range texts {
		hosts, err := hostlist.Expand(text, mostHosts)
		if err != nil {
			continue
		}
		for _, name := range hosts {
			at, known := places[name]
			if !known {
				at = int32(len(names))
				places[name] = at
				names = append(names, name)
			}
			lists[i] = append(lists[i], at)
		}
		if listed += len(hosts); listed > mostListed || len(names) > mostHosts {
			return make([][]int32, len(texts)), nil, true
		}
	}
	order := make([]int32, len(names))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return compareNames(names[a], names[b]) })
	number, sorted := make([]int32, len(names)), make([]string, len(names))
	for i, at := range order {
		number[at], sorted[i] = int32(i)+1, names[at]
	}
	for i, list := range lists {
		for k, at := range list {
			list[k] = number[at]
		}
		slices.Sort(list)
		lists[i] = slices.Compact(list)
	}
	return lists, sorted, false
}

// compareNames orders names of nodes as people do: n2 before n10.
func compareNames(a, b string) int {
	for x, y := a, b; x != "" && y != ""; {
		textX, textY := beforeDigits(x), beforeDigits(y)
		if c := cmp.Compare(x[:textX], y[:textY]); c != 0 {
			return c
		}
		x, y = x[textX:], y[textY:]
		digitsX, digitsY := digitsOf(x), digitsOf(y)
		n, m := strings.TrimLeft(x[:digitsX], "0"), strings.TrimLeft(y[:digitsY], "0")
		if c := cmp.Or(cmp.Compare(len(n), len(m)), cmp.Compare(n, m)); c != 0 {
			return c
		}
		x, y = x[digitsX:], y[digitsY:]
		if x == "" || y == "" {
			if c := cmp.Compare(len(x), len(y)); c != 0 {
				return c
			}
		}
	}
	return cmp.Compare(a, b)
}

// beforeDigits is how many bytes stand before the first digit.
func beforeDigits(s string) int {
	if i := strings.IndexAny(s, "0123456789"); i >= 0 {
		return i
	}
	return len(s)
}

// digitsOf is with how many digits s begins.
func digitsOf(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

// Append writes a list of numbers, ascending: "1-4,7".
func Append(text []byte, list []int32) []byte {
	for i := 0; i < len(list); {
		k := i + 1
		for k < len(list) && list[k] == list[k-1]+1 {
			k++
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendInt(text, int64(list[i]), 10)
		if k > i+1 {
			text = strconv.AppendInt(append(text, '-'), int64(list[k-1]), 10)
		}
		i = k
	}
	return text
}

// Read reads what Append wrote.
func Read(line []byte) (list []int32, err error) {
	damaged := errors.New("a damaged list of nodes of a copy")
	for more := len(line) > 0; more; {
		var part []byte
		part, line, more = bytes.Cut(line, []byte(","))
		first, last, isRange := bytes.Cut(part, []byte("-"))
		from, ok := scan.Digits(first)
		to := from
		if isRange {
			var is bool
			to, is = scan.Digits(last)
			ok = ok && is && to > from
		}
		if !ok || from < 1 || to > mostHosts || len(list) > 0 && from <= int64(list[len(list)-1])+1 {
			return nil, damaged
		}
		for n := from; n <= to; n++ {
			list = append(list, int32(n))
		}
	}
	return list, nil
}
