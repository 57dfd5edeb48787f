package textfile

import (
	"strings"
	"testing"
)

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("é", 40) // 80 bytes
	for text, want := range map[string]string{
		"12 34": "12 34", "\x7fELF\x02\x00;": "�ELF��;", "a\xffb": "a�b", "a\tb": "a\tb", long: strings.Repeat("é", 30) + "…",
	} {
		if got := Excerpt([]byte(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
