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

// Order is the order in which files that make up one log are read one after the other, by their places in parts: as many as have one format and, if they
// are tables, the same columns. Those of PBS go by the time of their first records, since what is told of a run must be in the order of time;
// others go by name. Others are left out, and so are empty ones; nil if no two make up a log.
func Order(parts []Part) []int {
	type kind struct {
		format *format
		header string // of a table
	}
	logs := map[kind][]int{}
	var most kind
	begins := make([]int64, len(parts))
	for i, part := range parts {
		lines := bytes.Split(part.Start, []byte("\n"))
		of := kind{format: formatOfLines(lines)}
		if of.format == nil {
			continue
		}
		if IsTable(of.format.key) {
			of.header = string(bytes.TrimRight(lines[0], "\r"))
		}
		if at := slices.IndexFunc(lines, isPBS); of.format.key == "pbs" && at >= 0 {
			begins[i], _ = pbsTime(lines[at])
		}
		if logs[of] = append(logs[of], i); len(logs[of]) > len(logs[most]) {
			most = of
		}
	}
	order := logs[most]
	if len(order) < 2 {
		return nil
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(begins[a], begins[b]), cmp.Compare(parts[a].Name, parts[b].Name))
	})
	return order
}
