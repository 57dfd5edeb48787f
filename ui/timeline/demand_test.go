package timeline

import (
	"math/rand/v2"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/metrics/resources"
)

// onNodes puts jobs on two nodes of two processors, which have 1000 MB/s each. Job 0 has a
// process on either from 0 to 8 s, job 1 one on the first node from 2 to 6 s, and job 2 runs
// beside that from 6 s on; their processes ask for 500, 1000 and 250 MB/s.
func onNodes() *engine.Outcome {
	o := outcome(4, 1, span{start: 0, end: 8, processors: 2}, span{start: 2, end: 6, processors: 1}, span{start: 6, end: 8, processors: 1})
	o.Lanes = []engine.Lane{{Name: "node 1", Processors: 2}, {Name: "node 2", Processors: 2}}
	o.Pieces = []engine.Piece{{Lane: 0, Processors: 1, First: 0}, {Lane: 1, Processors: 1, First: 2}, {Lane: 0, Processors: 1, First: 1}, {Lane: 0, Processors: 1, First: 1}}
	o.PieceEnd = []int32{2, 3, 4}
	o.Workload.Bandwidth = []int32{500, 1000, 250}
	o.Sharing = &engine.Sharing{Model: engine.SharedRate, Bandwidth: 1000, Scale: 1}
	return o
}

// demandOf shows what the nodes of an outcome are asked for.
func demandOf(o *engine.Outcome, width, height int) *Scene {
	s := sceneOf(o, width, height)
	d := resources.DemandOf(o)
	s.Loads = NewLoading(d)
	s.Groups[0].Heat = s.Loads.Heat(d)
	return s
}

// drawDemand paints the chart of a scene alone, without lines and names of nodes.
func drawDemand(s *Scene) *Raster {
	var r Raster
	r.Resize(s.View.Width, s.View.Height)
	s.gantt.idle = s.background(nil, s.Theme.Idle)
	s.drawDemand(&r, s.View.Lanes[0], &s.Groups[0])
	return &r
}

// Node 1, in the upper half, is asked for half of what it has, then for 1.5 times that, then
// for three quarters; node 2 for half. What is over is hatched: every sixth pixel.
func TestDemandPicture(t *testing.T) {
	s := demandOf(onNodes(), 16, 8)
	r := drawDemand(s)
	color := func(load float64) uint32 { return s.Loads.Color(s.Loads.step(load), Light).pixel() }
	got := ascii(r, map[uint32]rune{Light.Idle.pixel(): '.', color(0.5): 'h', color(0.75): 'q', color(1.5): 'O'})
	for y, line := range strings.Fields(got) {
		want := "hhhhOOOOOOOOqqqq"
		if y >= 4 {
			want = "hhhhhhhhhhhhhhhh"
		}
		// Of eight columns at least one is hatched, at most two.
		if n := strings.Count(line, "?"); strings.ReplaceAll(line, "?", "O") != want || y < 4 && (n < 1 || n > 2) {
			t.Errorf("row %d is %s, want %s", y, line, want)
		}
	}
}

// In every column and pixel row the largest load of any lane that lies in it is drawn and
// found, by a plain look at all steps.
func TestDemandByLooking(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 9))
		o := &engine.Outcome{Workload: &engine.Workload{}, Unit: 1, Sharing: &engine.Sharing{Bandwidth: 1000, Scale: 1}}
		nodes := 1 + r.Int32N(40)
		for n := range nodes {
			o.Lanes = append(o.Lanes, engine.Lane{Processors: 2})
			o.Processors += 2
			for at := engine.Time(r.IntN(50)); at < 20000; {
				end := at + 1 + engine.Time(r.IntN(1+r.IntN(3000)))
				o.Workload.Jobs = append(o.Workload.Jobs, engine.Job{Processors: 1})
				o.Workload.Bandwidth = append(o.Workload.Bandwidth, r.Int32N(1500))
				o.Start, o.End = append(o.Start, at), append(o.End, end)
				o.State, o.Overtook = append(o.State, engine.Completed), append(o.Overtook, false)
				o.Pieces = append(o.Pieces, engine.Piece{Lane: n, Processors: 1, First: 2*n + r.Int32N(2)})
				at = end + engine.Time(r.IntN(40))
			}
		}
		pieces := o.Pieces
		sortOrders(o)
		o.Pieces = nil
		for i, j := range o.StartOrder {
			o.Pieces, o.PieceEnd = append(o.Pieces, pieces[j]), append(o.PieceEnd, int32(i+1))
		}
		height := 5 + r.IntN(100)
		s := demandOf(o, 40+r.IntN(200), height)
		s.View = s.View.Zoom(float64(r.IntN(40)), 1+40*r.Float64()*r.Float64())
		dst := drawDemand(s)
		seen := make([]bool, nodes)
		d := s.Groups[0].Heat.Demand
		for i := range height {
			low, high := s.Groups[0].Layout.bandsOf(i, height)
			for x := range s.View.Width {
				most := 0.0
				from, to := s.Groups[0].Heat.shown(s.View.Scale, x)
				if column := s.View.Time(x+1) - s.View.Time(x); from <= s.View.Time(x)-column || from > s.View.Time(x) || to > s.View.Time(x+1) {
					t.Fatalf("seed %d: column %d, from %d to %d, shows %d to %d", seed, x, s.View.Time(x), s.View.Time(x+1), from, to)
				}
				for b := low; b <= high; b++ {
					seen[b] = true
					for k := d.Offset[b]; k < d.Offset[b+1]; k++ {
						if d.At[k] < to && d.Until(int32(b), k) > from {
							most = max(most, d.Load(k))
						}
					}
				}
				index := s.Loads.step(most)
				hatched := index > rampSteps
				if got := dst.row(height - 1 - i)[x]; got != s.Loads.Color(index, Light).pixel() && !hatched && low == high {
					t.Fatalf("seed %d: row %d, column %d is not drawn with a load of %v", seed, i, x, most)
				}
				if hit := s.Hit(x, height-1-i); index > 0 && s.Loads.step(d.Load(hit.Step)) != index {
					t.Fatalf("seed %d: row %d, column %d: step %d found, of load %v, want %v", seed, i, x, hit.Step, d.Load(hit.Step), most)
				}
			}
		}
		for b, ok := range seen {
			if !ok {
				t.Fatalf("seed %d: node %d of %d lies in none of %d rows", seed, b, nodes, height)
			}
		}
	}
}

// The shadow of job 0 on node 1 lasts from 2 to 6 s, at a penalty of 0.5; node 2 has none.
func TestShadowsAreMarked(t *testing.T) {
	o := onNodes()
	s := demandOf(o, 800, 80)
	s.CharWidth = 7
	s.Pinned, s.ShadowsOf = 0, 0
	s.Groups[0].Shadows = resources.LossesOf(o, 0).Shadows
	marks := s.shadowMarks(s.View.Lanes[0])
	if len(marks) != 1 || marks[0].area != (Rect{200, 0, 600, 20}) || marks[0].text != "1/2" {
		t.Errorf("marks are %+v", marks)
	}
	found := false
	for _, l := range s.Labels() {
		found = found || l.Text == "1/2" && l.X == 400
	}
	if !found {
		t.Errorf("labels are %+v", s.Labels())
	}
	// The same on the node below is marked together with it.
	below := s.Groups[0].Shadows[0]
	below.Lane = 1
	s.Groups[0].Shadows = append(s.Groups[0].Shadows, below)
	s.Groups[0].Layout.First[0], s.Groups[0].Layout.Count[0] = 2, 2 // rows 0 to 39, then 40 to 59
	if marks := s.shadowMarks(s.View.Lanes[0]); len(marks) != 1 || marks[0].area != (Rect{200, 0, 600, 60}) || marks[0].text != "1/2" {
		t.Errorf("marks of both nodes are %+v", marks)
	}
	if s.Pinned = 1; s.shadowMarks(s.View.Lanes[0]) != nil {
		t.Error("another job has its shadows")
	}
}

// Node 1 is over for 4 of 8 s, node 2 never: a quarter of the time of both.
func TestDescriptionOfDemand(t *testing.T) {
	o := onNodes()
	want := " Nodes were asked for more than they have 25.0 % of their time; node 1 most of all, 50.0 %."
	if got := demandOf(o, 80, 8).Describe(0, o); !strings.Contains(got, want) {
		t.Errorf("%q\nwant in it %q", got, want)
	}
}

func TestFractions(t *testing.T) {
	for v, want := range map[float64]string{1. / 3: "1/3", 2: "2", 5. / 12: "5/12", 1. / 6: "1/6", 0.2718: "0.27", 4. / 3: "4/3"} {
		if got := Fraction(v); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
}

// Every colour of what is over capacity has another hue than any below, and the legend says so.
func TestLegendOfDemand(t *testing.T) {
	s := demandOf(onNodes(), 8, 8)
	for _, theme := range []*Theme{Light, Dark} {
		for i := 1; i <= 2*rampSteps; i++ {
			c := s.Loads.Color(uint8(i), theme)
			if blue := c&0xff > c>>16; blue != (i <= rampSteps) {
				t.Errorf("colour %d is %v", i, c.CSS())
			}
		}
		s.Theme = theme
		for _, e := range s.Legend() {
			if c := e.Color; e.Hatched != (c&0xff < c>>16&0xff) && e.Text != "nothing asked for" {
				t.Errorf("%q is %v", e.Text, c.CSS())
			}
		}
	}
}
