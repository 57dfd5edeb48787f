package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// Fields of the record of a function, and what marks the functions that the compiler added.
//
// Source: the Go source tree, runtime/runtime2.go and internal/abi/symtab.go.
const (
	recordName  = 4
	recordKind  = 40
	kindWrapper = 23
)

// namesKept are the beginnings of the names that stay: the runtime compares some of its own and
// of package reflect, and those of this module say where the page failed.
var namesKept = []string{"runtime.", "runtime/", "internal/runtime/", "reflect.", "main.", "backfill/"}

// dropNames takes the names of the functions of other modules out of the data of a Go program for WebAssembly:
// they are called "?", which a report of a panic leaves out.
func dropNames(data []byte) error {
	table, words, err := findTable(data)
	if err != nil {
		return fmt.Errorf("drop names: %w", err)
	}
	functions, names, end, records := words[0], words[3], words[4], words[7]
	size := uint64(len(table))
	if names > end || end > records || records > size || functions > (size-records)/8 {
		return errors.New("drop names: the table of functions is cut off")
	}
	kept := make([]byte, end-names)
	unnamed := -1 // where the name of all unnamed functions is
	for f := range functions {
		at := records + uint64(binary.LittleEndian.Uint32(table[records+8*f+4:]))
		if at+recordSize > size {
			return fmt.Errorf("drop names: function %d is cut off", f)
		}
		record := table[at:]
		offset := binary.LittleEndian.Uint32(record[recordName:])
		if uint64(offset) >= end-names {
			return fmt.Errorf("drop names: function %d has no name", f)
		}
		name, _, terminated := bytes.Cut(table[names+uint64(offset):end], []byte{0})
		if !terminated || len(name) == 0 && offset > 0 {
			return fmt.Errorf("drop names: function %d has no name", f)
		}
		if keepsName(string(name), record[recordKind]) {
			copy(kept[offset:], name)
			continue
		}
		if offset == 0 {
			continue // no name at all
		}
		if unnamed < 0 {
			unnamed = int(offset)
			kept[offset] = '?'
		}
		binary.LittleEndian.PutUint32(record[recordName:], uint32(unnamed))
	}
	copy(table[names:end], kept)
	return nil
}

// keepsName tells whether a function keeps its name. The runtime takes the names of methods that
// the compiler added for pointers apart when the pointer is nil.
func keepsName(name string, kind byte) bool {
	if kind == kindWrapper && strings.Contains(name, ".(*") {
		return true
	}
	for _, beginning := range namesKept {
		if strings.HasPrefix(name, beginning) {
			return true
		}
	}
	return false
}
