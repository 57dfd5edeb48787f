package wire

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"backfill/engine"
	"backfill/ui/timeline"
)

// layoutHead is the part of a layout that is no column.
type layoutHead struct {
	Occupied int32            `json:"occupied"` // processors of the placement
	Rows     int32            `json:"rows"`
	Horizon  engine.Time      `json:"horizon"`
	Levels   []timeline.Scale `json:"levels"`
}

// maxLevels is more than a layout has: each is half as wide as the one before it.
const maxLevels = 32

// EncodeLayout writes the layout of outcome o.
func EncodeLayout(l *timeline.Layout, o *engine.Outcome) (Packed, error) {
	var levels []timeline.Scale
	for i := range l.Levels {
		levels = append(levels, l.Levels[i].Scale)
	}
	head, err := json.Marshal(layoutHead{Occupied: l.Processors, Rows: l.Rows, Horizon: l.Horizon, Levels: levels})
	if err != nil {
		return nil, fmt.Errorf("encode a layout: %w", err)
	}
	job := l.Job
	if slices.Equal(job, o.StartOrder) {
		job = nil
	}
	p := &packer{}
	pack(p, head)
	pack(p, job)
	pack(p, l.Starts)
	pack(p, l.Ends)
	pack(p, l.Marks)
	pack(p, l.Offset)
	pack(p, l.First)
	pack(p, l.Count)
	pack(p, l.Running.At)
	pack(p, l.Running.Offset)
	pack(p, l.Running.Piece)
	for i := range l.Levels {
		pack(p, l.Levels[i].Piece)
		pack(p, l.Levels[i].Busy)
	}
	return p.packed(), nil
}

// DecodeLayout reads what EncodeLayout wrote: a layout of outcome o. It calls step now and then, as DecodeOutcome does.
func DecodeLayout(b []byte, o *engine.Outcome, step func()) (*timeline.Layout, error) {
	u := newUnpacker(b)
	u.step = step
	head := unpack[byte](u)
	p := &timeline.Placement{Job: unpack[int32](u)}
	if p.Job == nil {
		p.Job = o.StartOrder
	}
	pieces := len(p.Job)
	u.wants(u.within(p.Job, 0, len(o.Start)), "a piece names a job that there is not")
	if p.Starts, p.Ends = optional[engine.Time](u, pieces), optional[engine.Time](u, pieces); p.Starts == nil {
		p.Ran = o
	}
	u.wants((p.Starts == nil) == (p.Ends == nil), "pieces that start or end, but not both")
	p.Marks = column[timeline.Mark](u, pieces)
	p.Offset, p.First = unpack[int32](u), unpack[int32](u)
	p.Count = column[int32](u, len(p.First))
	l := &timeline.Layout{Placement: p, Running: timeline.Running{At: unpack[int32](u), Offset: unpack[int32](u), Piece: unpack[int32](u)}}
	if u.err != nil {
		return nil, fmt.Errorf("decode a layout: %w", u.err)
	}
	var h layoutHead
	if err := json.Unmarshal(head, &h); err != nil {
		return nil, fmt.Errorf("decode a layout: %w", err)
	}
	u.wants(h.Rows >= 1 && h.Rows <= timeline.MaxRows && len(h.Levels) <= maxLevels, "impossible layout")
	for _, scale := range h.Levels {
		l.Levels = append(l.Levels, level(u, scale, h.Rows, pieces))
	}
	if err := u.end(); err != nil {
		return nil, fmt.Errorf("decode a layout: %w", err)
	}
	p.Machine, p.Processors, p.Bands, p.Horizon = o.Processors, h.Occupied, timeline.Bands(o.Lanes), h.Horizon
	l.Rows = h.Rows
	u.wants(p.Processors >= p.Machine, "impossible number of processors")
	step()
	u.wants(ascend(p.Offset, pieces, len(p.First)), "blocks of pieces out of order")
	step()
	u.wants(u.inside(p), "a block lies outside of the machine")
	step()
	u.wants(watches(&l.Running, pieces), "running pieces out of order")
	u.wants(u.within(l.Running.Piece, 0, pieces), "a piece runs that there is not")
	if err := u.end(); err != nil {
		return nil, fmt.Errorf("decode a layout: %w", err)
	}
	return l, nil
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

// inside says whether every block lies on the placement's processors.
func (u *unpacker) inside(p *timeline.Placement) bool {
	for from := 0; from < len(p.First); from += checkedAtOnce {
		to := min(from+checkedAtOnce, len(p.First))
		if !blocksInside(p.First[from:to], p.Count[from:to], p.Processors) {
			return false
		}
		u.step()
	}
	return true
}

// checkedAtOnce is how many blocks are checked in one call. In WebAssembly a function is compiled well for its next call only, so
// that a single long loop would end as slowly as it began.
const checkedAtOnce = 1 << 13

//go:noinline
func blocksInside(first, count []int32, processors int32) bool {
	for b := range first {
		if first[b] < 0 || count[b] < 1 || int64(first[b])+int64(count[b]) > int64(processors) {
			return false
		}
	}
	return true
}
