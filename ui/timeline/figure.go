package timeline

import (
	"fmt"
	"math"
	"strconv"

	"backfill/engine"
	"backfill/engine/export"
)

// Figure is the visible part of a scene for print, as SVG: on white, with its legend, in a text of a given size. Jobs are
// shapes as long as there are at most mostShapes of them in a chart; a chart of more, or one of demand, is a picture, in which axes and
// texts are still shapes. The units of a figure are those in which its text is textSize high.
type Figure struct {
	Title  string
	Origin string // where it comes from, for the file's metadata

	paper  Paper
	scene  *Scene
	legend []placedEntry
	top    int    // of the scene, below the legend
	images []bool // by lane: it is a picture
	out    []byte
}

const (
	textSize = 12
	// meanWidth is that of a character of a usual sans serif font, as a share of its size.
	meanWidth  = 0.56
	swatch     = 12
	legendLine = 18
	fonts      = "Helvetica, Arial, 'Liberation Sans', sans-serif"
	mostShapes = 4000
)

// placedEntry is an entry of the legend with its place.
type placedEntry struct {
	LegendEntry
	x, y float64
}

// NewFigure prepares a figure of what s shows. O(pieces).
func NewFigure(s *Scene, paper Paper, sizes Heights) *Figure {
	f := &Figure{paper: paper}
	width := paper.units(textSize)
	f.scene = &Scene{
		Groups: s.Groups, Colors: s.Colors, Theme: Light, Clock: s.Clock, Number: s.Number, CharWidth: meanWidth * textSize,
		Hover: engine.NoJob, Pinned: s.Pinned, Loads: s.Loads, ShadowsOf: s.ShadowsOf, Marks: s.Marks, changed: s.changed,
	}
	v := s.View
	v.Width, v.Ratio = width, 1
	f.scene.View = v.Stack(sizes, s.Groups)
	f.placeLegend()
	for _, lane := range f.scene.View.Lanes {
		f.images = append(f.images, lane.Part == GanttPart && f.isImage(&f.scene.Groups[lane.Group]))
	}
	return f
}

func (f *Figure) placeLegend() {
	if f.scene.Colors != nil {
		f.placeEntries(f.scene.Legend())
	}
}

// placeEntries breaks a legend into lines.
func (f *Figure) placeEntries(legend []LegendEntry) {
	const gap = 12
	x, y := 0.0, 0.0
	for _, e := range legend {
		width := swatch + 5 + float64(runes(e.Text))*f.scene.CharWidth
		if x > 0 && x+width > float64(f.scene.View.Width) {
			x, y = 0, y+legendLine
		}
		f.legend = append(f.legend, placedEntry{e, x, y})
		x += width + gap
	}
	f.top = int(y) + legendLine + 4
}

// Lanes is how many lanes the figure has.
func (f *Figure) Lanes() int { return len(f.images) }

// Picture draws a lane in 300 dots per inch if it is to be a picture; else it is nil.
func (f *Figure) Picture(lane int) *Raster {
	if !f.images[lane] {
		return nil
	}
	scale := max(int(math.Ceil(float64(f.paper.Dots())/float64(f.scene.View.Width))), 1)
	fine := *f.scene
	fine.View = f.scene.View.Enlarged(scale)
	alone := fine.View.Lanes[lane]
	alone.Top = 0
	fine.View.Lanes, fine.View.Height = []Lane{alone}, alone.Height
	fine.CharWidth *= float64(scale)
	fine.Pinned, fine.Marks, fine.changed = engine.NoJob, nil, nil // which are shapes
	var r Raster
	fine.Draw(&r)
	return &r
}

// isImage says whether a Gantt chart is a picture.
func (f *Figure) isImage(g *Group) bool {
	if g.Layout == nil {
		return false
	}
	if g.Heat != nil {
		return true
	}
	l, n := g.Layout, 0
	for p := range l.StartedBefore(f.scene.View.T1) {
		if l.End(p) > f.scene.View.T0 {
			n += int(l.Offset[p+1] - l.Offset[p])
		}
	}
	return n > mostShapes
}

// Steps write the figure; pictures are the addresses of those of the lanes, such as data:image/png;base64,….
func (f *Figure) Steps(pictures []string) []func() {
	steps := []func(){f.begin}
	for i, lane := range f.scene.View.Lanes {
		steps = append(steps, func() {
			switch {
			case lane.Part == AxisPart:
				f.ticks(lane)
			case lane.Part == TitlePart:
			case lane.Part == GanttPart:
				if f.images[i] {
					f.write(`<image x="0" y="%d" width="%d" height="%d" preserveAspectRatio="none" href="%s"/>`+"\n", lane.Top, f.scene.View.Width, lane.Height, pictures[i])
				} else {
					f.chart(lane)
					f.plates(lane)
				}
				f.frames(lane)
				f.outline(lane)
			default:
				f.track(lane)
			}
		})
	}
	return append(steps, f.end)
}

// SVG is the figure once all steps are done.
func (f *Figure) SVG() []byte { return f.out }

// begin writes everything above the lanes.
func (f *Figure) begin() {
	v := &f.scene.View
	about := ""
	for g := range f.scene.Groups {
		if o := f.scene.Groups[g].Outcome; o != nil {
			about += f.scene.Describe(g, o) + " "
		}
	}
	f.head(v.Height, about)
	f.write(`<defs><clipPath id="timeline-frame"><rect width="%d" height="%d"/></clipPath>`, v.Width, v.Height)
	f.textures()
	f.write("</defs>\n")
	f.write(`<g transform="translate(0 %d)" clip-path="url(#timeline-frame)">`+"\n", f.top)
	f.scene.refreshAxis()
}

// head begins a figure that is so high below its legend, which it writes; about is for those who do not see it.
func (f *Figure) head(below int, about string) {
	width, height := f.scene.View.Width, f.top+below
	f.out = nil
	f.write(`<svg xmlns="http://www.w3.org/2000/svg" width="%gmm" height="%.2fmm" viewBox="0 0 %d %d" role="img" font-family="%s" font-size="%d">`,
		f.paper.Width, float64(height)*f.paper.Width/float64(width), width, height, fonts, textSize)
	f.write("<title>%s</title><desc>%s</desc><metadata>%s</metadata>\n", export.Markup(f.Title), export.Markup(about), export.Markup(f.Origin))
	f.write(`<rect width="%d" height="%d" fill="%s"/>`, width, height, Light.Background.CSS())
	for _, e := range f.legend {
		f.entry(e)
	}
}

// end writes what lies over the lanes.
func (f *Figure) end() {
	f.marks()
	f.texts()
	f.write("</g>\n</svg>\n")
}

func (f *Figure) write(format string, args ...any) { f.out = fmt.Appendf(f.out, format, args...) }

// textures defines the patterns of the colours that are hatched or crossed.
func (f *Figure) textures() {
	if f.scene.Colors == nil {
		return
	}
	rising, falling, crossed := [256]bool{}, [256]bool{}, [256]bool{}
	for _, g := range f.scene.Groups {
		if g.Layout == nil {
			continue
		}
		for p, mark := range g.Layout.Marks {
			i := g.Paint[p]
			up, down := f.scene.Colors.texture(i, mark)
			rising[i], falling[i], crossed[i] = rising[i] || up, falling[i] || down, crossed[i] || mark&WasLost != 0
		}
	}
	inks := f.scene.Colors.inks(Light)
	pattern := func(kind string, i int, path string, pixel uint32) {
		f.write(`<pattern id="%s-%d" width="7" height="7" patternUnits="userSpaceOnUse"><path d="%s" stroke="%s" fill="none"/></pattern>`, kind, i, path, colorOf(pixel).CSS())
	}
	const up, down = "M-1 8L8 -1M-1 1L1 -1M6 8L8 6", "M-1 -1L8 8M6 -1L8 1M-1 6L1 8"
	for i := range inks {
		if rising[i] {
			pattern("rising", i, up, inks[i].hatch)
		}
		if falling[i] {
			pattern("falling", i, down, inks[i].hatch)
		}
		if crossed[i] {
			pattern("cross", i, up+down, inks[i].end)
		}
	}
}

// colorOf is the colour of a pixel.
func colorOf(pixel uint32) Color {
	return Color(pixel&0xff<<16 | pixel&0xff00 | pixel>>16&0xff)
}

func (f *Figure) entry(e placedEntry) {
	f.write(`<g transform="translate(%.1f %.1f)"><rect width="%d" height="%d" fill="%s"/>`, e.x, e.y+(legendLine-swatch)/2, swatch, swatch, e.Color.CSS())
	if path, stroke := e.Sign(); path != "" {
		width, dashes := 3.0, ""
		switch stroke {
		case "hatch":
			width = 1.5
		case "dashed":
			dashes = ` stroke-dasharray="2.4"`
		}
		// Its ends reach beyond the square.
		f.write(`<svg width="%d" height="%d"><path d="%s" fill="none" stroke="%s" stroke-width="%g"%s/></svg>`, swatch, swatch, path, Light.Text.CSS(), width, dashes)
	}
	f.write(`<text x="%d" y="%.1f" fill="%s">%s</text></g>`+"\n", swatch+5, swatch/2+baseline, Light.Text.CSS(), export.Markup(e.Text))
}

// baseline is how far below the middle of a text its baseline lies.
const baseline = 0.35 * textSize

func (f *Figure) texts() {
	for _, label := range f.scene.Labels() {
		f.text(label)
	}
}

func (f *Figure) text(label Label) {
	f.write(`<text x="%s" y="%s" fill="%s"`, short(label.X), short(label.Y+baseline), label.Color.CSS())
	if label.Bold {
		f.write(` font-weight="bold"`)
	}
	switch label.Align {
	case AlignCenter:
		f.write(` text-anchor="middle"`)
	case AlignRight:
		f.write(` text-anchor="end"`)
	}
	f.write(">%s</text>\n", export.Markup(label.Text))
}

// short is a coordinate with at most two decimals.
func short(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
}

// lines draws vertical lines at the ticks of the axis.
func (f *Figure) lines(top, bottom float64) {
	for _, tick := range f.scene.axis.Ticks {
		color := Light.Grid
		if tick.Major {
			color = blend(Light.Grid, Light.Muted, 0.5)
		}
		f.write(`<path d="M%s %sV%s" stroke="%s" stroke-width="0.7"/>`, short(tick.X), short(top), short(bottom), color.CSS())
	}
	f.write("\n")
}

func (f *Figure) ticks(lane Lane) {
	bottom := float64(lane.Top + lane.Height)
	for _, tick := range f.scene.axis.Ticks {
		length := 4.0
		if tick.Major {
			length = 7
		}
		f.write(`<path d="M%s %sV%s" stroke="%s"/>`, short(tick.X), short(bottom-length), short(bottom), Light.Muted.CSS())
	}
	f.write("\n")
}

// fill draws a rectangle.
func (f *Figure) fill(x, y, width, height float64, color Color, opacity float64) {
	f.write(`<rect x="%s" y="%s" width="%s" height="%s" fill="%s"`, short(x), short(y), short(width), short(height), color.CSS())
	if opacity < 1 {
		f.write(` fill-opacity="%.2f"`, opacity)
	}
	f.write("/>\n")
}

// marks draws the instants that are marked, and of the job that is pinned what was believed of it and its deadline.
func (f *Figure) marks() {
	v := &f.scene.View
	for _, at := range f.scene.Marks {
		f.write(`<path d="M%sV%d" stroke="%s" stroke-width="2" stroke-dasharray="4"/>`+"\n", point(v.X(at), 0), v.Height, Light.Pinned.CSS())
	}
	for _, lane := range v.Lanes {
		for _, m := range f.scene.believedMarks(lane) {
			f.fill(float64(m.area.X0), float64(m.area.Y0), float64(m.area.X1-m.area.X0), float64(m.area.Y1-m.area.Y0), m.color, 1)
		}
		for _, d := range f.scene.deadlines(lane) {
			f.write(`<path d="M%sV%d" stroke="%s" stroke-width="2" stroke-dasharray="4"/>`+"\n", point(float64(d.x), float64(lane.Top)), lane.Top+lane.Height, d.color.CSS())
			f.write(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s" stroke="%s"/>`+"\n", d.flag.X0, d.flag.Y0, d.flag.X1-d.flag.X0, d.flag.Y1-d.flag.Y0, Light.Background.CSS(), d.color.CSS())
		}
	}
}

func point(x, y float64) string { return short(x) + " " + short(y) }
