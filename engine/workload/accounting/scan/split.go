package scan

import (
	"encoding/binary"
	"math/bits"
)

// Split appends the fields of a line to fields: so many at most, and what is left. It looks at eight bytes at once: in WebAssembly a search for each field by itself
// takes several times as long.
func Split(fields [][]byte, line []byte, delimiter byte, most int) [][]byte {
	const ones, low = 0x0101010101010101, 0x7f7f7f7f7f7f7f7f
	from, i := 0, 0
	for ; i+8 <= len(line); i += 8 {
		x := binary.LittleEndian.Uint64(line[i:]) ^ ones*uint64(delimiter)
		// The highest bit of each byte that is 0 in x.
		for found := ^((x&low + low) | x | low); found != 0; found &= found - 1 {
			if len(fields) == most {
				return append(fields, line[from:])
			}
			at := i + bits.TrailingZeros64(found)/8
			fields = append(fields, line[from:at])
			from = at + 1
		}
	}
	for ; i < len(line); i++ {
		if line[i] == delimiter && len(fields) < most {
			fields = append(fields, line[from:i])
			from = i + 1
		}
	}
	return append(fields, line[from:])
}
