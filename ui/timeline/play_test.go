package timeline

import (
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/snapshot"
)

// played is a run at an instant. On 4 processors job 0 has 2 from 0 to 10, job 1 one from 4 to 20; job
// 2 (3 processors) starts at 12, job 3 (1) at 22. It is 6: job 0 is expected to end at 8, job 1 at 24; job 2 is promised 8 to
// 14, beside job 1, then nobody else has room.
func played() *Scene {
	o := outcome(4, 1, span{start: 0, end: 10, processors: 2}, span{start: 4, end: 20, processors: 1}, span{start: 12, end: 18, processors: 3}, span{start: 22, end: 30, processors: 1})
	s := sceneOf(o, 30, 8)
	s.Groups[0].Outcome = o
	s.Play = &Play{Now: 6 * engine.Second, Known: []*Foresight{{
		Running:  []snapshot.Expectation{{Job: 0, End: 8 * engine.Second}, {Job: 1, End: 24 * engine.Second}},
		Reserved: []snapshot.Promise{{Job: 2, At: 8 * engine.Second, Length: 6 * engine.Second, Lane: engine.NoLane}},
	}}}
	return s
}

// Jobs 0 and 1 lie in rows 0 to 2, 3 is free; so job 2 gets 0, 1 and 3, where it is promised to be.
func TestGhostsFindRoom(t *testing.T) {
	s := played()
	f := s.knownIn(0)
	if len(f.ghosts) != 3 || !slices.Equal(f.ghosts[2].blocks, []strip{{0, 2}, {3, 1}}) {
		t.Fatalf("the ghosts are %+v", f.ghosts)
	}
	var rects []Rect
	f.ghosts[2].rects(s, s.View.Lanes[0], f.layout, func(r Rect) { rects = append(rects, r) })
	if want := []Rect{{8, 4, 14, 8}, {8, 0, 14, 2}}; !slices.Equal(rects, want) {
		t.Errorf("job 2 lies at %v, want %v", rects, want)
	}
	for _, c := range []struct {
		x, y int
		job  int32
	}{{5, 7, 0}, {7, 7, 0}, {7, 3, 1}, {9, 7, 2}, {9, 3, 1}, {9, 0, 2}, {15, 7, engine.NoJob}, {15, 3, 1}, {25, 3, engine.NoJob}, {25, 7, engine.NoJob}} {
		if hit := s.Hit(c.x, c.y); hit.Job != c.job {
			t.Errorf("at %d, %d lies job %d, want %d", c.x, c.y, hit.Job, c.job)
		}
	}
	// Extra processors: what is left then.
	s.Play.Known[0].Shadow, s.Play.Known[0].Extra, s.Play.Known[0].layout = true, 1, nil
	s.Play.Known[0].Reserved[0].Job = 3 // needs one
	if f := s.knownIn(0); !slices.Equal(f.extra, []strip{{1, 1}}) {
		t.Errorf("the extra processor is %v", f.extra)
	}
}

// What is later than the present is not drawn, not told and not outlined, but as far as it is known.
func TestTheFutureIsUnknown(t *testing.T) {
	s := played()
	known := s.Play.Known
	s.Play.Known = nil
	var whole, past Raster
	s.Draw(&past)
	s.Play = nil
	s.Draw(&whole)
	for y := range past.Height {
		for x := range past.Width {
			switch got, idle := past.row(y)[x], s.Theme.Idle.pixel(); {
			case x < 5 && got != whole.row(y)[x]:
				t.Fatalf("the past differs at %d, %d", x, y)
			case x > 9 && got != idle && got != s.plain[x]:
				t.Fatalf("something is drawn at %d, %d", x, y)
			}
		}
	}
	s.Play = &Play{Now: 6 * engine.Second, Known: known}
	if rects := s.Rects(0, 3); rects != nil {
		t.Errorf("job 3, which has not come, lies at %v", rects)
	}
	if rects := s.Rects(0, 1); len(rects) != 1 || rects[0].X1 != 24 {
		t.Errorf("job 1, which is expected to end at 24, lies at %v", rects)
	}
	// At 11 job 0 has ended later than expected, and what was known at 6 tells of it no more; at 13
	// job 2 has started.
	s.Play.Now = 11 * engine.Second
	for ghost := range s.ghosts(0) {
		if ghost.job == 0 {
			t.Error("job 0 goes on after its end")
		}
	}
	s.Play.Now = 13 * engine.Second
	for ghost := range s.ghosts(0) {
		if ghost.job == 2 {
			t.Error("job 2, which runs, is still to come")
		}
	}
	if _, ok := s.firstReserved(0); ok {
		t.Error("there is a shadow time of a job that runs")
	}
}

// Promises on hosts, in clusters and on numbered processors lie where they were found; those of a
// lane that there is not, nowhere.
func TestGhostsLieInTheirLanes(t *testing.T) {
	o := onHosts() // rows 4 and 5 are host 1, 0 to 3 host 2; job 1 has 0 and 1 of it until 4
	s := sceneOf(o, 8, 6)
	s.Groups[0].Outcome = o
	at := func(promise snapshot.Promise) []strip {
		promise.Job, promise.At, promise.Length = 2, 5*engine.Second, engine.Second
		s.Play = &Play{Now: engine.Second, Known: []*Foresight{{Running: []snapshot.Expectation{{Job: 1, End: 6 * engine.Second}}, Reserved: []snapshot.Promise{promise}}}}
		ghosts := s.knownIn(0).ghosts
		return ghosts[len(ghosts)-1].blocks
	}
	for _, c := range []struct {
		promise snapshot.Promise
		want    []strip
	}{
		{snapshot.Promise{Lane: 1}, []strip{{2, 2}}},
		{snapshot.Promise{Lane: 0}, []strip{{4, 2}}},
		{snapshot.Promise{Lane: 9}, nil},
		{snapshot.Promise{Lane: engine.NoLane, Pieces: []engine.Piece{{Lane: 1, Processors: 1, First: -1}, {Lane: 0, Processors: 1, First: -1}}}, []strip{{2, 1}, {4, 1}}},
		{snapshot.Promise{Lane: engine.NoLane, Pieces: []engine.Piece{{Lane: 1, Processors: 1, First: 3}}}, []strip{{2, 1}}},
		{snapshot.Promise{Lane: engine.NoLane, Pieces: []engine.Piece{{Lane: 1, Processors: 1, First: 0}}}, nil},
		{snapshot.Promise{Lane: engine.NoLane, Pieces: []engine.Piece{{Lane: 1, Processors: 4, First: -1}}}, []strip{{0, 4}}}, // all of it, though job 1 runs on half of it
	} {
		if got := at(c.promise); !slices.Equal(got, c.want) {
			t.Errorf("%+v lies at %v, want %v", c.promise, got, c.want)
		}
	}
	// Who runs on a part of a lane that is promised as a whole is drawn over the promise, and pointed at there.
	if running, promised := s.known(0, 5500*engine.Millisecond, 1), s.known(0, 5500*engine.Millisecond, 2); running != 1 || promised != 2 {
		t.Errorf("pointed at are %d and %d, want 1 and 2", running, promised)
	}
}

// A kind of mark is explained exactly while a pixel of it can be seen. Of the colours in the picture the dots, the hatching of ghosts and the pale of
// running jobs occur nowhere else: job 0 runs in the colour of a job that did not wait.
func TestTheFutureIsExplainedWhereItIsDrawn(t *testing.T) {
	s := played()
	s.Groups[0].Tracks, s.Number = nil, func(j int32) int64 { return int64(j) + 1 }
	s.Play.Known[0].Shadow, s.Play.Known[0].Extra = true, 1
	s.Play.Known[0].Reserved[0].Job = 3 // needs one
	s.View = NewView(0, 30*engine.Second, 300, 1).Stack(Heights{Gantt: 120}, s.Groups)
	seen := map[string]int{}
	for _, c := range []struct{ from, to, now engine.Time }{{0, 30, 6}, {0, 7, 6}, {15, 30, 6}, {0, 30, 7}, {25, 30, 6}, {0, 30, 13}, {9, 13, 6}, {0, 6, 6}} {
		s.View.T0, s.View.T1, s.Play.Now = c.from*engine.Second, c.to*engine.Second, c.now*engine.Second
		var picture Raster
		s.Draw(&picture)
		pixels := map[uint32]bool{}
		for y := range picture.Height {
			for _, pixel := range picture.row(y) {
				pixels[pixel] = true
			}
		}
		color := s.Theme.Muted
		if p := s.Play.piece(s.Groups[0].Layout.Placement, 1); p >= 0 {
			color = s.Colors.Color(s.Groups[0].Paint[p], s.Theme)
		}
		drawn := map[bool]int{}
		for _, e := range s.FutureLegend() {
			pixel := blend(s.Theme.Idle, color, 0.3).pixel()
			switch {
			case e.Ghost:
				pixel = blend(s.Theme.Idle, s.Theme.Muted, 0.45).pixel()
			case e.Dotted:
				pixel = s.Theme.Tracks[Green].pixel()
			}
			if pixels[pixel] == e.Absent {
				t.Errorf("from %d to %d, at %d: of %q there is a pixel: %v", c.from, c.to, c.now, e.Text, pixels[pixel])
			}
			drawn[!e.Absent]++
			if !e.Absent {
				seen[e.Text]++
			}
		}
		if drawn[true]+drawn[false] != 3 {
			t.Errorf("%d kinds are explained, want 3", drawn[true]+drawn[false])
		}
	}
	for text, n := range seen {
		if n == 8 {
			t.Errorf("%q is always there: nothing is tested", text)
		}
	}
	if len(seen) != 3 {
		t.Errorf("seen are only %v", seen)
	}
	s.Play = nil
	if s.FutureLegend() != nil {
		t.Error("the future of a whole run is explained")
	}
}

// What stands where the first reservation begins is a shadow time, with extra processors, only to a policy that has such; under others nothing is dotted.
func TestReservationsInTheTermsOfThePolicy(t *testing.T) {
	for _, c := range []struct {
		shadow     bool
		passing    bool
		flag, said string
		kinds      int
	}{
		{true, false, "shadow time 8 s, 1 extra", " Known of the future at 6 s, as the policy expects: job 1 runs on until 8 s; job 2 runs on until 24 s; job 4 holds a reservation from 8 s to 14 s; shadow time 8 s, 1 extra.", 3},
		{false, true, "job 4 promised from 8 s", " Known of the future at 6 s, as the policy expects: job 1 runs on until 8 s; job 2 runs on until 24 s; job 4 is promised whole nodes from 8 s to 14 s.", 2},
		{false, false, "job 4 reserved from 8 s", " Known of the future at 6 s, as the policy expects: job 1 runs on until 8 s; job 2 runs on until 24 s; job 4 holds a reservation from 8 s to 14 s.", 2},
	} {
		s := played()
		s.Number = func(j int32) int64 { return int64(j) + 1 }
		f := s.Play.Known[0]
		f.Shadow, f.Passing, f.Extra, f.Reserved[0].Job = c.shadow, c.passing, 1, 3
		flag, ok := s.reservedFlag(Lane{Part: TitlePart, Height: 20})
		if !ok || flag.Text != c.flag {
			t.Errorf("the flag says %q, want %q", flag.Text, c.flag)
		}
		if extra := s.knownIn(0).extra; (len(extra) > 0) != c.shadow {
			t.Errorf("dotted are %v", extra)
		}
		if got := s.Describe(0, s.Groups[0].Outcome); !strings.HasSuffix(got, c.said) {
			t.Errorf("in words: %q, want at its end %q", got, c.said)
		}
		if got := len(s.FutureLegend()); got != c.kinds {
			t.Errorf("%d kinds of marks are explained, want %d", got, c.kinds)
		}
	}
}
