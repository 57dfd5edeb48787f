package steps

import (
	"slices"
	"sort"
	"testing"

	"backfill/engine"
	"pgregory.net/rapid"
)

// apart draws how far an instant lies from the one before: mostly near, now and then further away than 32 bits tell.
func apart(t *rapid.T) engine.Time {
	most := rapid.SampledFrom([]int64{3, 3, 1000, 1 << 32, 1 << 40}).Draw(t, "most")
	return engine.Time(rapid.Int64Range(1, most).Draw(t, "apart"))
}

func times(t *rapid.T) []engine.Time {
	times, at := []engine.Time{}, engine.Time(rapid.Int64Range(0, 1<<40).Draw(t, "first"))
	for range rapid.IntRange(0, 300).Draw(t, "instants") {
		times = append(times, at)
		at += apart(t)
	}
	return times
}

// values draws counts that differ by little, or by so much that 8, 16 or 31 bits do not tell it.
func values(t *rapid.T, n int) []int32 {
	values := make([]int32, n)
	most := rapid.SampledFrom([]int32{3, 300, 70_000, 1<<31 - 1}).Draw(t, "most")
	for i := range values {
		values[i] = rapid.Int32Range(0, 3).Draw(t, "value")
		if rapid.IntRange(0, 20).Draw(t, "large") == 0 {
			values[i] = rapid.Int32Range(-most, most).Draw(t, "value")
		}
	}
	return values
}

func TestInstantsAreThoseThatWereAdded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := times(t)
		x := InstantsOf(want)
		if x.Len() != len(want) {
			t.Fatalf("%d instants, want %d", x.Len(), len(want))
		}
		listed := []engine.Time{}
		for i, at := range x.All() {
			if i != len(listed) || x.At(i) != at {
				t.Fatalf("instant %d is %d, listed as number %d, %d", i, x.At(i), len(listed), at)
			}
			listed = append(listed, at)
		}
		if !slices.Equal(listed, want) {
			t.Errorf("%v, want %v", listed, want)
		}
	})
}

func TestSeek(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := times(t)
		x, near := InstantsOf(all), Before
		at := engine.Time(rapid.Int64Range(0, 1<<40).Draw(t, "from"))
		for range 10 {
			want := sort.Search(len(all), func(i int) bool { return all[i] > at }) - 1
			got := x.Seek(at, near)
			if int(got.Index) != want || want >= 0 && x.In(got) != all[want] {
				t.Fatalf("instant %v is the last up to %d, want %d of %v", got, at, want, all)
			}
			if again := x.Seek(at, Before); again != got {
				t.Fatalf("%v from the beginning, %v from %v", again, got, near)
			}
			near = got
			at += apart(t) - 1
		}
	})
}

func TestCountsAreThoseThatWereAdded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := values(t, rapid.IntRange(0, 300).Draw(t, "counts"))
		c := CountsOf(want)
		got := []int32{}
		for i := range c.Len() {
			got = append(got, c.At(i))
		}
		if c.Absent() || !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
		if len(want) == 0 {
			return
		}
		i := rapid.IntRange(0, len(want)-1).Draw(t, "from")
		end := rapid.IntRange(i+1, min(len(want), i/Block*Block+Block)).Draw(t, "end")
		low, high := c.Extremes(i, end, want[i], want[i])
		if low != slices.Min(want[i:end]) || high != slices.Max(want[i:end]) {
			t.Errorf("%d to %d are %d to %d, not %d to %d", i, end, slices.Min(want[i:end]), slices.Max(want[i:end]), low, high)
		}
	})
}

// Counts take no more bytes each than the largest difference within a block needs.
func TestWidths(t *testing.T) {
	for _, c := range []struct {
		last  int32
		bytes int
	}{{1_000_255, 1}, {1_000_256, 2}, {1_065_535, 2}, {1_065_536, 4}, {-2_000_000_000, 4}} {
		values := make([]int32, 1000)
		for i := range values {
			values[i] = 1_000_000
		}
		values[999] = c.last
		counts := CountsOf(values)
		if want := c.bytes*1000 + 4*16; counts.Size() != want || counts.At(999) != c.last || counts.At(0) != 1_000_000 {
			t.Errorf("up to %d: %d bytes, want %d", c.last, counts.Size(), want)
		}
	}
}

// To the bit, since pictures and tables made in other ways are to agree.
func TestArea(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := times(t)
		if len(all) == 0 {
			return
		}
		held := values(t, len(all))
		x, c := InstantsOf(all), CountsOf(held)
		last := rapid.IntRange(0, len(all)-1).Draw(t, "last")
		first := last / Block * Block
		want := 0.1
		for i := first; i < last; i++ {
			want += float64(held[i]) * float64(all[i+1]-all[i])
		}
		if got := Area(&x, &c, first, x.Seek(all[last], Before), 0.1); got != want {
			t.Errorf("%g, want %g", got, want)
		}
	})
}
