package scenario

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"

	"backfill/engine/param"
)

// object reads data, a JSON object, into its fields. path names it in errors.
func object(path string, data []byte) (map[string]json.RawMessage, error) {
	var fields map[string]json.RawMessage
	dec := json.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&fields); err != nil || fields == nil {
		return nil, &param.Error{Path: orRoot(path), Value: param.Excerpt(data), Reason: "an object { } is accepted"}
	}
	return fields, nil
}

// list reads data, a JSON array of 1 to most entries.
func list(path string, data []byte, most int) ([]json.RawMessage, error) {
	var entries []json.RawMessage
	if err := json.Unmarshal(data, &entries); err != nil || len(entries) == 0 || len(entries) > most {
		return nil, &param.Error{Path: path, Value: param.Excerpt(data),
			Reason: fmt.Sprintf("a list [ ] of 1 to %d entries is accepted", most)}
	}
	return entries, nil
}

func orRoot(path string) string {
	if path == "" {
		return "/"
	}
	return path
}

// syntax checks that data is one JSON value and names line and column if not.
func syntax(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	var any json.RawMessage
	err := dec.Decode(&any)
	if err == nil {
		if _, err = dec.Token(); errors.Is(err, io.EOF) {
			return nil
		}
		return at(data, dec.InputOffset(), "there is more after the end of the scenario")
	}
	var wrong *json.SyntaxError
	if errors.As(err, &wrong) {
		return at(data, wrong.Offset, wrong.Error())
	}
	return at(data, int64(len(data)), "the text ends too early")
}

func at(data []byte, offset int64, reason string) error {
	before := string(data[:min(int(offset), len(data))])
	line := strings.Count(before, "\n") + 1
	column := max(1, len([]rune(before[strings.LastIndex(before, "\n")+1:])))
	return &SyntaxError{Line: line, Column: column, Reason: reason}
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
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	sort.Strings(names)
	var b bytes.Buffer
	quoted, err := json.Marshal(kind)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&b, `{"kind":%s`, quoted)
	for _, name := range names {
		key, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, `,%s:%s`, key, fields[name])
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
