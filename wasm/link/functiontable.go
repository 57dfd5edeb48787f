package link

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// The header of the table of functions that a Go program carries (pclntab), which goes on with 64-bit words, and the record of a
// function, in bytes.
//
// Source: the Go source tree, internal/abi/symtab.go, runtime/symtab.go, runtime/runtime2.go and cmd/link/internal/wasm/asm.go.
const (
	tableStart = "\xf1\xff\xff\xff\x00\x00\x01\x08" // magic number, padding, unit of instructions, size of a pointer
	tableWords = 8                                  // number of functions, of files, text start, offsets of names, units, files, values, functions

	firstFunction = 0x1000 // number of the first function of the module in addresses of code

	recordSize   = 44 // without the offsets of the values of its own
	recordEntry  = 0  // number of the function
	recordName   = 4
	recordStack  = 16
	recordFile   = 20
	recordLine   = 24
	recordValues = 28 // how many further tables there are
	recordStart  = 36 // line
	recordKind   = 40
	recordData   = 43 // how many offsets of other data follow those of the tables, one byte

	inlineIndex = 2          // of the table that says which call an instruction was inlined by
	inlineTree  = 3          // of the offset of the calls that were inlined
	noData      = ^uint32(0) // instead of an offset of other data
)

// A functionTable is the table of functions in the data of a program, and what it holds, as slices of the data.
type functionTable struct {
	names   []byte   // zero-terminated, by offset
	units   []byte   // names of files, by compilation unit
	values  []byte   // tables of values by place in a function, by offset
	records [][]byte // of each function, and all that follows
}

// findTable finds the table of functions in data.
func findTable(data []byte) (t functionTable, err error) {
	at := bytes.Index(data, []byte(tableStart))
	if at < 0 || at+len(tableStart)+8*tableWords > len(data) {
		return t, errors.New("there is no table of functions")
	}
	var words [tableWords]uint64
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(data[at+len(tableStart)+8*i:])
	}
	table := data[at:]
	functions, names, units, values, start := words[0], words[3], words[4], words[6], words[7]
	size := uint64(len(table))
	if names > units || units > values || values > start || start > size || functions > (size-start)/8 {
		return t, errors.New("the table of functions is cut off")
	}
	t = functionTable{names: table[names:units], units: table[units:values], values: table[values:start], records: make([][]byte, functions)}
	for f := range t.records {
		at := start + uint64(binary.LittleEndian.Uint32(table[start+8*uint64(f)+4:]))
		if at+recordSize > size {
			return t, fmt.Errorf("function %d is cut off", f)
		}
		r := table[at:]
		tables, more := uint64(binary.LittleEndian.Uint32(r[recordValues:])), uint64(r[recordData])
		if recordSize+4*(tables+more) > uint64(len(r)) {
			return t, fmt.Errorf("function %d has no room for %d tables", f, tables+more)
		}
		if entry := binary.LittleEndian.Uint32(r[recordEntry:]); entry != uint32(firstFunction+f) {
			return t, fmt.Errorf("function %d has number %#x", f, entry)
		}
		t.records[f] = r
	}
	return t, nil
}

// name is the name of a function.
func (t *functionTable) name(f int) (string, error) {
	offset := binary.LittleEndian.Uint32(t.records[f][recordName:])
	if uint64(offset) < uint64(len(t.names)) {
		if name, _, terminated := bytes.Cut(t.names[offset:], []byte{0}); terminated {
			return string(name), nil
		}
	}
	return "", fmt.Errorf("function %d has no name", f)
}

// Names are the names of a program's functions, in the order of the functions, before any pass.
func Names(module []byte) ([]string, error) {
	var names []string
	_, err := editData(module, func(data []byte) error {
		t, err := findTable(data)
		if err != nil {
			return err
		}
		for f := range t.records {
			name, err := t.name(f)
			if err != nil {
				return err
			}
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("names of functions: %w", err)
	}
	return names, nil
}
