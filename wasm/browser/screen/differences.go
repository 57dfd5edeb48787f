//go:build js && wasm

package screen

import (
	"backfill/ui/panel/tworuns"
	"backfill/ui/timeline"
)

// differences draws the picture of two runs, in which the places are rows.
type differences struct {
	plot[int32]
	picture *timeline.Differences // that is drawn, as view says
	view    timeline.DifferencesView
}

func newDifferences(screen *Screen) *differences {
	d := &differences{}
	d.open(screen, tworuns.PictureHost, tworuns.HintHost, -1, d)
	return d
}

func (d *differences) shown() bool { return d.screen.page.TwoRuns.Differences() != nil }

func (d *differences) hit(x, y int) int32 { return d.screen.page.TwoRuns.Differences().Hit(x, y) }

func (d *differences) light(row int32) (text string, changed bool) {
	return d.screen.page.TwoRuns.Hover(row)
}

func (d *differences) step(key string) (row int32, moved bool) {
	if row, moved = d.screen.page.TwoRuns.Key(key); !moved {
		row = d.screen.page.TwoRuns.Differences().Hover
	}
	return row, moved
}

func (d *differences) choose(row int32) {
	d.screen.Update(func() { d.screen.page.TwoRuns.PinRow(row) })
}

func (d *differences) draw() {
	picture := d.screen.page.TwoRuns.Differences()
	if picture == nil || picture == d.picture && picture.DifferencesView == d.view {
		return
	}
	d.picture, d.view = picture, picture.DifferencesView
	d.paint(picture.Ratio, func(charWidth float64) []timeline.Label {
		picture.CharWidth = charWidth
		picture.Draw(&d.raster)
		return picture.Labels()
	})
}
