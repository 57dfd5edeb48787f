package multifactor

import (
	"cmp"
	"math"
	"slices"
)

// fairTree computes the factors of all users by Fair Tree: associations are ordered among their siblings by level fairshare, best served
// last, users before accounts, and the tree is walked in that order. Each user met gets its rank among all users, the first 1, the last
// 1 over their number.
//
// Users who are tied with the sibling before them share its rank. So do, with whoever was ranked last, a user who is the first of an account
// that is tied with the sibling before it. (By the documentation the members of tied accounts would be ordered as those of one account.
// Slurm does not do that: its search for tied accounts ends at the first account.) Tied accounts are met in the order of the table; in
// Slurm, the one that was made last comes first.
//
// Time: that of sorting the siblings of each level.
func (t *Tree) fairTree() {
	r := ranking{Tree: t, shared: t.users, next: t.users}
	r.walk(0, false)
}

// ranking is one walk of the tree.
type ranking struct {
	*Tree
	shared int // the rank of who is tied
	next   int // the rank of who is not
}

// walk ranks what is below an account.
func (r *ranking) walk(account int32, tied bool) {
	above := &r.nodes[account]
	siblings := r.order[above.first:above.last]
	for _, s := range siblings {
		n := &r.nodes[s]
		n.levelFS, n.usageNorm, n.effective = levelFS(n, above.usage), fraction(n.usage, r.nodes[0].usage), fraction(n.usage, above.usage)
	}
	slices.SortFunc(siblings, r.compare)
	for i, s := range siblings {
		n := &r.nodes[s]
		if i > 0 {
			tied = r.nodes[siblings[i-1]].levelFS == n.levelFS
		}
		if !n.User {
			r.walk(s, tied)
			continue
		}
		if !tied {
			r.shared = r.next
		}
		n.factor = float64(r.shared) / float64(r.users)
		r.next--
	}
}

// fraction is a part of all; of nothing there is none.
func fraction(part, all float64) float64 {
	if all == 0 {
		return 0
	}
	return part / all
}

// levelFS is level fairshare: the part of the shares by that of the usage of the level. Who used nothing has all of it, who has no shares
// nothing. Users with the shares of their account come first.
func levelFS(n *node, all float64) float64 {
	switch {
	case n.Shares == ParentShares:
		return math.Inf(1)
	case n.part == 0:
		return 0
	case n.usage == 0:
		return math.Inf(1)
	}
	return n.part / (n.usage / all)
}

// compare orders siblings.
func (r *ranking) compare(a, b int32) int {
	x, y := &r.nodes[a], &r.nodes[b]
	if c := cmp.Compare(y.levelFS, x.levelFS); c != 0 {
		return c
	}
	if x.User != y.User {
		if x.User {
			return -1
		}
		return 1
	}
	return cmp.Compare(a, b)
}
