package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// The table that leads from an address to a function: for each 4096 places the number of a function
// and a difference for each 256 of them.
//
// Source: the Go source tree, runtime/symtab.go and internal/abi/symtab.go.
const (
	bucketPlaces     = 4096
	differencePlaces = 256
	bucketSize       = 20

	recordData4 = 40 // the word of a record that recordData is the last byte of
	recordAlign = 8
)

// folding is what the start of a program needs to write its tables of functions. Addresses are those in memory.
type folding struct {
	functions int // how many
	functab   int // where the numbers of functions and the offsets of their records are, and behind them the records
	records   int // offset of the first record
	nameBase  int // where offsets of names count from
	values    int // where offsets of tables of values count from
	find      int // the table that leads from an address to a function
	buckets   int // how many it has
	findSize  int
	list      int // room for a list of tables of values, behind the folded records
}

// fold makes a program write the tables that lead to its functions and their records itself, when it starts. They follow
// from each other to a large part: the numbers of the functions ascend, their records, names and tables of values lie one
// behind the other. The records are folded: first the first words of all of them, then the second words and so on, zero
// where a record has no more. They lie where the largest of the tables will be. A name is written as 0 if it is the next
// one, and else as its offset + 1; a table of values as 0 if there is none, 1 if it is the next one, and else as its
// number + 2. The module has one segment of data.
func fold(module []byte) ([]byte, error) {
	var f folding
	module, err := joinData(module, func(data []byte) (err error) {
		f, err = foldTables(data)
		return err
	})
	if err == nil && f.functions == 0 {
		err = errors.New("no data")
	}
	if err == nil {
		module, err = addStart(module, unfoldLocals, f.unfold())
	}
	if err != nil {
		return nil, fmt.Errorf("fold: %w", err)
	}
	return module, nil
}

// foldTables folds the tables in the data of a program.
func foldTables(data []byte) (f folding, err error) {
	table, words, err := findTable(data)
	if err != nil {
		return f, err
	}
	m, err := findModuleData(data)
	if err != nil {
		return f, err
	}
	records, err := readRecords(data)
	if err != nil {
		return f, err
	}
	place, find := m.words[moduleTable], m.at(moduleFindTable)
	places := m.words[moduleLast] - m.words[moduleFirst]
	buckets := (places + bucketPlaces - 1) / bucketPlaces
	size := 4*buckets + (places+differencePlaces-1)/differencePlaces
	if places > 1<<32 || find > uint64(len(data)) || size > uint64(len(data))-find ||
		words[3] > words[4] || words[4] > words[6] || words[6] > words[7] || words[7] > uint64(len(table)) || place > 1<<31 {
		return f, errors.New("a table of functions is cut off")
	}
	f = folding{
		functions: len(records), functab: int(place + words[7]), nameBase: int(place + words[3]), values: int(place + words[6]),
		records: alignedRecord(8*len(records) + 4), find: int(m.words[moduleFindTable]), buckets: int(buckets), findSize: int(size),
	}
	columns := data[find : find+size]
	if err := foldBuckets(columns, f.functions); err != nil {
		return f, err
	}
	names := namesInOrder{names: table[words[3]:words[4]], next: len(sharedNames)}
	values := valuesInOrder{values: table[words[6]:words[7]], next: 1, numbers: map[uint32]uint32{}}
	functab := table[words[7]:]
	at, longest := f.records, 0
	for i, r := range records {
		tables := recordSize + 4*int(binary.LittleEndian.Uint32(r[recordValues:]))
		length := tables + 4*int(r[recordData])
		if binary.LittleEndian.Uint32(functab[8*i:]) != uint32(firstFunction+i) || binary.LittleEndian.Uint32(functab[8*i+4:]) != uint32(at) ||
			length > len(r) {
			return f, fmt.Errorf("function %d has its record elsewhere", i)
		}
		if longest = max(longest, length); longest*f.functions > len(columns) {
			return f, errors.New("the folded records have no room")
		}
		for field := recordEntry + 4; field < length; field += 4 {
			word := binary.LittleEndian.Uint32(r[field:])
			switch {
			case field == recordName:
				word, err = names.fold(word)
			case field == recordStack || field >= recordSize && field < tables:
				word, err = values.fold(word)
			}
			if err != nil {
				return f, fmt.Errorf("function %d: %w", i, err)
			}
			binary.LittleEndian.PutUint32(columns[field*f.functions+4*i:], word)
		}
		clear(r[:length])
		at = alignedRecord(at + length)
	}
	clear(functab[:8*f.functions])
	f.list = f.find + longest*f.functions
	if longest*f.functions+4*len(values.numbers) > len(columns) {
		return f, errors.New("the list of tables of values has no room")
	}
	return f, nil
}

// alignedRecord is the next place where a record may begin.
func alignedRecord(offset int) int { return (offset + recordAlign - 1) / recordAlign * recordAlign }

// foldBuckets clears the table that leads from an address to a function: each of them has 1 << 16 places, which are 16 buckets.
func foldBuckets(find []byte, functions int) error {
	for i := 0; i < len(find); i += bucketSize {
		function := i / bucketSize >> 4
		differences := find[i+4 : min(i+bucketSize, len(find))]
		if function >= functions || binary.LittleEndian.Uint32(find[i:]) != uint32(function) || bytes.Count(differences, []byte{0}) < len(differences) {
			return fmt.Errorf("bucket %d leads elsewhere", i/bucketSize)
		}
	}
	clear(find)
	return nil
}

// namesInOrder are names of functions of which most come in the order of the functions.
type namesInOrder struct {
	names []byte
	next  int
}

func (n *namesInOrder) fold(offset uint32) (uint32, error) {
	if int(offset) != n.next {
		return offset + 1, nil
	}
	length := bytes.IndexByte(n.names[min(n.next, len(n.names)):], 0)
	if length < 0 {
		return 0, errors.New("the name has no end")
	}
	n.next += length + 1
	return 0, nil
}

// valuesInOrder are tables of values in the order in which records first name them.
type valuesInOrder struct {
	values  []byte
	next    uint32
	numbers map[uint32]uint32 // by offset
}

func (v *valuesInOrder) fold(offset uint32) (uint32, error) {
	if offset == 0 {
		return 0, nil
	}
	if number, ok := v.numbers[offset]; ok {
		return number + 2, nil
	}
	steps, err := readSteps(v.values, offset)
	if err != nil {
		return 0, err
	}
	if offset != v.next {
		return 0, fmt.Errorf("a table of values at %d, not at %d", offset, v.next)
	}
	v.numbers[offset] = uint32(len(v.numbers))
	v.next += uint32(len(appendSteps(nil, steps)))
	return 1, nil
}

// unfoldLocals is the number of locals of the start.
const unfoldLocals = 10

// unfold is what a program does when it starts, the opposite of foldTables.
func (f folding) unfold() []byte {
	const (
		function = iota
		record   // its offset
		length   // words of the record
		tables   // tables of values
		field    // number of the word
		word
		name // the next one
		steps
		list // the end of it
		bucket
	)
	var a assembly
	column := func(field int) { // the word of a field, at the function on the stack
		a.number(4)
		a.do(codeI32Mul)
		a.memory(codeI32Load, f.find+field*f.functions)
	}
	isField := func(n int) func() {
		return func() {
			a.get(field)
			a.number(n)
			a.do(codeI32Eq)
		}
	}
	byteIsNotZero := func(local int) func() {
		return func() {
			a.get(local)
			a.memory(codeI32Load8U, 0)
		}
	}
	skipNumber := func() {
		a.repeat(func() { a.increase(steps, 1) }, func() {
			a.get(steps)
			a.add(-1)
			a.memory(codeI32Load8U, 0)
			a.number(0x80)
			a.do(codeI32And)
		})
	}
	less := func(local, than int) func() {
		return func() {
			a.get(local)
			a.get(than)
			a.do(codeI32LtU)
		}
	}
	for _, local := range []struct {
		number int
		value  int
	}{{record, f.records}, {name, f.nameBase + len(sharedNames)}, {steps, f.values + 1}, {list, f.list}} {
		a.number(local.value)
		a.set(local.number)
	}
	a.repeat(func() {
		a.get(function)
		a.number(8)
		a.do(codeI32Mul)
		a.get(function)
		a.add(firstFunction)
		a.memory(codeI32Store, f.functab)
		a.get(function)
		a.number(8)
		a.do(codeI32Mul)
		a.get(record)
		a.memory(codeI32Store, f.functab+4)

		a.get(function)
		column(recordValues)
		a.set(tables)
		a.get(function)
		column(recordData4)
		a.number(24)
		a.do(codeI32ShrU)
		a.get(tables)
		a.do(codeI32Add)
		a.add(recordSize / 4)
		a.set(length)

		a.number(0)
		a.set(field)
		a.repeat(func() {
			a.get(field)
			a.number(f.functions)
			a.do(codeI32Mul)
			a.get(function)
			a.do(codeI32Add)
			column(0)
			a.set(word)
			a.when(isField(recordEntry/4), func() {
				a.get(function)
				a.add(firstFunction)
				a.set(word)
			})
			a.when(isField(recordName/4), func() {
				a.get(word)
				a.do(codeIf, noResult)
				a.increase(word, -1)
				a.do(codeElse)
				a.get(name)
				a.add(-f.nameBase)
				a.set(word)
				a.repeat(func() { a.increase(name, 1) }, byteIsNotZero(name))
				a.increase(name, 1)
				a.do(codeEnd)
			})
			a.when(func() {
				isField(recordStack / 4)()
				a.get(field)
				a.add(-recordSize / 4)
				a.get(tables)
				a.do(codeI32LtU, codeI32Or)
			}, func() {
				a.when(func() {
					a.get(word)
					a.number(1)
					a.do(codeI32GtU)
				}, func() {
					a.get(word)
					a.number(4)
					a.do(codeI32Mul)
					a.memory(codeI32Load, f.list-8)
					a.set(word)
					a.do(codeElse)
					a.get(word)
					a.do(codeIf, noResult)
					a.get(steps)
					a.add(-f.values)
					a.set(word)
					a.get(list)
					a.get(word)
					a.memory(codeI32Store, 0)
					a.increase(list, 4)
					a.repeat(func() {
						skipNumber()
						skipNumber()
					}, byteIsNotZero(steps))
					a.increase(steps, 1)
					a.do(codeEnd)
				})
			})
			a.get(field)
			a.number(4)
			a.do(codeI32Mul)
			a.get(record)
			a.do(codeI32Add)
			a.get(word)
			a.memory(codeI32Store, f.functab)
			a.increase(field, 1)
		}, less(field, length))

		a.get(length)
		a.number(4)
		a.do(codeI32Mul)
		a.get(record)
		a.do(codeI32Add)
		a.add(recordAlign - 1)
		a.number(-recordAlign)
		a.do(codeI32And)
		a.set(record)
		a.increase(function, 1)
	}, func() {
		a.get(function)
		a.number(f.functions)
		a.do(codeI32LtU)
	})

	a.number(f.find)
	a.number(0)
	a.number(f.findSize)
	a.do(0xfc, 11, 0) // memory.fill
	a.repeat(func() {
		a.get(bucket)
		a.number(bucketSize)
		a.do(codeI32Mul)
		a.get(bucket)
		a.number(4)
		a.do(codeI32ShrU)
		a.memory(codeI32Store, f.find)
		a.increase(bucket, 1)
	}, func() {
		a.get(bucket)
		a.number(f.buckets)
		a.do(codeI32LtU)
	})
	return a
}
