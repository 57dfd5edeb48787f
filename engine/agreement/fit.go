package agreement

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/drawings"
)

// Fit is how well a model fits a log: its decisions, and the waits that come of them when it is left alone.
type Fit struct {
	Findings
	All Group
}

// Group is some jobs of a log, with their mean waits in s: those that the log recorded and those of the model in several drawings. Both are of the
// jobs that started in the log and in each drawing.
type Group struct {
	Number    int32 // of what they have in common; NoNumber: it is not known
	Jobs      int
	Recorded  float64
	Simulated drawings.Range
}

// NoNumber stands for an unknown partition, account, QOS or user.
const NoNumber int32 = -1

// Off is by what share of the recorded mean wait the range of the model misses it: 0 if that lies within the range. NaN if there are no jobs.
func (g *Group) Off() float64 {
	miss := max(g.Simulated.Low-g.Recorded, g.Recorded-g.Simulated.High, 0)
	if g.Jobs == 0 {
		return math.NaN()
	}
	if miss == 0 {
		return 0
	}
	return miss / max(g.Recorded, 1)
}

// Trust is how far a model may be trusted for a cluster.
type Trust uint8

const (
	TooFew Trust = iota // starts to tell
	Poor
	Fair
	Close
)

// leastStarts is how many starts there are at least for anything to be told.
const leastStarts = 30

// Trust is how far the model may be trusted: closely if it makes nine of ten starts in the same pass and eight of ten passes start the same jobs, and
// the recorded mean wait misses the range of the drawings by a tenth at most; fairly if these are seven, six and three tenths. These bounds are
// judgement. What runs of a real Slurm come to, whose configuration is known, stands in REPRODUCED.md.
func (f *Fit) Trust() Trust {
	starts, passes, off := float64(f.SameStarts)/float64(f.Starts), float64(f.SamePasses)/float64(f.Passes), f.All.Off()
	switch {
	case f.Starts < leastStarts:
		return TooFew
	case starts >= 0.9 && passes >= 0.8 && off <= 0.1:
		return Close
	case starts >= 0.7 && passes >= 0.6 && off <= 0.3:
		return Fair
	}
	return Poor
}

// Everybody is all jobs of a log as a group.
func Everybody(w *engine.Workload, all []drawings.Waits) Group {
	return Of(w, all, drawings.Rows(all))
}

// Groups are the jobs of a log by what they have in common, a number for each: those first that waited longest in all. Groups without a job that
// started in the log and in each drawing are left out.
func Groups(w *engine.Workload, all []drawings.Waits, numbers []int32) (list []Group) {
	rows, waits := map[int32][]int32{}, w.RecordedWaits()
	for j := range w.Jobs {
		n := NoNumber
		if numbers != nil {
			n = max(numbers[j], NoNumber)
		}
		rows[n] = append(rows[n], int32(j))
	}
	for _, n := range slices.Sorted(maps.Keys(rows)) {
		if g := groupOf(waits, all, rows[n]); g.Jobs > 0 {
			g.Number = n
			list = append(list, g)
		}
	}
	slices.SortStableFunc(list, func(a, b Group) int {
		return cmp.Compare(b.Recorded*float64(b.Jobs), a.Recorded*float64(a.Jobs))
	})
	return list
}

// Of is the group of the jobs in rows, without a number.
func Of(w *engine.Workload, all []drawings.Waits, rows []int32) Group {
	return groupOf(w.RecordedWaits(), all, rows)
}

// groupOf is Of for jobs that waited so long in the log.
func groupOf(waits []engine.Time, all []drawings.Waits, rows []int32) Group {
	rows = slices.DeleteFunc(slices.Clone(rows), func(j int32) bool { return waits == nil || waits[j] < 0 })
	rows = drawings.Started(all, rows)
	g := Group{Number: NoNumber, Jobs: len(rows), Recorded: math.NaN(), Simulated: drawings.Summarize(all, rows).Range}
	sum := engine.Time(0)
	for _, j := range rows {
		sum += waits[j]
	}
	if g.Jobs > 0 {
		g.Recorded = sum.Seconds() / float64(g.Jobs)
	}
	return g
}

// week is one of the calendar, which begins on Monday.
const week = 7 * 24 * 3600

// Weeks are the weeks in which jobs came: 0 for the first Monday to Sunday of a log with dates, or for the first seven days of one without. Clocks are
// those of the log's zone.
func Weeks(w *engine.Workload) []int32 {
	var since int64 // of time zero, to the beginning of its week
	if c := w.Calendar; c != nil {
		const monday = 4 * 24 * 3600 // 1970 began on a Thursday
		local := c.UnixStart + int64(c.Offset()(c.UnixStart))
		since = ((local-monday)%week + week) % week
	}
	weeks := make([]int32, len(w.Jobs))
	for j := range w.Jobs {
		weeks[j] = int32((w.Jobs[j].Submit.WholeSeconds() + since) / week)
	}
	return weeks
}
