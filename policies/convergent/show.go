package convergent

import (
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/machine/farm"
)

// show writes the matrix of the plan: what each heuristic, times its weight, adds to the
// priority of each pair.
func (p *Policy) show(m *engine.Matrix) {
	terms := len(Heuristics)
	m.Jobs, m.Plan = append([]int32{}, p.rows...), slices.Clone(p.plan)
	m.Lanes, m.Terms = len(p.now.Computers), make([]string, terms)
	m.Value = make([]float32, len(p.rows)*m.Lanes*terms)
	m.Where = make([]engine.Placement, len(p.rows))
	for i := range m.Value {
		m.Value[i] = float32(math.NaN())
	}
	for t, h := range Heuristics {
		m.Terms[t] = h.Term
		for row, j := range p.rows {
			job := p.jobs.of(j)
			m.Where[row] = job.Runs
			whole := p.all[t].Whole(&p.now, job)
			for at := range farm.Places(job.Affine) {
				value := p.all[t].Value(&p.now, job, at, p.now.remaining(job, at), whole)
				m.Value[(row*m.Lanes+int(at))*terms+t] = float32(p.Weights[t] * value)
			}
		}
	}
}
