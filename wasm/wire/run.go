package wire

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/ui"
	"backfill/ui/timeline"
)

// runHead is the part of a run that is no column.
type runHead struct {
	Label    string              `json:"label"`
	Kind     string              `json:"kind"`
	Groups   []metrics.Breakdown `json:"groups"`
	Warnings []string            `json:"warnings"`

	Processors int32           `json:"processors"` // of the machine
	Unit       int32           `json:"unit"`
	Lanes      []engine.Lane   `json:"lanes"`
	Paced      bool            `json:"paced"`
	Sharing    *engine.Sharing `json:"sharing"`
	Notes      []string        `json:"notes"` // warnings of the outcome
	Plans      int             `json:"plans"` // Outcome.PlanCount
	PlanTime   time.Duration   `json:"planTime"`

	Occupied int32            `json:"occupied"` // processors of the placement
	Rows     int32            `json:"rows"`
	Levels   []timeline.Scale `json:"levels"`
}

// maxLevels is more than a layout has: each is half as wide as the one before it.
const maxLevels = 32

// EncodeRun writes what one policy made of a workload, without the workload and
// the time that it took, which is part of the Answer.
func EncodeRun(r *ui.Run) (Packed, error) {
	o, l := r.Outcome, r.Layout
	var levels []timeline.Scale
	for i := range l.Levels {
		levels = append(levels, l.Levels[i].Scale)
	}
	head, err := json.Marshal(runHead{
		Label: r.Label, Kind: r.Kind, Groups: r.Groups, Warnings: r.Warnings,
		Processors: o.Processors, Unit: o.Unit, Lanes: o.Lanes, Paced: o.Paced, Sharing: o.Sharing, Notes: o.Warnings,
		Plans: o.PlanCount, PlanTime: o.PlanTime,
		Occupied: l.Processors, Rows: l.Rows, Levels: levels,
	})
	if err != nil {
		return nil, fmt.Errorf("encode a run: %w", err)
	}
	p := &packer{}
	pack(p, head)
	pack(p, r.Metrics)
	for _, d := range []metrics.Distribution{r.Wait, r.Slowdown} {
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
	packPieces(p, o)
	packStints(p, o)
	pack(p, o.Sizes)
	pack(p, o.Fates)

	pack(p, l.Job)
	pack(p, l.Start)
	pack(p, l.End)
	pack(p, l.Marks)
	pack(p, l.Offset)
	pack(p, l.First)
	pack(p, l.Count)
	pack(p, l.Running.At)
	pack(p, l.Running.Offset)
	pack(p, l.Running.Piece)
	pack(p, r.Series.At)
	pack(p, r.Series.Busy)
	pack(p, r.Series.Queue)
	pack(p, r.Series.Memory)
	pack(p, r.Series.Conflicts)
	packDecisions(p, o.Decisions)
	for i := range l.Levels {
		pack(p, l.Levels[i].Piece)
		pack(p, l.Levels[i].Busy)
	}
	return p.packed(), nil
}

// DecodeRun reads what EncodeRun wrote: a run of workload w. It calls step now and
// then, which may let others go on: a million jobs take a while.
func DecodeRun(b []byte, w *engine.Workload, step func()) (*ui.Run, error) {
	u := newUnpacker(b)
	u.step = step
	head := unpack[byte](u)
	summary := column[float64](u, len(metrics.Descriptions))
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
	unpackStints(u, o)
	o.Sizes, o.Fates = optional[int32](u, n), unpack[engine.CommandFate](u)
	u.wants(o.Fates == nil || len(o.Fates) == len(w.Commands), "another number of commands than the workload has")
	for _, fate := range o.Fates {
		u.wants(fate <= engine.RefusedNeverRan, "unknown fate of a command")
	}
	for _, state := range o.State {
		u.wants(state <= engine.Refused, "unknown state of a job")
	}

	p := &timeline.Placement{Job: unpack[int32](u)}
	pieces := len(p.Job)
	u.wants(u.within(p.Job, 0, n), "a piece names a job that there is not")
	p.Start, p.End = column[engine.Time](u, pieces), column[engine.Time](u, pieces)
	p.Marks = column[timeline.Mark](u, pieces)
	p.Offset, p.First = unpack[int32](u), unpack[int32](u)
	p.Count = column[int32](u, len(p.First))
	l := &timeline.Layout{Placement: p, Running: timeline.Running{At: unpack[int32](u), Offset: unpack[int32](u), Piece: unpack[int32](u)}}

	series := metrics.Series{At: unpack[engine.Time](u)}
	series.Busy, series.Queue = column[int32](u, len(series.At)), column[int32](u, len(series.At))
	series.Memory = optional[int32](u, len(series.At))
	series.Conflicts = optional[int32](u, len(series.At))
	o.Decisions = unpackDecisions(u, n)
	if u.err != nil {
		return nil, fmt.Errorf("decode a run: %w", u.err)
	}

	var h runHead
	if err := json.Unmarshal(head, &h); err != nil {
		return nil, fmt.Errorf("decode a run: %w", err)
	}
	u.wants(h.Rows >= 1 && h.Rows <= timeline.MaxRows && len(h.Levels) <= maxLevels, "impossible layout")
	for _, scale := range h.Levels {
		l.Levels = append(l.Levels, level(u, scale, h.Rows, pieces))
	}
	if err := u.end(); err != nil {
		return nil, fmt.Errorf("decode a run: %w", err)
	}
	o.Processors, o.Unit, o.Lanes, o.Paced, o.Warnings = h.Processors, h.Unit, h.Lanes, h.Paced, h.Notes
	o.Sharing, o.PlanCount, o.PlanTime = h.Sharing, h.Plans, h.PlanTime
	u.wants(o.Sharing == nil || o.Pieces != nil, "lanes share, but nothing lies in them")
	u.wants(o.PlanCount >= len(o.Plans) && o.PlanTime >= 0, "another number of plans")
	u.wants(divide(o), "lanes that are not parts of the machine")
	o.Overtook = boolsOf(overtook)
	step()
	p.Machine, p.Processors, p.Bands = h.Processors, h.Occupied, timeline.Bands(h.Lanes)
	l.Rows = h.Rows
	u.wants(o.Processors >= 1 && o.Unit >= 1 && p.Processors >= o.Processors, "impossible number of processors")
	u.wants(ascend(p.Offset, pieces, len(p.First)), "blocks of pieces out of order")
	step()
	u.wants(inside(p), "a block lies outside of the machine")
	step()
	u.wants(watches(&l.Running, pieces), "running pieces out of order")
	u.wants(u.within(l.Running.Piece, 0, pieces), "a piece runs that there is not")
	if err := u.end(); err != nil {
		return nil, fmt.Errorf("decode a run: %w", err)
	}
	return &ui.Run{
		Label: h.Label, Kind: h.Kind, Outcome: o, Layout: l, Series: series,
		Metrics: summary, Groups: h.Groups, Wait: wait, Slowdown: slowdown,
		Warnings: h.Warnings,
	}, nil
}

// distribution is the next two sections.
func distribution(u *unpacker) metrics.Distribution {
	d := metrics.Distribution{Value: unpack[float64](u)}
	d.Share = column[float64](u, len(d.Value))
	return d
}

// watches says whether r tells who runs at some of so many pieces' starts, the first among them.
func watches(r *timeline.Running, pieces int) bool {
	if !ascend(r.Offset, len(r.At), len(r.Piece)) || (len(r.At) > 0) != (pieces > 0) {
		return false
	}
	for i, p := range r.At {
		if int(p) >= pieces || i == 0 && p != 0 || i > 0 && p <= r.At[i-1] {
			return false
		}
	}
	return true
}

// level is one level of detail of a layout of so many rows and pieces.
func level(u *unpacker, scale timeline.Scale, rows int32, pieces int) timeline.Level {
	u.wants(scale.Width >= 1 && scale.Width <= math.MaxInt32 && scale.T0 < scale.T1, "a level without width")
	if u.err != nil {
		return timeline.Level{}
	}
	bins := int(rows) * scale.Width
	l := timeline.Level{Scale: scale, Piece: column[int32](u, bins), Busy: column[uint8](u, bins)}
	u.wants(u.within(l.Piece, -1, pieces), "a level names a piece that there is not")
	return l
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

// divide says whether the lanes of an outcome make up its machine, and every job lies in
// one of them, in several or in none.
func divide(o *engine.Outcome) bool {
	if (o.Lanes == nil) != (o.Lane == nil && o.Pieces == nil) {
		return false
	}
	processors := int64(0)
	for _, lane := range o.Lanes {
		if lane.Processors < 1 || lane.Memory < 0 || lane.Speed < 0 {
			return false
		}
		processors += int64(lane.Processors)
	}
	for _, lane := range o.Lane {
		if lane < engine.NoLane || int(lane) >= len(o.Lanes) {
			return false
		}
	}
	for _, stint := range o.Stints {
		if stint.Lane < 0 || int(stint.Lane) >= len(o.Lanes) {
			return false
		}
	}
	for _, piece := range o.Pieces {
		if piece.Lane < 0 || int(piece.Lane) >= len(o.Lanes) || piece.Processors < 1 || piece.Processors > o.Lanes[piece.Lane].Processors ||
			piece.First < -1 || int64(piece.First)+int64(piece.Processors) > int64(o.Processors) {
			return false
		}
	}
	return o.Lanes == nil || processors == int64(o.Processors)
}

// packPieces writes where jobs with pieces ran.
func packPieces(p *packer, o *engine.Outcome) {
	var lane, processors, first []int32
	if o.Pieces != nil {
		n := len(o.Pieces)
		lane, processors, first = make([]int32, n), make([]int32, n), make([]int32, n)
	}
	for i, piece := range o.Pieces {
		lane[i], processors[i], first[i] = piece.Lane, piece.Processors, piece.First
	}
	pack(p, lane)
	pack(p, processors)
	pack(p, first)
	pack(p, o.PieceEnd)
}

func unpackPieces(u *unpacker, o *engine.Outcome) {
	lane := unpack[int32](u)
	processors, first := column[int32](u, len(lane)), column[int32](u, len(lane))
	if o.PieceEnd = unpack[int32](u); lane == nil {
		u.wants(o.PieceEnd == nil, "ends of pieces that there are not")
		return
	}
	u.wants(len(o.PieceEnd) == len(o.StartOrder) && ascend(append([]int32{0}, o.PieceEnd...), len(o.PieceEnd), len(lane)), "pieces out of order")
	if u.err != nil {
		return
	}
	o.Pieces = make([]engine.Piece, len(lane))
	for i := range lane {
		o.Pieces[i] = engine.Piece{Lane: lane[i], Processors: processors[i], First: first[i]}
	}
}

// inside says whether every block lies on the placement's processors.
func inside(p *timeline.Placement) bool {
	for b := range p.First {
		if p.First[b] < 0 || p.Count[b] < 1 || int64(p.First[b])+int64(p.Count[b]) > int64(p.Processors) {
			return false
		}
	}
	return true
}
