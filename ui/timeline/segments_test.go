package timeline

import (
	"errors"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/machine/farm"
)

// restless is a policy that interrupts running jobs at random, and starts what fits, often the
// interrupted ones elsewhere.
type restless struct {
	r     *rand.Rand
	share float64 // of the running jobs, per call
	jobs  []int32
}

func (p *restless) Schedule(s *engine.State) {
	machine := farm.Of(s)
	p.jobs = s.Present(p.jobs[:0])
	for _, j := range p.jobs {
		if machine.PlaceOf(j) != engine.NoPlace && p.r.Float64() < p.share {
			s.Preempt(j)
		}
	}
	p.r.Shuffle(len(p.jobs), func(a, b int) { p.jobs[a], p.jobs[b] = p.jobs[b], p.jobs[a] })
	for _, j := range p.jobs {
		if machine.PlaceOf(j) != engine.NoPlace {
			continue
		}
		if place, ok := s.Fits(j); ok {
			s.Start(j, place)
		}
	}
}

// restlessFarm is what restless makes of n jobs on so many computers.
func restlessFarm(t testing.TB, n, computers int, share float64, seed uint64) *engine.Outcome {
	r := rand.New(rand.NewPCG(seed, 7))
	config := farm.Config{Benchmark: 400, Copies: []int32{int32(computers), int32(computers)/2 + 1, int32(computers)/3 + 1}}
	for range computers {
		config.Computers = append(config.Computers, farm.Computer{Processors: 1 + r.Int32N(8), Speed: 200 + r.Int32N(401),
			Licences: engine.Licences(r.Uint64()) | 1, Suspends: r.IntN(2) == 0})
	}
	w := &engine.Workload{Jobs: make([]engine.Job, n), Licences: make([]engine.Licences, n), Deadline: make([]engine.Time, n), Checkpoints: make([]bool, n)}
	at := engine.Time(0)
	for j := range w.Jobs {
		run := 100*engine.Second + engine.Time(r.Int64N(int64(1000*engine.Second)))
		at += engine.Time(r.Int64N(int64(600 * engine.Second / engine.Time(computers))))
		w.Jobs[j] = engine.Job{Submit: at, Run: run, Estimate: run, Processors: 1 + r.Int32N(4)}
		w.Licences[j], w.Checkpoints[j] = engine.Licences(r.Uint64()&r.Uint64()&7), r.IntN(4) == 0
		if w.Deadline[j] = -1; r.IntN(10) < 7 {
			w.Deadline[j] = at + run + engine.Time(r.Int64N(int64(3*run)))
		}
	}
	o, err := engine.Simulate(w, farm.New(config), &restless{r: r, share: share}, engine.Options{Kill: engine.KillNever})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// Every segment is a piece as wide as its job, in the band of its computer, and no processor
// serves two at a time.
func TestSegmentsAreDrawnWhereTheyRan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := restlessFarm(nil, rapid.IntRange(1, 60).Draw(t, "jobs"), rapid.IntRange(1, 12).Draw(t, "computers"), 0.1, rapid.Uint64().Draw(t, "seed"))
		p := Place(o)
		checkPlacement(t, o, p)
		i := 0
		for _, segment := range o.Segments {
			if segment.To == segment.From {
				continue
			}
			if p.Job[i] != segment.Job || p.Start(int32(i)) != segment.From || p.End(int32(i)) != segment.To {
				t.Fatalf("piece %d is job %d from %d to %d, not %+v", i, p.Job[i], p.Start(int32(i)), p.End(int32(i)), segment)
			}
			band := p.Bands[segment.Lane]
			for b := p.Offset[i]; b < p.Offset[i+1]; b++ {
				if p.First[b] < band.First || p.First[b]+p.Count[b] > band.First+band.Processors {
					t.Fatalf("a block of %+v lies outside of %+v", segment, band)
				}
			}
			i++
		}
		if i != len(p.Job) {
			t.Fatalf("%d pieces of %d segments", len(p.Job), i)
		}
	})
}

// Job 1 is suspended twice on computer 1 and goes on there; then it begins anew on computer 2,
// which loses both segments. Job 2 is restarted; job 3 keeps what it has done wherever it goes, and
// is killed.
func TestSegmentMarks(t *testing.T) {
	o := &engine.Outcome{
		Workload: &engine.Workload{Jobs: make([]engine.Job, 3), Checkpoints: []bool{false, false, true}},
		Start:    []engine.Time{0, 1, 2}, State: []engine.JobState{engine.Completed, engine.Completed, engine.Killed}, Overtook: []bool{false, true, false},
		Segments: []engine.Segment{
			{Job: 0, Lane: 0, From: 0, To: 4, End: engine.Suspended},
			{Job: 1, Lane: 1, From: 1, To: 3, End: engine.Restarted},
			{Job: 2, Lane: 2, From: 2, To: 5, End: engine.Checkpointed},
			{Job: 0, Lane: 0, From: 6, To: 8, End: engine.Suspended},
			{Job: 1, Lane: 1, From: 6, To: 9, End: engine.Ended},
			{Job: 2, Lane: 1, From: 9, To: 12, End: engine.Ended},
			{Job: 0, Lane: 1, From: 12, To: 20, End: engine.Ended},
		},
	}
	want := []Mark{WasStopped | WasLost, Backfilled | WasLost, WasStopped, WentOn | WasStopped | WasLost, 0, WentOn | WasKilled, 0}
	if got := SegmentMarks(o); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// One computer of 8 processors, each two pixels high, a second a pixel. The job is suspended at 10
// s, goes on at 14 s, and ends at 30 s, 10 s late.
func TestSegmentDetails(t *testing.T) {
	second := engine.Second
	o := outcome(8, 1, span{0, 30, 8, false, false})
	o.Lanes, o.Lane = []engine.Lane{{Kind: "computer", Name: "computer 1", Processors: 8, Speed: 400}}, []int32{0}
	o.Workload.Deadline = []engine.Time{20 * second}
	o.Segments = []engine.Segment{{From: 0, To: 10 * second, End: engine.Suspended}, {From: 14 * second, To: 30 * second, End: engine.Ended}}
	o.SegmentOrder = []int32{0, 1}
	s := sceneOf(o, 30, 8)
	s.Groups[0].Outcome = o
	var r Raster
	s.Draw(&r)
	// Notches of 3 pixels in the middle; a strip of a quarter of the height from 20 s on, a sixth above the edge.
	want := "" +
		"nnnnnnnnnn....mmmmmmmmmmmmmmmm\n" +
		"nssssssss......###############\n" +
		"nsssssss........##############\n" +
		"nssssss..........#############\n" +
		"nssssss..........#############\n" +
		"nsssssss........####EEEEEEEEEE\n" +
		"nssssssss......#####EEEEEEEEEE\n" +
		"nsssssssss....m###############\n"
	inks := s.Colors.inks(Light)
	legend := map[uint32]rune{
		Light.Idle.pixel(): '.', inks[kindInOrder].fill: '#', inks[kindInOrder].edge: 'm', inks[kindInOrder].end: 'E',
		inks[kindStopped].fill: 's', inks[kindStopped].edge: 'n',
	}
	if got := ascii(&r, legend); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// The flag of a deadline is in the picture as a whole, right of it, left of it or, where neither has
// room for it, over it; a computer's name gives way to it.
func TestFlagsOfDeadlines(t *testing.T) {
	o := outcome(8, 1, span{0, 300, 8, false, false})
	o.Lanes, o.Lane = []engine.Lane{{Kind: "computer", Name: "computer 1", Processors: 8, Speed: 400}}, []int32{0}
	o.Workload.Deadline = []engine.Time{-1}
	s := sceneOf(o, 300, 80)
	s.Groups[0].Outcome, s.Pinned, s.CharWidth = o, 0, 6
	names := func() int {
		n := 0
		for _, label := range s.Labels() {
			if label.Text == "Computer 1" {
				n++
			}
		}
		return n
	}
	if names() != 1 {
		t.Error("the computer is not named")
	}
	for _, c := range []struct {
		due engine.Time
		x0  int
	}{
		{20, 20}, // "deadline, 4 min 40 s late" and half a letter on both sides: 26 letters of 6 pixels, to 176
		{150, 0}, // as many, to 306 or from -6
		{270, 150},
	} {
		o.Workload.Deadline[0] = c.due * engine.Second
		flags := s.deadlines(s.View.Lanes[0])
		if len(flags) != 1 || flags[0].x != int(c.due) || flags[0].flag.X0 != c.x0 || flags[0].flag.X1 > 300 {
			t.Errorf("deadline at %d: %+v", c.due, flags)
		}
		if free := flags[0].flag.X0 >= 80; (names() == 1) != free {
			t.Errorf("deadline at %d: %d names beside the flag", c.due, names())
		}
	}
}

// In the outcome of restless there is one of everything: what is drawn is in the legend, and in the
// description.
func TestFarmIsExplained(t *testing.T) {
	o := restlessFarm(t, 200, 8, 0.05, 1)
	layout := NewLayout(Place(o), MaxRows)
	drawn := map[Mark]bool{}
	for _, mark := range layout.Marks {
		for bit := Mark(1); bit != 0; bit <<= 1 {
			drawn[bit] = drawn[bit] || mark&bit != 0
		}
	}
	for _, by := range []ColorBy{ByWait, ByKind, ByDeadline} {
		c := NewColoring(by, o)
		var hatched, lost, stopped, late bool
		for _, e := range c.Legend(Light) {
			hatched, lost, stopped, late = hatched || e.Hatched, lost || e.Crossed, stopped || e.Notched, late || e.Striped
			if path, stroke := e.Sign(); (path == "") != (stroke == "") {
				t.Errorf("%q: a path %q with the stroke %q", e.Text, path, stroke)
			}
		}
		if hatched != drawn[Backfilled] || lost != drawn[WasLost] || stopped != drawn[WasStopped] || !late {
			t.Errorf("by %s: hatched %v, lost %v, stopped %v, late %v in the legend", by, hatched, lost, stopped, late)
		}
	}
	s := &Scene{Groups: []Group{{Name: "policy", Layout: layout, Outcome: o}}, View: NewView(0, layout.End(int32(len(layout.Job)-1))+engine.Hour, 100, 1)}
	ends := map[engine.SegmentEnd]int{}
	for _, segment := range o.Segments {
		ends[segment.End]++
	}
	want := fmt.Sprintf(" Jobs were interrupted %d times: %d lost what they had done, %d kept it where they were, %d anywhere.",
		ends[engine.Restarted]+ends[engine.Suspended]+ends[engine.Checkpointed], ends[engine.Restarted], ends[engine.Suspended], ends[engine.Checkpointed])
	if got := s.Describe(0, o); !strings.Contains(got, want) {
		t.Errorf("%q, want in it %q", got, want)
	}
}

// TestShowFarm writes pictures into the folder that TIMELINE_PICTURES names, to be looked at.
func TestShowFarm(t *testing.T) {
	dir := os.Getenv("TIMELINE_PICTURES")
	if dir == "" {
		t.Skip("TIMELINE_PICTURES names no folder")
	}
	for _, size := range []struct{ jobs, computers int }{{1500, 150}, {60, 6}} {
		o := restlessFarm(t, size.jobs, size.computers, 0.05/float64(size.computers), 3)
		layout := NewLayout(Place(o), MaxRows)
		for _, theme := range []*Theme{Light, Dark} {
			for _, by := range []ColorBy{ByWait, ByKind, ByDeadline} {
				colors := NewColoring(by, o)
				s := &Scene{
					Groups: []Group{{Name: "policy", Layout: layout, Paint: colors.Paint(o, layout.Placement), Outcome: o}},
					Colors: colors, Theme: theme, CharWidth: 13, Hover: 12, Pinned: 10,
				}
				heights := DefaultHeights
				heights.Gantt = 320
				s.View = NewView(0, layout.End(int32(len(layout.Job)-1)), 2400, 2).Stack(heights, s.Groups)
				for _, zoom := range []float64{1, 8, 32} {
					s.View = s.View.Reset().Zoom(s.View.Reset().X(o.Start[10]), zoom)
					var r Raster
					s.Draw(&r)
					f, err := os.Create(filepath.Join(dir, fmt.Sprintf("farm%d-%s-zoom%g-dark=%v.png", size.computers, by, zoom, theme.Dark)))
					if err != nil {
						t.Fatal(err)
					}
					picture := &image.RGBA{Pix: r.Bytes(), Stride: 4 * r.Width, Rect: image.Rect(0, 0, r.Width, r.Height)}
					if err := errors.Join(png.Encode(f, picture), f.Close()); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
}
