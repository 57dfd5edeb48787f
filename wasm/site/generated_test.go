package main

import (
	"bytes"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The code made from the templates below ui is what "make generate" makes of them now.
func TestGenerated(t *testing.T) {
	const ui = "../../ui"
	fresh := t.TempDir()
	committed := map[string]bool{} // by path below ui
	walk(t, ui, func(path string) {
		if strings.HasSuffix(path, "_gen.go") {
			committed[path] = true
			return
		}
		content, err := os.ReadFile(filepath.Join(ui, path))
		if err != nil {
			t.Fatal(err)
		}
		copied := filepath.Join(fresh, path)
		if err := os.MkdirAll(filepath.Dir(copied), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(copied, content, 0o644); err != nil {
			t.Fatal(err)
		}
	})
	if out, err := exec.Command("go", "tool", "vugugen", "-r", "-skip-main", "-skip-go-mod", fresh).CombinedOutput(); err != nil {
		t.Fatalf("vugugen: %v\n%s", err, out)
	}
	walk(t, fresh, func(path string) {
		if !strings.HasSuffix(path, "_gen.go") {
			return
		}
		source, err := os.ReadFile(filepath.Join(fresh, path))
		if err != nil {
			t.Fatal(err)
		}
		want, err := format.Source(source)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(ui, path))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf(`ui/%s is not what its template makes: run "make generate" (error %v)`, path, err)
		}
		delete(committed, path)
	})
	for path := range committed {
		t.Errorf("ui/%s has no template any more: remove it", path)
	}
}

// walk calls f with the path below dir of every file there.
func walk(t *testing.T, dir string, f func(path string)) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			f(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
