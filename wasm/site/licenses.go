package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// licenses is the text that goes with the page: the licences of everything compiled or bundled into it, as they ask.
// That of npm packages is read from the metafiles that esbuild wrote about the bundles that have any.
func licenses(c compiler, metafiles []string, programs ...string) ([]byte, error) {
	var b bytes.Buffer
	add := func(name, dir string) error {
		text, err := licenseOf(dir)
		if err != nil {
			return fmt.Errorf("licence of %s: %w", name, err)
		}
		fmt.Fprintf(&b, "%s\n\n%s\n\n\n", name, bytes.TrimSpace(text))
		return nil
	}

	if err := add("Backfill", "."); err != nil {
		return nil, err
	}
	goRoot, err := c.run("env", "GOROOT")
	if err != nil {
		return nil, err
	}
	if err := add("The Go standard library", goRoot); err != nil {
		return nil, err
	}
	list := []string{"list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}"}
	modules, err := c.run(append(list, programs...)...)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(modules, "\n")
	slices.Sort(lines)
	for _, line := range slices.Compact(lines) {
		if name, dir, ok := strings.Cut(line, "\t"); ok {
			if err := add(name, dir); err != nil {
				return nil, err
			}
		}
	}
	var packages []string
	for _, metafile := range metafiles {
		bundle, err := os.ReadFile(metafile)
		if err != nil {
			return nil, err
		}
		bundled, err := bundledPackages(bundle)
		if err != nil {
			return nil, err
		}
		packages = append(packages, bundled...)
	}
	slices.Sort(packages)
	for _, name := range slices.Compact(packages) {
		if err := add(name, filepath.Join("assets/node_modules", name)); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// bundledPackages lists the npm packages in a bundle, from esbuild's metafile.
func bundledPackages(metafile []byte) ([]string, error) {
	var meta struct {
		Inputs map[string]json.RawMessage `json:"inputs"`
	}
	if err := json.Unmarshal(metafile, &meta); err != nil {
		return nil, fmt.Errorf("esbuild's metafile: %w", err)
	}
	packages := map[string]bool{}
	for input := range meta.Inputs {
		_, file, ok := strings.Cut(input, "node_modules/")
		if !ok {
			continue
		}
		name, rest, _ := strings.Cut(file, "/")
		if strings.HasPrefix(name, "@") { // a scope, as in @observablehq/plot
			inScope, _, _ := strings.Cut(rest, "/")
			name += "/" + inScope
		}
		packages[name] = true
	}
	return slices.Sorted(maps.Keys(packages)), nil
}

// licenseOf reads the licence in a package's folder.
func licenseOf(dir string) ([]byte, error) {
	for _, name := range []string{"LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "COPYING"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if !errors.Is(err, os.ErrNotExist) {
			return text, err
		}
	}
	return nil, errors.New("there is no file LICENSE")
}
