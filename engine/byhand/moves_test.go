package byhand

import (
	"slices"
	"strings"
	"testing"

	"backfill/engine"
)

func TestMovesAreReadAndWritten(t *testing.T) {
	const s = engine.Second
	for text, want := range map[string]struct {
		moves   Moves
		written string
	}{
		"":                       {nil, ""},
		"  ":                     {nil, ""},
		"0:1":                    {Moves{{0, 1}}, "0:1"},
		"0:1,2;240:4":            {Moves{{0, 1}, {0, 2}, {240 * s, 4}}, "0:1,2; 240:4"},
		" 0.25 : 7 ;0.25:3; 1:0": {Moves{{250, 7}, {250, 3}, {s, 0}}, "0.25:7,3; 1:0"},
	} {
		got, err := Read(text)
		if err != nil || !slices.Equal(got, want.moves) || got.String() != want.written {
			t.Errorf("%q is read as %v, %v, and written as %q; want %v, %q", text, got, err, got.String(), want.moves, want.written)
		}
	}
	for text, want := range map[string]string{
		"1":          `"1": instants in seconds`,
		"0:":         `"0:": instants`,
		"0:1;":       `"": instants`,
		"-1:2":       `"-1:2": instants`,
		"1e3:2":      `"1e3:2": instants`,
		"0.0001:2":   `"0.0001:2": instants`,
		"NaN:2":      `"NaN:2": instants`,
		"0:1.5":      `"0:1.5": instants`,
		"0:1,,2":     `"0:1,,2": instants`,
		"5:1; 4:2":   `"4:2": comes after 5 s; instants that ascend are accepted`,
		"0:1; 5:2,1": `"5:2,1": job 1 starts twice; every job once is accepted`,
	} {
		if _, err := Read(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
