package scenario

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"backfill/engine/param"
)

// object reads data, a JSON object, into its fields. path names it in errors.
func object(path string, data []byte) (map[string]json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil || fields == nil {
		return nil, &param.Error{Path: orRoot(path), Value: param.Excerpt(data), Reason: "an object { } is accepted"}
	}
	return fields, nil
}

// apart takes the entries of these names, which are no parameters, out of fields. It refuses
// entries that are neither of these nor parameters.
func apart(path string, fields map[string]json.RawMessage, params []param.Param, names ...string) (map[string]json.RawMessage, error) {
	var known []string
	for i := range params {
		known = append(known, params[i].Name)
	}
	known = append(known, names...)
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(known, key) {
			return nil, param.UnknownKey(path, key, fields[key], strings.Join(known, ", "))
		}
	}
	taken := map[string]json.RawMessage{}
	for _, name := range names {
		if raw, given := fields[name]; given {
			taken[name] = raw
		}
		delete(fields, name)
	}
	return taken, nil
}

// list reads data, a JSON array of least to most entries.
func list(path string, data []byte, least, most int) ([]json.RawMessage, error) {
	var entries []json.RawMessage
	value := param.Excerpt(data)
	err := json.Unmarshal(data, &entries)
	switch n := len(entries); {
	case err == nil && entries != nil && n >= least && n <= most:
		return entries, nil
	case err == nil && n > most:
		value = fmt.Sprintf("%d entries", n)
	}
	return nil, &param.Error{Path: path, Value: value, Reason: fmt.Sprintf("a list [ ] of %d to %d entries is accepted", least, most)}
}

func orRoot(path string) string {
	if path == "" {
		return "/"
	}
	return path
}

// syntax checks that data is one JSON value and names line and column if not.
func syntax(data []byte) error {
	if !utf8.Valid(data) {
		valid := 0
		for {
			r, size := utf8.DecodeRune(data[valid:])
			if r == utf8.RuneError && size <= 1 {
				return at(data, valid, "the text is not in UTF-8")
			}
			valid += size
		}
	}
	var whole json.RawMessage
	err := json.Unmarshal(data, &whole)
	if err == nil {
		return nil
	}
	var wrong *json.SyntaxError
	if !errors.As(err, &wrong) || wrong.Error() == "unexpected end of JSON input" {
		return at(data, len(data), "the text ends too early")
	}
	// Since Go 1.27 the offset lies behind the whole character; with earlier versions, behind its
	// first byte.
	offset := int(wrong.Offset) - 1
	for offset > 0 && !utf8.RuneStart(data[offset]) {
		offset--
	}
	return at(data, offset, wrong.Error())
}

func at(data []byte, offset int, reason string) error {
	before := data[:offset]
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return &SyntaxError{Line: line, Column: column, Reason: reason}
}

// repeated is an error about the first key that an object of data, which is JSON,
// has twice: a reader of the text could not tell which of the values counts.
func repeated(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber() // no number is too large to look at
	type level struct {
		keys  map[string]bool // of an object; nil in a list
		token string          // of the entry that is being read
		index int             // in a list
		value bool            // the next token of an object is a value
	}
	var levels []level
	// entered notes that a value begins in the innermost object or list.
	entered := func() {
		if len(levels) == 0 {
			return
		}
		l := &levels[len(levels)-1]
		if l.keys == nil {
			l.token = strconv.Itoa(l.index)
			l.index++
		}
		l.value = false
	}
	for {
		token, err := dec.Token()
		if err != nil {
			return nil // the end: syntax has seen the rest
		}
		if d, ok := token.(json.Delim); ok {
			switch d {
			case '{':
				entered()
				levels = append(levels, level{keys: map[string]bool{}})
			case '[':
				entered()
				levels = append(levels, level{})
			default:
				levels = levels[:len(levels)-1]
			}
			continue
		}
		if len(levels) == 0 {
			continue
		}
		l := &levels[len(levels)-1]
		if l.keys == nil || l.value {
			entered()
			continue
		}
		key := token.(string)
		if l.keys[key] {
			path := ""
			for _, outer := range levels[:len(levels)-1] {
				path += "/" + param.Token(outer.token)
			}
			return &param.Error{Path: path + "/" + param.Token(key), Reason: "the key is there twice; it is accepted once"}
		}
		l.keys[key], l.token, l.value = true, key, true
	}
}

// SyntaxError says where a text is not JSON. Lines and columns count from 1.
type SyntaxError struct {
	Line, Column int
	Reason       string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: not JSON: %s", e.Line, e.Column, e.Reason)
}

// marshal writes an object with the given kind first and the other fields by name.
func marshal(kind string, fields map[string]json.RawMessage) ([]byte, error) {
	var b bytes.Buffer
	quoted, err := json.Marshal(kind)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&b, `{"kind":%s`, quoted)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		key, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, `,%s:%s`, key, fields[name])
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
