package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/js"

	"backfill/ui/panel"
	"backfill/ui/panel/answers"
	"backfill/ui/panel/inspector"
	"backfill/ui/phrase"
	"backfill/ui/session"
)

// rendered is the page as a tree of elements, components put in their places.
type rendered struct {
	t    *testing.T
	root *element
	ids  map[string]*element
	all  []*element
}

type element struct {
	*vugu.VGNode
	parent   *element
	children []*element
}

func render(t *testing.T, p *Page) *rendered {
	t.Helper()
	env, err := vugu.NewBuildEnv(vugu.NewEventEnvImpl(nil, nil))
	if err != nil {
		t.Fatal(err)
	}
	root := Root(p)
	results := env.RunBuild(root)
	r := &rendered{t: t, ids: map[string]*element{}}
	var add func(n *vugu.VGNode, parent *element) *element
	add = func(n *vugu.VGNode, parent *element) *element {
		if n.Component != nil {
			return add(results.ResultFor(n.Component).Out[0], parent)
		}
		e := &element{VGNode: n, parent: parent}
		if n.Type == vugu.ElementNode {
			r.all = append(r.all, e)
			if id := e.attr("id"); id != "" {
				if r.ids[id] != nil {
					t.Errorf("two elements have the id %s", id)
				}
				r.ids[id] = e
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			e.children = append(e.children, add(c, e))
		}
		return e
	}
	r.root = add(results.Out.Out[0], nil)
	return r
}

func (e *element) attr(key string) string {
	for _, a := range e.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// text is what the element says, without space at its ends.
func (e *element) text() string { return strings.TrimSpace(e.allText()) }

func (e *element) allText() string {
	var b strings.Builder
	if e.Type == vugu.TextNode {
		b.WriteString(e.Data)
	}
	if e.InnerHTML != nil {
		b.WriteString(*e.InnerHTML)
	}
	for _, c := range e.children {
		b.WriteString(c.allText())
	}
	return b.String()
}

// do calls the element's handler with the target's value.
func (r *rendered) do(id, event, value string) {
	r.t.Helper()
	e := r.ids[id]
	if e == nil {
		r.t.Fatalf("there is no element %s", id)
	}
	if !e.hear(event, value) {
		r.t.Fatalf("%s does not listen to %s", id, event)
	}
}

// hear calls the element's handler with the target's value; false if it has none.
func (e *element) hear(event, value string) bool {
	for _, h := range e.DOMEventHandlerSpecList {
		if h.EventType == event {
			h.Func(happening{target: map[string]any{"value": value}})
			return true
		}
	}
	return false
}

// happening is an event without a browser.
type happening struct {
	target map[string]any
	key    string
}

func (h happening) Prop(keys ...string) any {
	if len(keys) == 2 && keys[0] == "target" {
		return h.target[keys[1]]
	}
	if len(keys) == 1 && keys[0] == "key" {
		return h.key
	}
	return nil
}
func (h happening) PropString(keys ...string) string   { s, _ := h.Prop(keys...).(string); return s }
func (h happening) PropFloat64(keys ...string) float64 { f, _ := h.Prop(keys...).(float64); return f }
func (h happening) PropBool(keys ...string) bool       { b, _ := h.Prop(keys...).(bool); return b }
func (h happening) EventSummary() map[string]any       { return map[string]any{"target": h.target} }
func (h happening) JSEvent() js.Value                  { return js.Value{} }
func (h happening) JSEventTarget() js.Value            { return js.Value{} }
func (h happening) JSEventCurrentTarget() js.Value     { return js.Value{} }
func (h happening) EventEnv() vugu.EventEnv            { return nil }
func (h happening) PreventDefault()                    {}
func (h happening) StopPropagation()                   {}

func TestEveryPartOfThePageIsAccessible(t *testing.T) {
	states := map[string]func(p *Page, b *fake){
		"before anything": nil,
		"first visit":     func(p *Page, b *fake) {},
		"everything unfolded": func(p *Page, b *fake) {
			p.Editor.FoldedCards = map[string]bool{}
			for _, what := range []string{"all metrics", "report", "description", answers.WaitChart, answers.SlowdownChart, answers.ClassChart, "apart", "apart jobs", inspector.LooksKey(1)} {
				p.Unfolded[what] = true
			}
			p.AddTransform("estimates")
			b.pass()
			b.answer()
			p.Pin(4)
			b.explain()
			b.need()
			p.TwoRuns.AskAgain()
			b.pass()
			b.explain()
		},
		"a mistake": func(p *Page, b *fake) { p.Edit("/machine/processors", "x"); p.Jobs.SetFilter("least", "y") },
		"running":   func(p *Page, b *fake) { p.Run(); p.Began = p.Began.Add(-5e9) },
		"gallery":   func(p *Page, b *fake) { p.openDialog("gallery", "gallery-button") },
		"help":      func(p *Page, b *fake) { p.openDialog("help", "help-button") },
		"export":    func(p *Page, b *fake) { p.openDialog("export", "export-button") },
		"a log":     func(p *Page, b *fake) { p.FileCame(droppedLog(t, "a.swf")); b.answer() },
		"many cells": func(p *Page, b *fake) {
			open(p, sweptScenario)
			whole(p, b)
		},
		"classes of many cells": func(p *Page, b *fake) {
			open(p, classScenario)
			whole(p, b)
			p.Editor.FoldedCards = map[string]bool{"machine": true, "workload": true, "policies": true, "repeat": true, "settings": true}
			p.Unfolded[answers.ClassChart] = true
			p.AddGrouping("memory")
		},
		"measuring, everything unfolded": func(p *Page, b *fake) {
			open(p, sweptScenario)
			b.answer()
			b.measure(9)
			b.pass()
			p.Ongoing.Began = p.Ongoing.Began.Add(-5e9)
			p.Editor.FoldedCards = map[string]bool{"machine": true, "workload": true}
			p.AddAxis("/policies/1/reservations")
			p.Edit("/precision", "true")
			p.Edit("/steady", "true")
			p.Unfolded[answers.CurveChart], p.Unfolded["commands"] = true, true
		},
	}
	for name, prepare := range states {
		t.Run(name, func(t *testing.T) {
			p, _ := newPage(t)
			if prepare != nil {
				var b *fake
				p, b = firstVisit(t)
				prepare(p, b)
			}
			r := render(t, p)
			beside := map[string]bool{} // what the browser puts beside the page
			for _, term := range p.Glossary.All() {
				beside[term.ID] = true
			}
			if p.Notice.Problem && name != "a mistake" {
				t.Fatal(p.Notice.Text)
			}
			labelled := map[string]bool{}
			for _, e := range r.all {
				if e.Data == "label" {
					labelled[e.attr("for")] = true
				}
			}
			for _, e := range r.all {
				if e.attr("style") != "" {
					t.Errorf("<%s> has a style attribute, which the content security policy forbids", e.Data)
				}
				switch e.Data {
				case "input", "select", "textarea":
					if !labelled[e.attr("id")] {
						t.Errorf("<%s id=%q> has no label", e.Data, e.attr("id"))
					}
				case "button":
					if e.text() == "" && e.attr("aria-label") == "" {
						t.Errorf("a button in %q has no name", e.parent.attr("class"))
					}
				case "th":
					if e.attr("scope") == "" {
						t.Errorf("the heading %q has no scope", e.text())
					}
				case "table":
					if e.children[1].Data != "caption" {
						t.Error("a table has no caption")
					}
				}
				for _, key := range []string{"aria-labelledby", "aria-describedby"} {
					for _, id := range strings.Fields(e.attr(key)) {
						if r.ids[id] == nil && !beside[id] && e.attr("hidden") == "" && !folded(e) {
							t.Errorf("<%s> refers to %s, which is not there", e.Data, id)
						}
					}
				}
			}
			if len(r.all) > 1300 && !strings.Contains(name, "everything unfolded") && name != "help" { // in which nothing is typed
				t.Errorf("%d elements; rendering more than 1300 takes too long", len(r.all))
			}
			for _, id := range []string{panel.TimelineHost, panel.HintHost} {
				if host := r.ids[id]; host == nil || len(host.children) > 0 || host.InnerHTML != nil {
					t.Errorf("%s is not an empty element", id)
				}
			}
		})
	}
}

// folded says whether e lies in something hidden.
func folded(e *element) bool {
	for ; e != nil; e = e.parent {
		if e.attr("hidden") != "" {
			return true
		}
	}
	return false
}

// What the browser side fills must stay where it is: vugu identifies elements by
// their place, so that nothing may come or go before it.
func TestHostsNeverMove(t *testing.T) {
	p, b := newPage(t)
	place := func(id string) string {
		var steps strings.Builder
		e := render(t, p).ids[id]
		for ; e.parent != nil; e = e.parent {
			for i, c := range e.parent.children {
				if c == e {
					steps.WriteString(e.Data + phrase.Number(float64(i)) + " ")
				}
			}
		}
		return steps.String()
	}
	hosts := []string{panel.TimelineHost, panel.HintHost, answers.WaitChart, answers.SlowdownChart, answers.CurveChart, answers.ClassChart}
	before := map[string]string{}
	for _, id := range hosts {
		before[id] = place(id)
	}
	p.Open("", "")
	p.Sized(900, 1)
	b.answer()
	p.Pin(2)
	p.openDialog("help", "help-button")
	p.Unfolded["description"], p.AllMetrics, p.Unfolded[answers.WaitChart] = true, true, true
	p.Warn("careful")
	p.ColorBy("user")
	p.Edit("/machine/processors", "x")
	for _, id := range hosts {
		if got := place(id); got != before[id] {
			t.Errorf("%s moved from %s to %s", id, before[id], got)
		}
	}
}

func TestTypingInTheForm(t *testing.T) {
	p, b := firstVisit(t)
	render(t, p).do("field-machine-processors", "input", "16")
	b.pass()
	b.answer()
	if got := render(t, p).ids["answer"].text(); !strings.Contains(got, "EASY") || p.Draft.Machine.Texts["processors"] != "16" {
		t.Errorf("the answer is %s", got)
	}
	render(t, p).do("policies-1", "change", "conservative")
	if p.Draft.Policies[1].Kind != "conservative" || p.Draft.Policies[1].Label != "Conservative 2" {
		t.Errorf("the second policy is %v", p.Draft.Policies[1])
	}
	render(t, p).do("undo-button", "click", "")
	if p.Draft.Policies[1].Kind != "easy" {
		t.Error("the button did not undo")
	}
}

// What a reader unfolded stays unfolded when the next experiment has nothing to show there.
func TestUnfoldedInAnyExperiment(t *testing.T) {
	p, b := firstVisit(t)
	whole := func(when string) {
		t.Helper()
		render(t, p)
		if len(b.reported) > 0 {
			t.Fatalf("%s: %s", when, b.reported[0])
		}
	}
	for range 3 { // some of it is within what is folded
		for _, e := range render(t, p).all {
			if e.attr("aria-expanded") == "false" {
				e.hear("click", "")
				whole("unfolded " + e.text())
			}
		}
	}
	items, err := filepath.Glob("../assets/gallery/*.json")
	if err != nil || len(items) == 0 {
		t.Fatal("no gallery", err)
	}
	for _, item := range items {
		text, err := os.ReadFile(item)
		if err != nil {
			t.Fatal(err)
		}
		open(p, string(text))
		whole(item)
	}
	p.OpenItem(session.FirstItem)
	b.answer()
	whole("results again")
}

// themeless is a browser that cannot be asked for its theme.
type themeless struct{ *fake }

func (themeless) Theme() string { panic("no theme") }

func TestAPanicLeavesThePageUsable(t *testing.T) {
	p, b := firstVisit(t)
	p.Gallery = append(p.Gallery, session.GalleryItem{File: "broken"})
	r := render(t, p)
	b.page = nil // whatever the handler asks of the browser panics
	r.do("redo-button", "click", "")
	p.Browser = themeless{b}
	r.do("theme-button", "click", "")
	p.Browser, b.page = b, p
	if !strings.Contains(p.Notice.Text, "not your fault") {
		t.Errorf("the notice is %q", p.Notice.Text)
	}
	if last := b.reported[len(b.reported)-1]; !strings.Contains(last, "panic: no theme") || !strings.Contains(last, "themeless") {
		t.Errorf("the console does not say where it came from: %s", last)
	}
	if got := render(t, p).ids["answer"].text(); got == "" {
		t.Error("the answer is gone")
	}
	p.Shown.Results.Runs[0].Outcome = nil // and a part of the page that cannot be built
	if got := render(t, p).ids["answer"].text(); got == "" {
		t.Error("one part that cannot be built took the others with it")
	}
}
