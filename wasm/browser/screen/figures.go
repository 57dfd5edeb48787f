//go:build js && wasm

package screen

import (
	"errors"
	"fmt"

	"github.com/hack-pad/safejs"

	"backfill/ui/timeline"
	"backfill/wasm/javascript"
)

// DrawChart lets the module of the charts make a figure for print.
func (screen *Screen) DrawChart(id string, paper timeline.Paper, then func([]byte)) {
	spec, known := screen.charts.specs[id]
	go javascript.Guard(func() {
		s := &javascript.Script{}
		if !known {
			s.Err = errors.New("there is no such chart")
		}
		charts := s.Await(s.Call(s.Global("backfill"), "charts"))
		value := s.Call(s.Global("JSON"), "parse", string(spec))
		svg := []byte(s.Text(s.Await(s.Call(charts, "figure", value, paper.Width, paper.Points))))
		if s.Err != nil {
			javascript.Report(fmt.Errorf("draw %s: %w", id, s.Err))
			svg = nil
		}
		screen.Update(func() { then(svg) })
	})
}

func (screen *Screen) EncodePNG(r *timeline.Raster, then func([]byte) bool) {
	go javascript.Guard(func() {
		javascript.Turn() // drawing it took long enough
		png, err := encodePNG(r)
		javascript.Report(err)
		screen.UpdateIf(func() bool { return then(png) })
	})
}

// encodePNG lets the browser make a PNG.
func encodePNG(r *timeline.Raster) ([]byte, error) {
	s := &javascript.Script{}
	element := s.Call(s.Global("document"), "createElement", "canvas")
	s.Set(element, "width", r.Width)
	s.Set(element, "height", r.Height)
	context := s.Call(element, "getContext", "2d", map[string]any{"alpha": false})
	pixels := s.New("Uint8ClampedArray", 4*r.Width*r.Height)
	if s.Err == nil {
		_, s.Err = safejs.CopyBytesToJS(pixels, r.Bytes())
	}
	s.Call(context, "putImageData", s.New("ImageData", pixels, r.Width, r.Height), 0, 0)
	done := make(chan safejs.Value, 1)
	callback := s.Function(func(args []safejs.Value) { done <- append(args, safejs.Null())[0] })
	defer callback.Release()
	s.Call(element, "toBlob", callback.Value(), "image/png")
	if s.Err != nil {
		return nil, s.Err
	}
	blob := <-done
	if !javascript.Present(blob) {
		return nil, errors.New("the browser made no picture")
	}
	png := s.Bytes(s.Await(s.Call(blob, "arrayBuffer")))
	return png, s.Err
}
