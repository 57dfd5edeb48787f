package multifactor

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// randomTree has accounts at any depth, with users of all kinds of shares and usage, many of them equal.
func randomTree(t *testing.T, r *rand.Rand, scale int64) *Tree {
	shares := func() int64 {
		switch n := r.IntN(8); n {
		case 0:
			return ParentShares
		default:
			return int64(n-1) / 2 * scale
		}
	}
	accounts := []int32{0}
	var table []Association
	for len(table) < 40 {
		above := accounts[r.IntN(len(accounts))]
		if r.IntN(4) == 0 {
			table = append(table, account(above, shares()))
			above = int32(len(table))
			accounts = append(accounts, above)
		}
		table = append(table, user(above, shares())) // every account has one: ties with empty accounts would be inherited
	}
	tree := treeOf(t, table...)
	for i := range tree.nodes {
		if tree.nodes[i].User && r.IntN(3) > 0 {
			tree.Add(int32(i), float64(r.IntN(4)))
		}
	}
	return tree
}

// factorsOf are those of all users under each of the three algorithms.
func factorsOf(tree *Tree) map[string]map[int32]float64 {
	all := map[string]map[int32]float64{}
	for i, name := range []string{"fair tree", "classic", "depth oblivious"} {
		of := map[int32]float64{}
		if i == 0 {
			tree.fairTree()
		} else {
			tree.computeAccounts(i == 2)
		}
		for a := range tree.nodes {
			switch {
			case !tree.nodes[a].User:
			case i == 0:
				of[int32(a)] = tree.nodes[a].factor
			default:
				of[int32(a)] = tree.classic(int32(a), i == 2, 1)
			}
		}
		all[name] = of
	}
	return all
}

func TestPropertiesOfFairShare(t *testing.T) {
	for seed := range uint64(400) {
		tree := randomTree(t, rand.New(rand.NewPCG(seed, 1)), 1)
		factors := factorsOf(tree)
		scaled := factorsOf(randomTree(t, rand.New(rand.NewPCG(seed, 1)), 7))
		for name, of := range factors {
			for a, f := range of {
				n := &tree.nodes[a]
				if !(f >= 0 && f <= 1) {
					t.Fatalf("seed %d, %s: user %d has %g, not in 0 to 1", seed, name, a, f)
				}
				if scaled[name][a] != f {
					t.Fatalf("seed %d, %s: user %d has %g, and %g when all shares are seven times as many", seed, name, a, f, scaled[name][a])
				}
				for b, g := range of {
					m := &tree.nodes[b]
					// Depth oblivious counts members by their last look, so that equals are not compared with the same.
					if name != "depth oblivious" && n.level == m.level && n.Shares == m.Shares && n.Shares != ParentShares && n.usage > m.usage && f > g {
						t.Fatalf("seed %d, %s: user %d used more than %d, has %g and not at most %g", seed, name, a, b, f, g)
					}
				}
			}
		}
		betterAccountsComeFirst(t, fmt.Sprint("seed ", seed), tree)
	}
}

// betterAccountsComeFirst is what Fair Tree is for: all users of an account that is better served rank behind all users of its sibling.
func betterAccountsComeFirst(t *testing.T, what string, tree *Tree) {
	tree.fairTree()
	below := func(a, account int32) bool {
		for ; a != account && a > 0; a = tree.nodes[a].level {
		}
		return a == account
	}
	for i, a := range tree.order {
		for _, b := range tree.order[i+1:] {
			if tree.nodes[a].level != tree.nodes[b].level || tree.nodes[a].levelFS <= tree.nodes[b].levelFS {
				continue
			}
			for x := range tree.nodes {
				for y := range tree.nodes {
					if tree.nodes[x].User && tree.nodes[y].User && below(int32(x), a) && below(int32(y), b) && tree.nodes[x].factor <= tree.nodes[y].factor {
						t.Fatalf("%s: %d, below %d, has not more than %d, below %d", what, x, a, y, b)
					}
				}
			}
		}
	}
}
