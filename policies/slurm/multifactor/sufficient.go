package multifactor

import (
	"math"
	"sort"
)

// Factor is one of those that a priority is made of.
type Factor uint8

// In the order in which Slurm adds them up.
const (
	Age Factor = iota
	AssocFactor
	FairShare
	JobSize
	PartitionFactor
	QOSFactor
	TRESFactor
	Site
	Nice
	Factors // how many there are
)

// Each is the summands of a priority, in that order: nice is below 0 if it is taken off. The priority is their sum, cut off, but at least 1; one
// that may only increase may be greater.
func (t *Terms) Each() [Factors]float64 {
	return [Factors]float64{t.Age, t.Assoc, t.FairShare, t.Size, t.Partition, t.QOS, t.TRES, t.Site, 0 - t.Nice}
}

// Change is what would have to change of one factor alone to give a job a priority, everything else being as it was in the last calculation.
type Change struct {
	Factor Factor
	From   float64 // what it has: seconds of age, a factor of fair-share or size, the summand of TRES, a nice; priority of its association; the place of its QOS, None
	To     float64 // the least change that is enough, in the same measure
	Enough bool    // some change is
	Most   float64 // what this factor would add at most if it is not enough, beside what it adds
}

// leastNice is the lowest that Slurm accepts.
const leastNice = -2147483645

// fineness is how finely factors are tried.
const fineness = 1_000_000

// Sufficient says for each factor that has weight whether a change of it alone would give a waiting job a priority above its own, in one of
// its partitions. Each was tried on the sum that Slurm computes. The factor of the partition is left out: it is the same for all jobs there.
func (p *Priorities) Sufficient(number int32, place int, wanted uint32) (list []Change) {
	r := p.record(number)
	terms := p.termsIn(r, place)
	w := &p.Weights
	// try finds the least of n steps with which a term, which grows with them, is enough.
	try := func(of Factor, from float64, n int, value func(step int) float64, with func(t *Terms, step int)) {
		sum := func(step int) Terms {
			t := terms
			with(&t, step)
			return t
		}
		step := sort.Search(n+1, func(i int) bool { t := sum(i); return t.sum() >= wanted })
		c := Change{Factor: of, From: from, Enough: step <= n}
		most := sum(min(step, n))
		c.To, c.Most = value(min(step, n)), max(most.Each()[of]-terms.Each()[of], 0)
		list = append(list, c)
	}
	fraction := func(step int) float64 { return float64(step) / fineness }
	if w.Age > 0 {
		most := p.MaxAge.WholeSeconds()
		from := float64(0)
		if r.seen {
			from = math.Round(terms.Age / w.Age * float64(most))
		}
		try(Age, from, int(most), func(step int) float64 { return float64(step) }, func(t *Terms, step int) {
			t.Age = w.Age
			if int64(step) < most {
				t.Age = w.Age * (float64(step) / float64(most))
			}
		})
	}
	if w.Assoc > 0 && r.User != None && p.maxAssoc > 0 {
		try(AssocFactor, p.tree.nodes[r.User].Priority, int(p.maxAssoc), func(step int) float64 { return float64(step) },
			func(t *Terms, step int) { t.Assoc = w.Assoc * relative(float64(step), p.maxAssoc, p.RawAssoc) })
	}
	if w.FairShare > 0 && r.User != None {
		parts, from := fineness, terms.FairShare/w.FairShare
		if !p.Classic {
			parts = p.tree.users // there are no factors between ranks
		}
		try(FairShare, from, parts, func(step int) float64 { return float64(step) / float64(parts) },
			func(t *Terms, step int) { t.FairShare = w.FairShare * (float64(step) / float64(parts)) })
	}
	if w.JobSize > 0 {
		try(JobSize, terms.Size/w.JobSize, fineness, fraction, func(t *Terms, step int) { t.Size = w.JobSize * fraction(step) })
	}
	if w.QOS > 0 && len(p.QOS) > 0 {
		list = append(list, p.sufficientQOS(r, terms, wanted))
	}
	if most := p.mostTRES(); most > 0 {
		try(TRESFactor, terms.TRES, fineness, func(step int) float64 { return most * fraction(step) }, func(t *Terms, step int) { t.TRES = most * fraction(step) })
	}
	return append(list, niceEnough(terms, wanted))
}

// mostTRES is what the summand of TRES is at most: that of a job that asks for the whole partition; 0 if it has no bound.
func (p *Priorities) mostTRES() (sum float64) {
	if p.RawTRES {
		return 0
	}
	for _, w := range p.Weights.TRES {
		sum += w
	}
	return sum
}

// sufficientQOS is the QOS of the least priority that is enough, or the one that adds most.
func (p *Priorities) sufficientQOS(r *record, terms Terms, wanted uint32) Change {
	c := Change{Factor: QOSFactor, From: float64(r.QOS), To: float64(r.QOS)}
	best := math.Inf(1) // priority of the QOS
	for q := range p.QOS {
		t := terms
		t.QOS = p.Weights.QOS * p.qos(int32(q))
		if adds := t.QOS - terms.QOS; !c.Enough && adds > c.Most {
			c.To, c.Most = float64(q), adds
		}
		if t.sum() >= wanted && p.QOS[q].Priority < best {
			best, c.Enough, c.To, c.Most = p.QOS[q].Priority, true, float64(q), t.QOS-terms.QOS
		}
	}
	return c
}

// niceEnough is the greatest nice that is enough.
func niceEnough(terms Terms, wanted uint32) Change {
	n := int(terms.Nice) - leastNice
	t := terms
	step := sort.Search(n+1, func(i int) bool {
		t.Nice = terms.Nice - float64(i)
		return t.sum() >= wanted
	})
	return Change{Factor: Nice, From: terms.Nice, To: terms.Nice - float64(min(step, n)), Enough: step <= n, Most: float64(min(step, n))}
}
