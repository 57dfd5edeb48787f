package phrase

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// Whatever a scenario is called, the comment that holds it is the same JSON, and no cell that a spreadsheet makes of it begins a formula.
func FuzzCommentsOfTables(f *testing.F) {
	for _, text := range []string{"a,=1", ",+1", ";@x", "\t-1-2", ", \"=1\"", "1,-2,-3e5", "=,=,="} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		object, err := json.Marshal(map[string]any{"name": text, "list": []any{text, -1, -2.5e-7, text}})
		if err != nil {
			t.Fatal(err)
		}
		line := withoutFormulas(string(object))
		var before, after any
		if json.Unmarshal(object, &before) != nil || json.Unmarshal([]byte(line), &after) != nil || !reflect.DeepEqual(before, after) {
			t.Fatalf("%s became %s", object, line)
		}
		for _, cell := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(",;\t", r) })[1:] {
			cell = strings.TrimLeft(cell, " \"'")
			if cell == "" || !strings.ContainsRune("=+-@", rune(cell[0])) {
				continue
			}
			if _, err := strconv.ParseFloat(strings.TrimRight(cell, "]}"), 64); err != nil {
				t.Errorf("%q begins a formula in %s", cell, line)
			}
		}
	})
}
