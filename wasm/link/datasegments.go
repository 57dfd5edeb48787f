package link

import (
	"encoding/binary"
	"errors"
	"fmt"
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
	joined := []byte{1, 0, codeI32Const}
	joined = appendVarint(joined, first)
	joined = append(joined, codeEnd)
	joined = binary.AppendUvarint(joined, uint64(len(memory)))
	return append(joined, memory...), nil
}

func readSegments(section []byte) ([]segment, error) {
	r := &wasmReader{rest: section}
	var segments []segment
	for i := range r.number() {
		kind, code := r.byte(), r.byte()
		s := segment{at: r.signed()}
		if end := r.byte(); r.err == nil && (kind != 0 || code != codeI32Const || end != codeEnd) {
			r.fail(errors.New("not an active one at a constant place"))
		}
		s.data = r.bytes(int(r.number()))
		if r.err != nil {
			return nil, fmt.Errorf("segment %d: %w", i, r.err)
		}
		segments = append(segments, s)
	}
	return segments, r.err
}
