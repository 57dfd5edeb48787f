package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// mostMarked bounds how many functions a program may have that marks its uses: a bit each, in the page of memory at address 0
// that Go's programs leave alone, up to where JavaScript puts their arguments.
const mostMarked = 8 * 4096

// markUses makes each function of a program, when it is called, set a bit in memory: bit f%8 at address f/8 for function f.
func markUses(module []byte) ([]byte, error) {
	functions := 0
	module, err := editBodies(module, func(f int, b *body) {
		functions = f + 1
		var mark assembly
		mark.number(f / 8)
		mark.number(f / 8)
		mark.memory(codeI32Load8U, 0)
		mark.number(1 << (f % 8))
		mark.do(codeI32Or, codeI32Store8, 0, 0)
		begin := &b.instructions[0]
		begin.before = mark
	})
	if err == nil && functions > mostMarked {
		err = fmt.Errorf("%d functions; up to %d are accepted", functions, mostMarked)
	}
	if err != nil {
		return nil, fmt.Errorf("mark uses: %w", err)
	}
	return module, nil
}

// buildMarked writes a program that marks its uses, backfill.wasm, and the names of its functions, functions.txt, one a line.
func buildMarked(folder, pkg string) error {
	module, err := compileProgram(folder, pkg)
	if err != nil {
		return err
	}
	names, err := functionNames(module)
	if err != nil {
		return err
	}
	if module, err = shrink(module); err == nil {
		module, err = markUses(module)
	}
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(filepath.Join(folder, "backfill.wasm"), module, 0o666),
		os.WriteFile(filepath.Join(folder, "functions.txt"), []byte(strings.Join(names, "\n")), 0o666))
}
