package partitions

import "cmp"

// attemptBusy is attempt as Slurm's backfill scheduler plans with bf_busy_nodes: of each weight, the lowest first, nodes on which something runs are
// taken in the order of the configuration, then idle ones. If those on which something runs suffice, Slurm takes the first idle one of the weight
// nevertheless, with one task: the loop over them looks whether the job has enough only after it has taken a node.
//
// Source: plugins/select/cons_tres/job_test.c, _eval_nodes_busy; a run of Slurm 22.05.8 with bf_busy_nodes.
func (s *slurmChooser) attemptBusy(m *Machine, c *class, p *place) bool {
	s.taken = s.taken[:0]
	rest, left, nodes, most, gpus := c.processors, c.processors, p.least, p.most, c.demand.AllGPUs
	done := func() bool { return nodes <= 0 && rest <= 0 && gpus <= 0 }
	for weight, found := s.nextWeight(-1); found && !done(); weight, found = s.nextWeight(weight) {
		for _, idle := range [...]bool{false, true} {
			for i := range s.offers {
				o := &s.offers[i]
				if !o.within || o.weight != weight || (m.free[o.group] == m.empty[o.group]) != idle {
					continue
				}
				if most <= 0 {
					break
				}
				gives := o.cut
				if limit := left - max(nodes-1, 0); gives > limit {
					gives = max(limit, c.perTask)
					o.cut = gives
				}
				s.taken = append(s.taken, int32(i))
				gpus -= o.gpus
				rest -= gives
				left -= gives
				nodes--
				most--
				if done() {
					break
				}
			}
		}
	}
	return done()
}

// nextWeight is the lowest weight of an offer above one.
func (s *slurmChooser) nextWeight(above int32) (next int32, found bool) {
	for i := range s.offers {
		if w := s.offers[i].weight; w > above && (!found || cmp.Less(w, next)) {
			next, found = w, true
		}
	}
	return next, found
}
