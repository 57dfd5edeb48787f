package timeline

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/steps"
)

func TestReduceEqualsLookingAtEveryMillisecond(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var at []engine.Time
		var values []int32
		now := engine.Time(0)
		for range rapid.IntRange(0, 400).Draw(t, "steps") {
			now += engine.Time(rapid.Int64Range(1, 5).Draw(t, "length"))
			at, values = append(at, now), append(values, rapid.Int32Range(0, 1000).Draw(t, "value"))
		}
		track := NewTrack("x", Blue, steps.InstantsOf(at), steps.CountsOf(values))
		t0 := engine.Time(rapid.Int64Range(0, 1000).Draw(t, "t0"))
		t1 := t0 + engine.Time(rapid.Int64Range(1, 1000).Draw(t, "length"))
		low, high, sum := int32(math.MaxInt32), int32(math.MinInt32), 0
		value, i := int32(0), 0
		for ms := engine.Time(0); ms < t1; ms++ {
			for i < len(at) && at[i] <= ms {
				value = values[i]
				i++
			}
			if ms >= t0 {
				low, high, sum = min(low, value), max(high, value), sum+int(value)
			}
		}
		mean := float64(sum) / float64(t1-t0)
		gotLow, gotHigh, gotMean := track.Reduce(t0, t1)
		if gotLow != low || gotHigh != high || math.Abs(gotMean-mean) > 1e-6 {
			t.Fatalf("[%d, %d): %d to %d, mean %g; want %d to %d, mean %g", t0, t1, gotLow, gotHigh, gotMean, low, high, mean)
		}
	})
}

// plainReduce is Track.Reduce by adding up all steps.
func plainReduce(at []engine.Time, values []int32, t0, t1 engine.Time) (low, high int32, mean float64) {
	until := func(t engine.Time) (sum float64) {
		for i, begin := range at {
			if begin >= t {
				break
			}
			end := t
			if i+1 < len(at) {
				end = min(end, at[i+1])
			}
			sum += float64(values[i]) * float64(end-begin)
		}
		return sum
	}
	low, high = math.MaxInt32, math.MinInt32
	if len(at) == 0 || t0 < at[0] {
		low, high = 0, 0
	}
	for i, begin := range at {
		if begin < t1 && (i+1 == len(at) || at[i+1] > t0) {
			low, high = min(low, values[i]), max(high, values[i])
		}
	}
	return low, high, (until(t1) - until(t0)) / float64(t1-t0)
}

// What is kept in few bits says the same to the bit, gaps of years and large values included.
func TestReduceEqualsAddingUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var at []engine.Time
		var values []int32
		now := engine.Time(0)
		for range rapid.IntRange(0, 300).Draw(t, "steps") {
			most := rapid.SampledFrom([]int64{5, 5, 1000, 1 << 36}).Draw(t, "most")
			now += engine.Time(rapid.Int64Range(1, most).Draw(t, "length"))
			most = rapid.SampledFrom([]int64{5, 5, 5, 70_000}).Draw(t, "most")
			at, values = append(at, now), append(values, int32(rapid.Int64Range(0, most).Draw(t, "value")))
		}
		track := NewTrack("x", Blue, steps.InstantsOf(at), steps.CountsOf(values))
		t0 := engine.Time(rapid.Int64Range(0, int64(now)+10).Draw(t, "t0"))
		t1 := t0 + engine.Time(rapid.Int64Range(1, int64(now)+10).Draw(t, "length"))
		low, high, mean := track.Reduce(t0, t1)
		if wantLow, wantHigh, want := plainReduce(at, values, t0, t1); low != wantLow || high != wantHigh || mean != want {
			t.Fatalf("[%d, %d): %d to %d, mean %g; want %d to %d, mean %g", t0, t1, low, high, mean, wantLow, wantHigh, want)
		}
	})
}

func TestTrackPicture(t *testing.T) {
	second := engine.Second
	track := NewTrack("x", Blue, steps.InstantsOf([]engine.Time{4 * second, 8 * second, 12 * second, 12*second + 500}), steps.CountsOf([]int32{2, 5, 0, 4}))
	var r Raster
	r.Resize(16, 6)
	background := make([]uint32, 16)
	for i := range background {
		background[i] = 0xffffffff
	}
	track.draw(&r, Scale{0, 16 * second, 16}, 1, 0, 6, background, 0x000000)
	pale, dense := mix(0xffffffff, 0xff000000, 56), mix(0xffffffff, 0xff000000, 112)
	got := ascii(&r, map[uint32]rune{0xffffffff: '.', 0xff000000: '#', pale: '+', dense: '='})
	want := "" +
		"........#####...\n" +
		"........#===####\n" +
		"........#===##==\n" +
		"....#####===##==\n" +
		"....#=======+===\n" +
		"#####===========\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestShareTop(t *testing.T) {
	a := NewTrack("a", Blue, steps.InstantsOf([]engine.Time{0}), steps.CountsOf([]int32{3}))
	b := NewTrack("b", Blue, steps.Instants{}, steps.Counts{})
	ShareTop(a, b)
	if a.Top != 3 || b.Top != 3 {
		t.Errorf("%d, %d", a.Top, b.Top)
	}
}

func TestLabelsAndDescription(t *testing.T) {
	o := outcome(4, 1, span{0, 20, 2, false, false}, span{5, 12, 1, true, false}, span{12, 30, 1, false, true})
	o.Workload.Number = []int64{11, 12, 13}
	s := sceneOf(o, 300, 100)
	s.Groups[0].Tracks = tracksOf(o)
	s.CharWidth = 7
	s.View = s.View.Stack(DefaultHeights, s.Groups)
	var texts []string
	for _, l := range s.Labels() {
		texts = append(texts, l.Text)
		if l.Align == AlignCenter && (l.X < 0 || l.X > 300) {
			t.Errorf("label %q at %g", l.Text, l.X)
		}
	}
	want := "time since the start of the workload | 0 | 5 s | 10 s | 15 s | 20 s | 25 s | policy | busy processors, 0 to 3 | waiting jobs, 0 to 2"
	if got := strings.Join(texts, " | "); got != want {
		t.Errorf("labels\n%s, want\n%s", got, want)
	}
	want = "policy, from 0 to 30 s (30 s). 3 jobs ran, 3 of them started here, 1 by backfilling; 1 was killed at its time limit here. " +
		"Of those that started, job 13 waited longest: 12 s. Busy processors: 2.2 on average (54 % of 4), between 1 and 3. " +
		"Waiting jobs: 0.6 on average, between 0 and 2."
	if got := s.Describe(0, o); got != want {
		t.Errorf("description\n%s, want\n%s", got, want)
	}
	// A window beyond the end of the schedule, such as another policy's, does not count as idle.
	s.View.T1, s.View.Last = 60*engine.Second, 60*engine.Second
	want = "Its last job ended at 30 s, where the following figures end, too. Busy processors: 2.2 on average (54 % of 4), between 1 and 3."
	if got := s.Describe(0, o); !strings.Contains(got, want) {
		t.Errorf("description\n%s, want in it\n%s", got, want)
	}
	s.View.T1, s.View.Last = 30*engine.Second, 30*engine.Second
	hit := s.Hit(100, s.View.Lanes[3].Top+20)
	if hit.Value != 3 || hit.Group != 0 || hit.Time != 10*engine.Second {
		t.Errorf("hit %+v", hit)
	}
}
