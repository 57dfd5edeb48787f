package convergent

import (
	"math/bits"

	"backfill/engine"
)

// matchAll values every pair, sorts them and visits them in that order, as the paper does.
func (p *Policy) matchAll() {
	shift := bits.Len(uint(len(p.now.Computers)))
	p.pairs = p.pairs[:0]
	for row, j := range p.rows {
		job := p.jobs.of(j)
		p.wholes(job)
		for w, word := range job.Affine {
			for ; word != 0; word &= word - 1 {
				at := engine.Placement(w*64 + bits.TrailingZeros64(word))
				p.pairs = append(p.pairs, pair{p.value(job, at), int64(row)<<shift | int64(at)})
			}
		}
	}
	if p.Counting {
		p.ranks = countingSort(p.pairs, p.ranks[:0])
		for _, rank := range p.ranks {
			p.visit(rank, shift)
		}
		return
	}
	quicksort(p.pairs)
	for i := range p.pairs {
		p.visit(p.pairs[i].rank, shift)
	}
}

// visit takes a pair into the plan if its job has no place yet and finds room there.
func (p *Policy) visit(rank int64, shift int) {
	row, at := int32(rank>>shift), engine.Placement(rank&(1<<shift-1))
	if j := p.rows[row]; p.plan[row] == engine.NoPlace && p.available.Has(j, at) {
		p.take(row, at)
	}
}
