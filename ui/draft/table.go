package draft

import (
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strings"

	"backfill/engine/param"
	"backfill/ui/phrase"
)

// A table parameter is edited as text: the first line names columns, every further
// line is a row; cells are separated by blanks, commas or tabs, "-" leaves one out. A list
// of whole numbers is a cell such as 4+4+8, or none where a list may be empty. In texts and sets of numbers + stands for a comma: n1+n[3-4].
// A text in double quotes, as JSON has it, is taken as it stands, and may have blanks.

// NoNumbers is the cell of a list without numbers.
const NoNumbers = "none"

// TableText writes rows, a JSON list of objects, as such a text.
func TableText(columns []param.Param, rows json.RawMessage) string {
	var table []map[string]json.RawMessage
	if json.Unmarshal(rows, &table) != nil {
		return string(rows)
	}
	var used []string
	for _, c := range columns {
		for _, row := range table {
			if row[c.Name] != nil {
				used = append(used, c.Name)
				break
			}
		}
	}
	// Keys that are no column stay visible, so that the check can refuse them.
	var unknown []string
	for _, row := range table {
		for key := range row {
			if !HasColumn(columns, key) && !slices.Contains(unknown, key) {
				unknown = append(unknown, key)
			}
		}
	}
	sort.Strings(unknown)
	used = append(used, unknown...)

	cells := [][]string{used}
	for _, row := range table {
		var line []string
		for _, name := range used {
			cell := "-"
			if raw := row[name]; raw != nil {
				cell = cellText(ColumnNamed(columns, name), raw)
			}
			line = append(line, cell)
		}
		cells = append(cells, line)
	}
	width := make([]int, len(used))
	for _, line := range cells {
		for i, cell := range line {
			width[i] = max(width[i], len(cell))
		}
	}
	var b strings.Builder
	for _, line := range cells {
		for i, cell := range line {
			if i > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "%*s", width[i], cell)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// cellText is a value of a column as a cell; the column is nil for a key that is none.
func cellText(q *param.Param, raw json.RawMessage) string {
	cell := strings.Trim(phrase.IntegersText(raw, "+"), `"`)
	var text string
	if q != nil && q.Kind == param.Text && json.Unmarshal(raw, &text) == nil {
		plain := strings.NewReplacer(", ", "+", ",", "+").Replace(text)
		if plain == "" || plain == "-" || strings.ContainsAny(text, "+\"\\") || strings.ContainsFunc(plain, separates) {
			return string(raw)
		}
		return plain
	}
	if cell == "" {
		return NoNumbers
	}
	if q != nil && hasCommas(q) {
		cell = strings.NewReplacer(", ", "+", ",", "+").Replace(cell)
	}
	return cell
}

// separates says whether a rune lies between cells.
func separates(r rune) bool {
	return r == ' ' || r == '\t' || r == ',' || r == ';' || r == '\r' || r == '\n'
}

// wordsOf are the words of a line: what lies between separators, and texts in double quotes with these.
func wordsOf(line string) (words []string) {
	for {
		if line = strings.TrimLeftFunc(line, separates); line == "" {
			return words
		}
		end := strings.IndexFunc(line, separates)
		if line[0] == '"' {
			for end = 1; end < len(line) && line[end] != '"'; end++ {
				if line[end] == '\\' {
					end++
				}
			}
			end = min(end+1, len(line))
		}
		if end < 0 {
			end = len(line)
		}
		words, line = append(words, line[:end]), line[end:]
	}
}

// readTable reads such a text, whose instants the clock reads, into a JSON list of objects. An error names the line.
func readTable(columns []param.Param, text string, clock Clock) (json.RawMessage, error) {
	var names []string
	rows := []json.RawMessage{}
	for i, line := range strings.Split(text, "\n") {
		words := wordsOf(line)
		if len(words) == 0 {
			continue
		}
		if names == nil {
			for _, w := range words {
				if !HasColumn(columns, w) {
					return nil, fmt.Errorf("line %d: %q is no column; known are %s", i+1, w, ColumnNames(columns))
				}
			}
			names = words
			continue
		}
		cells := cellsOf(words, names, columns)
		if len(cells) != len(names) {
			return nil, fmt.Errorf("line %d: %s; as many as columns (%d) are accepted, - leaves one out", i+1, phrase.Plural(int64(len(cells)), "cell"), len(names))
		}
		row := map[string]json.RawMessage{}
		for k, w := range cells {
			if w == "-" {
				continue
			}
			q := ColumnNamed(columns, names[k])
			raw, err := readCell(q, w, clock)
			if err != nil {
				return nil, fmt.Errorf("line %d: %s: %w", i+1, q.Name, err)
			}
			row[names[k]] = raw
		}
		if _, err := param.Check("", columns, row); err != nil {
			wrong := err.(*param.Error)
			return nil, fmt.Errorf("line %d: %s: %s", i+1, strings.TrimPrefix(wrong.Path, "/"), phrase.Join(": ", wrong.Value, phrase.GroupedIn(wrong.Reason)))
		}
		raw, err := json.Marshal(row)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		rows = append(rows, raw)
	}
	return json.Marshal(rows)
}

// ReadTable reads such a text into a JSON list of objects, with instants in seconds. An error names the line.
func ReadTable(columns []param.Param, text string) (json.RawMessage, error) {
	return readTable(columns, text, nil)
}

// cellsOf are the cells of a line: its words, of which some make an instant together.
func cellsOf(words, names []string, columns []param.Param) []string {
	var cells []string
	for len(words) > 0 {
		n := 1
		if k := len(cells); k < len(names) && ColumnNamed(columns, names[k]).Instant {
			n = wordsOfInstant(words)
		}
		cells = append(cells, strings.Join(words[:n], " "))
		words = words[n:]
	}
	return cells
}

// quoted is a text as JSON.
func quoted(text string) json.RawMessage {
	raw, err := json.Marshal(text)
	if err != nil {
		panic(err) // strings always marshal
	}
	return raw
}

// hasCommas says whether values of a column may have commas, for which its cells have +.
func hasCommas(q *param.Param) bool { return q.Kind == param.Text || q.Kind == param.Ranges }

// readCell is a cell of a column as JSON.
func readCell(q *param.Param, cell string, clock Clock) (json.RawMessage, error) {
	switch {
	case q.Empty && cell == NoNumbers:
		return json.RawMessage("[]"), nil
	case q.Kind == param.Integers:
		return phrase.ReadIntegers(cell, "+")
	case q.Kind == param.Number:
		return readNumber(q, cell, clock)
	case q.Kind == param.Text && cell[0] == '"':
		var text string
		if json.Unmarshal([]byte(cell), &text) != nil {
			return nil, fmt.Errorf("%s; a text that ends with a double quote, as it begins, is accepted", cell)
		}
		return quoted(text), nil
	case hasCommas(q):
		return quoted(strings.ReplaceAll(cell, "+", ",")), nil
	}
	return json.RawMessage(phrase.JSON(cell)), nil
}

// HasColumn says whether a table has a column of that name.
func HasColumn(columns []param.Param, name string) bool { return ColumnNamed(columns, name) != nil }

// ColumnNamed is the column of that name, nil if there is none.
func ColumnNamed(columns []param.Param, name string) *param.Param {
	for i := range columns {
		if columns[i].Name == name {
			return &columns[i]
		}
	}
	return nil
}

// ColumnNames are the names of the columns, with commas between.
func ColumnNames(columns []param.Param) string {
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}
