package engine

import "math/bits"

// Licences is a set of the licences that computers of a farm share: bit l stands for licence l+1.
type Licences uint64

// MaxLicences is how many different licences a farm may have.
const MaxLicences = 64

// Each goes through the licences of the set, numbered from 0, in ascending order.
func (set Licences) Each(yield func(l int) bool) {
	for ; set != 0; set &= set - 1 {
		if !yield(bits.TrailingZeros64(uint64(set))) {
			return
		}
	}
}

// Count is the number of licences in the set.
func (set Licences) Count() int { return bits.OnesCount64(uint64(set)) }

// SharingModel says how processes that ask for more than a node has are slowed down.
type SharingModel uint8

const (
	// NoSharing: they are not slowed down.
	NoSharing SharingModel = iota
	// SharedRate: while the penalty of a node is p, its processes do 1/(1+p) of the work in the
	// same time. A job ends when it has done its work on all its nodes.
	SharedRate
	// FirstOrder: the run time of a job is extended by its penalty, integrated over its first
	// Run; on several nodes by the largest extension.
	FirstOrder
)

// Sharing describes the resources of a node that its processes share.
//
// The penalty of a node is the sum, over its resources, of the demand beyond the capacity divided
// by the capacity.
//
// Source: Guim, Corbalan, Labarta: Modeling the impact of resource sharing in backfilling
// policies using the Alvio simulator, MASCOTS 2007, equations (2) and (3).
type Sharing struct {
	Model     SharingModel
	Bandwidth int32   // of memory, MB/s of each node; 0: not limited
	Network   int32   // MB/s of each node; 0: not limited
	Scale     float64 // of the penalty, at least 0; 1 as published
}

// Slows says whether what the jobs of w ask for may slow them down.
func (s *Sharing) Slows(w *Workload) bool {
	return s.Model != NoSharing && s.Scale > 0 && (s.Bandwidth > 0 && w.Bandwidth != nil || s.Network > 0 && w.Network != nil)
}

// Penalty is the penalty of a node whose processes ask for so much, in MB/s: 0 if the node has as
// much.
func (s *Sharing) Penalty(bandwidth, network int64) float64 {
	penalty := 0.0
	for _, r := range [...]struct{ asked, capacity int64 }{{bandwidth, int64(s.Bandwidth)}, {network, int64(s.Network)}} {
		if r.capacity > 0 && r.asked > r.capacity {
			penalty += float64(float64(r.asked-r.capacity) / float64(r.capacity))
		}
	}
	return float64(s.Scale * penalty)
}
