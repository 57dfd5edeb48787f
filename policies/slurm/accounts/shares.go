package accounts

import (
	"cmp"
	"math"
	"slices"

	"backfill/engine/factors"
)

// Shares are the associations: users of an account by their numbers, then the accounts below it.
func (p *Priorities) Shares() []factors.Share {
	rows := p.Priorities.Shares()
	who := make([]membership, len(rows))
	for of, i := range p.user {
		who[i] = of
	}
	below := make([][]int32, len(rows))
	for i := 1; i < len(rows); i++ {
		below[rows[i].Account] = append(below[rows[i].Account], int32(i))
	}
	orNone := func(x float64) float64 {
		switch {
		case math.IsNaN(x):
			return factors.None
		case math.IsInf(x, 1):
			return factors.Infinite
		}
		return x
	}
	var list []factors.Share
	var add func(i, parent int32)
	add = func(i, parent int32) {
		r := &rows[i]
		place := int32(len(list))
		list = append(list, factors.Share{Parent: parent, Account: who[i].account, User: who[i].user, Shares: r.Shares, Norm: r.Norm, Usage: r.Usage,
			NormUsage: r.NormUsage, Effective: r.Effective, Level: orNone(r.Level), FairShare: orNone(r.Factor)})
		slices.SortFunc(below[i], func(a, b int32) int {
			if x, y := &rows[a], &rows[b]; x.User != y.User {
				if x.User {
					return -1
				}
				return 1
			}
			return cmp.Or(cmp.Compare(who[a].account, who[b].account), cmp.Compare(who[a].user, who[b].user))
		})
		for _, b := range below[i] {
			add(b, place)
		}
	}
	add(0, -1)
	return list
}
