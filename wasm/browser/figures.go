//go:build js && wasm

package main

import (
	"errors"
	"fmt"

	"github.com/hack-pad/safejs"

	"backfill/ui/timeline"
	"backfill/wasm/promise"
)

// Figures for print. The module of the charts makes pictures of shapes.

// figure calls one of the module's functions and waits for what it makes; not from a listener.
func figure(function string, args ...any) (safejs.Value, error) {
	s := &script{}
	coming := s.call(s.global("backfill"), "charts")
	if s.err != nil {
		return safejs.Undefined(), s.err
	}
	module, err := promise.Await(coming)
	s.err = err
	coming = s.call(module, function, args...)
	if s.err != nil {
		return safejs.Undefined(), s.err
	}
	return promise.Await(coming)
}

func (b *browser) DrawChart(id string, paper timeline.Paper, then func([]byte)) {
	spec, known := b.charts.specs[id]
	go guard(func() {
		var svg []byte
		err := errors.New("there is no such chart")
		if known {
			s := &script{}
			value := s.call(s.global("JSON"), "parse", string(spec))
			drawn, failed := figure("figure", value, paper.Width, paper.Points)
			if err = failed; err == nil {
				var text string
				text, err = drawn.String()
				svg = []byte(text)
			}
		}
		if err != nil {
			report(fmt.Errorf("draw %s: %w", id, err))
			svg = nil
		}
		b.update(func() { then(svg) })
	})
}

func (b *browser) EncodePNG(r *timeline.Raster, then func([]byte)) {
	go guard(func() {
		turn() // drawing it took long enough
		png, err := encodePNG(r)
		report(err)
		b.update(func() { then(png) })
	})
}

// encodePNG lets the browser make a PNG.
func encodePNG(r *timeline.Raster) ([]byte, error) {
	s := &script{}
	element := s.call(s.global("document"), "createElement", "canvas")
	s.set(element, "width", r.Width)
	s.set(element, "height", r.Height)
	context := s.call(element, "getContext", "2d", map[string]any{"alpha": false})
	pixels := s.create("Uint8ClampedArray", 4*r.Width*r.Height)
	if s.err == nil {
		_, s.err = safejs.CopyBytesToJS(pixels, r.Bytes())
	}
	s.call(context, "putImageData", s.create("ImageData", pixels, r.Width, r.Height), 0, 0)
	done := make(chan safejs.Value, 1)
	callback := s.function(func(args []safejs.Value) { done <- append(args, safejs.Null())[0] })
	defer callback.Release()
	s.call(element, "toBlob", callback.Value(), "image/png")
	if s.err != nil {
		return nil, s.err
	}
	blob := <-done
	if !present(blob) {
		return nil, errors.New("the browser made no picture")
	}
	coming := s.call(blob, "arrayBuffer")
	if s.err != nil {
		return nil, s.err
	}
	content, err := promise.Await(coming)
	if err != nil {
		return nil, err
	}
	png := s.bytes(content)
	return png, s.err
}

func (b *browser) SavePNG(name string, svg []byte, width int, about string) {
	go guard(func() {
		blob, err := figure("pixels", string(svg), width, about)
		s := &script{err: err}
		s.download(name, blob)
		if s.err != nil {
			report(fmt.Errorf("save %s: %w", name, s.err))
			b.update(func() { b.page.Written(name, 0, s.err) })
		}
	})
}
