package link

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
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
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, file)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	module, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// goRoot is where Go lies.
func goRoot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// shortened is a module after all passes, none of which may be left out.
func shortened(t *testing.T, module []byte) []byte {
	t.Helper()
	if !Tried(runtime.Version()) {
		t.Skipf("the passes were not tried with %s", runtime.Version())
	}
	return Shorten(module, runtime.Version(), func(line string) { t.Error(line) })
}

// printed runs a program in Node and returns what it prints.
func printed(t *testing.T, module []byte) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "main.wasm")
	if err := os.WriteFile(binary, module, 0o666); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(filepath.Join(goRoot(t), "lib", "wasm", "go_js_wasm_exec"), binary)
	run.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.TrimSpace(string(out))
}
