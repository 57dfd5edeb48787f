package ui

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/vugu/vugu"
)

// EscapeText writes every character beyond ASCII in the contents of elements as a
// character reference. vugu hands contents to JavaScript in pieces of bytes, each
// decoded by itself: a character that falls on a border would be lost.
func EscapeText(results *vugu.BuildResults) {
	escapeOut(results, results.Out)
}

func escapeOut(results *vugu.BuildResults, out *vugu.BuildOut) {
	for _, node := range out.Out {
		escapeNode(node)
	}
	for _, component := range out.Components {
		escapeOut(results, results.ResultFor(component))
	}
}

func escapeNode(node *vugu.VGNode) {
	for ; node != nil; node = node.NextSibling {
		if node.InnerHTML != nil {
			escaped := references(*node.InnerHTML)
			node.InnerHTML = &escaped
		}
		escapeNode(node.FirstChild)
	}
}

// references is html with a character reference for every character beyond ASCII; what would turn round the text after a
// name is replaced.
func references(html string) string {
	ascii := true
	for i := range len(html) {
		ascii = ascii && html[i] < 0x80
	}
	if ascii {
		return html
	}
	var b strings.Builder
	for _, r := range html {
		switch {
		case r < 0x80:
			b.WriteByte(byte(r))
		case turns(r):
			fmt.Fprintf(&b, "&#%d;", utf8.RuneError)
		default:
			fmt.Fprintf(&b, "&#%d;", r)
		}
	}
	return b.String()
}

// turns says whether a character changes the direction of the text after it, numbers included: Unicode's embeddings,
// overrides and isolates. Letters of languages written from the right need none of them.
func turns(r rune) bool { return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 }
