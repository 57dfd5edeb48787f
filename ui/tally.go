package ui

import "backfill/engine"

// tally counts jobs by how long they wait under the second of two runs, compared with the first.
type tally struct{ less, longer, same int }

// add counts a job that waits for that long under the first and under the second run.
func (t *tally) add(first, second engine.Time) {
	switch {
	case second < first:
		t.less++
	case second > first:
		t.longer++
	default:
		t.same++
	}
}
