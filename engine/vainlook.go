package engine

import "backfill/engine/profile"

// vainLook is the last look for a slot earlier than the one a job holds that found none. Jobs of the same user often ask for the same
// and wait one behind the other, so it answers for most that look next.
type vainLook struct {
	rises int64 // the profile's Rises then
	size  int32 // processors that the job occupies
	Slot        // that it kept
}

// rulesOut says that a job has no slot earlier than the one it holds. If it says false, that is not known.
//
// It holds where nothing has been given back since that look, and the job needs no fewer processors, for no shorter a time, than the one
// that looked. A slot that begins before the other one's would then have been taken by the other job, unless it reaches into the slot that
// the job holds itself. A slot that begins with the other one's or later reaches into it, too, if that begins before the job, started with the
// other one's slot, would end. And a slot that reaches into the held one needs the processors right before it.
func (v *vainLook) rulesOut(p *profile.Profile, size int32, held Slot) bool {
	return v.rises == p.Rises && v.size <= size && v.Length <= held.Length && held.At < v.At+held.Length && p.At(held.At-1) < size
}
