package link

import (
	"fmt"
	"testing"
)

// jumper prints the results of code that jumps in all ways that Go has: loops, switches, calls that stop
// in the middle and go on later, panics that a caller of a caller recovers from, functions by value, growing stacks.
const jumper = `package main

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
)

type shape interface{ area() int }
type square int
type oblong struct{ a, b int }

func (s square) area() int { return int(s * s) }
func (o oblong) area() int { return o.a * o.b }

func collatz(n int) (steps int) {
	for n != 1 {
		switch {
		case n%2 == 0:
			n /= 2
		default:
			n = 3*n + 1
		}
		steps++
	}
	return steps
}

func labels() (found []int) {
outer:
	for i := 2; i < 60; i++ {
		for j := 2; j*j <= i; j++ {
			if i%j == 0 {
				continue outer
			}
		}
		if found = append(found, i); len(found) == 12 {
			break outer
		}
	}
	return found
}

func deep(n int) int {
	var room [64]int
	room[n%64] = n
	if n == 0 {
		runtime.GC()
		return 0
	}
	return deep(n-1) + room[n%64] - n + 1
}

func inner(list []int, i int) int { defer func() { list[0]++ }(); return list[i] }

func recovered(list []int, i int) (result string) {
	defer func() {
		if r := recover(); r != nil {
			result = fmt.Sprint("recovered ", r)
		}
	}()
	return fmt.Sprint("fine ", inner(list, i))
}

func talk() (sum int) {
	numbers, done := make(chan int), make(chan int, 1)
	var group sync.WaitGroup
	var mutex sync.Mutex
	for g := range 10 {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := range 100 {
				numbers <- g * i
				if i%7 == 0 {
					mutex.Lock()
					runtime.Gosched()
					mutex.Unlock()
				}
			}
		}()
	}
	go func() {
		group.Wait()
		close(numbers)
		done <- 1
	}()
	for {
		select {
		case n, ok := <-numbers:
			if !ok {
				return sum + <-done
			}
			sum += n
		}
	}
}

func main() {
	steps := 0
	for n := 1; n <= 1000; n++ {
		steps += collatz(n)
	}
	area := 0
	for i, s := range []shape{square(3), oblong{2, 5}, square(4)} {
		area += (i + 1) * s.area()
	}
	list := []int{1, 2, 3}
	words := strings.Fields("to be or not to be")
	slices.SortFunc(words, func(a, b string) int { return -strings.Compare(a, b) })
	_, err := fmt.Sscan("12x", new(int), new(int))
	fmt.Println(steps, area, labels(), deep(5000), recovered(list, 1), recovered(list, 3), list, talk(), words, errors.Unwrap(fmt.Errorf("%w", err)) == err)
}
`

// Of the numbers: 1, 2, ..., 1000 need 59,542 steps in all; areas 9 + 2*10 + 3*16 = 77; the
// goroutines' sum is (0 + ... + 9)(0 + ... + 99) = 45 * 4950 = 222,750, and one for the end.
func TestProgramsRunWithShortJumps(t *testing.T) {
	module := compiled(t, jumper)
	shortened, err := shortenJumps(module)
	if err != nil {
		t.Fatal(err)
	}
	want := "59542 77 [2 3 5 7 11 13 17 19 23 29 31 37] 5000 fine 2 recovered runtime error: index out of range [3] with length 3 [3 2 3] 222751 [to to or not be be] true"
	if got := printed(t, shortened); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if len(shortened) >= len(module) {
		t.Errorf("%d bytes, without short jumps %d", len(shortened), len(module))
	}
}

// Parts of a function as Go's compiler writes it: two blocks, the second one begins at number 2 of the table.
const (
	beginning = "\x01\x01\x7f" + "\x23\x00\x21\x01" // a local, the stack's pointer
	leave     = "\x02\x40"
	loop      = "\x03\x40"
	blocks    = "\x02\x40\x02\x40\x20\x00\x0e\x02\x00\x00\x01\x0b"
	ending    = "\x0b\x00\x0b\x41\x01\x0b"
)

func TestShortenBody(t *testing.T) {
	for _, c := range []struct {
		name, body, want string
	}{
		{
			"forward, where a condition holds",
			beginning + leave + loop + blocks + "\x20\x02\x04\x40\x41\x02\x21\x00\x0c\x02\x0b" + "\x0b" + "\x01" + ending,
			beginning + blocks + "\x20\x02\x0d\x00" + "\x0b" + "\x01" + "\x00\x41\x01\x0b",
		},
		{
			"forward always",
			beginning + leave + loop + blocks + "\x41\x02\x21\x00\x0c\x01" + "\x0b" + "\x01" + ending,
			beginning + blocks + "\x0c\x00" + "\x0b" + "\x01" + "\x00\x41\x01\x0b",
		},
		{
			"backward stays",
			beginning + leave + loop + blocks + "\x01" + "\x0b" + "\x41\x02\x21\x00\x0c\x00" + ending,
			beginning + loop + blocks + "\x01" + "\x0b" + "\x41\x02\x21\x00\x0c\x00" + "\x0b\x00\x41\x01\x0b",
		},
		{
			"the number of the block is read elsewhere",
			beginning + leave + loop + blocks + "\x41\x02\x21\x00\x0c\x01" + "\x0b" + "\x20\x00\x1a" + ending,
			beginning + loop + blocks + "\x41\x02\x21\x00\x0c\x01" + "\x0b" + "\x20\x00\x1a" + "\x0b\x00\x41\x01\x0b",
		},
		{
			"a call that did not return",
			beginning + leave + loop + blocks + "\x10\x07\x0d\x02" + "\x0b" + "\x0c\x00" + ending,
			beginning + loop + blocks + "\x10\x07\x04\x40\x41\x01\x0f\x0b" + "\x0b" + "\x0c\x00" + "\x0b\x00\x41\x01\x0b",
		},
	} {
		f, err := readBody([]byte(c.body))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if same := appendBody(nil, f); string(same) != c.body {
			t.Errorf("%s: read and written again %x, want %x", c.name, same, c.body)
		}
		branchForward(f.instructions)
		returnAtOnce(f.instructions)
		dropBlocks(f.instructions)
		if got := appendBody(nil, f); string(got) != c.want {
			t.Errorf("%s: %x, want %x", c.name, got, c.want)
		}
	}
}

func TestShortenJumpsRefuses(t *testing.T) {
	section := func(bodies ...string) []byte {
		code := []byte{byte(len(bodies))}
		for _, body := range bodies {
			code = append(append(code, byte(len(body))), body...)
		}
		return append(fmt.Appendf(nil, "%s\x0a%c", moduleHeader, len(code)), code...)
	}
	for name, module := range map[string][]byte{
		"no module":              []byte("hello, world"),
		"no function that jumps": section("\x00\x0b"),
		"unknown instruction":    section("\x00\xfb\x0b"),
		"unknown instruction fc": section("\x00\xfc\x0c\x0b"),
		"cut off":                section("\x00\x41"),
		"no end":                 section("\x00\x02\x40\x0b"),
		"goes on after its end":  section("\x00\x0b\x01"),
		"leaves too many blocks": section("\x00\x0c\x01\x0b"),
	} {
		if got, err := shortenJumps(module); err == nil {
			t.Errorf("%s is accepted: %x", name, got)
		}
	}
	if _, err := shortenJumps(section(beginning + leave + loop + blocks + "\x01\x0b\x01" + ending)); err != nil {
		t.Error(err)
	}
}
