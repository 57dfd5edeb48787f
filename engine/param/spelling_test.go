package param

import (
	"slices"
	"testing"
)

// submitt is one letter away from submit; rnu is one swap away from run, and farther from sum; rum is one letter away from run and from sum alike.
func TestNearest(t *testing.T) {
	names := []string{"submit", "run", "sum", "Processors"}
	for word, want := range map[string][]string{"submitt": {"submit"}, "rnu": {"run"}, "rum": {"run", "sum"}, "processor": {"Processors"}, "wait": nil} {
		if got := Nearest(word, names, 2); !slices.Equal(got, want) {
			t.Errorf("nearest to %s are %q, want %q", word, got, want)
		}
	}
}
