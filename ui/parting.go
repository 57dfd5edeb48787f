package ui

import (
	"backfill/engine"
	"backfill/ui/explain"
)

// parting is the first instant at which two schedules of one workload part: at which a job starts
// or ends under one of them and not under the other, or starts at different places.
type parting struct {
	at    engine.Time // engine.Never: they do not
	how   howApart
	a, b  int32 // the job that shows it, as a row of either workload; engine.NoJob where there is none
	inB   bool  // it starts or ends then under the second
	other int   // jobs of which how and inB hold at that instant, too
}

// howApart is how two schedules part, those that tell more first.
type howApart uint8

const (
	startsApart howApart = iota + 1 // a job starts under one only
	elsewhere                       // it starts under both, but not at the same place
	endsApart                       // it ends, or is interrupted, under one only
)

// before says whether one parting is to be told rather than another: the earlier one, then the one
// that tells more, then that of a job that starts under the second schedule.
func (p parting) before(q parting) bool {
	switch {
	case p.at != q.at:
		return p.at < q.at
	case p.how != q.how:
		return p.how < q.how
	}
	return p.inB && !q.inB
}

// part finds where two schedules part; pairs are those of pairJobs. O(jobs + stints).
func part(a, b *engine.Outcome, pairs []int32) parting {
	first := parting{at: engine.Never, a: engine.NoJob, b: engine.NoJob}
	note := func(p parting) {
		switch {
		case p.at == engine.Never || first.before(p):
		case p.before(first):
			first = p
		default:
			first.other++
		}
	}
	inA, inB := staysOf(a), staysOf(b)
	paired := make([]bool, len(b.Start))
	for j, k := range pairs {
		if k == engine.NoJob {
			note(parting{at: begins(a, int32(j)), how: startsApart, a: int32(j), b: engine.NoJob})
			continue
		}
		paired[k] = true
		p := apartAt(a, b, inA(int32(j)), inB(k))
		p.a, p.b = int32(j), k
		note(p)
	}
	for k := range paired {
		if !paired[k] {
			note(parting{at: begins(b, int32(k)), how: startsApart, a: engine.NoJob, b: int32(k), inB: true})
		}
	}
	return first
}

// begins is when a job started first, Never if it did not.
func begins(o *engine.Outcome, j int32) engine.Time { return sometime(o.Start[j]) }

// sometime is an instant that -1 says will not come.
func sometime(at engine.Time) engine.Time {
	if at < 0 {
		return engine.Never
	}
	return at
}

// apartAt compares the stays of one job under two schedules.
func apartAt(a, b *engine.Outcome, inA, inB []engine.Stint) parting {
	for i := range max(len(inA), len(inB)) {
		x, y := engine.Stint{From: engine.Never, To: -1}, engine.Stint{From: engine.Never, To: -1}
		if i < len(inA) {
			x = inA[i]
		}
		if i < len(inB) {
			y = inB[i]
		}
		switch endX, endY := sometime(x.To), sometime(y.To); {
		case x.From != y.From:
			return parting{at: min(x.From, y.From), how: startsApart, inB: y.From < x.From}
		case a.Lane != nil && b.Lane != nil && explain.LaneName(a, x.Lane) != explain.LaneName(b, y.Lane):
			return parting{at: x.From, how: elsewhere, inB: true}
		case endX != endY:
			return parting{at: min(endX, endY), how: endsApart, inB: endY < endX}
		}
	}
	return parting{at: engine.Never}
}

// staysOf are the stretches in which each job ran, in the order of time: one, unless it was
// interrupted; none if it never started. What it returns is overwritten by the next call.
func staysOf(o *engine.Outcome) func(j int32) []engine.Stint {
	if o.Stints == nil {
		var one [1]engine.Stint
		return func(j int32) []engine.Stint {
			if o.Start[j] < 0 {
				return nil
			}
			one[0] = engine.Stint{Job: j, Lane: engine.NoLane, From: o.Start[j], To: o.End[j]}
			if o.Lane != nil {
				one[0].Lane = o.Lane[j]
			}
			return one[:]
		}
	}
	// A counting sort of the stints by job keeps the order of time.
	first := make([]int32, len(o.Start)+1)
	for i := range o.Stints {
		first[o.Stints[i].Job+1]++
	}
	for j := range o.Start {
		first[j+1] += first[j]
	}
	sorted, place := make([]engine.Stint, len(o.Stints)), append([]int32{}, first...)
	for i := range o.Stints {
		j := o.Stints[i].Job
		sorted[place[j]] = o.Stints[i]
		place[j]++
	}
	return func(j int32) []engine.Stint { return sorted[first[j]:first[j+1]] }
}
