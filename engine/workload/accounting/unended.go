package accounting

import (
	"cmp"
	"math"
	"slices"
)

// endedRuns are the last runs of jobs that have ended. They show how long those will run that have not.
type endedRuns struct {
	limited   ratios // run times by limits; of one that ran longer, the limit
	unlimited ratios // run times, each by 1, of jobs without limits
}

// ratio is what came out of something, both in s or without a unit.
type ratio struct{ out, of float64 }

func (r ratio) value() float64 { return r.out / r.of }

// ratios are in ascending order, with their sums from each place on; those of the place behind the last one are 0.
type ratios struct{ list, sums []ratio }

func newRatios(list []ratio) ratios {
	slices.SortFunc(list, func(a, b ratio) int { return cmp.Compare(a.value(), b.value()) })
	sums := make([]ratio, len(list)+1)
	for i := len(list) - 1; i >= 0; i-- {
		sums[i] = ratio{sums[i+1].out + list[i].out, sums[i+1].of + list[i].of}
	}
	return ratios{list, sums}
}

// from is the ratio of the sums of those that are not below least; ok is false if all are.
func (r ratios) from(least float64) (value float64, ok bool) {
	i, _ := slices.BinarySearchFunc(r.list, least, func(r ratio, least float64) int { return cmp.Compare(r.value(), least) })
	if i == len(r.list) {
		return 0, false
	}
	return r.sums[i].value(), true
}

// endedRuns are those of the log. O(n log n) for n records.
func (m *maker) endedRuns() *endedRuns {
	var limited, unlimited []ratio
	for i := 0; i < len(m.log.Records); {
		runs := m.runs(i)
		i += len(runs)
		r := &runs[len(runs)-1]
		if !r.Started() || r.End < 0 {
			continue
		}
		if limit, _ := m.limit(r); limit > 0 {
			limited = append(limited, ratio{float64(min(m.ran(r), limit)), float64(limit)})
		} else {
			unlimited = append(unlimited, ratio{float64(m.ran(r)), 1})
		}
	}
	return &endedRuns{newRatios(limited), newRatios(unlimited)}
}

// expected is how long a job that has not ended is expected to run in all, in s, if it has run so long already: of those that ran at least as
// large a part of their limits, the time that all took together by that for which they had asked. If there are none, or nothing else is to be
// expected, it takes all of its limit. Of jobs without limits, it is the mean of those that ran at least as long.
//
// Long jobs count for more than short ones in that ratio, as they do among those that run at the end of a log. TestUnendedJobsOfRealLogs
// shows how near that comes.
func (m *maker) expected(ran, limit int64) int64 {
	if m.log.untilLimit {
		return limit
	}
	if m.ended == nil {
		m.ended = m.endedRuns()
	}
	examples, of := m.ended.limited, limit
	if limit <= 0 {
		examples, of = m.ended.unlimited, 1
	}
	if ratio, ok := examples.from(float64(ran) / float64(of)); ok {
		return int64(math.Round(float64(of) * ratio))
	}
	return limit
}
