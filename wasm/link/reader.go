package link

import (
	"encoding/binary"
	"errors"
)

// wasmReader reads numbers until the first error, and zeros after it.
type wasmReader struct {
	rest []byte
	err  error
}

// fail ends the reading.
func (r *wasmReader) fail(err error) {
	if r.err == nil {
		r.err, r.rest = err, nil
	}
}

// skip leaves out the next n bytes.
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

// byte is the next byte.
func (r *wasmReader) byte() byte {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// number is the next number, unsigned LEB128.
func (r *wasmReader) number() uint64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.fail(errors.New("cut off"))
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

// signed is the next number, signed LEB128.
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
