package timeline

import (
	"slices"

	"backfill/engine"
	"backfill/engine/steps"
)

// Nowhere is the place of who points at nothing.
var Nowhere = Hit{Lane: -1, Group: -1, Processor: -1, Band: -1, Job: engine.NoJob, Piece: -1, Step: -1}

// NextInLane is where a reader comes to who goes on by one (1) or back (-1) from a place: to the next job, or segment, in the order of
// the starts, to the next change of a track; from the last of a lane to the first of the next one, and from nowhere to the first in the
// window, in group g. It is Nowhere if there is nothing to be read. A run that is played is read until now.
func (s *Scene) NextInLane(from Hit, g, by int) Hit {
	if !s.isAt(from) {
		return s.enter(s.ganttOf(g))
	}
	if next := s.after(from.Lane, s.indexAt(from), by); next >= 0 {
		return s.read(from.Lane, next)
	}
	lane := s.laneFrom(from.Lane, by)
	switch {
	case lane < 0:
		return from
	case by > 0:
		return s.read(lane, 0)
	}
	return s.read(lane, s.firstAlike(lane, s.readable(lane)-1))
}

// after is the place that follows another one in a lane, or comes before it; -1 if there is none.
func (s *Scene) after(lane, at, by int) int {
	if by < 0 {
		return s.firstAlike(lane, s.firstAlike(lane, at)-1)
	}
	for next := at + 1; next < s.readable(lane); next++ {
		if !s.alike(lane, at, next) {
			return next
		}
	}
	return -1
}

// firstAlike is the first place of a track from which on it has the value that it has at a place.
func (s *Scene) firstAlike(lane, at int) int {
	for at > 0 && s.alike(lane, at-1, at) {
		at--
	}
	return at
}

// alike says whether a track has the same value at two places, where an event has left it as it is: there is nothing to be read.
func (s *Scene) alike(lane, i, k int) bool {
	l := s.View.Lanes[lane]
	if l.Part < TrackPart {
		return false
	}
	values := &s.Groups[l.Group].Tracks[l.Part-TrackPart].Values
	return values.At(i) == values.At(k)
}

// NextLane is where a reader comes to who goes to the next lane (1) or the one before (-1): to what it shows at the same instant.
func (s *Scene) NextLane(from Hit, g, by int) Hit {
	if !s.isAt(from) {
		return s.enter(s.ganttOf(g))
	}
	lane := s.laneFrom(from.Lane, by)
	if lane < 0 {
		return from
	}
	to := s.read(lane, s.lastUntil(lane, from.Time))
	if s.View.Lanes[lane].Part >= TrackPart {
		to.Time = max(from.Time, to.Time) // it has that value still
	}
	return to
}

// LaneName is what a lane of a group shows, such as "EASY, busy processors".
func (s *Scene) LaneName(lane int) string {
	l := s.View.Lanes[lane]
	name := s.Groups[l.Group].Name
	if l.Part >= TrackPart {
		return name + ", " + s.Groups[l.Group].Tracks[l.Part-TrackPart].Label
	}
	return name + ", jobs in the order of their starts"
}

// isAt says whether there is something to be read at a place, which may be one of another scene.
func (s *Scene) isAt(at Hit) bool {
	if at.Lane < 0 || at.Lane >= len(s.View.Lanes) || s.View.Lanes[at.Lane].Group != at.Group || s.readable(at.Lane) == 0 {
		return false
	}
	return s.View.Lanes[at.Lane].Part >= TrackPart || at.Job != engine.NoJob && s.indexAt(at) >= 0
}

// readable is how many places a lane has: none, if it is no chart.
func (s *Scene) readable(lane int) int {
	l := s.View.Lanes[lane]
	now, played := engine.Never, s.Play != nil
	if played {
		now = s.Play.Now
	}
	switch {
	case l.Group < 0:
		return 0
	case l.Part == GanttPart && s.Groups[l.Group].Layout != nil:
		p := s.Groups[l.Group].Layout.Placement
		if played {
			return int(p.StartedBefore(now + 1))
		}
		return len(p.Job)
	case l.Part >= TrackPart && s.Groups[l.Group].Tracks[l.Part-TrackPart] != nil:
		t := s.Groups[l.Group].Tracks[l.Part-TrackPart]
		if played {
			return int(t.At.Seek(now, steps.Before).Index) + 1
		}
		return t.At.Len()
	}
	return 0
}

// ganttOf is the lane of the Gantt chart of group g, or of the first that has any.
func (s *Scene) ganttOf(g int) int {
	is := func(of Lane) bool { return of.Part == GanttPart && (of.Group == g || g < 0 || g >= len(s.Groups)) }
	return slices.IndexFunc(s.View.Lanes, is)
}

// enter is the first place of a lane in the window, or the last one before it.
func (s *Scene) enter(lane int) Hit {
	if lane < 0 || s.readable(lane) == 0 {
		return Nowhere
	}
	first := int(s.Groups[s.View.Lanes[lane].Group].Layout.StartedBefore(s.View.T0))
	return s.read(lane, min(first, s.readable(lane)-1))
}

// laneFrom is the next lane with something to be read, by steps of 1 or -1; -1 if there is none.
func (s *Scene) laneFrom(lane, by int) int {
	for lane += by; lane >= 0 && lane < len(s.View.Lanes); lane += by {
		if s.readable(lane) > 0 {
			return lane
		}
	}
	return -1
}

// indexAt is which place of its lane that is; -1: none of a Gantt chart.
func (s *Scene) indexAt(at Hit) int {
	l := s.View.Lanes[at.Lane]
	if l.Part >= TrackPart {
		return s.lastUntil(at.Lane, at.Time)
	}
	p := s.Groups[l.Group].Layout.Placement
	if at.Piece >= 0 && int(at.Piece) < len(p.Job) && p.Job[at.Piece] == at.Job {
		return int(at.Piece)
	}
	return slices.Index(p.Job, at.Job)
}

// lastUntil is the last place of a lane that begins at an instant or before, or the first one.
func (s *Scene) lastUntil(lane int, at engine.Time) int {
	l := s.View.Lanes[lane]
	last := 0
	if l.Part >= TrackPart {
		last = int(s.Groups[l.Group].Tracks[l.Part-TrackPart].At.Seek(at, steps.Before).Index)
	} else {
		last = int(s.Groups[l.Group].Layout.StartedBefore(at+1)) - 1
	}
	return min(max(last, 0), s.readable(lane)-1)
}

// read is place i of a lane.
func (s *Scene) read(lane, i int) Hit {
	l := s.View.Lanes[lane]
	hit := Nowhere
	hit.Lane, hit.Group = lane, l.Group
	if l.Part >= TrackPart {
		t := s.Groups[l.Group].Tracks[l.Part-TrackPart]
		hit.Time, hit.Value = t.At.At(i), float64(t.Values.At(i))
		return hit
	}
	p := s.Groups[l.Group].Layout.Placement
	hit.Time, hit.Job, hit.Piece = p.Start(int32(i)), p.Job[i], int32(i)
	return hit
}
