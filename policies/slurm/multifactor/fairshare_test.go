package multifactor

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// account and user are rows of a table.
func account(above int32, shares int64) Association {
	return Association{Account: above, Shares: shares}
}
func user(above int32, shares int64) Association {
	return Association{Account: above, User: true, Shares: shares}
}

func treeOf(t testing.TB, table ...Association) *Tree {
	tree, err := NewTree(append([]Association{account(None, 1)}, table...))
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// used adds usage to users, by their places.
func used(tree *Tree, usage map[int32]float64) *Tree {
	for user, u := range usage {
		tree.Add(user, u)
	}
	return tree
}

func TestFairTree(t *testing.T) {
	const A, B, C = 1, 2, 3 // the first accounts
	for _, c := range []struct {
		name string
		tree *Tree
		want map[int32]float64 // factors by place
	}{
		{"accounts first, then users within them",
			// A has 0.4 of the shares and half of the usage: 0.8. B has 0.6 and half: 1.2, so that its users come first, whatever they used:
			// 4 with 0.5/0.2 before 5 with 0.5/0.8. In A, 7 and 8 have used nothing and share a rank, of which each takes one: 6 is the fifth.
			used(treeOf(t, account(0, 40), account(0, 60), account(0, 0), user(B, 1), user(B, 1), user(A, 1), user(A, 1), user(A, 1)), map[int32]float64{4: 10, 5: 40, 6: 50}),
			map[int32]float64{4: 1, 5: 0.8, 7: 0.6, 8: 0.6, 6: 0.2}},
		{"nobody has used anything", treeOf(t, account(0, 1), account(0, 9), user(A, 1), user(B, 1), user(0, 1)), map[int32]float64{3: 1, 4: 1, 5: 1}},
		{"a user has the level fairshare of an account",
			// Of usage 40, 2 has 10 and A 30; of shares 4, 1 and 3: both 1. The user comes first, and the first of the account is tied with it.
			used(treeOf(t, account(0, 3), user(0, 1), user(A, 1), user(A, 1)), map[int32]float64{2: 10, 3: 10, 4: 20}),
			map[int32]float64{2: 1, 3: 1, 4: 1.0 / 3}},
		{"no shares come last",
			// 2 has used nothing, but has no shares: after 3, which has used everything.
			used(treeOf(t, account(0, 1), user(A, 0), user(A, 1)), map[int32]float64{3: 5}), map[int32]float64{3: 1, 2: 0.5}},
		{"tied accounts are not merged",
			// A and B have no shares, C has. A comes first by the table: 4 has rank 4 of 5, 5 rank 3. The first of B is tied with whoever came last,
			// so that 6 has rank 3, too; 7 has the last.
			used(treeOf(t, account(0, 0), account(0, 0), account(0, 1), user(A, 1), user(A, 1), user(B, 1), user(B, 1), user(C, 1)), map[int32]float64{5: 7, 7: 9}),
			map[int32]float64{8: 1, 4: 0.8, 5: 0.6, 6: 0.6, 7: 0.2}},
		{"shares of the account",
			// C, below A, has those of A: 5 competes with 4 in A. 4 has a part of 1/4 and usage 10/60: 1.5; 5 has 3/4 and 50/60: 0.9. 6 has the shares
			// of its account and comes first.
			used(treeOf(t, account(0, 1), account(0, 1), account(A, ParentShares), user(A, 1), user(C, 3), user(A, ParentShares), user(B, 1)), map[int32]float64{4: 10, 5: 50, 7: 90}),
			map[int32]float64{6: 1, 4: 0.75, 5: 0.5, 7: 0.25}},
		{"as sshare of Slurm 22.05 showed them",
			// Accounts 2 (w, shares 1), 3 and 4 (z2 and z1, none), 5 (top, 2) with 6 (sub1, those of top) and 7 (sub2, 3); the last of them were made
			// first. Users: root 1; of w 8 (those of w), 9 (none); of z2 10, 11; of z1 12, 13; of top 14 (1), 15 (those of top); of sub1 16 (2);
			// of sub2 17 (1), 18 (3).
			used(treeOf(t, user(0, 1), account(0, 1), account(0, 0), account(0, 0), account(0, 2), account(5, ParentShares), account(5, 3),
				user(2, ParentShares), user(2, 0), user(3, 1), user(3, 1), user(4, 1), user(4, 1), user(5, 1), user(5, ParentShares), user(6, 2), user(7, 1), user(7, 3)),
				map[int32]float64{14: 153, 15: 146, 9: 3, 11: 56, 13: 76}),
			map[int32]float64{1: 1, 8: 11.0 / 12, 9: 10.0 / 12, 15: 0.75, 16: 0.75, 17: 0.75, 18: 0.75, 14: 5.0 / 12, 10: 4.0 / 12, 11: 0.25, 12: 0.25, 13: 1.0 / 12}},
	} {
		c.tree.fairTree()
		for a, want := range c.want {
			if got := c.tree.nodes[a].factor; got != want {
				t.Errorf("%s: user %d has %g, want %g", c.name, a, got, want)
			}
		}
	}
}

func TestClassic(t *testing.T) {
	const A, B = 1, 2
	// Of usage 100, A has 80 and B 20; effective usage of A is 0.8, of B 0.2. Shares: A 3/4, B 1/4.
	//	3: U = 0.6, UE = 0.6 + (0.8-0.6)/2 = 0.7, S = 3/8
	//	4: U = 0.2, UE = 0.2 + (0.8-0.2)/2 = 0.5, S = 3/8
	//	5: U = 0.2, UE = 0.2 + (0.2-0.2)*1 = 0.2, S = 1/4
	//	6: below B with B's shares and usage: as 5 would be alone, UE = 0.2, S = 1/4
	tree := used(treeOf(t, account(0, 3), account(0, 1), user(A, 1), user(A, 1), user(B, 1), user(B, ParentShares), user(0, 0)), map[int32]float64{3: 60, 4: 20, 5: 20})
	tree.computeAccounts(false)
	for a, exponent := range map[int32]float64{3: 0.7 / 0.375, 4: 0.5 / 0.375, 5: 0.2 / 0.25, 6: 0.2 / 0.25, 7: math.Inf(1)} {
		near(t, fmt.Sprintf("factor of %d", a), tree.classic(a, false, 2), math.Exp2(-exponent/2))
	}
}

func TestDepthOblivious(t *testing.T) {
	const A, B = 1, 2
	// A used 0.8 of everything with 3/4 of the shares: R' = 0.8/0.75 = 16/15, above 1. Of its members, 3 has r = (0.6/0.375)/(0.8/0.75) = 1.5,
	// on the same side: R = 16/15*1.5 = 1.6. 4 has r = 0.5, on the other: k = 1/(1+(5 ln(16/15))^2). B has R' = 0.8, and 5, alone, r = 1:
	// R = 0.8.
	tree := used(treeOf(t, account(0, 3), account(0, 1), user(A, 1), user(A, 1), user(B, 1)), map[int32]float64{3: 60, 4: 20, 5: 20})
	tree.computeAccounts(true)
	look := func(a int32) float64 { return tree.classic(a, true, 1) }
	for range 2 { // members count with what is known of them: all of them after all have been looked at
		look(3)
		look(4)
		tree.nodes[3].known, tree.nodes[4].known = false, false
	}
	k := 1 / (1 + math.Pow(5*math.Log(16.0/15), 2))
	for a, ratio := range map[int32]float64{3: 1.6, 4: 16.0 / 15 * math.Pow(0.5, k), 5: 0.8} {
		near(t, fmt.Sprintf("factor of %d", a), look(a), math.Exp2(-ratio))
	}
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-12*max(1, math.Abs(want))) {
		t.Errorf("%s: %.15g, want %.15g", what, got, want)
	}
}

func TestTablesThatAreRefused(t *testing.T) {
	for want, table := range map[string][]Association{
		"associations[0]":          {user(None, 1)},
		"associations[1].account":  {account(None, 1), user(1, 1)},
		"associations[2].account":  {account(None, 1), user(0, 1), user(1, 1)},
		"associations[1].shares":   {account(None, 1), user(0, -2)},
		"associations[1].priority": {account(None, 1), {User: true, Priority: -1}},
	} {
		if _, err := NewTree(table); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
