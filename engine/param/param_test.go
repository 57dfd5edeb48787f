package param

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

var described = []Param{
	{Name: "jobs", Kind: Integer, Unit: "jobs", Min: 1, Max: 1e15, Default: int64(10)},
	{Name: "load", Kind: Number, Min: 0.5, Max: 2},
	{Name: "compress", Kind: Boolean, Default: true},
	{Name: "rule", Kind: Choice, Choices: []string{"refuse", "clip"}, Default: "refuse"},
	{Name: "title", Kind: Text},
	{Name: "file", Kind: File},
	{Name: "sizes", Kind: Integers, Min: 1, Max: 9},
	{Name: "needs", Kind: Integers, Min: 1, Max: 9, Empty: true},
	{Name: "rows", Kind: Table, Max: 3, Columns: []Param{
		{Name: "run", Kind: Number, Unit: "s", Min: 0, Max: 1e300, Required: true},
		{Name: "processors", Kind: Integer, Min: 1, Max: 8, Default: int64(1)},
	}},
}

func check(text string) (Values, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		return nil, err
	}
	return Check("/part", described, fields)
}

func TestCheckAccepts(t *testing.T) {
	defaults := Values{"jobs": int64(10), "compress": true, "rule": "refuse"}
	for text, want := range map[string]Values{
		`{}`:                     {},
		`{"jobs": 7}`:            {"jobs": int64(7)},
		`{"jobs": 7.0}`:          {"jobs": int64(7)},
		`{"jobs": 7e2}`:          {"jobs": int64(700)},
		`{"jobs": 1e15}`:         {"jobs": int64(1e15)},
		`{"load": 2}`:            {"load": 2.0},
		`{"load": 0.5}`:          {"load": 0.5},
		`{"compress": false}`:    {"compress": false},
		`{"rule": "clip"}`:       {"rule": "clip"},
		`{"title": ""}`:          {"title": ""},
		`{"title": "a\nb"}`:      {"title": "a\nb"},
		`{"sizes": [3, 9]}`:      {"sizes": []int64{3, 9}},
		`{"needs": []}`:          {"needs": []int64{}},
		`{"needs": [1]}`:         {"needs": []int64{1}},
		`{"file": "a b.swf.gz"}`: {"file": "a b.swf.gz"},
		`{"rows": [{"run": 1e300}, {"run": 0, "processors": 8}]}`: {"rows": []Values{
			{"run": 1e300, "processors": int64(1)}, {"run": 0.0, "processors": int64(8)}}},
	} {
		all := Values{}
		for _, values := range []Values{defaults, want} {
			for name, value := range values {
				all[name] = value
			}
		}
		if got, err := check(text); err != nil || !reflect.DeepEqual(got, all) {
			t.Errorf("%s: %v, %v, want %v", text, got, err, all)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	const (
		known  = "unknown key; known are jobs, load, compress, rule, title, file, sizes, needs, rows"
		whole  = "a whole number from 1 to 1000000000000000 jobs is accepted"
		number = "a number from 0.5 to 2 is accepted"
		truth  = "true or false is accepted"
		choice = "one of refuse, clip is accepted"
		file   = "the name of a file is accepted"
		rows   = "a list of 1 to 3 rows with the keys run, processors is accepted"
		sizes  = "a list of 1 to 64 whole numbers from 1 to 9 is accepted"
		row    = "an object with the keys run, processors is accepted"
		run    = "a number from 0 to 1e+300 s is accepted"
	)
	for _, c := range []struct{ text, path, value, reason string }{
		{`{"zeal": 1}`, "/part/zeal", "1", known},
		{`{"zeal": 1, "yeast": {"a": [1,  2]}, "jobs": 0}`, "/part/yeast", `{"a": [1, 2]}`, known}, // the first by name
		{`{"a/b~c": 1}`, "/part/a~1b~0c", "1", known},
		{`{"a\nb\u001b[31m": 1}`, "/part/a b\uFFFD[31m", "1", known},
		{`{"` + strings.Repeat("x", 100) + `": "` + strings.Repeat("ä", 100) + `"}`, "/part/" + strings.Repeat("x", 60) + "…", `"` + strings.Repeat("ä", 59) + "…", known},
		{`{"Jobs": 1}`, "/part/Jobs", "1", known},
		{`{"jobs": 0}`, "/part/jobs", "0", whole},
		{`{"jobs": 1.5}`, "/part/jobs", "1.5", whole},
		{`{"jobs": "1"}`, "/part/jobs", `"1"`, whole},
		{`{"jobs": null}`, "/part/jobs", "null", whole},
		{`{"jobs": true}`, "/part/jobs", "true", whole},
		{`{"jobs": [1]}`, "/part/jobs", "[1]", whole},
		{`{"jobs": 1e16}`, "/part/jobs", "1e16", whole},
		{`{"jobs": 1e400}`, "/part/jobs", "1e400", whole},
		{`{"load": 0.49}`, "/part/load", "0.49", number},
		{`{"load": -1e400}`, "/part/load", "-1e400", number},
		{`{"load": null}`, "/part/load", "null", number},
		{`{"load": "NaN"}`, "/part/load", `"NaN"`, number},
		{`{"compress": 1}`, "/part/compress", "1", truth},
		{`{"compress": null}`, "/part/compress", "null", truth},
		{`{"rule": "Clip"}`, "/part/rule", `"Clip"`, choice},
		{`{"rule": null}`, "/part/rule", "null", choice},
		{`{"rule": ["clip"]}`, "/part/rule", `["clip"]`, choice},
		{`{"title": 1}`, "/part/title", "1", "a text is accepted"},
		{`{"file": ""}`, "/part/file", `""`, file},
		{`{"file": "a\u0000b"}`, "/part/file", `"a\u0000b"`, file},
		{`{"sizes": []}`, "/part/sizes", "[]", sizes},
		{`{"sizes": [0]}`, "/part/sizes/0", "0", "a whole number from 1 to 9 is accepted"},
		{`{"needs": null}`, "/part/needs", "null", strings.Replace(sizes, "1", "0", 1)},
		{`{"needs": 3}`, "/part/needs", "3", strings.Replace(sizes, "1", "0", 1)},
		{`{"rows": []}`, "/part/rows", "[]", rows},
		{`{"rows": null}`, "/part/rows", "null", rows},
		{`{"rows": {"run": 1}}`, "/part/rows", `{"run": 1}`, rows},
		{`{"rows": [1, 2, 3, 4]}`, "/part/rows", "[1, 2, 3, 4]", rows},
		{`{"rows": [{"run": 1}, null]}`, "/part/rows/1", "null", row},
		{`{"rows": [{"run": 1}, 2]}`, "/part/rows/1", "2", row},
		{`{"rows": [{}]}`, "/part/rows/0/run", "", "missing; " + run},
		{`{"rows": [{"run": -1}]}`, "/part/rows/0/run", "-1", run},
		{`{"rows": [{"run": 1, "size": 1}]}`, "/part/rows/0/size", "1", "unknown key; known are run, processors"},
	} {
		_, err := check(c.text)
		var wrong *Error
		if !errors.As(err, &wrong) || *wrong != (Error{c.path, c.value, c.reason}) {
			t.Errorf("%s:\ngot  %#v\nwant %#v", c.text, err, &Error{c.path, c.value, c.reason})
		}
	}
}

func TestErrorIsOneLine(t *testing.T) {
	for want, e := range map[string]Error{
		"/a: 1: 2 is accepted": {"/a", "1", "2 is accepted"},
		"/a: missing":          {"/a", "", "missing"},
	} {
		if e.Error() != want {
			t.Errorf("%q, want %q", e.Error(), want)
		}
	}
}

func TestBelow(t *testing.T) {
	err := Below("/workload", fmt.Errorf("reading: %w", &Error{"/jobs", "0", "more"}))
	if want := (&Error{"/workload/jobs", "0", "more"}).Error(); err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
	cause := errors.New("disk on fire")
	if err := Below("/workload", cause); !errors.Is(err, cause) || err.Error() != "/workload: disk on fire" {
		t.Errorf("%v", err)
	}
}

func TestFormat(t *testing.T) {
	for want, value := range map[string]any{
		"2": int64(2), "0.5": 0.5, "3": 3.0, "true": true, "clip": "clip", `[{"run":1}]`: []Values{{"run": 1.0}},
	} {
		if got := Format(value); got != want {
			t.Errorf("%v: %q, want %q", value, got, want)
		}
	}
}
