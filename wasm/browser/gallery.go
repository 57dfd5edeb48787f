//go:build js && wasm

package main

import (
	"encoding/json"
	"time"

	"backfill/assets/gallery"
	"backfill/ui"
)

// Gallery reads the index when the first picture is drawn: nothing on it needs that.
func (b *browser) Gallery() {
	go guard(func() {
		b.timeline.settle(time.Second)
		turn()
		items, err := galleryItems()
		b.update(func() { b.page.GalleryCame(items, message(err)) })
	})
}

func (b *browser) GalleryItem(name string) {
	content, err := gallery.Files.ReadFile(name)
	b.later(func() { b.page.ItemCame(name, content, message(err)) })
}

// galleryItems is the index, with the titles of the items.
func galleryItems() ([]ui.GalleryItem, error) {
	var items []ui.GalleryItem
	for _, item := range gallery.Items {
		content, err := gallery.Files.ReadFile(item.File)
		if err != nil {
			return nil, err
		}
		var about struct{ Name string }
		if err := json.Unmarshal(content, &about); err != nil {
			return nil, err
		}
		items = append(items, ui.GalleryItem{File: item.File, Title: about.Name, Sentence: item.Sentence, Group: item.Group})
	}
	return items, nil
}

// later changes the page once the present event has been dealt with.
func (b *browser) later(f func()) { go b.update(f) }

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
