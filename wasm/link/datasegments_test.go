package link

import (
	"bytes"
	"testing"
)

// Segments at 20 (one byte), 16 (two) and 200 (one) become one of 185 bytes at 16. In
// LEB128 200 is 72 + 128, written c8 01, and 185 is b9 01.
func TestJoinData(t *testing.T) {
	code := "\x0a\x01\x00" // any other section stays as it is
	module := moduleHeader + code +
		"\x0b\x15\x03" + "\x00\x41\x14\x0b\x01c" + "\x00\x41\x10\x0b\x02ab" + "\x00\x41\xc8\x01\x0b\x01d" + code
	memory := make([]byte, 185)
	copy(memory, "ab\x00\x00c")
	memory[184] = 'd'
	want := moduleHeader + code + "\x0b\xc0\x01\x01" + "\x00\x41\x10\x0b\xb9\x01" + string(memory) + code
	got, err := joinData([]byte(module))
	if err != nil || !bytes.Equal(got, []byte(want)) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if again, err := joinData(got); err != nil || !bytes.Equal(again, got) {
		t.Errorf("joined again: %q, %v", again, err)
	}
	for name, bad := range map[string]string{
		"no module":        "hello, world",
		"cut off":          module[:30],
		"passive segment":  moduleHeader + "\x0b\x04\x01\x01\x01a",
		"far apart":        moduleHeader + "\x0b\x11\x02" + "\x00\x41\x10\x0b\x01a" + "\x00\x41\x80\x80\x80\x80\x02\x0b\x01b",
		"place not given":  moduleHeader + "\x0b\x06\x01\x00\x23\x00\x0b\x00",
		"segment too long": moduleHeader + "\x0b\x06\x01\x00\x41\x10\x0b\x05",
	} {
		if got, err := joinData([]byte(bad)); err == nil {
			t.Errorf("%s: %q", name, got)
		}
	}
}
