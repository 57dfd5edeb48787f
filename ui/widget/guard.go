package widget

import (
	"runtime/debug"

	"github.com/vugu/vugu"
)

// Guard is a component around another one: a panic while it is built or in one of
// its event handlers is told, with its stack, and the page goes on. Events that come too late do nothing.
type Guard struct {
	Inner   vugu.Builder
	Crashed func(what any, stack []byte)
	About   func() [2]int // what the page is about: events of elements that were built when it was about something else come too late
}

// Build builds the inner component and puts every handler into the guard.
func (g *Guard) Build(in *vugu.BuildIn) (out *vugu.BuildOut) {
	defer func() {
		if what := recover(); what != nil {
			g.Crashed(what, debug.Stack())
			out = &vugu.BuildOut{Out: []*vugu.VGNode{{Type: vugu.ElementNode, Data: "div"}}}
		}
	}()
	out = g.Inner.Build(in)
	about := g.About()
	for _, root := range out.Out {
		g.wrap(root, about)
	}
	return out
}

// wrap puts the handlers of an element and of those in it, which were built when the page was about something, into the guard.
func (g *Guard) wrap(n *vugu.VGNode, about [2]int) {
	for i := range n.DOMEventHandlerSpecList {
		handler := n.DOMEventHandlerSpecList[i].Func
		n.DOMEventHandlerSpecList[i].Func = func(event vugu.DOMEvent) {
			defer func() {
				if what := recover(); what != nil {
					g.Crashed(what, debug.Stack())
				}
			}()
			if g.About() == about {
				handler(event)
			}
		}
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		g.wrap(child, about)
	}
}
