package timeline

import (
	"strconv"

	"backfill/engine"
)

// shapes are the outlines of the jobs of one colour in a chart, and of what is drawn over them.
type shapes struct {
	jobs            []byte
	rising, falling []byte // those that are hatched so
	crossed         []byte
	ends            []byte // bars at the ends of killed jobs, strips below late ones
	dashes          []byte // at the beginnings of dedicated ones
	notches         []byte
}

// appendRect appends a rectangle to the path.
func appendRect(path []byte, x0, y0, x1, y1 float64) []byte {
	path = append(append(path, 'M'), point(x0, y0)...)
	path = append(append(path, 'H'), short(x1)...)
	path = append(append(path, 'V'), short(y1)...)
	path = append(append(path, 'H'), short(x0)...)
	return append(path, 'z')
}

func appendTriangle(path []byte, x, y, dx, dy float64) []byte {
	path = append(append(path, 'M'), point(x, y-dy)...)
	path = append(append(path, 'L'), point(x+dx, y)...)
	path = append(append(path, 'L'), point(x, y+dy)...)
	return append(path, 'z')
}

// chart draws the jobs of a lane, as they are drawn in pixels.
func (f *Figure) chart(lane Lane) {
	v, group := &f.scene.View, &f.scene.Groups[lane.Group]
	width, top, bottom := float64(v.Width), float64(lane.Top), float64(lane.Top+lane.Height)
	f.fill(0, top, width, bottom-top, Light.Idle, 1)
	l := group.Layout
	if l == nil {
		return
	}
	per := (bottom - top) / float64(max(l.Processors, 1))
	y := func(processor int32) float64 { return bottom - float64(processor)*per }
	for i, band := range l.Bands {
		if l.shaded() && i%2 == 1 {
			f.fill(0, y(band.First+band.Processors), width, float64(band.Processors)*per, blend(Light.Idle, Light.Grid, 0.6), 1)
		}
	}
	if l.Processors > l.Machine {
		f.fill(0, top, width, y(l.Machine)-top, Light.Overflow, 1)
	}
	f.lines(top, bottom)

	var shapes [256]shapes
	due := func(j int32) engine.Time {
		if group.Outcome == nil {
			return engine.Never
		}
		return group.Outcome.Workload.DeadlineOf(j)
	}
	for p := range l.StartedBefore(v.T1) {
		if l.End(p) <= v.T0 {
			continue
		}
		s, mark := &shapes[group.Paint[p]], l.Marks[p]
		begins, ends := l.Start(p) >= v.T0, l.End(p) <= v.T1
		x0, x1 := max(v.X(l.Start(p)), 0), min(v.X(l.End(p)), width)
		large := x1-x0 >= textured
		rising, falling := f.scene.Colors.texture(group.Paint[p], mark)
		for b := l.Offset[p]; b < l.Offset[p+1]; b++ {
			y0, y1 := y(l.First[b]+l.Count[b]), y(l.First[b])
			s.jobs = appendRect(s.jobs, x0, y0, x1, y1)
			if large && y1-y0 >= 3 {
				if rising {
					s.rising = appendRect(s.rising, x0, y0, x1, y1)
				}
				if falling {
					s.falling = appendRect(s.falling, x0, y0, x1, y1)
				}
				if mark&WasLost != 0 {
					s.crossed = appendRect(s.crossed, x0, y0, x1, y1)
				}
			}
			if large && mark&WasKilled != 0 && ends {
				s.ends = appendRect(s.ends, x1-2.5, y0, x1, y1)
			}
			if large && mark&WasCancelled != 0 && ends {
				s.dashes = append(append(append(s.dashes, 'M'), point(x1-1.5, y0)...), 'V')
				s.dashes = append(s.dashes, short(y1)...)
			}
			if at := due(l.Job[p]); at < l.End(p) {
				low := y1 - min((y1-y0)/6, 5)
				s.ends = appendRect(s.ends, min(max(v.X(at), x0), x1), low-min((y1-y0)/4, 3), x1, low)
			}
			if large && mark&Dedicated != 0 && begins {
				s.dashes = append(append(append(s.dashes, 'M'), point(x0+1.5, y0)...), 'V')
				s.dashes = append(s.dashes, short(y1)...)
			}
			depth := min((y1-y0)/2, notched)
			if mark&WasStopped != 0 && ends {
				s.notches = appendTriangle(s.notches, x1, (y0+y1)/2, -depth, depth)
			}
			if mark&WentOn != 0 && begins {
				s.notches = appendTriangle(s.notches, x0, (y0+y1)/2, depth, depth)
			}
		}
	}
	inks := f.scene.Colors.inks(Light)
	for i := range shapes {
		s, ink := &shapes[i], &inks[i]
		if s.jobs == nil {
			continue
		}
		f.write(`<path d="%s" fill="%s" stroke="%s" stroke-width="0.5"/>`+"\n", s.jobs, colorOf(ink.fill).CSS(), colorOf(ink.edge).CSS())
		f.path(s.rising, "url(#rising-"+strconv.Itoa(i)+")")
		f.path(s.falling, "url(#falling-"+strconv.Itoa(i)+")")
		f.path(s.crossed, "url(#cross-"+strconv.Itoa(i)+")")
		f.path(s.ends, colorOf(ink.end).CSS())
		f.path(s.notches, Light.Idle.CSS())
		if s.dashes != nil {
			f.write(`<path d="%s" fill="none" stroke="%s" stroke-width="3" stroke-dasharray="3"/>`+"\n", s.dashes, colorOf(ink.end).CSS())
		}
	}
	for band := range l.fromTop {
		high := float64(band.Processors) * per
		if band.First == 0 || high < bandSeparated || l.shaded() && high < bandNamed {
			continue
		}
		f.write(`<path d="M0 %sH%d" stroke="%s"/>`+"\n", short(y(band.First)), v.Width, Light.Text.CSS())
	}
	for _, h := range l.headings {
		f.fill(0, y(h.first+h.count), width, float64(h.count)*per, Light.Background, 1)
	}
	if l.Processors > l.Machine {
		f.write(`<path d="M0 %sH%d" stroke="%s"/>`+"\n", short(y(l.Machine)), v.Width, Light.Text.CSS())
	}
}

// path fills a path, if there is one.
func (f *Figure) path(path []byte, fill string) {
	if path != nil {
		f.write(`<path d="%s" fill="%s"/>`+"\n", path, fill)
	}
}

// plates lays plates under the names of bands.
func (f *Figure) plates(lane Lane) {
	l := f.scene.Groups[lane.Group].Layout
	if l == nil {
		return
	}
	for _, name := range f.scene.namesOfBands(lane, l) {
		f.fill(float64(name.area.X0), float64(name.area.Y0), float64(name.area.X1-name.area.X0), float64(name.area.Y1-name.area.Y0), Light.Background, plateShare)
	}
}

// plateShare is plate as a share.
const plateShare = plate / 256.0

// frames draws dashed lines around the jobs that are marked as changed.
func (f *Figure) frames(lane Lane) {
	if f.scene.changed == nil {
		return
	}
	for _, r := range f.scene.rects(lane, f.scene.changed[lane.Group]) {
		f.write(`<path d="%s" fill="none" stroke="%s" stroke-width="2" stroke-dasharray="4"/>`+"\n", pathOf(r), Light.Text.CSS())
	}
}

// pathOf is the outline of a rectangle.
func pathOf(r Rect) []byte {
	return appendRect(nil, float64(r.X0), float64(r.Y0), float64(r.X1), float64(r.Y1))
}

// outline draws a line around the job that is pinned.
func (f *Figure) outline(lane Lane) {
	if f.scene.Pinned < 0 {
		return
	}
	for _, r := range f.scene.Rects(lane.Group, f.scene.Pinned) {
		f.write(`<path d="%s" fill="none" stroke="%s" stroke-width="2"/>`+"\n", pathOf(r), Light.Pinned.CSS())
	}
}

// finer is how many columns of a track there are in a unit, unless that has more steps than they could show.
const finer = 4

// track draws the area below a track, paler up to its largest value in each column, and a line at the mean.
func (f *Figure) track(lane Lane) {
	v, t := &f.scene.View, f.scene.Groups[lane.Group].Tracks[lane.Part-TrackPart]
	caption := f.scene.caption(lane, t)
	top, bottom := float64(lane.Top+caption), float64(lane.Top+lane.Height)
	f.fill(0, top, float64(v.Width), bottom-top, Light.Idle, 1)
	f.lines(top, bottom)
	const line = 1.25
	y := func(value float64) float64 {
		return top + line/2 + (1-min(value/float64(t.Top), 1))*(bottom-top-line)
	}
	fine := v.Scale
	if t.At.Len() <= finer*v.Width {
		fine.Width *= finer
	}
	for int64(fine.Span()) < int64(fine.Width) { // a column without an instant tells nothing
		fine.Width /= 2
	}
	unit := float64(v.Width) / float64(fine.Width)
	var low, high, mean stairs
	var scarce []byte
	from := fine.Time(0)
	for x := 0; x < fine.Width; x++ {
		to := fine.Time(x + 1)
		l, h, m := t.Reduce(from, to)
		at := float64(x) * unit
		low.to(at, y(float64(l)))
		high.to(at, y(float64(h)))
		mean.to(at, y(m))
		if t.Wanted != nil {
			if _, _, wanted := t.Wanted.Reduce(from, to); wanted > float64(t.Capacity) {
				scarce = appendRect(scarce, at, top, at+unit, top+3)
			}
		}
		from = to
	}
	color, end := Light.Tracks[t.Hue].CSS(), float64(v.Width)
	f.write(`<g fill="%s" fill-opacity="0.22"><path d="%s"/><path d="%s"/></g>`, color, high.area(end, bottom), low.area(end, bottom))
	f.write(`<path d="%s" fill="none" stroke="%s" stroke-width="%g"/>`+"\n", mean.line(end), color, line)
	if t.Capacity > 0 && t.Capacity <= t.Top {
		f.write(`<path d="M0 %sH%d" stroke="%s" stroke-dasharray="4"/>`+"\n", short(y(float64(t.Capacity))), v.Width, color)
	}
	f.path(scarce, Light.Tracks[Orange].CSS())
	if t.Row {
		f.fill(0, top, min(float64(runes(t.rowName()))*f.scene.CharWidth+8, float64(v.Width)), bottom-top, Light.Background, plateShare)
	}
}

// stairs are the path of a step function.
type stairs struct {
	path  []byte
	level string
}

// to goes on at the height y from x on.
func (s *stairs) to(x, y float64) {
	level := short(y)
	switch {
	case s.path == nil:
		s.path = append(append(s.path, 'M'), point(x, y)...)
	case level != s.level:
		s.path = append(append(s.path, 'H'), short(x)...)
		s.path = append(append(s.path, 'V'), level...)
	}
	s.level = level
}

// line is the path up to x.
func (s *stairs) line(x float64) []byte { return append(append(s.path, 'H'), short(x)...) }

// area is the path of what lies below, down to the bottom.
func (s *stairs) area(x, bottom float64) []byte {
	path := append(append(s.line(x), 'V'), short(bottom)...)
	return append(path, "H0z"...)
}
