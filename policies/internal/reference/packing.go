package reference

import (
	"math/rand/v2"
	"slices"
)

// Candidate is a waiting job that a packing may choose.
type Candidate struct {
	Job  int32
	Size int32   // processors it occupies, at least 1
	Past [2]bool // whether it would still run at the end of a freeze
}

// Packing is a small queue before a machine with freezes.
type Packing struct {
	Candidates []Candidate
	Free       int32
	Extra      [2]int32
}

// DrawPacking draws a queue of up to most candidates, of which those past a freeze
// take part in the given number of freezes; sizes often share a divisor.
func DrawPacking(r *rand.Rand, most int, freezes int) Packing {
	unit := []int32{1, 1, 2, 3}[r.IntN(4)]
	c := Packing{Free: r.Int32N([]int32{40, 24, 12}[freezes] * unit)}
	widest := 1 + r.Int32N(1+c.Free/unit/2)
	for k := range freezes {
		c.Extra[k] = r.Int32N(1 + c.Free)
	}
	for i := range r.IntN(most + 1) {
		one := Candidate{Job: int32(i), Size: unit * (1 + r.Int32N(widest))}
		for k := range freezes {
			one.Past[k] = r.IntN(3) > 0
		}
		c.Candidates = append(c.Candidates, one)
	}
	return c
}

// take is what candidate i uses of capacity k: of the free processors (0) or of the
// extra processors at a freeze.
func (c Packing) take(i, k int) int32 {
	if k > 0 && !c.Candidates[i].Past[k-1] {
		return 0
	}
	return c.Candidates[i].Size
}

// Table is the recurrence as published, with a table of largest totals for every
// number of candidates and every capacity: table[i][m][e][f].
func (c Packing) Table() []int32 {
	n := len(c.Candidates)
	dims := [3]int32{c.Free + 1, min(c.Extra[0], c.Free) + 1, min(c.Extra[1], c.Free) + 1}
	at := func(m, e, f int32) int32 { return (m*dims[1]+e)*dims[2] + f }
	table := make([][]int32, n+1)
	table[0] = make([]int32, dims[0]*dims[1]*dims[2])
	for i := range n {
		table[i+1] = slices.Clone(table[i])
		for m := c.take(i, 0); m < dims[0]; m++ {
			for e := c.take(i, 1); e < dims[1]; e++ {
				for f := c.take(i, 2); f < dims[2]; f++ {
					with := c.Candidates[i].Size + table[i][at(m-c.take(i, 0), e-c.take(i, 1), f-c.take(i, 2))]
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
		chosen = append(chosen, c.Candidates[i].Job)
		m, e, f = m-c.take(i, 0), e-c.take(i, 1), f-c.take(i, 2)
	}
	slices.Reverse(chosen)
	return chosen
}

// Best is the largest total of any subset that fits.
func (c Packing) Best() int32 {
	best := int32(0)
	for set := range 1 << len(c.Candidates) {
		var total [3]int32
		for i := range c.Candidates {
			for k := range total {
				if set>>i&1 != 0 {
					total[k] += c.take(i, k)
				}
			}
		}
		if total[0] <= c.Free && total[1] <= c.Extra[0] && total[2] <= c.Extra[1] {
			best = max(best, total[0])
		}
	}
	return best
}

func (c Packing) Total(jobs []int32) (total [3]int32) {
	for _, j := range jobs {
		for k := range total {
			total[k] += c.take(int(j), k)
		}
	}
	return total
}

func (c Packing) Fits(jobs []int32) bool {
	t := c.Total(jobs)
	return slices.IsSorted(jobs) && t[0] <= c.Free && t[1] <= c.Extra[0] && t[2] <= c.Extra[1]
}
