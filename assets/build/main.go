// Command build writes the page into a folder that any static host can serve: the program compiled to WebAssembly,
// scripts and style, each with its brotli and gzip variant beside it. It runs in the module's root.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"backfill/assets/gallery"
	"backfill/assets/lessons"
)

func main() {
	out := flag.String("out", "assets/dist", "the `folder` to write")
	program := flag.String("program", "./wasm/browser", "the `package` of the browser program")
	expressions := flag.String("expressions", "./wasm/expressions", "the `package` of the program of expressions")
	marked := flag.String("marked", "", "write only a program that marks its functions when they are called, and their names, into this `folder`")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "build: unexpected argument %q\n", flag.Arg(0))
		os.Exit(2)
	}
	var err error
	if *marked != "" {
		err = buildMarked(*marked, *program)
	} else {
		err = build(*out, *program, *expressions)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// page is the version of the page and the names of the files that index.html refers to.
type page struct {
	Version, Icon, Style, WasmExec, Domrender, Boot, Program, Rest, Worker, Charts, Gallery, Licenses, Expressions, LessonStyle, LessonScript, LessonsScript, EmbedsStyle, EmbedsScript, ThemeScript, NewerScript, AheadScript string

	AheadAddress string        // fragment of the address of what AheadScript shows
	AheadPage    template.HTML // what it shows
	AheadData    template.JS   // what else it needs for that
}

func build(out, program, expressions string) error {
	s, err := openSite(out)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "backfill-build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)

	taught, err := lessons.All()
	if err != nil {
		return err
	}
	var p page
	var rest []byte
	metafile := filepath.Join(work, "charts.json")
	for _, f := range []struct {
		name   string
		hashed *string
		make   func() ([]byte, error)
	}{
		{"backfill.wasm", &p.Program, func() (first []byte, err error) {
			first, rest, err = inParts(work, program)
			return first, err
		}},
		{"rest.wasm", &p.Rest, func() ([]byte, error) { return rest, nil }},
		{"expressions.wasm", &p.Expressions, func() ([]byte, error) { return inOnePiece(work, expressions) }},
		{"wasm_exec.js", &p.WasmExec, func() ([]byte, error) { return goFile("lib/wasm/wasm_exec.js") }},
		{"domrender.js", &p.Domrender, func() ([]byte, error) { return domrenderHelper(work) }},
		{"favicon.svg", &p.Icon, func() ([]byte, error) { return os.ReadFile("assets/favicon.svg") }},
		{"style.css", &p.Style, func() ([]byte, error) { return esbuild(work, "style.css") }},
		{"boot.js", &p.Boot, func() ([]byte, error) { return esbuild(work, "boot.js", "--bundle") }},
		{"worker.js", &p.Worker, func() ([]byte, error) {
			return esbuild(work, "worker.js", "--bundle", define("WASM_EXEC_URL", p.WasmExec))
		}},
		{"chart.js", &p.Charts, func() ([]byte, error) {
			return esbuild(work, "chart.js", "--bundle", "--format=esm", "--legal-comments=none", "--metafile="+metafile)
		}},
		{"gallery.json", &p.Gallery, func() ([]byte, error) { return gallery.Listing(offered(taught)) }},
		{"lesson.css", &p.LessonStyle, func() ([]byte, error) { return esbuild(work, "lesson.css") }},
		{"lesson.js", &p.LessonScript, func() ([]byte, error) { return esbuild(work, "lesson.js", "--bundle") }},
		{"lessons.js", &p.LessonsScript, func() ([]byte, error) { return esbuild(work, "lessons.js") }},
		{"embeds.css", &p.EmbedsStyle, func() ([]byte, error) { return esbuild(work, "embeds.css") }},
		{"embeds.js", &p.EmbedsScript, func() ([]byte, error) { return esbuild(work, "embeds.js") }},
		{"theme.js", &p.ThemeScript, func() ([]byte, error) { return esbuild(work, "theme.js") }},
		{"ahead.js", &p.AheadScript, func() ([]byte, error) { return esbuild(work, "ahead.js") }},
		{"newer.js", &p.NewerScript, func() ([]byte, error) { return esbuild(work, "newer.js", "--bundle") }},
		{"licenses.txt", &p.Licenses, func() ([]byte, error) { return licenses(metafile, program, expressions) }},
	} {
		content, err := f.make()
		if err != nil {
			return err
		}
		if *f.hashed, err = s.addHashed(f.name, content); err != nil {
			return err
		}
	}

	if err := addLessons(s, p, taught); err != nil {
		return err
	}
	if err := s.addScript(work, "embed.js"); err != nil {
		return err
	}
	if err := addEmbeds(s, p); err != nil {
		return err
	}
	source, err := os.ReadFile("assets/index.html")
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	ahead, err := makeAhead()
	if err != nil {
		return err
	}
	data, err := json.Marshal(ahead)
	if err != nil {
		return err
	}
	p.AheadAddress, p.AheadPage, p.AheadData = ahead.address, template.HTML(ahead.page.html()), template.JS(data)
	if p.Version, err = s.version(slices.Concat(source, []byte(p.AheadPage), data)); err != nil {
		return err
	}
	index, err := fill(source, p)
	if err != nil {
		return err
	}
	// Every other file of the page is added before, so that it is kept for use without a network.
	serviceWorker, err := esbuild(work, "sw.js", define("FILES", append(s.names(), "./")), define("LATE", []string{p.Expressions}), define("VERSION", p.Version))
	if err != nil {
		return err
	}
	if err := s.add("index.html", index); err != nil {
		return err
	}
	if err := s.add("sw.js", serviceWorker); err != nil {
		return err
	}
	if err := s.prune(); err != nil {
		return err
	}
	return s.report(os.Stdout, []string{"index.html", p.Icon, p.Style, p.AheadScript, p.Boot, p.WasmExec, p.Domrender, p.Worker, p.Program},
		map[string]string{p.Rest: "right after it", p.Charts: "with the first chart", p.Expressions: "with the first expression"})
}

// fill puts the names of files into a page.
func fill(source []byte, p page) ([]byte, error) {
	t, err := template.New("page").Parse(string(source))
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	return b.Bytes(), nil
}

// small are packages compiled without inlining: all but those that simulate, measure and draw, so that simulations
// take as long as before. Together they save a tenth of the compressed program.
var small = []string{
	"runtime", "internal/...", "reflect", "fmt", "time", "strconv", "strings", "bytes", "encoding/...", "syscall/js", "github.com/...",
	"backfill/ui", "backfill/wasm/...", "backfill/engine/scenario", "backfill/engine/experiment", "backfill/engine/param",
}

// inOnePiece compiles a program into one module.
func inOnePiece(work, pkg string) ([]byte, error) {
	module, err := compileProgram(work, pkg)
	if err != nil {
		return nil, err
	}
	return shrink(module)
}

// inParts compiles a program into two modules, the functions that the first picture needs and the rest.
func inParts(work, pkg string) (first, rest []byte, err error) {
	module, err := compileProgram(work, pkg)
	if err != nil {
		return nil, nil, err
	}
	names, err := functionNames(module)
	if err != nil {
		return nil, nil, err
	}
	if module, err = shrink(module); err != nil {
		return nil, nil, err
	}
	return split(module, needed(names))
}

// profile tells the compiler what is called often ("make profile"): a call that is not inlined costs far more in
// WebAssembly than natively.
const profile = "wasm/browser/default.pgo"

// compileProgram compiles for the browser. Nothing of the machine or the checkout goes into the result, so that the
// same sources have the same hash everywhere.
func compileProgram(work, pkg string) ([]byte, error) {
	out := filepath.Join(work, "backfill.wasm")
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-pgo=" + profile, "-o", out}
	for _, p := range small {
		args = append(args, "-gcflags="+p+"=-l")
	}
	if _, err := browserGo(append(args, pkg)...); err != nil {
		return nil, err
	}
	return os.ReadFile(out)
}

// shrink rewrites a compiled Go program so that less is transferred, and nothing else changes but reports of panics.
func shrink(module []byte) ([]byte, error) {
	module, err := shortenJumps(module)
	if err != nil {
		return nil, err
	}
	module, err = joinData(module, func(data []byte) error {
		for _, drop := range []func([]byte) error{dropCallData, dropLines} {
			if err := drop(data); err != nil {
				return err
			}
		}
		return dropNames(data)
	})
	if err != nil {
		return nil, err
	}
	if module, err = renumber(module); err != nil {
		return nil, err
	}
	if module, err = shortenAddresses(module); err != nil {
		return nil, err
	}
	return fold(module)
}

// goFile reads a file of the Go distribution.
func goFile(name string) ([]byte, error) {
	root, err := goCommand("env", "GOROOT")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
}

// goCommand returns what a go command prints.
func goCommand(args ...string) (string, error) {
	return output(exec.Command("go", args...))
}

// browserGo is goCommand for the browser's platform.
func browserGo(args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	return output(cmd)
}

// esbuild minifies a file of assets, or bundles it with what it imports. It works in the given folder.
func esbuild(work, name string, args ...string) ([]byte, error) {
	return minified(filepath.Join("assets", name), filepath.Join(work, name), args...)
}

// minified is esbuild for any file, with the output in another one.
func minified(in, out string, args ...string) ([]byte, error) {
	args = append([]string{in, "--outfile=" + out, "--minify", "--target=es2022", "--charset=utf8", "--log-level=warning"}, args...)
	_, err := output(exec.Command("assets/node_modules/.bin/esbuild", args...))
	if errors.Is(err, os.ErrNotExist) {
		return nil, errors.New(`esbuild is not installed: run "make build", which installs it`)
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(out)
}

// addScript adds a script under its own name, by which other pages load it.
func (s *site) addScript(work, name string) error {
	content, err := esbuild(work, name)
	if err != nil {
		return err
	}
	return s.add(name, content)
}

// define is the esbuild argument that replaces a name in a script by a value.
func define(name string, value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // only strings and lists of them are defined
	}
	return fmt.Sprintf("--define:%s=%s", name, text)
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
