package export_test

import (
	"encoding/xml"
	"strings"
	"testing"
	"unicode/utf8"

	"backfill/engine/export"
)

// Whatever a text is, in XML it is one text, in an element and in an attribute, and says the same but for what XML cannot hold.
func FuzzMarkup(f *testing.F) {
	for _, text := range []string{"EASY", "a < b & c", `"'><script>`, "\x00\x0b\x7f\u0085\ufffe\uffff\U0001ffff", "]]>", "\xff", "\r\n\t", "&#0;", "﷐𐀀"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		escaped := export.Markup(text)
		var read struct {
			Attribute string `xml:"a,attr"`
			Text      string `xml:",chardata"`
			Inner     []struct {
				XMLName xml.Name
			} `xml:",any"`
		}
		if err := xml.Unmarshal([]byte(`<e a="`+escaped+`">`+escaped+`</e>`), &read); err != nil {
			t.Fatalf("%q as %q: %v", text, escaped, err)
		}
		want := strings.Map(func(r rune) rune {
			if r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r >= 0x7f && r < 0xa0 || r&0xfffe == 0xfffe {
				return utf8.RuneError
			}
			return r
		}, strings.ToValidUTF8(text, "\ufffd"))
		// XML takes every end of a line for a line feed.
		want = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(want)
		if len(read.Inner) > 0 || collapse(read.Text) != collapse(want) || collapse(read.Attribute) != collapse(want) {
			t.Errorf("%q is read as %q and %q", text, read.Text, read.Attribute)
		}
	})
}

// collapse is text with one sign for several that could not be read.
func collapse(text string) string {
	for strings.Contains(text, "\ufffd\ufffd") {
		text = strings.ReplaceAll(text, "\ufffd\ufffd", "\ufffd")
	}
	return text
}
