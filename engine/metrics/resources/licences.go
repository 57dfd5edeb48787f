package resources

import "backfill/engine"

// LicenceUse is what became of one licence of a farm, as step functions of time like metrics.Series.
type LicenceUse struct {
	At     []engine.Time // strictly increasing: instants at which one of the two changed
	InUse  []int32       // copies, one on each computer on which a running job needs it
	Wanted []int32       // jobs that wait or run and need it
}

// LicenceUses follows every licence of a farm, in their order; nil on other machines. O(jobs,
// segments and changes), and as much as Workload.ReadyOrder.
func LicenceUses(o *engine.Outcome) []LicenceUse {
	if len(o.Copies) == 0 || o.Workload.Licences == nil {
		return nil
	}
	w := o.Workload
	uses := make([]LicenceUse, len(o.Copies))
	type count struct{ inUse, wanted int32 }
	now := make([]count, len(uses))
	running := make([]int32, len(uses)*len(o.Lanes)) // jobs that need a licence, by licence and computer
	var changed engine.Licences
	run := func(s engine.Segment, by int32) {
		for l := range w.Needs(s.Job).Each {
			jobs := &running[l*len(o.Lanes)+int(s.Lane)]
			if *jobs += by; *jobs == max(by, 0) {
				now[l].inUse += by
				changed |= 1 << l
			}
		}
	}
	want := func(j, by int32) {
		for l := range w.Needs(j).Each {
			now[l].wanted += by
			changed |= 1 << l
		}
	}
	order := o.ReadyOrder()
	came, began, stopped, ended := 0, 0, 0, 0
	for {
		at := engine.Never
		var j int32
		for ; came < len(o.Start); came++ {
			if j = int32(came); order != nil {
				j = order[came]
			}
			if o.State[j] != engine.Refused && o.Submitted(j) >= 0 {
				at = o.Ready(j)
				break
			}
		}
		arrives := at
		if began < len(o.Segments) {
			at = min(at, o.Segments[began].From)
		}
		if stopped < len(o.SegmentOrder) {
			at = min(at, o.Segments[o.SegmentOrder[stopped]].To)
		}
		if ended < len(o.EndOrder) {
			at = min(at, o.End[o.EndOrder[ended]])
		}
		if at == engine.Never {
			return uses
		}
		if arrives == at {
			want(j, 1)
			came++
		}
		// Segments begin before others end, so that none is missed that lasts for no time.
		for ; began < len(o.Segments) && o.Segments[began].From == at; began++ {
			run(o.Segments[began], 1)
		}
		for ; stopped < len(o.SegmentOrder) && o.Segments[o.SegmentOrder[stopped]].To == at; stopped++ {
			run(o.Segments[o.SegmentOrder[stopped]], -1)
		}
		for ; ended < len(o.EndOrder) && o.End[o.EndOrder[ended]] == at; ended++ {
			want(o.EndOrder[ended], -1)
		}
		for l := range changed.Each {
			uses[l].note(at, now[l].inUse, now[l].wanted)
		}
		changed = 0
	}
}

// note takes down what holds from an instant on, whatever was noted of it before.
func (u *LicenceUse) note(at engine.Time, inUse, wanted int32) {
	if n := len(u.At); n > 0 && u.At[n-1] == at {
		u.InUse[n-1], u.Wanted[n-1] = inUse, wanted
		return
	}
	u.At, u.InUse, u.Wanted = append(u.At, at), append(u.InUse, inUse), append(u.Wanted, wanted)
}
