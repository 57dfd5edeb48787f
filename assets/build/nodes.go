package main

import (
	"encoding/json"
	"fmt"
	"html"
	"strings"

	"github.com/vugu/vugu"
)

// between divides texts that follow each other, of which a browser would make one. assets/ahead.js takes it out.
const between = "<!---->"

// writer writes HTML.
type writer struct {
	strings.Builder
	inText bool // what was written last is text
}

// writeNode writes as HTML what the renderer would make of a node. Properties become the attributes that an element begins with.
func writeNode(b *writer, results *vugu.BuildResults, n *vugu.VGNode) error {
	if n.Component != nil {
		return writeNode(b, results, results.ResultFor(n.Component).Out[0])
	}
	switch {
	case n.Type == vugu.TextNode:
		if b.inText {
			b.WriteString(between)
		}
		b.WriteString(html.EscapeString(n.Data))
		b.inText = true
		return nil
	case n.IsTemplate():
		return writeChildren(b, results, n)
	case n.Type != vugu.ElementNode:
		return fmt.Errorf("a page built ahead has no nodes of type %d", n.Type)
	}
	b.inText = false
	fmt.Fprintf(b, "<%s", n.Data)
	for _, a := range n.Attr {
		fmt.Fprintf(b, ` %s="%s"`, a.Key, html.EscapeString(a.Val))
	}
	for _, p := range n.Prop {
		if err := writeProperty(b, p); err != nil {
			return err
		}
	}
	b.WriteByte('>')
	if n.Data == "input" {
		return nil
	}
	if n.InnerHTML != nil {
		b.WriteString(*n.InnerHTML)
	} else if err := writeChildren(b, results, n); err != nil {
		return err
	}
	fmt.Fprintf(b, "</%s>", n.Data)
	b.inText = false
	return nil
}

func writeChildren(b *writer, results *vugu.BuildResults, n *vugu.VGNode) error {
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		if err := writeNode(b, results, child); err != nil {
			return err
		}
	}
	return nil
}

func writeProperty(b *writer, p vugu.VGProperty) error {
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
	return fmt.Errorf("a page built ahead has no property %s with the value %s", p.Key, p.JSONVal)
}

// pieces divides HTML before every tag.
func pieces(text string) []string {
	var list []string
	for text != "" {
		end := strings.Index(text[1:], "<") + 1
		if end == 0 {
			end = len(text)
		}
		list = append(list, text[:end])
		text = text[end:]
	}
	return list
}

// changes make b of a, from the last one to the first, so that each finds its place. O(len(a)*len(b)).
func changes(a, b []string) []change {
	// common[i][j] is how many pieces a[i:] and b[j:] have in common, in the same order.
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var list []change
	for i, j := 0, 0; i < len(a) || j < len(b); {
		if i < len(a) && j < len(b) && a[i] == b[j] {
			i, j = i+1, j+1
			continue
		}
		c := change{At: i}
		for i < len(a) || j < len(b) {
			if i < len(a) && j < len(b) && a[i] == b[j] {
				break
			}
			if j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1] {
				c.Gone++
				i++
			} else {
				c.New = append(c.New, b[j])
				j++
			}
		}
		list = append([]change{c}, list...)
	}
	return list
}
