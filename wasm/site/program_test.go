package main

import (
	"bytes"
	"strings"
	"testing"

	"backfill/wasm/link"
)

// A program that nobody knows, or of a version of Go that was not tried, stays in one piece, and a line says so.
func TestProgramStaysInOnePiece(t *testing.T) {
	for _, c := range []struct{ version, want string }{{"go1.99.1", "go1.99.1"}, {"go1.26.8", "not divided"}} {
		var lines []string
		first, rest := inParts([]byte(link.Empty), c.version, func(line string) { lines = append(lines, line) })
		if !bytes.Equal(first, []byte(link.Empty)) || !bytes.Equal(rest, []byte(link.Empty)) {
			t.Errorf("with %s the program is %x and %x", c.version, first, rest)
		}
		if n := len(lines); n == 0 || !strings.Contains(lines[n-1], c.want) {
			t.Errorf("with %s the build says %q", c.version, lines)
		}
	}
}
