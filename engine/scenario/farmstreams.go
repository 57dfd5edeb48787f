package scenario

import (
	"math"
	"math/rand/v2"
)

// farmStreams are the random numbers of one farm, by attribute.
type farmStreams [farmAttributes]rand.PCG

func newFarmStreams(seed uint64) *farmStreams {
	root := rand.NewPCG(seed, farmSequence)
	s := &farmStreams{}
	for a := range s {
		s[a].Seed(root.Uint64(), root.Uint64())
	}
	return s
}

// uniform is from [0, 1).
func (s *farmStreams) uniform(attribute int) float64 {
	return float64(s[attribute].Uint64()>>11) * 0x1p-53
}

// whole is a number from low to high, both included.
func (s *farmStreams) whole(attribute int, low, high int64) int32 {
	return int32(low) + int32(math.Floor(float64(s.uniform(attribute)*float64(high-low+1))))
}
