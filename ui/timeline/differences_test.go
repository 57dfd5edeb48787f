package timeline

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
)

// differencesOf is the picture of waits in minutes under two runs, in the order of difference.
func differencesOf(first, second []engine.Time) *Differences {
	order := make([]int32, len(first))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return int((second[a] - first[a]) - (second[b] - first[b])) })
	d := NewDifferences([2][]engine.Time{first, second}, order, [2]string{"FCFS", "EASY"})
	d.Theme, d.Ratio, d.Width, d.CharWidth = Light, 1, 800, 6
	return d
}

// Whatever is drawn is found again: every job by its dot, unless another one lies nearer, and by its
// bar, as far as it has a column to itself.
func TestDifferencesAreHit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "jobs")
		wait := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) engine.Time { return engine.Time(rapid.IntRange(0, 1_000_000).Draw(t, "wait")) }), n, n)
		d := differencesOf(wait.Draw(t, "first"), wait.Draw(t, "second"))
		d.Width = rapid.SampledFrom([]int{320, 800}).Draw(t, "width")
		r := d.scatter()
		for row := range int32(n) {
			i := d.Rank(row)
			if got := d.Hit((d.column(i)+d.column(i+1))/2, d.level(0)); got != row {
				t.Errorf("at the bar of row %d is row %d", row, got)
			}
			x, y := d.place(d.Wait[0][row], d.Wait[1][row])
			got := d.Hit(x, y)
			if got < 0 || d.x[got] != d.x[row] || d.y[got] != d.y[row] {
				t.Errorf("at the dot of row %d is row %d", row, got)
			}
		}
		if got := d.Hit(r.X0+1, d.Height()-1); got >= 0 && r.Y1+d.px(apartTouch) < d.Height()-1 {
			t.Errorf("below the picture is row %d", got)
		}
	})
}

// A window may be narrower than the room for names, for a while.
func TestDifferencesInANarrowWindow(t *testing.T) {
	for _, width := range []int{1, 40, 78, 79, 100} {
		d := differencesOf([]engine.Time{0, engine.Minute, engine.Hour}, []engine.Time{engine.Hour, 0, engine.Hour})
		d.Width, d.Hover, d.Pinned = width, 0, 1
		var r Raster
		d.Draw(&r)
		d.Labels()
		d.Hit(width/2, 10)
	}
}

// Of 100,000 jobs every column shows the least and the most of its own: the one that gains most is
// drawn to the bottom, the one that loses most to the top.
func TestExtremesOfManyDifferencesAreDrawn(t *testing.T) {
	n := 100_000
	first, second := make([]engine.Time, n), make([]engine.Time, n)
	for i := range first {
		first[i], second[i] = engine.Minute, engine.Minute
	}
	first[500], second[500] = engine.Hour, 0 // alone in gaining
	first[900], second[900] = 0, engine.Hour // alone in losing
	d := differencesOf(first, second)
	var r Raster
	d.Draw(&r)
	area := d.sorted()
	if got, want := r.Pix[(area.Y1-2)*r.Width+area.X0], Light.Tracks[Blue].pixel(); got != want {
		t.Errorf("at the foot of the first column is %x, want %x", got, want)
	}
	if got, want := r.Pix[(area.Y0+2)*r.Width+area.X1-1], Light.Tracks[Orange].pixel(); got != want {
		t.Errorf("at the head of the last column is %x, want %x", got, want)
	}
	// Waits of a minute lie on the diagonal, those of nothing and an hour in the corners.
	s := d.scatter()
	for _, c := range []struct {
		x, y int
		side int
	}{{s.X1 - 1 - apartRim, s.Y1 - 1 - apartRim, 0}, {s.X0 + apartRim, s.Y0 + apartRim, 2}} {
		if got, idle := r.Pix[c.y*r.Width+c.x], Light.Idle.pixel(); got == idle {
			t.Errorf("there is no dot in corner %d", c.side)
		}
	}
}
