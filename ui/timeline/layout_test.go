package timeline

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"backfill/engine"
)

// drawOutcome is a schedule without regard to any capacity, as a log may record it.
func drawOutcome(t *rapid.T) *engine.Outcome {
	unit := rapid.SampledFrom([]int32{1, 1, 4}).Draw(t, "unit")
	processors := unit * rapid.Int32Range(1, 300/unit).Draw(t, "units")
	n := rapid.IntRange(0, 60).Draw(t, "jobs")
	var spans []span
	for range n {
		start := rapid.Int64Range(0, 200).Draw(t, "start")
		spans = append(spans, span{
			start: engine.Time(start), end: engine.Time(start + rapid.Int64Range(0, 50).Draw(t, "length")),
			processors: rapid.Int32Range(1, max(processors/2, 1)).Draw(t, "processors"),
		})
	}
	o := outcome(processors, unit, spans...)
	for j := range o.End {
		if rapid.IntRange(0, 19).Draw(t, "unfinished") == 0 {
			o.End[j], o.State[j] = -1, engine.Unfinished
		}
	}
	sortOrders(o)
	return o
}

// checkPlacement fails if a piece has not what it occupies, or shares it.
func checkPlacement(t rapid.TB, o *engine.Outcome, p *Placement) {
	until := make([]engine.Time, p.Processors)
	for i := range p.Job {
		sum := int32(0)
		for b := p.Offset[i]; b < p.Offset[i+1]; b++ {
			sum += p.Count[b]
			for c := p.First[b]; c < p.First[b]+p.Count[b]; c++ {
				if until[c] > p.Start(int32(i)) {
					t.Fatalf("job %d gets processor %d at %d, which is taken until %d", p.Job[i], c, p.Start(int32(i)), until[c])
				}
				until[c] = p.End(int32(i))
			}
		}
		if sum != o.Occupied(p.Job[i]) {
			t.Fatalf("job %d has %d processors of %d", p.Job[i], sum, o.Occupied(p.Job[i]))
		}
		if i > 0 && p.Start(int32(i)) < p.Start(int32(i-1)) {
			t.Fatalf("piece %d starts before the piece before it", i)
		}
	}
}

func TestPlaceGivesEveryProcessorOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := drawOutcome(t)
		p := Place(o)
		checkPlacement(t, o, p)
		ran := 0
		for j := range o.Start {
			if o.End[j] < 0 || o.End[j] > o.Start[j] {
				ran++
			}
		}
		if len(p.Job) != ran {
			t.Fatalf("%d pieces of %d jobs that ran", len(p.Job), ran)
		}
	})
}

func TestPlaceUsesNoMoreThanTheMachine(t *testing.T) {
	for _, processors := range []int32{1, 7, 100, 1000} {
		o := busyMachine(3000, processors, 3)
		p := Place(o)
		checkPlacement(t, o, p)
		if p.Processors != processors {
			t.Errorf("%d processors on a machine of %d", p.Processors, processors)
		}
	}
}

func TestPlaceKeepsBlocksTogether(t *testing.T) {
	// Job 2 finds room for two on both sides of job 1, job 3 only in two parts.
	o := outcome(6, 1, span{0, 2, 2, false, false}, span{0, 9, 1, false, false}, span{3, 5, 3, false, false}, span{4, 6, 2, false, false})
	p := Place(o)
	if want := []int32{0, 2, 3, 0}; !slices.Equal(p.First, want) {
		t.Errorf("first processors %v, want %v", p.First, want)
	}
	o = outcome(5, 1, span{0, 2, 2, false, false}, span{0, 9, 1, false, false}, span{3, 5, 4, false, false})
	p = Place(o)
	if first, count := p.First[2:], p.Count[2:]; !slices.Equal(first, []int32{0, 3}) || !slices.Equal(count, []int32{2, 2}) {
		t.Errorf("blocks at %v of %v", first, count)
	}
}

func TestOverflowLiesBeyondTheMachine(t *testing.T) {
	o := outcome(4, 1, span{0, 10, 4, false, false}, span{5, 15, 3, false, false})
	p := Place(o)
	if p.Machine != 4 || p.Processors != 7 || p.First[1] != 4 {
		t.Errorf("machine %d, processors %d, second job at %d", p.Machine, p.Processors, p.First[1])
	}
}

func TestFreeSetFindsTheLowestRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int32Range(1, 400).Draw(t, "units")
		f := newFreeSet(n)
		free := make([]bool, n)
		for i := range free {
			free[i] = true
		}
		type block struct{ first, n int32 }
		var taken []block
		for range rapid.IntRange(1, 80).Draw(t, "steps") {
			longest, lowest := int32(0), map[int32]int32{}
			for i := range n {
				for run := int32(1); i+run <= n && free[i+run-1]; run++ {
					longest = max(longest, run)
					if _, ok := lowest[run]; !ok {
						lowest[run] = i
					}
				}
			}
			if f.longest() != longest {
				t.Fatalf("longest run %d, want %d", f.longest(), longest)
			}
			if longest == 0 || len(taken) > 0 && rapid.Bool().Draw(t, "put") {
				i := rapid.IntRange(0, len(taken)-1).Draw(t, "which")
				f.put(taken[i].first, taken[i].n)
				for k := range taken[i].n {
					free[taken[i].first+k] = true
				}
				taken = slices.Delete(taken, i, i+1)
				continue
			}
			want := rapid.Int32Range(1, longest).Draw(t, "run")
			first := f.take(want)
			if first != lowest[want] {
				t.Fatalf("run of %d at %d, want %d", want, first, lowest[want])
			}
			for k := range want {
				free[first+k] = false
			}
			taken = append(taken, block{first, want})
		}
	})
}

func TestRowsListTheirPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := drawOutcome(t)
		p := Place(o)
		l := NewLayout(p, rapid.SampledFrom([]int{1, 7, 64, MaxRows}).Draw(t, "rows"))
		t0 := engine.Time(rapid.Int64Range(-20, 270).Draw(t, "from"))
		t1 := t0 + engine.Time(rapid.Int64Range(1, 300).Draw(t, "span"))
		var rs rows
		rs.set(l, t0, t1)
		for r := range l.Rows {
			processor := sample(r, p.Processors, l.Rows)
			var want []int32
			for i := range p.Job {
				for b := p.Offset[i]; b < p.Offset[i+1]; b++ {
					if p.First[b] <= processor && processor < p.First[b]+p.Count[b] && p.Start(int32(i)) < t1 && p.End(int32(i)) > t0 {
						want = append(want, int32(i))
					}
				}
			}
			var got []int32
			for _, k := range rs.entry[rs.offset[r]:rs.offset[r+1]] {
				got = append(got, rs.seen[k])
			}
			if !slices.Equal(got, want) {
				t.Fatalf("row %d (processor %d) has %v, want %v", r, processor, got, want)
			}
		}
	})
}

// Many pieces have several entries of Running between which to look.
func TestSeenAreThePiecesInTheWindow(t *testing.T) {
	p := Place(busyMachine(40_000, 64, 5))
	l := NewLayout(p, MaxRows)
	if len(l.Running.At) < 5 || 2*len(l.Running.Piece) > len(p.Job) {
		t.Fatalf("%d pieces run at %d instants", len(l.Running.Piece), len(l.Running.At))
	}
	end := engine.Time(0)
	for i := range p.Job {
		end = max(end, p.End(int32(i)))
	}
	for i := range engine.Time(50) {
		t0 := end * (i - 2) / 45
		t1 := t0 + 1 + end*(i%7)/30
		var want []int32
		for i := range p.Job {
			if p.Start(int32(i)) < t1 && (p.End(int32(i)) > t0) {
				want = append(want, int32(i))
			}
		}
		if got := l.seen(t0, t1, nil); !slices.Equal(got, want) {
			t.Fatalf("%d pieces between %d and %d, want %d", len(got), t0, t1, len(want))
		}
	}
}

func TestSamplesAreInverted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from, to := rapid.Int32Range(1, 1000).Draw(t, "from"), rapid.Int32Range(1, 1000).Draw(t, "to")
		i := rapid.Int32Range(0, from).Draw(t, "i")
		k := firstSample(i, from, to)
		if k < to && sample(k, from, to) < i || k > 0 && sample(k-1, from, to) >= i {
			t.Fatalf("first sample of %d is %d", i, k)
		}
	})
}

func TestLargeLayoutsAreBounded(t *testing.T) {
	// Every job fills the machine: all rows would hold all jobs.
	n := 20_000
	p := &Placement{Machine: 100_000, Processors: 100_000, Offset: []int32{0}}
	for i := range n {
		p.Job, p.Marks = append(p.Job, int32(i)), append(p.Marks, 0)
		p.Starts, p.Ends = append(p.Starts, engine.Time(i)), append(p.Ends, engine.Time(i+1))
		p.First, p.Count = append(p.First, 0), append(p.Count, p.Processors)
		p.Offset = append(p.Offset, int32(i+1))
	}
	l := NewLayout(p, MaxRows)
	if l.entries() > fewEntries || l.Rows < 100 {
		t.Errorf("%d rows with %d entries", l.Rows, l.entries())
	}
}

// Levels are quartered as if they were halved as a whole, twice.
func TestQuarter(t *testing.T) {
	whole := func(fine Level, rows int32) Level {
		s := fine.Scale
		s.Width /= 2
		coarse := newLevel(s, rows)
		for r := range int(rows) {
			for x := range s.Width {
				i := r*s.Width + x
				a, b := 2*i, 2*i+1
				if (i+r)%2 == 1 {
					a, b = b, a
				}
				if coarse.Piece[i] = fine.Piece[a]; coarse.Piece[i] < 0 {
					coarse.Piece[i] = fine.Piece[b]
				}
				coarse.Busy[i] = uint8((int(fine.Busy[a]) + int(fine.Busy[b]) + 1) / 2)
				if coarse.Busy[i] == 255 && (fine.Busy[a] < 255 || fine.Busy[b] < 255) {
					coarse.Busy[i] = 254
				}
			}
		}
		return coarse
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, width := range []int{4, 12, 20, 512} {
		for rows := range int32(6) {
			fine := newLevel(Scale{T1: 1000, Width: width}, rows)
			for i := range fine.Piece {
				fine.Piece[i], fine.Busy[i] = random.Int32N(10)-3, uint8(250+random.IntN(6))
			}
			if diff := cmp.Diff(whole(whole(fine, rows), rows), fine.quarter(rows)); diff != "" {
				t.Fatalf("%d bins, %d rows (-halved twice +quartered):\n%.500s", width, rows, diff)
			}
		}
	}
}
