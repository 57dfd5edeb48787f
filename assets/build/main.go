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
)

func main() {
	out := flag.String("out", "assets/dist", "the `folder` to write")
	program := flag.String("program", "./wasm/browser", "the `package` of the browser program")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "build: unexpected argument %q\n", flag.Arg(0))
		os.Exit(2)
	}
	if err := build(*out, *program); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// page names the files that index.html refers to.
type page struct {
	Icon, Style, WasmExec, Domrender, Boot, Program, Worker, Charts string
}

func build(out, program string) error {
	s, err := openSite(out)
	if err != nil {
		return err
	}
	var p page

	wasm, err := compileProgram(program)
	if err != nil {
		return err
	}
	wasmExec, err := goFile("lib/wasm/wasm_exec.js")
	if err != nil {
		return err
	}
	helper, err := domrenderHelper()
	if err != nil {
		return err
	}
	icon, err := os.ReadFile("assets/favicon.svg")
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name    string
		content []byte
		hashed  *string
	}{
		{"backfill.wasm", wasm, &p.Program},
		{"wasm_exec.js", wasmExec, &p.WasmExec},
		{"domrender.js", helper, &p.Domrender},
		{"favicon.svg", icon, &p.Icon},
	} {
		if *f.hashed, err = s.addHashed(f.name, f.content); err != nil {
			return err
		}
	}
	for _, f := range []struct {
		name   string
		args   []string
		hashed *string
	}{
		{"style.css", nil, &p.Style},
		{"boot.js", nil, &p.Boot},
		{"worker.js", []string{define("WASM_EXEC_URL", p.WasmExec)}, &p.Worker},
		{"chart.js", []string{"--bundle", "--format=esm", "--legal-comments=eof"}, &p.Charts},
	} {
		content, err := esbuild(f.name, f.args...)
		if err != nil {
			return err
		}
		if *f.hashed, err = s.addHashed(f.name, content); err != nil {
			return err
		}
	}

	source, err := template.ParseFiles("assets/index.html")
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	var index bytes.Buffer
	if err := source.Execute(&index, p); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	if err := s.add("index.html", index.Bytes()); err != nil {
		return err
	}
	first := slices.DeleteFunc(s.names(), func(name string) bool { return name == p.Charts })

	offline := slices.DeleteFunc(s.names(), func(name string) bool { return name == "index.html" })
	serviceWorker, err := esbuild("sw.js", define("FILES", append(offline, "./")), define("VERSION", hash(index.Bytes())))
	if err != nil {
		return err
	}
	if err := s.add("sw.js", serviceWorker); err != nil {
		return err
	}
	if err := s.prune(); err != nil {
		return err
	}
	return s.report(os.Stdout, first)
}

// compileProgram compiles for the browser. Nothing of the machine or the checkout goes into the result, so that the
// same sources have the same hash everywhere.
func compileProgram(pkg string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "backfill-build-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "backfill.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", out, pkg)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("compile %s: %w", pkg, err)
	}
	return os.ReadFile(out)
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
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		return "", commandError("go "+strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// esbuild minifies a file of assets, or bundles it with what it imports.
func esbuild(name string, args ...string) ([]byte, error) {
	args = append([]string{filepath.Join("assets", name), "--minify", "--target=es2022", "--charset=utf8", "--log-level=warning"}, args...)
	out, err := exec.Command("assets/node_modules/.bin/esbuild", args...).Output()
	if errors.Is(err, os.ErrNotExist) {
		return nil, errors.New(`esbuild is not installed: run "make build", which installs it`)
	}
	if err != nil {
		return nil, commandError("esbuild "+name, err)
	}
	return out, nil
}

// define is the esbuild argument that replaces a name in a script by a value.
func define(name string, value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // only strings and lists of them are defined
	}
	return fmt.Sprintf("--define:%s=%s", name, text)
}

// commandError adds to a failed command's error what it wrote to standard error.
func commandError(command string, err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(exit.Stderr) > 0 {
		return fmt.Errorf("%s: %w\n%s", command, err, bytes.TrimSpace(exit.Stderr))
	}
	return fmt.Errorf("%s: %w", command, err)
}
