package slurmrun

import (
	"bufio"
	"strings"
	"testing"

	"backfill/engine"
)

// readReasons reads what squeue printed from time to time: lines "job|partition|state|reason|..." below one with the instant.
func (r *Run) readReasons(t testing.TB, text string) {
	at := engine.Time(0)
	s := bufio.NewScanner(strings.NewReader(text))
	for s.Scan() {
		if when, is := strings.CutPrefix(s.Text(), "# "); is {
			at = r.since(instant(t, when))
			continue
		}
		cells := strings.Split(s.Text(), "|")
		if row, known := r.rows[cells[0]]; known && len(cells) > 3 && cells[2] == "PENDING" {
			r.Reasons = append(r.Reasons, Reason{at, row, cells[3]})
		}
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
}
