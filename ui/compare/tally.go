package compare

import "backfill/engine"

// Tally counts jobs by how long they wait under the second of two runs, compared with the first.
type Tally struct{ Less, Longer, Same int }

// Add counts a job that waits for that long under the first and under the second run.
func (t *Tally) Add(first, second engine.Time) {
	switch {
	case second < first:
		t.Less++
	case second > first:
		t.Longer++
	default:
		t.Same++
	}
}
