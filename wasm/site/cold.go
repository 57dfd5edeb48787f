package main

import (
	_ "embed"
	"slices"
	"strings"
)

// cold lists the cold functions, those that the first picture does not need, in order, one a line. "make cold" makes the list anew.
// Names that the program does not have do nothing; a function that is new comes with the first part. Any list makes a program that
// works.
//
//go:embed cold.txt
var cold string

// together are packages that are in the first part as a whole: simulations take as long as in one module, since functions of one
// part call each other directly.
var together = []string{
	"backfill/engine.", "backfill/engine/clock.", "backfill/engine/eventlist.", "backfill/engine/profile.", "backfill/engine/waiting.",
	"backfill/engine/machine/bitset.", "backfill/engine/machine/farm.", "backfill/engine/machine/hosts.",
	"backfill/engine/machine/multicluster.", "backfill/engine/machine/nodes.",
	"backfill/policies.", "backfill/policies/los.", "backfill/policies/priority.", "backfill/policies/queue.",
}

// mostAtOnce is how many bytes Chromium compiles while a page waits for that (assets/boot.js, loadRest). It refuses more.
const mostAtOnce = 8 << 20

// needed tells for each function of a program whether the first part has it.
func needed(names []string) []bool {
	listed := strings.Split(strings.TrimSpace(cold), "\n")
	in := make([]bool, len(names))
	for f, name := range names {
		_, isCold := slices.BinarySearch(listed, name)
		in[f] = !isCold || slices.ContainsFunc(together, func(p string) bool { return strings.HasPrefix(name, p) })
	}
	return in
}
