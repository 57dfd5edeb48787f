package script

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"backfill/policies/scripting"
)

// mistake is an error of the library about a source, which gives some names a meaning, in the form of this package.
func mistake(source string, bound []string, err error) error {
	var wrong syntax.Error
	var unresolved resolve.ErrorList
	switch {
	case errors.As(err, &wrong):
		line, column, said := syntaxMistake(linesOf(source), wrong)
		return fmt.Errorf("line %d, column %d: %s", line, column, said)
	case errors.As(err, &unresolved):
		first := unresolved[0]
		return fmt.Errorf("line %d, column %d: %s", first.Pos.Line, first.Pos.Col, nameMistake(first.Msg, bound))
	}
	return fmt.Errorf("line 1, column 1: %w", err)
}

// Of words of Python that are none of a script, what does the same.
var instead = map[string]string{
	"is":     "is and is not are written == and != here",
	"global": "global is not accepted: a function keeps what it is to remember in a list or a dictionary outside of it",
	"import": "import is not accepted: a script has its verbs and nothing else",
	"from":   "import is not accepted: a script has its verbs and nothing else",
	"class":  "class is not accepted; a dictionary holds what belongs together",
	"try":    "try is not accepted: a mistake ends the run, with its line",
	"raise":  "raise is not accepted; fail ends the run with a text",
	"del":    "del is not accepted; pop takes an element out",
	"while":  "while is not accepted; a loop over range(…) that a break ends does the same",
}

// formatted is a text with values in it as Python has it.
var formatted = regexp.MustCompile(`(^|[^\w])[fF]["']`)

// called are words that others have for an attribute, with what it is called here.
var called = map[string]string{
	"submit": "submitted", "submit_time": "submitted", "arrival": "submitted", "arrived": "submitted", "wait": "waited", "wait_time": "waited", "start": "started", "start_time": "started",
	"estimate": "request", "walltime": "request", "time_limit": "request", "limit": "request", "requested": "request",
	"size": "processors", "cpus": "processors", "cores": "processors", "procs": "processors", "nodes": "processors", "id": "number", "name": "number",
}

// attributeMistake is what to say of an attribute that there is not.
func attributeMistake(name string) string {
	switch name {
	case "run", "run_time", "runtime", "duration", "length", "end_time":
		return "unknown attribute " + name + ": no scheduler knows how long a job will run; request is how long it asks for"
	}
	names := func(list []scripting.Attribute) (known []string) {
		for _, a := range list {
			known = append(known, a.Name)
		}
		slices.Sort(known)
		return known
	}
	jobs, events := names(scripting.OfJobs), names(scripting.OfEvents)
	hint := meant(name, append(slices.Clone(jobs), events...))
	if other := called[name]; other != "" {
		hint = " (did you mean " + other + "?)"
	}
	return "unknown attribute " + name + hint + "; a job has " + strings.Join(jobs, ", ") + "; an event has " + strings.Join(events, ", ")
}

// syntaxMistake is where the parser finds a mistake, and what it says. It gives the end of a word where the word is not expected.
func syntaxMistake(lines []string, wrong syntax.Error) (line, column int, said string) {
	line, column, said = int(wrong.Pos.Line), int(wrong.Pos.Col), wrong.Msg
	switch said {
	case "unexpected EOF in string", "unexpected newline in string":
		return line, column, "the text that begins here has no end: a quotation mark is missing"
	case "unindent does not match any outer indentation level":
		return line, column, "this line is indented as far as no line above it to which it could belong"
	case "not an identifier":
		line, column = endBefore(lines, line, column)
		if line >= 1 && line <= len(lines) && strings.HasSuffix(strings.TrimRight(lines[line-1], " \t\r"), ".") {
			return line, column, "the line ends too early: after the dot the name of an attribute is missing, such as job.number"
		}
		return line, column, "a name is needed here: letters, digits and _, no digit first, and no word of the language"
	}
	got, want, _ := strings.Cut(strings.TrimPrefix(said, "got "), ", ")
	if got == said || line < 1 || line > len(lines) {
		return line, column, said
	}
	switch got {
	case "newline", "outdent", "end of file":
		line, column = endBefore(lines, line, column)
		switch {
		case want == "want indent":
			return line, column, "after the colon a line that is indented further is missing; pass does nothing"
		case want == "want ','": // between the arguments of a call
			want = "want ')'"
		case want == "want primary expression" && strings.HasSuffix(strings.TrimRight(lines[line-1], " \t\r"), "("):
			want = "want ')'"
		case want == "want primary expression":
			want = "want a value"
		}
		return line, column, "the line ends too early, " + want
	}
	if want == "want indent" {
		text := lines[line-1]
		said = "this line is to be indented further than the one that ends with a colon"
		if strings.Contains(strings.Join(lines, "\n"), "\t") {
			said += "; tabs and blanks are not the same: please indent by four blanks"
		}
		return line, utf8.RuneCountInString(text) - utf8.RuneCountInString(strings.TrimLeft(text, " \t")) + 1, said
	}
	before := string([]rune(lines[line-1])[:min(column-1, utf8.RuneCountInString(lines[line-1]))])
	if strings.HasSuffix(before, got) {
		column -= utf8.RuneCountInString(got)
	}
	if hint := instead[got]; hint != "" {
		said = hint
	} else if at := formatted.FindStringSubmatchIndex(lines[line-1]); got == "string literal" && at != nil {
		column = utf8.RuneCountInString(lines[line-1][:at[3]]) + 1
		said = `f"…" is not accepted; "%s waits" % job.number or "{} waits".format(job.number) does the same`
	}
	return line, column, said
}

// linesOf are the lines of a script as the parser counts them: "\r" and "\r\n" end one as "\n" does.
func linesOf(source string) []string {
	return strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(source), "\n")
}

// endBefore is the end of the last line with text before a place at the beginning of a line, else the place.
func endBefore(lines []string, line, column int) (int, int) {
	for column == 1 && line > 1 {
		line--
		if text := strings.TrimRight(lines[line-1], " \t\r"); text != "" {
			column = utf8.RuneCountInString(text) + 1
		}
	}
	return line, column
}

// indexMistake is what the library says of an index that there is not, in plain words.
func indexMistake(said string) (plain string, ok bool) {
	var kind string
	var index, least, most int
	if n, _ := fmt.Sscanf(said, "%s index %d out of range [%d:%d]", &kind, &index, &least, &most); n == 4 {
		if kind == "jobs" {
			kind = "list of jobs"
		}
		if most == 0 {
			return fmt.Sprintf("there is nothing with index %d: the %s has only index 0", index, kind), true
		}
		return fmt.Sprintf("there is nothing with index %d: the %s has indices from 0 to %d", index, kind, most), true
	}
	if n, _ := fmt.Sscanf(said, "index %d out of range: empty %s", &index, &kind); n == 2 {
		return fmt.Sprintf("there is nothing with index %d: the %s is empty", index, strings.Replace(kind, "jobs", "list", 1)), true
	}
	return "", false
}

// nameMistake is what the resolver says of a name.
func nameMistake(said string, bound []string) string {
	rest, ok := strings.CutPrefix(said, "undefined: ")
	if !ok {
		return said
	}
	name, _, _ := strings.Cut(rest, " ")
	if other := instead[name]; other != "" {
		return other
	}
	return "unknown name " + name + meant(name, append(bound, slices.Sorted(maps.Keys(names))...))
}
