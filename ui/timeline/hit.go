package timeline

import "backfill/engine"

// Hit is what lies at a place of the picture.
type Hit struct {
	Lane      int         // index of View.Lanes, -1 for none
	Group     int         // -1 for none
	Time      engine.Time // first instant of the pixel column
	Processor int32       // of a Gantt chart, -1 elsewhere
	Band      int         // of that processor, an index of Placement.Bands; -1: none
	Job       int32       // NoJob if none is drawn there
	Piece     int32       // of the placement, of that job
	Value     float64     // of a track: its mean over the column
	Step      int32       // of a chart of demand: the step that is drawn there; -1: none
}

// Hit tells what is drawn at device pixel (x, y). It agrees with Draw. O(log jobs), unless
// the window is another than that of the last picture.
func (s *Scene) Hit(x, y int) Hit {
	hit := Nowhere
	hit.Lane = s.View.LaneAt(y)
	if hit.Lane < 0 || x < 0 || x >= s.View.Width {
		return hit
	}
	lane := s.View.Lanes[hit.Lane]
	from, to := s.View.Time(x), s.View.Time(x+1)
	hit.Group, hit.Time = lane.Group, from
	switch {
	case lane.Part >= TrackPart:
		_, _, hit.Value = s.Groups[lane.Group].Tracks[lane.Part-TrackPart].Reduce(from, to)
	case lane.Part == GanttPart && s.Groups[lane.Group].Layout != nil:
		l := s.Groups[lane.Group].Layout
		row := sample(int32(lane.Top+lane.Height-1-y), l.Rows, int32(lane.Height))
		hit.Processor = sample(row, l.Processors, l.Rows)
		hit.Band = l.bandAt(hit.Processor)
		if s.Play != nil && from > s.Play.Now {
			hit.Job = s.known(lane.Group, from, hit.Processor)
			return hit
		}
		if p := s.pieceAt(lane.Group, row, x); p >= 0 {
			hit.Job, hit.Piece = l.Job[p], p
		}
		if g := &s.Groups[lane.Group]; g.Heat != nil {
			band, step := s.loadAt(g, x, lane.Top+lane.Height-1-y, lane.Height)
			hit.Band, hit.Step = int(band), step
		}
	}
	return hit
}

// pieceAt is the piece of group g that is drawn in row r and column x, or -1.
func (s *Scene) pieceAt(g int, r int32, x int) int32 {
	if level := s.Groups[g].Layout.levelFor(s.View.Scale); level != nil {
		return level.cell(r, level.bin(s.View.Scale, x), level.bin(s.View.Scale, x+1)).piece
	}
	return s.rowsOf(g).pieceAt(r, s.View.Scale, x)
}

// Rect is an area of the canvas in device pixels: columns X0 to X1-1, rows Y0 to
// Y1-1. It may lie outside of the window.
type Rect struct{ X0, Y0, X1, Y1 int }

func (r Rect) grow(by int) Rect { return Rect{r.X0 - by, r.Y0 - by, r.X1 + by, r.Y1 + by} }

// Rects lists where job j lies in the Gantt chart of group g, one rectangle per
// block, each at least 1 by 1 pixel; blocks that touch, as on neighbouring nodes, have one
// together. It returns nil for jobs that never started.
func (s *Scene) Rects(g int, j int32) []Rect {
	l := s.Groups[g].Layout
	if l == nil {
		return nil
	}
	var rects []Rect
	for _, lane := range s.View.Lanes {
		if lane.Group != g || lane.Part != GanttPart {
			continue
		}
		rects = append(rects, s.rects(lane, s.piecesOf(g, j))...)
		if f := s.knownIn(g); f != nil {
			for ghost := range s.ghosts(g) {
				if ghost.job == j {
					ghost.rects(s, lane, l, func(r Rect) { rects = append(rects, r) })
				}
			}
		}
	}
	return rects
}

// rects is where pieces lie in a lane with a Gantt chart, as far as they are drawn; see Rects.
func (s *Scene) rects(lane Lane, pieces []int32) []Rect {
	l := s.Groups[lane.Group].Layout
	var rects []Rect
	for _, p := range pieces {
		end := l.End(p)
		if s.Play != nil {
			if l.Start(p) > s.Play.Now {
				continue
			}
			end = min(end, s.Play.Now+1)
			if f := s.knownIn(lane.Group); l.End(p) > s.Play.Now && f != nil && f.runs(l.Job[p]) {
				continue // it is drawn until it is expected to end
			}
		}
		x0, x1 := s.View.Column(l.Start(p)), s.View.Column(end)
		for b := l.Offset[p]; b < l.Offset[p+1]; b++ {
			top, bottom := l.stripIn(lane, l.First[b], l.Count[b])
			r := Rect{x0, top, max(x1, x0+1), bottom}
			if n := len(rects); n > 0 && rects[n-1].X0 == r.X0 && rects[n-1].X1 == r.X1 && rects[n-1].Y0 <= r.Y1 && r.Y0 <= rects[n-1].Y1 {
				rects[n-1].Y0, rects[n-1].Y1 = min(rects[n-1].Y0, r.Y0), max(rects[n-1].Y1, r.Y1)
				continue
			}
			rects = append(rects, r)
		}
	}
	return rects
}

// pixelOf is the lowest pixel row, counted from the bottom of a lane of the given
// height, that shows processor i or a higher one.
func (l *Layout) pixelOf(i int32, height int) int {
	return int(firstSample(firstSample(i, l.Processors, l.Rows), l.Rows, int32(height)))
}

// stripIn is the pixel rows, top to bottom-1, of processors first to first+count-1 in a lane: one at least.
func (l *Layout) stripIn(lane Lane, first, count int32) (top, bottom int) {
	y0, y1 := l.pixelOf(first, lane.Height), l.pixelOf(first+count, lane.Height)
	y0 = min(y0, lane.Height-1)
	bottom = lane.Top + lane.Height
	return bottom - max(y1, y0+1), bottom - y0
}

// place remembers where a job was found: outlines are drawn again and again.
type place struct {
	placement *Placement
	job       int32
	pieces    []int32
}

// piecesOf is the pieces of job j in group g. O(log pieces) where jobs are known to be one piece, else O(pieces); the
// pieces of the hovered and of the pinned job are remembered.
func (s *Scene) piecesOf(g int, j int32) []int32 {
	slot := &s.found[0]
	if j == s.Pinned {
		slot = &s.found[1]
	}
	if len(*slot) != len(s.Groups) {
		*slot = make([]place, len(s.Groups))
	}
	known, placement := &(*slot)[g], s.Groups[g].Layout.Placement
	if known.placement != placement || known.job != j {
		*known = place{placement: placement, job: j}
		from, to := int32(0), int32(len(placement.Job))
		if o := s.Groups[g].Outcome; o != nil && !o.Reruns() && 0 <= j && int(j) < len(o.Start) {
			from, to = placement.StartedBefore(o.Start[j]), placement.StartedBefore(o.Start[j]+1)
		}
		for p := from; p < to; p++ {
			if placement.Job[p] == j {
				known.pieces = append(known.pieces, p)
			}
		}
	}
	return known.pieces
}
