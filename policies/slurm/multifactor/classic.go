package multifactor

import "backfill/engine/portable"

// Classic fair-share. Who has normalized shares S (the product of the parts of the shares down the tree) and effective usage UE has the
// factor 2^(-UE/S/d), with the dampening factor d. Usage U is normalized by that of the root; below an account with effective usage UE'
//
//	UE = U + (UE' - U) * shares / shares of all siblings
//
// so that heavy users weigh on their siblings. Members of the root have UE = U, and the root itself 1.
//
// The order inside one calculation matters by some per cent: accounts are computed first, from the usage of the calculation before; users
// when somebody asks for the first time after that, from what has been added until then.

// computeAccounts begins a calculation: effective usage of accounts, from above. That of users is forgotten.
func (t *Tree) computeAccounts(depthOblivious bool) {
	t.nodes[0].effective, t.nodes[0].known = 1, true
	for a := 1; a < len(t.nodes); a++ {
		if t.nodes[a].User {
			t.nodes[a].known = false
		} else {
			t.look(int32(a), depthOblivious)
		}
	}
}

// classic is the fair-share factor of a user.
func (t *Tree) classic(user int32, depthOblivious bool, dampening float64) float64 {
	if t.nodes[user].Shares == ParentShares {
		user = t.nodes[user].level
	}
	n := &t.nodes[user]
	if !n.known {
		t.look(user, depthOblivious)
	}
	if n.norm == 0 {
		return 0
	}
	return portable.Exp2(max(-n.effective/n.norm/dampening, -999)) // less would round to 0 at any weight
}

// look computes effective usage by what is used now. (That of whoever has the shares of the account is never asked for.)
func (t *Tree) look(a int32, depthOblivious bool) {
	n, level := &t.nodes[a], &t.nodes[t.nodes[a].level]
	n.known = true
	n.usageNorm = fraction(n.usage, t.nodes[0].usage)
	switch {
	case n.level == 0:
		n.effective = n.usageNorm
	case depthOblivious:
		n.effective = t.depthOblivious(n, level)
	default:
		n.effective = n.usageNorm + float64((level.effective-n.usageNorm)*n.part)
	}
}

// depthOblivious is effective usage so that accounts at unequal depths are comparable: with R = UE/S, which is 1 for who uses what it may,
//
//	R = R' * r^k
//
// of the R' of the account and the ratio r of the member's usage by its shares to that of all members by the account's shares. k is 1 when
// R' and r lie on the same side of 1. When r would bring R back towards 1, k falls with the distance of R' from it.
func (t *Tree) depthOblivious(n, level *node) float64 {
	if n.norm == 0 || level.norm == 0 || level.effective == 0 || n.usageNorm == 0 {
		return n.usageNorm
	}
	var all float64
	for _, s := range t.order[level.first:level.last] {
		if t.nodes[s].Shares != ParentShares {
			all += t.nodes[s].usageNorm // that of some users may be as old as their last look
		}
	}
	above := level.effective / level.norm
	local := n.usageNorm / n.norm / (all / level.norm)
	k := 1.0
	if distance := portable.Log(above); float64(distance*portable.Log(local)) < 0 {
		k = 1 / (1 + float64(25*float64(distance*distance)))
	}
	return float64(above*portable.Pow(local, k)) * n.norm
}
