package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Addresses of code, fields of the record of a function, and tables of a function that only matter where threads are
// stopped and where reports of panics list arguments.
//
// Source: the Go source tree, cmd/link/internal/wasm/asm.go, runtime/runtime2.go and internal/abi/symtab.go.
const (
	firstFunction = 0x1000 // number of the first function of the module in addresses of code
	recordEntry   = 0      // number of the function
	recordDefer   = 12     // where deferred functions are called, from the function's beginning
	recordFlags   = 41
	flagAssembly  = 4

	unsafePoints  = 0
	liveArguments = 3
)

// A renumbering says how the numbers in a function change that stand for where it goes on
// after a call: they become 2, 4, 6, ..., and those of the calls 1, 3, 5, ...
type renumbering struct {
	after []int64 // the old number after each call, ascending
}

// renumber numbers anew where functions go on after calls, in the code and in the tables of functions. Go leaves
// gaps for lines and inlined calls, and writes the address of the function with each number; without these, calls look
// alike in all functions, which is a thirtieth of what is transferred. Functions in assembly, and those that something else
// goes into, stay as they are. The module has one segment of data.
func renumber(module []byte) ([]byte, error) {
	renumbered, err := renumberCalls(module)
	if err != nil {
		return nil, fmt.Errorf("renumber: %w", err)
	}
	return renumbered, nil
}

func renumberCalls(module []byte) ([]byte, error) {
	var records [][]byte
	var stays []bool
	if _, err := joinData(module, func(data []byte) (err error) {
		if records, err = readRecords(data); err == nil {
			stays = namedPlaces(data, len(records))
		}
		return err
	}); err != nil {
		return nil, err
	}
	if records == nil {
		return nil, errors.New("no data")
	}
	for f, r := range records {
		stays[f] = stays[f] || r[recordFlags]&flagAssembly != 0
	}
	bodies := 0
	if _, err := editBodies(module, func(f int, b *body) {
		bodies++
		for at, in := range b.instructions {
			if in.code != codeI64Const {
				continue
			}
			p, ok := toPlace(in.value, len(records))
			if ok && p.number != 0 && (p.function != f || !isReturnAddress(b.instructions, at, f)) {
				stays[p.function] = true
			}
		}
	}); err != nil {
		return nil, err
	}
	if bodies != len(records) {
		return nil, fmt.Errorf("%d functions, but %d in the table of functions", bodies, len(records))
	}
	found := map[int]renumbering{}
	module, err := editBodies(module, func(f int, b *body) {
		if stays[f] || len(b.locals) == 0 || b.locals[0] != (local{1, typeI32}) {
			return
		}
		deferred := int64(binary.LittleEndian.Uint32(records[f][recordDefer:]))
		if r, ok := renumberBody(f, b.instructions, deferred); ok {
			found[f] = r
			shareAddress(f, b)
		}
	})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, errors.New("no function calls as those of the Go version in go.mod do")
	}
	return joinData(module, func(data []byte) error { return renumberTables(data, found) })
}

// A place is an address of code: a function and a number in it.
type place struct {
	function int
	number   int64
}

// toPlace is the place that an address names, if there is one.
func toPlace(address int64, functions int) (place, bool) {
	f := address>>16 - firstFunction
	return place{int(f), address & 0xffff}, f >= 0 && f < int64(functions)
}

// namedPlaces tells for each function whether the data hold an address inside of it.
func namedPlaces(data []byte, functions int) []bool {
	named := make([]bool, functions)
	for at := 0; at+8 <= len(data); at++ {
		if p, ok := toPlace(int64(binary.LittleEndian.Uint64(data[at:])), functions); ok && p.number != 0 {
			named[p.function] = true
		}
	}
	return named
}

// isReturnAddress tells whether the instruction at a position is an address in function f that is put on the stack
// right before a call.
func isReturnAddress(body []instruction, at, f int) bool {
	if body[at].code != codeI64Const || body[at].value>>16 != int64(firstFunction+f) || at < 5 || at+3 >= len(body) {
		return false
	}
	push, call := body[at-5:at], body[at+1:]
	return push[0].code == codeI32Const && push[0].value == 8 && push[1].code == codeI32Sub &&
		push[2].code == codeLocalTee && push[2].value == 1 && push[3].code == codeGlobalSet && push[3].value == 0 &&
		push[4].code == codeLocalGet && push[4].value == 1 &&
		call[0].code == codeI64Store && string(call[0].copied) == "\x03\x00" &&
		(call[1].code == codeCall ||
			call[1].code == codeI32Const && call[1].value == 0 && call[2].code == codeCall ||
			call[1].code == codeI64Const && call[1].value == 16) // the function's address is on the stack
}

// renumberBody renumbers the places of a function; it stays as it is if ok is false.
func renumberBody(f int, body []instruction, deferred int64) (r renumbering, ok bool) {
	loop, table := dispatch(body)
	if table < 0 || loop >= 0 && !jumpsAsExpected(body, loop, table) {
		return r, false
	}
	blocks := body[table].labels
	for at, in := range body {
		if !isReturnAddress(body, at, f) {
			continue
		}
		switch number := in.value & 0xffff; {
		case number == 0: // more stack is needed, and the function begins again
		case len(r.after) > 0 && number <= r.after[len(r.after)-1] || number >= int64(len(blocks)):
			return r, false
		default:
			r.after = append(r.after, number)
		}
	}
	if len(r.after) == 0 || deferred != 0 && !slices.Contains(r.after, deferred+1) {
		return r, false
	}
	renumbered := []int{blocks[0]}
	for _, number := range r.after {
		renumbered = append(renumbered, blocks[number-1], blocks[number])
	}
	for at := range body {
		in := &body[at]
		switch {
		case isReturnAddress(body, at, f):
			in.value = in.value&^0xffff | r.number(in.value&0xffff)
			in.copied = appendVarint(nil, in.value)
		case loop >= 0 && at > table && isJump(body, at, loop):
			target := blocks[min(in.value, int64(len(blocks)-1))]
			number := slices.Index(renumbered, target)
			if number < 0 {
				number = len(renumbered)
				renumbered = append(renumbered, target)
			}
			in.value = int64(number)
			in.copied = appendVarint(nil, in.value)
		}
	}
	body[table].labels = renumbered
	dropBlocks(body)
	return r, true
}

// shareAddress keeps the address of the function in a new local 2, so that what is written before each call is the same in
// all functions.
func shareAddress(f int, b *body) {
	for at := range b.instructions {
		in := &b.instructions[at]
		switch {
		case isReturnAddress(b.instructions, at, f):
			number := in.value & 0xffff
			in.code, in.value = codeLocalGet, 2
			in.copied = append([]byte{2, codeI64Const}, appendVarint(nil, number)...)
			in.copied = append(in.copied, codeI64Or)
		case in.code >= codeLocalGet && in.code <= codeLocalTee && in.value >= 2:
			in.value++
			in.copied = binary.AppendUvarint(nil, uint64(in.value))
		}
	}
	fetch := &b.instructions[1] // the stack's pointer
	fetch.copied = append([]byte{1, codeI64Const}, appendVarint(nil, int64(firstFunction+f)<<16)...)
	fetch.copied = append(fetch.copied, codeLocalSet, 2)
	if len(b.locals) > 1 && b.locals[1].of == typeI64 {
		b.locals[1].count++
	} else {
		b.locals = slices.Insert(b.locals, 1, local{1, typeI64})
	}
}

// number is the new number of the place of a call, or after one.
func (r renumbering) number(old int64) int64 {
	if k, ok := slices.BinarySearch(r.after, old); ok {
		return int64(2*k + 2)
	}
	if k, ok := slices.BinarySearch(r.after, old+1); ok {
		return int64(2*k + 1)
	}
	return old
}

// readRecords finds the record of each function in the data.
func readRecords(data []byte) ([][]byte, error) {
	table, words, err := findTable(data)
	if err != nil {
		return nil, err
	}
	functions, start := words[0], words[7]
	size := uint64(len(table))
	if start > size || functions > (size-start)/8 {
		return nil, errors.New("the table of functions is cut off")
	}
	records := make([][]byte, functions)
	for f := range records {
		at := start + uint64(binary.LittleEndian.Uint32(table[start+8*uint64(f)+4:]))
		if at+recordSize > size {
			return nil, fmt.Errorf("function %d is cut off", f)
		}
		r := table[at:]
		tables := uint64(binary.LittleEndian.Uint32(r[recordValues:]))
		if recordSize+4*tables > uint64(len(r)) {
			return nil, fmt.Errorf("function %d has no room for %d tables", f, tables)
		}
		if entry := binary.LittleEndian.Uint32(r[recordEntry:]); entry != uint32(firstFunction+f) {
			return nil, fmt.Errorf("function %d has number %#x", f, entry)
		}
		records[f] = r
	}
	return records, nil
}

// renumberTables rewrites the tables of values by place, in the room that they had.
func renumberTables(data []byte, found map[int]renumbering) error {
	table, words, err := findTable(data)
	if err != nil {
		return err
	}
	records, err := readRecords(data)
	if err != nil {
		return err
	}
	if words[6] > words[7] || words[7] > uint64(len(table)) {
		return errors.New("the table of functions is cut off")
	}
	values := table[words[6]:words[7]]
	written := []byte{0}
	places := map[string]uint32{}
	for f, record := range records {
		fields := []int{recordStack}
		for i := range int(binary.LittleEndian.Uint32(record[recordValues:])) {
			field := recordSize + 4*i
			if i == unsafePoints || i == liveArguments {
				binary.LittleEndian.PutUint32(record[field:], 0)
			}
			fields = append(fields, field)
		}
		r, renumbered := found[f]
		for _, field := range fields {
			offset := binary.LittleEndian.Uint32(record[field:])
			if offset == 0 {
				continue
			}
			steps, err := readSteps(values, offset)
			if err != nil {
				return fmt.Errorf("function %d: %w", f, err)
			}
			if renumbered {
				if steps, err = r.steps(steps); err != nil {
					return fmt.Errorf("function %d: %w", f, err)
				}
			}
			text := string(appendSteps(nil, steps))
			at, ok := places[text]
			if !ok {
				at = uint32(len(written))
				places[text] = at
				written = append(written, text...)
			}
			binary.LittleEndian.PutUint32(record[field:], at)
		}
		if deferred := binary.LittleEndian.Uint32(record[recordDefer:]); renumbered && deferred != 0 {
			binary.LittleEndian.PutUint32(record[recordDefer:], uint32(r.number(int64(deferred))))
		}
	}
	if len(written) > len(values) {
		return fmt.Errorf("%d bytes of values, room for %d", len(written), len(values))
	}
	clear(values)
	copy(values, written)
	return nil
}

// A step says which value holds for places below a number, from that of the step before.
type step struct {
	value int64
	below int64
}

// readSteps reads a table of values: pairs of differences, of the value from -1 and of the number from 0. It
// ends with a difference of 0 in the value, which may also be the first one.
func readSteps(values []byte, offset uint32) ([]step, error) {
	if uint64(offset) > uint64(len(values)) {
		return nil, errors.New("a table of values is cut off")
	}
	r := &wasmReader{rest: values[offset:]}
	var steps []step
	last := step{value: -1}
	for {
		difference := r.number()
		if difference == 0 && len(steps) > 0 || r.err != nil {
			return steps, r.err
		}
		last.value += int64(difference>>1) ^ -int64(difference&1)
		last.below += int64(r.number())
		steps = append(steps, last)
	}
}

// appendSteps is the opposite of readSteps.
func appendSteps(b []byte, steps []step) []byte {
	last := step{value: -1}
	for _, s := range steps {
		difference := s.value - last.value
		b = binary.AppendUvarint(b, uint64(difference<<1^difference>>63))
		b = binary.AppendUvarint(b, uint64(s.below-last.below))
		last = s
	}
	return append(b, 0)
}

// steps are the values at the beginning, at each call and after each call.
func (r renumbering) steps(old []step) ([]step, error) {
	var renumbered []step
	add := func(number int64) error {
		i := slices.IndexFunc(old, func(s step) bool { return number < s.below })
		if i < 0 {
			return fmt.Errorf("no value at %d", number)
		}
		if n := len(renumbered); n > 0 && renumbered[n-1].value == old[i].value {
			renumbered[n-1].below++
			return nil
		}
		below := int64(1)
		if n := len(renumbered); n > 0 {
			below += renumbered[n-1].below
		}
		renumbered = append(renumbered, step{old[i].value, below})
		return nil
	}
	err := add(0)
	for _, number := range r.after {
		err = errors.Join(err, add(number-1), add(number))
	}
	return renumbered, err
}
