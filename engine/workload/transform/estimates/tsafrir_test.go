package estimates

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/model/o2k"
	"backfill/engine/workload/random"
	"backfill/engine/workload/workloadtest"
)

func streamsOfTsafrir(seed uint64) *tsafrir {
	return &tsafrir{popularity: random.New(seed, 0, 1), tail: random.New(seed, 0, 2), assignment: random.New(seed, 0, 3), longest: 4 * 3600}
}

// Below 4 h there are the usual 5, 10, 15, 20, 30 min, 1, 2 and 3 h. Then multiples of
// 20 min that are not there, 220, 200, 160, 140, 100, 80 and 40 min, make 16 and those of
// 10 min from above, 230, 210, 190 and 170 min, 20.
func TestTsafrirTimes(t *testing.T) {
	want := []int64{240, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120, 140, 160, 170, 180, 190, 200, 210, 220, 230}
	for i := range want {
		want[i] *= 60
	}
	if diff := cmp.Diff(want, tsafrirTimes(4*3600)); diff != "" {
		t.Error(diff)
	}
	// The shortest that is accepted: all multiples of 5 min. The longest of the other
	// machine: 15 usual ones, 200 h, then 300 and 100 h, 350 h beside them.
	for longest, want := range map[int64][2]int64{tsafrirShortest: {300, 5700}, 400 * 3600: {300, 350 * 3600}} {
		got := tsafrirTimes(longest)
		if len(got) != tsafrirHead || got[0] != longest || got[1] != want[0] || got[19] != want[1] || !slices.IsSorted(got[1:]) {
			t.Errorf("%d: %v", longest, got)
		}
	}
}

// Shares of ranks 1 to 20 and numbers of different estimates, worked out from the formulas of the
// program of Tsafrir, Etsion and Feitelson.
func TestTsafrirSizes(t *testing.T) {
	want := []float64{21.733, 10.313, 8.710, 7.369, 6.245, 5.305, 4.517, 3.858, 3.305, 2.843, 2.456, 2.131, 1.860, 1.633, 1.442, 1.283, 1.149, 1.038, .944, .866}
	for i, share := range tsafrirShares(0) {
		if math.Abs(100*share-want[i]) > 0.0006 {
			t.Errorf("rank %d: %v %%, want %v", i+1, 100*share, want[i])
		}
	}
	// With 40 % for the first 49 % are left for the others instead of 67.267 %.
	if got := tsafrirShares(0.4); got[0] != 0.4 || math.Abs(100*got[1]-10.313*49/67.267) > 0.001 {
		t.Errorf("shares %v", got)
	}
	for n, want := range map[int]int{200: 20, 500: 26, 1000: 35, 5000: 59, 10_000: 90, 50_000: 257, 70_000: 340, 250_000: 565, 1_000_000: 565} {
		if got := tsafrirDistinct(n); got != want {
			t.Errorf("%d jobs have %d estimates, want %d", n, got, want)
		}
	}
}

// A rank of popularity comes to no time that is shorter than the first one that had it
// in a log, nor to one that is longer than the last, but where a smaller rank was as late.
func TestTsafrirMatch(t *testing.T) {
	first, last := map[int8]int{}, map[int8]int{}
	for row, ranks := range tsafrirRanks {
		for _, r := range ranks {
			if _, ok := first[r]; !ok {
				first[r] = row
			}
			last[r] = row
		}
	}
	second := map[int8]int{}
	for seed := range uint64(2000) {
		matched := streamsOfTsafrir(seed).match()
		seen := map[int8]bool{}
		for row, r := range matched {
			late := row > last[r] && (last[matched[row-1]] > row-1 || matched[row-1] > r)
			if seen[r] || r < 1 || r > tsafrirHead || row < first[r] || late {
				t.Fatalf("time %d has rank %d: %v", row, r, matched)
			}
			seen[r] = true
		}
		if len(matched) != tsafrirHead || matched[0] != 1 {
			t.Fatalf("%v", matched)
		}
		second[matched[1]]++
	}
	// Rows 0 and 1 leave a pool of 3, 3, 4 and 6, of which two are drawn: 3 unless both are
	// others, 3/4; 4 with 3/16 and 6 with 1/16. Within 4 standard errors.
	for r, p := range map[int8]float64{3: 3.0 / 4, 4: 3.0 / 16, 6: 1.0 / 16} {
		if got := float64(second[r]) / 2000; math.Abs(got-p) > 4*math.Sqrt(p*(1-p)/2000) {
			t.Errorf("rank %d: %v, want %v", r, got, p)
		}
	}
}

// With weights 0.5, 0.3, 0.2 of 7 jobs 4, 2 and 1 are there, 3.5 being rounded up. Of 5
// jobs 0.5, 0.3, 0.2 make 3, 2, 1, one too many, which the most frequent loses. Each value has
// one job at least: 4 values of 5 jobs, the first with all the weight, leave it 2.
func TestTsafrirCounts(t *testing.T) {
	value := func(shares ...float64) (v []tsafrirValue) {
		for _, s := range shares {
			v = append(v, tsafrirValue{share: s})
		}
		return v
	}
	for _, c := range []struct {
		values []tsafrirValue
		n      int
		want   []int
	}{
		{value(0.5, 0.3, 0.2), 7, []int{4, 2, 1}},
		{value(0.5, 0.3, 0.2), 5, []int{2, 2, 1}},
		{value(1, 0, 0, 0), 5, []int{2, 1, 1, 1}},
		// 178 of 200 jobs make 89 %; the missing 22 go in proportion, 11 and 8, and 3 one by one.
		{value(0.5, 0.39), 200, []int{100 + 11 + 2, 78 + 8 + 1}},
	} {
		if diff := cmp.Diff(c.want, tsafrirCounts(c.values, c.n)); diff != "" {
			t.Error(diff)
		}
	}
}

// Run times 9, 4, 2 s take the only estimates of 10, 5 and 2 s that fit. Where all fit all,
// each of the six orders of three estimates is as likely: a share of 1/6 of 6000 within 4 standard
// errors.
func TestTsafrirAssignment(t *testing.T) {
	assigned := func(seed uint64, runs ...engine.Time) (got [3]engine.Time) {
		streamsOfTsafrir(seed).assign([]int32{0, 1, 2}, func(i int32) engine.Time { return runs[i] }, []engine.Time{10, 5, 2}, got[:])
		return got
	}
	orders := map[[3]engine.Time]int{}
	for seed := range uint64(6000) {
		if got := assigned(seed, 9, 4, 2); got != [3]engine.Time{10, 5, 2} {
			t.Fatalf("%v", got)
		}
		orders[assigned(seed, 1, 1, 1)]++
	}
	for order, n := range orders {
		if p := 1.0 / 6; len(orders) != 6 || math.Abs(float64(n)/6000-p) > 4*math.Sqrt(p*(1-p)/6000) {
			t.Errorf("%v: %d times of 6000, %d orders", order, n, len(orders))
		}
	}
}

// Of 60,000 jobs 11 % are in the tail of 278 further values, of which few coincide; the
// popular values have the published shares to half a job, and every estimate is long enough.
func TestTsafrirEstimates(t *testing.T) {
	workloadtest.OnlyNatively(t)
	w := workloadtest.Made(t, o2k.Kind, `{"months": "2000-10..2001-07"}`, workload.Inputs{Seed: 1})
	out, notes, err := workloadtest.Apply(t, Transform, `{"model": "tsafrir"}`, w, workload.Inputs{Seed: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(notes)
	counts := map[engine.Time]int{}
	for i, j := range out.Jobs {
		counts[j.Estimate]++
		if j.Estimate < min(w.Jobs[i].Run, 400*engine.Hour) || j.Run != w.Jobs[i].Run {
			t.Fatalf("job %d: %+v, was %+v", i, j, w.Jobs[i])
		}
	}
	var head []float64
	for _, time := range tsafrirTimes(400 * 3600) {
		head = append(head, float64(counts[engine.Time(time)*engine.Second])/float64(len(w.Jobs)))
	}
	if math.Abs(head[0]-0.21733) > 0.0001 {
		t.Errorf("share of the longest %v", head[0])
	}
	slices.SortFunc(head, func(a, b float64) int { return int(math.Copysign(1, b-a)) })
	for i, want := range tsafrirShares(0) {
		if math.Abs(head[i]-want) > 0.0001 {
			t.Errorf("rank %d: share %v, want %v", i+1, head[i], want)
		}
	}
	if most := tsafrirDistinct(len(w.Jobs)); len(counts) > most || len(counts) < most*9/10 {
		t.Errorf("%d different estimates, want %d or a few less", len(counts), most)
	}
}

func TestTsafrirRefused(t *testing.T) {
	w := workloadtest.ManyJobs(200)
	for i := range 100 {
		w.Jobs[i].Run = 2 * engine.Hour
	}
	for fields, c := range map[string]struct {
		w    *engine.Workload
		want string
	}{
		`{"model": "tsafrir"}`: {workloadtest.ManyJobs(199), "/model: tsafrir: there are 199 jobs; with at least 200 it is accepted"},
		`{"model": "tsafrir", "maxEstimate": 7200, "maxShare": 0.3}`: {w,
			fmt.Sprintf("/maxEstimate: 7200: %d jobs run for 7200 s or longer, but only %d estimates are so long; a longer one, or a larger maxShare, is accepted", 68, 67)},
	} {
		if _, _, err := workloadtest.Apply(t, Transform, fields, c.w, workload.Inputs{}); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", fields, err, c.want)
		}
	}
}
