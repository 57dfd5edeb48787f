package experiment

import (
	"strconv"
	"strings"

	"backfill/engine"
)

// segments finds the segments of each job of an outcome, and counts its stopped runs.
type segments struct {
	outcome *engine.Outcome
	stops   [][2]int32 // by job: for another one, requeued; nil: none
	first   []int32    // by job: where its segments begin in order, and one entry more
	order   []int32    // indices of Outcome.Segments, by job and time
}

// segmentsOf takes linear time; nil if no column needs it.
func (c Columns) segmentsOf(o *engine.Outcome) *segments {
	if !c.Farm && !c.Stops {
		return nil
	}
	s := &segments{outcome: o, first: make([]int32, len(o.Start)+1), order: make([]int32, len(o.Segments))}
	if o.Stopped != nil {
		s.stops = make([][2]int32, len(o.Start))
	}
	for _, run := range o.Stopped {
		if run.Preempted {
			s.stops[run.Job][0]++
		} else {
			s.stops[run.Job][1]++
		}
	}
	if o.Segments == nil {
		return s
	}
	for i := range o.Segments {
		s.first[o.Segments[i].Job+1]++
	}
	for j := range o.Start {
		s.first[j+1] += s.first[j]
	}
	next := append([]int32{}, s.first...)
	for i := range o.Segments {
		j := o.Segments[i].Job
		s.order[next[j]] = int32(i)
		next[j]++
	}
	return s
}

// appendJob writes the columns of a farm for job j.
func (s *segments) appendJob(line []byte, j int32) []byte {
	o := s.outcome
	ended, deadline := o.Ended(j), o.Workload.DeadlineOf(j)
	if line = append(line, ','); deadline != engine.Never {
		line = appendTime(line, deadline)
	}
	switch line = append(line, ','); {
	case deadline == engine.Never || !ended:
	case o.End[j] > deadline:
		line = append(line, '1')
	default:
		line = append(line, '0')
	}
	line = append(line, ',')
	list := s.order[s.first[j]:s.first[j+1]]
	preemptions := 0
	for i, k := range list {
		if i > 0 {
			line = append(line, '+')
		}
		lane := &o.Lanes[o.Segments[k].Lane]
		line = append(line, strings.TrimPrefix(lane.Name, lane.Kind+" ")...)
		if o.Segments[k].End > engine.Ended {
			preemptions++
		}
	}
	if line = append(line, ','); len(list) > 0 {
		line = strconv.AppendInt(line, int64(preemptions), 10)
	}
	if line = append(line, ','); len(list) > 0 {
		line = appendTime(line, o.Held[j])
	}
	if line = append(line, ','); ended && o.Lost != nil {
		line = appendTime(line, o.Lost[j])
	}
	return line
}

// appendStops writes the columns of policies that stop jobs for job j, if it has run.
func (s *segments) appendStops(line []byte, j int32) []byte {
	o := s.outcome
	var stops [2]int32
	if s.stops != nil {
		stops = s.stops[j]
	}
	if o.Start[j] < 0 && stops == [2]int32{} {
		return append(line, ",,,,"...)
	}
	for _, n := range stops {
		line = strconv.AppendInt(append(line, ','), int64(n), 10)
	}
	var ran, lost engine.Time
	switch {
	case o.Stopped != nil:
		ran, lost = o.Held[j], o.Lost[j]
	case o.Ended(j):
		ran = o.Ran(j)
	}
	line = appendTime(append(line, ','), ran)
	return appendTime(append(line, ','), lost)
}
