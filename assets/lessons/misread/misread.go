// Package misread finds the line of a scenario's text in which a mistake is, and says what to type there.
package misread

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"backfill/engine/param"
	"backfill/engine/scenario"
)

// An Error is a mistake in the text of a scenario.
type Error struct {
	Line   int // of the scenario's text, from 1
	Reason string
}

func (e *Error) Error() string { return "scenario: " + e.Reason }

// In says of an error about a scenario in which line of its text it is, and what to do about it. Errors of packages scenario and param become an *Error;
// others, which name no place, stay as they are.
func In(text string, err error) error {
	var syntax *scenario.SyntaxError
	var value *param.Error
	switch {
	case errors.As(err, &syntax):
		return notJSON(text, syntax)
	case errors.As(err, &value):
		return &Error{lineOf(text, value.Path), entryOf(value.Path) + nearestKeys(value)}
	}
	return err
}

// notJSON names the line in which something has to be typed or taken out: commas belong to the end of what stands before the place where the
// text cannot be read on.
func notJSON(text string, e *scenario.SyntaxError) error {
	lines := strings.SplitAfter(text, "\n")
	offset := 0
	for _, line := range lines[:min(e.Line-1, len(lines))] {
		offset += len(line)
	}
	if e.Line <= len(lines) {
		offset += len(string([]rune(lines[e.Line-1])[:e.Column-1]))
	}
	before, after := strings.TrimRight(text[:offset], " \t\r\n"), text[offset:]
	line := strings.Count(before, "\n") + 1
	begins := after != "" && strings.ContainsRune(`{["-0123456789tfn`, rune(after[0]))
	switch {
	case begins && (strings.Contains(e.Reason, "after array element") || strings.Contains(e.Reason, "after object key:value pair")):
		return &Error{line, fmt.Sprintf("not JSON: a comma is missing behind %s", lastOf(before))}
	case strings.HasSuffix(before, ",") && after != "" && (after[0] == '}' || after[0] == ']'):
		return &Error{line, fmt.Sprintf("not JSON: there is a comma too many before %c", after[0])}
	}
	return &Error{e.Line, fmt.Sprintf("not JSON: column %d: %s", e.Column, e.Reason)}
}

// lastOf is the end of a text, to be found by it.
func lastOf(text string) string {
	const most = 20
	line := []rune(strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:]))
	if len(line) > most {
		return "… " + string(line[len(line)-most:])
	}
	return string(line)
}

// lineOf is the line of a JSON text in which the value or the key of a pointer stands or, of what is not there, what it would be in.
func lineOf(text, pointer string) int {
	type level struct {
		list  bool
		index int
		key   string
		value bool // the next token of an object is a value
	}
	var levels []level
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.UseNumber()
	best, line := -1, 1
	// seen notes that what stands at the levels begins or is named here.
	seen := func() {
		path := ""
		for _, l := range levels {
			if l.list {
				l.key = strconv.Itoa(l.index)
			}
			path += "/" + param.Token(l.key)
		}
		if (pointer == path || strings.HasPrefix(pointer, path+"/")) && len(path) > best {
			best, line = len(path), strings.Count(text[:decoder.InputOffset()], "\n")+1
		}
	}
	passed := func() {
		if len(levels) > 0 {
			l := &levels[len(levels)-1]
			l.index++
			l.value = false
		}
	}
	for {
		token, err := decoder.Token()
		if err != nil {
			return line
		}
		inner := len(levels) - 1
		delim, is := token.(json.Delim)
		switch {
		case is && (delim == '}' || delim == ']'):
			levels = levels[:inner]
			passed()
			continue
		case inner >= 0 && !levels[inner].list && !levels[inner].value:
			levels[inner].key, levels[inner].value = token.(string), true
			seen()
			continue
		}
		seen()
		if is {
			levels = append(levels, level{list: delim == '['})
			continue
		}
		passed()
	}
}

var entry = regexp.MustCompile(`^/(?:workload/)?(jobs|policies)/([0-9]+)(?:/(.+))?$`)

// entryOf begins what is told of a value: its pointer or, for a job or a policy, which one it is, counted from 1 as readers do.
func entryOf(pointer string) string {
	match := entry.FindStringSubmatch(pointer)
	if match == nil {
		return pointer + ": "
	}
	index, err := strconv.Atoi(match[2])
	if err != nil {
		return pointer + ": "
	}
	which := map[string]string{"jobs": "job", "policies": "policy"}[match[1]]
	text := fmt.Sprintf("%s %d of the list: ", which, index+1)
	if match[3] != "" {
		text += match[3] + ": "
	}
	return text
}

// nearestKeys is what is wrong with a value; of the known keys only those that are nearly the same are told, if there are any.
func nearestKeys(e *param.Error) string {
	reason := e.Reason
	if known, is := strings.CutPrefix(reason, "unknown key; known are "); is {
		key := e.Path[strings.LastIndexByte(e.Path, '/')+1:]
		if near := param.Nearest(key, strings.Split(known, ", "), max(2, len(key)/3)); len(near) > 0 {
			return "unknown key; the nearest known is " + strings.Join(near, " or ")
		}
	}
	if e.Value != "" {
		return e.Value + ": " + reason
	}
	return reason
}
