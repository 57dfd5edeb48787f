package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// The header of the table of functions that a Go 1.26 program carries (pclntab), which goes
// on with 64-bit words, and the record of a function, in bytes.
//
// Source: the Go source tree, internal/abi/symtab.go and runtime/symtab.go.
const (
	tableStart = "\xf1\xff\xff\xff\x00\x00\x01\x08" // magic number, padding, unit of instructions, size of a pointer
	tableWords = 8                                  // number of functions, of files, text start, offsets of names, units, files, values, functions

	recordSize   = 44 // without the offsets of the values of its own
	recordStack  = 16
	recordFile   = 20
	recordLine   = 24
	recordValues = 28 // how many further tables there are
	recordStart  = 36 // line
	recordData   = 43 // how many offsets of other data follow those of the tables, one byte

	inlineIndex = 2 // of the table that says which call an instruction was inlined by
	inlineTree  = 3 // of the offset of the calls that were inlined
	noData      = ^uint32(0)
)

// dropLines takes the files and lines of all functions, and the calls that were inlined,
// out of the data of a Go program for WebAssembly: zeros, which compress to nothing, stand for
// them, and the program says "?" instead. They are a tenth of what is transferred, and
// nobody reads them in a browser: a report of a panic still names the page's own functions.
func dropLines(data []byte) error {
	table, words, err := findTable(data)
	if err != nil {
		return fmt.Errorf("drop lines: %w", err)
	}
	functions, units, values, records := words[0], words[4], words[6], words[7]
	size := uint64(len(table))
	if units > values || values > records || records > size || functions > (size-records)/8 {
		return errors.New("drop lines: the table of functions is cut off")
	}
	used := make([]bool, records-values)
	for f := range functions {
		at := records + uint64(binary.LittleEndian.Uint32(table[records+8*f+4:]))
		if at+recordSize > size {
			return fmt.Errorf("drop lines: function %d is cut off", f)
		}
		record := table[at:]
		n := uint64(binary.LittleEndian.Uint32(record[recordValues:]))
		more := uint64(record[recordData])
		if recordSize+4*(n+more) > uint64(len(record)) {
			return fmt.Errorf("drop lines: function %d has no room for %d tables", f, n+more)
		}
		if n > inlineIndex {
			binary.LittleEndian.PutUint32(record[recordSize+4*inlineIndex:], 0)
		}
		if more > inlineTree {
			binary.LittleEndian.PutUint32(record[recordSize+4*(n+inlineTree):], noData)
		}
		kept := []uint32{binary.LittleEndian.Uint32(record[recordStack:])}
		for i := range n {
			kept = append(kept, binary.LittleEndian.Uint32(record[recordSize+4*i:]))
		}
		for _, offset := range kept {
			if err := markValues(table[values:records], used, offset); err != nil {
				return fmt.Errorf("drop lines: function %d: %w", f, err)
			}
		}
		for _, field := range []int{recordFile, recordLine, recordStart} {
			binary.LittleEndian.PutUint32(record[field:], 0)
		}
	}
	clear(table[units:values]) // the names of files, by compilation unit
	for i, u := range used {
		if !u {
			table[values+uint64(i)] = 0
		}
	}
	return nil
}

// findTable is the part of data that begins with the table of functions, and the words of its header.
func findTable(data []byte) (table []byte, words [tableWords]uint64, err error) {
	at := bytes.Index(data, []byte(tableStart))
	if at >= 0 && at+len(tableStart)+8*tableWords <= len(data) {
		for i := range words {
			words[i] = binary.LittleEndian.Uint64(data[at+len(tableStart)+8*i:])
		}
		return data[at:], words, nil
	}
	return nil, words, errors.New("no table of functions; a program of the Go version in go.mod is accepted")
}

// markValues marks the bytes of one table of values: pairs of numbers, the first of which is
// 0 at the end but not at the beginning. Offset 0 stands for no table.
func markValues(values []byte, used []bool, offset uint32) error {
	if offset == 0 {
		return nil
	}
	number := func(i uint64) (value, next uint64, err error) {
		if i >= uint64(len(values)) {
			return 0, 0, errors.New("a table of values is cut off")
		}
		value, n := binary.Uvarint(values[i:])
		if n <= 0 {
			return 0, 0, errors.New("a table of values is cut off")
		}
		return value, i + uint64(n), nil
	}
	i := uint64(offset)
	for first := true; ; first = false {
		value, next, err := number(i)
		if err != nil {
			return err
		}
		if value != 0 || first {
			if _, next, err = number(next); err != nil {
				return err
			}
		}
		for ; i < next; i++ {
			used[i] = true
		}
		if value == 0 && !first {
			return nil
		}
	}
}
