//go:build js && wasm

package screen

import (
	"fmt"

	"github.com/hack-pad/safejs"

	"backfill/ui/timeline"
	"backfill/wasm/javascript"
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
func (c *surface) create(s *javascript.Script) {
	c.element = s.Call(s.Global("document"), "createElement", "canvas")
	c.context = s.Call(c.element, "getContext", "2d", map[string]any{"alpha": false})
	s.Call(c.element, "setAttribute", "aria-hidden", "true")
	c.style(s, "display", "block")
	c.style(s, "width", "100%")
	c.style(s, "touchAction", "pan-y")
}

func (c *surface) style(s *javascript.Script, property, value string) {
	s.Set(s.Get(c.element, "style"), property, value)
}

// show shows the raster and the labels.
func (c *surface) show(s *javascript.Script, labels []timeline.Label) {
	c.fit(s)
	if s.Err == nil {
		_, s.Err = safejs.CopyBytesToJS(c.pixels, c.raster.Bytes())
	}
	s.Call(c.context, "putImageData", c.image, 0, 0)
	write(s, c.context, c.ratio, labels)
}

// fit gives the canvas and the buffers the raster's size.
func (c *surface) fit(s *javascript.Script) {
	width, height := c.raster.Width, c.raster.Height
	if c.image.Type() == safejs.TypeObject &&
		int(s.Number(c.element, "width")) == width && int(s.Number(c.element, "height")) == height {
		return
	}
	s.Set(c.element, "width", width)
	s.Set(c.element, "height", height)
	c.style(s, "height", fmt.Sprintf("%gpx", float64(height)/c.ratio))
	c.pixels = s.New("Uint8ClampedArray", 4*width*height)
	c.image = s.New("ImageData", c.pixels, width, height)
}

// measure is the mean width of a character.
func (c *surface) measure(s *javascript.Script) float64 {
	const sample = "the quick brown fox 0123456789"
	if c.charWidth == 0 {
		s.Set(c.context, "font", font(timeline.FontSize*c.ratio))
		c.charWidth = s.Number(s.Call(c.context, "measureText", sample), "width") / float64(len(sample))
	}
	return c.charWidth
}

func font(pixels float64) string { return fmt.Sprintf("%gpx %s", pixels, timeline.FontFamily) }

// write puts labels over a picture.
func write(s *javascript.Script, context safejs.Value, ratio float64, labels []timeline.Label) {
	const regular, bold = "", "bold "
	weight, usual := regular, font(timeline.FontSize*ratio)
	s.Set(context, "font", usual)
	s.Set(context, "textBaseline", "middle")
	for _, label := range labels {
		want := regular
		if label.Bold {
			want = bold
		}
		if want != weight {
			weight = want
			s.Set(context, "font", weight+usual)
		}
		align := "left"
		switch label.Align {
		case timeline.AlignCenter:
			align = "center"
		case timeline.AlignRight:
			align = "right"
		}
		s.Set(context, "fillStyle", label.Color.CSS())
		s.Set(context, "textAlign", align)
		s.Call(context, "fillText", label.Text, label.X, label.Y)
	}
}
