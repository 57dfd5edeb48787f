//go:build js && wasm

package address

import (
	"github.com/hack-pad/safejs"

	"backfill/ui"
	"backfill/wasm/javascript"
)

// queryOf reads the address's query: it gives the value of a name, "" if there is none.
func queryOf(s *javascript.Script) func(name string) string {
	query := s.New("URLSearchParams", s.Text(s.Global("location", "search")))
	return func(name string) string {
		value := s.Call(query, "get", name)
		if s.Err != nil || !javascript.Present(value) {
			return ""
		}
		return s.Text(value)
	}
}

// readFrame reads from the address's query whether the page is a frame of another one; nil: it is none.
func readFrame(s *javascript.Script, query func(name string) string) *ui.Frame {
	f := ui.ReadFrame(query)
	if f != nil && !javascript.Present(parentOf(s)) {
		f.Origin = "" // somebody looks at the frame by itself
	}
	return f
}

// parentOf is the window of the page around this one, undefined if there is none.
func parentOf(s *javascript.Script) safejs.Value {
	parent := s.Global("parent")
	if s.Err != nil || parent.Equal(s.Global("window")) {
		return safejs.Undefined()
	}
	return parent
}

// listenParent hears what the page around the frame says, if that has the origin which the
// frame's address names; messages of all others are dropped unread.
func (a *Address) listenParent(s *javascript.Script) {
	if a.frame == nil || a.frame.Origin == "" {
		return
	}
	parent := parentOf(s)
	s.Listen(s.Global("window"), "message", func(e safejs.Value) {
		s := &javascript.Script{}
		if !s.Get(e, "source").Equal(parent) || s.Text(e, "origin") != a.frame.Origin || s.Err != nil {
			return
		}
		text := s.Call(s.Global("JSON"), "stringify", s.Get(e, "data"))
		if s.Err != nil || text.Type() != safejs.TypeString {
			return
		}
		message := []byte(s.Text(text))
		javascript.Report(s.Err)
		a.loop.Update(func() { a.page.Hear(message) })
	})
}

// Post says what is no secret to anybody where the page around is not known: only the page
// itself knows what that is, and asks for nothing else.
func (a *Address) Post(message []byte) {
	origin := a.frame.Origin
	if origin == "" {
		origin = "*"
	}
	s := &javascript.Script{}
	if parent := parentOf(s); javascript.Present(parent) {
		s.Call(parent, "postMessage", s.Call(s.Global("JSON"), "parse", string(message)), origin)
	}
	javascript.Report(s.Err)
}
