package nodes

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
)

func (a work) rat() *big.Rat {
	units := new(big.Int).Lsh(new(big.Int).SetUint64(a.high), 64)
	units.Or(units, new(big.Int).SetUint64(a.low))
	return new(big.Rat).SetFrac(units, new(big.Int).Lsh(big.NewInt(1), 63))
}

// apart says whether two numbers differ by more than 2^-exponent.
func apart(a, b *big.Rat, exponent uint) bool {
	difference := new(big.Rat).Sub(a, b)
	return difference.Abs(difference).Cmp(new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), exponent))) > 0
}

// The penalty of a node and the speed that follows are within 2^-63 and 2^-62 of exact fractions, and work takes as long as these say.
func TestSpeedsAndTimesOfExactFractions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sharing{Sharing: engine.Sharing{Bandwidth: rapid.Int32Range(1, math.MaxInt32).Draw(t, "bandwidth"), Network: rapid.Int32Range(0, 10_000).Draw(t, "network"),
			Scale: float64(rapid.IntRange(0, 1_000_000).Draw(t, "scale")) / 10_000}}
		s.scale = scaleOf(s.Scale)
		node := sharedNode{bandwidth: rapid.Int64Range(0, 1<<40).Draw(t, "asked of bandwidth"), network: rapid.Int64Range(0, 1<<20).Draw(t, "asked of network")}
		s.weigh(&node)

		penalty := new(big.Rat)
		if more := node.bandwidth - int64(s.Bandwidth); more > 0 {
			penalty.Add(penalty, big.NewRat(more, int64(s.Bandwidth)))
		}
		if more := node.network - int64(s.Network); s.Network > 0 && more > 0 {
			penalty.Add(penalty, big.NewRat(more, int64(s.Network)))
		}
		penalty.Mul(penalty, new(big.Rat).SetFloat64(s.Scale))
		exactScale := s.Scale == 0 || s.Scale >= 1./2048
		if exactScale && apart(node.penalty.rat(), penalty, 63) {
			t.Errorf("penalty %v, want %v", node.penalty.rat(), penalty)
		}
		factor := new(big.Rat).Add(penalty, big.NewRat(1, 1))
		if speed := (work{0, node.speed}).rat(); exactScale && apart(speed, new(big.Rat).Inv(factor), 62) {
			t.Errorf("speed %v, want the inverse of %v", speed, factor)
		}

		run := engine.Time(rapid.Int64Range(1, 1<<40).Draw(t, "run"))
		part := uint64(rapid.Int64Range(0, 1<<20).Draw(t, "done"))
		left := workOf(run).minus(work{0, node.speed}.times(part))
		took := left.takes(node.speed)
		exact := new(big.Rat).Quo(left.rat(), (work{0, node.speed}).rat())
		if most := big.NewRat(1<<62, 1); exact.Cmp(most) > 0 {
			exact = most
		}
		slack := new(big.Rat).SetFrac64(1, 1<<20)
		if slack.Add(slack, big.NewRat(int64(took), 1)).Cmp(exact) < 0 || took > 0 && big.NewRat(int64(took)-1, 1).Cmp(exact) >= 0 {
			t.Errorf("%v of work takes %d ms at %v, exactly %v", left.rat(), took, node.speed, exact)
		}
	})
}

// Amounts that have no room in 128 bits stay at the largest one, and times within engine.Never.
func TestWorkWithoutEnd(t *testing.T) {
	most := work{math.MaxUint64, math.MaxUint64}
	for _, got := range []work{most.plus(work{0, 1}), most.times(2), workOf(engine.MaxTime).times(1 << 60), work{1, 0}.times(math.MaxUint64).plus(work{1, 0})} {
		if got != most {
			t.Errorf("%v", got)
		}
	}
	if got := workOf(3).minus(workOf(4)); got != (work{}) {
		t.Errorf("%v", got)
	}
	if speed := speedAt(most); speed != 1 || workOf(engine.MaxTime).takes(speed) != 1<<62 {
		t.Errorf("%d", speed)
	}
}
