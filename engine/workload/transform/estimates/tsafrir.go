package estimates

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/portable"
	"backfill/engine/workload/random"
)

const tsafrirSource = "Tsafrir, Etsion and Feitelson, Modeling user runtime estimates, JSSPP 2005"

// Limits of the model.
const (
	tsafrirHead     = 20   // popular values
	tsafrirFewest   = 200  // jobs
	tsafrirShortest = 6000 // s, of the longest estimate: whole five minutes give 20 values
	tsafrirTail     = 0.11 // share of the jobs with values that are not popular
)

// tsafrir draws estimates as users give them: nine jobs of ten have one of 20 round
// values, the longest first of all, and all are at least the run time. How
// popular the round values are follows four logs.
//
// Source: Tsafrir, Etsion and Feitelson, JSSPP 2005, and their program.
type tsafrir struct {
	longest  int64   // s
	maxShare float64 // of jobs with the longest estimate, 0: the model's

	popularity, tail, assignment *random.Stream
}

// newTsafrir is the model with the parameters v for the jobs of w; its streams are missing.
func newTsafrir(v param.Values, w *engine.Workload) *tsafrir {
	t := &tsafrir{longest: 2 * 3600}
	for i := range w.Jobs {
		hours := (w.Jobs[i].Estimate + engine.Hour - 1) / engine.Hour
		t.longest = max(t.longest, int64(hours)*3600)
	}
	if v.Has("maxEstimate") {
		t.longest = int64(math.Floor(v.Float("maxEstimate") + 0.5))
	}
	if v.Has("maxShare") {
		t.maxShare = v.Float("maxShare")
	}
	return t
}

// estimate gives each job an estimate in estimates, and returns how many different
// ones there are. An estimate is at least the run time, or the longest estimate if the job runs
// longer. Errors are *param.Error.
func (t *tsafrir) estimate(jobs []engine.Job, estimates []engine.Time) (different int, err error) {
	if len(jobs) < tsafrirFewest {
		return 0, &param.Error{Path: "/model", Value: "tsafrir",
			Reason: fmt.Sprintf("there are %d jobs; with at least %d it is accepted", len(jobs), tsafrirFewest)}
	}
	values := t.values(len(jobs))
	counts := tsafrirCounts(values, len(jobs))
	pool := make([]engine.Time, 0, len(jobs))
	for i, n := range counts {
		for range n {
			pool = append(pool, engine.Time(values[i].time)*engine.Second)
		}
	}
	slices.SortFunc(pool, func(a, b engine.Time) int { return cmp.Compare(b, a) })

	longest := engine.Time(t.longest) * engine.Second
	run := func(i int32) engine.Time { return min(jobs[i].Run, longest) }
	order := make([]int32, len(jobs))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(run(b), run(a)) })
	for k, i := range order {
		if run(i) > pool[k] {
			return 0, &param.Error{Path: "/maxEstimate", Value: fmt.Sprint(t.longest),
				Reason: fmt.Sprintf("%d jobs run for %v s or longer, but only %d estimates are so long; a longer one, or a larger maxShare, is accepted", k+1, run(i).Seconds(), k)}
		}
	}
	t.assign(order, run, pool, estimates)
	return len(values), nil
}

// assign deals the pool, sorted in descending order, out to the jobs, in the order of
// descending run times: each gets any of those left that are long enough. Neither
// more nor less correlates with the run time. The pool is used up.
func (t *tsafrir) assign(order []int32, run func(int32) engine.Time, pool, estimates []engine.Time) {
	enough := 0 // so many of the pool, as it was sorted, are long enough
	for j, i := range order {
		// What is taken from the middle is replaced by a longer one: the rest stays as it was.
		for enough < len(pool) && pool[enough] >= run(i) {
			enough++
		}
		k := j + int(math.Floor(float64(t.assignment.Uniform()*float64(enough-j))))
		estimates[i] = pool[k]
		pool[k] = pool[j]
	}
}

// tsafrirValue is one estimate that several jobs have.
type tsafrirValue struct {
	time  int64   // s
	share float64 // of the jobs
}

// values are the different estimates of n jobs and how popular they are: the 20 of the
// head, the longest first and the others ascending, then those of the tail.
func (t *tsafrir) values(n int) []tsafrirValue {
	head, shares := tsafrirTimes(t.longest), tsafrirShares(t.maxShare)
	values := make([]tsafrirValue, tsafrirHead)
	for rank, popularity := range t.match() {
		values[rank] = tsafrirValue{head[rank], shares[popularity-1]}
	}
	distinct := tsafrirDistinct(n)
	tail := t.tailTimes(head, distinct)
	var weights []float64
	sum := 0.0
	for i := range tail {
		weights = append(weights, portable.Pow(float64(tsafrirHead+1+i), -2.267))
		sum += weights[i]
	}
	for i, k := range random.Permutation(t.tail, len(tail)) {
		values = append(values, tsafrirValue{tail[i], float64(tsafrirTail*weights[k]) / sum})
	}
	return values
}

// tsafrirDistinct is how many different estimates n jobs have.
func tsafrirDistinct(n int) int {
	points := [...]struct{ jobs, estimates float64 }{{0, 0}, {20, 10}, {200, 20}, {1000, 35}, {10_000, 90}, {70_000, 340}, {250_000, 565}}
	jobs := float64(n)
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		if jobs <= b.jobs {
			return int(math.Floor(a.estimates + float64((b.estimates-a.estimates)*(jobs-a.jobs))/(b.jobs-a.jobs) + 0.5))
		}
	}
	return int(points[len(points)-1].estimates)
}

// tsafrirTimes are the popular estimates (s) up to the longest: it, and the 19 others in
// ascending order.
func tsafrirTimes(longest int64) []int64 {
	const minute, hour = 60, 3600
	times := []int64{longest}
	for _, usual := range [...]int64{5 * minute, 10 * minute, 15 * minute, 20 * minute, 30 * minute,
		hour, 2 * hour, 3 * hour, 4 * hour, 5 * hour, 6 * hour, 8 * hour, 10 * hour, 12 * hour, 18 * hour} {
		if usual < longest {
			times = append(times, usual)
		}
	}
	for _, step := range [...]int64{200 * hour, 100 * hour, 50 * hour, 10 * hour, 5 * hour, 2 * hour, hour, 20 * minute, 10 * minute, 5 * minute} {
		for round := longest / step * step; round > 0 && len(times) < tsafrirHead; round -= step {
			if !slices.Contains(times, round) {
				times = append(times, round)
			}
		}
	}
	slices.Sort(times[1:])
	return times
}

// tsafrirShares are the shares of jobs that the popular estimates have, the most popular
// first, 0.89 together. maxShare is that of the first, 0 for the model's.
func tsafrirShares(maxShare float64) []float64 {
	shares := make([]float64, tsafrirHead)
	others := 0.0
	for i := 1; i < tsafrirHead; i++ {
		rank := float64(i + 1)
		shares[i] = float64(0.140491*portable.Exp(-float64(0.177531*rank))) + 0.00462513
		others += shares[i]
	}
	shares[0] = 1 - tsafrirTail - others
	if maxShare > 0 {
		shares[0] = maxShare
		for i := 1; i < tsafrirHead; i++ {
			shares[i] *= (1 - tsafrirTail - maxShare) / others
		}
	}
	return shares
}

// tsafrirRanks says how popular the estimates of the head, as tsafrirTimes orders them,
// were in the logs SDSC-106, CTC, KTH-4h and Blue: 1 is the most popular.
var tsafrirRanks = [tsafrirHead][4]int8{
	{3, 1, 1, 1}, {1, 3, 4, 6}, {4, 4, 10, 5}, {17, 2, 14, 3}, {13, 12, 20, 7},
	{7, 9, 2, 2}, {6, 8, 3, 18}, {18, 18, 7, 19}, {2, 6, 12, 4}, {6, 7, 6, 11},
	{16, 11, 19, 20}, {10, 20, 5, 9}, {5, 16, 18, 10}, {15, 5, 16, 14}, {14, 14, 9, 13},
	{19, 13, 17, 16}, {11, 10, 15, 15}, {12, 15, 13, 17}, {9, 17, 8, 8}, {20, 19, 11, 12},
}

// match gives each time of the head a rank of popularity from 1: the longest the first,
// each other one of those that a log gave it or a shorter one and that are left. Of two
// drawn at random the more popular is taken; a rank that no later time had in any log
// goes before, the smallest if there are several.
func (t *tsafrir) match() []int8 {
	var last [tsafrirHead + 1]int // row in which a rank occurs for the last time
	for row, ranks := range tsafrirRanks {
		for _, r := range ranks {
			last[r] = row
		}
	}
	var taken [tsafrirHead + 1]bool
	var pool []int8
	var matched []int8
	for row, ranks := range tsafrirRanks {
		for _, r := range ranks {
			if !taken[r] {
				pool = append(pool, r)
			}
		}
		chosen := int8(0)
		for r := int8(1); r <= tsafrirHead && chosen == 0; r++ {
			if !taken[r] && (row == 0 || last[r] <= row) {
				chosen = r
			}
		}
		if chosen == 0 {
			draw := func() int8 { return pool[int(math.Floor(float64(t.popularity.Uniform()*float64(len(pool)))))] }
			chosen = min(draw(), draw())
		}
		taken[chosen] = true
		pool = slices.DeleteFunc(pool, func(r int8) bool { return r == chosen })
		matched = append(matched, chosen)
	}
	return matched
}

// tailTimes are the estimates (s) beyond the head of distinct ones together, or fewer
// where they would coincide: whole minutes that crowd at short times.
func (t *tsafrir) tailTimes(head []int64, distinct int) []int64 {
	n := distinct - tsafrirHead
	if n == 0 {
		return nil
	}
	taken := map[int64]bool{}
	for _, time := range head {
		taken[time] = true
	}
	a := 1 + float64(12.1039*portable.Pow(float64(distinct), -0.6026))
	var times []int64
	for i := 1; i <= n; i++ {
		x := float64(i) / float64(n)
		y := float64((a-1)*x) / (a - x)
		minutes := int64(math.Floor(float64(y*float64(t.longest))/60 + 0.5))
		for _, aside := range [...]int64{0, 30, -30, 20, -20, 10, -10} {
			if time := minutes*60 + aside; !taken[time] && time > 0 && time < t.longest {
				taken[time] = true
				times = append(times, time)
				break
			}
		}
	}
	return times
}

// tsafrirCounts is how many of n jobs have each value: by the shares, at least one each, and
// corrected to n, first in proportion and then by one each from the most frequent on.
func tsafrirCounts(values []tsafrirValue, n int) []int {
	counts := make([]int, len(values))
	left := n
	for i, v := range values {
		counts[i] = max(1, int(math.Floor(float64(v.share*float64(n))+0.5)))
		left -= counts[i]
	}
	missing := float64(left)
	for i, v := range values {
		more := max(1-counts[i], int(math.Trunc(float64(v.share*missing))))
		counts[i] += more
		left -= more
	}
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(counts[b], counts[a]) })
	for left != 0 {
		for _, i := range order {
			switch {
			case left > 0:
				counts[i]++
				left--
			case left < 0 && counts[i] > 1:
				counts[i]--
				left++
			}
		}
	}
	return counts
}
