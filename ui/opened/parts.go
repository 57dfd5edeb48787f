package opened

import (
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/textfile"
)

// PartsOfALog is the order in which files of those names that begin with starts, plain or gzipped, are parts of one accounting log, by their
// places, without empty ones and others; nil if no two are.
func PartsOfALog(names []string, starts [][]byte) []int {
	parts := make([]accounting.Part, len(names))
	for i, name := range names {
		parts[i] = accounting.Part{Name: name, Start: textfile.Start(starts[i], BytesThatTell)}
	}
	return accounting.Order(parts)
}
