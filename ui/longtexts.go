package ui

import (
	"encoding/json"

	"github.com/vugu/vugu"

	"backfill/ui/phrase"
)

// LongText is a text that is too long for an instruction of vugu's renderer: the property
// of the element with that id, to be set when the page has been rendered.
type LongText struct{ ID, Property, Text string }

// maxInstruction is how many bytes a property or an attribute may have. The renderer
// fails beyond 16 KiB; contents it divides by itself.
const maxInstruction = 8 << 10

// TakeLongTexts takes out of what was built whatever an instruction cannot hold: long
// properties, which it returns, and the ends of long attributes, which are dropped.
func TakeLongTexts(results *vugu.BuildResults) []LongText {
	return takeFrom(results, results.Out, nil)
}

func takeFrom(results *vugu.BuildResults, out *vugu.BuildOut, taken []LongText) []LongText {
	for _, node := range out.Out {
		taken = takeFromNode(node, taken)
	}
	for _, component := range out.Components {
		taken = takeFrom(results, results.ResultFor(component), taken)
	}
	return taken
}

func takeFromNode(node *vugu.VGNode, taken []LongText) []LongText {
	for ; node != nil; node = node.NextSibling {
		id := ""
		for i := range node.Attr {
			a := &node.Attr[i]
			a.Val = phrase.Cut(a.Val, maxInstruction)
			if a.Key == "id" {
				id = a.Val
			}
		}
		var short []vugu.VGProperty
		for _, p := range node.Prop {
			var text string
			if len(p.JSONVal) <= maxInstruction || json.Unmarshal(p.JSONVal, &text) != nil {
				short = append(short, p)
				continue
			}
			taken = append(taken, LongText{id, p.Key, text})
		}
		node.Prop = short
		taken = takeFromNode(node.FirstChild, taken)
	}
	return taken
}
