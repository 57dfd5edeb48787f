package link

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
)

// Kinds of what modules import and export, and the form of a function's type.
//
// Source: WebAssembly Core Specification, sections 5.3 and 5.5.
const (
	functionKind = 0x00
	tableKind    = 0x01
	memoryKind   = 0x02
	globalKind   = 0x03

	functionType = 0x60
)

// What the two parts of a program call each other: the module that their imports come from, the table of functions, the memory, and
// the section that says which slots of the table are those of Go's functions, as a JSON list of the first slot and how many follow.
const (
	partsName  = "parts"
	tableName  = "table"
	memoryName = "mem"
	slotsName  = "slots"
)

// Split divides a compiled Go program into two modules. The first one has the functions of which first is true, and those that
// cannot be elsewhere: with what JavaScript calls and what calls it, or with another type than Go's own functions. The rest has the
// others, but for the last of them that it has no room for: it is of at most so many bytes. Neither runs without assets/parts.js, which gives the first one its table, with something in the slot of every function
// that fetches the rest when it is called; both parts write their functions into their slots when they are instantiated, and call
// functions of the other part through the table.
func Split(module []byte, first []bool, most int) (start, rest []byte, err error) {
	p, err := readProgram(module)
	if err != nil {
		return nil, nil, err
	}
	if len(first) != p.slots {
		return nil, nil, fmt.Errorf("%d functions have slots, %d are divided", p.slots, len(first))
	}
	if err := p.pin(first); err != nil {
		return nil, nil, err
	}
	for {
		parts, err := p.divide()
		if err != nil {
			return nil, nil, err
		}
		rest := parts[1].rest()
		if over := len(rest) - most; over > 0 && len(parts[1].functions) > 0 {
			parts[1].shed(over)
			continue
		}
		start, err := parts[0].start()
		return start, rest, err
	}
}

// A whole is a module that is to be divided. Functions are numbered without those imported.
type whole struct {
	sections [lastSection + 1][]byte
	imported int
	types    []uint64 // of each function
	slot     int      // of the first function in the table; the others follow
	slots    int
	called   uint64 // the type of Go's functions
	exports  []export
	globals  []byte
	stays    []bool // for each function, whether it is in the first part
}

// An export names a thing of a kind by its number.
type export struct {
	name   string
	kind   byte
	number int
}

func readProgram(module []byte) (*whole, error) {
	p := &whole{}
	if _, err := editSections(module, func(kind byte, section []byte) ([]byte, error) {
		if kind > lastSection || kind == startSection {
			return nil, fmt.Errorf("section %d is not known", kind)
		}
		p.sections[kind] = section
		return section, nil
	}); err != nil {
		return nil, err
	}
	var err error
	if p.imported, err = importedFunctions(p.sections[importSection]); err != nil {
		return nil, fmt.Errorf("imports: %w", err)
	}
	r := &wasmReader{rest: p.sections[functionSection]}
	for range r.number() {
		p.types = append(p.types, r.number())
		if r.err != nil {
			return nil, fmt.Errorf("functions: %w", r.err)
		}
	}
	if err := p.readElements(); err != nil {
		return nil, fmt.Errorf("elements: %w", err)
	}
	if p.called, err = goType(p.sections[typeSection]); err != nil {
		return nil, fmt.Errorf("types: %w", err)
	}
	r = &wasmReader{rest: p.sections[exportSection]}
	for range r.number() {
		e := export{name: string(r.bytes(int(r.number())))}
		e.kind = r.byte()
		e.number = int(r.number())
		p.exports = append(p.exports, e)
		if r.err != nil {
			return nil, fmt.Errorf("exports: %w", r.err)
		}
	}
	if p.globals, err = globalTypes(p.sections[globalSection]); err != nil {
		return nil, fmt.Errorf("globals: %w", err)
	}
	return p, nil
}

// importedFunctions is how many functions a section imports.
func importedFunctions(section []byte) (count int, err error) {
	r := &wasmReader{rest: section}
	for range r.number() {
		r.skip(int(r.number())) // module
		r.skip(int(r.number())) // name
		if kind := r.byte(); r.err != nil || kind != functionKind {
			return 0, errors.New("something else than functions is imported")
		}
		r.number() // type
		count++
	}
	return count, r.err
}

// readElements reads which slots the functions have: one after the other, in their order.
func (p *whole) readElements() error {
	r := &wasmReader{rest: p.sections[elementSection]}
	segments, table := r.number(), r.number()
	if code := r.byte(); segments != 1 || table != 0 || code != codeI32Const {
		return errors.New("something else than one segment at a constant place")
	}
	p.slot = int(r.signed())
	r.skip(1)
	p.slots = int(r.number())
	for f := range p.slots {
		if number := r.number(); r.err == nil && number != uint64(p.imported+f) {
			r.fail(fmt.Errorf("slot %d has function %d", f, number))
		}
	}
	if r.err == nil && (p.slots > len(p.types) || p.slot < 0) {
		r.fail(fmt.Errorf("%d slots for %d functions", p.slots, len(p.types)))
	}
	return r.err
}

// goType finds the type of Go's functions: of a number, where to go on, to a number, whether to leave the caller as well.
func goType(section []byte) (uint64, error) {
	r := &wasmReader{rest: section}
	for i := range r.number() {
		form := r.byte()
		parameters := string(r.bytes(int(r.number())))
		results := string(r.bytes(int(r.number())))
		if r.err != nil {
			return 0, r.err
		}
		if form == functionType && parameters == string(rune(typeI32)) && results == string(rune(typeI32)) {
			return i, nil
		}
	}
	return 0, errors.New("no type of Go's functions")
}

// globalTypes are the types of globals, all of which can be written.
func globalTypes(section []byte) (types []byte, err error) {
	r := &wasmReader{rest: section}
	for i := range r.number() {
		of, written, code := r.byte(), r.byte(), r.byte()
		r.signed()
		if end := r.byte(); r.err == nil && (written != 1 || code != codeI32Const && code != codeI64Const || end != codeEnd) {
			r.fail(fmt.Errorf("global %d does not begin with a constant", i))
		}
		types = append(types, of)
		if r.err != nil {
			return nil, r.err
		}
	}
	return types, nil
}

// pin decides which functions stay in the first part.
func (p *whole) pin(first []bool) error {
	p.stays = make([]bool, len(p.types))
	for f, of := range p.types {
		p.stays[f] = f >= p.slots || first[f] || of != p.called
	}
	for _, e := range p.exports {
		if e.kind == functionKind && e.number >= p.imported {
			p.stays[e.number-p.imported] = true
		}
	}
	return eachBody(p.sections[codeSection], func(f int, b *body) error {
		for _, in := range b.instructions {
			if in.code == codeCall && in.value < int64(p.imported) {
				p.stays[f] = true
			}
		}
		return nil
	})
}

// divide makes the first part and the rest.
func (p *whole) divide() (*[2]part, error) {
	parts := &[2]part{{whole: p, numbers: map[int]int{}, next: p.imported}, {whole: p, numbers: map[int]int{}}}
	at := func(f int) *part {
		if p.stays[f] {
			return &parts[0]
		}
		return &parts[1]
	}
	for f := range p.types {
		at(f).add(f)
	}
	return parts, eachBody(p.sections[codeSection], func(f int, b *body) error { return at(f).write(b) })
}

// shed lets the last functions of the rest stay in the first part, so many that they have the given number of bytes, or all.
func (p *part) shed(bytes int) {
	for i := len(p.functions) - 1; i >= 0 && bytes > 0; i-- {
		p.stays[p.functions[i]] = true
		bytes -= p.sizes[i]
	}
}

// A part of a program.
type part struct {
	*whole
	functions []int       // those that it has
	sizes     []int       // of the body of each, bytes
	numbers   map[int]int // by function, its number in the part
	next      int
	code      []byte
}

func (p *part) add(f int) {
	p.functions = append(p.functions, f)
	p.numbers[f] = p.next
	p.next++
}

// write adds the body of the next function.
func (p *part) write(b *body) error {
	for i := range b.instructions {
		in := &b.instructions[i]
		if in.code != codeCall || in.value < int64(p.imported) {
			continue
		}
		callee := int(in.value) - p.imported
		if number, here := p.numbers[callee]; here {
			in.copied = binary.AppendUvarint(nil, uint64(number))
			continue
		}
		if callee >= p.slots {
			return fmt.Errorf("function %d, which has no slot, is called from the other part", callee)
		}
		in.code = codeI32Const
		in.copied = append(appendVarint(nil, int64(p.slot+callee)), codeCallIndirect)
		in.copied = append(binary.AppendUvarint(in.copied, p.types[callee]), 0)
	}
	written := appendBody(nil, *b)
	p.sizes = append(p.sizes, len(written))
	p.code = append(binary.AppendUvarint(p.code, uint64(len(written))), written...)
	return nil
}

// start is the module of the first part.
func (p *part) start() ([]byte, error) {
	sections := p.sections
	sections[importSection] = addEntry(p.sections[importSection], p.importTable())
	sections[tableSection] = nil
	exports := binary.AppendUvarint(nil, uint64(len(p.exports)+len(p.globals)))
	for _, e := range p.exports {
		if e.kind == functionKind {
			e.number = p.numbers[e.number-p.imported]
		}
		exports = e.append(exports)
	}
	for i := range p.globals {
		exports = export{strconv.Itoa(i), globalKind, i}.append(exports)
	}
	sections[exportSection] = exports
	sections[customSection] = append(appendName(nil, slotsName), fmt.Sprintf("[%d,%d]", p.slot, p.slots)...)
	return p.module(sections), nil
}

// rest is the module of the other part.
func (p *part) rest() []byte {
	var sections [lastSection + 1][]byte
	sections[typeSection] = p.sections[typeSection]
	imports := binary.AppendUvarint(nil, uint64(2+len(p.globals)))
	imports = append(imports, p.importTable()...)
	imports = append(appendName(appendName(imports, partsName), memoryName), memoryKind)
	imports = append(imports, p.sections[memorySection][1:]...)
	for i, of := range p.globals {
		imports = append(appendName(appendName(imports, partsName), strconv.Itoa(i)), globalKind, of, 1)
	}
	sections[importSection] = imports
	return p.module(sections)
}

// module writes the sections and what all parts have.
func (p *part) module(sections [lastSection + 1][]byte) []byte {
	types := binary.AppendUvarint(nil, uint64(len(p.functions)))
	for _, f := range p.functions {
		types = binary.AppendUvarint(types, p.types[f])
	}
	sections[functionSection] = types
	sections[elementSection] = p.elements()
	sections[codeSection] = append(binary.AppendUvarint(nil, uint64(len(p.functions))), p.code...)
	written := []byte(moduleHeader)
	for kind, section := range sections {
		if section != nil {
			written = append(written, byte(kind))
			written = binary.AppendUvarint(written, uint64(len(section)))
			written = append(written, section...)
		}
	}
	return written
}

// elements put the functions of the part into their slots.
func (p *part) elements() []byte {
	count := 0
	var segments []byte
	for i := 0; i < len(p.functions) && p.functions[i] < p.slots; {
		from, to := i, i+1
		for to < len(p.functions) && p.functions[to] < p.slots && p.functions[to] == p.functions[to-1]+1 {
			to++
		}
		segments = append(segments, 0, codeI32Const)
		segments = append(appendVarint(segments, int64(p.slot+p.functions[from])), codeEnd)
		segments = binary.AppendUvarint(segments, uint64(to-from))
		for ; i < to; i++ {
			segments = binary.AppendUvarint(segments, uint64(p.numbers[p.functions[i]]))
		}
		count++
	}
	return append(binary.AppendUvarint(nil, uint64(count)), segments...)
}

// importTable is the import of the table.
func (p *whole) importTable() []byte {
	entry := append(appendName(appendName(nil, partsName), tableName), tableKind)
	return append(entry, p.sections[tableSection][1:]...)
}

func (e export) append(b []byte) []byte {
	return binary.AppendUvarint(append(appendName(b, e.name), e.kind), uint64(e.number))
}

// appendName appends a name with its length.
func appendName(b []byte, name string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(name))), name...)
}

// addEntry adds an entry to a section that is a list.
func addEntry(section, entry []byte) []byte {
	count, n := binary.Uvarint(section)
	added := binary.AppendUvarint(nil, count+1)
	return append(append(added, section[max(n, 0):]...), entry...)
}
