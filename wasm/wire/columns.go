package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"unsafe"
)

const (
	magic       = 'B' | 'F'<<8 | 'W'<<16 | '1'<<24
	headerSize  = 8
	entrySize   = 8
	absent      = ^uint32(0) // number of elements of a column that is nil
	maxSections = 160
	chunk       = 1 << 18 // entries of a column between two steps
)

// element is what a column may consist of. A bool is 0 or 1 in memory, which junk
// is not: bools travel as bytes.
type element interface {
	~uint8 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~float32 | ~float64
}

// packer gathers columns.
type packer struct {
	table []byte
	parts [][]byte
}

// pack adds a column as the next section.
func pack[T element](p *packer, column []T) { packRows(p, column) }

// packRows is pack for rows of several fields as well, all of them numbers.
func packRows[T any](p *packer, rows []T) {
	var zero T
	n := uint32(len(rows))
	if rows == nil {
		n = absent
	}
	p.table = binary.LittleEndian.AppendUint32(p.table, uint32(unsafe.Sizeof(zero)))
	p.table = binary.LittleEndian.AppendUint32(p.table, n)
	p.parts = append(p.parts, bytesOf(rows))
}

// Packed is a buffer that is not put together yet: its parts, one behind the other. They share the
// memory of what was packed.
type Packed [][]byte

// Len is the number of bytes of the buffer.
func (p Packed) Len() int {
	n := 0
	for _, part := range p {
		n += len(part)
	}
	return n
}

// Bytes is the buffer.
func (p Packed) Bytes() []byte { return bytes.Join(p, nil) }

// packed is the finished buffer.
func (p *packer) packed() Packed {
	head := binary.LittleEndian.AppendUint32(nil, magic)
	head = binary.LittleEndian.AppendUint32(head, uint32(len(p.parts)))
	out := Packed{append(head, p.table...)}
	at := len(out[0])
	for _, part := range p.parts {
		if len(part) == 0 {
			continue // so that the last byte is one that is needed
		}
		var zeros [8]byte
		out = append(out, zeros[:aligned(at)-at], part)
		at = aligned(at) + len(part)
	}
	return out
}

// unpacker hands out the sections of a buffer in order. After the first error it
// hands out nothing more.
type unpacker struct {
	sections []section
	err      error
	step     func() // called now and then
}

type section struct {
	size, elements uint32
	data           []byte
}

var errShort = errors.New("the buffer ends too early")

func newUnpacker(b []byte) *unpacker {
	u := &unpacker{step: func() {}}
	u.err = u.read(b)
	return u
}

func (u *unpacker) read(b []byte) error {
	if len(b) < headerSize || binary.LittleEndian.Uint32(b) != magic {
		return errors.New("not a buffer of columns")
	}
	n := int(binary.LittleEndian.Uint32(b[4:]))
	if n > maxSections || len(b) < headerSize+n*entrySize {
		return errShort
	}
	at := headerSize + n*entrySize
	for i := range n {
		entry := b[headerSize+i*entrySize:]
		s := section{size: binary.LittleEndian.Uint32(entry), elements: binary.LittleEndian.Uint32(entry[4:])}
		length := uint64(0)
		if s.elements != absent {
			length = uint64(s.size) * uint64(s.elements)
		}
		at = min(aligned(at), len(b))
		if length > uint64(len(b)-at) {
			return errShort
		}
		s.data = b[at : at+int(length) : at+int(length)]
		at += int(length)
		u.sections = append(u.sections, s)
	}
	return nil
}

// unpack is the next section. It shares the buffer's memory unless that is not
// aligned for T.
func unpack[T element](u *unpacker) []T { return unpackRows[T](u) }

// unpackRows undoes packRows.
func unpackRows[T any](u *unpacker) []T {
	if u.err != nil {
		return nil
	}
	if len(u.sections) == 0 {
		u.err = errShort
		return nil
	}
	u.step()
	s := u.sections[0]
	u.sections = u.sections[1:]
	var zero T
	switch {
	case uintptr(s.size) != unsafe.Sizeof(zero):
		u.err = fmt.Errorf("a column of elements of %d bytes, want %d", s.size, unsafe.Sizeof(zero))
		return nil
	case s.elements == absent:
		return nil
	case s.elements == 0:
		return []T{}
	}
	first := unsafe.Pointer(unsafe.SliceData(s.data))
	if uintptr(first)%unsafe.Alignof(zero) != 0 {
		column := make([]T, s.elements)
		copy(bytesOf(column), s.data)
		return column
	}
	return unsafe.Slice((*T)(first), s.elements)
}

// end says what went wrong, if anything did, or that sections are left over.
func (u *unpacker) end() error {
	if u.err == nil && len(u.sections) > 0 {
		u.err = fmt.Errorf("%d sections too many", len(u.sections))
	}
	return u.err
}

// wants notes an error unless ok.
func (u *unpacker) wants(ok bool, what string) {
	if u.err == nil && !ok {
		u.err = errors.New(what)
	}
}

func bytesOf[T any](column []T) []byte {
	var zero T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(column))), len(column)*int(unsafe.Sizeof(zero)))
}

func aligned(n int) int { return (n + 7) &^ 7 }

// within says whether every value is at least low and below high.
func (u *unpacker) within(column []int32, low, high int) bool {
	for part := range slices.Chunk(column, chunk) {
		for _, v := range part {
			if int(v) < low || int(v) >= high {
				return false
			}
		}
		u.step()
	}
	return true
}

// ascend says whether offsets are n+1 numbers that begin with 0, never decrease
// and end with total.
func ascend(offsets []int32, n, total int) bool {
	if len(offsets) != n+1 || offsets[0] != 0 || int(offsets[n]) != total {
		return false
	}
	for i := range n {
		if offsets[i] > offsets[i+1] {
			return false
		}
	}
	return true
}

// bytesOfBools is a column of bools as it travels; nil stays nil.
func bytesOfBools(column []bool) []uint8 {
	if column == nil {
		return nil
	}
	out := make([]uint8, len(column))
	for i, yes := range column {
		if yes {
			out[i] = 1
		}
	}
	return out
}

// boolsOf undoes bytesOfBools.
func boolsOf(column []uint8) []bool {
	if column == nil {
		return nil
	}
	out := make([]bool, len(column))
	for i, v := range column {
		out[i] = v != 0
	}
	return out
}
