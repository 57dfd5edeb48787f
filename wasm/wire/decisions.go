package wire

import (
	"fmt"

	"backfill/engine"
)

// EncodeDecisions writes a record of decisions.
func EncodeDecisions(decisions []engine.Decision) Packed {
	p := &packer{}
	packRows(p, decisions)
	return p.packed()
}

// DecodeDecisions reads what EncodeDecisions wrote: decisions about the jobs of w.
func DecodeDecisions(b []byte, w *engine.Workload) ([]engine.Decision, error) {
	u := newUnpacker(b)
	decisions := unpackDecisions(u, len(w.Jobs))
	if err := u.end(); err != nil {
		return nil, fmt.Errorf("decode decisions: %w", err)
	}
	return decisions, nil
}

// unpackDecisions reads decisions about n jobs.
func unpackDecisions(u *unpacker, n int) []engine.Decision {
	decisions := unpackRows[engine.Decision](u)
	u.checkDecisions(decisions, n)
	return decisions
}

// checkDecisions wants decisions that there can be, about n jobs.
func (u *unpacker) checkDecisions(decisions []engine.Decision, n int) {
	for i := range decisions {
		d := &decisions[i]
		u.wants(d.Rule <= engine.StartedByScript, "unknown rule of a decision")
		u.wants(isJob(d.Job, n) && isJob(d.Chosen, n) && (d.Blocker == engine.NoJob || isJob(d.Blocker, n)), "a decision names a job that there is not")
		u.wants(d.Plan <= engine.WithoutLicences && d.Limit >= 0 && int(d.Limit) < len(engine.LimitNames), "unknown words of a decision")
		u.wants(d.Lane >= 0 && d.LastLane >= 0 && d.Partition >= 0 && d.Room.Lane >= engine.NoLane, "a decision names a lane that there cannot be")
	}
}

// isJob says whether j is one of n jobs.
func isJob(j int32, n int) bool { return j >= 0 && int(j) < n }
