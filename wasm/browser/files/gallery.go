//go:build js && wasm

package files

import (
	"fmt"
	"strings"
	"time"

	"github.com/hack-pad/safejs"

	"backfill/assets/gallery"
	"backfill/ui"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/wasm/javascript"
)

// Gallery reads the index when the first picture is drawn: nothing on it needs that.
func (f *Files) Gallery() {
	go javascript.Guard(func() {
		f.drawn(time.Second)
		javascript.Turn()
		var items []session.GalleryItem
		err := eachListed(func(s *javascript.Script, listed safejs.Value) bool {
			items = append(items, session.GalleryItem{File: s.Text(listed, "file"), Title: s.Text(listed, "title"),
				Sentence: s.Text(listed, "sentence"), Group: s.Text(listed, "group"), Page: s.Text(listed, "page"), Log: s.Text(listed, "log"),
				Words: s.Text(listed, "words"), Kinds: s.Text(listed, "kinds")})
			return true
		})
		f.loop.Update(func() { f.page.GalleryCame(items, message(err)) })
	})
}

// GalleryItem fetches the gallery if it is not there yet; the first item needs no network.
func (f *Files) GalleryItem(name string) {
	if name == gallery.FirstFile {
		f.loop.Later(func() { f.page.ItemCame(name, gallery.First, "") })
		return
	}
	go javascript.Guard(func() {
		content, err := galleryItem(name)
		f.loop.Update(func() { f.page.ItemCame(name, content, message(err)) })
	})
}

func galleryItem(name string) (content []byte, err error) {
	err = eachListed(func(s *javascript.Script, listed safejs.Value) bool {
		if s.Text(listed, "file") != name {
			return true
		}
		content = []byte(s.Text(listed, "scenario"))
		return false
	})
	if err == nil && content == nil {
		err = fmt.Errorf("there is no %s", name)
	}
	return content, err
}

// eachListed calls f for the items of the gallery, each a gallery.Listed, until f returns false.
func eachListed(f func(s *javascript.Script, listed safejs.Value) bool) error {
	s := &javascript.Script{}
	list := s.Await(s.Call(s.Global("backfill"), "gallery"))
	n := int(s.Number(list, "length"))
	for i := 0; i < n && s.Err == nil; i++ {
		item := s.Call(list, "at", i)
		if s.Err == nil && !f(s, item) {
			break
		}
	}
	return s.Err
}

func (f *Files) FetchLog(address string) {
	go javascript.Guard(func() {
		s := &javascript.Script{}
		response := s.Await(s.Call(s.Global("window"), "fetch", address))
		if s.Err == nil && !s.Truthy(s.Get(response, "ok")) {
			s.Err = fmt.Errorf("the host answers with %d", int(s.Number(response, "status")))
		}
		content := s.Await(s.Call(response, "blob"))
		if s.Err != nil {
			f.refuse(address, "this log cannot be fetched: "+s.Err.Error())
			return
		}
		f.openContent(result.FileRef{Name: address, Size: int64(s.Number(content, "size"))}, content)
	})
}

func (f *Files) FetchScenario(address string) {
	go javascript.Guard(func() {
		name := address[strings.LastIndexByte(address, '/')+1:]
		s := &javascript.Script{}
		content := []byte(s.Text(s.Await(s.Call(s.Global("backfill"), "scenario", address, ui.MaxMessage))))
		f.loop.Update(func() { f.page.ScenarioCame(name, content, message(s.Err)) })
	})
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
