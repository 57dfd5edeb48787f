package link

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Parts of a WebAssembly module's binary format.
//
// Source: WebAssembly Core Specification, section 5.5.
const (
	moduleHeader = "\x00asm\x01\x00\x00\x00"

	customSection   = 0
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	tableSection    = 4
	memorySection   = 5
	globalSection   = 6
	exportSection   = 7
	startSection    = 8
	elementSection  = 9
	codeSection     = 10
	dataSection     = 11
	lastSection     = dataSection
)

// Empty is a module with nothing in it.
const Empty = moduleHeader

// editSection rewrites the section of that kind of a module, if there is one.
func editSection(module []byte, kind byte, edit func(section []byte) ([]byte, error)) ([]byte, error) {
	return editSections(module, func(id byte, section []byte) ([]byte, error) {
		if id != kind {
			return section, nil
		}
		return edit(section)
	})
}

// editSections rewrites the sections of a module, each with its kind.
func editSections(module []byte, edit func(kind byte, section []byte) ([]byte, error)) ([]byte, error) {
	if len(module) < len(moduleHeader) || string(module[:len(moduleHeader)]) != moduleHeader {
		return nil, errors.New("not a WebAssembly module")
	}
	edited := []byte(moduleHeader)
	for r := (&wasmReader{rest: module[len(moduleHeader):]}); len(r.rest) > 0; {
		id := r.byte()
		content := r.bytes(int(r.number()))
		if r.err != nil {
			return nil, fmt.Errorf("section %d: %w", id, r.err)
		}
		content, err := edit(id, content)
		if err != nil {
			return nil, err
		}
		edited = append(edited, id)
		edited = binary.AppendUvarint(edited, uint64(len(content)))
		edited = append(edited, content...)
	}
	return edited, nil
}
