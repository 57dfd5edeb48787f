package link

import (
	"bytes"
	"testing"
)

// program tells how it runs after a panic, a collection of garbage and a growing stack, which all read
// the tables of functions, and where it thinks it is.
const program = `package main

import (
	"fmt"
	"runtime"
)

func deep(n int) int {
	var room [64]int
	room[n%64] = n
	if n == 0 {
		runtime.GC()
		return 0
	}
	return deep(n-1) + room[n%64] - n + 1
}

func fails() (message string) {
	defer func() { message = fmt.Sprint(recover()) }()
	var list []int
	_ = list[deep(3)]
	return "nothing"
}

func main() {
	pc, file, line, _ := runtime.Caller(0)
	fmt.Println(deep(5000), fails(), runtime.FuncForPC(pc).Name(), file, line)
}
`

func TestProgramsRunWithoutLines(t *testing.T) {
	stripped, err := editData(compiled(t, program), dropLines)
	if err != nil {
		t.Fatal(err)
	}
	if out, want := printed(t, stripped), "5000 runtime error: index out of range [3] with length 0 main.main ? 0"; out != want {
		t.Errorf("%s\nwant %s", out, want)
	}
}

func TestTableIsRefused(t *testing.T) {
	for name, data := range map[string][]byte{
		"no table":          make([]byte, 4096),
		"nothing":           nil,
		"header only":       append([]byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8, 99}, make([]byte, 63)...),
		"offsets too large": append([]byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}, bytes.Repeat([]byte{0xff}, 64)...),
	} {
		if err := dropLines(data); err == nil {
			t.Errorf("%s is accepted by dropLines", name)
		}
		if err := dropNames(data); err == nil {
			t.Errorf("%s is accepted by dropNames", name)
		}
	}
}
