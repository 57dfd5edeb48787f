package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// compiled is a Go program of one file, compiled for the browser as the page's programs are.
func compiled(t *testing.T, source string) []byte {
	t.Helper()
	folder := t.TempDir()
	file, binary := filepath.Join(folder, "main.go"), filepath.Join(folder, "main.wasm")
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := browserGo("build", "-ldflags=-s -w", "-o", binary, file); err != nil {
		t.Fatal(err)
	}
	module, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// printed runs a program in Node and returns what it prints.
func printed(t *testing.T, module []byte) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "main.wasm")
	if err := os.WriteFile(binary, module, 0o666); err != nil {
		t.Fatal(err)
	}
	root, err := goCommand("env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(filepath.Join(root, "lib", "wasm", "go_js_wasm_exec"), binary)
	run.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.TrimSpace(string(out))
}
