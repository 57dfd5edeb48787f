package schedules

import (
	"fmt"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/panel"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// Hover lights up what lies under the pointer and returns the line of text for
// HintHost. changed says whether the picture needs to be drawn anew. A Hit with
// Lane -1 says that the pointer is nowhere. It needs no rendering.
func (s *Schedules) Hover(h timeline.Hit) (text string, changed bool) {
	scene := s.Timeline
	if scene == nil {
		return "", false
	}
	job := engine.NoJob
	if h.Lane >= 0 {
		job = h.Job
	}
	changed = scene.Hover != job
	scene.Hover = job
	if h.Lane < 0 {
		return "", changed
	}
	if h.Step >= 0 && h.Group >= 0 && h.Group < len(s.Drawn) && scene.Groups[h.Group].Heat != nil {
		return s.demandLine(s.Drawn[h.Group], h), changed
	}
	if job == engine.NoJob || h.Group < 0 || h.Group >= len(s.Drawn) {
		if line := scene.PassLine(h); line != "" {
			return scene.Groups[h.Group].Name + ", " + line, changed
		}
		text = scene.Clock.Format(h.Time)
		if h.Group >= 0 && scene.View.Lanes[h.Lane].Part >= timeline.TrackPart {
			track := scene.Groups[h.Group].Tracks[scene.View.Lanes[h.Lane].Part-timeline.TrackPart]
			value := phrase.Decimals(h.Value, phrase.DigitsOf(h.Value))
			if track.Memory {
				value = timeline.Gigabytes(h.Value)
			}
			if text += ", " + scene.Groups[h.Group].Name + ": "; track.Wanted != nil {
				text += explain.LicenceLine(track, h, scene.View)
			} else {
				text += value + " " + track.Label
			}
		}
		if h.Band >= 0 && h.Group < len(s.Drawn) {
			text += ", " + scene.Groups[h.Group].Name + ", " + explain.LaneLine(s.Drawn[h.Group].Outcome, h.Band, h.Time)
		}
		return text, changed
	}
	if line := s.LineNow(h.Group, job); line != "" {
		return line, changed
	}
	return s.JobLine(s.Drawn[h.Group], job) + s.segmentLine(s.Drawn[h.Group], h), changed
}

// JobLine is a job under one policy in one line: first its size, then what became of it, then when.
func (s *Schedules) JobLine(r *result.Run, j int32) string {
	o, clock := r.Outcome, s.Timeline.Clock
	job := o.Workload.Jobs[j]
	name := fmt.Sprintf("Job %d", o.Workload.JobNumber(j)) + explain.AttemptWords(o.Workload, j, ", ")
	if s.ChangedJobs()[j] {
		name += ", changed by hand"
	}
	if owner := s.Timeline.Colors.Owner(o, j); owner != "" {
		name += ", " + owner
	}
	size := phrase.Plural(int64(job.Processors), "processor") + explain.MemoryWords(o, j) + " for " + phrase.Span(job.Run)
	fate, started := "never started", ""
	switch {
	case o.State[j] == engine.Refused:
		fate = "refused"
		if o.NeverStarts(j) || o.Refusal(j) == engine.NoRecordedWait {
			fate = "never started"
		}
	case o.Start[j] >= 0 || o.State[j] == engine.Cancelled:
		fate = "waited " + panel.WaitText(o.Wait(j))
	}
	if first := o.FirstStart(j); first >= 0 {
		started = ", started " + clock.Format(first) + explain.OnFirstLane(o, j)
		if o.Stopped != nil {
			started += explain.InterruptedWords(o, j)
		}
		if o.Start[j] < 0 && o.End[j] < 0 {
			fate, started = "waits again", started+", and waits again"
		}
	}
	switch o.State[j] {
	case engine.Killed:
		started += ", killed at its limit"
	case engine.Cancelled:
		started += ", cancelled " + clock.Format(o.End[j])
	}
	if words := explain.DueWords(o, j); words != "" {
		started += ", ended" + strings.TrimPrefix(words, ",")
	}
	arrived := "never submitted"
	if at := o.Submitted(j); at >= 0 {
		arrived = "arrived " + clock.Format(at)
	}
	return name + ", " + size + ": " + fate + " under " + r.Label + "; " + arrived + started
}

// segmentLine says which segment or run is pointed at, of a job with several: "; here segment 2 of 3, on computer
// 12 (589 MIPS), from 10 s to 20 s: ended".
func (s *Schedules) segmentLine(r *result.Run, h timeline.Hit) string {
	o, placement := r.Outcome, s.Timeline.Groups[h.Group].Layout.Placement
	if h.Piece < 0 || int(h.Piece) >= len(placement.Job) || placement.Job[h.Piece] != h.Job {
		return ""
	}
	segments, clock := explain.SegmentsOf(o, h.Job), s.Clock()
	if len(segments) < 2 && o.Start[h.Job] >= 0 {
		return ""
	}
	for k := range segments {
		if segment := &segments[k]; segment.From == placement.Start(h.Piece) && segment.To != segment.From {
			text := "; here " + segment.Noun() + " " + strconv.Itoa(k+1) + " of " + strconv.Itoa(len(segments))
			if where := segment.Where(o); where != "" {
				text += "," + where
			}
			text += ", from " + clock.Format(segment.From)
			if segment.To >= 0 {
				text += " to " + clock.Format(segment.To)
			}
			return text + ": " + explain.SegmentEnd(o, segment)
		}
	}
	return ""
}
