// Package wasm has the programs and the tools that build and measure them, each in a folder of its own. Nothing imports them, so that
// here is also the test of who imports whom in the whole module.
package wasm

import (
	"bufio"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// readRooms reads the table of ARCHITECTURE.md: what each room may import.
func readRooms(t *testing.T) map[string][]string {
	t.Helper()
	f, err := os.Open("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rooms := map[string][]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		cells := strings.Split(lines.Text(), "|")
		if len(cells) != 5 || strings.HasPrefix(cells[1], "-") || strings.TrimSpace(cells[1]) == "Room" {
			continue
		}
		room := strings.TrimSpace(cells[1])
		if rooms[room] != nil {
			t.Errorf("%s has two rows", room)
		}
		rooms[room] = strings.FieldsFunc(cells[3], func(r rune) bool { return r == ',' || r == ' ' })
	}
	return rooms
}

// roomOf is the most specific room of a package, "" if it is in none.
func roomOf(path string, rooms map[string][]string) string {
	for path != "" {
		if _, ok := rooms[path]; ok {
			return path
		}
		path = path[:max(strings.LastIndexByte(path, '/'), 0)]
	}
	return ""
}

// renderer stands in the table for the library that renders the page: what computes must not know it.
const renderer = "vugu"

// TestArrows compares the imports of all packages, natively and for the browser, with the table of ARCHITECTURE.md.
func TestArrows(t *testing.T) {
	const module = "backfill/"
	rooms := readRooms(t)
	if len(rooms) == 0 {
		t.Fatal("ARCHITECTURE.md has no table of rooms")
	}
	needed := map[string]bool{}
	for _, platform := range [][]string{nil, {"GOOS=js", "GOARCH=wasm"}} {
		list := exec.Command("go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "../...")
		list.Env = append(os.Environ(), platform...)
		out, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(out)) {
			packages := strings.Fields(line)
			path, _ := strings.CutPrefix(packages[0], module)
			from := roomOf(path, rooms)
			if from == "" && path != "wasm" {
				t.Errorf("%s is in no room of ARCHITECTURE.md", path)
			}
			for _, imported := range packages[1:] {
				inside, ours := strings.CutPrefix(imported, module)
				to := roomOf(inside, rooms)
				if strings.HasPrefix(imported, "github.com/vugu/") {
					inside, ours, to = imported, true, renderer
				}
				if !ours || to == from {
					continue
				}
				needed[from+" -> "+to] = true
				if !slices.Contains(rooms[from], to) {
					t.Errorf("%s imports %s: %s may not import %s", path, inside, from, to)
				}
			}
		}
	}
	for from, list := range rooms {
		for _, to := range list {
			if _, ok := rooms[to]; !ok && to != renderer {
				t.Errorf("%s may import %s, which is no room", from, to)
			} else if !needed[from+" -> "+to] {
				t.Errorf("%s may import %s and does not: that arrow can go", from, to)
			}
		}
	}
}
