package stats

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
)

// Resamples is the number of resamples of a bootstrap interval.
const Resamples = 2000

// bootstrapStream sets the draws of the bootstrap apart from those of replications,
// whose streams are numbered from 0.
const bootstrapStream = 1 << 63

// Resampling is a paired bootstrap: it draws replications with replacement, each with
// all that was measured in it. The draws are made once and serve every metric and every
// pair of policies, so that their intervals belong together and depend on nothing but
// the seed. It is read only after it was made. 8 kB per replication.
//
// Source: Efron, Tibshirani: An introduction to the bootstrap, 1993, sections 8 and 13.3.
type Resampling struct {
	n     int
	draws []uint32 // Resamples rows of n draws; u stands for index u m / 2^32 among m
}

// NewResampling draws for n ≥ 0 replications.
func NewResampling(n int, seed uint64) *Resampling {
	random := rand.NewPCG(seed, bootstrapStream)
	r := &Resampling{n: n, draws: make([]uint32, Resamples*n)}
	for i := 0; i < len(r.draws); i += 2 {
		u := random.Uint64()
		r.draws[i], r.draws[i+1] = uint32(u), uint32(u>>32) // Resamples is even
	}
	return r
}

// Ratio is the ratio of the mean of other to the mean of base, values of one metric in
// the same n replications, with its expanded percentile interval: of the Resamples ratios
// in increasing order those at the places k and Resamples + 1 - k, k being the whole part
// of (Resamples + 1) times expandedTail. A pair of which one value is NaN does not count.
//
// The ratio is NaN if the mean of base is 0 or there is no pair. There is no interval if
// the mean of base is 0 in some resample, for then nothing bounds the ratio, or if there are
// too few pairs, so that k is 0: for 95 % fewer than 5. No mean of a resample lies beyond the
// extremes of the pairs, and of two pairs the truth lies between these in half of all cases.
//
// It panics if base or other have not n values: a programmer's mistake. O(Resamples n).
func (r *Resampling) Ratio(base, other []float64, level float64) Interval {
	mustPair(base, other)
	if len(base) != r.n {
		panic("stats: a resampling for another number of replications")
	}
	pairs := make([]pair, 0, r.n)
	var baseSum, otherSum CompensatedSum
	for i := range base {
		p := pair{base[i], other[i]}
		if math.IsNaN(p.base + p.other) {
			continue
		}
		pairs = append(pairs, p)
		baseSum.Add(p.base)
		otherSum.Add(p.other)
	}
	interval := Interval{Mean: Ratio(otherSum.Value(), baseSum.Value()), Level: level, N: len(pairs)}
	if len(pairs) < 2 || math.IsNaN(interval.Mean) {
		return interval
	}
	k := int((Resamples + 1) * expandedTail(len(pairs), level))
	if k == 0 {
		return interval
	}
	ratios := r.ratios(pairs)
	if ratios == nil {
		return interval
	}
	low, high := nth(ratios, k-1), nth(ratios, Resamples-k)
	interval.Low, interval.High = &low, &high
	return interval
}

// expandedTail is the share of resamples that lies beyond either end of an interval. The
// spread of resamples is that of n values, not of n-1, and normal where a few values leave
// Student's t: percentiles for (1-level)/2 cover the truth in 88 of 100 cases instead of
// 95 if n is 10. So a tail is what a normal distribution has beyond √(n/(n-1)) t(n-1, (1+level)/2).
//
// Source: Hesterberg: What teachers should know about the bootstrap, The American
// Statistician 69, 2015, section 5.3.
func expandedTail(n int, level float64) float64 {
	m := float64(n)
	return distuv.UnitNormal.CDF(-studentsT(m-1, level) * math.Sqrt(m/(m-1)))
}

// pair is one metric in one replication under two policies.
type pair struct{ base, other float64 }

// ratios are the ratios of means in every resample, nil if one is undefined.
func (r *Resampling) ratios(pairs []pair) []float64 {
	ratios := make([]float64, Resamples)
	m := uint64(len(pairs))
	// Two resamples at a time, since each addition waits for the one before it. Plain sums
	// in the order of the draws: their rounding is far below the width of any interval.
	for i := 0; i < Resamples; i += 2 {
		var base1, other1, base2, other2 float64
		row1 := r.draws[i*r.n:][:m]
		row2 := r.draws[(i+1)*r.n:][:len(row1)]
		for k, u := range row1 {
			p, q := &pairs[uint64(u)*m>>32], &pairs[uint64(row2[k])*m>>32]
			base1, other1 = base1+p.base, other1+p.other
			base2, other2 = base2+q.base, other2+q.other
		}
		if base1 == 0 || base2 == 0 {
			return nil
		}
		// The means of a resample have the same divisor.
		ratios[i], ratios[i+1] = other1/base1, other2/base2
	}
	return ratios
}
