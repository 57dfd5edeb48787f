package link

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// dropLines takes the files and lines of all functions, and the calls that were inlined, out of the data of a program: zeros,
// which compress to nothing, stand for them, and the program says "?" instead. Nobody reads them in a browser: a report of a panic
// still names the page's own functions.
func dropLines(data []byte) error {
	t, err := findTable(data)
	if err != nil {
		return err
	}
	used := make([]bool, len(t.values))
	for f, record := range t.records {
		tables, more := int(binary.LittleEndian.Uint32(record[recordValues:])), int(record[recordData])
		if tables > inlineIndex {
			binary.LittleEndian.PutUint32(record[recordSize+4*inlineIndex:], 0)
		}
		if more > inlineTree {
			binary.LittleEndian.PutUint32(record[recordSize+4*(tables+inlineTree):], noData)
		}
		kept := []uint32{binary.LittleEndian.Uint32(record[recordStack:])}
		for i := range tables {
			kept = append(kept, binary.LittleEndian.Uint32(record[recordSize+4*i:]))
		}
		for _, offset := range kept {
			if err := markValues(t.values, used, offset); err != nil {
				return fmt.Errorf("function %d: %w", f, err)
			}
		}
		for _, field := range []int{recordFile, recordLine, recordStart} {
			binary.LittleEndian.PutUint32(record[field:], 0)
		}
	}
	clear(t.units)
	for i, u := range used {
		if !u {
			t.values[i] = 0
		}
	}
	return nil
}

// markValues marks the bytes of one table of values: pairs of numbers, the first of which is
// 0 at the end but not at the beginning. Offset 0 stands for no table.
func markValues(values []byte, used []bool, offset uint32) error {
	if offset == 0 {
		return nil
	}
	number := func(i uint64) (value, next uint64, err error) {
		if i >= uint64(len(values)) {
			return 0, 0, errors.New("a table of values is cut off")
		}
		value, n := binary.Uvarint(values[i:])
		if n <= 0 {
			return 0, 0, errors.New("a table of values is cut off")
		}
		return value, i + uint64(n), nil
	}
	i := uint64(offset)
	for first := true; ; first = false {
		value, next, err := number(i)
		if err != nil {
			return err
		}
		if value != 0 || first {
			if _, next, err = number(next); err != nil {
				return err
			}
		}
		for ; i < next; i++ {
			used[i] = true
		}
		if value == 0 && !first {
			return nil
		}
	}
}
