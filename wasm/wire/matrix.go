package wire

import (
	"fmt"
	"strings"

	"backfill/engine"
	"backfill/engine/machine/farm"
)

// mostTerms is more than a policy adds up.
const mostTerms = 64

// EncodeMatrix writes the matrix of a plan.
func EncodeMatrix(m *engine.Matrix) Packed {
	p := &packer{}
	pack(p, []engine.Time{m.At})
	pack(p, []int32{int32(m.Lanes)})
	pack(p, []byte(strings.Join(m.Terms, "\n")))
	pack(p, m.Jobs)
	pack(p, m.Value)
	pack(p, m.Where)
	pack(p, m.Plan)
	return p.packed()
}

// DecodeMatrix reads what EncodeMatrix wrote: a matrix of jobs of w. It shares b's memory.
func DecodeMatrix(b []byte, w *engine.Workload) (*engine.Matrix, error) {
	u := newUnpacker(b)
	at, lanes := column[engine.Time](u, 1), column[int32](u, 1)
	terms := unpack[byte](u)
	m := &engine.Matrix{Jobs: unpack[int32](u)}
	n := len(m.Jobs)
	m.Value = unpack[float32](u)
	m.Where, m.Plan = optional[engine.Placement](u, n), optional[engine.Placement](u, n)
	u.wants(u.within(m.Jobs, 0, len(w.Jobs)), "a row of a job that there is not")
	if u.err == nil {
		m.At, m.Lanes = at[0], int(lanes[0])
		if len(terms) > 0 {
			m.Terms = strings.Split(string(terms), "\n")
		}
		u.wants(m.At >= 0 && m.Lanes >= 0 && m.Lanes <= farm.MaxComputers && len(m.Terms) <= mostTerms, "a matrix of a size that there is not")
		u.wants(len(m.Value) == n*m.Lanes*len(m.Terms), "a matrix without some of its values")
		u.wants(n == 0 || len(m.Where) == n && len(m.Plan) == n, "rows without their places")
		for _, places := range [][]engine.Placement{m.Where, m.Plan} {
			for _, p := range places {
				u.wants(p >= engine.NoPlace && int(p) < m.Lanes, "a place that there is not")
			}
		}
	}
	if err := u.end(); err != nil {
		return nil, fmt.Errorf("decode a matrix: %w", err)
	}
	return m, nil
}
