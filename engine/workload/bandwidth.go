package workload

import (
	"fmt"

	"backfill/engine"
	"backfill/engine/param"
)

// bandwidthStream is the stream of random numbers of the transformation bandwidth.
const bandwidthStream = componentsStream + 1

const sharingSource = "Guim, Corbalan and Labarta, Modeling the impact of resource sharing in backfilling policies using the Alvio simulator, MASCOTS 2007"

// What a process asks for, in MB/s.
const (
	highBandwidth   = 2000
	mediumBandwidth = 1000
	lowBandwidth    = 500
)

var bandwidthTransform = Transform{
	Description: param.Description{
		Kind:   "bandwidth",
		Name:   "Memory bandwidth",
		Doc:    "Says how much memory bandwidth the processes of each job ask for: 2000 (high), 1000 (medium) or 500 MB/s (low).",
		Source: sharingSource,
		Params: []param.Param{
			{Name: "high", Kind: param.Number, Min: 0, Max: 1, Default: 0.8, Doc: "Probability of a high demand; published are the mixes HIGH 0.8, MED 0.5 and LOW 0.1."},
			{Name: "medium", Kind: param.Number, Min: 0, Max: 1, Default: 0.1, Doc: "Probability of a medium demand, 0.1 in all published mixes; the rest of the jobs have a low one."},
		},
	},
	Random: true,
	Apply: func(v param.Values, w *engine.Workload, in Inputs) (*engine.Workload, []string, error) {
		high, medium := v.Float("high"), v.Float("medium")
		if high+medium > 1 {
			return nil, nil, &param.Error{Path: "/medium", Value: fmt.Sprint(medium),
				Reason: fmt.Sprintf("high (%v) and medium (%v) together are above 1; at most 1 is accepted", high, medium)}
		}
		s := newStream(in.Seed, in.Replication, bandwidthStream)
		out := *w
		out.Bandwidth = make([]int32, len(w.Jobs))
		counts := map[int32]int{}
		for i := range out.Bandwidth {
			demand := int32(lowBandwidth)
			switch u := s.uniform(); {
			case u < high:
				demand = highBandwidth
			case u < high+medium:
				demand = mediumBandwidth
			}
			out.Bandwidth[i] = demand
			counts[demand]++
		}
		return &out, []string{fmt.Sprintf("%d jobs ask for a high, %d for a medium and %d for a low memory bandwidth",
			counts[highBandwidth], counts[mediumBandwidth], counts[lowBandwidth])}, nil
	},
}
