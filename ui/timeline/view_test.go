package timeline

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
)

func TestColumnAndTimeAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		t0 := rapid.Int64Range(-1<<40, 1<<51).Draw(t, "t0")
		s := Scale{engine.Time(t0), engine.Time(t0 + rapid.Int64Range(8192, 1<<51).Draw(t, "span")), rapid.IntRange(1, 8192).Draw(t, "width")}
		at := s.T0 + engine.Time(rapid.Int64Range(-1<<40, 1<<50).Draw(t, "offset"))
		x := s.Column(at)
		if s.Time(x) > at || s.Time(x+1) <= at {
			t.Fatalf("column %d is [%d, %d), without %d", x, s.Time(x), s.Time(x+1), at)
		}
		if s.Time(0) != s.T0 || s.Time(s.Width) != s.T1 {
			t.Fatalf("the window is [%d, %d)", s.Time(0), s.Time(s.Width))
		}
	})
}

func TestViewStaysInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := engine.Time(rapid.Int64Range(0, 1e9).Draw(t, "first"))
		last := first + engine.Time(rapid.Int64Range(0, 1e12).Draw(t, "length"))
		v := NewView(first, last, rapid.IntRange(1, 4000).Draw(t, "width"), 2)
		o := outcome(1, 1, span{5, 60, 1, false, false})
		keys := []string{"ArrowLeft", "ArrowRight", "+", "-", "Home", "End", "0", "x"}
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			amount := rapid.Float64Range(-5000, 5000).Draw(t, "amount")
			switch rapid.IntRange(0, 6).Draw(t, "operation") {
			case 0:
				v = v.Zoom(amount, math.Exp(amount/2000))
			case 1:
				v = v.Pan(amount)
			case 2:
				v = v.Resize(int(math.Abs(amount)), 1)
			case 3:
				v = v.Fit(first+engine.Time(amount), last+engine.Time(2*amount))
			case 4:
				v = v.FitTo(o, 0)
			case 5:
				v = v.Reveal(first + engine.Time(amount*1e6))
			case 6:
				v, _ = v.Key(rapid.SampledFrom(keys).Draw(t, "key"), amount > 0)
			}
			if v.T0 < v.First || v.T1 > v.Last || v.T1-v.T0 < min(MinSpan, v.Last-v.First) || v.Span() < engine.Time(v.Width) {
				t.Fatalf("window [%d, %d) of [%d, %d), %d pixels", v.T0, v.T1, v.First, v.Last, v.Width)
			}
		}
	})
}

func TestZoomKeepsTheTimeUnderThePointer(t *testing.T) {
	v := NewView(0, 100*engine.Day, 1000, 1)
	v = v.Zoom(300, 50)
	if got := v.X(30 * engine.Day); math.Abs(got-300) > 0.01 {
		t.Errorf("day 30 moved from 300 to %g", got)
	}
	if got, want := v.Span(), 2*engine.Day; got != want {
		t.Errorf("span %d, want %d", got, want)
	}
	// Beyond the nearest view nothing moves.
	v = v.Zoom(300, 1e9)
	if again := v.Zoom(900, 2); again.Scale != v.Scale || v.Span() != MinSpan {
		t.Errorf("%v, then %v", v.Scale, again.Scale)
	}
	if out := v.Zoom(300, 1e-12); out.Scale != v.Reset().Scale {
		t.Errorf("zoomed out: %v", out.Scale)
	}
}

func TestPan(t *testing.T) {
	v := NewView(0, 1000*engine.Second, 1000, 1).Zoom(500, 10)
	if got := v.Pan(37).Pan(-37); got.Scale != v.Scale {
		t.Errorf("%v, want %v", got.Scale, v.Scale)
	}
	if got, want := v.Pan(100).T0-v.T0, 10*engine.Second; got != want {
		t.Errorf("moved by %d, want %d", got, want)
	}
	if got := v.Pan(1e9); got.T1 != got.Last || got.Span() != v.Span() {
		t.Errorf("at the end: %v", got.Scale)
	}
}

func TestFitTo(t *testing.T) {
	o := outcome(4, 1, span{100, 160, 1, false, false}, span{500, 1000, 1, false, false})
	o.Workload.Jobs[0].Submit = 60 * engine.Second
	v := NewView(0, 1000*engine.Second, 100, 1).FitTo(o, 0)
	if v.T0 != 50*engine.Second || v.T1 != 170*engine.Second {
		t.Errorf("window %v", v.Scale)
	}
	o.Start[0], o.End[0] = -1, -1
	if v = v.FitTo(o, 0); v.T0 > 60*engine.Second || v.T1 < 60*engine.Second {
		t.Errorf("a job that waits is not in %v", v.Scale)
	}
}

func TestReveal(t *testing.T) {
	v := NewView(0, 1000*engine.Second, 100, 1).Zoom(0, 10)
	for _, at := range []engine.Time{0, 50, 99, 500, 1000} {
		got := v.Reveal(at * engine.Second)
		if x := got.X(at * engine.Second); x < 0 || x > 100 || got.Span() != v.Span() {
			t.Errorf("%d s lies at %g in %v", at, x, got.Scale)
		}
	}
	if got := v.Reveal(50 * engine.Second); got.Scale != v.Scale {
		t.Errorf("moved without need: %v", got.Scale)
	}
}

func TestKeys(t *testing.T) {
	v := NewView(0, 1000*engine.Second, 1000, 1).Zoom(500, 10)
	for key, want := range map[string]Scale{
		"ArrowLeft":  {440 * engine.Second, 540 * engine.Second, 1000},
		"ArrowRight": {460 * engine.Second, 560 * engine.Second, 1000},
		"-":          {425 * engine.Second, 575 * engine.Second, 1000},
		"Home":       {0, 100 * engine.Second, 1000},
		"End":        {900 * engine.Second, 1000 * engine.Second, 1000},
		"0":          {0, 1000 * engine.Second, 1000},
	} {
		if got, ok := v.Key(key, false); !ok || got.Scale != want {
			t.Errorf("%s: %v, want %v", key, got.Scale, want)
		}
	}
	if got, ok := v.Key("Tab", false); ok || got.Scale != v.Scale {
		t.Error("Tab moves")
	}
}

func TestStack(t *testing.T) {
	groups := []Group{{Name: "a", Tracks: make([]*Track, 2)}, {Name: "b"}}
	v := NewView(0, engine.Day, 100, 1.5).Stack(DefaultHeights, groups)
	if len(v.Lanes) != 7 {
		t.Fatalf("%d lanes", len(v.Lanes))
	}
	for i, lane := range v.Lanes {
		if got := v.LaneAt(lane.Top); got != i {
			t.Errorf("lane %d begins in lane %d", i, got)
		}
		if i > 0 && lane.Top < v.Lanes[i-1].Top+v.Lanes[i-1].Height {
			t.Errorf("lane %d overlaps", i)
		}
	}
	if last := v.Lanes[6]; v.Height < last.Top+last.Height || v.LaneAt(v.Height+1) != -1 {
		t.Errorf("height %d", v.Height)
	}
}
