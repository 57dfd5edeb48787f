package timeline

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/metrics"
)

// element is one of a figure, with the text in it.
type element struct {
	name       string
	attributes map[string]string
	text       string
}

// elementsOf are those of an SVG, in order; it must be well-formed.
func elementsOf(t testing.TB, svg []byte) []element {
	t.Helper()
	var list []element
	var open []int
	dec := xml.NewDecoder(strings.NewReader(string(svg)))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatalf("%v in\n%.3000s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := element{name: token.Name.Local, attributes: map[string]string{}}
			for _, a := range token.Attr {
				e.attributes[a.Name.Local] = a.Value
			}
			list, open = append(list, e), append(open, len(list))
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				list[open[len(open)-1]].text += string(token)
			}
		}
	}
}

// rectsOf are the rectangles of a path that appendRect made: x0, y0, x1, y1.
func rectsOf(t testing.TB, path string) [][4]float64 {
	t.Helper()
	var list [][4]float64
	for _, part := range strings.Split(strings.TrimSuffix(path, "z"), "z") {
		var r [4]float64
		var back float64
		if _, err := fmt.Sscanf(strings.NewReplacer("M", "", "H", " ", "V", " ").Replace(part), "%g %g %g %g %g", &r[0], &r[1], &r[2], &r[3], &back); err != nil || back != r[0] {
			t.Fatalf("%q is no rectangle: %v", part, err)
		}
		list = append(list, r)
	}
	return list
}

// whole is a scene of an outcome with axis, title and tracks.
func whole(o *engine.Outcome, by ColorBy) *Scene {
	s := sceneOf(o, 800, 100)
	s.CharWidth = 6.5
	s.Colors = NewColoring(by, o)
	g := &s.Groups[0]
	g.Paint = s.Colors.Paint(o, g.Layout.Placement)
	series := metrics.OverTime(o)
	busy := NewTrack("busy processors", Blue, series.At, series.Busy)
	busy.Capacity = o.Processors
	g.Tracks = []*Track{busy, NewTrack("jobs waiting", Orange, series.At, series.Queue)}
	s.Number = o.Workload.JobNumber
	return s
}

// written is the SVG of a figure whose pictures have these addresses.
func written(f *Figure, pictures []string) []byte {
	for _, step := range f.Steps(pictures) {
		step()
	}
	return f.SVG()
}

// At 90 mm and 9 pt the text of 12 units is 9 pt high, so that a unit is 0.75 pt and the width 340 units (90 / 25.4 * 72 / 0.75 =
// 340.2). Two jobs on 4 processors in 200 s: the first has the lower half for the first half of the time, the second, killed after it
// overtook, the upper half for the second half.
func TestFigureShowsTheJobs(t *testing.T) {
	o := outcome(4, 1, span{0, 100, 2, false, false}, span{100, 200, 2, true, true})
	s := whole(o, ByKind)
	s.Groups[0].Name, s.Groups[0].Layout.First[1] = `<b>&"EASY"</b>`, 2
	f := NewFigure(s, Paper{90, 9}, Heights{Axis: 36, Title: 20, Gantt: 100, Track: 40, Gap: 2})
	f.Title, f.Origin = "a\x00 </svg><script>alert(1)</script>", "seed 1"
	svg := written(f, make([]string, f.Lanes()))
	elements := elementsOf(t, svg)
	root := elements[0].attributes
	if root["width"] != "90mm" || !strings.HasPrefix(root["viewBox"], "0 0 340 ") || root["font-size"] != "12" {
		t.Errorf("the figure is %v", root)
	}
	find := func(what string, is func(element) bool) element {
		t.Helper()
		i := slices.IndexFunc(elements, is)
		if i < 0 {
			t.Fatalf("no %s in\n%s", what, svg)
		}
		return elements[i]
	}
	gantt := f.scene.View.Lanes[slices.IndexFunc(f.scene.View.Lanes, func(l Lane) bool { return l.Part == GanttPart })]
	middle, bottom := float64(gantt.Top+50), float64(gantt.Top+100)
	for kind, want := range map[int][4]float64{
		kindInOrder: {0, middle, 170, bottom},
		kindKilled:  {170, float64(gantt.Top), 340, middle},
	} {
		color := kindColors[kind][0].CSS()
		path := find("job in "+color, func(e element) bool { return e.name == "path" && e.attributes["fill"] == color })
		if got := rectsOf(t, path.attributes["d"]); len(got) != 1 || got[0] != want {
			t.Errorf("the job that is %s lies at %v, want %v", kindText[kind], got, want)
		}
	}
	hatch := find("hatch", func(e element) bool { return e.attributes["fill"] == "url(#rising-"+strconv.Itoa(kindKilled)+")" })
	if got := rectsOf(t, hatch.attributes["d"]); got[0][0] != 170 {
		t.Errorf("%v is hatched", got)
	}
	for _, text := range []string{`<b>&"EASY"</b>`, kindText[kindKilled], "2", "busy processors, 0 to 2", "1 min"} {
		find("text "+text, func(e element) bool { return e.name == "text" && e.text == text })
	}
	if title := find("title", func(e element) bool { return e.name == "title" }).text; title != "a\ufffd </svg><script>alert(1)</script>" {
		t.Errorf("the title is %q", title)
	}
	find("origin", func(e element) bool { return e.name == "metadata" && e.text == "seed 1" })
	for _, e := range elements {
		if e.name == "script" || e.name == "style" || e.attributes["style"] != "" || e.attributes["onload"] != "" {
			t.Errorf("a figure needs no %v", e)
		}
	}
}

// Four jobs one after the other, all backfilled, each moved in another way: their textures are those of the colours, of which
// the figure has each pattern that it fills with; the changed one has a dashed frame, which the legend explains.
func TestFigureByChange(t *testing.T) {
	o := outcome(2, 1, span{0, 50, 2, true, false}, span{50, 100, 2, true, false}, span{100, 150, 2, true, false}, span{150, 200, 2, true, false})
	s := whole(o, ByWait)
	s.Colors = NewChangeColoring(func(*engine.Outcome) []Move { return []Move{StartsAsBefore, StartsEarlier, StartsLater, StartsNow} }, o)
	s.Groups[0].Paint = s.Colors.Paint(o, s.Groups[0].Layout.Placement)
	s.MarkChanged(func(j int32) bool { return j == 1 })
	f := NewFigure(s, Paper{178, 9}, DefaultHeights)
	var filled, patterns []string
	framed := 0
	elements := elementsOf(t, written(f, make([]string, f.Lanes())))
	for _, e := range elements {
		switch {
		case e.name == "pattern":
			patterns = append(patterns, "url(#"+e.attributes["id"]+")")
		case e.attributes["stroke-dasharray"] == "4" && e.attributes["stroke"] == Light.Text.CSS():
			framed++
		case strings.HasPrefix(e.attributes["fill"], "url("):
			filled = append(filled, e.attributes["fill"])
		}
	}
	if want := []string{"url(#falling-1)", "url(#rising-2)", "url(#rising-3)", "url(#falling-3)"}; !slices.Equal(filled, want) || !slices.Equal(patterns, want) {
		t.Errorf("patterns %q, filled with %q, want %q", patterns, filled, want)
	}
	if explained := slices.ContainsFunc(elements, func(e element) bool { return strings.HasPrefix(e.text, "dashed frame") }); framed != 1 || !explained {
		t.Errorf("%d frames, explained %t", framed, explained)
	}
}

// Beyond so many jobs a chart is a picture in the figure, in 300 dots per inch, and no shapes; a part of it with few jobs has shapes.
func TestFigureOfManyJobs(t *testing.T) {
	o := busyMachine(20_000, 256, 1)
	s := whole(o, ByWait)
	f := NewFigure(s, Paper{178, 8}, DefaultHeights)
	images := make([]string, f.Lanes())
	pictures := 0
	for i := range images {
		if r := f.Picture(i); r != nil {
			pictures++
			images[i] = "data:image/png;base64,AAAA"
			if r.Width < f.paper.Dots() || len(r.Pix) != r.Width*r.Height {
				t.Errorf("a picture of %d by %d with %d pixels", r.Width, r.Height, len(r.Pix))
			}
		}
	}
	svg := written(f, images)
	elementsOf(t, svg)
	if pictures != 1 || strings.Count(string(svg), "<image") != 1 || len(svg) > 600_000 {
		t.Errorf("%d pictures in a figure of %d bytes", pictures, len(svg))
	}
	s.View = s.View.Fit(0, engine.Hour)
	f = NewFigure(s, Paper{178, 8}, DefaultHeights)
	if svg = written(f, make([]string, f.Lanes())); strings.Contains(string(svg), "<image") {
		t.Error("few jobs are a picture")
	}
}

// Farms with segments of every kind make well-formed figures; for people to look at, they are written into $FIGURES.
func TestFiguresOfEveryKind(t *testing.T) {
	figures := map[string]*Scene{
		"pool":    whole(busyMachine(300, 64, 2), ByWait),
		"farm":    whole(restlessFarm(t, 60, 6, 0.02, 3), ByKind),
		"killed":  whole(outcome(8, 2, span{0, 100, 2, false, true}, span{10, 50, 4, true, false}, span{50, 120, 6, false, false}), ByJob),
		"nothing": whole(outcome(4, 1), ByWait),
	}
	for name, s := range figures {
		for _, paper := range []Paper{{85, 8}, {178, 9}} {
			f := NewFigure(s, paper, DefaultHeights)
			svg := written(f, make([]string, f.Lanes()))
			elementsOf(t, svg)
			if folder := os.Getenv("FIGURES"); folder != "" {
				if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%s-%g.svg", name, paper.Width)), svg, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
