package timeline

import (
	"encoding/xml"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"backfill/engine"
)

// previewScene is a scene with everything that a preview shows.
func previewScene() *Scene {
	o := outcome(4, 1, span{0, 100, 2, false, false}, span{100, 2460, 2, true, true})
	s := whole(o, ByKind)
	s.Groups[0].Outcome = o
	s.View = s.View.Stack(Heights{Axis: 36, Title: 24, Gantt: 104, Track: 32, Gap: 2}, s.Groups)
	return s
}

// svgElement is an element of a preview.
type svgElement struct {
	XMLName  xml.Name
	Attrs    []xml.Attr   `xml:",any,attr"`
	Text     string       `xml:",chardata"`
	Children []svgElement `xml:",any"`
}

// attr is an attribute of an element, "" if it has none.
func (e *svgElement) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// number is an attribute of an element as a number, without its percent sign.
func (e *svgElement) number(t *testing.T, name string, otherwise float64) float64 {
	t.Helper()
	text := e.attr(name)
	if text == "" {
		return otherwise
	}
	v, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil {
		t.Fatalf("%s=%q is no number", name, text)
	}
	return v
}

// named are the children of that name.
func (e *svgElement) named(name string) (found []svgElement) {
	for _, child := range e.Children {
		if child.XMLName.Local == name {
			found = append(found, child)
		}
	}
	return found
}

// drawnPreview reads the preview of a scene.
func drawnPreview(t *testing.T, s *Scene) *svgElement {
	t.Helper()
	text, err := Preview(s)
	if err != nil {
		t.Fatal(err)
	}
	var root svgElement
	if err := xml.Unmarshal([]byte(text), &root); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return &root
}

// In every width that a preview is made for, its ticks are those of the timeline.
func TestPreviewAxis(t *testing.T) {
	s := previewScene()
	steps := drawnPreview(t, s).named("g")
	if len(steps) < 3 {
		t.Fatalf("there are ticks at %d distances", len(steps))
	}
	for _, character := range []float64{4.5, 6.625, 13.2} {
		for width := 150; float64(width) < 300*character; width += 7 {
			room := float64(width) / character
			if slices.ContainsFunc(steps, func(g svgElement) bool { return math.Abs(room-g.number(t, "data-least", 0)) < 0.01 }) {
				continue // rounding decides
			}
			scale := s.View.Scale
			scale.Width = width
			want := s.Clock.Axis(scale, character).Ticks
			seen := 0
			for _, g := range steps {
				if room < g.number(t, "data-least", 0) || room >= g.number(t, "data-most", math.Inf(1)) {
					continue
				}
				seen++
				uses := g.named("use")
				if len(uses) != len(want) {
					t.Fatalf("in %d pixels there are %d ticks, want %d", width, len(uses), len(want))
				}
				for k, tick := range want {
					if x := uses[k].number(t, "x", math.NaN()) * float64(width) / 100; !(math.Abs(x-tick.X) < 0.01) {
						t.Fatalf("in %d pixels tick %d is at %g, want %g", width, k, x, tick.X)
					}
				}
				texts := g.named("text")
				for _, text := range texts {
					x := text.number(t, "x", 0) * float64(width) / 100
					if !slices.ContainsFunc(want, func(tick Tick) bool { return tick.Label == text.Text && math.Abs(tick.X-x) < 0.01 }) {
						t.Fatalf("in %d pixels %q is at %g", width, text.Text, x)
					}
				}
				if len(texts) < len(want)-1 {
					t.Fatalf("in %d pixels %d of %d ticks have labels", width, len(texts), len(want))
				}
			}
			if seen != 1 {
				t.Fatalf("in %d pixels there are the ticks of %d distances", width, seen)
			}
		}
	}
}

// Two jobs on 4 processors from 0 to 100 s and from 100 s to 2460 s: the first one below, in the half of the 104 pixels that two
// processors are, and in 100 of 2460 parts of the width.
func TestPreviewBlocks(t *testing.T) {
	s := previewScene()
	blocks := slices.DeleteFunc(drawnPreview(t, s).named("svg"), func(e svgElement) bool { return e.attr("viewBox") != "" })
	if len(blocks) != 2 {
		t.Fatalf("there are %d blocks", len(blocks))
	}
	gantt := s.View.Lanes[2]
	wide := 100 * 100 / float64(s.View.Span().Seconds())
	for i, want := range []struct{ x, y, width, height float64 }{
		{0, float64(gantt.Top + 52), wide, 52},
		{wide, float64(gantt.Top + 52), 100 * 2360 / s.View.Span().Seconds(), 52},
	} {
		b := &blocks[i]
		if math.Abs(b.number(t, "x", 0)-want.x) > 1e-3 || b.number(t, "y", 0) != want.y || math.Abs(b.number(t, "width", 0)-want.width) > 1e-3 || b.number(t, "height", 0) != want.height {
			t.Errorf("job %d has the block %v, want %v", i+1, b.Attrs, want)
		}
		if text := b.named("text"); len(text) != 1 || text[0].Text != strconv.Itoa(i+1) {
			t.Errorf("job %d has the number %v", i+1, text)
		}
	}
	if first, second := len(blocks[0].named("rect")), len(blocks[1].named("rect")); first != 3 || second != 5 {
		t.Errorf("the second job alone overtook and was killed: %d and %d shapes", first, second)
	}
	for _, theme := range []*Theme{Light, Dark} {
		s.Theme = theme
		text, err := Preview(s)
		if want := s.Colors.Color(s.Groups[0].Paint[1], theme).CSS(); err != nil || !strings.Contains(text, `fill="`+want+`"`) {
			t.Errorf("the second job does not have the colour %s (error %v)", want, err)
		}
	}
}

// Busy processors: 2 of 4 for as long as the jobs run, one after the other.
func TestPreviewTrack(t *testing.T) {
	s := previewScene()
	tracks := slices.DeleteFunc(drawnPreview(t, s).named("svg"), func(e svgElement) bool { return e.attr("viewBox") == "" })
	if len(tracks) != len(s.Groups[0].Tracks) {
		t.Fatalf("there are %d tracks, want %d", len(tracks), len(s.Groups[0].Tracks))
	}
	for _, track := range tracks {
		paths := track.named("path")
		if len(paths) != 2 || !strings.HasSuffix(paths[0].attr("d"), "H0z") || !strings.HasPrefix(paths[0].attr("d"), strings.TrimSuffix(paths[1].attr("d"), "H1000")) {
			t.Errorf("a track has the shapes %v", paths)
		}
	}
}

// What a preview cannot show it refuses.
func TestPreviewRefuses(t *testing.T) {
	for name, change := range map[string]func(*Scene){
		"a pinned job": func(s *Scene) { s.Pinned = 0 },
		"a calendar":   func(s *Scene) { s.Clock.Calendar = &engine.Calendar{} },
		"a mark":       func(s *Scene) { s.Marks = []engine.Time{1} },
		"lost work":    func(s *Scene) { s.Groups[0].Layout.Marks[0] |= WasLost },
		"no layout":    func(s *Scene) { s.Groups[0].Layout = nil },
		"deadlines": func(s *Scene) {
			s.Groups[0].Outcome = outcome(4, 1)
			s.Groups[0].Outcome.Workload.Deadline = []engine.Time{1}
		},
		"a row":       func(s *Scene) { s.Groups[0].Tracks[0].Row = true },
		"fine pixels": func(s *Scene) { s.View.Ratio = 2 },
	} {
		s := previewScene()
		change(s)
		if _, err := Preview(s); err == nil {
			t.Errorf("a scene with %s is shown without it", name)
		}
	}
}
