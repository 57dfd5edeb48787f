package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// grid is a table of text: the first column to the left, numbers to the right.
type grid [][]string

func (g *grid) add(cells ...string) { *g = append(*g, cells) }

func (g grid) write(w io.Writer) error {
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
