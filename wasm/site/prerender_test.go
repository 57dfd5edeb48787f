package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"backfill/ui/panel"
)

// edited is the HTML of a page after edits, made as prerendered.js makes them.
func edited(page *node, edits []edit) string {
	page = cloned(page)
	for _, e := range edits {
		parent := page
		for _, i := range e.Way {
			parent = parent.children[i]
		}
		parent.children = slices.Replace(parent.children, e.At, e.At+e.Gone, &node{text: e.HTML})
	}
	return page.html()
}

func cloned(n *node) *node {
	copied := *n
	copied.children = nil
	for _, child := range n.children {
		copied.children = append(copied.children, cloned(child))
	}
	return &copied
}

func TestEditsMakeOnePageOfAnother(t *testing.T) {
	var trees func(depth int) *rapid.Generator[*node]
	trees = func(depth int) *rapid.Generator[*node] {
		return rapid.Custom(func(t *rapid.T) *node {
			if depth == 0 || rapid.Bool().Draw(t, "text") {
				return &node{text: rapid.SampledFrom([]string{"a", "b", between}).Draw(t, "words")}
			}
			n := &node{name: "p", open: rapid.SampledFrom([]string{"<p>", `<p id="x">`}).Draw(t, "tag")}
			n.children = rapid.SliceOfN(trees(depth-1), 0, 4).Draw(t, "children")
			return n
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		pages := rapid.Map(rapid.SliceOfN(trees(3), 0, 5), func(children []*node) *node { return &node{"<div>", "div", "", children} })
		a, b := pages.Draw(t, "a"), pages.Draw(t, "b")
		if got := edited(a, edits(a, b)); got != b.html() {
			t.Fatalf("%s edited is %s, want %s", a.html(), got, b.html())
		}
	})
}

// The prerendered page differs by window and theme in what it should, and is the same whenever it is made.
func TestPrerender(t *testing.T) {
	made, err := prerender()
	if err != nil {
		t.Fatal(err)
	}
	again, err := prerender()
	if err != nil {
		t.Fatal(err)
	}
	data := func(a *prerendered) string {
		text, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		return a.address + a.page.html() + string(text)
	}
	if data(made) != data(again) {
		t.Error("it is another one each time")
	}
	darkPage, err := showFirst("dark", panel.Narrow)
	if err != nil {
		t.Fatal(err)
	}
	light := made.page.html()
	dark := edited(made.page, made.Dark)
	for _, c := range []struct {
		name, html, theme string
		width             int
		narrow            bool
	}{
		{"wide and light", light, "light", 1200, false},
		{"wide and dark", dark, "dark", 1200, false},
		{"narrow and light", edited(made.page, made.Narrow), "light", 320, true},
		{"narrow and dark", edited(darkPage.page, made.NarrowDark), "dark", 320, true},
	} {
		offering := map[string]string{"light": ">Dark</button>", "dark": ">Light</button>"}[c.theme]
		if !strings.Contains(c.html, offering) || strings.Contains(c.html, `id="field-machine-processors"`) == c.narrow {
			t.Errorf("the page that is %s offers another theme, or has the wrong cards open", c.name)
		}
		want, err := showFirst(c.theme, c.width)
		if err != nil {
			t.Fatal(err)
		}
		if c.html != want.page.html() {
			t.Errorf("the page that is %s is not what the program shows", c.name)
		}
	}
	if !strings.Contains(light, "&#160;% less under ") || strings.Contains(light, "simulated in") {
		t.Error("the page has no answer, or tells how long a simulation took elsewhere")
	}
	if !strings.HasPrefix(made.address, "s=1.") {
		t.Errorf("the page's address has %q", made.address)
	}
}
