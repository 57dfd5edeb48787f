package link

import "testing"

// The address is that of the local 1 and 32, in what Go's compiler writes.
const stackAddress = "\x20\x01\xad\x42\x20\x7c\xa7"

func TestShortenAddresses(t *testing.T) {
	for name, test := range map[string]struct {
		written, want string
		shortened     int
	}{
		"store of a sum": {stackAddress + "\x20\x01\x29\x03\x10\x20\x01\x29\x03\x08\x7d\x37\x03\x04", "\x20\x01\x20\x01\x29\x03\x10\x20\x01\x29\x03\x08\x7d\x37\x03\x24", 1},
		"load":           {stackAddress + "\x29\x03\x08\x21\x02", "\x20\x01\x29\x03\x28\x21\x02", 1},
		"address of an address": {
			stackAddress + stackAddress + "\x29\x03\x00\x37\x03\x00", "\x20\x01\x20\x01\x29\x03\x20\x37\x03\x20", 2,
		},
		"address as what is stored": {"\x41\x00" + stackAddress + "\x36\x02\x00", "\x41\x00\x20\x01\x41\x20\x6a\x36\x02\x00", 1},
		"argument of a call":        {stackAddress + "\x10\x07", "\x20\x01\x41\x20\x6a\x10\x07", 1},
		"end of a block":            {"\x02\x7f" + stackAddress + "\x0b\x1a", "\x02\x7f\x20\x01\x41\x20\x6a\x0b\x1a", 1},
		"copied memory":             {stackAddress + "\x20\x01\x41\x08\xfc\x0a\x00\x00", "\x20\x01\x41\x20\x6a\x20\x01\x41\x08\xfc\x0a\x00\x00", 1},
		"in 64 bits":                {"\x20\x01\xad\x42\x20\x7c\x21\x02", "\x20\x01\xad\x42\x20\x7c\x21\x02", 0},
		"subtracted":                {"\x20\x01\xad\x42\x78\x7c\xa7\x29\x03\x00\x1a", "\x20\x01\xad\x42\x78\x7c\xa7\x29\x03\x00\x1a", 0},
	} {
		f, err := readBody([]byte("\x00" + test.written + "\x0b"))
		if err != nil {
			t.Fatal(err)
		}
		shortened := addInMemory(f.instructions)
		if got := string(appendBody(nil, f)); got != "\x00"+test.want+"\x0b" || shortened != test.shortened {
			t.Errorf("%s: %x, %d addresses, want %x, %d", name, got, shortened, test.want, test.shortened)
		}
	}
}

// An offset that gets too large stays, and the address is computed before.
func TestLargeOffset(t *testing.T) {
	const load = "\x29\x03\xf0\xff\xff\xff\x07" // 1<<31 - 16
	f, err := readBody([]byte("\x00" + stackAddress + load + "\x1a\x0b"))
	if err != nil {
		t.Fatal(err)
	}
	addInMemory(f.instructions)
	if got, want := string(appendBody(nil, f)), "\x00\x20\x01\x41\x20\x6a"+load+"\x1a\x0b"; got != want {
		t.Errorf("%x, want %x", got, want)
	}
}

func TestShortenAddressesRefuses(t *testing.T) {
	if got, err := shortenAddresses([]byte(moduleHeader)); err == nil {
		t.Errorf("a module without addresses is accepted: %x", got)
	}
}
