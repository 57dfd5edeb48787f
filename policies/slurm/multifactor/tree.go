package multifactor

import "fmt"

// ParentShares, as the shares of an association, is Slurm's fairshare=parent: a user has the fair-share factor of the account; the
// members of an account are treated as those of the account above it.
const ParentShares = -1

// None is the account above the root, and the association of a job that has none.
const None int32 = -1

// Association is an account, or a user in an account.
type Association struct {
	Account  int32   // the account above, by its place in the table; None for the root, which is the first
	User     bool    // a user: nobody is below
	Shares   int64   // at least 0, or ParentShares; those of the root mean nothing
	Priority float64 // for the association factor, at least 0
}

// Tree is the associations of a cluster, with what each has used and its factor of fair-share.
type Tree struct {
	nodes       []node
	order       []int32 // siblings next to each other; without the root and accounts with the shares of their account, which have no siblings
	users       int
	maxPriority float64
}

// node is one association.
type node struct {
	Association
	level       int32   // the nearest account above that has shares of its own: members of it are siblings, here and in Slurm's fs_assoc_ptr
	first, last int32   // those of which this is the level: Tree.order[first:last]
	part        float64 // its shares by those of all siblings, 0 if there are none
	norm        float64 // the product of the parts up to the root: normalized shares
	usage       float64 // seconds times billing, decayed; of an account with all below it

	factor  float64 // of fair tree: fair-share
	levelFS float64 // of fair tree: how well it is served among its siblings

	usageNorm float64 // usage by that of the root, when it was looked at last
	effective float64 // of fair tree: usage by that of the level; of classic: effective usage, if it is known
	known     bool    // of classic
}

// NewTree makes the tree of a table, in which every account stands before what is below it.
func NewTree(table []Association) (*Tree, error) {
	if len(table) == 0 || table[0].Account != None || table[0].User {
		return nil, fmt.Errorf("associations[0]: the first is the root, an account without one above it")
	}
	t := &Tree{nodes: make([]node, len(table))}
	for i, a := range table {
		switch {
		case i > 0 && (a.Account < 0 || int(a.Account) >= i || table[a.Account].User):
			return nil, fmt.Errorf("associations[%d].account: %d, must be an account from 0 to %d", i, a.Account, i-1)
		case a.Shares < 0 && a.Shares != ParentShares:
			return nil, fmt.Errorf("associations[%d].shares: %d, must be at least 0, or %d for those of the account", i, a.Shares, ParentShares)
		case !(a.Priority >= 0):
			return nil, fmt.Errorf("associations[%d].priority: %g, must be at least 0", i, a.Priority)
		}
		level := a.Account
		for level > 0 && table[level].Shares == ParentShares {
			level = table[level].Account
		}
		t.nodes[i] = node{Association: a, level: level}
		if a.User {
			t.users++
		}
		t.maxPriority = max(t.maxPriority, a.Priority)
	}
	t.sortIntoLevels()
	t.divideShares()
	return t, nil
}

// sortIntoLevels makes order. Siblings stand in the order of the table, in time linear in its length.
func (t *Tree) sortIntoLevels() {
	members := func(yield func(i int32, level *node)) {
		for i := 1; i < len(t.nodes); i++ {
			if n := &t.nodes[i]; n.User || n.Shares != ParentShares {
				yield(int32(i), &t.nodes[n.level])
			}
		}
	}
	members(func(_ int32, level *node) { level.last++ }) // how many there are
	at := int32(0)
	for i := range t.nodes {
		n := &t.nodes[i]
		n.first, n.last, at = at, at, at+n.last
	}
	t.order = make([]int32, at)
	members(func(i int32, level *node) {
		t.order[level.last] = i
		level.last++
	})
}

// divideShares computes the parts and the normalized shares, which do not change.
func (t *Tree) divideShares() {
	t.nodes[0].part, t.nodes[0].norm = 1, 1
	for i := range t.nodes {
		siblings := t.order[t.nodes[i].first:t.nodes[i].last]
		var all int64
		for _, s := range siblings {
			all += max(t.nodes[s].Shares, 0)
		}
		for _, s := range siblings {
			n := &t.nodes[s]
			switch {
			case n.Shares == ParentShares:
				n.part, n.norm = t.nodes[i].part, t.nodes[i].norm
			case all > 0:
				n.part = float64(n.Shares) / float64(all)
				n.norm = n.part * t.nodes[i].norm
			}
		}
	}
}
