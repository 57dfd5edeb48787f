package textfile

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// A file that unpacks to more than it may hold is refused there.
func TestTooMuchUnpacked(t *testing.T) {
	const most = 1000
	read := func(n int) ([]byte, error) {
		return io.ReadAll(&unpacked{strings.NewReader(strings.Repeat("; x\n", n)[:n]), most})
	}
	if text, err := read(most); err != nil || len(text) != most {
		t.Errorf("of a file of %d bytes %d are read, %v", most, len(text), err)
	}
	if text, err := read(most + 1); !errors.Is(err, errUnpacked) || len(text) > most {
		t.Errorf("of a larger file %d bytes are read, %v", len(text), err)
	}
	want := "bomb.swf.gz:7: the gzip data hold more than 2 GB; a .gz file of at most 2 GB unpacked is accepted"
	if err := Unreadable("bomb.swf.gz", "Standard Workload Format", 7, errUnpacked); err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
