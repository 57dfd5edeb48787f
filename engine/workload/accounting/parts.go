package accounting

import (
	"bytes"
	"cmp"
	"slices"
)

// Part is one of several files, with what is there of its beginning, unpacked.
type Part struct {
	Name  string
	Start []byte
}

// Order is the order in which files that make up one log are read one after the other, by their places in parts, without those that are empty.
// Those of PBS go by the time of their first records, since what is told of a run must be in the order of time; others go by name. ok is false
// if fewer than two are left, or if they are not of one log: of several formats, or tables with other columns.
func Order(parts []Part) (order []int, ok bool) {
	var f *format
	var header []byte
	begins := make([]int64, len(parts))
	for i, part := range parts {
		if len(bytes.TrimSpace(part.Start)) == 0 {
			continue
		}
		lines := bytes.Split(part.Start, []byte("\n"))
		is := formatOfLines(lines)
		first := bytes.TrimRight(lines[0], "\r")
		switch {
		case is == nil:
			return nil, false
		case len(order) == 0:
			f, header = is, first
		case is != f, IsTable(f.key) && !bytes.Equal(first, header):
			return nil, false
		}
		if at := slices.IndexFunc(lines, isPBS); is.key == "pbs" && at >= 0 {
			begins[i], _ = pbsTime(lines[at])
		}
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(begins[a], begins[b]), cmp.Compare(parts[a].Name, parts[b].Name))
	})
	return order, len(order) > 1
}
