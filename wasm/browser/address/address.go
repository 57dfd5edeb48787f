//go:build js && wasm

// Package address is where the page stands: the address bar, and the page around a frame. It does not know what an address says.
package address

import (
	"strings"

	"github.com/hack-pad/safejs"

	"backfill/ui"
	"backfill/ui/session"
	"backfill/wasm/browser/render"
	"backfill/wasm/javascript"
)

// Address implements session.Address.
type Address struct {
	loop     *render.Loop
	page     *ui.Page
	frame    *ui.Frame // nil: the page is no frame of another one
	fragment string    // behind #
	item     string    // the gallery's item that it names, "" for none
}

var _ session.Address = (*Address)(nil)

// New reads the address.
func New(loop *render.Loop) (*Address, error) {
	s := &javascript.Script{}
	query := queryOf(s)
	a := &Address{loop: loop, frame: readFrame(s, query), fragment: fragment(s), item: ui.GalleryFile(query("gallery"))}
	return a, s.Err
}

// Frame is what the address says if the page is a frame of another one; nil: it is none.
func (a *Address) Frame() *ui.Frame { return a.frame }

// Fragment is what the address has behind #.
func (a *Address) Fragment() string { return a.fragment }

// Item is the item of the gallery that the address names, "" for none.
func (a *Address) Item() string { return a.item }

// Attach tells the page from now on of back, forward and typed addresses, and of what the page around it says.
func (a *Address) Attach(page *ui.Page) error {
	a.page = page
	s := &javascript.Script{}
	a.listenMoves(s)
	a.listenParent(s)
	return s.Err
}

// listenMoves tells the page of back, forward and typed addresses.
func (a *Address) listenMoves(s *javascript.Script) {
	moved := func(safejs.Value) {
		s := &javascript.Script{}
		now := fragment(s)
		javascript.Report(s.Err)
		// Both events may come for one move, and SetAddress may have made it.
		if s.Err != nil || now == a.fragment {
			return
		}
		a.fragment = now
		a.loop.Update(func() { a.page.Navigated(now) })
	}
	s.Listen(s.Global("window"), "popstate", moved)
	s.Listen(s.Global("window"), "hashchange", moved)
}

// fragment is what the address has behind #.
func fragment(s *javascript.Script) string {
	return strings.TrimPrefix(s.Text(s.Global("location", "hash")), "#")
}

func (a *Address) SetAddress(fragment string, replace bool) {
	if fragment == a.fragment {
		return
	}
	method := "pushState"
	if replace {
		method = "replaceState"
	}
	s := &javascript.Script{}
	s.Call(s.Global("history"), method, nil, "", "#"+fragment)
	javascript.Report(s.Err)
	a.fragment = fragment
}

func (a *Address) Home() string {
	s := &javascript.Script{}
	address := s.Text(s.Global("location", "href"))
	javascript.Report(s.Err)
	if end := strings.IndexAny(address, "?#"); end >= 0 {
		address = address[:end]
	}
	return address
}
