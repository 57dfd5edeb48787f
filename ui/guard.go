package ui

import (
	"fmt"
	"runtime/debug"

	"github.com/vugu/vugu"
)

// parts are the components of the page, each behind a guard.
type parts struct {
	header, notices, experiment, picture, player, decisionPanel, answers, claims, curves, charts, inspector, whatIf, classes, matrix, jobs, apart, dialogs *guard
}

func newParts(p *Page) parts {
	return parts{
		header:        &guard{p, &Header{p}},
		notices:       &guard{p, &Notices{p}},
		experiment:    &guard{p, &Experiment{p}},
		picture:       &guard{p, &Picture{p}},
		player:        &guard{p, &Player{p}},
		decisionPanel: &guard{p, &DecisionPanel{p}},
		answers:       &guard{p, &Answers{p}},
		claims:        &guard{p, &Claims{p}},
		curves:        &guard{p, &Curves{p}},
		charts:        &guard{p, &Charts{p}},
		inspector:     &guard{p, &Inspector{p}},
		whatIf:        &guard{p, &WhatIf{p}},
		classes:       &guard{p, &Classes{p}},
		matrix:        &guard{p, &Matrices{p}},
		jobs:          &guard{p, &Jobs{p}},
		apart:         &guard{p, &Apart{p}},
		dialogs:       &guard{p, &Dialogs{p}},
	}
}

// guard is a component around another one: a panic while it is built or in one of
// its event handlers is shown on the page, and the page goes on.
type guard struct {
	page  *Page
	inner vugu.Builder
}

// Build builds the inner component and puts every handler into the guard.
func (g *guard) Build(in *vugu.BuildIn) (out *vugu.BuildOut) {
	defer func() {
		if what := recover(); what != nil {
			g.crashed(what)
			out = &vugu.BuildOut{Out: []*vugu.VGNode{{Type: vugu.ElementNode, Data: "div"}}}
		}
	}()
	out = g.inner.Build(in)
	for _, root := range out.Out {
		g.wrap(root)
	}
	return out
}

func (g *guard) wrap(n *vugu.VGNode) {
	for i := range n.DOMEventHandlerSpecList {
		handler := n.DOMEventHandlerSpecList[i].Func
		n.DOMEventHandlerSpecList[i].Func = func(event vugu.DOMEvent) {
			defer g.Recover()
			handler(event)
		}
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		g.wrap(child)
	}
}

// Recover shows a panic, if there is one, on the page. It is to be deferred.
func (g *guard) Recover() {
	if what := recover(); what != nil {
		g.crashed(what)
	}
}

// crashed shows a panic on the page, and on the console where it came from.
func (g *guard) crashed(what any) {
	g.page.Browser.Report(fmt.Errorf("panic: %v\n%s", what, debug.Stack()))
	g.page.Crashed(fmt.Sprint(what))
}
