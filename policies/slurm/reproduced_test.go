package slurm

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The chapter for REPRODUCED.md has the numbers that the tests hold, and stands there.
func TestTableOfAgreement(t *testing.T) {
	text, err := os.ReadFile("../reproduce/slurm.md")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../REPRODUCED.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), string(text)) {
		t.Error("REPRODUCED.md has another chapter about Slurm than policies/reproduce/slurm.md: please copy it")
	}
	for _, c := range forcedRuns {
		replayed := "-"
		if r, known := replayedRuns[c.run]; known {
			replayed = fmt.Sprintf("%d of %d", r.within, r.of)
		}
		w := c.want
		row := fmt.Sprintf("| %s | %d of %d | %d of %d | %d of %d | %s |", c.run, w.samePasses, w.passes, w.sameNodes, w.starts, w.samePromises, w.promises, replayed)
		if !strings.Contains(string(text), "\n"+row+" ") {
			t.Errorf("policies/reproduce/slurm.md lacks the row %s", row)
		}
	}
}
