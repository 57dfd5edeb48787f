package timeline

import (
	"math"
	"slices"
	"testing"

	"backfill/engine"
)

// elasticScene is a scene with everything that an elastic picture shows.
func elasticScene() *Scene {
	o := outcome(4, 1, span{0, 100, 2, false, false}, span{100, 2460, 2, true, true})
	s := whole(o, ByKind)
	s.Groups[0].Outcome = o
	s.View = s.View.Stack(Heights{Axis: 36, Title: 24, Gantt: 104, Track: 32, Gap: 2}, s.Groups)
	return s
}

// In every width an elastic picture has the ticks that the timeline has.
func TestElasticAxis(t *testing.T) {
	s := elasticScene()
	e, err := NewElastic(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, character := range []float64{4.5, 6.625, 13.2} {
		for width := 150; width < 3000; width += 7 {
			room := float64(width) / character
			if slices.ContainsFunc(e.Axis.Steps, func(step ElasticStep) bool { return math.Abs(room-step.Least) < 1e-6 }) {
				continue // rounding decides
			}
			scale := s.View.Scale
			scale.Width = width
			want := s.Clock.Axis(scale, character).Ticks
			i := slices.IndexFunc(e.Axis.Steps, func(step ElasticStep) bool { return room >= step.Least })
			if i < 0 {
				t.Fatalf("no step has room in %d pixels", width)
			}
			step := e.Axis.Steps[i]
			if len(step.At) != len(want) {
				t.Fatalf("in %d pixels there are %d ticks, want %d", width, len(step.At), len(want))
			}
			for k, tick := range want {
				if step.At[k] != tick.At || step.Text[k] != tick.Label {
					t.Fatalf("in %d pixels tick %d is %s at %d, want %s at %d", width, k, step.Text[k], step.At[k], tick.Label, tick.At)
				}
			}
		}
	}
}

// Two jobs on 4 processors: the first one below, in the half of the 104 pixels that two processors are.
func TestElasticBlocks(t *testing.T) {
	s := elasticScene()
	e, err := NewElastic(s)
	if err != nil {
		t.Fatal(err)
	}
	blocks := e.Lanes[0].Blocks
	if len(blocks) != 2 {
		t.Fatalf("there are %d blocks", len(blocks))
	}
	first, second := blocks[0], blocks[1]
	if top := e.Lanes[0].Top; first.From != 0 || first.To != 100*engine.Second || first.Top != top+52 || first.Bottom != top+104 {
		t.Errorf("the first job has the block %+v", first)
	}
	if first.Hatch != 0 || first.End != 0 || second.Hatch == 0 || second.End == 0 {
		t.Errorf("the second job alone overtook and was killed: %+v, %+v", first, second)
	}
	light, dark := s.Colors.Color(s.Groups[0].Paint[1], Light).CSS(), s.Colors.Color(s.Groups[0].Paint[1], Dark).CSS()
	if got := e.Colors[second.Fill]; got != [2]string{light, dark} {
		t.Errorf("the second job has the colours %v, want %s and %s", got, light, dark)
	}
}

// What an elastic picture cannot show it refuses.
func TestElasticRefuses(t *testing.T) {
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
		s := elasticScene()
		change(s)
		if _, err := NewElastic(s); err == nil {
			t.Errorf("a scene with %s is shown without it", name)
		}
	}
}
