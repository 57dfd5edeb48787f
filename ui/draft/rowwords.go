package draft

import (
	"strings"

	"backfill/engine/param"
	"backfill/ui/phrase"
)

// rowWords are the few cells that differ between two texts of a table with the same rows: "partition
// short: maxTime 300 s", "associations of account 1: shares 60". "" if rows
// came, went or changed places, or more than mostSettings cells differ.
func rowWords(q *param.Param, was, is string) string {
	a, b := cells(was), cells(is)
	if len(a) < 2 || len(a) != len(b) {
		return ""
	}
	var list []string
	for i := 1; i < len(b); i++ {
		before, now := rowOf(a, i), rowOf(b, i)
		if len(now) == 0 || before[b[0][0]] != now[b[0][0]] {
			return "" // other rows
		}
		changed := ""
		for _, c := range q.Columns {
			if x, y := before[c.Name], now[c.Name]; x != y {
				if y == "" {
					changed = phrase.Join(", ", changed, "no "+c.Name)
				} else {
					changed = phrase.Join(", ", changed, c.Name+" "+WithUnit(y, c.Unit))
				}
			}
		}
		if changed != "" {
			list = append(list, rowName(b, i)+": "+changed)
		}
	}
	if len(list) == 0 || len(list) > mostSettings {
		return ""
	}
	table := phrase.LowerFirst(ParamLabel(q))
	if b[0][0] == "name" {
		return strings.TrimSuffix(table, "s") + " " + strings.Join(list, "; ")
	}
	return table + " of " + strings.Join(list, "; ")
}

// cells are those of a text of a table, the head first; nil if some have blanks.
func cells(text string) (list [][]string) {
	if strings.Contains(text, `"`) {
		return nil
	}
	for line := range strings.Lines(text) {
		if row := strings.Fields(line); len(row) > 0 {
			list = append(list, row)
		}
	}
	return list
}

// rowOf is row i by its columns, without cells that are left out.
func rowOf(table [][]string, i int) map[string]string {
	row := map[string]string{}
	for k, name := range table[0] {
		if k < len(table[i]) && table[i][k] != "-" {
			row[name] = table[i][k]
		}
	}
	return row
}

// rowName is what a row is about: its first cell and, where others have the same, its second one.
func rowName(table [][]string, i int) string {
	name := func(k int) string {
		if table[0][k] == "name" {
			return table[i][k]
		}
		return table[0][k] + " " + table[i][k]
	}
	text, same := name(0), 0
	for _, row := range table[1:] {
		if row[0] == table[i][0] {
			same++
		}
	}
	if same > 1 && len(table[i]) > 1 && table[i][1] != "-" {
		text += " " + name(1)
	}
	return text
}
