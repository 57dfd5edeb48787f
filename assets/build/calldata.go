package main

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Data of functions that only reports of panics read, by their index in a function's record.
//
// Source: the Go source tree, internal/abi/symtab.go and internal/abi/type.go.
const (
	argumentData = 5 // how the arguments of the function are printed

	inlinedSize = 16 // bytes of a call in an inline tree

	lastArgument  = 0xff // the codes of an argument list: its end, and the first that is not followed by a size
	firstOperator = 0xf0
)

// The module data of a Go 1.26 program is a list of 64-bit words: addresses and lengths of its tables.
//
// Source: the Go source tree, runtime/symtab.go.
const (
	moduleTable     = 0  // the table of functions
	moduleNames     = 1  // and its parts: names, units, files, values and records of functions
	moduleFindTable = 19 // the table that leads from an address to a function
	moduleFirst     = 20 // the address of the first function
	moduleLast      = 21 // the one after the last function
	moduleFuncdata  = 40 // where the data of functions begin
	moduleWords     = 44
)

// A moduleData is the module data of a program in the data of which its first byte has the address start.
type moduleData struct {
	words [moduleWords]uint64
	start uint64
}

// at is the position in the data that a word of the module data names.
func (m *moduleData) at(word int) uint64 { return m.words[word] - m.start }

// findModuleData finds the module data by the parts of the table of functions that it names.
func findModuleData(data []byte) (m moduleData, err error) {
	table, words, err := findTable(data)
	if err != nil {
		return m, err
	}
	place := uint64(len(data) - len(table))
	for at := 0; at+8*moduleWords <= len(data); at++ {
		word := func(i int) uint64 { return binary.LittleEndian.Uint64(data[at+8*i:]) }
		base := word(moduleTable)
		if word(moduleNames) != base+words[3] || word(moduleNames+3) != base+words[4] || word(moduleNames+6) != base+words[5] ||
			word(moduleNames+9) != base+words[6] || word(moduleNames+12) != base+words[7] || base < place {
			continue
		}
		for i := range m.words {
			m.words[i] = word(i)
		}
		m.start = base - place
		return m, nil
	}
	return m, errors.New("no module data; a program of the Go version in go.mod is accepted")
}

// dropCallData takes out of the data of a Go program for WebAssembly which calls were inlined into its functions, and how
// their arguments are printed. It is called before dropLines, which forgets where they are.
func dropCallData(data []byte) error {
	if err := clearCallData(data); err != nil {
		return fmt.Errorf("drop data of calls: %w", err)
	}
	return nil
}

func clearCallData(data []byte) error {
	table, words, err := findTable(data)
	if err != nil {
		return err
	}
	m, err := findModuleData(data)
	if err != nil {
		return err
	}
	records, err := readRecords(data)
	if err != nil {
		return err
	}
	if m.at(moduleFuncdata) > uint64(len(data)) || words[6] > words[7] || words[7] > uint64(len(table)) {
		return errors.New("the table of functions is cut off")
	}
	funcdata, values := data[m.at(moduleFuncdata):], table[words[6]:words[7]]
	kept := map[uint32]bool{}
	dropped := map[uint32]int{} // lengths
	for f, r := range records {
		n, more := int(binary.LittleEndian.Uint32(r[recordValues:])), int(r[recordData])
		if recordSize+4*(n+more) > len(r) {
			return fmt.Errorf("function %d has no room for %d tables", f, n+more)
		}
		for i := range more {
			field := r[recordSize+4*(n+i):]
			offset := binary.LittleEndian.Uint32(field)
			if offset == noData {
				continue
			}
			length := 0
			switch i {
			case inlineTree:
				length, err = inlinedLength(r, n, values)
			case argumentData:
				length, err = argumentsLength(funcdata, offset)
			default:
				kept[offset] = true
				continue
			}
			if err != nil {
				return fmt.Errorf("function %d: %w", f, err)
			}
			dropped[offset] = max(dropped[offset], length)
			binary.LittleEndian.PutUint32(field, noData)
		}
	}
	for offset, length := range dropped {
		if uint64(offset)+uint64(length) > uint64(len(funcdata)) {
			return errors.New("data of a function are cut off")
		}
		if !kept[offset] {
			clear(funcdata[offset : int(offset)+length])
		}
	}
	return nil
}

// inlinedLength is the length of the inline tree of a function with n tables of values, the largest index of which one of
// them holds.
func inlinedLength(record []byte, n int, values []byte) (int, error) {
	if n <= inlineIndex {
		return 0, nil
	}
	offset := binary.LittleEndian.Uint32(record[recordSize+4*inlineIndex:])
	if offset == 0 {
		return 0, nil
	}
	steps, err := readSteps(values, offset)
	largest := int64(-1)
	for _, s := range steps {
		largest = max(largest, s.value)
	}
	return int(largest+1) * inlinedSize, err
}

// argumentsLength is the length of a list of arguments: pairs of an offset and a size, and operators.
func argumentsLength(funcdata []byte, offset uint32) (int, error) {
	for at := int(offset); at < len(funcdata); {
		switch c := funcdata[at]; {
		case c == lastArgument:
			return at + 1 - int(offset), nil
		case c >= firstOperator:
			at++
		default:
			at += 2
		}
	}
	return 0, errors.New("a list of arguments is cut off")
}
