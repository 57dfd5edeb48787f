package engine

import "backfill/engine/profile"

// vainLook is the last look for a slot earlier than the one a job holds that found none. Jobs of the same user often ask for the same
// and wait one behind the other, so it answers for most that look next.
type vainLook struct {
	rises int64 // the profile's Rises then
	size  int32 // processors that the job occupies
	Slot        // that it kept
}

// rulesOut says that a job has no earlier slot than the one it holds, by that look and by what is free right before the slot. It does not
// always know.
//
// Let nothing have been given back since, and the job need no fewer processors for no shorter a time than the one that looked. Then
// nothing is free for it, from an instant before the other one's slot to its end, or the other one would have taken that. If its own slot
// begins before it could end when it began with the other one's, an earlier slot has to reach into its own, and the processors right
// before its own are free.
func (v *vainLook) rulesOut(p *profile.Profile, size int32, held Slot) bool {
	return v.rises == p.Rises && v.size <= size && v.Length <= held.Length && held.At < v.At+held.Length && p.At(held.At-1) < size
}
