package slurm

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The table in REPRODUCED.md has the numbers that the tests hold.
func TestTableOfAgreement(t *testing.T) {
	text, err := os.ReadFile("../../REPRODUCED.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range forcedRuns {
		replayed := "-"
		if r, known := replayedRuns[c.run]; known {
			replayed = fmt.Sprintf("%d of %d", r.within, r.of)
		}
		w := c.want
		row := fmt.Sprintf("| %s | %d of %d | %d of %d | %d of %d | %s |", c.run, w.samePasses, w.passes, w.sameNodes, w.starts, w.samePromises, w.promises, replayed)
		if !strings.Contains(string(text), "\n"+row+" ") {
			t.Errorf("REPRODUCED.md lacks the row %s", row)
		}
	}
}
