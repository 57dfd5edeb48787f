package wire

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/engine/metrics/stats"
	"backfill/engine/steps"
	"backfill/ui/result"
)

// A run travels in three parts, so that a worker need not hold all of them at once: the outcome with what sums it up, the
// series, and the layout.

// runHead is the part of an outcome that is no column.
type runHead struct {
	Label    string              `json:"label"`
	Kind     string              `json:"kind"`
	Shadow   bool                `json:"shadow"`
	Groups   []metrics.Breakdown `json:"groups"`
	Warnings []string            `json:"warnings"`

	Processors   int32              `json:"processors"` // of the machine
	Unit         int32              `json:"unit"`
	Lanes        []engine.Lane      `json:"lanes"`
	VariableRate bool               `json:"paced"`
	Sharing      *engine.Sharing    `json:"sharing"`
	Partitions   []engine.Partition `json:"partitions,omitempty"`
	Notes        []string           `json:"notes"` // warnings of the outcome
	Refusals     []string           `json:"refusals,omitempty"`
	Waiting      []bool             `json:"waiting,omitempty"` // by refusal: Refusal.Waits
	Plans        int                `json:"plans"`             // Outcome.PlanCount
	PlanTime     time.Duration      `json:"planTime"`
}

// EncodeOutcome writes what one policy made of a workload, without the workload, the series, the layout and
// the time that it took, which is part of the Answer.
func EncodeOutcome(r *result.Run) (Packed, error) {
	o := r.Outcome
	reasons, waiting, refused := packedRefusals(o.WhyRefused)
	head, err := json.Marshal(runHead{
		Label: r.Label, Kind: r.Kind, Shadow: r.Shadow, Groups: r.Groups, Warnings: r.Warnings,
		Processors: o.Processors, Unit: o.Unit, Lanes: o.Lanes, Partitions: o.Partitions, VariableRate: o.VariableRate, Sharing: o.Sharing, Notes: o.Warnings, Refusals: reasons, Waiting: waiting,
		Plans: o.PlanCount, PlanTime: o.PlanTime,
	})
	if err != nil {
		return nil, fmt.Errorf("encode an outcome: %w", err)
	}
	p := &packer{}
	pack(p, head)
	pack(p, r.Metrics)
	for i := range r.Owners {
		packOwners(p, &r.Owners[i])
	}
	for _, d := range []stats.Distribution{r.Wait, r.Slowdown} {
		pack(p, d.Value)
		pack(p, d.Share)
	}
	pack(p, o.Submit)
	pack(p, o.Start)
	pack(p, o.End)
	pack(p, o.State)
	pack(p, bytesOfBools(o.Overtook))
	pack(p, o.StartOrder)
	pack(p, o.EndOrder)
	pack(p, o.Lane)
	packRows(p, o.Pieces)
	pack(p, o.PieceEnd)
	pack(p, o.Partition)
	packStopped(p, o)
	packSegments(p, o)
	pack(p, o.Sizes)
	pack(p, o.Fates)
	pack(p, o.Belief)
	packRows(p, o.Corrections)
	packRows(p, o.Stranded)
	pack(p, refused)
	packRows(p, o.WhyLeft)
	packRows(p, o.Decisions)
	return p.packed(), nil
}

// DecodeOutcome reads what EncodeOutcome wrote: a run of workload w that lacks its series and its layout. It calls step
// now and then, which may let others go on: a million jobs take a while.
func DecodeOutcome(b []byte, w *engine.Workload, step func()) (*result.Run, error) {
	u := newUnpacker(b)
	u.step = step
	head := unpack[byte](u)
	summary := column[float64](u, len(metrics.Descriptions))
	var owners [metrics.NumOwners]metrics.Owners
	for i := range owners {
		owners[i] = unpackOwners(u)
	}
	wait, slowdown := distribution(u), distribution(u)
	n := len(w.Jobs)
	o := &engine.Outcome{
		Workload: w,
		Submit:   optional[engine.Time](u, n),
		Start:    column[engine.Time](u, n), End: column[engine.Time](u, n),
		State: column[engine.JobState](u, n),
	}
	overtook := column[uint8](u, n)
	o.StartOrder, o.EndOrder = unpack[int32](u), unpack[int32](u)
	for _, order := range [][]int32{o.StartOrder, o.EndOrder} {
		u.wants(len(order) <= n && u.within(order, 0, n), "an order names jobs that there are not")
	}
	o.Lane = optional[int32](u, n)
	unpackPieces(u, o)
	o.Partition = optional[int32](u, n)
	unpackStopped(u, o)
	unpackSegments(u, o)
	o.Sizes, o.Fates = optional[int32](u, n), unpack[engine.CommandFate](u)
	u.wants(o.Fates == nil || len(o.Fates) == len(w.Commands), "another number of commands than the workload has")
	for _, fate := range o.Fates {
		u.wants(fate <= engine.RefusedNeverRan, "unknown fate of a command")
	}
	o.Belief, o.Corrections = optional[engine.Time](u, n), unpackRows[engine.Correction](u)
	for _, c := range o.Corrections {
		u.wants(o.Belief != nil && c.Job >= 0 && int(c.Job) < n && c.At >= 0 && c.Belief > 0, "an impossible correction of a belief")
	}
	o.Stranded = unpackStranded(u)
	for _, state := range o.State {
		u.wants(state <= engine.Cancelled, "unknown state of a job")
	}
	refused := unpack[int32](u)
	o.WhyLeft = unpackLeft(u, n)
	o.Decisions = unpackDecisions(u, n)
	if err := u.end(); err != nil {
		return nil, fmt.Errorf("decode an outcome: %w", err)
	}
	var h runHead
	if err := json.Unmarshal(head, &h); err != nil {
		return nil, fmt.Errorf("decode an outcome: %w", err)
	}
	o.Processors, o.Unit, o.Lanes, o.Partitions, o.VariableRate, o.Warnings = h.Processors, h.Unit, h.Lanes, h.Partitions, h.VariableRate, h.Notes
	o.WhyRefused = refusalsOf(u, h.Refusals, h.Waiting, refused, n)
	o.Sharing, o.PlanCount, o.PlanTime = h.Sharing, h.Plans, h.PlanTime
	u.wants(o.Processors >= 1 && o.Unit >= 1, "impossible number of processors")
	u.wants(o.Sharing == nil || o.Pieces != nil, "lanes share, but nothing lies in them")
	u.wants(o.PlanCount >= len(o.Plans) && o.PlanTime >= 0, "another number of plans")
	u.wants(divide(o), "lanes that are not parts of the machine")
	u.wants(liesOver(o), "partitions that do not lie over the lanes")
	if err := u.end(); err != nil {
		return nil, fmt.Errorf("decode an outcome: %w", err)
	}
	o.Overtook = boolsOf(overtook)
	step()
	return &result.Run{
		Label: h.Label, Kind: h.Kind, Shadow: h.Shadow, Outcome: o,
		Metrics: summary, Groups: h.Groups, Owners: owners, Wait: wait, Slowdown: slowdown,
		Warnings: h.Warnings,
	}, nil
}

// packOwners adds what came of the jobs of each user, group or queue.
func packOwners(p *packer, t *metrics.Owners) {
	pack(p, t.Number)
	pack(p, t.Jobs)
	pack(p, t.Unended)
	pack(p, t.Killed)
	pack(p, t.Cancelled)
	pack(p, t.Work)
	pack(p, t.Wait)
	pack(p, t.P95Wait)
}

// unpackOwners reads what packOwners wrote.
func unpackOwners(u *unpacker) metrics.Owners {
	t := metrics.Owners{Number: unpack[int32](u)}
	n := len(t.Number)
	t.Jobs, t.Unended, t.Killed, t.Cancelled = column[int32](u, n), column[int32](u, n), column[int32](u, n), column[int32](u, n)
	t.Work, t.Wait, t.P95Wait = column[float64](u, n), column[float64](u, n), column[float64](u, n)
	return t
}

// EncodeSeries writes what the machine and the queue did.
func EncodeSeries(s metrics.Series) Packed {
	p := &packer{}
	pack(p, s.At.After)
	pack(p, s.At.Begin)
	pack(p, s.At.First)
	for _, c := range []*steps.Counts{&s.Busy, &s.Queue, &s.Memory, &s.GPUs, &s.Conflicts} {
		pack(p, c.Least)
		pack(p, c.Bytes)
		pack(p, c.Words)
		pack(p, c.Longs)
	}
	return p.packed()
}

// DecodeSeries reads what EncodeSeries wrote.
func DecodeSeries(b []byte) (metrics.Series, error) {
	u := newUnpacker(b)
	s := metrics.Series{At: steps.Instants{After: unpack[uint32](u), Begin: unpack[engine.Time](u)}}
	n := len(s.At.After)
	s.At.First = column[int32](u, len(s.At.Begin))
	u.wants(stretched(&s.At), "instants out of order")
	for i, c := range []*steps.Counts{&s.Busy, &s.Queue, &s.Memory, &s.GPUs, &s.Conflicts} {
		c.Least, c.Bytes, c.Words, c.Longs = unpack[int32](u), unpack[uint8](u), unpack[uint16](u), unpack[uint32](u)
		there := 0
		for _, present := range []bool{c.Bytes != nil, c.Words != nil, c.Longs != nil} {
			if present {
				there++
			}
		}
		mayMiss := i >= 2 // Memory and what follows
		u.wants(there == 1 && c.Len() == n || there == 0 && mayMiss, "columns differ in length")
		u.wants(len(c.Least) == (c.Len()+steps.Block-1)/steps.Block, "another number of blocks than counts have")
	}
	if err := u.end(); err != nil {
		return metrics.Series{}, fmt.Errorf("decode series: %w", err)
	}
	return s, nil
}

// stretched says whether the stretches of instants are parts of them, one behind the other.
func stretched(x *steps.Instants) bool {
	for s, first := range x.First {
		if first < 0 || int(first) >= x.Len() || x.After[first] != 0 || s > 0 && (x.First[s-1] >= first || x.Begin[s-1] >= x.Begin[s]) {
			return false
		}
	}
	return x.Len() == 0 || len(x.First) > 0 && x.First[0] == 0
}

// distribution is the next two sections.
func distribution(u *unpacker) stats.Distribution {
	d := stats.Distribution{Value: unpack[float64](u)}
	d.Share = column[float64](u, len(d.Value))
	return d
}

// column is the next section, which has n entries.
func column[T element](u *unpacker, n int) []T {
	c := unpack[T](u)
	u.wants(len(c) == n, "columns differ in length")
	if u.err != nil {
		return nil
	}
	return c
}

// packedRefusals are the different reasons for which jobs were refused, whether those wait for ever, and of each refused job its row and the place of
// its reason.
func packedRefusals(list []engine.Refusal) (reasons []string, waiting []bool, refused []int32) {
	places := map[engine.Refusal]int32{} // without its job
	for _, r := range list {
		key := engine.Refusal{Why: r.Why, Waits: r.Waits}
		at, known := places[key]
		if !known {
			at = int32(len(reasons))
			places[key] = at
			reasons, waiting = append(reasons, r.Why), append(waiting, r.Waits)
		}
		refused = append(refused, r.Job, at)
	}
	return reasons, waiting, refused
}

// refusalsOf are the refusals that packedRefusals packed, of n jobs.
func refusalsOf(u *unpacker, reasons []string, waiting []bool, refused []int32, n int) (list []engine.Refusal) {
	u.wants(len(refused)%2 == 0, "half a refusal")
	u.wants(len(waiting) == len(reasons), "a refusal of which is not said whether the job waits")
	for i := 0; i+1 < len(refused) && u.err == nil; i += 2 {
		job, at := refused[i], refused[i+1]
		u.wants(job >= 0 && int(job) < n && (len(list) == 0 || job > list[len(list)-1].Job) && at >= 0 && int(at) < len(reasons), "an impossible refusal")
		if u.err == nil {
			list = append(list, engine.Refusal{Job: job, Why: reasons[at], Waits: waiting[at]})
		}
	}
	return list
}

// unpackLeft reads which of n jobs wait for ever, and over which limit.
func unpackLeft(u *unpacker, n int) []engine.Left {
	list := unpackRows[engine.Left](u)
	for i := range list {
		l := &list[i]
		u.wants(l.Job >= 0 && int(l.Job) < n && (i == 0 || l.Job > list[i-1].Job) && l.Limit > 0 && int(l.Limit) < len(engine.LimitNames), "a job left over an impossible limit")
	}
	return list
}

// unpackStranded reads what was free and what was stranded.
func unpackStranded(u *unpacker) []engine.StrandedStep {
	list := unpackRows[engine.StrandedStep](u)
	for i, step := range list {
		u.wants(step.At >= 0 && (i == 0 || list[i-1].At < step.At), "what is stranded is out of order")
		for _, amount := range step.Of {
			u.wants(amount.Stranded >= 0 && amount.Stranded <= amount.Free, "more is stranded than is free")
		}
	}
	return list
}

// divide says whether the lanes of an outcome make up its machine, and every job lies in
// one of them, in several or in none.
func divide(o *engine.Outcome) bool {
	if (o.Lanes == nil) != (o.Lane == nil && o.Pieces == nil) {
		return false
	}
	processors := int64(0)
	for _, lane := range o.Lanes {
		if lane.Processors < 1 || lane.Memory < 0 || lane.Speed < 0 || lane.GPUs < 0 {
			return false
		}
		processors += int64(lane.Processors)
	}
	for _, lane := range o.Lane {
		if lane < engine.NoLane || int(lane) >= len(o.Lanes) {
			return false
		}
	}
	for _, segment := range o.Segments {
		if segment.Lane < 0 || int(segment.Lane) >= len(o.Lanes) {
			return false
		}
	}
	impossible := func(piece engine.Piece) bool {
		return piece.Lane < 0 || int(piece.Lane) >= len(o.Lanes) || piece.Processors < 1 || piece.Processors > o.Lanes[piece.Lane].Processors ||
			piece.First < -1 || int64(piece.First)+int64(piece.Processors) > int64(o.Processors)
	}
	if slices.ContainsFunc(o.Pieces, impossible) || slices.ContainsFunc(o.Stopped, func(run engine.Run) bool { return slices.ContainsFunc(run.Pieces, impossible) }) {
		return false
	}
	return o.Lanes == nil || processors == int64(o.Processors)
}

// unpackPieces reads where jobs with pieces ran.
func unpackPieces(u *unpacker, o *engine.Outcome) {
	o.Pieces, o.PieceEnd = unpackRows[engine.Piece](u), unpack[int32](u)
	u.wants(o.Pieces != nil || o.PieceEnd == nil, "ends of pieces that there are not")
	u.wants(o.Pieces == nil || len(o.PieceEnd) == len(o.StartOrder) && ascend(append([]int32{0}, o.PieceEnd...), len(o.PieceEnd), len(o.Pieces)), "pieces out of order")
}

// liesOver says whether the partitions of an outcome are sets of its lanes, and every job ran in one of them or in none.
func liesOver(o *engine.Outcome) bool {
	if (o.Partitions == nil) != (o.Partition == nil) {
		return false
	}
	for _, p := range o.Partitions {
		for i, lane := range p.Lanes {
			if lane < 0 || int(lane) >= len(o.Lanes) || i > 0 && lane <= p.Lanes[i-1] {
				return false
			}
		}
	}
	for _, p := range o.Partition {
		if p < engine.NoPartition || int(p) >= len(o.Partitions) {
			return false
		}
	}
	return !slices.ContainsFunc(o.Stopped, func(run engine.Run) bool {
		return run.Partition < engine.NoPartition || int(run.Partition) >= len(o.Partitions)
	})
}
