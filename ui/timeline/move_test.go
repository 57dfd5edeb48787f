package timeline

import (
	"slices"
	"testing"

	"backfill/engine"
)

// Four jobs one after the other on one processor, each for 10 s; before, the second one came last, and
// the fourth did not start.
func TestChangeColoring(t *testing.T) {
	w := &engine.Workload{}
	o := &engine.Outcome{Workload: w, Processors: 1, Unit: 1}
	for j := range 4 {
		w.Jobs = append(w.Jobs, engine.Job{Run: 10 * engine.Second, Estimate: 10 * engine.Second, Processors: 1})
		o.Start, o.End = append(o.Start, engine.Time(j)*10*engine.Second), append(o.End, engine.Time(j+1)*10*engine.Second)
		o.State, o.Overtook = append(o.State, engine.Completed), append(o.Overtook, true)
		o.StartOrder, o.EndOrder = append(o.StartOrder, int32(j)), append(o.EndOrder, int32(j))
	}
	moves := []Move{MoveOf(0, 0), MoveOf(20, 10), MoveOf(10, 20), StartsNow}
	if want := []Move{StartsAsBefore, StartsEarlier, StartsLater, StartsNow}; !slices.Equal(moves, want) {
		t.Errorf("moves %v", moves)
	}
	c := NewChangeColoring(func(*engine.Outcome) []Move { return moves }, o)
	place := Place(o)
	paint := c.Paint(o, place)
	if want := []uint8{0, 1, 2, 3}; !slices.Equal(paint, want) {
		t.Errorf("paint %v", paint)
	}
	var signs []string
	for _, e := range c.Legend(Light) {
		path, _ := e.Sign()
		signs = append(signs, e.Text)
		if (path == "") != (e.Text == moveText[StartsAsBefore]) {
			t.Errorf("the sign of %q is %q", e.Text, path)
		}
	}
	if !slices.Equal(signs, moveText[:]) {
		t.Errorf("the legend is %q", signs)
	}
	// The texture says it too, and not that jobs were backfilled, which all were.
	for index, want := range [][2]bool{{false, false}, {false, true}, {true, false}, {true, true}} {
		if rising, falling := c.texture(uint8(index), Backfilled); rising != want[0] || falling != want[1] {
			t.Errorf("%s: rising %t, falling %t", moveText[index], rising, falling)
		}
	}
	if rising, falling := NewColoring(ByWait, o).texture(1, Backfilled); !rising || falling {
		t.Error("backfilled jobs are not hatched")
	}
	// Without anything to compare with all are new.
	if got := NewChangeColoring(func(*engine.Outcome) []Move { return nil }, o).Paint(o, place); !slices.Equal(got, []uint8{3, 3, 3, 3}) {
		t.Errorf("paint %v", got)
	}

	s := &Scene{Groups: []Group{{Name: "A", Layout: NewLayout(place, 8), Paint: paint}}, Colors: c, Theme: Light, Hover: engine.NoJob, Pinned: engine.NoJob, CharWidth: 7}
	s.View = NewView(0, 40*engine.Second, 400, 1).Stack(DefaultHeights, s.Groups)
	var plain, marked Raster
	s.Draw(&plain)
	s.MarkChanged(func(j int32) bool { return j == 2 })
	s.Draw(&marked)
	if slices.Equal(plain.Bytes(), marked.Bytes()) {
		t.Error("a changed job looks as any other")
	}
	if legend := s.Legend(); !legend[len(legend)-1].Framed {
		t.Errorf("the legend is %+v", legend)
	}
}

// On a chart of 8 processors and 40 s, 400 pixels wide: 0.1 s a pixel, so that times snap to whole
// seconds. What begins outside of a chart is nothing; what ends outside reaches to its edge.
func TestSketch(t *testing.T) {
	p := &Placement{Machine: 8, Processors: 8, Offset: []int32{0}}
	s := &Scene{Groups: []Group{{Name: "A", Layout: NewLayout(p, 8)}}, Colors: NewColoring(ByWait), Theme: Light, Hover: engine.NoJob, Pinned: engine.NoJob}
	s.View = NewView(0, 40*engine.Second, 400, 1).Stack(DefaultHeights, s.Groups)
	chart := s.View.Lanes[slices.IndexFunc(s.View.Lanes, func(l Lane) bool { return l.Part == GanttPart })]
	row := func(processor int) int { return chart.Top + chart.Height - 1 - (2*processor+1)*chart.Height/16 }
	for _, c := range []struct {
		x0, y0, x1, y1 int
		from, to       engine.Time
		low, high      int32
	}{
		{102, row(1), 199, row(3), 10 * engine.Second, 20 * engine.Second, 1, 4},
		{199, row(3), 102, row(1), 10 * engine.Second, 20 * engine.Second, 1, 4},
		{102, row(5), 102, row(5), 10 * engine.Second, 11 * engine.Second, 5, 6},
		{390, row(2), 900, -50, 39 * engine.Second, 40 * engine.Second, 2, 8},
	} {
		k, ok := s.SketchOf(c.x0, c.y0, c.x1, c.y1)
		if !ok || k.From != c.from || k.To != c.to || k.Low != c.low || k.High != c.high || k.Processors() != c.high-c.low {
			t.Errorf("%+v: %+v, %t", c, k, ok)
		}
	}
	if _, ok := s.SketchOf(100, 2, 200, row(3)); ok {
		t.Error("a job begins on the axis")
	}
	var plain, drawn Raster
	s.Draw(&plain)
	k, _ := s.SketchOf(102, row(1), 199, row(3))
	s.Sketch = &k
	s.Draw(&drawn)
	if slices.Equal(plain.Bytes(), drawn.Bytes()) {
		t.Error("the job that is drawn is not seen")
	}
}
