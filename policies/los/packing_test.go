package los

import (
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/policies/internal/reference"
)

// candidates are those of a case, as packing takes them.
func candidates(c reference.Packing) (list []candidate) {
	for _, one := range c.Candidates {
		list = append(list, candidate{one.Job, one.Size, one.Past})
	}
	return list
}

// The sets are those of the published tables, ties included.
func TestPackingEqualsTheTables(t *testing.T) {
	for freezes := range 3 {
		var p packing
		r := rand.New(rand.NewPCG(1, uint64(freezes)))
		chosen := 0
		for range reference.Trials(20_000) {
			c := reference.DrawPacking(r, 12, freezes)
			want := c.Table()
			got, exact := p.choose(candidates(c), c.Free, c.Extra, maxPackingStates)
			if !exact || !slices.Equal(got, want) {
				t.Fatalf("%d freezes, %+v: chosen %v, want %v", freezes, c, got, want)
			}
			chosen += len(got)
		}
		if chosen < reference.Trials(30_000) {
			t.Errorf("%d freezes: only %d candidates were chosen: the cases are too easy", freezes, chosen)
		}
	}
}

// No subset uses more processors.
func TestPackingIsBest(t *testing.T) {
	var p packing
	r := rand.New(rand.NewPCG(2, 0))
	for i := range reference.Trials(20_000) {
		c := reference.DrawPacking(r, 9, i%3)
		got, _ := p.choose(candidates(c), c.Free, c.Extra, maxPackingStates)
		if want := c.Best(); !c.Fits(got) || c.Total(got)[0] != want {
			t.Fatalf("%+v: chosen %v uses %v, the best set %d", c, got, c.Total(got), want)
		}
	}
}

// Of all subsets with the largest total, the chosen one has the last job that stands furthest ahead, then the last but one, and so on:
// read as a binary number with a digit for each candidate, the later the higher, it is the smallest.
func TestPackingsOfEqualSizeFavourTheHead(t *testing.T) {
	choose := func(c reference.Packing) int {
		var p packing
		set := 0
		jobs, _ := p.choose(candidates(c), c.Free, c.Extra, maxPackingStates)
		for _, j := range jobs {
			set |= 1 << j
		}
		return set
	}
	ones := reference.Packing{Free: 2, Candidates: []reference.Candidate{{Job: 0, Size: 2}, {Job: 1, Size: 1}, {Job: 2, Size: 1}}}
	if got := choose(ones); got != 0b001 {
		t.Errorf("jobs of 2, 1 and 1 processors on 2: set %03b", got)
	}
	r := rand.New(rand.NewPCG(6, 0))
	ties := 0
	for i := range reference.Trials(5000) {
		c := reference.DrawPacking(r, 8, i%3)
		best, smallest, equal := c.Best(), -1, 0
		for set := range 1 << len(c.Candidates) {
			var jobs []int32
			for j := range int32(len(c.Candidates)) {
				if set>>j&1 != 0 {
					jobs = append(jobs, j)
				}
			}
			if c.Fits(jobs) && c.Total(jobs)[0] == best {
				equal++
				if smallest < 0 {
					smallest = set
				}
			}
		}
		if got := choose(c); got != smallest {
			t.Fatalf("%+v: set %b, want %b", c, got, smallest)
		}
		if equal > 1 {
			ties++
		}
	}
	if ties < reference.Trials(1000) {
		t.Errorf("only %d cases have several best sets", ties)
	}
}

// Totals of more than one word of bits, and the layers of one call under those of the next.
func TestPackingOfWideMachines(t *testing.T) {
	var p packing
	r := rand.New(rand.NewPCG(3, 0))
	for i := range 100 {
		c := reference.Packing{Free: 60 + r.Int32N(300)}
		if i%2 == 1 {
			c.Extra[0] = r.Int32N(c.Free)
		}
		for j := range int32(30) {
			c.Candidates = append(c.Candidates, reference.Candidate{Job: j, Size: 1 + r.Int32N(130), Past: [2]bool{r.IntN(2) == 0, false}})
		}
		want := c.Table()
		if got, _ := p.choose(candidates(c), c.Free, c.Extra, maxPackingStates); !slices.Equal(got, want) {
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
	for i := range reference.Trials(10_000) {
		c := reference.DrawPacking(r, 10, i%3)
		bound := 64 << r.IntN(12)
		got, exact := p.choose(candidates(c), c.Free, c.Extra, bound)
		if !c.Fits(got) {
			t.Fatalf("%+v, bound %d: chosen %v does not fit", c, bound, got)
		}
		for j := range int32(len(c.Candidates)) {
			if more := append(slices.Clone(got), j); !slices.Contains(got, j) {
				slices.Sort(more)
				if c.Fits(more) {
					t.Fatalf("%+v, bound %d: chosen %v, and %d fits beside them", c, bound, got, j)
				}
			}
		}
		if exact && c.Total(got)[0] != c.Best() {
			t.Fatalf("%+v, bound %d: %v is said to be the best", c, bound, got)
		}
		if !exact {
			shrunk++
		}
	}
	if shrunk < reference.Trials(1000) {
		t.Errorf("the bound was exceeded %d times only", shrunk)
	}
}

// Buffers are kept: after the first call nothing is allocated.
func TestPackingAllocatesNothing(t *testing.T) {
	var p packing
	r := rand.New(rand.NewPCG(5, 0))
	c := reference.DrawPacking(r, 40, 2)
	c.Free, c.Extra = 50, [2]int32{20, 30}
	drawn := candidates(c)
	again := make([]candidate, len(drawn))
	if n := testing.AllocsPerRun(10, func() {
		copy(again, drawn)
		p.choose(again, c.Free, c.Extra, maxPackingStates)
	}); n > 0 {
		t.Errorf("%v allocations a call", n)
	}
}
