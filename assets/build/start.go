package main

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Sections of a module that say which functions it has.
//
// Source: WebAssembly Core Specification, section 5.5.
const (
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	startSection    = 8
	elementSection  = 9

	functionType = 0x60
	importedFunc = 0x00
)

// addStart adds a function without parameters and results to a module, which is called when the module has its data and before
// anything else. Its locals are of type i32.
func addStart(module []byte, locals int, instructions []byte) ([]byte, error) {
	added, err := startWith(module, locals, instructions)
	if err != nil {
		return nil, fmt.Errorf("add a start: %w", err)
	}
	return added, nil
}

func startWith(module []byte, locals int, instructions []byte) ([]byte, error) {
	var types, functions uint64
	grow := func(number *uint64, entry func() []byte) func([]byte) ([]byte, error) {
		return func(section []byte) ([]byte, error) {
			count, n := binary.Uvarint(section)
			if n <= 0 {
				return nil, errors.New("cut off")
			}
			*number = count
			grown := binary.AppendUvarint(nil, count+1)
			return append(append(grown, section[n:]...), entry()...), nil
		}
	}
	body := append([]byte{1}, binary.AppendUvarint(nil, uint64(locals))...)
	body = append(append(body, typeI32), instructions...)
	body = append(body, codeEnd)
	for _, change := range []struct {
		section byte
		edit    func([]byte) ([]byte, error)
	}{
		{typeSection, grow(&types, func() []byte { return []byte{functionType, 0, 0} })},
		{functionSection, grow(&functions, func() []byte { return binary.AppendUvarint(nil, types) })},
		{codeSection, grow(new(uint64), func() []byte {
			return append(binary.AppendUvarint(nil, uint64(len(body))), body...)
		})},
	} {
		found := false
		var err error
		module, err = editSection(module, change.section, func(section []byte) ([]byte, error) {
			found = true
			return change.edit(section)
		})
		if err == nil && !found {
			err = errors.New("not there")
		}
		if err != nil {
			return nil, fmt.Errorf("section %d: %w", change.section, err)
		}
	}
	imported, err := importedFunctions(module)
	if err != nil {
		return nil, err
	}
	number := binary.AppendUvarint(nil, imported+functions)
	start := append([]byte{startSection, byte(len(number))}, number...)
	at, err := sectionsBefore(module, elementSection)
	if err != nil {
		return nil, err
	}
	return append(append(append([]byte{}, module[:at]...), start...), module[at:]...), nil
}

// importedFunctions is how many functions a module imports.
func importedFunctions(module []byte) (count uint64, err error) {
	_, err = editSection(module, importSection, func(section []byte) ([]byte, error) {
		r := &wasmReader{rest: section}
		for range r.number() {
			r.skip(int(r.number())) // module
			r.skip(int(r.number())) // name
			if r.err != nil || len(r.rest) == 0 || r.rest[0] != importedFunc {
				return nil, errors.New("something else than functions is imported")
			}
			r.skip(1)
			r.number() // type
			count++
		}
		return section, r.err
	})
	return count, err
}

// sectionsBefore is where the sections before one of a kind end, sections for tools not counted. The kinds of a module ascend
// up to that of elements.
func sectionsBefore(module []byte, kind byte) (at int, err error) {
	at = len(moduleHeader)
	for at < len(module) && module[at] < kind {
		if module[at] == startSection {
			return 0, errors.New("the module has a start already")
		}
		size, n := binary.Uvarint(module[at+1:])
		if n <= 0 || size > uint64(len(module)-at-1-n) {
			return 0, fmt.Errorf("section %d is cut off", module[at])
		}
		at += 1 + n + int(size)
	}
	return at, nil
}
