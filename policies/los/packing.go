package los

import (
	"math/bits"
	"slices"
)

// candidate is a waiting job that a packing may choose.
type candidate struct {
	job  int32
	size int32   // processors it occupies, at least 1
	past [2]bool // whether it would still run at the end of a freeze
}

// packing chooses, among candidates in the order of the queue, a set of the largest
// total size that takes at most free processors and, of those that would still run
// at the end of freeze k, at most extra[k].
//
// It is a dynamic program over the candidates. A state is a pair of capacities left
// at the two freezes and a total; layer i says which totals can be reached exactly,
// within these capacities, by a set of the first i candidates:
//
//	reached(i, e, f, t) = reached(i-1, e, f, t) or
//	                      reached(i-1, e - e_i, f - f_i, t - size_i)
//
// with e_i, f_i = size_i for a candidate that runs past the freeze, else 0. Totals
// are the bits of words, so a word of 64 states costs one step. Sizes count in units
// of their greatest common divisor, a freeze that the candidates cannot violate is
// left out, and the program ends with the candidate by which the best total that any
// set can have is reached.
//
// Of several sets with the largest total it chooses the one whose last job stands
// furthest ahead in the queue; of those with the same last job, the one whose last but
// one does, and so on. This is what the published recurrence gives, which keeps the
// largest total for every capacity and is traced back from the last candidate, leaving
// out each one that is not needed for that total. pyss chooses otherwise: where taking a
// job gives the same total as leaving it out, it takes it, which favours the end of the
// queue. So its schedules under LOS differ from these.
//
// Proof that the layers give the same set: let the trace stand at
// candidate i with capacities (m, e, f) and the largest total T(i, m, e, f) = t.
// Then T(i-1, m, e, f) <= t, and it equals t exactly if the first i-1 candidates can
// reach t within (e, f), since t <= m. That is the bit that is looked at here. If
// candidate i is taken, T(i-1, m - size_i, e - e_i, f - f_i) = t - size_i, for more
// would give more than t with candidate i; so the next step stands as this one did.
//
// The program is exact as long as states times candidates stay within a bound.
// Beyond it, the queue is packed in blocks of as many candidates as the bound allows
// (one at least, which then starts if it fits), each into what those before it left.
// Even so no candidate is left over that could be added to the choice.
//
// It costs O(states * candidates / 64) time and memory, and allocates nothing once
// its buffers have grown.
//
// Source: Shmueli and Feitelson, Backfilling with lookahead to optimize the packing
// of parallel jobs, JPDC 65(9), 2005, sections 3.1 and 3.3.
type packing struct {
	layers []uint64
	chosen []int32
}

// maxPackingStates bounds states times candidates, unless a scenario says otherwise:
// 16 MB of layers, and some milliseconds for a packing that needs all of them. With
// 5,000 jobs of up to 100,000 processors waiting for as many, 16 times less costs
// Delayed-LOS a fifth of the time and 4 % longer waits.
const maxPackingStates = 1 << 27

// choose returns the chosen jobs in the order of the queue, valid until the next
// call, and whether all candidates were packed at once. The candidates are used up.
func (p *packing) choose(candidates []candidate, free int32, extra [2]int32, maxStates int) (jobs []int32, exact bool) {
	p.chosen = p.chosen[:0]
	exact = true
	for {
		candidates = eligible(candidates, free, extra)
		if len(candidates) == 0 {
			return p.chosen, exact
		}
		g := newPackingGrid(candidates, free, extra)
		n := len(candidates)
		if g.needed {
			n = min(n, max(1, maxStates/64/g.words/g.rows[0]/g.rows[1]))
		}
		exact = exact && n == len(candidates)
		from := len(p.chosen)
		if !g.needed || n == 1 {
			for _, c := range candidates[:n] {
				p.chosen = append(p.chosen, c.job)
			}
		} else {
			p.solve(candidates[:n], g)
		}
		if n == len(candidates) {
			return p.chosen, exact
		}
		taken := p.chosen[from:]
		for _, c := range candidates[:n] {
			if len(taken) == 0 || taken[0] != c.job {
				continue
			}
			taken = taken[1:]
			free -= c.size
			for k, past := range c.past {
				if past {
					extra[k] -= c.size
				}
			}
		}
		candidates = candidates[n:]
	}
}

// eligible keeps the candidates that fit by themselves.
func eligible(candidates []candidate, free int32, extra [2]int32) []candidate {
	kept := candidates[:0]
	for _, c := range candidates {
		if c.size <= free && (!c.past[0] || c.size <= extra[0]) && (!c.past[1] || c.size <= extra[1]) {
			kept = append(kept, c)
		}
	}
	return kept
}

// packingGrid is the shape of one layer: rows for the capacities at the two freezes,
// each with one bit for every total.
type packingGrid struct {
	needed bool    // false: all candidates fit together
	unit   int32   // in which sizes, totals and capacities count
	best   int     // no set has a larger total
	binds  [2]bool // whether the candidates can violate a freeze
	rows   [2]int
	words  int // of a row
	stride int // words of a layer, if there is to be one
}

func newPackingGrid(candidates []candidate, free int32, extra [2]int32) packingGrid {
	g := packingGrid{rows: [2]int{1, 1}}
	total, past := 0, [2]int{}
	for _, c := range candidates {
		total += int(c.size)
		for k := range past {
			if c.past[k] {
				past[k] += int(c.size)
			}
		}
		if g.unit != 1 {
			g.unit = gcd(c.size, g.unit)
		}
	}
	best := min(int(free), total)
	for k := range past {
		if past[k] > int(extra[k]) && extra[k] < free {
			g.binds[k] = true
			g.rows[k] = int(extra[k]/g.unit) + 1
			best = min(best, int(extra[k])+total-past[k])
		}
	}
	g.needed = best < total
	g.best = best / int(g.unit)
	g.words = g.best/64 + 1
	return g
}

func gcd(a, b int32) int32 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// down is how far below a row, in words, the row lies that is left when candidate c
// is taken, and by how many rows of the second freeze.
func (g *packingGrid) down(c candidate) (words, second int) {
	size := int(c.size / g.unit)
	rows := 0
	if g.binds[0] && c.past[0] {
		rows = size * g.rows[1]
	}
	if g.binds[1] && c.past[1] {
		second = size
	}
	return (rows + second) * g.words, second
}

// solve appends to chosen the best set of candidates.
func (p *packing) solve(candidates []candidate, g packingGrid) {
	g.stride = g.rows[0] * g.rows[1] * g.words
	if need := (len(candidates) + 1) * g.stride; len(p.layers) < need {
		p.layers = slices.Grow(p.layers[:0], need)
		p.layers = p.layers[:cap(p.layers)]
	}
	layer := p.layers[:g.stride]
	clear(layer)
	for row := 0; row < g.stride; row += g.words {
		layer[row] = 1
	}
	top := g.stride - g.words // both freezes have all their capacity left
	n := 0
	for ; n < len(candidates) && !has(layer[top:], g.best); n++ {
		next := p.layers[(n+1)*g.stride : (n+2)*g.stride]
		g.add(next, layer, candidates[n])
		layer = next
	}
	total := highest(layer[top:], g.best)
	from := len(p.chosen)
	for row := top; total > 0; {
		n--
		if has(p.layers[n*g.stride+row:], total) {
			continue
		}
		down, _ := g.down(candidates[n])
		row -= down
		total -= int(candidates[n].size / g.unit)
		p.chosen = append(p.chosen, candidates[n].job)
	}
	slices.Reverse(p.chosen[from:])
}

// add makes the layer next from the one before it and candidate c. Bits above best
// are left as they come: only larger totals grow from them.
func (g *packingGrid) add(next, before []uint64, c candidate) {
	copy(next, before)
	size := int(c.size / g.unit)
	down, second := g.down(c)
	// Rows from which the candidate can be taken are contiguous where they differ in
	// the capacity at the second freeze only, or in any if it takes nothing of that.
	block := g.rows[1] * g.words
	if second == 0 {
		block = g.stride
	}
	for at := down; at < g.stride; at += block {
		end := min(g.stride, at+block-second*g.words)
		g.shift(next[at:end], before[at-down:end-down], size)
	}
}

// shift adds to each row of next the totals of before, enlarged by size.
func (g *packingGrid) shift(next, before []uint64, size int) {
	if g.words == 1 {
		for i := range next {
			next[i] |= before[i] << size
		}
		return
	}
	q, b := size/64, size%64
	for row := 0; row < len(next); row += g.words {
		to, from := next[row:row+g.words], before[row:row+g.words]
		for w := g.words - 1; w > q; w-- {
			to[w] |= from[w-q]<<b | from[w-q-1]>>(64-b)
		}
		if q < g.words {
			to[q] |= from[0] << b
		}
	}
}

func has(row []uint64, total int) bool { return row[total/64]>>(total%64)&1 != 0 }

// highest is the largest total of a row that is at most best.
func highest(row []uint64, best int) int {
	w := best / 64
	x := row[w] << (63 - best%64) >> (63 - best%64)
	for x == 0 {
		w--
		x = row[w]
	}
	return w*64 + bits.Len64(x) - 1
}
