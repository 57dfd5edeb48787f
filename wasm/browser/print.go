//go:build js && wasm

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/hack-pad/safejs"

	"backfill/engine"
	"backfill/ui/timeline"
)

// print draws the timeline as it is saved: as on the page, but on white paper and in
// twice as many pixels as a plain screen has, below a title and a legend and above
// a text that says where it comes from. Lengths are in CSS pixels until they are
// multiplied by ratio.
type print struct {
	s       *script
	element safejs.Value // <canvas>
	context safejs.Value
	ratio   float64 // device pixels per CSS pixel
	width   float64 // of what lies between the margins
	y       float64 // where the next part begins
}

const (
	printRatio  = 2
	printMargin = 16
	titleSize   = 16
	originSize  = 10
	originLines = 12 // a longer text is only in the file's description
	swatchSize  = 12
	lineHeight  = 1.5 // of a text's size
)

// save offers the visible timeline as a PNG download; name is without ".png". origin
// is written below it and into the file.
func (c *canvas) save(name, origin string) {
	scene := c.b.page.Scene()
	if scene == nil {
		return
	}
	s := &script{}
	element := c.print(s, scene, origin)
	done := make(chan safejs.Value, 1)
	callback := s.function(func(args []safejs.Value) { done <- append(args, safejs.Null())[0] })
	s.call(element, "toBlob", callback.Value(), "image/png")
	charts := s.call(s.global("backfill"), "charts")
	if s.err != nil {
		report(s.err)
		return
	}
	go guard(func() {
		defer callback.Release()
		blob := <-done
		if !present(blob) {
			report(fmt.Errorf("%s: the browser made no picture", name))
			return
		}
		module, err := await(charts)
		s := &script{err: err}
		stamped := s.call(module, "stamp", blob, origin)
		if s.err == nil {
			blob, s.err = await(stamped)
		}
		s.download(name+".png", blob)
		report(s.err)
	})
}

// print draws the scene with all that belongs around it on a new canvas.
func (c *canvas) print(s *script, scene *timeline.Scene, origin string) safejs.Value {
	scale := int(math.Ceil(printRatio / c.ratio))
	ratio := c.ratio * float64(scale)
	paper := &timeline.Scene{
		View: enlarged(scene.View, scale), Groups: scene.Groups, Colors: scene.Colors, Theme: timeline.Light,
		Clock: scene.Clock, Number: scene.Number, CharWidth: c.charWidth * float64(scale),
		Hover: engine.NoJob, Pinned: scene.Pinned,
	}
	var raster timeline.Raster
	paper.Draw(&raster)

	p := &print{s: s, ratio: ratio, width: float64(raster.Width) / ratio}
	p.element = s.call(s.global("document"), "createElement", "canvas")
	p.context = s.call(p.element, "getContext", "2d", map[string]any{"alpha": false})
	title, entries := titleOf(origin), scene.Colors.Legend(timeline.Light)
	lines := p.broken(origin)
	// Nothing can be measured before the canvas has its size, which depends on the legend.
	for _, height := range []float64{1, 0} {
		if height == 0 {
			height = p.y + printMargin
		}
		s.set(p.element, "width", int(math.Round((p.width+2*printMargin)*ratio)))
		s.set(p.element, "height", int(math.Round(height*ratio)))
		s.set(p.context, "fillStyle", timeline.Light.Background.CSS())
		s.call(p.context, "fillRect", 0, 0, s.get(p.element, "width"), s.get(p.element, "height"))
		p.y = printMargin
		p.text("bold ", titleSize, timeline.Light.Text, title)
		p.legend(entries)
		p.picture(paper, &raster)
		p.y += printMargin / 2
		p.text("", originSize, timeline.Light.Muted, lines...)
	}
	return p.element
}

// enlarged is a view in scale times as many pixels each way.
func enlarged(v timeline.View, scale int) timeline.View {
	v.Width, v.Height, v.Ratio = v.Width*scale, v.Height*scale, v.Ratio*float64(scale)
	lanes := make([]timeline.Lane, len(v.Lanes))
	for i, lane := range v.Lanes {
		lane.Top, lane.Height = lane.Top*scale, lane.Height*scale
		lanes[i] = lane
	}
	v.Lanes = lanes
	return v
}

// titleOf is the name of the scenario that Page.Origin ends with.
func titleOf(origin string) string {
	const fallback = "Backfill"
	_, text, _ := strings.Cut(origin, "\nscenario: ")
	var scenario struct{ Name string }
	if json.Unmarshal([]byte(text), &scenario) != nil || scenario.Name == "" {
		return fallback
	}
	return scenario.Name
}

// write puts text at the left margin plus x, in the middle of a line at y.
func (p *print) write(text string, x, y float64) {
	p.s.call(p.context, "fillText", text, (printMargin+x)*p.ratio, y*p.ratio)
}

// text writes lines below each other.
func (p *print) text(weight string, size float64, color timeline.Color, lines ...string) {
	p.s.set(p.context, "font", weight+font(size*p.ratio))
	p.s.set(p.context, "textBaseline", "middle")
	p.s.set(p.context, "textAlign", "left")
	p.s.set(p.context, "fillStyle", color.CSS())
	for _, line := range lines {
		p.write(line, 0, p.y+size*lineHeight/2)
		p.y += size * lineHeight
	}
}

// broken divides a text into lines of the picture's width, anywhere, since a scenario
// has no blanks.
func (p *print) broken(text string) []string {
	const wide = 0.53 // of an average character, as a share of its height
	most := max(int(p.width/(originSize*wide)), 20)
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		for rest := []rune(line); len(rest) > 0; {
			n := min(len(rest), most)
			lines, rest = append(lines, string(rest[:n])), rest[n:]
		}
	}
	if len(lines) > originLines {
		lines = append(lines[:originLines], "… (complete in the description inside the file)")
	}
	return lines
}

// legend explains the colours, in as many lines as it takes.
func (p *print) legend(entries []timeline.LegendEntry) {
	const gap = 14
	p.text("", fontSize, timeline.Light.Text) // only sets the font
	x, line := 0.0, fontSize*lineHeight
	for _, e := range entries {
		width := swatchSize + 5 + p.s.number(p.s.call(p.context, "measureText", e.Text), "width")/p.ratio
		if x > 0 && x+width > p.width {
			x, p.y = 0, p.y+line
		}
		p.swatch(e, x, p.y+(line-swatchSize)/2)
		p.s.set(p.context, "fillStyle", timeline.Light.Text.CSS())
		p.write(e.Text, x+swatchSize+5, p.y+line/2)
		x += width + gap
	}
	p.y += line + printMargin/2
}

// swatch is a sample of a colour, with its texture.
func (p *print) swatch(e timeline.LegendEntry, x, y float64) {
	s, c := p.s, p.context
	s.call(c, "save")
	s.call(c, "scale", p.ratio, p.ratio)
	s.call(c, "translate", printMargin+x, y)
	s.call(c, "beginPath")
	s.call(c, "rect", 0, 0, swatchSize, swatchSize)
	s.set(c, "fillStyle", e.Color.CSS())
	s.call(c, "fill")
	if path, stroke := e.Sign(); path != "" {
		s.call(c, "clip")
		s.set(c, "strokeStyle", timeline.Light.Text.CSS())
		s.set(c, "lineWidth", 3)
		switch stroke {
		case "hatch":
			s.set(c, "lineWidth", 1.5)
		case "dashed":
			s.call(c, "setLineDash", []any{2.4})
		}
		s.call(c, "stroke", s.create("Path2D", path))
	}
	s.call(c, "restore")
}

// picture puts the scene between the margins.
func (p *print) picture(scene *timeline.Scene, raster *timeline.Raster) {
	s := p.s
	pixels := s.create("Uint8ClampedArray", 4*raster.Width*raster.Height)
	if s.err == nil {
		_, s.err = safejs.CopyBytesToJS(pixels, raster.Bytes())
	}
	image := s.create("ImageData", pixels, raster.Width, raster.Height)
	left, top := math.Round(printMargin*p.ratio), math.Round(p.y*p.ratio)
	s.call(p.context, "putImageData", image, left, top)
	s.call(p.context, "save")
	s.call(p.context, "translate", left, top)
	write(s, p.context, p.ratio, scene.Labels())
	s.call(p.context, "restore")
	p.y += float64(raster.Height) / p.ratio
}
