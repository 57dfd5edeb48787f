package link

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// crossing prints what functions of both parts do together: those with "late" in their names are in the rest. Its last line tells
// where a function of the rest failed.
const crossing = `package main

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall/js"
	"time"
)

type shape interface{ area() int }
type early int
type lateShape struct{ a, b int }

func (s early) area() int     { return int(s * s) }
func (s lateShape) area() int { return earlyProduct(s.a, s.b) }

//go:noinline
func earlyProduct(a, b int) int { runtime.Gosched(); return a * b }

//go:noinline
func lateShapes() []shape { return []shape{early(3), lateShape{2, 5}, &lateShape{4, 4}} }

//go:noinline
func lateCounter() func() int { n := 0; return func() int { n++; runtime.Gosched(); return n } }

// Switches goroutines in functions of both parts, each of which waits for the other.
func lateSum(in <-chan int, out chan<- int) {
	sum := 0
	for n := range in {
		sum += n
		if n%3 == 0 {
			time.Sleep(time.Microsecond)
		}
		out <- sum
	}
	close(out)
}

func earlySums() (last int) {
	in, out := make(chan int), make(chan int)
	go lateSum(in, out)
	go func() {
		for n := range 10 {
			in <- n
		}
		close(in)
	}()
	for last = range out {
	}
	return last
}

var errLate = errors.New("late")

func lateFails(trace *[]string, depth int) {
	defer func() { *trace = append(*trace, fmt.Sprint("late ", depth)) }()
	if depth == 0 {
		panic(errLate)
	}
	earlyFails(trace, depth-1)
}

func earlyFails(trace *[]string, depth int) {
	defer func() { *trace = append(*trace, fmt.Sprint("early ", depth)) }()
	lateFails(trace, depth-1)
}

func earlyRecovers() (trace []string) {
	defer func() { trace = append(trace, fmt.Sprint(recover() == errLate)) }()
	earlyFails(&trace, 3)
	return nil
}

func lateRecovers(list []int) (what string) {
	defer func() {
		what = fmt.Sprint(recover())
		runtime.GC()
	}()
	return fmt.Sprint(earlyAt(list, 3))
}

//go:noinline
func earlyAt(list []int, i int) int { return list[i] }

// Stacks grow and are copied with functions of both parts on them.
func lateDeep(n int) int {
	var room [16]int
	room[n%16] = n
	if n == 0 {
		runtime.GC()
		return 0
	}
	return earlyDeep(n-1) + room[n%16] - n + 1
}

func earlyDeep(n int) int {
	var room [40]int
	room[n%40] = n
	if n == 0 {
		return 0
	}
	return lateDeep(n-1) + room[n%40] - n + 1
}

func lateTrace() string {
	defer func() { recover() }()
	return earlyTrace(func() string {
		stack := string(debug.Stack())
		return fmt.Sprint(strings.Contains(stack, "main.lateTrace"), strings.Contains(stack, "main.earlyTrace"))
	})
}

//go:noinline
func earlyTrace(f func() string) string { return f() }

func main() {
	for js.Global().Get("waiting").Truthy() {
		time.Sleep(time.Millisecond)
	}
	area := 0
	for _, s := range lateShapes() {
		area = 100*area + s.area()
	}
	count := lateCounter()
	count()
	fmt.Println(area, count(), earlySums(), earlyRecovers(), lateRecovers([]int{1, 2}), lateDeep(4000), lateTrace())
}
`

// Areas are 3*3, 2*5 and 4*4; 0 + ... + 9 = 45; functions end from the innermost one.
const crossed = "91016 2 45 [late 0 early 1 late 2 early 3 true] runtime error: index out of range [3] with length 2 4000 true true"

// joined runs a program in two parts in Node and returns what it prints. When the rest is added before it is needed, which the
// program waits for, it is loaded only then.
func joined(t *testing.T, first, rest []byte, added bool) string {
	t.Helper()
	folder := t.TempDir()
	files := map[string][]byte{"first.wasm": first, "rest.wasm": rest, "run.mjs": []byte(runParts)}
	for name, source := range map[string]string{"parts.mjs": "../../assets/parts.js", "wasm_exec.js": filepath.Join(goRoot(t), "lib", "wasm", "wasm_exec.js")} {
		content, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = content
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	arguments := []string{"run.mjs"}
	if added {
		arguments = append(arguments, "added")
	}
	run := exec.Command("node", arguments...)
	run.Dir = folder
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.TrimSpace(string(out))
}

const runParts = `
import fs from "node:fs";
import { join } from "./parts.mjs";

globalThis.fs = fs;
await import("./wasm_exec.js");

const added = process.argv[2] === "added";
const go = new Go();
let loaded = 0;
const rest = () => {
	loaded++;
	return new WebAssembly.Module(fs.readFileSync("rest.wasm"));
};
globalThis.waiting = added;
const program = await join(new WebAssembly.Module(fs.readFileSync("first.wasm")), go, () => {
	if (added) throw new Error("needed too early");
	return rest();
});
const ended = go.run(program.instance);
if (added) {
	await program.add(rest());
	globalThis.waiting = false;
}
await ended;
if (loaded !== 1) console.log("loaded " + loaded + " times");
process.exit(); // a timer that the program still has would wake it after its end
`

// What a program does it does in two parts as well, whichever functions are cold.
func TestProgramsRunInParts(t *testing.T) {
	divisions := map[string]func(f int, name string) bool{
		"all cold":             func(int, string) bool { return false },
		"every other function": func(f int, _ string) bool { return f%2 == 0 },
		"late functions": func(_ int, name string) bool {
			return !strings.Contains(name, "main.") || !strings.Contains(name, "late")
		},
	}
	for _, program := range []struct{ name, source, want string }{{"crossing", crossing, crossed}, {"jumper", jumper, ""}} {
		module := compiled(t, program.source)
		names, err := Names(module)
		if err != nil {
			t.Fatal(err)
		}
		want := program.want
		if want == "" {
			want = printed(t, module)
		}
		module = shortened(t, module)
		for name, divide := range divisions {
			if program.name != "crossing" && name == "late functions" {
				continue // has none
			}
			t.Run(program.name+", "+name, func(t *testing.T) {
				in := make([]bool, len(names))
				for f := range in {
					in[f] = divide(f, names[f])
				}
				first, rest, err := Split(module, in, len(module))
				if err != nil {
					t.Fatal(err)
				}
				if name == "all cold" { // but for the last functions, of half of the bytes
					most := len(rest) / 2
					if first, rest, err = Split(module, in, most); err != nil || len(rest) > most || len(rest) < most*9/10 {
						t.Fatalf("the rest is of %d bytes, of at most %d: %v", len(rest), most, err)
					}
				}
				if got := joined(t, first, rest, false); got != want {
					t.Errorf("loaded when it is needed:\n%s\nwant %s", got, want)
				}
				if name != "late functions" {
					return
				}
				if got := joined(t, first, rest, true); got != want {
					t.Errorf("added before it is needed:\n%s\nwant %s", got, want)
				}
			})
		}
	}
}

// A module of nothing but what every Go program has: one function of Go's type in a slot, which calls a second one, which is cold;
// the third one has no slot.
func TestSplit(t *testing.T) {
	const (
		types     = "\x01\x09\x02\x60\x00\x00\x60\x01\x7f\x01\x7f"
		imports   = "\x02\x07\x01\x01m\x01f\x00\x00"
		functions = "\x03\x04\x03\x01\x01\x00"
		table     = "\x04\x04\x01\x70\x00\x0a"
		memory    = "\x05\x03\x01\x00\x01"
		global    = "\x06\x06\x01\x7f\x01\x41\x00\x0b"
		exports   = "\x07\x0d\x02\x03run\x00\x01\x03mem\x02\x00"
		elements  = "\x09\x08\x01\x00\x41\x08\x0b\x02\x01\x02"
		code      = "\x0a\x12\x03" + "\x06\x00\x41\x00\x10\x02\x0b" + "\x06\x00\x41\x00\x10\x01\x0b" + "\x02\x00\x0b"
		data      = "\x0b\x07\x01\x00\x41\x00\x0b\x01x"
	)
	module := moduleHeader + types + imports + functions + table + memory + global + exports + elements + code + data
	first, rest, err := Split([]byte(module), []bool{true, false}, len(module))
	if err != nil {
		t.Fatal(err)
	}
	const section = "\x00\x0b\x05slots[8,2]"
	wantFirst := moduleHeader + section + types + "\x02\x17\x02\x01m\x01f\x00\x00" + "\x05parts\x05table\x01\x70\x00\x0a" + "\x03\x03\x02\x01\x00" + memory + global +
		"\x07\x11\x03\x03run\x00\x01\x03mem\x02\x00" + "\x010\x03\x00" + "\x09\x07\x01\x00\x41\x08\x0b\x01\x01" +
		"\x0a\x0e\x02" + "\x09\x00\x41\x00\x41\x09\x11\x01\x00\x0b" + "\x02\x00\x0b" + data
	if string(first) != wantFirst {
		t.Errorf("first %q\nwant  %q", first, wantFirst)
	}
	wantRest := moduleHeader + types + "\x02\x29\x03" + "\x05parts\x05table\x01\x70\x00\x0a" + "\x05parts\x03mem\x02\x00\x01" + "\x05parts\x010\x03\x7f\x01" +
		"\x03\x02\x01\x01" + "\x09\x07\x01\x00\x41\x09\x0b\x01\x00" + "\x0a\x0b\x01" + "\x09\x00\x41\x00\x41\x08\x11\x01\x00\x0b"
	if string(rest) != wantRest {
		t.Errorf("rest %q\nwant %q", rest, wantRest)
	}
	for name, module := range map[string]string{
		"no module":           "hello, world",
		"cut off":             module[:len(module)-1],
		"with a start":        strings.Replace(module, elements, "\x08\x01\x03"+elements, 1),
		"without elements":    strings.Replace(module, elements, "", 1),
		"with other slots":    strings.Replace(module, elements, "\x09\x08\x01\x00\x41\x08\x0b\x02\x02\x01", 1),
		"with more slots":     strings.Replace(module, elements, "\x09\x09\x01\x00\x41\x08\x0b\x03\x01\x02\x03", 1),
		"without Go's types":  strings.Replace(module, types, "\x01\x09\x02\x60\x00\x00\x60\x01\x7e\x01\x7f", 1),
		"with another global": strings.Replace(module, global, "\x06\x06\x01\x7f\x00\x41\x00\x0b", 1),
	} {
		if first, rest, err := Split([]byte(module), []bool{true, false}, len(module)); err == nil {
			t.Errorf("%s is accepted: %x and %x", name, first, rest)
		}
	}
}
