package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"regexp"
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

// Names that many functions have in common: none, what a report of a panic leaves out, and one that tells the runtime
// which goroutines are its own. All others follow in the order of the functions.
const (
	sharedNames = "\x00?\x00runtime.?\x00"
	unnamed     = 1
	ofRuntime   = 3
)

// namesKept are the names that stay: those of this module say where the page failed, some of reflect's and the exported
// ones of the runtime are in reports of panics.
var namesKept = regexp.MustCompile(`^(main\.|backfill/|reflect\.(Value\.|makeFuncStub$|methodValueCall$)|runtime\.(gopanic$|(\(?\*?[A-Z]\w*\)?\.)?[A-Z]\w*$))`)

// functionNames are the names of a program's functions, in the order of the functions. The program has all of its names.
func functionNames(module []byte) (names []string, err error) {
	_, err = joinData(module, func(data []byte) error {
		table, words, err := findTable(data)
		if err != nil {
			return err
		}
		records, err := readRecords(data)
		if err != nil {
			return err
		}
		for f, record := range records {
			at := words[3] + uint64(binary.LittleEndian.Uint32(record[recordName:]))
			if at > uint64(len(table)) {
				return fmt.Errorf("function %d has no name", f)
			}
			name, _, _ := bytes.Cut(table[at:], []byte{0})
			names = append(names, string(name))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("names of functions: %w", err)
	}
	return names, nil
}

// dropNames takes the names of the other functions out of the data of a Go program for WebAssembly. It is called after
// dropLines, since inlined calls have names, too.
func dropNames(data []byte) error {
	table, words, err := findTable(data)
	if err != nil {
		return fmt.Errorf("drop names: %w", err)
	}
	names, end := words[3], words[4]
	if names > end || end > uint64(len(table)) {
		return errors.New("drop names: the table of functions is cut off")
	}
	records, err := readRecords(data)
	if err != nil {
		return fmt.Errorf("drop names: %w", err)
	}
	old := table[names:end]
	kept := []byte(sharedNames)
	places := map[uint32]uint32{0: 0}
	for f, record := range records {
		field := record[recordName:]
		offset := binary.LittleEndian.Uint32(field)
		place, ok := places[offset]
		if !ok {
			if uint64(offset) >= uint64(len(old)) {
				return fmt.Errorf("drop names: function %d has no name", f)
			}
			name, _, terminated := bytes.Cut(old[offset:], []byte{0})
			switch {
			case !terminated || len(name) == 0:
				return fmt.Errorf("drop names: function %d has no name", f)
			case keepsName(string(name), record[recordKind]):
				place = uint32(len(kept))
				kept = append(append(kept, name...), 0)
			case bytes.HasPrefix(name, []byte("runtime.")):
				place = ofRuntime
			default:
				place = unnamed
			}
			places[offset] = place
		}
		binary.LittleEndian.PutUint32(field, place)
	}
	if len(kept) > len(old) {
		return fmt.Errorf("drop names: %d bytes of names, room for %d", len(kept), len(old))
	}
	clear(old)
	copy(old, kept)
	return nil
}

// keepsName tells whether a function keeps its name. The runtime takes the names of methods that
// the compiler added for pointers apart when the pointer is nil.
func keepsName(name string, kind byte) bool {
	return kind == kindWrapper && strings.Contains(name, ".(*") || namesKept.MatchString(name)
}
