package link

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Codes of WebAssembly instructions that are looked at; the others are copied.
//
// Source: WebAssembly Core Specification, section 5.4.
const (
	codeUnreachable  = 0x00
	codeBlock        = 0x02
	codeLoop         = 0x03
	codeIf           = 0x04
	codeElse         = 0x05
	codeEnd          = 0x0b
	codeBr           = 0x0c
	codeBrIf         = 0x0d
	codeBrTable      = 0x0e
	codeReturn       = 0x0f
	codeCall         = 0x10
	codeCallIndirect = 0x11
	codeDrop         = 0x1a
	codeSelect       = 0x1b
	codeLocalGet     = 0x20
	codeLocalSet     = 0x21
	codeLocalTee     = 0x22
	codeGlobalGet    = 0x23
	codeGlobalSet    = 0x24
	codeFirstLoad    = 0x28
	codeI32Load8U    = 0x2d
	codeFirstStore   = 0x36
	codeI32Store8    = 0x3a
	codeLastStore    = 0x3e
	codeMemorySize   = 0x3f
	codeMemoryGrow   = 0x40
	codeI32Const     = 0x41
	codeI64Const     = 0x42
	codeF32Const     = 0x43
	codeF64Const     = 0x44
	codeI32Eqz       = 0x45
	codeI32Add       = 0x6a
	codeI32Or        = 0x72
	codeI64Add       = 0x7c
	codeI32WrapI64   = 0xa7
	codeI64ExtendU   = 0xad
	codeLastUnary    = 0xc4

	codeWithNumber = 0xfc // goes on with a number that says which
	lastConversion = 7    // of those
	memoryCopy     = 10
	memoryFill     = 11

	typeI32 = 0x7f
)

// An instruction of the body of a function.
type instruction struct {
	before []byte // instructions that are written before it
	code   byte
	value  int64  // the number or index that follows, where there is one
	copied []byte // what follows of instructions without labels
	labels []int  // of a branch: positions of the blocks it leaves; those of a table in order, then the other one
	end    int    // of a block, loop or if: position of its end
	gone   bool   // not written
}

// A body of a function: the declarations of its locals, as they are written, and its instructions.
type body struct {
	locals       []byte
	instructions []instruction
}

// function stands for the whole function among the labels of branches.
const function = -1

// editBodies changes the bodies of a module's functions, each with its number in the module, imported functions not counted.
func editBodies(module []byte, edit func(number int, f *body)) ([]byte, error) {
	return editSection(module, codeSection, func(section []byte) ([]byte, error) {
		count, _ := binary.Uvarint(section)
		edited := binary.AppendUvarint(nil, count)
		err := eachBody(section, func(number int, f *body) error {
			edit(number, f)
			rewritten := appendBody(nil, *f)
			edited = binary.AppendUvarint(edited, uint64(len(rewritten)))
			edited = append(edited, rewritten...)
			return nil
		})
		return edited, err
	})
}

// eachBody goes through the bodies in a section of code.
func eachBody(section []byte, do func(number int, f *body) error) error {
	r := &wasmReader{rest: section}
	for i := range int(r.number()) {
		written := r.bytes(int(r.number()))
		if r.err != nil {
			return fmt.Errorf("function %d: %w", i, r.err)
		}
		f, err := readBody(written)
		if err == nil {
			err = do(i, &f)
		}
		if err != nil {
			return fmt.Errorf("function %d: %w", i, err)
		}
	}
	return nil
}

// readBody takes the body of a function apart.
func readBody(written []byte) (body, error) {
	r := &wasmReader{rest: written}
	var instructions []instruction
	for range r.number() {
		r.number() // how many
		r.skip(1)  // type
		if r.err != nil {
			break
		}
	}
	locals := written[:len(written)-len(r.rest)]
	var open []int
	for len(r.rest) > 0 && r.err == nil {
		in := instruction{code: r.rest[0], end: -1}
		r.skip(1)
		start := r.rest
		label := func() {
			depth := r.number()
			switch {
			case depth < uint64(len(open)):
				in.labels = append(in.labels, open[len(open)-1-int(depth)])
			case depth == uint64(len(open)):
				in.labels = append(in.labels, function)
			default:
				r.fail(fmt.Errorf("a branch leaves %d blocks of %d", depth, len(open)))
			}
		}
		switch c := in.code; {
		case c == codeBlock || c == codeLoop || c == codeIf:
			r.skip(1)
			open = append(open, len(instructions))
		case c == codeEnd:
			if len(open) > 0 {
				instructions[open[len(open)-1]].end = len(instructions)
				open = open[:len(open)-1]
			} else if len(r.rest) > 0 {
				r.fail(errors.New("the function goes on after its end"))
			}
		case c == codeBr || c == codeBrIf:
			label()
		case c == codeBrTable:
			for range r.number() + 1 {
				label()
				if r.err != nil {
					break
				}
			}
		case c == codeCallIndirect, c >= codeFirstLoad && c <= codeLastStore:
			r.number()
			r.number()
		case c == codeCall, c >= codeLocalGet && c <= codeGlobalSet:
			in.value = int64(r.number())
		case c == codeMemorySize || c == codeMemoryGrow:
			r.skip(1)
		case c == codeI32Const || c == codeI64Const:
			in.value = r.signed()
		case c == codeF32Const:
			r.skip(4)
		case c == codeF64Const:
			r.skip(8)
		case c == codeWithNumber:
			switch sub := r.number(); {
			case sub <= lastConversion:
			case sub == memoryCopy:
				r.skip(2)
			case sub == memoryFill:
				r.skip(1)
			default:
				r.fail(fmt.Errorf("instruction fc %02x is not known", sub))
			}
		case c <= 0x01, c == codeElse, c == codeReturn, c == codeDrop, c == codeSelect, c >= codeI32Eqz && c <= codeLastUnary:
		default:
			r.fail(fmt.Errorf("instruction %02x is not known", c))
		}
		if in.labels == nil {
			in.copied = start[:len(start)-len(r.rest)]
		}
		instructions = append(instructions, in)
	}
	if r.err == nil && (len(open) > 0 || len(instructions) == 0) {
		r.fail(errors.New("the function has no end"))
	}
	return body{locals, instructions}, r.err
}

// appendBody is the opposite of readBody, without what is gone.
func appendBody(b []byte, f body) []byte {
	b = append(b, f.locals...)
	var open []int
	for at, in := range f.instructions {
		if in.gone {
			continue
		}
		b = append(append(b, in.before...), in.code)
		b = append(b, in.copied...)
		switch {
		case in.end >= 0:
			open = append(open, at)
		case in.code == codeEnd:
			open = open[:max(0, len(open)-1)]
		case in.code == codeBrTable:
			b = binary.AppendUvarint(b, uint64(len(in.labels)-1))
		}
		for _, label := range in.labels {
			depth := 0
			for depth < len(open) && open[len(open)-1-depth] != label {
				depth++
			}
			b = binary.AppendUvarint(b, uint64(depth))
		}
	}
	return b
}
