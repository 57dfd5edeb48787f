package wire

import (
	"fmt"
	"math"

	"backfill/engine"
)

// EncodeDecisions writes a record of decisions.
func EncodeDecisions(decisions []engine.Decision) []byte {
	p := &packer{}
	packDecisions(p, decisions)
	return p.bytes()
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

func packDecisions(p *packer, decisions []engine.Decision) {
	n := len(decisions)
	rule := make([]engine.Rule, n)
	small := [18][]int32{}
	for i := range small {
		small[i] = make([]int32, n)
	}
	licences, priority := make([]engine.Licences, n), make([]float64, n)
	times := [3][]engine.Time{}
	for i := range times {
		times[i] = make([]engine.Time, n)
	}
	for i, d := range decisions {
		rule[i] = d.Rule
		small[0][i], small[1][i], small[2][i], small[3][i], small[4][i] = d.Job, d.Blocker, d.Extra, d.Free, d.Times
		small[5][i], small[6][i] = d.Skips, d.MaxSkip
		small[7][i], small[8][i], small[9][i], small[10][i] = d.Chosen, d.Others, d.Used, d.With
		small[11][i], small[12][i] = d.Lane, d.ExtraMemory
		small[13][i], small[14][i], small[15][i], small[16][i] = d.Room.Lane, d.Room.Processors, d.Room.Memory, d.Room.Component
		small[17][i], priority[i] = d.Rank, d.Priority
		licences[i] = d.Room.Licences
		times[0][i], times[1][i], times[2][i] = d.At, d.Until, d.Shadow
	}
	pack(p, rule)
	for _, c := range small {
		pack(p, c)
	}
	pack(p, licences)
	pack(p, priority)
	for _, c := range times {
		pack(p, c)
	}
}

// unpackDecisions reads decisions about n jobs.
func unpackDecisions(u *unpacker, n int) []engine.Decision {
	rule := unpack[engine.Rule](u)
	k := len(rule)
	job, blocker := column[int32](u, k), column[int32](u, k)
	extra, free := column[int32](u, k), column[int32](u, k)
	count, skips, maxSkip := column[int32](u, k), column[int32](u, k), column[int32](u, k)
	chosen, others := column[int32](u, k), column[int32](u, k)
	used, with := column[int32](u, k), column[int32](u, k)
	lane, extraMemory := column[int32](u, k), column[int32](u, k)
	roomLane, roomProcessors, roomMemory, roomComponent := column[int32](u, k), column[int32](u, k), column[int32](u, k), column[int32](u, k)
	rank := column[int32](u, k)
	licences, priority := column[engine.Licences](u, k), column[float64](u, k)
	at, until, shadow := column[engine.Time](u, k), column[engine.Time](u, k), column[engine.Time](u, k)
	for _, r := range rule {
		u.wants(r <= engine.Interrupted, "unknown rule of a decision")
	}
	u.wants(u.within(job, 0, n) && u.within(chosen, 0, n) && u.within(blocker, int(engine.NoJob), n), "a decision names a job that there is not")
	u.wants(u.within(lane, 0, math.MaxInt32) && u.within(roomLane, int(engine.NoLane), math.MaxInt32), "a decision names a lane that there cannot be")
	if u.err != nil || k == 0 {
		return nil
	}
	decisions := make([]engine.Decision, k)
	for i := range decisions {
		decisions[i] = engine.Decision{
			Reason: engine.Reason{Rule: rule[i], Blocker: blocker[i], Shadow: shadow[i], Extra: extra[i], Free: free[i],
				Skips: skips[i], MaxSkip: maxSkip[i], Chosen: chosen[i], Others: others[i], Used: used[i], With: with[i],
				Lane: lane[i], ExtraMemory: extraMemory[i],
				Room:     engine.Room{Lane: roomLane[i], Processors: roomProcessors[i], Memory: roomMemory[i], Licences: licences[i], Component: roomComponent[i]},
				Priority: priority[i], Rank: rank[i]},
			Job: job[i], At: at[i], Until: until[i], Times: count[i],
		}
	}
	return decisions
}
