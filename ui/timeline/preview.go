package timeline

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"backfill/engine"
	"backfill/engine/export"
)

// A preview is a scene of few jobs at rest before its width is known, as SVG: in time it is measured in percent of the width, in height
// in CSS pixels. A part for which only some widths have room is hidden and has the attributes data-least and data-most: it is to be
// shown where the width is at least data-least and less than data-most mean widths of a character.
type preview struct {
	scene *Scene
	inks  *[256]ink
	out   []byte
}

// Preview draws a scene, whose ratio is 1, as an SVG element of the page, in the scene's theme. It refuses a scene with anything that
// it has no shape for.
func Preview(s *Scene) (string, error) {
	if s.View.Ratio != 1 || s.Clock.Calendar != nil || s.Loads != nil || s.Colors == nil || s.Number == nil ||
		s.Sketch != nil || s.Play != nil || len(s.Marks) > 0 || s.Pinned >= 0 || s.Hover >= 0 || s.marksChanged() {
		return "", errors.New("a preview shows results at rest, without a calendar")
	}
	p := &preview{scene: s, inks: s.Colors.inks(s.Theme)}
	v := &s.View
	p.write(`<svg width="100%%" height="%d" aria-hidden="true" font-family="%s" font-size="%d" dominant-baseline="central" shape-rendering="crispEdges">`, v.Height, export.Markup(FontFamily), FontSize)
	p.defs()
	p.write(`<rect width="100%%" height="100%%" fill="%s"/>`, s.Theme.Background.CSS())
	for _, lane := range v.Lanes {
		if top, height := p.drawn(lane); height > 0 {
			p.write(`<rect y="%d" width="100%%" height="%d" fill="%s"/>`, top, height, s.Theme.Idle.CSS())
		}
	}
	p.ticks()
	for _, lane := range v.Lanes {
		var err error
		switch {
		case lane.Part == GanttPart:
			err = p.chart(lane)
		case lane.Part >= TrackPart:
			err = p.track(lane)
		}
		if err != nil {
			return "", err
		}
	}
	p.labels()
	p.write("</svg>")
	return string(p.out), nil
}

func (p *preview) write(format string, args ...any) { p.out = fmt.Appendf(p.out, format, args...) }

// share is an instant as a share of the width.
func (p *preview) share(t engine.Time) float64 {
	return float64(t-p.scene.View.T0) / float64(p.scene.View.Span())
}

func percent(share float64) string {
	return strconv.FormatFloat(math.Round(share*1e6)/1e4, 'f', -1, 64) + "%"
}

// drawn is where a chart or a track lies, without the caption above it; height is 0 for other lanes.
func (p *preview) drawn(lane Lane) (top, height int) {
	caption := 0
	switch {
	case lane.Part == AxisPart, lane.Part == TitlePart:
		return lane.Top, 0
	case lane.Part >= TrackPart:
		caption = p.scene.caption(lane, p.scene.Groups[lane.Group].Tracks[lane.Part-TrackPart])
	}
	return lane.Top + caption, lane.Height - caption
}

// defs defines a tick with its lines through all charts and tracks, and the textures of the colours of jobs.
func (p *preview) defs() {
	s := p.scene
	p.write(`<defs><g id="preview-tick">`)
	for _, lane := range s.View.Lanes {
		if top, height := p.drawn(lane); height > 0 {
			p.write(`<rect y="%d" width="1" height="%d" fill="%s"/>`, top, height, s.Theme.Grid.CSS())
		} else if lane.Part == AxisPart {
			p.write(`<rect y="%d" width="1" height="4" fill="%s"/>`, lane.Top+lane.Height-4, s.Theme.Muted.CSS())
		}
	}
	p.write("</g>")
	hatched := map[uint8]bool{}
	for _, g := range s.Groups {
		if g.Layout == nil {
			continue
		}
		for piece, mark := range g.Layout.Marks {
			if rising, _ := s.Colors.texture(g.Paint[piece], mark); rising && !hatched[g.Paint[piece]] {
				hatched[g.Paint[piece]] = true
				p.write(`<pattern id="preview-hatch-%d" width="7" height="7" patternUnits="userSpaceOnUse"><path d="M-1 -1L8 8M6 -1L8 1M-1 6L1 8" stroke="%s" fill="none"/></pattern>`,
					g.Paint[piece], colorOf(p.inks[g.Paint[piece]].hatch).CSS())
			}
		}
	}
	p.write("</defs>")
}

// mostCharacters is how many mean widths of a character a preview is made for, some 2,000 CSS pixels. A wider timeline gets closer ticks
// with the live page.
const mostCharacters = 300

// ticks draws the ticks of the axis at each distance that some width has room for, as Clock.Axis tries them: the first one is to be
// seen that has room.
func (p *preview) ticks() {
	s, c := p.scene.View.Scale, p.scene.Clock
	axis := p.scene.View.Lanes[0]
	y := float64(axis.Top) + axisMiddle*float64(axis.Height)
	most := math.Inf(1)
	for _, step := range c.steps() {
		least := closest * float64(s.Span()) / float64(step.length)
		if least > mostCharacters {
			continue // before its ticks are gone through, which may be many
		}
		last := step.length > s.Span()
		var at []engine.Time
		var text []string
		for t := range c.ticks(s, step) {
			label, _ := c.label(t, step)
			if n := len(at); n > 0 {
				characters := float64(runes(text[n-1])+runes(label))/2 + apart
				least = max(least, characters*float64(s.Span())/float64(t-at[n-1]))
			}
			at, text = append(at, t), append(text, label)
		}
		if last {
			least = 0
		}
		if least >= min(most, mostCharacters) {
			continue // no preview is as wide, or a finer one has room
		}
		p.write("<g%s>", within(least, most))
		for i, t := range at {
			p.write(`<use href="#preview-tick" x="%s"/>`, percent(p.share(t)))
			p.tickLabel(p.share(t), y, text[i], max(least, 1))
		}
		p.write("</g>")
		if last {
			break
		}
		most = least
	}
}

// tickLabel writes the label of a tick, centred at it. At the left edge it begins there; at the right one, where it might be cut in a
// width that has room for so many characters, there is none.
func (p *preview) tickLabel(share, y float64, text string, least float64) {
	anchor, half := "middle", float64(runes(text))/2
	switch {
	case share == 0:
		anchor = "start"
	case share*least < half, (1-share)*least < half:
		return
	}
	p.write(`<text x="%s" y="%s" text-anchor="%s" fill="%s">%s</text>`, percent(share), short(y), anchor, p.scene.Theme.Text.CSS(), export.Markup(text))
}

// within are the attributes of what has room in widths from least to below most.
func within(least, most float64) string {
	text := ` hidden=""`
	if least > 0 {
		text += fmt.Sprintf(` data-least="%s"`, strconv.FormatFloat(math.Ceil(least*1e3)/1e3, 'f', -1, 64))
	}
	if !math.IsInf(most, 1) {
		text += fmt.Sprintf(` data-most="%s"`, strconv.FormatFloat(math.Ceil(most*1e3)/1e3, 'f', -1, 64))
	}
	return text
}

func (p *preview) chart(lane Lane) error {
	s := p.scene
	group := &s.Groups[lane.Group]
	l := group.Layout
	if l == nil || group.Heat != nil || len(l.Bands) > 0 || l.Processors > l.Machine || l.levelFor(s.View.Scale) != nil {
		return errors.New("a preview shows few jobs on one machine")
	}
	for piece := range l.StartedBefore(s.View.T1) {
		mark := l.Marks[piece]
		if mark&(WasLost|Dedicated|WasStopped|WentOn|WasCancelled) != 0 || group.Outcome == nil || group.Outcome.Workload.Deadline != nil {
			return errors.New("a preview shows jobs that run from start to end, without deadlines")
		}
		rising, falling := s.Colors.texture(group.Paint[piece], mark)
		if falling {
			return errors.New("a preview has one texture")
		}
		from, to := p.share(l.Start(piece)), p.share(l.End(piece))
		for b := l.Offset[piece]; b < l.Offset[piece+1]; b++ {
			y0, y1 := l.pixelOf(l.First[b], lane.Height), l.pixelOf(l.First[b]+l.Count[b], lane.Height)
			p.block(from, to, lane.Top+lane.Height-int(y1), int(y1-y0), group.Paint[piece], rising, mark&WasKilled != 0, s.Number(l.Job[piece]))
		}
	}
	return nil
}

// block draws a block of a job's processors.
func (p *preview) block(from, to float64, top, height int, paint uint8, hatched, killed bool, number int64) {
	ink := &p.inks[paint]
	edge := colorOf(ink.edge).CSS()
	p.write(`<svg x="%s" y="%d" width="%s" height="%d"><rect width="100%%" height="100%%" fill="%s"/>`, percent(from), top, percent(to-from), height, colorOf(ink.fill).CSS())
	if hatched && height >= textured {
		// A line goes through the lower left corner.
		p.write(`<rect y="-%d" width="100%%" height="100%%" transform="translate(0 %d)" fill="url(#preview-hatch-%d)"/>`, height, height, paint)
	}
	if killed {
		p.write(`<rect x="100%%" width="3" height="100%%" transform="translate(-3)" fill="%s"/>`, colorOf(ink.end).CSS())
	}
	p.write(`<rect width="1" height="100%%" fill="%s"/>`, edge)
	if height >= separated {
		p.write(`<rect width="100%%" height="1" fill="%s"/>`, edge)
	}
	if text := strconv.FormatInt(number, 10); height >= numbered {
		p.write(`<text x="50%%" y="50%%" text-anchor="middle" fill="%s"%s>%s</text>`, readableOn(p.scene.Colors.Color(paint, p.scene.Theme)).CSS(),
			within(float64(len(text)+1)/(to-from), math.Inf(1)), text)
	}
	p.write("</svg>")
}

func (p *preview) track(lane Lane) error {
	t := p.scene.Groups[lane.Group].Tracks[lane.Part-TrackPart]
	if t.Row || t.Wanted != nil {
		return errors.New("a preview shows tracks of their own")
	}
	top, height := p.drawn(lane)
	line := trackLine(1)
	y := func(v int32) float64 { return float64(t.y(float64(v), 0, height, line)) + float64(line)/2 }
	// Across, a unit is a thousandth of the width.
	const width = 1000
	var level stairs
	if t.At.Len() == 0 || p.share(t.At.At(0)) > 0 {
		level.to(0, y(0))
	}
	for i, at := range t.At.All() {
		if x := p.share(at) * width; x < width {
			level.to(max(x, 0), y(t.Values.At(i)))
		}
	}
	color := p.scene.Theme.Tracks[t.Hue].CSS()
	p.write(`<svg y="%d" width="100%%" height="%d" viewBox="0 0 %d %d" preserveAspectRatio="none"><path d="%s" fill="%s" fill-opacity="%.2f"/>`,
		top, height, width, height, level.area(width, float64(height)), color, 112.0/full)
	p.write(`<path d="%s" fill="none" stroke="%s" stroke-width="%d" vector-effect="non-scaling-stroke"/></svg>`, level.line(width), color, line)
	if t.Capacity > 0 && t.Capacity <= t.Top {
		limit := float64(top) + y(t.Capacity)
		p.write(`<line x2="100%%" y1="%s" y2="%s" stroke="%s" stroke-dasharray="3"/>`, short(limit), short(limit), color)
	}
	return nil
}

// labels writes all texts that are not those of ticks and jobs.
func (p *preview) labels() {
	plain := *p.scene
	plain.Number = nil
	plain.refreshAxis()
	plain.axis.Ticks = nil
	for _, label := range plain.Labels() {
		bold := ""
		if label.Bold {
			bold = ` font-weight="bold"`
		}
		p.write(`<text x="%s" y="%s" fill="%s"%s>%s</text>`, short(label.X), short(label.Y), label.Color.CSS(), bold, export.Markup(label.Text))
	}
}
