package policies

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// packingCase is a small queue before a machine with freezes.
type packingCase struct {
	candidates []candidate
	free       int32
	extra      [2]int32
}

// drawPacking draws a queue of up to most candidates, of which those past a freeze
// take part in the given number of freezes; sizes often share a divisor.
func drawPacking(r *rand.Rand, most int, freezes int) packingCase {
	unit := []int32{1, 1, 2, 3}[r.IntN(4)]
	c := packingCase{free: r.Int32N([]int32{40, 24, 12}[freezes] * unit)}
	widest := 1 + r.Int32N(1+c.free/unit/2)
	for k := range freezes {
		c.extra[k] = r.Int32N(1 + c.free)
	}
	for i := range r.IntN(most + 1) {
		one := candidate{job: int32(i), size: unit * (1 + r.Int32N(widest))}
		for k := range freezes {
			one.past[k] = r.IntN(3) > 0
		}
		c.candidates = append(c.candidates, one)
	}
	return c
}

// take is what candidate i uses of capacity k: of the free processors (0) or of the
// extra processors at a freeze.
func (c packingCase) take(i, k int) int32 {
	if k > 0 && !c.candidates[i].past[k-1] {
		return 0
	}
	return c.candidates[i].size
}

// table is the recurrence as published, with a table of largest totals for every
// number of candidates and every capacity: table[i][m][e][f].
func (c packingCase) table() []int32 {
	n := len(c.candidates)
	dims := [3]int32{c.free + 1, min(c.extra[0], c.free) + 1, min(c.extra[1], c.free) + 1}
	at := func(m, e, f int32) int32 { return (m*dims[1]+e)*dims[2] + f }
	table := make([][]int32, n+1)
	table[0] = make([]int32, dims[0]*dims[1]*dims[2])
	for i := range n {
		table[i+1] = slices.Clone(table[i])
		for m := c.take(i, 0); m < dims[0]; m++ {
			for e := c.take(i, 1); e < dims[1]; e++ {
				for f := c.take(i, 2); f < dims[2]; f++ {
					with := c.candidates[i].size + table[i][at(m-c.take(i, 0), e-c.take(i, 1), f-c.take(i, 2))]
					table[i+1][at(m, e, f)] = max(table[i][at(m, e, f)], with)
				}
			}
		}
	}
	var chosen []int32
	m, e, f := dims[0]-1, dims[1]-1, dims[2]-1
	for i := n - 1; i >= 0; i-- {
		if table[i][at(m, e, f)] == table[i+1][at(m, e, f)] {
			continue
		}
		chosen = append(chosen, c.candidates[i].job)
		m, e, f = m-c.take(i, 0), e-c.take(i, 1), f-c.take(i, 2)
	}
	slices.Reverse(chosen)
	return chosen
}

// best is the largest total of any subset that fits.
func (c packingCase) best() int32 {
	best := int32(0)
	for set := range 1 << len(c.candidates) {
		var total [3]int32
		for i := range c.candidates {
			for k := range total {
				if set>>i&1 != 0 {
					total[k] += c.take(i, k)
				}
			}
		}
		if total[0] <= c.free && total[1] <= c.extra[0] && total[2] <= c.extra[1] {
			best = max(best, total[0])
		}
	}
	return best
}

func (c packingCase) total(jobs []int32) (total [3]int32) {
	for _, j := range jobs {
		for k := range total {
			total[k] += c.take(int(j), k)
		}
	}
	return total
}

func (c packingCase) fits(jobs []int32) bool {
	t := c.total(jobs)
	return slices.IsSorted(jobs) && t[0] <= c.free && t[1] <= c.extra[0] && t[2] <= c.extra[1]
}

// The sets are those of the published tables, ties included.
func TestPackingEqualsTheTables(t *testing.T) {
	for freezes := range 3 {
		var p packing
		r := rand.New(rand.NewPCG(1, uint64(freezes)))
		chosen := 0
		for range trials(20_000) {
			c := drawPacking(r, 12, freezes)
			want := c.table()
			got, exact := p.choose(slices.Clone(c.candidates), c.free, c.extra, maxPackingStates)
			if !exact || !slices.Equal(got, want) {
				t.Fatalf("%d freezes, %+v: chosen %v, want %v", freezes, c, got, want)
			}
			chosen += len(got)
		}
		if chosen < trials(30_000) {
			t.Errorf("%d freezes: only %d candidates were chosen: the cases are too easy", freezes, chosen)
		}
	}
}

// No subset uses more processors.
func TestPackingIsBest(t *testing.T) {
	var p packing
	r := rand.New(rand.NewPCG(2, 0))
	for i := range trials(20_000) {
		c := drawPacking(r, 9, i%3)
		got, _ := p.choose(slices.Clone(c.candidates), c.free, c.extra, maxPackingStates)
		if want := c.best(); !c.fits(got) || c.total(got)[0] != want {
			t.Fatalf("%+v: chosen %v uses %v, the best set %d", c, got, c.total(got), want)
		}
	}
}

// Totals of more than one word of bits, and the layers of one call under those of the next.
func TestPackingOfWideMachines(t *testing.T) {
	var p packing
	r := rand.New(rand.NewPCG(3, 0))
	for i := range 100 {
		c := packingCase{free: 60 + r.Int32N(300)}
		if i%2 == 1 {
			c.extra[0] = r.Int32N(c.free)
		}
		for j := range int32(30) {
			c.candidates = append(c.candidates, candidate{job: j, size: 1 + r.Int32N(130), past: [2]bool{r.IntN(2) == 0, false}})
		}
		want := c.table()
		if got, _ := p.choose(slices.Clone(c.candidates), c.free, c.extra, maxPackingStates); !slices.Equal(got, want) {
			t.Fatalf("%+v: chosen %v, want %v", c, got, want)
		}
	}
}

// Beyond the bound the choice is still one that fits and to which nobody can be
// added, each block being the best for what was left.
func TestPackingBeyondTheBound(t *testing.T) {
	var p packing
	r := rand.New(rand.NewPCG(4, 0))
	shrunk := 0
	for i := range trials(10_000) {
		c := drawPacking(r, 10, i%3)
		bound := 64 << r.IntN(12)
		got, exact := p.choose(slices.Clone(c.candidates), c.free, c.extra, bound)
		if !c.fits(got) {
			t.Fatalf("%+v, bound %d: chosen %v does not fit", c, bound, got)
		}
		for j := range int32(len(c.candidates)) {
			if more := append(slices.Clone(got), j); !slices.Contains(got, j) {
				slices.Sort(more)
				if c.fits(more) {
					t.Fatalf("%+v, bound %d: chosen %v, and %d fits beside them", c, bound, got, j)
				}
			}
		}
		if exact && c.total(got)[0] != c.best() {
			t.Fatalf("%+v, bound %d: %v is said to be the best", c, bound, got)
		}
		if !exact {
			shrunk++
		}
	}
	if shrunk < trials(1000) {
		t.Errorf("the bound was exceeded %d times only", shrunk)
	}
}

// Buffers are kept: after the first call nothing is allocated.
func TestPackingAllocatesNothing(t *testing.T) {
	var p packing
	r := rand.New(rand.NewPCG(5, 0))
	c := drawPacking(r, 40, 2)
	c.free, c.extra = 50, [2]int32{20, 30}
	again := make([]candidate, len(c.candidates))
	if n := testing.AllocsPerRun(10, func() {
		copy(again, c.candidates)
		p.choose(again, c.free, c.extra, maxPackingStates)
	}); n > 0 {
		t.Errorf("%v allocations a call", n)
	}
}
