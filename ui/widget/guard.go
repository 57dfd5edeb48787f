package widget

import (
	"runtime/debug"

	"github.com/vugu/vugu"
)

// Guard is a component around another one: a panic while it is built or in one of
// its event handlers is told, with its stack, and the page goes on.
type Guard struct {
	Inner   vugu.Builder
	Crashed func(what any, stack []byte)
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
	for _, root := range out.Out {
		g.wrap(root)
	}
	return out
}

func (g *Guard) wrap(n *vugu.VGNode) {
	for i := range n.DOMEventHandlerSpecList {
		handler := n.DOMEventHandlerSpecList[i].Func
		n.DOMEventHandlerSpecList[i].Func = func(event vugu.DOMEvent) {
			defer func() {
				if what := recover(); what != nil {
					g.Crashed(what, debug.Stack())
				}
			}()
			handler(event)
		}
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		g.wrap(child)
	}
}
