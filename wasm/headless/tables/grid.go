package tables

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Grid is a table of text: the first column to the left, numbers to the right.
type Grid [][]string

// Add adds a row.
func (g *Grid) Add(cells ...string) { *g = append(*g, cells) }

// Write prints the rows, each column as wide as its widest cell.
func (g Grid) Write(w io.Writer) error {
	var widths []int
	for _, row := range g {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range g {
		var line strings.Builder
		for i, cell := range row {
			blanks := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				line.WriteString(cell + blanks)
			} else {
				line.WriteString("  " + blanks + cell)
			}
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(line.String(), " ")); err != nil {
			return err
		}
	}
	return nil
}
