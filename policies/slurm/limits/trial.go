package limits

// trial is whether a job may have an allocation.
type trial struct {
	safe             bool
	asked            *Allocation
	minutes, perNode Amounts
	known            [amounts]uint8 // which TRES a QOS has limited, as bits
	over             Over
}

func newTrial(j *Job, a *Allocation) trial {
	t := trial{asked: a, minutes: a.times(j.Minutes), perNode: a.Amounts, over: Over{QOS: None, Association: None}}
	for k := range t.perNode {
		t.perNode[k] /= max(a.Amounts[Node], 1)
	}
	return t
}

// each calls exceeds with the TRES that a limit bounds, until it says yes.
func (t *trial) each(b *bounds, l Limit, exceeds func(k TRES, bound int64) bool) bool {
	left := b.has[l] &^ t.known[l]
	for k := TRES(0); left != 0; k, left = k+1, left>>1 {
		if left&1 != 0 && exceeds(k, b.of[l][k]) {
			t.over.Limit, t.over.TRES, t.over.Bound = l, k, b.of[l][k]
			return true
		}
	}
	return false
}

// found notes what is over.
func (t *trial) found(used, asked int64) bool {
	t.over.Used, t.over.Asked = used, asked
	return true
}

// group tests what all jobs of a group have together. One that asks for nothing of a TRES is not over what is used of it.
func (t *trial) group(g *group) bool {
	return t.each(&g.bounds, GrpTRESMins, func(k TRES, bound int64) bool {
		used, asked := int64(g.used[k]/60), t.minutes[k]
		switch {
		case asked == 0:
			return false
		case used >= bound:
			return t.found(used, 0)
		}
		used += g.runSeconds[k] / 60
		return t.safe && used+asked > bound && t.found(used, asked)
	}) || t.beside(&g.bounds, GrpTRES, &g.counter) || t.each(&g.bounds, GrpTRESRunMins, func(k TRES, bound int64) bool {
		used := g.runSeconds[k] / 60
		return t.minutes[k] > 0 && used+t.minutes[k] > bound && t.found(used, t.minutes[k])
	})
}

// beside tests an amount together with what runs.
func (t *trial) beside(b *bounds, l Limit, c *counter) bool {
	return t.each(b, l, func(k TRES, bound int64) bool {
		asked, used := t.asked.Amounts[k], c.amounts[k]
		if k == Node {
			asked -= c.shared(t.asked.Nodes)
		}
		return asked > 0 && used+asked > bound && t.found(used, asked)
	})
}

// job tests what the job has alone.
func (t *trial) job(b *bounds) bool {
	return t.alone(b, MaxTRESMins, &t.minutes) || t.alone(b, MaxTRES, &t.asked.Amounts) || t.alone(b, MaxTRESPerNode, &t.perNode)
}

// alone tests amounts of the job, whatever runs.
func (t *trial) alone(b *bounds, l Limit, asked *Amounts) bool {
	return t.each(b, l, func(k TRES, bound int64) bool { return asked[k] > bound && t.found(0, asked[k]) })
}

// less tests whether the job has enough.
func (t *trial) less(b *bounds) bool {
	return t.each(b, MinTRES, func(k TRES, bound int64) bool { return t.asked.Amounts[k] < bound && t.found(0, t.asked.Amounts[k]) })
}
