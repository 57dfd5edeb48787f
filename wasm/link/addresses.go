package link

import (
	"encoding/binary"
	"errors"
)

// largestIncrement is the most that an instruction may add to an address.
const largestIncrement = 1<<31 - 1

// shortenAddresses shortens how the functions of a Go program compute addresses of what lies on the stack: Go's compiler adds to
// the stack's pointer in 64 bits, for each argument of each call. An instruction that reads or writes memory can add as well; where
// something else takes the address, 32 bits are enough. That is a fifteenth of what is transferred, and takes less time. An
// address and what is added never exceed 32 bits, since memory ends before.
func shortenAddresses(module []byte) ([]byte, error) {
	shortened := 0
	module, err := editBodies(module, func(_ int, f *body) { shortened += addInMemory(f.instructions) })
	if err == nil && shortened == 0 {
		err = errors.New("no function computes addresses as those of Go do")
	}
	return module, err
}

// addInMemory shortens the addresses of one function, and tells how many.
func addInMemory(body []instruction) (shortened int) {
	for at := 0; at+5 < len(body); at++ {
		get, extend, by, add, wrap := body[at], &body[at+1], &body[at+2], &body[at+3], &body[at+4]
		if get.code != codeLocalGet || extend.code != codeI64ExtendU || by.code != codeI64Const || add.code != codeI64Add || wrap.code != codeI32WrapI64 ||
			by.value < 0 || by.value > largestIncrement {
			continue
		}
		shortened++
		extend.gone, wrap.gone = true, true
		by.code, add.code = codeI32Const, codeI32Add
		if user := addressUser(body, at+5); user >= 0 && addOffset(&body[user], uint64(by.value)) {
			by.gone, add.gone = true, true
		}
	}
	return shortened
}

// addressUser is the position of the instruction that reads or writes memory at the address on the stack before an instruction, -1
// if something else takes the address.
func addressUser(body []instruction, at int) int {
	for above := 0; at < len(body); at++ {
		if body[at].gone {
			continue
		}
		pops, pushes, known := stackEffect(body[at])
		if !known {
			return -1
		}
		if pops > above {
			if isMemory := body[at].code >= codeFirstLoad && body[at].code <= codeLastStore; isMemory && pops == above+1 {
				return at
			}
			return -1
		}
		above += pushes - pops
	}
	return -1
}

// addOffset adds to the offset of an instruction that reads or writes memory, unless that gets too large.
func addOffset(in *instruction, by uint64) bool {
	align, n := binary.Uvarint(in.copied)
	offset, _ := binary.Uvarint(in.copied[n:])
	if offset+by > largestIncrement {
		return false
	}
	in.copied = binary.AppendUvarint(binary.AppendUvarint(nil, align), offset+by)
	return true
}

// stackEffect is how many values an instruction takes from the stack and puts on it; only of those that always go on
// to the next one.
func stackEffect(in instruction) (pops, pushes int, known bool) {
	switch c := in.code; {
	case c == codeLocalGet, c == codeGlobalGet, c >= codeI32Const && c <= codeF64Const, c == codeMemorySize:
		return 0, 1, true
	case c == codeLocalSet, c == codeGlobalSet, c == codeDrop:
		return 1, 0, true
	case c == codeLocalTee:
		return 1, 1, true
	case c == codeSelect:
		return 3, 1, true
	case c >= codeFirstLoad && c < codeFirstStore:
		return 1, 1, true
	case c >= codeFirstStore && c <= codeLastStore:
		return 2, 0, true
	case c == codeI32Eqz, c == 0x50, c >= 0x67 && c <= 0x69, c >= 0x79 && c <= 0x7b, c >= 0x8b && c <= 0x91, c >= 0x99 && c <= 0x9f, c >= codeI32WrapI64 && c <= codeLastUnary:
		return 1, 1, true // tests for zero, counts of bits, roundings and roots, conversions
	case c > codeI32Eqz && c < codeI32WrapI64:
		return 2, 1, true
	case c == codeWithNumber && in.copied[0] <= lastConversion:
		return 1, 1, true
	}
	return 0, 0, false
}
