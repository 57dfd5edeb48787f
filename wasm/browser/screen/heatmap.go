//go:build js && wasm

package screen

import (
	"backfill/ui/panel/matrix"
	"backfill/ui/timeline"
)

// heatmap draws the matrix of a plan.
type heatmap struct {
	plot[timeline.Pair]
	picture *timeline.Matrix // that is drawn, as view says
	view    timeline.MatrixView
}

func newHeatmap(screen *Screen) *heatmap {
	h := &heatmap{}
	h.open(screen, matrix.PictureHost, matrix.HintHost, timeline.Pair{Row: -1, Lane: -1}, h)
	return h
}

func (h *heatmap) shown() bool { return h.screen.page.PriorityMatrix.HeatMap() != nil }

func (h *heatmap) hit(x, y int) timeline.Pair {
	return h.screen.page.PriorityMatrix.HeatMap().Hit(x, y)
}

func (h *heatmap) light(pair timeline.Pair) (text string, changed bool) {
	return h.screen.page.PriorityMatrix.Hover(pair)
}

func (h *heatmap) step(key string) (pair timeline.Pair, moved bool) {
	return h.screen.page.PriorityMatrix.Key(key)
}

func (h *heatmap) choose(pair timeline.Pair) {
	if pair.Row >= 0 {
		h.screen.Update(func() { h.screen.page.PriorityMatrix.PinRow(pair.Row) })
	}
}

func (h *heatmap) draw() {
	m := h.screen.page.PriorityMatrix.HeatMap()
	if m == nil || m == h.picture && m.MatrixView == h.view {
		return
	}
	if m != h.picture || m.Hover != h.view.Hover {
		h.hover(m.Hover) // what is said of a cell goes when another plan or other rows are shown
	}
	h.picture, h.view = m, m.MatrixView
	h.paint(m.Ratio, func(charWidth float64) []timeline.Label {
		m.CharWidth = charWidth
		m.Draw(&h.raster)
		return m.Labels()
	})
}
