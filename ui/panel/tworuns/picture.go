package tworuns

import (
	"backfill/engine"
	"backfill/ui/panel"
	"backfill/ui/timeline"
)

// Ids of the empty elements that the browser side fills for the picture of two runs, as it does for the timeline.
const (
	PictureHost = "apart-picture"
	HintHost    = "apart-hint"
)

// dress gives the picture the width of the timeline and the colours of the page.
func (t *TwoRuns) dress() {
	if d := t.picture; d != nil {
		d.Width, d.Ratio, d.Theme = t.Width, t.Ratio, t.Theme()
	}
}

// markPinned marks the row of the pinned job; no row is lit.
func (t *TwoRuns) markPinned() {
	if t.picture == nil || t.found == nil {
		return
	}
	t.picture.Pinned, t.picture.Hover = t.found.RowOf(t.Pinned), -1
	t.Browser.Redraw()
}

// Differences is the picture of the two runs, nil as long as there is none or no width.
func (t *TwoRuns) Differences() *timeline.Differences {
	if d := t.picture; d != nil && d.Width > 0 && t.Unfolded["apart"] {
		return d
	}
	return nil
}

// Hover lights up a row of the comparison, or none if it is -1, in the picture and on the
// timeline, and returns the line of text for HintHost. It needs no rendering.
func (t *TwoRuns) Hover(row int32) (text string, changed bool) {
	d, c := t.picture, t.found
	if d == nil || c == nil {
		return "", false
	}
	changed = d.Hover != row
	d.Hover = row
	job := engine.NoJob
	if row >= 0 {
		job, text = c.jobOf(row), c.line(row)
	}
	if t.Timeline != nil && changed {
		t.Timeline.Hover = job
		t.Browser.Redraw()
	}
	return text, changed
}

// Key goes through the rows in the order of their differences, as the key says; false if it means nothing here.
func (t *TwoRuns) Key(key string) (row int32, ok bool) {
	d := t.picture
	if d == nil || len(d.Order) == 0 {
		return -1, false
	}
	last, at := len(d.Order)-1, -1
	if d.Hover >= 0 {
		at = d.Rank(d.Hover)
	} else if d.Pinned >= 0 {
		at = d.Rank(d.Pinned)
	}
	page := max(len(d.Order)/20, 1)
	switch key {
	case "ArrowRight":
		at++
	case "ArrowLeft":
		at--
	case "PageDown":
		at += page
	case "PageUp":
		at -= page
	case "Home":
		at = 0
	case "End":
		at = last
	default:
		return -1, false
	}
	return d.Order[min(max(at, 0), last)], true
}

// PinRow shows the job of a row in the inspector; one that is not on the page is none.
func (t *TwoRuns) PinRow(row int32) {
	if c := t.found; c != nil && row >= 0 {
		if j := c.jobOf(row); j != engine.NoJob {
			t.Pin(j)
			return
		}
	}
	t.Unpin()
}

func (t *TwoRuns) legend() []timeline.LegendEntry {
	if d := t.picture; d != nil && d.Theme != nil {
		return d.Legend()
	}
	return nil
}

// label is what a screen reader calls the picture.
func (t *TwoRuns) label() string {
	a, b := t.chosen(0), t.chosen(1)
	return "By how much longer each job waits under " + b + " than under " + a + ", sorted, and its waits under both against each other; Numbers unfolds the table"
}

// savePicture offers the picture as a figure; format is "svg" or "png".
func (t *TwoRuns) savePicture(format string) {
	c, d := t.found, t.picture
	if c == nil || d == nil {
		t.Warn("There is no picture of two runs yet.")
		return
	}
	f := timeline.NewDifferencesFigure(d, t.Paper)
	t.Browser.EncodePNG(f.Image(), func(png []byte) (shows bool) {
		var svg []byte
		if png != nil {
			svg = f.SVG(panel.PNGAddress(png), t.Draft.Name, c.Sentence().String(), t.Origin()+"\n"+c.keptOrigin())
		}
		t.SavePicture(t.RunName()+"-apart", format, svg)
		return true
	})
}
