//go:build js && wasm

package main

import (
	"fmt"

	"github.com/hack-pad/safejs"

	"backfill/ui/timeline"
)

// surface is a <canvas> that shows a raster with texts over it.
type surface struct {
	element safejs.Value
	context safejs.Value // CanvasRenderingContext2D

	raster timeline.Raster
	pixels safejs.Value // Uint8ClampedArray of the raster's size
	image  safejs.Value // ImageData over pixels

	ratio     float64 // device pixels per CSS pixel, as of the last resize
	charWidth float64 // mean width of a character at this ratio, device pixels; 0: not known
}

// create makes the element. What it lies in has the role, the name and the description.
func (c *surface) create(s *script) {
	c.element = s.call(s.global("document"), "createElement", "canvas")
	c.context = s.call(c.element, "getContext", "2d", map[string]any{"alpha": false})
	s.call(c.element, "setAttribute", "aria-hidden", "true")
	c.style(s, "display", "block")
	c.style(s, "width", "100%")
	c.style(s, "touchAction", "pan-y")
}

func (c *surface) style(s *script, property, value string) {
	s.set(s.get(c.element, "style"), property, value)
}

// show shows the raster and the labels.
func (c *surface) show(s *script, labels []timeline.Label) {
	c.fit(s)
	if s.err == nil {
		_, s.err = safejs.CopyBytesToJS(c.pixels, c.raster.Bytes())
	}
	s.call(c.context, "putImageData", c.image, 0, 0)
	write(s, c.context, c.ratio, labels)
}

// fit gives the canvas and the buffers the raster's size.
func (c *surface) fit(s *script) {
	width, height := c.raster.Width, c.raster.Height
	if c.image.Type() == safejs.TypeObject &&
		int(s.number(c.element, "width")) == width && int(s.number(c.element, "height")) == height {
		return
	}
	s.set(c.element, "width", width)
	s.set(c.element, "height", height)
	c.style(s, "height", fmt.Sprintf("%gpx", float64(height)/c.ratio))
	c.pixels = s.create("Uint8ClampedArray", 4*width*height)
	c.image = s.create("ImageData", c.pixels, width, height)
}

// measure is the mean width of a character.
func (c *surface) measure(s *script) float64 {
	const sample = "the quick brown fox 0123456789"
	if c.charWidth == 0 {
		s.set(c.context, "font", font(timeline.FontSize*c.ratio))
		c.charWidth = s.number(s.call(c.context, "measureText", sample), "width") / float64(len(sample))
	}
	return c.charWidth
}

func font(pixels float64) string { return fmt.Sprintf("%gpx %s", pixels, timeline.FontFamily) }

// write puts labels over a picture.
func write(s *script, context safejs.Value, ratio float64, labels []timeline.Label) {
	const regular, bold = "", "bold "
	weight, usual := regular, font(timeline.FontSize*ratio)
	s.set(context, "font", usual)
	s.set(context, "textBaseline", "middle")
	for _, label := range labels {
		want := regular
		if label.Bold {
			want = bold
		}
		if want != weight {
			weight = want
			s.set(context, "font", weight+usual)
		}
		align := "left"
		if label.Align == timeline.AlignCenter {
			align = "center"
		}
		s.set(context, "fillStyle", label.Color.CSS())
		s.set(context, "textAlign", align)
		s.call(context, "fillText", label.Text, label.X, label.Y)
	}
}
