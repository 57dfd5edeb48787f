package timeline

import (
	"math"

	"backfill/engine"
)

// MinSpan is the shortest window that one can zoom to, on canvases up to 1000
// device pixels wide; on wider ones it is a millisecond per pixel.
const MinSpan = engine.Second

// View is the visible window and where each lane lies on the canvas. A View is a
// value: its methods return a new one, always within the range [First, Last) of the data.
type View struct {
	Scale
	First, Last engine.Time // range of the data
	Ratio       float64     // device pixels per CSS pixel
	Lanes       []Lane      // from top to bottom
	Height      int         // of all lanes, in device pixels
}

// Part says what a lane shows.
type Part int

const (
	AxisPart  Part = iota // the time axis
	TitlePart             // the name of a group
	GanttPart             // the Gantt chart of a group
	TrackPart             // TrackPart + i: track i of a group
)

// Lane is one horizontal strip of the canvas.
type Lane struct {
	Group       int // index of Scene.Groups, -1 for the axis
	Part        Part
	Top, Height int // device pixels
}

// Heights of lanes in CSS pixels. A track's includes its caption, 0: there are no tracks; rows are tracks without one.
// Gap lies between the parts of a group.
type Heights struct {
	Axis, Title, Gantt, Track, Row, Gap float64
}

// passesHeight is the height of the strip for ticks of passes below the title of a group that makes such, in CSS pixels.
const passesHeight = 13

// DefaultHeights suit a text of 12 CSS pixels.
var DefaultHeights = Heights{Axis: 36, Title: 26, Gantt: 180, Track: 56, Row: 15, Gap: 2}

// FitHeights are the heights with which groups have room in so many CSS pixels: the axis, the titles and, in what is left, the Gantt charts.
// None of those is lower than a text.
func FitHeights(room float64, groups []Group) Heights {
	h := Heights{Axis: shortAxis, Title: 18, Gap: 2}
	room -= h.Axis
	for i := range groups {
		room -= h.Title + h.Gap
		if groups[i].Passing {
			room -= passesHeight
		}
	}
	h.Gantt = max(room/float64(max(len(groups), 1)), 14)
	return h
}

// shortAxis is the height of an axis of labels and ticks alone, in CSS pixels.
const shortAxis = 24

// NewView shows the whole range [first, last) in width device pixels. A range
// too short to be zoomed is lengthened.
func NewView(first, last engine.Time, width int, ratio float64) View {
	v := View{First: first, Last: last, Ratio: ratio}
	v.T0, v.T1 = first, last
	return v.Resize(width, ratio).Reset()
}

// Stack arranges the axis and, per group, title, Gantt chart and tracks.
func (v View) Stack(h Heights, groups []Group) View {
	v.Lanes, v.Height = nil, 0
	// Edges are rounded, not heights, so that in CSS pixels the lanes lie where they lie in every ratio.
	below := 0.0
	px := func(css float64) int { return int(math.Round(css * v.Ratio)) }
	add := func(group int, part Part, css, gap float64) {
		top := max(px(below), v.Height)
		v.Lanes = append(v.Lanes, Lane{group, part, top, max(px(below+css)-top, 1)})
		below += css + gap
		v.Height = max(px(below), top+1)
	}
	add(-1, AxisPart, h.Axis, 0)
	for g := range groups {
		title := h.Title
		if groups[g].Passing {
			title += passesHeight
		}
		add(g, TitlePart, title, 0)
		add(g, GanttPart, h.Gantt, h.Gap)
		for i, t := range groups[g].Tracks {
			if h.Track == 0 {
				break
			}
			if t != nil && t.Row {
				add(g, TrackPart+Part(i), h.Row, 1)
				continue
			}
			add(g, TrackPart+Part(i), h.Track, h.Gap)
		}
	}
	return v
}

// Resize keeps the window and changes the canvas's width and pixel ratio; call
// Stack afterwards if the ratio changed.
func (v View) Resize(width int, ratio float64) View {
	v.Width, v.Ratio = max(width, 1), ratio
	// A column without an instant of its own could show nothing.
	v.Last = max(v.Last, v.First+v.minSpan())
	return v.window(float64(v.T0-v.First), float64(v.Span()))
}

func (v View) minSpan() engine.Time { return max(MinSpan, engine.Time(v.Width)) }

// window shows span milliseconds from from milliseconds after First on, as far as the range allows.
func (v View) window(from, span float64) View {
	span = min(max(span, float64(v.minSpan())), float64(v.Last-v.First))
	from = min(max(from, 0), float64(v.Last-v.First)-span)
	v.T0 = v.First + engine.Time(math.Round(from))
	v.T1 = min(v.T0+engine.Time(math.Round(span)), v.Last)
	return v
}

// Zoom shortens the window by factor (above 1: nearer; below 1: farther) and keeps the time
// under column x where it is, unless the range ends there.
func (v View) Zoom(x, factor float64) View {
	share, span := x/float64(v.Width), float64(v.Span())
	// Clamped before it is applied, so that the fixed point holds at the limits too.
	next := min(max(span/factor, float64(v.minSpan())), float64(v.Last-v.First))
	return v.window(float64(v.T0-v.First)+share*(span-next), next)
}

// Pan moves the window dx device pixels later.
func (v View) Pan(dx float64) View {
	span := float64(v.Span())
	return v.window(float64(v.T0-v.First)+dx/float64(v.Width)*span, span)
}

// Reset shows the whole range.
func (v View) Reset() View {
	v.T0, v.T1 = v.First, v.Last
	return v
}

// margin is the share of a fitted span that is shown on each side of it.
const margin = 0.1

// Fit shows [t0, t1) with a margin.
func (v View) Fit(t0, t1 engine.Time) View {
	want := float64(t1-t0) * (1 + 2*margin)
	span := min(max(want, float64(v.minSpan())), float64(v.Last-v.First))
	middle := float64(t0-v.First) + float64(t1-t0)/2
	return v.window(middle-span/2, span)
}

// Between shows [t0, t1), as far as the range and the shortest window allow.
func (v View) Between(t0, t1 engine.Time) View { return v.window(float64(t0-v.First), float64(t1-t0)) }

// FitTo shows job j of o from its submission to its end, or until it was cancelled, with a margin; another job
// that never started, around its submission.
func (v View) FitTo(o *engine.Outcome, j int32) View {
	job := o.Workload.Jobs[j]
	submitted := o.Submitted(j)
	if submitted < 0 {
		submitted = job.Submit
	}
	switch {
	case o.End[j] >= 0:
		return v.Fit(submitted, o.End[j])
	case o.FirstStart(j) >= 0:
		return v.Fit(submitted, v.Last)
	}
	return v.Fit(submitted-job.Run/2, submitted+job.Run)
}

// Reveal moves the window, without zooming, as little as it takes to show t away
// from its edges.
func (v View) Reveal(t engine.Time) View {
	span := float64(v.Span())
	from := float64(v.T0 - v.First)
	at := float64(t - v.First)
	return v.window(min(max(from, at-(1-margin)*span), at-margin*span), span)
}

// Centre moves the window, without zooming, so that t is in its middle, unless the range ends there.
func (v View) Centre(t engine.Time) View {
	span := float64(v.Span())
	return v.window(float64(t-v.First)-span/2, span)
}

// ahead is the share of the window that a present which goes on leaves to the future.
const ahead = 0.25

// Follow moves the window, without zooming, as little as it takes to show t and some of what
// comes after it.
func (v View) Follow(t engine.Time) View {
	span := float64(v.Span())
	from, at := float64(v.T0-v.First), float64(t-v.First)
	return v.window(min(max(from, at-(1-ahead)*span), at), span)
}

// Key answers a keydown event's key: the arrows to the left and to the right move by a
// tenth of the window, with shift by half of it; + and - zoom at the middle; Home
// and End show the beginning and the end; 0 shows everything. ok is false for other keys.
func (v View) Key(key string, shift bool) (next View, ok bool) {
	step, span := 0.1*float64(v.Width), float64(v.Span())
	if shift {
		step *= 5
	}
	switch key {
	case "ArrowLeft":
		return v.Pan(-step), true
	case "ArrowRight":
		return v.Pan(step), true
	case "+", "=":
		return v.Zoom(float64(v.Width)/2, 1.5), true
	case "-", "_":
		return v.Zoom(float64(v.Width)/2, 1/1.5), true
	case "Home":
		return v.window(0, span), true
	case "End":
		return v.window(float64(v.Last-v.First), span), true
	case "0":
		return v.Reset(), true
	}
	return v, false
}

// LaneAt is the index of the lane at height y, in device pixels, or -1.
func (v View) LaneAt(y int) int {
	for i, lane := range v.Lanes {
		if lane.Top <= y && y < lane.Top+lane.Height {
			return i
		}
	}
	return -1
}

// Enlarged is the same view in scale times as many pixels each way.
func (v View) Enlarged(scale int) View {
	v.Width, v.Height, v.Ratio = v.Width*scale, v.Height*scale, v.Ratio*float64(scale)
	lanes := make([]Lane, len(v.Lanes))
	for i, lane := range v.Lanes {
		lane.Top, lane.Height = lane.Top*scale, lane.Height*scale
		lanes[i] = lane
	}
	v.Lanes = lanes
	return v
}
