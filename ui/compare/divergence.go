// Package compare compares two schedules job by job: which jobs are the same in both, where the schedules part, and who waits
// longer under which. It knows outcomes, and no page.
package compare

import (
	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/phrase"
)

// Divergence is the first instant at which two schedules of one workload part: at which a job starts
// or ends under one of them and not under the other, or starts at different places.
type Divergence struct {
	At    engine.Time // engine.Never: they do not
	How   Kind
	A, B  int32 // the job that shows it, as a row of either workload; engine.NoJob where there is none
	InB   bool  // it starts or ends then under the second
	other int   // further jobs of which How and InB hold at that instant
}

// Kind is how two schedules part, those that tell more first.
type Kind uint8

// The ways to part.
const (
	Starts    Kind = iota + 1 // a job starts under one only
	Elsewhere                 // it starts under both, but not at the same place
	Ends                      // it ends, is interrupted or stopped, under one only
)

// None is the divergence of schedules that do not part.
var None = Divergence{At: engine.Never, A: engine.NoJob, B: engine.NoJob}

// before says whether one divergence is to be told rather than another: the earlier one, then the one
// that tells more, then that of a job that starts under the second schedule.
func (d Divergence) before(e Divergence) bool {
	switch {
	case d.At != e.At:
		return d.At < e.At
	case d.How != e.How:
		return d.How < e.How
	}
	return d.InB && !e.InB
}

// DivergenceOf finds where two schedules part; pairs are those of PairJobs. O(jobs + segments).
func DivergenceOf(a, b *engine.Outcome, pairs []int32) Divergence {
	first := None
	note := func(d Divergence) {
		switch {
		case d.At == engine.Never || first.before(d):
		case d.before(first):
			first = d
		default:
			first.other++
		}
	}
	inA, inB := segmentsOf(a), segmentsOf(b)
	startsA, startsB := a.FirstStarts(), b.FirstStarts()
	paired := make([]bool, len(b.Start))
	for j, k := range pairs {
		if k == engine.NoJob {
			note(Divergence{At: sometime(startsA[j]), How: Starts, A: int32(j), B: engine.NoJob})
			continue
		}
		paired[k] = true
		d := firstDifference(a, b, inA(int32(j)), inB(k))
		d.A, d.B = int32(j), k
		note(d)
	}
	for k := range paired {
		if !paired[k] {
			note(Divergence{At: sometime(startsB[k]), How: Starts, A: engine.NoJob, B: int32(k), InB: true})
		}
	}
	return first
}

// sometime is an instant that -1 says will not come.
func sometime(at engine.Time) engine.Time {
	if at < 0 {
		return engine.Never
	}
	return at
}

// firstDifference compares the segments of one job under two schedules.
func firstDifference(a, b *engine.Outcome, inA, inB []engine.Segment) Divergence {
	for i := range max(len(inA), len(inB)) {
		x, y := engine.Segment{From: engine.Never, To: -1}, engine.Segment{From: engine.Never, To: -1}
		if i < len(inA) {
			x = inA[i]
		}
		if i < len(inB) {
			y = inB[i]
		}
		switch endX, endY := sometime(x.To), sometime(y.To); {
		case x.From != y.From:
			return Divergence{At: min(x.From, y.From), How: Starts, InB: y.From < x.From}
		case a.Lane != nil && b.Lane != nil && explain.LaneName(a, x.Lane) != explain.LaneName(b, y.Lane):
			return Divergence{At: x.From, How: Elsewhere, InB: true}
		case endX != endY:
			return Divergence{At: min(endX, endY), How: Ends, InB: endY < endX}
		}
	}
	return Divergence{At: engine.Never}
}

// segmentsOf are the stretches in which each job ran, in the order of time: one, unless it was
// interrupted or stopped; none if it never started. What it returns is overwritten by the next call.
func segmentsOf(o *engine.Outcome) func(j int32) []engine.Segment {
	segments := o.Segments
	switch {
	case o.Stopped != nil:
		runs := o.Runs()
		for _, place := range runs.Begun {
			run := runs.At(place)
			segments = append(segments, engine.Segment{Job: run.Job, Lane: engine.NoLane, From: run.From, To: run.To})
		}
	case segments == nil:
		var one [1]engine.Segment
		return func(j int32) []engine.Segment {
			if o.Start[j] < 0 {
				return nil
			}
			one[0] = engine.Segment{Job: j, Lane: engine.NoLane, From: o.Start[j], To: o.End[j]}
			if o.Lane != nil {
				one[0].Lane = o.Lane[j]
			}
			return one[:]
		}
	}
	// A counting sort of the segments by job keeps the order of time.
	first := make([]int32, len(o.Start)+1)
	for i := range segments {
		first[segments[i].Job+1]++
	}
	for j := range o.Start {
		first[j+1] += first[j]
	}
	sorted, place := make([]engine.Segment, len(segments)), append([]int32{}, first...)
	for i := range segments {
		j := segments[i].Job
		sorted[place[j]] = segments[i]
		place[j]++
	}
	return func(j int32) []engine.Segment { return sorted[first[j]:first[j+1]] }
}

// Others tells of how many other jobs the same can be said: they do under doer then what they do not under other.
func (d Divergence) Others(doer, other string) string {
	if d.other == 0 {
		return ""
	}
	jobs := " " + phrase.Plural(int64(d.other), "other job")
	switch d.How {
	case Elsewhere:
		return jobs + phrase.Verb(d.other, " starts", " start") + " elsewhere then, too."
	case Ends:
		return jobs + phrase.Verb(d.other, " does", " do") + " so then under " + doer + " and not under " + other + ", too."
	}
	return jobs + phrase.Verb(d.other, " starts", " start") + " then under " + doer + " and not under " + other + ", too."
}
