package draft

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// A cell of a table has a path, too: that of the table, the place of its row, from 0, and the name of its column, as in
// "/workload/jobs/2/request".

// CellName takes apart the rest of such a path behind its choice; false if it is none.
func CellName(name string) (table string, row int, column string, is bool) {
	parts := strings.Split(name, "/")
	if len(parts) != 3 {
		return "", 0, "", false
	}
	row, err := strconv.Atoi(parts[1])
	return parts[0], row, parts[2], err == nil && row >= 0
}

// Cell is the text of a cell of a table, "" if it is left out; false if the table, as far as it is written, does not have it.
func (c *Choice) Cell(name string) (text string, is bool) {
	lines, at, from, to, is := c.cellAt(name)
	if !is {
		return "", false
	}
	text = lines[at][from:to]
	var within string
	switch {
	case text == "-":
		return "", true
	case text[0] == '"' && json.Unmarshal([]byte(text), &within) == nil:
		return within, true
	}
	return text, true
}

// setCell puts text into a cell of a table; false if there is none of that name.
func (c *Choice) setCell(name, text string) bool {
	lines, at, from, to, is := c.cellAt(name)
	if !is {
		return false
	}
	switch text = strings.TrimSpace(text); {
	case text == "":
		text = "-"
	case text[0] == '"' || strings.ContainsFunc(text, separates):
		text = string(quoted(text)) // one cell, even if it is wrong
	}
	if shorter := to - from - len(text); shorter > 0 {
		text = strings.Repeat(" ", shorter) + text // columns stay below each other
	}
	lines[at] = lines[at][:from] + text + lines[at][to:]
	table, _, _, _ := CellName(name)
	c.Texts[table] = strings.Join(lines, "\n")
	return true
}

// cellAt finds a cell in the lines of its table: in which it is, and where in that one.
func (c *Choice) cellAt(name string) (lines []string, at, from, to int, is bool) {
	table, row, column, is := CellName(name)
	if !is {
		return nil, 0, 0, 0, false
	}
	lines = strings.Split(c.Texts[table], "\n")
	var names []string
	for i, line := range lines {
		words := wordsOf(line)
		switch {
		case len(words) == 0:
		case names == nil:
			names = words
		case row > 0:
			row--
		default:
			k := slices.Index(names, column)
			if k < 0 || len(words) != len(names) {
				return nil, 0, 0, 0, false
			}
			rest := line
			for _, word := range words[:k+1] {
				from = len(line) - len(strings.TrimLeftFunc(rest, separates))
				to = from + len(word)
				rest = line[to:]
			}
			return lines, i, from, to, true
		}
	}
	return nil, 0, 0, 0, false
}
