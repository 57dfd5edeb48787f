package main

import "encoding/binary"

// Codes of WebAssembly instructions that are written.
//
// Source: WebAssembly Core Specification, section 5.4.
const (
	codeI32Load   = 0x28
	codeI32Load8U = 0x2d
	codeI32Store  = 0x36
	codeI32Store8 = 0x3a
	codeI32Eqz    = 0x45
	codeI32Eq     = 0x46
	codeI32LtU    = 0x49
	codeI32GtU    = 0x4b
	codeI32Add    = 0x6a
	codeI32Mul    = 0x6c
	codeI32And    = 0x71
	codeI32Or     = 0x72
	codeI32Shl    = 0x74
	codeI32ShrU   = 0x76

	noResult = 0x40 // type of a block
)

// An assembly is a list of instructions on i32 that is being written.
type assembly []byte

// do appends instructions that nothing follows.
func (a *assembly) do(codes ...byte) { *a = append(*a, codes...) }

func (a *assembly) get(local int) { a.do(codeLocalGet, byte(local)) }
func (a *assembly) set(local int) { a.do(codeLocalSet, byte(local)) }

// number pushes a constant.
func (a *assembly) number(v int) {
	a.do(codeI32Const)
	*a = appendVarint(*a, int64(int32(v)))
}

// add adds a constant.
func (a *assembly) add(v int) {
	a.number(v)
	a.do(codeI32Add)
}

// increase adds a constant to a local.
func (a *assembly) increase(local int, by int) {
	a.get(local)
	a.add(by)
	a.set(local)
}

// memory reads or writes, at the address on the stack and the offset.
func (a *assembly) memory(code byte, offset int) {
	align := byte(2)
	if code == codeI32Load8U {
		align = 0
	}
	a.do(code, align)
	*a = binary.AppendUvarint(*a, uint64(offset))
}

// when does something if the condition holds.
func (a *assembly) when(condition, then func()) {
	condition()
	a.do(codeIf, noResult)
	then()
	a.do(codeEnd)
}

// repeat does something until the condition, evaluated after each time, does not hold any more.
func (a *assembly) repeat(body, condition func()) {
	a.do(codeLoop, noResult)
	body()
	condition()
	a.do(codeBrIf, 0, codeEnd)
}
