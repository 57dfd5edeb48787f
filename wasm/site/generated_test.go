package main

import (
	"bytes"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The code made from the templates in ui is what "make generate" makes of them now.
func TestGenerated(t *testing.T) {
	const ui = "../../ui"
	sources, err := os.ReadDir(ui)
	if err != nil {
		t.Fatal(err)
	}
	fresh := t.TempDir()
	committed := map[string]bool{}
	for _, entry := range sources {
		name := entry.Name()
		switch {
		case entry.IsDir():
		case strings.HasSuffix(name, "_gen.go"):
			committed[name] = true
		default:
			content, err := os.ReadFile(filepath.Join(ui, name))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(fresh, name), content, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if out, err := exec.Command("go", "tool", "vugugen", "-skip-main", "-skip-go-mod", fresh).CombinedOutput(); err != nil {
		t.Fatalf("vugugen: %v\n%s", err, out)
	}
	generated, err := filepath.Glob(filepath.Join(fresh, "*_gen.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range generated {
		name := filepath.Base(file)
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, err := format.Source(source)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(ui, name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf(`ui/%s is not what its template makes: run "make generate" (error %v)`, name, err)
		}
		delete(committed, name)
	}
	for name := range committed {
		t.Errorf("ui/%s has no template any more: remove it", name)
	}
}
