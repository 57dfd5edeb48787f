package export

import (
	"fmt"

	"backfill/engine"
)

// tracks are the threads of a schedule in a trace: those of a band of processors follow each
// other, the first of them for all that do not overlap, the others for what does.
type tracks struct {
	lanes []engine.Lane
	all   int32                 // processors
	width int32                 // of a band
	free  map[int][]engine.Time // by band: from when on each of its tracks is
}

func newTracks(s *Traced) *tracks {
	t := &tracks{lanes: s.Outcome.Lanes, all: s.Blocks.Processors, width: 1, free: map[int][]engine.Time{}}
	if t.all > mostTracks {
		t.width = (t.all + mostTracks - 1) / mostTracks
	}
	return t
}

// take is the thread of a block whose first processor is given, and whether it is new. Blocks come by their start.
func (t *tracks) take(first int32, start, end engine.Time) (tid int, fresh bool) {
	band := int(first / t.width)
	list := t.free[band]
	slot := 0
	for slot < len(list) && list[slot] > start {
		slot++
	}
	if slot == len(list) {
		list, fresh = append(list, 0), true
		t.free[band] = list
	}
	list[slot] = end
	return band*int(t.width) + slot + 1, fresh
}

// name is what a thread is called: "processor 3", "processor 3 of host 1" or "processors 8 to 15 (2)".
func (t *tracks) name(tid int) string {
	i := int32(tid - 1)
	if t.width > 1 {
		first := i / t.width * t.width
		name := fmt.Sprintf("processors %d to %d", first, min(first+t.width, t.all)-1)
		if slot := i % t.width; slot > 0 {
			name += fmt.Sprintf(" (%d)", slot+1)
		}
		return name
	}
	above := int32(0)
	for _, lane := range t.lanes {
		if i < above+lane.Processors {
			return fmt.Sprintf("%s, processor %d", lane.Name, i)
		}
		above += lane.Processors
	}
	return fmt.Sprintf("processor %d", i)
}
