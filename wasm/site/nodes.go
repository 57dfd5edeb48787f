package main

import (
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/vugu/vugu"
)

// node is an element of a page, a text, or what divides two texts, as a browser makes it of HTML.
type node struct {
	open     string // tag of an element, with its attributes; "" for anything else
	name     string // of an element
	text     string // HTML of anything else, or of all that is in an element whose content was given as HTML
	children []*node
}

// between divides texts that follow each other, of which a browser would make one. assets/prerendered.js takes it out.
const between = "<!---->"

// find is the element with an id in a node, nil if there is none.
func (n *node) find(id string) *node {
	if strings.Contains(n.open, fmt.Sprintf(` id="%s"`, id)) {
		return n
	}
	for _, child := range n.children {
		if found := child.find(id); found != nil {
			return found
		}
	}
	return nil
}

// html is the HTML of a node and all in it.
func (n *node) html() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *node) write(b *strings.Builder) {
	b.WriteString(n.open)
	b.WriteString(n.text)
	for _, child := range n.children {
		child.write(b)
	}
	if n.name != "" && n.name != "input" {
		fmt.Fprintf(b, "</%s>", n.name)
	}
}

// nodeOf is what the renderer would make of a page. Properties become the attributes that an element begins with.
func nodeOf(results *vugu.BuildResults) (*node, error) {
	m := nodeMaker{results: results}
	var all node
	if err := m.add(&all, results.Out.Out[0]); err != nil {
		return nil, err
	}
	if len(all.children) != 1 {
		return nil, fmt.Errorf("a prerendered page is one element, not %d", len(all.children))
	}
	return all.children[0], nil
}

type nodeMaker struct {
	results *vugu.BuildResults
	inText  bool // what was added last is text
}

// add adds what n is to the children of parent.
func (m *nodeMaker) add(parent *node, n *vugu.VGNode) error {
	if n.Component != nil {
		return m.add(parent, m.results.ResultFor(n.Component).Out[0])
	}
	switch {
	case n.Type == vugu.TextNode:
		if m.inText {
			parent.children = append(parent.children, &node{text: between})
		}
		if n.Data != "" {
			parent.children = append(parent.children, &node{text: html.EscapeString(n.Data)})
		}
		m.inText = true
		return nil
	case n.IsTemplate():
		return m.addChildren(parent, n)
	case n.Type != vugu.ElementNode:
		return fmt.Errorf("a prerendered page has no nodes of type %d", n.Type)
	}
	m.inText = false
	var b strings.Builder
	fmt.Fprintf(&b, "<%s", n.Data)
	for _, a := range n.Attr {
		fmt.Fprintf(&b, ` %s="%s"`, a.Key, html.EscapeString(a.Val))
	}
	for _, p := range n.Prop {
		if err := writeProperty(&b, p); err != nil {
			return err
		}
	}
	b.WriteByte('>')
	made := &node{open: b.String(), name: n.Data}
	parent.children = append(parent.children, made)
	if n.Data == "input" {
		return nil
	}
	if n.InnerHTML != nil {
		made.text = *n.InnerHTML
	} else if err := m.addChildren(made, n); err != nil {
		return err
	}
	m.inText = false
	return nil
}

func (m *nodeMaker) addChildren(parent *node, n *vugu.VGNode) error {
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		if err := m.add(parent, child); err != nil {
			return err
		}
	}
	return nil
}

func writeProperty(b *strings.Builder, p vugu.VGProperty) error {
	var value any
	if err := json.Unmarshal(p.JSONVal, &value); err != nil {
		return fmt.Errorf("property %s: %w", p.Key, err)
	}
	switch v := value.(type) {
	case string:
		if p.Key == "value" {
			fmt.Fprintf(b, ` value="%s"`, html.EscapeString(v))
			return nil
		}
	case bool:
		if p.Key == "selected" || p.Key == "checked" {
			if v {
				fmt.Fprintf(b, ` %s=""`, p.Key)
			}
			return nil
		}
	}
	return fmt.Errorf("a prerendered page has no property %s with the value %s", p.Key, p.JSONVal)
}

// edit puts HTML in the place of so many children of a node.
type edit struct {
	Way  []int  `json:"way"` // to the node: places among children, from the page's element on
	At   int    `json:"at"`
	Gone int    `json:"gone"`
	HTML string `json:"html,omitempty"`
}

// edits make what is in b of what is in a, from the last one to the first, so that each finds its way. Both are the same element.
func edits(a, b *node) []edit { return editsAt([]int{}, a, b) }

func editsAt(way []int, a, b *node) []edit {
	same := func(x, y *node) bool { return x.html() == y.html() }
	if len(a.children) == len(b.children) {
		var list []edit
		for i, x := range slices.Backward(a.children) {
			y := b.children[i]
			switch {
			case same(x, y):
			case x.open != "" && x.open == y.open && x.text == y.text:
				list = append(list, editsAt(append(slices.Clone(way), i), x, y)...)
			default:
				list = append(list, edit{way, i, 1, y.html()})
			}
		}
		return list
	}
	// What is the same at both ends stays.
	from, gone, come := 0, len(a.children), len(b.children)
	for from < min(gone, come) && same(a.children[from], b.children[from]) {
		from++
	}
	for from < min(gone, come) && same(a.children[gone-1], b.children[come-1]) {
		gone, come = gone-1, come-1
	}
	var text strings.Builder
	for _, child := range b.children[from:come] {
		child.write(&text)
	}
	return []edit{{way, from, gone - from, text.String()}}
}
