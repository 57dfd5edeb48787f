package timeline

import "backfill/engine"

// Hit is what lies at a place of the picture.
type Hit struct {
	Lane      int         // index of View.Lanes, -1 for none
	Group     int         // -1 for none
	Time      engine.Time // first instant of the pixel column
	Processor int32       // of a Gantt chart, -1 elsewhere
	Job       int32       // NoJob if none is drawn there
	Value     float64     // of a track: its mean over the column
}

// Hit tells what is drawn at device pixel (x, y). It agrees with Draw. O(log jobs).
func (s *Scene) Hit(x, y int) Hit { panic("todo") }

// Rect is an area of the canvas in device pixels: columns X0 to X1-1, rows Y0 to
// Y1-1. It may lie outside of the window.
type Rect struct{ X0, Y0, X1, Y1 int }

// Rects lists where job j lies in the Gantt chart of group g, one rectangle per
// block, each at least 1 by 1 pixel. It returns nil for jobs that never started.
func (s *Scene) Rects(g int, j int32) []Rect { panic("todo") }
