package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
)

// domrenderHelper is the script that vugu's renderer would evaluate in the page. A strict content security policy
// forbids that, so the page loads it as a file.
func domrenderHelper() ([]byte, error) {
	dir, err := goCommand("list", "-f", "{{.Dir}}", "github.com/vugu/vugu/domrender")
	if err != nil {
		return nil, err
	}
	script, err := stringConstant(filepath.Join(dir, "renderer-js-script.go"), "jsHelperScript")
	return []byte(script), err
}

// stringConstant returns the value of a constant that a Go file declares by one literal.
func stringConstant(file, name string) (string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	for _, decl := range f.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			continue
		}
		for _, spec := range group.Specs {
			spec := spec.(*ast.ValueSpec)
			for i, ident := range spec.Names {
				if ident.Name != name || i >= len(spec.Values) {
					continue
				}
				if literal, ok := spec.Values[i].(*ast.BasicLit); ok && literal.Kind == token.STRING {
					return strconv.Unquote(literal.Value)
				}
			}
		}
	}
	return "", fmt.Errorf("%s declares no string constant %s", file, name)
}
