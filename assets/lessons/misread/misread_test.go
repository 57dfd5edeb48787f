package misread

import (
	"errors"
	"testing"

	"backfill/engine/param"
	"backfill/engine/scenario"
)

// The line that is named is the one in which something has to be typed or taken out. Lines count from 1.
func TestTheLineOfAMistake(t *testing.T) {
	for _, c := range []struct {
		text string
		line int
		want string
	}{
		{"{\"jobs\": [\n{\"run\": 60}\n\n{\"run\": 61}\n]}", 2, `not JSON: a comma is missing behind {"run": 60}`},
		{"{\"version\": 1\n\"seed\": 2}", 1, `not JSON: a comma is missing behind {"version": 1`},
		{"{\"version\": 1,\n}", 1, "not JSON: there is a comma too many before }"},
		{"{\"version\": 1,\n\"seed\": \"ü\" x}", 2, "not JSON: column 13: invalid character 'x' after object key:value pair"},
		{"{\"version\": 1,\n\"sead\": 2}", 2, "/sead: unknown key; the nearest known is seed"},
		{"{\"version\": 1", 1, "not JSON: column 14: the text ends too early"},
	} {
		_, err := scenario.Read([]byte(c.text))
		if err == nil {
			t.Fatalf("%s is read", c.text)
		}
		var e *Error
		if err = In(c.text, err); !errors.As(err, &e) || e.Line != c.line || e.Reason != c.want {
			t.Errorf("%s: %v in line %d, want %s in line %d", c.text, err, e.Line, c.want, c.line)
		}
	}
}

func TestTheLineOfAPointer(t *testing.T) {
	const text = `{
 "workload": {"kind": "jobs", "jobs": [
  {"run": 60,
   "a/b": [1, {"c": 2},
    3]},
  {"run": 61}]},
 "policies": [
  {"kind": "fcfs"}]}`
	for pointer, want := range map[string]int{
		"/workload":               2,
		"/workload/jobs/0":        3,
		"/workload/jobs/0/a~1b":   4,
		"/workload/jobs/0/a~1b/2": 5,
		"/workload/jobs/1/run":    6,
		"/workload/jobs/1/none":   6, // in what it would be
		"/policies/0/kind":        8,
		"/machine":                1,
	} {
		if got := lineOf(text, pointer); got != want {
			t.Errorf("%s is in line %d, want %d", pointer, got, want)
		}
	}
}

// Of known keys the nearest are told, if they are near; all others else. Jobs and policies are counted from 1.
func TestWhatIsToldOfAValue(t *testing.T) {
	for _, c := range []struct {
		err  param.Error
		want string
	}{
		{param.Error{Path: "/workload/jobs/1/submitt", Value: "60", Reason: "unknown key; known are run, submit, user"}, "job 2 of the list: submitt: unknown key; the nearest known is submit"},
		{param.Error{Path: "/policies/0/x", Value: "60", Reason: "unknown key; known are kind, label"}, "policy 1 of the list: x: 60: unknown key; known are kind, label"},
		{param.Error{Path: "/machine/processors", Value: "0", Reason: "1 to 9 is accepted"}, "/machine/processors: 0: 1 to 9 is accepted"},
		{param.Error{Path: "/machine", Reason: "missing"}, "/machine: missing"},
	} {
		var e *Error
		if !errors.As(In("{}", &c.err), &e) || e.Reason != c.want {
			t.Errorf("%v is told as %q, want %q", &c.err, e.Reason, c.want)
		}
	}
}
