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
	codeLocalGet     = 0x20
	codeLocalSet     = 0x21
	codeLocalTee     = 0x22
	codeGlobalGet    = 0x23
	codeGlobalSet    = 0x24
	codeI32Const     = 0x41
	codeI64Const     = 0x42

	codeI32Load8U = 0x2d
	codeI32Store8 = 0x3a
	codeI32Eqz    = 0x45
	codeI32Add    = 0x6a
	codeI32Or     = 0x72

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
		case c == codeCallIndirect, c >= 0x28 && c <= 0x3e: // loads and stores
			r.number()
			r.number()
		case c == codeCall, c >= codeLocalGet && c <= codeGlobalSet:
			in.value = int64(r.number())
		case c == 0x3f || c == 0x40: // size of memory
			r.skip(1)
		case c == codeI32Const || c == codeI64Const:
			in.value = r.signed()
		case c == 0x43: // f32.const
			r.skip(4)
		case c == 0x44: // f64.const
			r.skip(8)
		case c == 0xfc:
			switch sub := r.number(); {
			case sub <= 7: // conversions
			case sub == 10: // memory.copy
				r.skip(2)
			case sub == 11: // memory.fill
				r.skip(1)
			default:
				r.fail(fmt.Errorf("instruction fc %02x is not known", sub))
			}
		case c <= 0x01, c == codeElse, c == codeReturn, c == 0x1a, c == 0x1b, c >= 0x45 && c <= 0xc4:
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

// wasmReader reads numbers until the first error, and zeros after it.
type wasmReader struct {
	rest []byte
	err  error
}

func (r *wasmReader) fail(err error) {
	if r.err == nil {
		r.err, r.rest = err, nil
	}
}

func (r *wasmReader) skip(n int) {
	if n < 0 || n > len(r.rest) {
		r.fail(errors.New("cut off"))
		return
	}
	r.rest = r.rest[n:]
}

// bytes are the next n bytes.
func (r *wasmReader) bytes(n int) []byte {
	rest := r.rest
	r.skip(n)
	if r.err != nil {
		return nil
	}
	return rest[:n]
}

func (r *wasmReader) byte() byte {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *wasmReader) number() uint64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.fail(errors.New("cut off"))
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

func (r *wasmReader) signed() int64 {
	v := int64(0)
	for n, c := range r.rest {
		shift := 7 * n
		if shift > 63 {
			break
		}
		v |= int64(c&0x7f) << shift
		if c&0x80 == 0 {
			if c&0x40 != 0 && shift+7 < 64 {
				v |= -1 << (shift + 7)
			}
			r.rest = r.rest[n+1:]
			return v
		}
	}
	r.fail(errors.New("cut off"))
	return 0
}
