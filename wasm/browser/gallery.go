//go:build js && wasm

package main

import (
	"fmt"
	"time"

	"github.com/hack-pad/safejs"

	"backfill/assets/gallery"
	"backfill/ui/session"
	"backfill/wasm/promise"
)

// Gallery reads the index when the first picture is drawn: nothing on it needs that.
func (b *browser) Gallery() {
	go guard(func() {
		b.timeline.settle(time.Second)
		turn()
		var items []session.GalleryItem
		err := eachListed(func(s *script, listed safejs.Value) bool {
			items = append(items, session.GalleryItem{File: s.text(listed, "file"), Title: s.text(listed, "title"),
				Sentence: s.text(listed, "sentence"), Group: s.text(listed, "group"), Page: s.text(listed, "page")})
			return true
		})
		b.update(func() { b.page.GalleryCame(items, message(err)) })
	})
}

// GalleryItem fetches the gallery if it is not there yet; the first item needs no network.
func (b *browser) GalleryItem(name string) {
	if name == gallery.FirstFile {
		b.later(func() { b.page.ItemCame(name, gallery.First, "") })
		return
	}
	go guard(func() {
		content, err := galleryItem(name)
		b.update(func() { b.page.ItemCame(name, content, message(err)) })
	})
}

func galleryItem(name string) (content []byte, err error) {
	err = eachListed(func(s *script, listed safejs.Value) bool {
		if s.text(listed, "file") != name {
			return true
		}
		content = []byte(s.text(listed, "scenario"))
		return false
	})
	if err == nil && content == nil {
		err = fmt.Errorf("there is no %s", name)
	}
	return content, err
}

// eachListed calls f for the items of the gallery, each a gallery.Listed, until f returns false.
func eachListed(f func(s *script, listed safejs.Value) bool) error {
	s := &script{}
	coming := s.call(s.global("backfill"), "gallery")
	if s.err != nil {
		return s.err
	}
	list, err := promise.Await(coming)
	if err != nil {
		return err
	}
	n := int(s.number(list, "length"))
	for i := 0; i < n && s.err == nil; i++ {
		item := s.call(list, "at", i)
		if s.err == nil && !f(s, item) {
			break
		}
	}
	return s.err
}

// later changes the page once the present event has been dealt with.
func (b *browser) later(f func()) { go b.update(f) }

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
