package export

import (
	"slices"

	"backfill/ui/panel"
	"backfill/ui/panel/answers"
	"backfill/ui/session"
	"backfill/ui/timeline"
	"backfill/ui/widget"
)

// paperWidths are the widths of figures that are offered, in millimetres.
var paperWidths = []struct {
	width float64
	about string
}{
	{85, "85 mm: one column"}, {120, "120 mm: one and a half"}, {178, "178 mm: two columns"}, {250, "250 mm: a slide"},
}

// textSizes are the sizes of their text, in points.
var textSizes = []float64{7, 8, 9, 10, 14}

// paperOptions choose the size of figures.
func (e *Exports) paperOptions() []widget.Option {
	width := widget.Option{ID: "export-width", Label: "Width", Choose: func(text string) {
		for _, w := range paperWidths {
			if w.about == text {
				e.Paper.Width = w.width
			}
		}
	}}
	for i, w := range paperWidths {
		width.Choices = append(width.Choices, w.about)
		if w.width == e.Paper.Width {
			width.Chosen = i
		}
	}
	size := widget.Option{ID: "export-size", Label: "Text", Chosen: slices.Index(textSizes, e.Paper.Points), Choose: func(text string) {
		for _, points := range textSizes {
			if panel.PointsText(points) == text {
				e.Paper.Points = points
			}
		}
	}}
	for _, points := range textSizes {
		size.Choices = append(size.Choices, panel.PointsText(points))
	}
	return []widget.Option{width, size}
}

// SaveTimeline offers the visible part of the timeline as a figure; format is "svg" or "png".
func (e *Exports) SaveTimeline(format string) {
	if e.Timeline == nil {
		e.Warn("There is no timeline yet.")
		return
	}
	name := e.RunName() + "-timeline"
	e.drawTimeline(func(svg []byte) { e.SavePicture(name, format, svg) })
}

// drawTimeline hands the visible part of the timeline to then as an SVG; nil if that is not possible. Where there are many jobs
// it is drawn in steps, between which the page goes on.
func (e *Exports) drawTimeline(then func(svg []byte)) {
	f := timeline.NewFigure(e.Timeline, e.Paper, e.Schedules.Heights())
	f.Title, f.Origin = e.Draft.Name, e.Origin()
	many := len(e.Workload().Jobs) >= panel.ManyJobs
	pictures := make([]string, f.Lanes())
	write := func() (shows bool) {
		steps, end := f.Steps(pictures), func() { then(f.SVG()) }
		if many {
			return e.InSteps(steps, func() bool { return true }, end)
		}
		for _, step := range steps {
			step()
		}
		end()
		return true
	}
	var draw func(lane int) (shows bool)
	draw = func(lane int) bool {
		if lane == len(pictures) {
			return write()
		}
		r := f.Picture(lane)
		if r == nil {
			return draw(lane + 1)
		}
		e.Browser.EncodePNG(r, func(png []byte) (shows bool) {
			if png == nil {
				then(nil)
				return true
			}
			pictures[lane] = panel.PNGAddress(png)
			return draw(lane + 1)
		})
		return false
	}
	if many {
		e.Browser.Proceed(session.Pause, func() bool { return draw(0) })
	} else {
		draw(0)
	}
}

// chartShown is a chart with its caption.
type chartShown struct{ host, caption string }

// chartsShown are the charts on the page.
func (e *Exports) chartsShown() []chartShown {
	var list []chartShown
	if len(e.RunLabels()) == 0 {
		return nil
	}
	if e.Estimates() != nil {
		list = append(list, chartShown{answers.CurveChart, e.Answers.PlotTitle()})
	}
	for _, f := range answers.Figures {
		list = append(list, chartShown{f.Host, f.Caption})
	}
	if (&answers.Classes{Answers: e.Answers}).Known() {
		list = append(list, chartShown{answers.ClassChart, e.Answers.ClassTitle()})
	}
	return list
}
