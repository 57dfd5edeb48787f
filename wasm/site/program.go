package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"backfill/wasm/link"
)

// small are packages compiled without inlining: all but those that simulate, measure and draw, so that simulations
// take as long as before. Together they save a tenth of the compressed program. Those of ui that are missing would save nothing.
var small = []string{
	"runtime", "internal/...", "reflect", "fmt", "time", "strconv", "strings", "bytes", "encoding/...", "syscall/js", "github.com/...",
	"backfill/ui", "backfill/ui/answer", "backfill/ui/draft", "backfill/ui/export", "backfill/ui/panel/...",
	"backfill/ui/phrase", "backfill/ui/session", "backfill/ui/share", "backfill/ui/widget",
	"backfill/wasm/...", "backfill/engine/scenario", "backfill/engine/experiment", "backfill/engine/param",
}

// profile tells the compiler what is called often ("make renew"): a call that is not inlined costs far more in
// WebAssembly than natively.
const profile = "wasm/browser/default.pgo"

// A compiler makes programs for the browser.
type compiler struct {
	toolchain string // a version of Go, as in GOTOOLCHAIN; "" for the one that runs
}

// run runs a go command for the browser's platform and returns what it prints.
func (c compiler) run(args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if c.toolchain != "" {
		cmd.Env = append(cmd.Env, "GOTOOLCHAIN="+c.toolchain)
	}
	return output(cmd)
}

// file reads a file of the Go distribution.
func (c compiler) file(name string) ([]byte, error) {
	root, err := c.run("env", "GOROOT")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
}

// compile compiles programs. Nothing of the machine or the checkout goes into the results, so that the same sources have the same
// hash everywhere.
func (c compiler) compile(work string, packages ...string) (modules [][]byte, err error) {
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-pgo=" + profile, "-o", work + string(filepath.Separator)}
	for _, p := range small {
		args = append(args, "-gcflags="+p+"=-l")
	}
	if _, err := c.run(append(args, packages...)...); err != nil {
		return nil, err
	}
	for _, p := range packages {
		module, err := os.ReadFile(filepath.Join(work, path.Base(p)))
		if err != nil {
			return nil, err
		}
		modules = append(modules, module)
	}
	return modules, nil
}

// version is that of the compiler, such as go1.26.8.
func (c compiler) version() (string, error) { return c.run("env", "GOVERSION") }

// tell says on standard error, once, what the build leaves out.
func tell(line string) {
	if _, again := told.LoadOrStore(line, true); !again {
		fmt.Fprintln(os.Stderr, "site:", line)
	}
}

var told sync.Map // lines

// programs are what the pages run: the lab's program in two parts, the functions that the first picture needs and the rest, that of
// what people write, and that of lessons.
type programs struct {
	first, rest, written, lesson []byte
}

// makePrograms compiles all programs at once, since they have most packages in common.
func (c compiler) makePrograms(work, page, written, lesson string) (p programs, err error) {
	version, err := c.version()
	if err != nil {
		return p, err
	}
	modules, err := c.compile(work, page, written, lesson)
	if err != nil {
		return p, err
	}
	var all sync.WaitGroup
	all.Go(func() { p.first, p.rest = inParts(modules[0], version, tell) })
	all.Go(func() { p.written = link.Shorten(modules[1], version, tell) })
	all.Go(func() { p.lesson = link.Shorten(modules[2], version, tell) })
	all.Wait()
	return p, nil
}

// inParts shortens a program of a version of Go and makes two modules of it. If that cannot be divided the first one is the whole
// program, and the rest is a module with nothing in it; leftOut is told so.
func inParts(module []byte, version string, leftOut func(line string)) (first, rest []byte) {
	short := link.Shorten(module, version, leftOut)
	if !link.Tried(version) {
		return short, []byte(link.Empty)
	}
	names, err := link.Names(module)
	if err == nil {
		first, rest, err = link.Split(short, needed(names), mostAtOnce)
	}
	if err != nil {
		leftOut(fmt.Sprintf("the program is not divided, so that all of it comes before the first picture: %v", err))
		return short, []byte(link.Empty)
	}
	return first, rest
}

// writeMarked writes a program that marks its uses, backfill.wasm, and the names of its functions, functions.txt, one a line.
func (c compiler) writeMarked(folder, pkg string) error {
	modules, err := c.compile(folder, pkg)
	if err != nil {
		return err
	}
	names, err := link.Names(modules[0])
	if err != nil {
		return err
	}
	version, err := c.version()
	if err != nil {
		return err
	}
	module, err := link.MarkUses(link.Shorten(modules[0], version, tell))
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(filepath.Join(folder, "backfill.wasm"), module, 0o666),
		os.WriteFile(filepath.Join(folder, "functions.txt"), []byte(strings.Join(names, "\n")), 0o666))
}

// output runs a command and returns what it prints. What a failed one wrote to standard error goes into the error.
func output(cmd *exec.Cmd) (string, error) {
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(exit.Stderr) > 0 {
		return "", fmt.Errorf("%s: %w\n%s", cmd, err, bytes.TrimSpace(exit.Stderr))
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", cmd, err)
	}
	return strings.TrimSpace(string(out)), nil
}
