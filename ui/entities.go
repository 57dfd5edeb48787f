package ui

import (
	"fmt"
	"strings"

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

// references is html with a character reference for every character beyond ASCII.
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
		if r < 0x80 {
			b.WriteByte(byte(r))
		} else {
			fmt.Fprintf(&b, "&#%d;", r)
		}
	}
	return b.String()
}
