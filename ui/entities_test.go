package ui

import (
	"html"
	"strings"
	"testing"

	"github.com/vugu/vugu"
)

// Everything that reaches the renderer as content is ASCII, and means the same.
func TestContentsAreASCII(t *testing.T) {
	if got, want := references("2–4 processors ✓ <b>"), "2&#8211;4 processors &#10003; <b>"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := references("\u202eYSAE\u2066 שלום"), "&#65533;YSAE&#65533; &#1513;&#1500;&#1493;&#1501;"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p, _ := firstVisit(t)
	env, err := vugu.NewBuildEnv(vugu.NewEventEnvImpl(nil, nil))
	if err != nil {
		t.Fatal(err)
	}
	results := env.RunBuild(Root(p))
	var before, after []string
	collect(results, results.Out, &before)
	EscapeText(results)
	collect(results, results.Out, &after)
	beyond := 0
	for i := range before {
		if html.UnescapeString(before[i]) != html.UnescapeString(after[i]) {
			t.Errorf("%q became %q", before[i], after[i])
		}
		if strings.ContainsFunc(before[i], func(r rune) bool { return r >= 0x80 }) {
			beyond++
		}
		if strings.ContainsFunc(after[i], func(r rune) bool { return r >= 0x80 }) {
			t.Errorf("%q is not ASCII", after[i])
		}
	}
	if beyond < 5 {
		t.Errorf("only %d contents beyond ASCII were there to begin with", beyond)
	}
}

func collect(results *vugu.BuildResults, out *vugu.BuildOut, contents *[]string) {
	var walk func(n *vugu.VGNode)
	walk = func(n *vugu.VGNode) {
		for ; n != nil; n = n.NextSibling {
			if n.InnerHTML != nil {
				*contents = append(*contents, *n.InnerHTML)
			}
			walk(n.FirstChild)
		}
	}
	for _, n := range out.Out {
		walk(n)
	}
	for _, c := range out.Components {
		collect(results, results.ResultFor(c), contents)
	}
}
