package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// program tells how it runs after a panic, a collection of garbage and a growing stack, which all read
// the tables of functions, and where it thinks it is.
const program = `package main

import (
	"fmt"
	"runtime"
)

func deep(n int) int {
	var room [64]int
	room[n%64] = n
	if n == 0 {
		runtime.GC()
		return 0
	}
	return deep(n-1) + room[n%64] - n + 1
}

func fails() (message string) {
	defer func() { message = fmt.Sprint(recover()) }()
	var list []int
	_ = list[deep(3)]
	return "nothing"
}

func main() {
	pc, file, line, _ := runtime.Caller(0)
	fmt.Println(deep(5000), fails(), runtime.FuncForPC(pc).Name(), file, line)
}
`

func TestProgramsRunWithoutLines(t *testing.T) {
	folder := t.TempDir()
	source, binary := filepath.Join(folder, "main.go"), filepath.Join(folder, "main.wasm")
	if err := os.WriteFile(source, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, source)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	module, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	stripped, err := joinData(module, dropLines)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(binary, stripped, 0o666); err != nil {
		t.Fatal(err)
	}
	root, err := goCommand("env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec"), binary)
	run.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	out, err := run.CombinedOutput()
	if want := "5000 runtime error: index out of range [3] with length 0 main.main ? 0"; err != nil || strings.TrimSpace(string(out)) != want {
		t.Errorf("%v: %s\nwant %s", err, out, want)
	}
}

func TestDropLinesRefuses(t *testing.T) {
	for name, data := range map[string][]byte{
		"no table":          make([]byte, 4096),
		"nothing":           nil,
		"header only":       append([]byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8, 99}, make([]byte, 63)...),
		"offsets too large": append([]byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}, bytes.Repeat([]byte{0xff}, 64)...),
	} {
		if err := dropLines(data); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}
