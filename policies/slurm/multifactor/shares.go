package multifactor

import "math"

// Share is one association as sshare -l shows it.
type Share struct {
	Association
	Norm      float64 // its part of the shares: by fair tree among its siblings, by classic of the whole tree
	Usage     float64 // seconds times billing, decayed by the last calculation, with what has ended since
	NormUsage float64 // usage by that of the root, in the last calculation
	Effective float64 // usage by that of the level, in the last calculation; of classic: effective usage
	Level     float64 // level fairshare in the last calculation, which may be infinite; NaN: classic has none, nor has the root
	Factor    float64 // fair-share; NaN: by fair tree accounts have none, nor has the root
}

// Shares are those of all associations, in the order of the table. To ask changes nothing: what classic computes when somebody asks for the
// first time after a calculation is not kept.
func (p *Priorities) Shares() []Share {
	list := make([]Share, len(p.tree.nodes))
	for a := range list {
		n := &p.tree.nodes[a]
		s := &list[a]
		*s = Share{Association: n.Association, Norm: n.part, Usage: n.usage, NormUsage: n.usageNorm, Effective: n.effective, Level: n.levelFS, Factor: math.NaN()}
		switch {
		case a == 0:
			s.Norm, s.NormUsage, s.Effective, s.Level = 1, 1, 1, math.NaN()
		case p.Classic:
			s.Norm, s.Level = n.norm, math.NaN()
			s.Factor, s.NormUsage, s.Effective = p.lookOnly(int32(a))
		case n.User:
			s.Factor = n.factor
		}
	}
	return list
}

// lookOnly is the factor of classic with the usage that it follows from, without a trace of having been asked for.
func (p *Priorities) lookOnly(a int32) (factor, normUsage, effective float64) {
	t := p.tree
	before := t.nodes[a]
	factor = t.classic(a, p.DepthOblivious, p.Dampening)
	shown := &t.nodes[a]
	if shown.Shares == ParentShares {
		shown = &t.nodes[shown.level]
	}
	normUsage, effective = shown.usageNorm, shown.effective
	t.nodes[a] = before
	return factor, normUsage, effective
}
