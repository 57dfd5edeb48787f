package wire

import (
	"fmt"

	"backfill/engine"
	"backfill/engine/drawings"
)

// EncodeDrawings writes the waits of jobs in drawings, which have the same jobs.
func EncodeDrawings(all []drawings.Waits) Packed {
	p := &packer{}
	pack(p, []int32{int32(len(all))})
	var waits drawings.Waits
	for _, of := range all {
		waits = append(waits, of...)
	}
	pack(p, waits)
	return p.packed()
}

// DecodeDrawings reads what EncodeDrawings wrote, of so many drawings of so many jobs. The waits share the buffer's memory.
func DecodeDrawings(b []byte, count, jobs int) ([]drawings.Waits, error) {
	u := newUnpacker(b)
	n := column[int32](u, 1)
	u.wants(n == nil || int(n[0]) == count, "other drawings than were asked for")
	waits := column[engine.Time](u, count*jobs)
	for _, wait := range waits {
		u.wants(wait >= drawings.Unknown, "an impossible wait")
	}
	if err := u.end(); err != nil {
		return nil, fmt.Errorf("decode drawings: %w", err)
	}
	all := make([]drawings.Waits, count)
	for i := range all {
		all[i] = take(&waits, jobs)
	}
	return all, nil
}
