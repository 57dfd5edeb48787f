package param

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"regexp"
	"testing"

	"pgregory.net/rapid"
)

var numbered = Param{Name: "users", Kind: Ranges, Min: 0, Max: 500, Unknown: true}

// readUsers reads a text as the value of numbered.
func readUsers(text string) (Set, error) {
	raw, _ := json.Marshal(text)
	v, err := Check("/part", []Param{numbered}, map[string]json.RawMessage{"users": raw})
	if err != nil {
		return nil, err
	}
	return v.Set("users"), nil
}

func TestSetsAreRead(t *testing.T) {
	for text, want := range map[string]struct {
		set  Set
		says string
	}{
		"3":                      {Set{{3, 3}}, "3"},
		" 12 , 3-5":              {Set{{3, 5}, {12, 12}}, "3-5, 12"},
		"7..9, 20–30":            {Set{{7, 9}, {20, 30}}, "7-9, 20-30"},
		"400-":                   {Set{{400, math.MaxInt64}}, "400-"},
		"8, 7-9, 10, 12":         {Set{{7, 10}, {12, 12}}, "7-10, 12"}, // 10 touches 7-9, 12 does not
		"400-, 2, 450, 500":      {Set{{2, 2}, {400, math.MaxInt64}}, "2, 400-"},
		"0, unknown, unknown, 1": {Set{{-1, -1}, {0, 1}}, "unknown, 0-1"}, // no number is none, so that it touches no 0
	} {
		got, err := readUsers(text)
		if err != nil || !reflect.DeepEqual(got, want.set) || got.String() != want.says {
			t.Errorf("%q: %v, %v", text, got, err)
		}
		if raw, err := json.Marshal(got); err != nil || string(raw) != `"`+want.says+`"` || Format(got) != want.says {
			t.Errorf("%q is written as %s and %s, %v", text, raw, Format(got), err)
		}
		if !regexp.MustCompile(SetPattern(true)).MatchString(text) {
			t.Errorf("%q does not look like the pattern of the schema", text)
		}
	}
}

func TestSetsAreRefused(t *testing.T) {
	const accepted = `up to 1000 whole numbers from 0 to 500 or ranges of them with commas between, such as "3, 7-12, 20-" or "unknown", are accepted`
	for raw, value := range map[string]string{
		`""`: "\"\"", `"3, x"`: "x", `"3,"`: `"3,"`, `"-3"`: "-3", `"9-7"`: "9-7", `"501"`: "501", `"3 4"`: "3 4", `"3-4-5"`: "3-4-5", `"1.5"`: "1.5",
		`3`: "3", `[3]`: "[3]", `null`: "null",
	} {
		_, err := Check("/part", []Param{numbered}, map[string]json.RawMessage{"users": json.RawMessage(raw)})
		var wrong *Error
		if !errors.As(err, &wrong) || *wrong != (Error{"/part/users", value, accepted}) {
			t.Errorf("%s: %v", raw, err)
		}
	}
	known := numbered
	known.Unknown = false
	if _, err := Check("", []Param{known}, map[string]json.RawMessage{"users": json.RawMessage(`"unknown"`)}); err == nil {
		t.Error("unknown is accepted where everything has a number")
	}
}

// A set has exactly the numbers that its text names, and so has the set that its own text is read as.
func TestSetsHaveWhatTheirTextNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := map[int64]bool{}
		text := ""
		for i := range rapid.IntRange(1, 6).Draw(t, "parts") {
			if i > 0 {
				text += ","
			}
			from := rapid.Int64Range(0, 40).Draw(t, "from")
			to := rapid.Int64Range(from, 41).Draw(t, "to")
			one := Set{{from, to}}.String()
			if to == 41 { // all above
				one, to = Set{{from, math.MaxInt64}}.String(), 60
			}
			text += one
			for n := from; n <= to; n++ {
				want[n] = true
			}
		}
		got, err := readUsers(text)
		if err != nil {
			t.Fatal(err)
		}
		again, err := readUsers(got.String())
		if err != nil || !reflect.DeepEqual(got, again) {
			t.Fatalf("%q is read as %v, that as %v, %v", text, got, again, err)
		}
		for n := int64(-1); n <= 60; n++ {
			if (got.Range(n) >= 0) != want[n] {
				t.Fatalf("%q: %d is among them: %v", text, n, got.Range(n) >= 0)
			}
		}
	})
}
