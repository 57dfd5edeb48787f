package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

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
func (s *folder) addScript(work, name string) error {
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
