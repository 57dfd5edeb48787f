package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func openTestFolder(t *testing.T, dir string) *folder {
	t.Helper()
	s, err := openFolder(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// keeps adds a hashed file to the folder, and waits until it is there.
func keeps(t *testing.T, dir, content string) string {
	t.Helper()
	f := openTestFolder(t, dir)
	name, err := f.addHashed("boot.js", []byte(content))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.finish(); err != nil {
		t.Fatal(err)
	}
	return name
}

func listing(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".keep"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	old := keeps(t, dir, "old")
	if !regexp.MustCompile(`^boot\.[0-9a-f]{16}\.js$`).MatchString(old) {
		t.Errorf("hashed name %q", old)
	}
	if want := []string{".keep", old, old + ".br", old + ".gz"}; !slices.Equal(listing(t, dir), want) {
		t.Errorf("folder holds %q, want %q", listing(t, dir), want)
	}

	name := keeps(t, dir, "new")
	if want := []string{".keep", name, name + ".br", name + ".gz"}; name == old || !slices.Equal(listing(t, dir), want) {
		t.Errorf("after a change the folder holds %q, want %q", listing(t, dir), want)
	}
}

// A hashed file is compressed once, and again when one of its variants is gone.
func TestIncremental(t *testing.T) {
	dir := t.TempDir()
	name := keeps(t, dir, "content")
	variant := filepath.Join(dir, name+".br")
	if err := os.WriteFile(variant, []byte("marked"), 0o644); err != nil {
		t.Fatal(err)
	}
	keeps(t, dir, "content")
	if content, err := os.ReadFile(variant); err != nil || string(content) != "marked" {
		t.Errorf("compressed again although nothing changed: %q, %v", content, err)
	}
	if err := os.Remove(filepath.Join(dir, name+".gz")); err != nil {
		t.Fatal(err)
	}
	keeps(t, dir, "content")
	if content, err := os.ReadFile(variant); err != nil || string(content) == "marked" {
		t.Errorf("not compressed again although a variant was gone: %v", err)
	}
}

func TestDomrenderHelper(t *testing.T) {
	// It runs in the root of the module, since esbuild is found from there.
	t.Chdir("../..")
	helper, err := domrenderHelper(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"vuguGetRenderArray", "vuguSetEventHandler", "vuguRender"} {
		if !strings.Contains(string(helper), "window."+name+"=") {
			t.Errorf("the helper does not define %s", name)
		}
	}
	for _, forbidden := range []string{"eval(", "Function("} {
		if strings.Contains(string(helper), forbidden) {
			t.Errorf("the helper calls %s, which the security policy forbids", forbidden)
		}
	}
}

func TestPatched(t *testing.T) {
	if got, err := patched("no script of vugu"); err == nil {
		t.Errorf("another script is accepted: %q", got)
	}
}

func TestDefine(t *testing.T) {
	if got, want := define("FILES", []string{"a.js", "./"}), `--define:FILES=["a.js","./"]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
