package main

import (
	"slices"
	"strings"
	"testing"
)

// All that the programs of these tests do, they do after all changes as well.
func TestProgramsRunAfterAllChanges(t *testing.T) {
	for _, source := range []string{jumper, program, named} {
		module := compiled(t, source)
		short, err := shrink(module)
		if err != nil {
			t.Fatal(err)
		}
		want, got := printed(t, module), printed(t, short)
		// Without the names and lines that went.
		want = strings.NewReplacer("strings.ToUpper", "?").Replace(want)
		if before, _, found := strings.Cut(want, "main.main /"); found {
			want = before + "main.main ? 0"
		}
		if got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

// Calls after which a function goes on at 3, 4 and 9. The value is 0 below 2, 5 below 4 and 7 below 12: so it is 0 at the
// beginning, 5 at the first call (2) and after it (3), 5 at the second one (3) and 7 after it (4), and 7 for
// the third. The new numbers are 0 to 6.
func TestRenumberedSteps(t *testing.T) {
	r := renumbering{after: []int64{3, 4, 9}}
	got, err := r.steps([]step{{0, 2}, {5, 4}, {7, 12}})
	if want := []step{{0, 1}, {5, 4}, {7, 7}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	if got, err := r.steps([]step{{0, 2}, {5, 9}}); err == nil {
		t.Errorf("no value at 9: %v", got)
	}
	for old, want := range map[int64]int64{0: 0, 2: 1, 3: 2, 4: 4, 8: 5, 9: 6} {
		if got := r.number(old); got != want {
			t.Errorf("%d becomes %d, want %d", old, got, want)
		}
	}
}

// From -1 the value rises by 1 (written 2) below 2, by 5 (10) below 4 and falls by 7 (13) below 132.
func TestSteps(t *testing.T) {
	written := []byte{2, 2, 10, 2, 13, 0x80, 1, 0}
	want := []step{{0, 2}, {5, 4}, {-2, 132}}
	steps, err := readSteps(append([]byte{0}, written...), 1)
	if err != nil || !slices.Equal(steps, want) {
		t.Errorf("%v, %v, want %v", steps, err, want)
	}
	if got := appendSteps(nil, want); !slices.Equal(got, written) {
		t.Errorf("%v, want %v", got, written)
	}
	for _, offset := range []uint32{9, 10} {
		if steps, err := readSteps(append([]byte{0}, written...), offset); err == nil {
			t.Errorf("at %d: %v", offset, steps)
		}
	}
}

// A function that calls twice, jumps back, and goes on at 3 after the first call and at 5 after the second one:
// the table leads the numbers 0 to 2 to the first block, 3 and 4 to the second one, the others to the third one.
func TestRenumberBody(t *testing.T) {
	const push = "\x20\x01\x41\x08\x6b\x22\x01\x24\x00\x20\x01"
	call := func(number string) string {
		return push + "\x42" + number + "\x37\x03\x00\x41\x00\x10\x07"
	}
	argument := "\x24\x00\x20\x01\x42\x05\x37\x03\x00" // 5, at the stack's pointer
	written := beginning + loop + "\x02\x40\x02\x40\x02\x40\x20\x00\x0e\x05\x00\x00\x00\x01\x01\x02\x0b" +
		argument + call("\x83\x80\x84\x80\x01") + "\x0b" + call("\x85\x80\x84\x80\x01") + "\x0b" + "\x41\x03\x21\x00\x0c\x00" + "\x0b\x00\x0b"
	f, err := readBody([]byte(written))
	if err != nil {
		t.Fatal(err)
	}
	r, ok := renumberBody(1, f.instructions, 0)
	if !ok || !slices.Equal(r.after, []int64{3, 5}) {
		t.Fatalf("%v, %v", r, ok)
	}
	shareAddress(1, &f)
	call = func(number string) string {
		return push + "\x20\x02\x42" + number + "\x84\x37\x03\x00\x41\x00\x10\x07"
	}
	want := "\x02\x01\x7f\x01\x7e" + "\x23\x00\x21\x01\x42\x80\x80\x84\x80\x01\x21\x02" +
		loop + "\x02\x40\x02\x40\x02\x40\x20\x00\x0e\x04\x00\x00\x01\x01\x02\x0b" +
		argument + call("\x02") + "\x0b" + call("\x04") + "\x0b" + "\x41\x02\x21\x00\x0c\x00" + "\x0b\x00\x0b"
	if got := appendBody(nil, f); string(got) != want {
		t.Errorf("%x, want %x", got, want)
	}
	if f, err = readBody([]byte(written)); err != nil {
		t.Fatal(err)
	}
	if _, ok := renumberBody(1, f.instructions, 3); ok {
		t.Error("deferred functions are called at 3, where no call is")
	}
}

func TestRenumberRefuses(t *testing.T) {
	for name, module := range map[string]string{
		"no module": "hello, world",
		"no data":   moduleHeader,
		"no table":  moduleHeader + "\x0b\x07\x01\x00\x41\x10\x0b\x01a",
	} {
		if got, err := renumber([]byte(module)); err == nil {
			t.Errorf("%s is accepted: %x", name, got)
		}
	}
}
