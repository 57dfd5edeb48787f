package timeline

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
)

func TestGanttPicture(t *testing.T) {
	o := outcome(4, 1,
		span{0, 20, 2, false, false}, span{5, 12, 1, true, false}, span{12, 30, 1, false, true},
		span{22, 24, 3, false, false}, span{25, 26, 2, true, false})
	s := sceneOf(o, 30, 8)
	s.View.Ratio = 100 // nothing is wide enough for details
	var r Raster
	s.Draw(&r)
	// A pixel is a second; a processor is two rows, the lowest at the bottom.
	want := "" +
		"......................##......\n" +
		"......................##......\n" +
		".....bbbbbbbkkkkkkkkkkkkkkkkkk\n" +
		".....bbbbbbbkkkkkkkkkkkkkkkkkk\n" +
		"####################..##.b....\n" +
		"####################..##.b....\n" +
		"####################..##.b....\n" +
		"####################..##.b....\n"
	legend := map[uint32]rune{
		Light.Idle.pixel():                    '.',
		kindColors[kindInOrder][0].pixel():    '#',
		kindColors[kindBackfilled][0].pixel(): 'b',
		kindColors[kindKilled][0].pixel():     'k',
	}
	if got := ascii(&r, legend); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestGanttDetails(t *testing.T) {
	o := outcome(2, 1, span{0, 18, 1, false, true}, span{4, 12, 1, true, false}, span{12, 15, 1, false, false})
	s := sceneOf(o, 18, 16)
	var r Raster
	s.Draw(&r)
	// Edges on the left and on top, a hatch on the backfilled job, a bar at the end of the
	// killed one; the job of three pixels is plain.
	want := "" +
		"....nnnnnnnn###...\n" +
		"....n/bbbbbb###...\n" +
		"....nb/bbbbb###...\n" +
		"....nbb/bbbb###...\n" +
		"....nbbb/bbb###...\n" +
		"....nbbbb/bb###...\n" +
		"....nbbbbb/b###...\n" +
		"....nbbbbbb/###...\n" +
		"mmmmmmmmmmmmmmmmmm\n" +
		"mkkkkkkkkkkkkkkEEE\n" +
		"mkkkkkkkkkkkkkkEEE\n" +
		"mkkkkkkkkkkkkkkEEE\n" +
		"mkkkkkkkkkkkkkkEEE\n" +
		"mkkkkkkkkkkkkkkEEE\n" +
		"mkkkkkkkkkkkkkkEEE\n" +
		"mkkkkkkkkkkkkkkEEE\n"
	inks := s.Colors.inks(Light)
	legend := map[uint32]rune{
		Light.Idle.pixel():     '.',
		inks[kindInOrder].fill: '#', inks[kindKilled].fill: 'k', inks[kindKilled].edge: 'm', inks[kindKilled].end: 'E',
		inks[kindBackfilled].fill: 'b', inks[kindBackfilled].edge: 'n', inks[kindBackfilled].hatch: '/',
	}
	if got := ascii(&r, legend); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// A dedicated job begins with dashes of three pixels, three pixels apart, counted from
// the bottom of its block; its upper border is drawn over them.
func TestDedicatedJobsAreMarked(t *testing.T) {
	o := outcome(1, 1, span{2, 14, 1, false, false})
	o.Workload.Requested = []engine.Time{2000}
	s := sceneOf(o, 14, 9)
	var r Raster
	s.Draw(&r)
	want := "" +
		"..mmmmmmmmmmmm\n" +
		"..###DDDDDDDDD\n" +
		"..###DDDDDDDDD\n" +
		"..mDDDDDDDDDDD\n" +
		"..mDDDDDDDDDDD\n" +
		"..mDDDDDDDDDDD\n" +
		"..###DDDDDDDDD\n" +
		"..###DDDDDDDDD\n" +
		"..###DDDDDDDDD\n"
	ink := s.Colors.inks(Light)[kindDedicated]
	if got := ascii(&r, map[uint32]rune{Light.Idle.pixel(): '.', ink.fill: 'D', ink.edge: 'm', ink.end: '#'}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if l := s.Colors.Legend(Light); len(l) != 1 || l[0].Text != "dedicated" || !l[0].Dashed {
		t.Errorf("the legend is %+v", l)
	}
}

// naiveCell looks at all pieces.
func naiveCell(p *Placement, processor int32, a, b engine.Time) cell {
	middle := a + (b-a)/2
	shown, busy := int32(-1), engine.Time(0)
	rank := 0 // 3: started by the middle, here or running there; 2: starts after it; 1: ended before it
	for i := range p.Job {
		holds := false
		for k := p.Offset[i]; k < p.Offset[i+1]; k++ {
			holds = holds || p.First[k] <= processor && processor < p.First[k]+p.Count[k]
		}
		start, end := p.Start(int32(i)), p.End(int32(i))
		if !holds || end <= a || start >= b {
			continue
		}
		busy += min(end, b) - max(start, a)
		this := 3
		switch {
		case start > middle:
			this = 2
		case start < a && end <= middle:
			this = 1
		}
		if this > rank || this == 3 {
			shown, rank = int32(i), this
		}
	}
	if shown < 0 {
		return cell{-1, 0}
	}
	return cell{shown, max(int32(float64(busy)/float64(b-a)*full), 1)}
}

func TestDrawEqualsLookingAtAllJobs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := drawOutcome(t)
		s := sceneOf(o, rapid.IntRange(1, 80).Draw(t, "width"), rapid.IntRange(1, 60).Draw(t, "height"))
		s.View = s.View.Zoom(rapid.Float64Range(0, float64(s.View.Width)).Draw(t, "x"), rapid.Float64Range(1, 50).Draw(t, "factor"))
		s.View.Ratio = 100 // no details
		var r Raster
		s.Draw(&r)
		l := s.Groups[0].Layout
		inks := s.Colors.inks(s.Theme)
		for y := range r.Height {
			row := sample(int32(r.Height-1-y), l.Rows, int32(r.Height))
			processor := sample(row, l.Processors, l.Rows)
			background := s.Theme.Idle.pixel()
			if processor >= l.Machine {
				background = s.Theme.Overflow.pixel()
			}
			if l.Processors > l.Machine && r.Pix[y*r.Width] == s.Theme.Text.pixel() {
				continue // the machine's limit
			}
			for x := range r.Width {
				c := naiveCell(l.Placement, processor, s.View.Time(x), s.View.Time(x+1))
				want, job := background, engine.NoJob
				if c.piece >= 0 {
					job = l.Job[c.piece]
					want = mix(background, inks[s.Groups[0].Paint[c.piece]].fill, uint32(faintest+c.busy*(full-faintest)/full))
				}
				hit := s.Hit(x, y)
				if hit.Job != job || hit.Processor != processor {
					t.Fatalf("(%d,%d) shows job %d on processor %d, want %d on %d", x, y, hit.Job, hit.Processor, job, processor)
				}
				if !near(r.Pix[y*r.Width+x], want) {
					t.Fatalf("(%d,%d) is %08x, want %08x (%v)", x, y, r.Pix[y*r.Width+x], want, c)
				}
			}
		}
	})
}

// near allows for another rounding of the share of a pixel.
func near(a, b uint32) bool {
	for shift := 0; shift < 24; shift += 8 {
		if d := int(a>>shift&0xff) - int(b>>shift&0xff); d < -2 || d > 2 {
			return false
		}
	}
	return true
}

func TestHitAgreesWithLevels(t *testing.T) {
	o := busyMachine(80_000, 64, 7)
	s := sceneOf(o, 500, 100)
	s.View.Ratio = 100
	if len(s.Groups[0].Layout.Levels) == 0 {
		t.Fatal("no levels")
	}
	for _, zoom := range []float64{1, 1.3, 3, 7, 40} {
		s.View = s.View.Reset().Zoom(321, zoom)
		var r Raster
		s.Draw(&r)
		for y := 0; y < r.Height; y += 7 {
			for x := range r.Width {
				idle := r.Pix[y*r.Width+x] == s.Theme.Idle.pixel()
				if job := s.Hit(x, y).Job; (job == engine.NoJob) != idle {
					t.Fatalf("zoom %g: (%d,%d) is idle: %v, but the hit is job %d", zoom, x, y, idle, job)
				}
			}
		}
	}
}

func TestLevelsKeepTheDensity(t *testing.T) {
	// A machine that is busy a third of the time in jobs far below a pixel.
	var spans []span
	for i := range 60_000 {
		spans = append(spans, span{engine.Time(3 * i), engine.Time(3*i + 1), 1, false, false})
	}
	o := outcome(1, 1, spans...)
	l := NewLayout(Place(o), MaxRows)
	if len(l.Levels) < 3 {
		t.Fatalf("%d levels", len(l.Levels))
	}
	for i, level := range l.Levels {
		sum := 0.0
		for _, b := range level.Busy {
			sum += float64(b) / 255
		}
		if mean := sum / float64(len(level.Busy)); math.Abs(mean-1.0/3) > 0.01 {
			t.Errorf("level %d is busy %.3f of the time", i, mean)
		}
	}
}

func TestShortJobsAreSeen(t *testing.T) {
	// A second in eleven days.
	o := outcome(1, 1, span{400_000, 400_001, 1, false, false}, span{999_999, 1_000_000, 1, false, false})
	s := sceneOf(o, 200, 1)
	var r Raster
	s.Draw(&r)
	for x, p := range r.Pix {
		if seen := p != Light.Idle.pixel(); seen != (x == 80 || x == 199) {
			t.Errorf("column %d: seen %v", x, seen)
		}
	}
}

func TestRectsCoverTheJob(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := drawOutcome(t)
		s := sceneOf(o, 60, 40)
		s.View.Ratio = 100
		at := map[int32][]Rect{}
		for y := range 40 {
			for x := range 60 {
				j := s.Hit(x, y).Job
				if j < 0 {
					continue
				}
				if at[j] == nil {
					at[j] = s.Rects(0, j)
				}
				inside := false
				for _, r := range at[j] {
					inside = inside || r.X0 <= x && x <= r.X1 && r.Y0 <= y && y < r.Y1
				}
				if !inside {
					t.Fatalf("job %d is drawn at (%d,%d), outside of %v", j, x, y, at[j])
				}
			}
		}
	})
}

func TestOutline(t *testing.T) {
	o := outcome(4, 1, span{4, 8, 2, false, false}, span{0, 12, 1, false, false})
	s := sceneOf(o, 12, 12)
	s.Hover = 0
	var r Raster
	s.Draw(&r)
	found := 0
	for _, p := range r.Pix {
		if p == Light.Hover.pixel() {
			found++
		}
	}
	// Two pixels around 4 by 6.
	if found != 8*10-4*6 {
		t.Errorf("%d pixels of outline", found)
	}
	s.Hover = 99
	s.Draw(&r)
	if rects := s.Rects(0, 99); rects != nil {
		t.Errorf("a job that does not exist lies at %v", rects)
	}
}

func TestEmptySceneDraws(t *testing.T) {
	empty := outcome(4, 1)
	s := sceneOf(empty, 50, 20)
	var r Raster
	s.Draw(&r)
	s.Groups[0], s.Colors, s.CharWidth = Group{Name: "pending"}, nil, 0
	s.Draw(&r)
	if hit := s.Hit(3, 3); hit.Job != engine.NoJob {
		t.Errorf("hit %v", hit)
	}
	if hit := s.Hit(-1, 500); hit.Lane != -1 {
		t.Errorf("hit %v", hit)
	}
	if len(r.Bytes()) != 4*50*20 {
		t.Errorf("%d bytes", len(r.Bytes()))
	}
}
