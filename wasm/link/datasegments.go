package link

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Parts of a data segment.
//
// Source: WebAssembly Core Specification, sections 5.4 and 5.5.
const (
	i32Const  = 0x41
	endOfExpr = 0x0b
)

// joinData makes one segment of all data segments of a module. Go's linker leaves out every run of zeros, which divides the data
// into tens of thousands of segments; with the zeros in their place the module is an eighth larger, and what is transferred,
// compressed, a twentieth smaller.
func joinData(module []byte) ([]byte, error) {
	return editData(module, func([]byte) error { return nil })
}

// editData joins the data of a module and has them edited.
func editData(module []byte, edit func(data []byte) error) ([]byte, error) {
	return editSection(module, dataSection, func(section []byte) ([]byte, error) { return joinSegments(section, edit) })
}

// segment is data with its place in memory 0.
type segment struct {
	at   int64
	data []byte
}

// mostData bounds the joined segment: far more than any program has, far less than memory.
const mostData = 1 << 28

// joinSegments rewrites a data section.
func joinSegments(section []byte, edit func(data []byte) error) ([]byte, error) {
	segments, err := readSegments(section)
	if err != nil || len(segments) == 0 {
		return section, err
	}
	first, end := segments[0].at, segments[0].at
	for _, s := range segments {
		first, end = min(first, s.at), max(end, s.at+int64(len(s.data)))
	}
	if end-first > mostData {
		return nil, fmt.Errorf("%d segments spread over %d bytes; up to %d are accepted", len(segments), end-first, mostData)
	}
	memory := make([]byte, end-first)
	for _, s := range segments {
		copy(memory[s.at-first:], s.data)
	}
	if err := edit(memory); err != nil {
		return nil, err
	}
	joined := []byte{1, 0, i32Const}
	joined = appendVarint(joined, first)
	joined = append(joined, endOfExpr)
	joined = binary.AppendUvarint(joined, uint64(len(memory)))
	return append(joined, memory...), nil
}

func readSegments(section []byte) ([]segment, error) {
	count, n := binary.Uvarint(section)
	if n <= 0 {
		return nil, errors.New("the number of segments is missing")
	}
	rest := section[n:]
	var segments []segment
	for i := range count {
		if len(rest) < 2 || rest[0] != 0 || rest[1] != i32Const {
			return nil, fmt.Errorf("segment %d is not an active one at a constant place", i)
		}
		at, n := varint(rest[2:])
		if n == 0 || len(rest) < 3+n || rest[2+n] != endOfExpr {
			return nil, fmt.Errorf("the place of segment %d is not a constant", i)
		}
		rest = rest[3+n:]
		size, n := binary.Uvarint(rest)
		if n <= 0 || size > uint64(len(rest)-n) {
			return nil, fmt.Errorf("segment %d is cut off", i)
		}
		segments = append(segments, segment{at, rest[n : n+int(size)]})
		rest = rest[n+int(size):]
	}
	return segments, nil
}

// varint reads a signed LEB128 number of up to 32 bits; n is its length, 0 if there is none.
func varint(b []byte) (v int64, n int) {
	for shift := 0; n < len(b) && shift < 35; shift += 7 {
		c := b[n]
		n++
		v |= int64(c&0x7f) << shift
		if c&0x80 == 0 {
			if c&0x40 != 0 {
				v |= -1 << (shift + 7)
			}
			return v, n
		}
	}
	return 0, 0
}

// appendVarint appends v as signed LEB128.
func appendVarint(b []byte, v int64) []byte {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}
