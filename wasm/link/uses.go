package link

import "fmt"

// mostMarked bounds how many functions a program may have that marks its uses: a bit each, in the page of memory at address 0
// that Go's programs leave alone, up to where JavaScript puts their arguments.
const mostMarked = 8 * 4096

// MarkUses makes each function of a program, when it is called, set a bit in memory: bit f%8 at address f/8 for function f.
func MarkUses(module []byte) ([]byte, error) {
	functions := 0
	module, err := editBodies(module, func(f int, b *body) {
		functions = f + 1
		address := appendVarint([]byte{codeI32Const}, int64(f/8))
		var mark []byte
		mark = append(mark, address...)
		mark = append(mark, address...)
		mark = append(mark, codeI32Load8U, 0, 0, codeI32Const)
		mark = appendVarint(mark, 1<<(f%8))
		mark = append(mark, codeI32Or, codeI32Store8, 0, 0)
		b.instructions[0].before = mark
	})
	if err == nil && functions > mostMarked {
		err = fmt.Errorf("%d functions; up to %d are accepted", functions, mostMarked)
	}
	return module, err
}
