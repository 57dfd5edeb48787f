package textfile

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
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

// Carriage returns end lines where that is asked for, wherever the pieces of the file end; those before a line feed belong to it.
func TestLinesEndAtReturns(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for text, want := range map[string][]string{
		"":                              nil,
		"a\rb\r":                        {"a", "b\r"},
		"a\rb":                          {"a", "b"},
		"a\r\rb\n\rc":                   {"a", "", "b", "", "c"},
		"a\r\nb\r\r\nc\rd\n":            {"a\r", "b\r\r", "c", "d"},
		strings.Repeat(long+"\r", 3):    {long, long, long + "\r"},
		strings.Repeat(long+"\r\n", 3):  {long + "\r", long + "\r", long + "\r"},
		"\xef\xbb\xbf; Version: 2\r1 2": {"; Version: 2", "1 2"},
		strings.Repeat("\r", 5) + "a\n": {"", "", "", "", "", "a"},
	} {
		for name, src := range map[string]io.Reader{"whole": strings.NewReader(text), "byte by byte": iotest.OneByteReader(strings.NewReader(text))} {
			lines, err := LinesOf(src, "f")
			if err != nil {
				t.Fatal(err)
			}
			lines.EndAtReturns()
			var got []string
			for {
				line, err := lines.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, string(line))
			}
			if !slices.Equal(got, want) || lines.Number != len(want) {
				t.Errorf("%s, %.40q: %d lines %.80q", name, text, lines.Number, got)
			}
		}
	}
}
