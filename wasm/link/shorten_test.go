package link

import (
	"bytes"
	"runtime"
	"strings"
	"testing"
)

// After all passes a program does what it did.
func TestShorten(t *testing.T) {
	module := compiled(t, jumper)
	short := shortened(t, module)
	if got, want := printed(t, short), printed(t, module); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// A version of Go that nobody has tried leaves the program as it is, and says so in one line.
func TestUntriedVersion(t *testing.T) {
	for version, want := range map[string]bool{
		"go1.26": true, "go1.26.8": true, "go1.27.4": true, "go1.27rc1": false, "go1.2": false, "go1.260": false, "go1.99.1": false, "devel go1.28-abc": false,
	} {
		if Tried(version) != want {
			t.Errorf("%s is tried: %v, want %v", version, !want, want)
		}
	}
	module := []byte(moduleHeader)
	var lines []string
	got := Shorten(module, "go1.99.1", func(line string) { lines = append(lines, line) })
	if !bytes.Equal(got, module) || len(lines) != 1 || !strings.Contains(lines[0], "go1.99.1") || strings.Contains(lines[0], "\n") {
		t.Errorf("%q with %q", got, lines)
	}
}

// A pass that meets what it does not know is left out, and the others are made: a second time there is no address to shorten.
func TestPassIsLeftOut(t *testing.T) {
	short := shortened(t, compiled(t, jumper))
	var lines []string
	again := Shorten(short, runtime.Version(), func(line string) { lines = append(lines, line) })
	if got, want := printed(t, again), printed(t, short); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if len(lines) != 1 || !strings.Contains(lines[0], `"addresses"`) {
		t.Errorf("left out: %q", lines)
	}
}
