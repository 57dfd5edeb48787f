package multifactor

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"backfill/engine/clock"
)

// By the calculation after 3 minutes: age 3/10 of 2000 = 600, fair-share 1/2 of 1000 = 500 (user 2, the second of two), size (4/16+8/64)/2 of
// 1000 = 187.5, QOS 100/1000 of 300 = 30, nice 7 taken off: 1310. It is to be 1500, that is 189.5 more than its sum.
//   - Age: 789.5 of 2000 is reached in 236.85 of 600 s, so at 237 s.
//   - Fair-share: 689.5 of 1000; of the two ranks there are, the first is enough.
//   - Size: 0.377 of the cluster.
//   - QOS: the third has 300, 270 more; no other is enough.
//   - Nice: 190 less than 7 are -183; with -182 the sum is 1499.5, cut off.
//
// 3000 are out of reach for each alone but nice: age adds 1400 at most, fair-share 500, size 812.5, QOS 270.
func TestSufficient(t *testing.T) {
	config := plain()
	config.Weights = Weights{Age: 2000, FairShare: 1000, JobSize: 1000, QOS: 300}
	tree := treeOf(t, user(0, 1), user(0, 1))
	tree.Add(2, 100)
	p := newPriorities(t, config, tree)
	p.Advance(0)
	p.Submit(0, 0, Job{User: 2, QOS: 1, Partitions: []int32{0}, Nodes: 4, CPUs: 8, Nice: 7})
	p.Pass(0)
	p.Advance(3 * minute)
	if p.Priority(0, 0) != 1310 {
		t.Fatalf("priority %d, not 1310", p.Priority(0, 0))
	}
	for wanted, want := range map[uint32]string{
		1500: "[{0 180 237 true 190} {2 0.5 1 true 500} {3 0.1875 0.377 true 189.5} {5 1 2 true 270} {8 7 -183 true 190}]",
		3000: "[{0 180 600 false 1400} {2 0.5 1 false 500} {3 0.1875 1 false 812.5} {5 1 2 false 270} {8 7 -1683 true 1690}]",
	} {
		if got := fmt.Sprint(p.Sufficient(0, 0, wanted)); got != want {
			t.Errorf("for %d: %s, want %s", wanted, got, want)
		}
	}
}

// What is said to be enough is carried out, on a cluster of random weights, and is enough; a step less is not.
func TestSufficientIsEnough(t *testing.T) {
	enough := map[Factor]int{}
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 2))
		weight := func() float64 { return float64(r.IntN(3) * r.IntN(3000)) }
		config := plain()
		config.Weights = Weights{Age: weight(), FairShare: weight(), QOS: weight(), Assoc: weight(), JobSize: weight(), Partition: weight(), TRES: []float64{weight(), weight()}}
		config.RawQOS = r.IntN(4) == 0
		p := newPriorities(t, config, randomTree(t, r, 1))
		p.Advance(0)
		number := r.Int32N(4)
		of := users(p)
		p.Submit(0, number, Job{User: of[r.IntN(len(of))], QOS: r.Int32N(4) - 1, Partitions: []int32{0, 1}, Nodes: 1 + r.Int32N(4), CPUs: 1 + r.Int32N(8), TRES: []float64{2, 500}, Nice: r.Int32N(100) - 50})
		p.Pass(0)
		last := clock.Time(1+r.IntN(12)) * minute
		p.Advance(last)
		place := r.IntN(2)
		wanted := p.Priority(number, place) + 1 + r.Uint32N(2000)
		rec := p.record(number)
		before, factor := rec.Job, p.tree.nodes[rec.User].factor
		carryOut := func(of Factor, to float64) uint32 {
			switch of {
			case Age:
				rec.Accrue = last - clock.Time(to)*clock.Second
			case FairShare:
				p.tree.nodes[rec.User].factor = to
			case QOSFactor:
				rec.QOS = int32(to)
			case Nice:
				rec.Nice = int32(to)
			}
			p.compute(rec, last, false)
			rec.Job, p.tree.nodes[before.User].factor = before, factor
			return rec.priorities[place]
		}
		for _, c := range p.Sufficient(number, place, wanted) {
			less := map[Factor]float64{Age: c.To - 1, FairShare: c.To - 1/float64(p.tree.users), Nice: c.To + 1, QOSFactor: math.NaN()}[c.Factor]
			switch c.Factor {
			case Age, FairShare, QOSFactor, Nice:
			default:
				continue
			}
			got := carryOut(c.Factor, c.To)
			if c.Enough != (got >= wanted) {
				t.Fatalf("seed %d: %+v for %d gives %d", seed, c, wanted, got)
			}
			if c.Enough {
				enough[c.Factor]++
				if !math.IsNaN(less) && carryOut(c.Factor, less) >= wanted {
					t.Fatalf("seed %d: %+v for %d: %g is enough, too", seed, c, wanted, less)
				}
			}
			if c.Factor == QOSFactor && !c.Enough {
				for q := range p.QOS {
					if carryOut(QOSFactor, float64(q)) >= wanted {
						t.Fatalf("seed %d: QOS %d gives %d", seed, q, wanted)
					}
				}
			}
		}
		p.compute(rec, last, false)
	}
	for _, f := range []Factor{Age, FairShare, QOSFactor, Nice} {
		if enough[f] < 50 {
			t.Errorf("factor %d was enough %d times only", f, enough[f])
		}
	}
}

// To ask for shares changes nothing: under classic, the effective usage of a user is that of when a job of its is met, later.
func TestSharesLeaveNoTrace(t *testing.T) {
	for seed := range uint64(200) {
		run := func(ask bool) string {
			r := rand.New(rand.NewPCG(seed, 3))
			config := plain()
			config.Weights.FairShare, config.Classic, config.DepthOblivious = 1e6, seed%3 > 0, seed%3 == 2
			p := newPriorities(t, config, randomTree(t, r, 1))
			var text string
			for j := range int32(20) {
				at := clock.Time(j) * 20 * clock.Second
				p.Advance(at)
				p.Submit(at, j, Job{User: users(p)[r.IntN(5)], QOS: None, Partitions: []int32{0}})
				if r.IntN(2) == 0 {
					p.Start(at, j, 1)
				}
				if ask {
					p.Shares()
				}
				text += fmt.Sprint(p.Priority(j, 0), " ")
			}
			return text
		}
		if asked, not := run(true), run(false); asked != not {
			t.Fatalf("seed %d: %s when asked, %s else", seed, asked, not)
		}
	}
}

// users are the users of a tree.
func users(p *Priorities) (list []int32) {
	for a := range p.tree.nodes {
		if p.tree.nodes[a].User {
			list = append(list, int32(a))
		}
	}
	return list
}
